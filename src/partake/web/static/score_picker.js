// The tiles to choose from: those that are not on this board yet, and of a game that was called here only the called ones.
// They stand in grids, one for each vertical number, rising numbers down, falling numbers across, so that each has its
// place and a thumb finds it; a few are shown side by side.

import { element } from "./choosing.js";
import { say } from "./page.js";

const FEW = 24; // tiles that need no grids
const WILD = "*";

export class Picker {
  #set = null;
  #shown = "all";

  // `choose(tile)` is called with a tile that is tapped, and with null when the chosen one is tapped again.
  constructor(box, boards, choose) {
    Object.assign(this, { box, boards, choose, buttons: new Map() });
    box.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-tile]");
      if (button) this.choose(button.getAttribute("aria-pressed") === "true" ? null : button.dataset.tile);
      const chip = target.closest("[data-vertical-chip]");
      if (chip) this.#show(chip.dataset.verticalChip);
    });
    box.addEventListener("keydown", (event) => this.#key(event));
  }

  // Make the buttons of a tile set, once; `tiles` are its entries in the data of the page.
  use(set, tiles) {
    if (this.#set === set) return;
    this.#set = set;
    this.buttons.clear();
    const groups = new Map();
    for (const entry of tiles) {
      const name = entry.tile.includes(WILD) ? WILD : String(entry.numbers[0]);
      groups.set(name, [...(groups.get(name) ?? []), entry]);
    }
    const names = [...groups.keys()];
    this.chips = element("div", "chips");
    this.chips.append(...["all", ...names].map(chip));
    this.chips.setAttribute("role", "group");
    this.chips.setAttribute("aria-label", say("score_filter"));
    this.grids = element("div", "grids");
    this.grids.append(...names.map((name) => this.#grid(name, groups.get(name))));
    this.box.replaceChildren(this.chips, this.grids);
    this.#show(matchMedia("(min-width: 900px)").matches ? "all" : names[0]);
  }

  #grid(name, tiles) {
    const across = new Set(tiles.map(({ numbers }) => numbers[2])).size;
    const found = element("div", "grid");
    found.append(...tiles.map((entry) => this.#button(entry)));
    found.dataset.vertical = name;
    found.dataset.across = name === WILD ? 4 : across;
    return found;
  }

  #button({ tile, words }) {
    const button = element("button");
    button.append(this.boards.picture(tile));
    button.type = "button";
    button.dataset.tile = tile;
    button.tabIndex = -1;
    button.setAttribute("aria-label", say("tile", { tile: words }));
    this.buttons.set(tile, button);
    return button;
  }

  #show(name) {
    this.#shown = name;
    for (const one of this.chips.children) one.setAttribute("aria-pressed", String(one.dataset.verticalChip === name));
    for (const grid of this.grids.children) grid.hidden = !this.box.classList.contains("few") && name !== "all" && grid.dataset.vertical !== name;
    this.#stop();
  }

  // `offered` are the tiles that can be chosen, `held` is the one that waits for its cell, `count` how many there are for
  // an empty board.
  show(offered, held, count) {
    const isFew = count <= FEW;
    this.box.classList.toggle("few", isFew);
    this.chips.hidden = isFew;
    for (const [tile, button] of this.buttons) {
      button.classList.toggle("gone", !offered.has(tile));
      button.disabled = !offered.has(tile);
      button.setAttribute("aria-pressed", String(tile === held));
    }
    this.#show(this.#shown);
  }

  get #choices() {
    return [...this.buttons.values()].filter((button) => !button.disabled && !button.parentElement.hidden);
  }

  // The grids are one stop of the Tab key.
  #stop(to) {
    const choices = this.#choices;
    const at = to ?? choices.find((button) => button.tabIndex === 0) ?? choices[0];
    for (const button of this.buttons.values()) button.tabIndex = button === at ? 0 : -1;
    if (to) to.focus();
  }

  #key(event) {
    const side = SIDES[event.key];
    const from = event.target.closest("[data-tile]");
    if (!side || !from) return;
    event.preventDefault();
    const next = nearest(from, this.#choices, side);
    if (next) this.#stop(next);
  }
}

const SIDES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function nearest(from, choices, [dx, dy]) {
  const middle = (one) => {
    const box = one.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of choices) {
    const [u, v] = middle(other);
    const ahead = (u - x) * dx + (v - y) * dy;
    const far = ahead + 3 * Math.abs((u - x) * dy - (v - y) * dx);
    if (ahead > 3 && far < least) [best, least] = [other, far];
  }
  return best;
}

function chip(name) {
  const button = element("button", name === "all" || name === WILD ? "chip" : `chip n${name}`, name === "all" ? say("score_all") : name === WILD ? "✱" : name);
  button.type = "button";
  button.dataset.verticalChip = name;
  if (name !== "all") button.setAttribute("aria-label", name === WILD ? say("score_wild") : say("score_vertical", { number: name }));
  return button;
}
