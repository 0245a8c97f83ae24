// Boards can be walked cell by cell, and each says what it holds. On hexagons the arrows up and down follow the vertical
// lines, left and right the falling ones, and with Shift the rising ones; at the end of a line they lead to the nearest
// cell on that side, also beside the board. Each sheet is one stop of the Tab key: the cell where its reader was last.

const SLANT = [Math.sqrt(3) / 2, 0.5];
const SIDES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const sheet = (cell) => cell.closest(".own-game") ?? cell.closest("[data-own], .other, .boards, .review-board, .picture") ?? document;
const cells = (cell) => [...sheet(cell).querySelectorAll("[role=gridcell]")];

function middle(cell) {
  const box = cell.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// The nearest cell in a direction; `width` says how far from the straight line it may lie, for its distance.
function nearest(cell, [dx, dy], width) {
  const [x, y] = middle(cell);
  let best = null;
  let least = Infinity;
  for (const other of cells(cell)) {
    const [u, v] = middle(other);
    const ahead = (u - x) * dx + (v - y) * dy;
    const aside = Math.abs((u - x) * dy - (v - y) * dx);
    const far = Math.hypot(ahead, aside) * (aside > ahead ? 3 : 1);
    if (ahead > 3 && aside < width * ahead && far < least) [best, least] = [other, far];
  }
  return best;
}

function next(cell, key, isShift) {
  const [dx, dy] = SIDES[key];
  const isSquare = Boolean(cell.closest(".five, .five-board"));
  if (isSquare || dy) return nearest(cell, [dx, dy], 0.1) ?? (isSquare ? null : nearest(cell, [dx, dy], Infinity));
  const along = nearest(cell, [SLANT[0] * dx, SLANT[1] * (isShift ? -dx : dx)], 0.1);
  return along ?? (isShift ? null : nearest(cell, [dx, dy], Infinity));
}

// Let the Tab key lead to this cell, and the focus if it is asked for.
export function stop(cell, isFocused = true) {
  for (const other of cells(cell)) if (other.tabIndex === 0) other.setAttribute("tabindex", "-1");
  cell.setAttribute("tabindex", "0");
  if (isFocused) cell.focus();
}

// What replaces a part of the page: whoever was on a cell of it is on the same cell afterwards.
export function keepPlace(replace) {
  const cell = document.activeElement.closest?.("[role=gridcell]");
  const same = cell && `[role=gridcell][data-cell="${cell.dataset.cell}"]`;
  const at = cell && [...document.querySelectorAll(same)].indexOf(cell);
  replace();
  const found = cell && !cell.isConnected && document.querySelectorAll(same)[at];
  if (found) stop(found);
}

document.addEventListener("keydown", (event) => {
  const cell = event.target.closest?.("[role=gridcell]");
  if (!cell || !SIDES[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  const found = next(cell, event.key, event.shiftKey);
  if (found) stop(found);
});
document.addEventListener("focusin", ({ target }) => target.matches?.("[role=gridcell][tabindex='-1']") && stop(target, false));
