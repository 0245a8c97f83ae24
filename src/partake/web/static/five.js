// Take Five on the page: shows the view the server sent, and turns taps and keys into moves, looks and takes.

import { use } from "./board.js";
import { say } from "./page.js";

const NOTEBOOK = "partake-notebook";
const MOVE = /^([BWNR])([?x]?)([a-z]\d+)$/;
const GIVE = /^(\d+)>([a-z]\d+)$/;
const DEEDS = { "?": "look", x: "take", "": "move" };

export class Five {
  constructor(root, send) {
    this.root = root;
    this.send = send;
    this.view = null;
    this.piece = null;
    this.value = null;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.squares = [...root.querySelectorAll("svg.live [data-cell]")];
    const notebook = this.part("notebook");
    if (notebook) {
      notebook.checked = localStorage.getItem(NOTEBOOK) === "yes";
      notebook.addEventListener("change", () => {
        localStorage.setItem(NOTEBOOK, notebook.checked ? "yes" : "no");
        if (this.view) this.show(this.view);
      });
    }
    const at = (event) => event.target.closest?.("svg.live [data-cell]");
    root.addEventListener("click", (event) => this.view && at(event) && this.#tap(at(event)));
    root.addEventListener("keydown", (event) => this.view && at(event) && this.#key(event, at(event)));
  }

  show(view) {
    this.view = view;
    this.piece = null;
    this.value = null;
    for (const square of this.squares) this.#fill(square);
    this.#legal();
    this.#tell();
    this.#choices([]);
    this.#players();
    for (const phase of this.root.querySelectorAll("[data-phase]")) {
      phase.hidden = phase.dataset.phase !== view.phase;
    }
  }

  get moves() {
    return this.view.legal.map((text) => MOVE.exec(text)).filter(Boolean).map(([text, piece, deed, square]) => ({ text, piece, deed, square }));
  }

  get gifts() {
    return this.view.legal.map((text) => GIVE.exec(text)).filter(Boolean).map(([text, value, square]) => ({ text, value, square }));
  }

  #fill(square) {
    const name = square.dataset.cell;
    const pawn = this.view.pawns[name];
    const piece = Object.keys(this.view.pieces).find((one) => this.view.pieces[one] === name);
    const shown = this.view.shown?.square === name ? this.view.shown.value : null;
    const known = this.part("notebook")?.checked ? pawn?.known : null;
    square.querySelector(".pawn-here").replaceChildren(...(pawn ? [use("pk-back")] : []));
    square.querySelector(".piece").replaceChildren(...(piece ? [use(`pk-piece-${piece}`)] : []));
    const face = pawn && (shown ?? known);
    square.querySelector(".seen").replaceChildren(...(face ? [use(`pk-pawn-${face}`)] : []));
    square.classList.toggle("moved", Boolean(piece) && this.view.moved.includes(piece));
    if (piece) square.dataset.piece = piece;
    else delete square.dataset.piece;
    if (square.hasAttribute("aria-label")) {
      const parts = [name, piece && PIECES[piece], pawn ? say("pawn") : !piece && say("empty"), face && String(face)];
      square.setAttribute("aria-label", parts.filter(Boolean).join(", "));
    }
  }

  #legal() {
    const targets = this.value !== null
      ? this.gifts.filter((gift) => gift.value === this.value).map((gift) => gift.square)
      : this.moves.filter((move) => move.piece === this.piece).map((move) => move.square);
    const movable = new Set(this.moves.map((move) => move.piece));
    for (const square of this.squares) {
      square.classList.toggle("legal", targets.includes(square.dataset.cell));
      square.classList.toggle("movable", movable.has(square.dataset.piece) && !this.piece);
      square.classList.toggle("from", Boolean(this.piece) && square.dataset.piece === this.piece);
    }
    if (!this.squares.some((square) => square.getAttribute("tabindex") === "0")) this.squares[0].setAttribute("tabindex", "0");
  }

