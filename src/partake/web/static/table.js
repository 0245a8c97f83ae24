// A table on the page: listens to its events, keeps the view whole, and sends what the player does.

import { Five } from "./five.js";
import { Hexagon } from "./hexagon.js";
import { reload, reloadInTurn, say, toast } from "./page.js";

const root = document.querySelector("[data-table]");
const address = `/api/tables/${root.dataset.table}`;
const offline = document.querySelector("[data-part=offline]");
let state = null;
let asking = null;
let again = false;

const game = root.dataset.family === "five" ? new Five(root, send) : new Hexagon(root, send);

function take(found) {
  if (state && found.table.status !== root.dataset.status) {
    reloadInTurn(found.table);
    return;
  }
  state = found;
  clock(found.deadline);
  if (found.view) game.show(found.view);
}

// Who has left or come back in a crowd matters to its host alone.
function changed(table) {
  if (table.status !== root.dataset.status) reloadInTurn(table);
  else if (!table.unlimited || table.host === state?.seat) reload();
}

// Fetch everything; if it is asked for while it is under way, once more afterwards.
async function refresh() {
  if (asking) {
    again = true;
    return asking;
  }
  asking = (async () => {
    do {
      again = false;
      const answer = await fetch(address, { headers: { Accept: "application/json" } });
      if (answer.ok) take(await answer.json());
    } while (again);
  })();
  try {
    await asking;
  } finally {
    asking = null;
  }
}

async function send(action) {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("");
  const body = JSON.stringify({ action, expect: state.number, key });
  const post = () => fetch(`${address}/moves`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  let answer;
  try {
    answer = await post();
  } catch {
    await new Promise((done) => setTimeout(done, 800));
    answer = await post().catch(() => null);
  }
  if (!answer) toast(say("offline"));
  else if (!answer.ok) toast((await answer.json()).error);
  await refresh().catch(() => {});
}

// Small events change what they tell of; whatever they leave open is fetched.
function acted(data) {
  if (!state?.view) return;
  clock(data.deadline);
  if ("handed" in data) refresh();
  else game.show({ ...state.view, to_act: data.to_act });
  state.view.to_act = data.to_act;
}

function moved(data) {
  if (!state?.view || data.over) {
    refresh();
    return;
  }
  if (data.number === state.number) return;
  clock(data.deadline);
  refresh();
}

const ahead = Number(root.dataset.now) - Date.now() / 1000; // of this device's clock, the server's
let ends = null;
function clock(deadline) {
  ends = deadline;
  tick();
}

function tick() {
  const box = root.querySelector("[data-part=clock]");
  if (!box) return;
  const left = ends === null || ends === undefined ? null : Math.max(0, Math.ceil(ends - Date.now() / 1000 - ahead));
  const text = left === null ? "" : `${left} s`;
  if (box.textContent !== text) box.textContent = text;
  box.classList.toggle("soon", left !== null && left <= 5);
}
setInterval(tick, 500);

function listen() {
  const stream = new EventSource(`${address}/events`);
  const on = (kind, act) => stream.addEventListener(kind, (event) => act(JSON.parse(event.data)));
  on("view", take);
  on("acted", acted);
  on("moves", moved);
  on("table", changed);
  stream.addEventListener("open", () => (offline.hidden = true));
  stream.addEventListener("error", () => {
    offline.hidden = false;
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
  });
  addEventListener("pagehide", () => stream.close(), { once: true });
}

if (root.dataset.status === "playing") {
  listen();
  document.addEventListener("visibilitychange", () => document.hidden || refresh());
  addEventListener("pageshow", (event) => event.persisted && reload());
} else {
  refresh();
}
