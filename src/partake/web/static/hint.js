// Hints, step by step: where to look, what it is about, the move. The server has all the words; here its cells light up.

import { announce, toast } from "./page.js";

export class Hints {
  // `now()` is the state that the page shows; a hint holds for its number only.
  constructor(root, address, now) {
    Object.assign(this, { root, address, now });
    this.button = root.querySelector("[data-part=hint]");
    this.box = root.querySelector("[data-part=hinted]");
    this.first = this.button.textContent;
    this.step = 0;
    this.number = null;
    root.addEventListener("shown", () => this.number !== null && this.number !== now().number && this.#clear());
  }

  // The next step.
  async more() {
    const { number } = this.now() ?? {};
    if (number === undefined || this.button.hidden || this.button.ariaBusy === "true") return;
    if (this.number !== number) this.#clear();
    this.number = number;
    this.button.ariaBusy = "true";
    if (!this.step) this.#tell(this.button.dataset.wait);
    const body = JSON.stringify({ step: this.step + 1, expect: number });
    const answer = await fetch(this.address, { method: "POST", headers: { "Content-Type": "application/json" }, body }).catch(() => null);
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
      for (const cell of this.root.querySelectorAll(`${within} [data-cell="${name}"]`)) cell.classList.add("hinted");
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
    for (const cell of this.root.querySelectorAll(".cell.hinted")) cell.classList.remove("hinted");
  }

  #clear() {
    this.step = 0;
    this.number = null;
    this.#unlight();
    this.#tell("");
    this.button.textContent = this.first;
  }
}
