// The board of Take Five on the page: pawns, pieces that slide, the last move, and the lens for a pawn turned up.

import { say, use } from "./page.js";
import { titled } from "./five_words.js";

const SVG = "http://www.w3.org/2000/svg";

export class FiveBoard {
  constructor(root) {
    const svg = root.querySelector("svg.live");
    this.squares = [...svg.querySelectorAll("[data-cell]")];
    this.pieces = [...svg.querySelectorAll("[data-stands]")];
    this.notes = [...svg.querySelectorAll("[data-of]")];
    this.glass = svg.querySelector(".lens");
    this.places = Object.fromEntries(this.squares.map((square) => [square.dataset.cell, centre(square)]));
  }

  square(name) {
    return this.squares.find((one) => one.dataset.cell === name);
  }

  // The position, and of face-down pawns what the notebook knows.
  show(view, { remembers }) {
    const standing = Object.fromEntries(Object.entries(view.pieces).map(([piece, square]) => [square, piece]));
    for (const square of this.squares) {
      const name = square.dataset.cell;
      const pawn = view.pawns[name];
      const piece = standing[name];
      square.querySelector(".pawn-here").replaceChildren(...(pawn ? [use("pk-back")] : []));
      if (piece) square.dataset.piece = piece;
      else delete square.dataset.piece;
      const known = remembers && pawn?.known;
      this.notes.find((note) => note.dataset.of === name).replaceChildren(...(known ? [use(`pk-pawn-${known}`)] : []));
      square.dataset.holds = [name, piece && titled(piece), known ? say("pawn_known", { value: known }) : pawn ? say("pawn") : !piece && say("empty")].filter(Boolean).join(", ");
    }
    for (const piece of this.pieces) {
      const name = piece.dataset.stands;
      this.#put(piece, view.pieces[name]);
      piece.classList.toggle("moved", view.moved.includes(name));
    }
  }

  // What the last move did: where a piece came from and where it went, or where a pawn was laid.
  mark({ from, square } = {}) {
    for (const one of this.squares) {
      one.classList.toggle("was", one.dataset.cell === from);
      one.classList.toggle("now", one.dataset.cell === square);
    }
  }

  // What can be chosen now: pieces that may move, squares that they may reach, and what is chosen already.
  offer({ movable = [], piece = null, targets = [], target = null }) {
    for (const square of this.squares) {
      const name = square.dataset.cell;
      const here = square.dataset.piece;
      square.classList.toggle("legal", targets.includes(name));
      square.classList.toggle("movable", !piece && movable.includes(here));
      square.classList.toggle("from", Boolean(piece) && here === piece);
      square.classList.toggle("chosen", name === target);
      square.classList.remove("under-way");
      const { holds } = square.dataset;
      let text = holds;
      if (targets.includes(name)) text = say(piece ? "square_reached" : "square_free", { holds, piece: piece && titled(piece) });
      else if (here && here === piece) text = say("square_chosen", { holds });
      else if (movable.includes(here)) text = say("square_movable", { holds });
      if (square.getAttribute("aria-label") !== text) square.setAttribute("aria-label", text);
    }
    for (const one of this.pieces) {
      const name = one.dataset.stands;
      one.classList.toggle("movable", !piece && movable.includes(name));
      one.classList.toggle("chosen", name === piece);
      if (name === piece && target) this.#ghost(one, target);
    }
    if (!piece || !target) this.glass.parentNode.querySelector(".ghost")?.remove();
  }

  underWay(name) {
    this.square(name)?.classList.add("under-way");
  }

  // A pawn as large as can be: its value, or an eye when another looks at it.
  lens(shown) {
    const { square, value } = shown ?? {};
    const key = shown ? `${square} ${value}` : "";
    if (this.glass.dataset.shows === key) return;
    this.glass.dataset.shows = key;
    this.glass.replaceChildren();
    if (!shown) return;
    this.#put(this.glass, square);
    const inner = document.createElementNS(SVG, "g");
    inner.setAttribute("class", value ? "face" : "eye");
    inner.append(use(value ? `pk-pawn-${value}` : "pk-eye"));
    this.glass.append(inner);
  }

  #ghost(piece, target) {
    const ghost = this.glass.parentNode.querySelector(".ghost") ?? document.createElementNS(SVG, "g");
    ghost.setAttribute("class", "ghost");
    ghost.replaceChildren(use(`pk-piece-${piece.dataset.stands}`));
    this.#put(ghost, target);
    this.glass.before(ghost);
  }

  #put(shape, square) {
    const { x, y } = this.places[square];
    shape.style.transform = `translate(${x}px, ${y}px)`;
  }
}

function centre(square) {
  const [x, y] = square.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  return { x, y };
}

// A pawn lying face up, beside the board.
export function face(value) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-28 -28 56 58");
  svg.setAttribute("class", "partake pawn");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", say("pawn_of", { value }));
  svg.append(use(`pk-pawn-${value}`));
  return svg;
}
