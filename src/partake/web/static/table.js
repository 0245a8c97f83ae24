// A table on the page: the line brings the whole state once and then what changes; moves are sent on it, and answered when
// what they changed has been told. Nothing else is fetched: after a gap the line tells what was missed.
//
// A game has `show(view, intermission)`, `assume(action)`, which draws an action under way on top, and `busy` while there
// is one; it is given `send(action, pause)` and `goOn()`, which ends the dealer's intermission. It may have `finish(go)`,
// which goes on to the result when the end has been seen.

import { Line, Outbox } from "./line.js";
import { refresh, reload, reloadInTurn, say, toast } from "./page.js";

const root = document.querySelector("[data-table]");
const address = `/api/tables/${root.dataset.table}`;
const acting = document.querySelector("[data-device]")?.dataset.as; // a friend at this device, for whom it acts
const as = acting ? `as=${acting}` : "";
const offline = document.querySelector("[data-part=offline]");
const { Game } = await import(root.dataset.game);
const game = new Game(root, send, goOn);
// Who plays alone needs neither, and who watches no signals.
const signals = document.querySelector("[data-part=bell]") && new (await import("./signals.js")).Signals(root);
const others = document.querySelector("[data-part=people], [data-part=come-back]");
const { Seats, withNames } = others ? await import("./seats.js") : {};
const seats = Seats && new Seats(root, address);
let state = null;

function replace(found) {
  withNames?.(found);
  if (found.table.status === root.dataset.status && String(found.seat ?? "") !== root.dataset.seat) {
    reloadInTurn(found.table);
    return;
  }
  if (found.table.status !== root.dataset.status) {
    leave(found.table);
    return;
  }
  const isNew = state?.view && found.view && found.view.names.length !== state.view.names.length;
  if (isNew && document.querySelector("[data-swap=others]")) refresh(); // the board of somebody who came late
  else if (isNew) reload();
  state = found;
  seats?.show(found);
  show(found);
}

// A move under way is shown on top of the state it answers to, and not when the game has gone on.
function show({ number, deadline, intermission, view }) {
  clock(deadline);
  if (!view) return;
  seats?.show({ awaited: view.to_act });
  if (hint) hint.hidden = !view.to_act.includes(view.seat);
  game.busy = outbox.move !== null && number <= outbox.move.expect;
  game.show(view, intermission);
  if (game.busy) game.assume(outbox.move.action);
  else signals?.tell(state);
  root.dispatchEvent(new CustomEvent("shown", { detail: view }));
}

// A patch has the fields of the view that changed, whole, but of the sheets only those that changed.
function apply({ number = state?.number, deadline, intermission, to_act, moves = [], stood_in, view: patch = { to_act } }) {
  if (!state?.view) return;
  withNames?.({ view: patch });
  const isNew = number > state.number;
  const { sheets = {}, ...changed } = patch;
  const view = { ...state.view, ...changed };
  if (view.sheets) view.sheets = view.sheets.map((sheet, i) => sheets[i + 1] ?? sheet);
  if (view.log && !changed.log && isNew) view.log = [...view.log, ...moves];
  state = { ...state, number, deadline, intermission, view };
  if (isNew && stood_in && stood_in === state.seat) tellLate(moves);
  show(state);
}

// Time was up: what the bot did in the player's place stands there until it is read.
function tellLate(moves) {
  const box = document.querySelector("[data-part=stood-in]");
  const action = moves.filter((move) => move.startsWith(`${state.seat}:`)).at(-1)?.split(":")[1] ?? "";
  const [tile, cell] = action.split("@");
  box.querySelector("span").textContent = cell ? say("stood_in_place", { tile, cell }) : say("stood_in", { action });
  box.hidden = false;
}
document.querySelector("[data-part=stood-in] button").addEventListener("click", (event) => (event.target.parentElement.hidden = true));

// Somebody has gone on, and the dealer still waits for others.
function waits({ intermission }) {
  if (!state) return;
  state = { ...state, intermission };
  show(state);
}

// On to the page of a table that has ended, when the player has seen how.
function leave(table) {
  const go = () => {
    sessionStorage.setItem("partake.ended", table.id);
    reloadInTurn(table);
  };
  if (table.status === "over" && game.finish) game.finish(go);
  else go();
}

