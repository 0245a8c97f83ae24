// The drawn hexagon boards and the tiles on call: put tiles on cells, name them, show what scores. All shapes are in the page's sprite.

import { line_number } from "./line_rule.js";
import { listed, number, say, signed, use } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

const written = (tile) => tile.replaceAll("*", "w");

export class Boards {
  constructor(root) {
    this.root = root;
    this.stripes = root.dataset.stripes;
    this.faces = root.dataset.faces;
    const tiles = [...root.querySelectorAll("[data-bag]")].map((tile) => [tile.dataset.bag, tile.firstElementChild.getAttribute("aria-label")]);
    this.names = new Map(tiles);
    this.named = (tile) => this.names.get(tile) ?? tile;
  }

  of(seat) {
    return [...this.root.querySelectorAll(`svg.live[data-seat="${seat}"]`)];
  }

  cell(seat, name) {
    return this.root.querySelector(`svg.live[data-seat="${seat}"] [data-cell="${name}"]`);
  }

  // A tile of the sprite: its stripes, and above them its numbers.
  shapes(tile) {
    return [use(this.stripes + written(tile)), use(this.faces + written(tile))];
  }

  picture(tile) {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "partake tile");
    svg.setAttribute("viewBox", "0 0 100 86.6");
    svg.setAttribute("aria-hidden", "true");
    const g = document.createElementNS(SVG, "g");
    g.setAttribute("transform", "translate(50 43.3)");
    g.append(...this.shapes(tile));
    svg.append(g);
    return svg;
  }

  // The place of a tile that has not been drawn, with a ring to close around it.
  blank() {
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("class", "partake tile blank");
    svg.setAttribute("viewBox", "0 0 100 86.6");
    svg.setAttribute("aria-hidden", "true");
    for (const [name, path] of [["ground", HEXAGON], ["ring", HEXAGON], ["arrows", "M-20 -15L-3 0L-20 15M3 -15L20 0L3 15"]]) {
      const shape = document.createElementNS(SVG, "path");
      shape.setAttribute("class", name);
      shape.setAttribute("d", path);
      shape.setAttribute("transform", "translate(50 43.3)");
      svg.append(shape);
    }
    return svg;
  }

  // Show one seat's sheet as the server describes it.
  show(seat, sheet) {
    for (const svg of this.of(seat)) {
      for (const cell of svg.querySelectorAll("[data-cell]")) this.#fill(svg, cell, sheet);
      for (const mark of svg.querySelectorAll(".mark")) this.#mark(mark, sheet, svg.dataset.zone);
      for (const extra of svg.querySelectorAll("[data-bonus]")) this.#bonus(extra, sheet);
    }
  }

  #fill(svg, cell, sheet) {
    const name = cell.dataset.cell;
    const tile = sheet.cells[name];
    cell.classList.toggle("latest", sheet.latest.includes(name));
    if ((cell.dataset.tile ?? undefined) === tile) return;
    const face = svg.querySelector(`[data-face="${name}"]`);
    const held = cell.querySelector(".held");
    if (tile) {
      const [stripes, numbers] = this.shapes(tile);
      cell.dataset.tile = tile;
      held.replaceChildren(stripes);
      face.replaceChildren(numbers);
    } else {
      delete cell.dataset.tile;
      held.replaceChildren();
      face.replaceChildren();
    }
    cell.classList.toggle("filled", Boolean(tile));
    cell.classList.toggle("empty", !tile);
  }

  // Say at each cell what lies on it, whether it takes the tile of an action in `targets`, and what that would bring.
  name(targets, gains, movable, picked) {
    const found = new Map(targets.map((action) => [this.cell(action.seat, action.cell), action]));
    for (const cell of this.root.querySelectorAll("svg.live [data-cell]")) {
      const { tile, place = cell.dataset.cell } = cell.dataset;
      const action = found.get(cell);
      const can = movable.includes(tile) && cell.ownerSVGElement.dataset.zone === "reserve";
      let text = tile ? say(can ? (tile === picked ? "cell_picked" : "cell_movable") : "cell_tile", { place, tile: this.named(tile) }) : say("cell_empty", { place });
      if (action) text = this.takes(action, gains, place);
      if (cell.getAttribute("aria-label") !== text) cell.setAttribute("aria-label", text);
    }
  }

  // What is said at a cell that takes the tile of an action.
  takes({ seat, cell, tile, text }, gains, place) {
    if (text in gains) return say("cell_gain", { place, points: signed(gains[text]) });
    const lines = this.completes(seat, cell, tile).map(({ mark, points }) => say(LINES[mark.dataset.direction], { count: points }));
    return lines.length ? say("cell_completes", { place, lines: listed(lines) }) : say("cell_takes", { place });
  }

  #mark(mark, sheet, zone) {
    const cells = mark.dataset.cells.split(" ");
    const direction = Number(mark.dataset.direction);
    const items = zone === "yard" ? sheet.items.flatMap((item) => item.parts ?? []) : sheet.items;
    const along = (item) => DIRECTIONS[direction] === item.direction && item.cells.every((name) => cells.includes(name));
    const line = items.find((item) => item.kind === "line" && along(item));
    const ray = items.find((item) => (item.kind === "ray" || item.kind === "best-ray") && along(item));
    const names = ["mark"];
    if (line) names.push("scores", `n${line.number}`);
    if (ray) names.push("ray", ray.symbol);
    mark.setAttribute("class", names.join(" "));
    const text = mark.querySelector(".points text");
    if (text) text.textContent = line ? number(line.points) : "";
    const isBroken = this.#worth(mark, (name) => sheet.cells[name]) === 0;
    for (const name of cells) {
      const cell = mark.ownerSVGElement.querySelector(`[data-cell="${name}"]`);
      cell.classList.toggle(`dead-${direction}`, isBroken);
    }
  }

  #bonus(extra, sheet) {
    const items = extra.ownerSVGElement.dataset.zone === "yard" ? sheet.items.flatMap((item) => item.parts ?? []) : sheet.items;
    const found = items.find((item) => item.kind === "bonus" && item.cells[0] === extra.dataset.bonus && item.points);
    extra.classList.toggle("scores", Boolean(found));
    extra.querySelector("text").textContent = found ? signed(found.points) : "";
  }

  // The lines that a tile would complete on a cell of a seat: their marks, each with the points.
  completes(seat, name, tile) {
    const svg = this.cell(seat, name).ownerSVGElement;
    const tileOn = (other) => (other === name ? tile : svg.querySelector(`[data-cell="${other}"]`).dataset.tile);
    const marks = [...svg.querySelectorAll(".mark")].filter((mark) => mark.dataset.cells.split(" ").includes(name));
    return marks.map((mark) => ({ mark, points: this.#worth(mark, tileOn) })).filter(({ points }) => points > 0);
  }

  // The ghost of a tile on a cell, and the lines that it would complete; their numbers lie above all outlines.
  preview({ seat, cell: name, tile }) {
    const cell = this.cell(seat, name);
    const face = cell.ownerSVGElement.querySelector(`[data-face="${name}"]`);
    for (const [i, shape] of this.shapes(tile).entries()) {
      const ghost = document.createElementNS(SVG, "g");
      ghost.setAttribute("class", "ghost");
      ghost.append(shape);
      (i ? face : cell).append(ghost);
    }
    const found = this.completes(seat, name, tile);
    for (const { mark } of found) mark.classList.add("would");
    return found;
  }

  clear() {
    for (const ghost of this.root.querySelectorAll(".ghost")) ghost.remove();
    for (const mark of this.root.querySelectorAll(".mark.would")) mark.classList.remove("would");
  }

  // What the line of a mark is worth with these tiles; 0 when it is broken, less when it is incomplete.
  #worth(mark, tileOn) {
    const cells = mark.dataset.cells.split(" ");
    const tiles = cells.map((name) => tileOn(name)?.split("-").map((stripe) => (stripe === "*" ? 0 : Number(stripe))));
    const sheet = tiles.map((tile, i) => (tile ? i : -1));
    const skips = cells.map((name) => (mark.dataset.skips ?? "").split(" ").includes(name));
    const direction = Number(mark.dataset.direction);
    const highest = Number(this.root.dataset.highest.split(" ")[direction]);
    const shared = line_number(direction, [...cells.keys()], sheet, tiles, skips, highest);
    return shared > 0 ? shared * tiles.filter(Boolean).length : shared;
  }
}

// The tiles on call; and in an intermission the place of the next tile, on which one goes on.
export class Calls {
  // `choose(tile)` is called when one of several tiles is chosen, `next()` when the player waits no longer, `leave()` when
  // the focus was here and has nothing to be on any more.
  constructor(box, boards, { choose, next, leave }) {
    Object.assign(this, { box, boards, choose, next, leave });
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
    const hasFocus = this.box.contains(document.activeElement);
    this.box.replaceChildren(...shown.map((tile) => (tile ? this.#tile(view, tiles, tile, chosen) : this.#next())));
    if (!hasFocus) return;
    const next = this.box.querySelector("[aria-pressed=true]") ?? this.box.querySelector("button:enabled");
    if (next && tiles.length > 1) next.focus({ preventScroll: true });
    else this.leave();
  }

  #tile(view, tiles, tile, chosen) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.tile = tile;
    button.disabled = view.seat !== null && !tiles.includes(tile);
    button.setAttribute("aria-label", say("tile", { tile: this.boards.named(tile) }));
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

const HEXAGON = "M46 0L23 39.8L-23 39.8L-46 0L-23 -39.8L23 -39.8z";
const DIRECTIONS = ["vertical", "rising", "falling"];
const LINES = ["line_vertical", "line_rising", "line_falling"];
