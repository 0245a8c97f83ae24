// Lessons: turns taps and keys into answers, asks the server what the rules say, shows it, and remembers in this browser
// how far its reader came. Every step is a page of its own; only the lesson in it is exchanged.

import { Boards } from "./board.js";
import { announce, say, toast } from "./page.js";
import { keepPlace, stop } from "./walk.js";

const KEPT = "partake.lessons";
const MOVE = /^([BWNR])([?x]?)([a-z]\d+)$/;
const SVG = "http://www.w3.org/2000/svg";

let root = document.querySelector("[data-lesson]");
let chosen = {}; // the piece, the square, the pawn to give up or the tile of the reserve that was chosen
let isBusy = false;

// How far its reader came in each lesson: the name of the step, and whether the end was seen.

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

function keep(edition, step, isDone) {
  const all = kept();
  all[edition] = { step, isDone: isDone || Boolean(all[edition]?.isDone) };
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    // a browser that keeps nothing begins at the first step
  }
}

function cards() {
  for (const card of document.querySelectorAll("[data-card]")) {
    const { step, isDone } = kept()[card.dataset.card] ?? {};
    const names = card.dataset.names.split(" ");
    const at = names.indexOf(step);
    const told = at > 0 ? say("lesson_resume", { step: at + 1, steps: names.length }) : isDone ? say("lesson_done") : "";
    card.querySelector("[data-part=kept]").textContent = told;
  }
}

// What is on the page: its parts, and the tile that a tap places.

const part = (name) => root.querySelector(`[data-part="${name}"]`);
const legal = () => root.dataset.legal.split(" ");
const cellNamed = (name) => root.querySelector(`svg.live [data-cell="${name}"]`);
const isOpen = () => root.dataset.verdict !== "right";
const isFive = () => root.classList.contains("five");
const isRelocating = () => "relocating" in root.dataset;
const onCall = () => root.querySelector(".tiles [aria-pressed=true]")?.dataset.tile;

function begin() {
  chosen = {};
  keep(root.dataset.lesson, root.dataset.step, false);
  for (const item of root.querySelectorAll("[data-part=gained] [data-cells]")) {
    for (const name of item.dataset.cells.split(" ").filter(Boolean)) cellNamed(name)?.classList.add("gained");
  }
  if (root.dataset.verdict === "wrong" && root.dataset.at) cellNamed(root.dataset.at)?.classList.add("tried");
}

// Exchange the lesson for that of another page of ours.
function show(text, address) {
  const fresh = new DOMParser().parseFromString(text, "text/html");
  const found = fresh.querySelector("[data-lesson]");
  if (!found) return false;
  keepPlace(() => root.replaceWith(found));
  root = found;
  document.title = fresh.title;
  for (const form of document.querySelectorAll("form.language")) form.elements.to.value = address;
  begin();
  return true;
}

async function answer(text) {
  if (isBusy || !isOpen()) return;
  isBusy = true;
  const address = `/learn/${root.dataset.lesson}/${root.dataset.step}`;
  try {
    const answered = await fetch(address, { method: "POST", body: new URLSearchParams({ answer: text }) });
    if (!answered.ok || !show(await answered.text(), address)) throw new Error(answered.statusText);
    const lines = [...part("verdict").querySelectorAll("p, li")].map((line) => line.innerText.replace(/\s+/g, " ").trim());
    announce(...lines);
    if (!isOpen()) part("next").focus({ preventScroll: true });
    else if (document.activeElement === document.body) stop(cellNamed(root.dataset.at) ?? root.querySelector("[role=gridcell]"));
    part("verdict").scrollIntoView({ block: "nearest" });
  } catch {
    toast(say("lesson_failed"));
  } finally {
    isBusy = false;
  }
}

async function go(address) {
  const answered = await fetch(address).catch(() => null);
  if (!answered?.ok || !show(await answered.text(), address)) {
    location.assign(address);
    return;
  }
  history.pushState(null, "", address);
  scrollTo(0, 0);
  root.querySelector("h1").focus({ preventScroll: true });
}

// Hexagons: a tap places the tile on call; of the reserve, a tile is chosen first.

function tapHexagon(cell) {
  const name = cell.dataset.cell;
  if (!isRelocating()) {
    if (onCall()) answer(`${onCall()}@${name}`);
  } else if (cell.dataset.tile && name.startsWith("x")) {
    for (const other of root.querySelectorAll(".picked")) other.classList.remove("picked");
    cell.classList.add("picked");
    chosen.tile = cell.dataset.tile;
    announce(say("lesson_chosen", { tile: chosen.tile }));
  } else if (chosen.tile) {
    answer(`${chosen.tile}>${name}`);
  } else {
    toast(say("relocate"), "status");
  }
}

