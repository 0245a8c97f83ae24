// Which board is the large one for a spectator: a tap on a small one, or the number of its seat, changes places.

import { say } from "./page.js";

export class Watching {
  constructor(root, changed) {
    this.root = root;
    this.key = `partake-watched-${root.dataset.table}`;
    this.seat = Number(root.querySelector("[data-own] svg.board").dataset.seat);
    const turn = (seat) => this.#swap(seat) && changed();
    root.addEventListener("click", (event) => turn(Number(event.target.closest?.("[data-swap]")?.dataset.swap)));
    document.addEventListener("keydown", (event) => !event.target.closest?.("input, select") && /^\d$/.test(event.key) && turn(Number(event.key)));
    this.#swap(Number(sessionStorage.getItem(this.key)));
  }

  // Boards, names and marks of the two seats change places.
  #swap(seat) {
    const small = this.root.querySelector(`[data-swap="${seat}"]`)?.closest(".other");
    if (!small) return false;
    const large = this.root.querySelector("[data-own]");
    for (const zone of ["board", "yard", "reserve"]) {
      const [one, two] = [large, small].map((box) => box.querySelector(`svg.${zone}`));
      if (!one || !two) continue;
      const gap = document.createComment("");
      one.replaceWith(gap);
      two.replaceWith(one);
      gap.replaceWith(two);
    }
    const [name, whose] = [small.querySelector("[data-name]"), large.querySelector("[data-part=whose]")];
    [name.textContent, whose.textContent] = [whose.textContent, name.textContent];
    const button = small.querySelector("[data-swap]");
    button.setAttribute("aria-label", say("swap", { name: name.textContent }));
    large.setAttribute("aria-label", say("board_of", { name: whose.textContent }));
    button.dataset.swap = this.seat;
    for (const mark of ["name", "total", "state", "presence"]) small.querySelector(`[data-${mark}]`).dataset[mark] = this.seat;
    this.seat = seat;
    sessionStorage.setItem(this.key, seat);
    return true;
  }
}
