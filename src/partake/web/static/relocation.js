// Moves from the reserve at the end of a game: its tiles are chosen where they lie, and every cell to which the chosen
// one may go says what that would bring. The points come from the server.

import { say, signed } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

export class Relocation {
  constructor(root, boards) {
    Object.assign(this, { root, boards });
  }

  // The tile of the reserve that a cell holds, if it can move.
  tile(view, cell, tiles) {
    const isReserve = view.relocating && cell.ownerSVGElement.dataset.zone === "reserve";
    return isReserve && tiles.includes(cell.dataset.tile) ? cell.dataset.tile : null;
  }

  show(view, tiles, chosen, targets) {
    for (const old of this.root.querySelectorAll(".gain")) old.remove();
    for (const cell of this.root.querySelectorAll(".mine svg.reserve .cell")) {
      const canMove = Boolean(this.tile(view, cell, tiles));
      cell.classList.toggle("movable", canMove);
      cell.classList.toggle("picked", canMove && cell.dataset.tile === chosen);
      if (view.relocating) cell.setAttribute("aria-pressed", String(cell.classList.contains("picked")));
    }
    for (const { text, seat, cell } of targets) {
      const found = this.boards.cell(seat, cell);
      if (found && text in view.gains) found.ownerSVGElement.querySelector(".marks").append(label(view.gains[text], found));
    }
  }

  // What to do, or what this cell would bring.
  told(view, tiles) {
    return say(tiles.length ? "relocate" : "relocated");
  }

  would(view, action) {
    return say("gain", { points: signed(view.gains[action.text]), cell: action.cell });
  }
}

// Above all lines, where the cell lies.
function label(points, cell) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", points < 0 ? "gain loss" : points ? "gain" : "gain none");
  group.setAttribute("transform", cell.getAttribute("transform"));
  const back = document.createElementNS(SVG, "rect");
  const text = document.createElementNS(SVG, "text");
  text.textContent = signed(points);
  const width = 16 + text.textContent.length * 14;
  for (const [name, value] of Object.entries({ x: -width / 2, y: -17, width, height: 34, rx: 10 })) back.setAttribute(name, value);
  text.setAttribute("y", "8.5");
  group.append(back, text);
  return group;
}
