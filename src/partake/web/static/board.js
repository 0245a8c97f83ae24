// The drawn hexagon boards: put tiles on cells and show what scores. All shapes are in the page's sprite.

import { number, signed, use } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

const written = (tile) => tile.replaceAll("*", "w");

export class Boards {
  constructor(root) {
    this.root = root;
    this.stripes = root.dataset.stripes;
    this.faces = root.dataset.faces;
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
    if (cell.hasAttribute("aria-label")) cell.setAttribute("aria-label", `${name}, ${tile ?? cell.ownerSVGElement.dataset.empty ?? "empty"}`);
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
    const skips = (mark.dataset.skips ?? "").split(" ");
    const complete = cells.every((name) => sheet.cells[name] || skips.includes(name));
    for (const name of cells) {
      const cell = mark.ownerSVGElement.querySelector(`[data-cell="${name}"]`);
      cell.classList.toggle(`dead-${direction}`, complete && !line);
    }
  }

  #bonus(extra, sheet) {
    const items = extra.ownerSVGElement.dataset.zone === "yard" ? sheet.items.flatMap((item) => item.parts ?? []) : sheet.items;
    const found = items.find((item) => item.kind === "bonus" && item.cells[0] === extra.dataset.bonus && item.points);
    extra.classList.toggle("scores", Boolean(found));
    extra.querySelector("text").textContent = found ? signed(found.points) : "";
  }

  // What a tile would complete on a cell of a seat: the marks of its lines, each with the points.
  completes(seat, name, tile) {
    const svg = this.cell(seat, name).ownerSVGElement;
    const numbers = tile.split("-");
    const found = [];
    for (const mark of svg.querySelectorAll(".mark")) {
      const cells = mark.dataset.cells.split(" ");
      if (!cells.includes(name)) continue;
      const direction = Number(mark.dataset.direction);
      const skips = (mark.dataset.skips ?? "").split(" ");
      const seen = [numbers[direction]];
      let filled = 1;
      let complete = true;
      for (const other of cells) {
        if (other === name) continue;
        const held = svg.querySelector(`[data-cell="${other}"]`).dataset.tile;
        if (held) {
          seen.push(held.split("-")[direction]);
          filled += 1;
        } else if (!skips.includes(other)) complete = false;
      }
      const plain = new Set(seen.filter((number) => number !== "*"));
      if (!complete || plain.size > 1) continue;
      const highest = Number(this.root.dataset.highest.split(" ")[direction]);
      const number = plain.size ? Number([...plain][0]) : highest;
      found.push({ mark, points: filled * number });
    }
    return found;
  }
}

const HEXAGON = "M46 0L23 39.8L-23 39.8L-46 0L-23 -39.8L23 -39.8z";
const DIRECTIONS = ["vertical", "rising", "falling"];
