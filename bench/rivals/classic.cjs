// Take it Easy! for servers that bring no rules: tiles, cells, lines, points.
"use strict";

const product = (first, second, third) => first.flatMap((a) => second.flatMap((b) => third.map((c) => `${a}-${b}-${c}`)));

const TILES = product([1, 5, 9], [2, 6, 7], [3, 4, 8]);

// Columns a to e of 3, 4, 5, 4, 3 cells, in axial coordinates: each line has one of them constant.
const PLACES = [-2, -1, 0, 1, 2].flatMap((q) =>
  Array.from({ length: 5 - Math.abs(q) }, (_, row) => ({ name: "abcde"[q + 2] + (row + 1), q, r: row - 2 - Math.min(0, q) })),
);
const CELLS = PLACES.map((place) => place.name);
const NUMBERS = [(place) => place.q, (place) => place.q + place.r, (place) => place.r];
const LINES = NUMBERS.flatMap((constant, number) =>
  [-2, -1, 0, 1, 2].map((at) => ({ number, cells: PLACES.flatMap((place, cell) => (constant(place) === at ? [cell] : [])) })),
);

/** The points of a board: a list with a tile, or nothing, for each cell. */
function score(board) {
  return LINES.reduce((points, { number, cells }) => {
    const found = new Set(cells.map((cell) => board[cell] && board[cell].split("-")[number]));
    const [only] = found;
    return points + (found.size === 1 && only ? only * cells.length : 0);
  }, 0);
}

module.exports = { CELLS, SEATS: 4, TILES, score };
