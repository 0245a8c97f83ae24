// The tiles on call; and in an intermission the place of the next tile, on which one goes on.

import { say } from "./page.js";

export class Calls {
  // `choose(tile)` is called when one of several tiles is chosen, `next()` when the player waits no longer.
  constructor(box, boards, choose, next) {
    Object.assign(this, { box, boards, choose, next });
  }

  // `tiles` can be placed, `chosen` is the one that a tap places.
  show(view, tiles, chosen, isNextDue) {
    const called = [...new Set([...view.called, ...view.handed.map(([, tile]) => tile)])];
    const shown = view.relocating || view.between ? [] : isNextDue ? [""] : called;
    const key = JSON.stringify([shown, tiles, chosen]);
    if (this.box.dataset.key === key) return;
    this.box.dataset.key = key;
    this.box.classList.toggle("two", called.length > 1 || view.called.length > 1);
    this.box.hidden = !shown.length;
    this.box.replaceChildren(...shown.map((tile) => (tile ? this.#tile(view, tiles, tile, chosen) : this.#next())));
  }

  #tile(view, tiles, tile, chosen) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.tile = tile;
    button.disabled = view.seat !== null && !tiles.includes(tile);
    button.setAttribute("aria-label", say("tile", { tile }));
    button.setAttribute("aria-pressed", String(tile === chosen && tiles.length > 1));
    button.append(this.boards.picture(tile));
    button.addEventListener("click", () => this.choose(tile));
    return button;
  }

  #next() {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.part = "next";
    button.setAttribute("aria-label", say("next_tile"));
    button.append(this.boards.blank());
    button.addEventListener("click", () => this.next());
    return button;
  }
}
