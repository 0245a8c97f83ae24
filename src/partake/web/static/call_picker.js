// The tiles of the players' own bag, to tap or type the one that was drawn.

import { element } from "./choosing.js";
import { say } from "./page.js";
import { tiles } from "./typing.js";

export class Picker {
  // `pick(tile)` is called with a tile that is still in the bag.
  constructor(box, pick) {
    Object.assign(this, { box, pick });
    this.field = box.querySelector("input");
    this.problem = box.querySelector("[role=alert]");
    box.querySelector("form").addEventListener("submit", (event) => this.#type(event));
    box.querySelector(".bag").addEventListener("click", (event) => this.#tap(event.target.closest("button")));
  }

  open(call, boards, words) {
    this.box.hidden = !call.kept.own;
    const buttons = call.kept.own ? call.bag : [];
    this.box.querySelector(".bag").replaceChildren(
      ...buttons.map((tile) => {
        const button = element("button");
        button.type = "button";
        button.dataset.tile = tile;
        button.setAttribute("aria-label", words(tile));
        button.append(boards.picture(tile));
        return button;
      }),
    );
  }

  // Only what is still in the bag can be drawn.
  show(call) {
    this.call = call;
    this.box.classList.toggle("full", call.isComplete);
    for (const button of this.box.querySelectorAll(".bag button")) button.disabled = call.isComplete || call.called.includes(button.dataset.tile);
    this.field.disabled = call.isComplete;
  }

  #tap(button) {
    this.problem.textContent = "";
    if (button) this.pick(button.dataset.tile);
  }

  #type(event) {
    event.preventDefault();
    const written = this.field.value.trim().toLowerCase().split(/[\s,;-]+/).filter(Boolean).join("-").replaceAll("w", "*");
    const found = written ? tiles(written, this.call.bag) : [];
    const left = found.filter((tile) => this.call.left.includes(tile));
    if (left.length === 1 && found.length === 1) {
      this.field.value = "";
      this.problem.textContent = "";
      this.pick(left[0]);
    } else this.problem.textContent = this.#why(written, found);
  }

  #why(written, found) {
    if (!found.length) return say("call_no_tile", { tile: written || "?" });
    if (found.length > 1) return say("call_which", { tiles: found.join(", ") });
    return say("call_was_called", { tile: found[0] });
  }
}
