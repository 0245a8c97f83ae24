// The end of a called game: to the scorekeeper, the next game with the next caller, what stayed in the bag, and the seed.

import { Boards } from "./board.js";
import { commitment } from "./chance.js";
import { element, nameOf } from "./choosing.js";
import { say } from "./page.js";

export class Ending {
  // `back()` goes back to the last tile, `again()` to the next game, `count()` to the scorekeeper, `leave()` to the set-up.
  constructor(root, { words, back, again, count, leave }) {
    Object.assign(this, { root, words });
    this.part = (name) => root.querySelector(`[data-part=${name}]`);
    for (const [name, deed] of Object.entries({ back, again, count, leave })) this.part(name).addEventListener("click", deed);
  }

  open(call, sprite) {
    const { kept } = call;
    const boards = new Boards(sprite);
    const next = (kept.caller + 1) % kept.players.length;
    this.root.classList.add(`set-${call.set}`);
    this.part("told").textContent = say("call_over", { count: call.draws });
    this.part("again").textContent = kept.players.length > 1 && kept.players.some(Boolean) ? say("call_next_game_by", { name: nameOf(kept.players[next], next) }) : say("call_next_game");
    this.part("called").replaceChildren(...call.called.map((tile) => this.#tile(call, boards, tile)));
    this.part("left").replaceChildren(...call.left.map((tile) => this.#tile(call, boards, tile)));
    this.part("left-count").textContent = say("call_left", { count: call.left.length });
    this.part("fair").hidden = kept.own;
    if (!kept.own) {
      this.part("seed").textContent = kept.seed;
      this.part("commitment").textContent = commitment(kept.seed);
    }
    this.#best(call);
    this.part("told").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  // What could be made of the tiles, where a board stands for itself.
  #best({ kept, variant, called }) {
    this.part("best").hidden = variant.seats > 1;
    const fields = { ...kept.options, edition: kept.edition, called: called.join(" ") };
    this.part("told-tiles").replaceChildren(...Object.entries(fields).map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value })));
  }

  #tile(call, boards, tile) {
    const item = element("li");
    const picture = boards.picture(tile);
    picture.removeAttribute("aria-hidden");
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", this.words(call, tile));
    item.append(picture);
    return item;
  }
}