function ghost(cell) {
  for (const old of root.querySelectorAll(".ghost")) old.remove();
  const tile = isRelocating() ? chosen.tile : onCall();
  if (!cell || isFive() || !tile || !isOpen() || cell.dataset.tile) return;
  const face = cell.ownerSVGElement.querySelector(`[data-face="${cell.dataset.cell}"]`);
  for (const [i, shape] of new Boards(root).shapes(tile).entries()) {
    const drawn = document.createElementNS(SVG, "g");
    drawn.setAttribute("class", "ghost");
    drawn.append(shape);
    (i ? face : cell).append(drawn);
  }
}

// Take Five: a piece, then a square, and on a pawn whether to look or to take; a pawn to give up, then a square.

function tapFive(cell) {
  const name = cell.dataset.cell;
  if (root.querySelector("[data-gift]")) {
    if (chosen.gift) answer(`${chosen.gift}>${name}`);
    else toast(say("give_up"), "status");
    return;
  }
  if (root.querySelector("[name=answer][value=keep]")) return;
  const piece = cell.dataset.piece;
  if (piece) choosePiece(chosen.piece === piece ? null : piece);
  else if (!chosen.piece) toast(say("choose_piece"), "status");
  else chooseSquare(name);
}

function choosePiece(piece) {
  chosen = { piece };
  part("deeds").replaceChildren();
  const moves = legal().map((text) => MOVE.exec(text)).filter((move) => move?.[1] === piece);
  const targets = new Set(moves.map((move) => move[3]));
  for (const square of root.querySelectorAll("[data-cell]")) {
    square.classList.toggle("from", piece !== null && square.dataset.piece === piece);
    square.classList.toggle("legal", targets.has(square.dataset.cell));
    square.classList.remove("chosen");
  }
  if (piece) announce(say("lesson_chosen", { tile: say(`piece_${piece}`) }), say("choose_square"));
}

function chooseSquare(name) {
  const { piece } = chosen;
  const can = (deed) => legal().includes(`${piece}${deed}${name}`);
  if (can("")) return answer(`${piece}${name}`);
  if (!can("?") && !can("x")) return answer(`${piece}?${name}`); // the rules say why not
  for (const square of root.querySelectorAll("[data-cell]")) square.classList.toggle("chosen", square.dataset.cell === name);
  const asked = Object.assign(document.createElement("span"), { textContent: say(`ask_${piece}`, { square: name }) });
  const buttons = [["?", say("look")], ["x", say("take")]].map(([deed, text]) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, className: "main" });
    button.dataset.deed = deed;
    button.addEventListener("click", () => answer(`${piece}${deed}${name}`));
    return button;
  });
  part("deeds").replaceChildren(asked, ...buttons);
  buttons[0].focus({ preventScroll: true });
  part("deeds").parentElement.scrollIntoView({ block: "nearest" });
}

function tap(cell) {
  if (!isOpen()) return;
  if (isFive()) tapFive(cell);
  else tapHexagon(cell);
}

function listen() {
  const at = (event) => event.target.closest?.("[data-lesson] svg.live [data-cell]");
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-lesson] a[data-go]");
    const tile = event.target.closest?.(".tiles button");
    const gift = event.target.closest?.("[data-gift]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey && !link.pathname.endsWith("/done")) {
      event.preventDefault();
      go(link.pathname);
    } else if (tile || gift) {
      for (const other of root.querySelectorAll(tile ? ".tiles button" : "[data-gift]")) other.setAttribute("aria-pressed", String(other === (tile ?? gift)));
      if (gift) chosen.gift = gift.dataset.gift;
    } else if (at(event)) {
      tap(at(event));
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isFive()) choosePiece(null);
    if (!at(event) || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    tap(at(event));
  });
  document.addEventListener("submit", (event) => {
    if (event.target.dataset.part !== "answer" || !event.submitter?.value) return;
    event.preventDefault();
    answer(event.submitter.value);
  });
  document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && ghost(at(event)));
  document.addEventListener("focusin", (event) => ghost(at(event)));
  addEventListener("popstate", () => location.reload());
}

if (root) {
  const { lesson, names, named } = root.dataset;
  const { step } = kept()[lesson] ?? {};
  if (!named && step && step !== names.split(" ")[0] && names.split(" ").includes(step)) location.replace(`/learn/${lesson}/${step}`);
  else begin();
  listen();
}
const finished = document.querySelector("[data-finished]");
if (finished) keep(finished.dataset.finished, "", true);
cards();
