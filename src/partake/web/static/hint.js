// Hints, step by step: where to look, what it is about, the move. The server has all the words; here its cells light up.

import { announce, toast } from "./page.js";

// How it looks is said here, for a table's page has its style sheet for everybody, and few ask for hints.
const TOLD = { flex: "1 0 100%", margin: 0, textAlign: "center" };
const RING = { display: "block", strokeDasharray: "none", opacity: 1 };
const COLOUR = "#ffd34d";

let shown = null;

// The next step, in a table's page; `now()` is the state that it shows.
export function more(root, now) {
  shown ??= new Hints(root, now);
  return shown.more();
}

class Hints {
  // A hint holds for the number of its state only.
  constructor(root, now) {
    Object.assign(this, { root, now });
    this.button = root.querySelector("[data-part=hint]");
    this.box = Object.assign(document.createElement("p"), { hidden: true });
    Object.assign(this.box.style, TOLD);
    this.box.dataset.part = "hinted";
    this.button.after(this.box);
    this.first = this.button.textContent;
    this.step = 0;
    this.number = null;
    root.addEventListener("shown", () => this.number !== null && this.number !== now().number && this.#clear());
  }

  async more() {
    const { number } = this.now() ?? {};
    if (number === undefined || this.button.hidden || this.button.ariaBusy === "true") return;
    if (this.number !== number) this.#clear();
    this.number = number;
    this.button.ariaBusy = "true";
    if (!this.step) this.#tell("…");
    const body = JSON.stringify({ step: this.step + 1, expect: number });
    const answer = await fetch(`/api/tables/${this.root.dataset.table}/hint`, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    this.button.ariaBusy = null;
    if (this.now().number !== number) this.#clear();
    else if (answer?.ok && told) this.#show(told);
    else {
      if (!this.step) this.#clear();
      if (told?.error) toast(told.error);
    }
  }

  #show({ step, seat, cells, told, next }) {
    this.step = step;
    this.#unlight();
    const within = seat ? `svg.live[data-seat="${seat}"]` : "[data-own] svg.live";
    for (const name of cells) {
      for (const cell of this.root.querySelectorAll(`${within} [data-cell="${name}"]`)) light(cell);
    }
    this.#tell(told);
    announce(told);
    this.button.hidden = !next;
    if (next) this.button.textContent = next;
    else (this.root.querySelector("[data-own] .hinted") ?? this.root.querySelector("[data-own] [role=gridcell][tabindex='0']")).focus({ preventScroll: true });
  }

  #tell(text) {
    this.box.textContent = text;
    this.box.hidden = !text;
  }

  #unlight() {
    for (const cell of this.root.querySelectorAll(".cell.hinted")) {
      cell.classList.remove("hinted");
      cell.removeAttribute("style");
      cell.querySelector(".ring").removeAttribute("style");
    }
  }

  #clear() {
    this.step = 0;
    this.number = null;
    this.#unlight();
    this.#tell("");
    this.button.textContent = this.first;
  }
}

// A hexagon's ring takes its colour from a variable, that of a square is a stroke.
function light(cell) {
  cell.classList.add("hinted");
  cell.style.setProperty("--ring", COLOUR);
  Object.assign(cell.querySelector(".ring").style, RING, { stroke: COLOUR });
}