function changed(table) {
  withNames?.(table);
  if (table.status !== root.dataset.status) leave(table);
  else if (state) seats?.show({ table });
}

// A typed line is a move: what was understood stands below it, and what was not. Its reader comes when it is needed.
const typing = root.querySelector("[data-part=typing]");
const typed = typing?.querySelector("input");
typed?.addEventListener("focus", () => game.reader(), { once: true });
typing?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const { read } = await game.reader();
  if (!state?.view) return;
  const cells = [...root.querySelectorAll("[data-own] [data-cell]")].map((cell) => cell.dataset.cell);
  const { action, told = "", problem = "" } = game.busy ? { problem: say("under_way") } : read(typed.value, state.view, cells);
  typing.querySelector("[data-part=understood]").textContent = told;
  typing.querySelector("[data-part=mistake]").textContent = problem;
  typed.setAttribute("aria-invalid", String(Boolean(problem)));
  if (!action) return;
  typed.value = "";
  game.act(action);
});
// A hint in three steps; what shows them comes with the first.
const hint = root.querySelector("[data-part=hint]");
hint?.addEventListener("click", async () => (await import("./hint.js")).more(root, () => state));
addEventListener("keydown", () => import("./walk.js"), { once: true }); // who has no keys needs none of it
document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  const isTyping = target.closest?.("input, select, textarea");
  if (typed && key === "/" && (target === typed || !isTyping)) {
    event.preventDefault();
    typed.select();
  } else if (key === "h" && !isTyping && !event.ctrlKey) hint?.click();
  else if (key === "Escape" && target === typed) root.querySelector("[data-own] [role=gridcell][tabindex='0']").focus();
});

// Resolves when the server has answered or refused; until then the game shows the action as under way.
function send(action, pause) {
  return deliver(outbox.send({ action, expect: state.number, pause }));
}

// The player waits no longer: the line tells what the dealer does then. Resolves to whether the server has heard it.
async function goOn() {
  const answer = await line.ask({ go_on: true, expect: state.number });
  const isHeard = Boolean(answer && !answer.error);
  if (!isHeard) toast(say("offline"));
  return isHeard;
}

async function deliver(sent) {
  signals?.acted();
  if (state) {
    game.busy = true;
    game.assume(outbox.move.action);
  }
  const answer = await sent;
  if (!answer) return;
  const { error, status, number } = answer;
  if (error) toast(error);
  if (game.busy) show(state);
  // A refusal, or an answer without its event, may mean that the page has missed something.
  if (error ? status !== 422 : number > (state?.number ?? 0)) line.refresh();
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
  const left = ends === null || ends === undefined ? null : remaining();
  const text = left === null ? "" : say("clock_left", { seconds: left });
  if (box.textContent !== text) box.textContent = text;
  box.classList.toggle("soon", left !== null && left <= 5);
}
setInterval(tick, 500);

// Whole seconds, never more than the table gives: the clocks of two machines agree only about.
function remaining() {
  const left = Math.ceil(ends - Date.now() / 1000 - ahead);
  return Math.max(0, Math.min(left, Math.ceil(state?.table.clock || left)));
}

// What a player must know of the line: that it is broken, and that the move under way is not lost.
let isBroken = false;
let isLate = false;
function notice() {
  offline.hidden = !isBroken && !isLate;
  const text = offline.hidden ? "" : say(isLate ? "under_way" : "offline");
  if (offline.textContent !== text) offline.textContent = text;
  root.classList.toggle("late", isLate);
}

const outbox = new Outbox(root.dataset.table, as, () => line, (late) => {
  isLate = late;
  notice();
});
const line = new Line(root.dataset.table, `view=true&${as}`, {
  view: replace,
  acted: apply,
  moves: apply,
  intermission: waits,
  table: changed,
  presence: (presence) => state && seats?.show({ presence }),
}, (isOpen) => {
  isBroken = !isOpen;
  notice();
  if (isOpen) outbox.wake();
});
addEventListener("pageshow", (event) => event.persisted && reload());
if (outbox.left) deliver(outbox.deliver(outbox.left));
