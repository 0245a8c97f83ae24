// A table on the page: the stream brings the whole state once and then what changes; moves are sent, and answered with
// what they changed. Nothing else is fetched: after a gap the stream begins with the whole state again.

import { Five } from "./five.js";
import { Hexagon } from "./hexagon.js";
import { reload, reloadInTurn, say, toast } from "./page.js";

const GAP = 15000; // milliseconds out of sight after which a stream may have died unnoticed
const GAMES = { five: Five, hexagon: Hexagon };
const root = document.querySelector("[data-table]");
const address = `/api/tables/${root.dataset.table}`;
const offline = document.querySelector("[data-part=offline]");
const game = new GAMES[root.dataset.family](root, send);
let state = null;
let stream = null;

function replace(found) {
  if (found.table.status !== root.dataset.status) {
    reloadInTurn(found.table);
    return;
  }
  state = found;
  show(found);
}

function show({ deadline, view }) {
  clock(deadline);
  if (view) game.show(view);
}

// A patch has the fields of the view that changed, whole, but of the sheets only those that changed.
function apply({ number = state?.number, deadline, to_act, moves = [], view: patch = { to_act } }) {
  if (!state?.view) return;
  const isNew = number > state.number;
  if (isNew) game.busy = false; // the stream may tell of a move before it is answered
  const { sheets = {}, ...changed } = patch;
  const view = { ...state.view, ...changed };
  if (view.sheets) view.sheets = view.sheets.map((sheet, i) => sheets[i + 1] ?? sheet);
  if (view.log && !changed.log && isNew) view.log = [...view.log, ...moves];
  state = { ...state, number, deadline, view };
  show(state);
}

// Who has left or come back in a crowd matters to its host alone.
function changed(table) {
  if (table.status !== root.dataset.status) reloadInTurn(table);
  else if (!table.unlimited || table.host === state?.seat) reload();
}

async function send(action) {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16)).join("");
  const body = JSON.stringify({ action, expect: state.number, key, view: true });
  const post = () => fetch(`${address}/moves`, { method: "POST", headers: { "Content-Type": "application/json" }, body });
  let answer;
  try {
    answer = await post();
  } catch {
    await new Promise((done) => setTimeout(done, 800));
    answer = await post().catch(() => null);
  }
  const told = await answer?.json();
  if (answer?.ok) {
    if (told.state?.number > state.number) apply(told.state);
    return;
  }
  toast(told?.error ?? say("offline"));
  if (answer?.status === 409) listen(); // the game has gone on, and the stream has not told
  else show(state);
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
  stream?.close();
  const opened = (stream = new EventSource(`${address}/events?view=true`));
  const on = (kind, act) => opened.addEventListener(kind, (event) => act(JSON.parse(event.data)));
  on("view", replace);
  on("acted", apply);
  on("moves", apply);
  on("table", changed);
  opened.addEventListener("open", () => (offline.hidden = true));
  opened.addEventListener("error", () => {
    offline.hidden = false;
    if (opened.readyState === EventSource.CLOSED) setTimeout(() => opened === stream && listen(), 2000);
  });
}

let hiddenSince = 0;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenSince = Date.now();
  else if (Date.now() - hiddenSince > GAP) listen();
});
addEventListener("pagehide", () => stream.close());
addEventListener("pageshow", (event) => event.persisted && reload());
listen();
