// Boards counted on the page by the engine's own rules, in the form in which pages show them.

import { count } from "./counting.js";

const DIRECTIONS = ["vertical", "rising", "falling"];

// What every player of a table has: for each the tiles as `{c3: "9-7-8"}`, and what they earn.
export function counted(rules, boards) {
  const spelt = rules.tiles.map((stripes) => stripes.map((stripe) => stripe || "*").join("-"));
  const index = new Map(spelt.map((tile, i) => [tile, i]));
  const sheets = boards.map((cells) => rules.positions.map((name) => index.get(cells[name]) ?? -1));
  const named = (item) => ({
    ...item,
    points: item.points / item.shared,
    cells: item.cells.map((at) => rules.positions[at]),
    length: item.cells.length,
    direction: DIRECTIONS[item.direction],
    tile: spelt[item.tile],
    parts: item.parts.map(named),
  });
  return count(rules, sheets).map((found, i) => {
    const items = found.map(named);
    return { cells: boards[i], latest: [], items, total: total(items) };
  });
}

// What the items of a player come to.
export const total = (items) => items.reduce((sum, { points }) => sum + points, 0);