  #tap(square) {
    if (this.busy) return;
    const name = square.dataset.cell;
    if (this.value !== null) {
      const gift = this.gifts.find((one) => one.value === this.value && one.square === name);
      if (gift) this.#do(gift.text);
      return;
    }
    const found = this.moves.filter((move) => move.piece === this.piece && move.square === name);
    if (found.length === 1) {
      this.#do(found[0].text);
    } else if (found.length) {
      this.#choices(found.map((move) => [say(DEEDS[move.deed]), move.text]));
      this.part("choices").querySelector("button")?.focus();
    } else {
      const piece = square.dataset.piece;
      this.piece = piece && piece !== this.piece && this.moves.some((move) => move.piece === piece) ? piece : null;
      this.#choices([]);
      this.#legal();
    }
  }

  #key(event, square) {
    const direction = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#tap(square);
    } else if (event.key === "Escape") {
      this.show(this.view);
    } else if (direction) {
      event.preventDefault();
      const name = square.dataset.cell;
      const wanted = String.fromCharCode(name.charCodeAt(0) + direction[0]) + (Number(name.slice(1)) + direction[1]);
      const next = this.squares.find((one) => one.dataset.cell === wanted);
      if (!next) return;
      square.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    }
  }

  async #do(text) {
    if (this.busy) return;
    this.busy = true;
    this.#choices([]);
    await this.send(text);
    this.busy = false;
  }

  // What is to be chosen besides squares: a deed, keep or return, a pawn to give up.
  #choices(deeds) {
    const box = this.part("choices");
    if (!box) return;
    const found = [...deeds];
    for (const word of ["keep", "return"]) if (this.view.legal.includes(word)) found.push([this.root.dataset[word], word]);
    box.replaceChildren(...found.map(([label, text]) => button(label, () => this.#do(text), text !== "return")));
    for (const value of new Set(this.gifts.map((gift) => gift.value))) {
      const pawn = button("", () => {
        this.value = value;
        for (const other of box.children) other.setAttribute("aria-pressed", String(other === pawn));
        this.#legal();
      });
      pawn.setAttribute("aria-label", value);
      pawn.append(face(value));
      box.append(pawn);
    }
  }

  #tell() {
    const { view } = this;
    const mine = view.to_act.includes(view.seat);
    const name = view.names[view.turn - 1] ?? "";
    const value = view.shown?.value ?? "";
    let text;
    if (view.outcome) text = say("over");
    else if (view.wait === "deal") text = say("deal");
    else if (view.wait === "choice") text = mine ? say("choice", { value }) : say("chooses", { name, value });
    else if (view.wait === "give up") text = mine ? say("give_up") : say("gives_up", { name });
    else if (view.wait) text = say("turns_up", { name });
    else if (mine) text = say("your_turn", { which: say(view.moved.length ? "second" : "first") });
    else text = say("their_turn", { name });
    const told = this.part("told");
    if (told.textContent !== text) told.textContent = text;
    const saw = view.shown && view.shown.value;
    this.part("would").textContent = saw ? say(view.shown.seat ? "you_saw" : "shown", { value: saw, square: view.shown.square }) : "";
  }

  #players() {
    this.view.hands.forEach((hand, i) => {
      const box = this.root.querySelector(`[data-player="${i + 1}"]`);
      box.classList.toggle("turn", this.view.turn === i + 1 && !this.view.outcome);
      box.querySelector(".hand").replaceChildren(...hand.map((value) => face(value)));
      const total = hand.reduce((sum, value) => sum + value, 0);
      box.querySelector("[data-sum]").textContent = this.view.out.includes(i + 1) ? say("out") : total || "";
      const won = this.view.markers[i];
      const most = Number(this.root.dataset.markers);
      box.querySelector(".markers").textContent = "★".repeat(won) + "☆".repeat(most - won);
      box.querySelector(".markers").setAttribute("aria-label", `${won} / ${most}`);
    });
  }
}

function button(label, act, isMain = false) {
  const found = document.createElement("button");
  found.type = "button";
  found.textContent = label;
  if (isMain) found.className = "main";
  found.addEventListener("click", act);
  return found;
}

export function face(value) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "-28 -28 56 58");
  svg.setAttribute("class", "partake pawn");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", String(value));
  svg.append(use(`pk-pawn-${value}`));
  return svg;
}

const PIECES = { B: "black bishop", W: "white bishop", N: "knight", R: "rook" };
