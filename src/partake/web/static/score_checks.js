// What cannot be right on the boards of a game, each with what to check. The comparison of boards is that of
// `engine/hexagon/same_draw.py`: all players are called the same tiles (H15).

import { listed, say } from "./page.js";

const MOST_TOLD = 6;

// A doubt is `{ player, cells, text }`; of one about the whole table the player is null and the cells are none.
// `sheet` is `{ positions, zones, targets, draws, each, tiles }`: the layout, the rules' numbers, the tiles in the bag by name.
export function doubts(sheet, boards, names, { called, isFinished, symbols }) {
  const found = boards.flatMap((cells, player) => own(sheet, cells, called, symbols).map((doubt) => ({ player, ...doubt })));
  if (called) return found;
  const compared = [...lone(sheet, boards, names)];
  if (compared.length) return [...found, ...compared];
  return [...found, ...disagreement(sheet, boards, names, isFinished)];
}

// What is wrong with one board by itself.
function own({ zones, targets, tiles }, cells, called, symbols) {
  const found = [];
  const at = new Map();
  for (const [cell, tile] of Object.entries(cells)) at.set(tile, [...(at.get(tile) ?? []), cell]);
  for (const [tile, places] of at) if (places.length > 1) found.push({ cells: places, text: say("score_doubt_twice", { tile, cells: listed(places) }) });
  for (const [cell, tile] of Object.entries(cells)) {
    if (!tiles.has(tile)) found.push({ cells: [cell], text: say(OTHER[symbols.get(tile)] ?? "score_doubt_bag", { tile, cell }) });
    else if (called && !called.includes(tile)) found.push({ cells: [cell], text: say("score_doubt_called", { tile, cell }) });
    if (targets.includes(cell) && tile.includes("*")) found.push({ cells: [cell], text: say("score_doubt_wild", { tile, cell }) });
  }
  const beside = zones.reserve ?? [];
  const moved = [...targets, ...beside].filter((cell) => cells[cell]);
  if (moved.length > beside.length) found.push({ cells: moved, text: say("score_doubt_reserve", { count: moved.length, most: beside.length, cells: listed(targets) }) });
  return found;
}
const OTHER = { sun: "score_doubt_sun", moon: "score_doubt_moon" };

export const isFull = (sheet, cells) => new Set(Object.values(cells)).size >= sheet.draws;

// Tiles that a full board of another player lacks: it has every tile that was called.
function* lone(sheet, boards, names) {
  const full = boards.map((cells, player) => ({ player, held: new Set(Object.values(cells)) })).filter(({ player }) => isFull(sheet, boards[player]));
  for (const [player, cells] of boards.entries()) {
    for (const [cell, tile] of Object.entries(cells)) {
      const without = full.filter((one) => one.player !== player && !one.held.has(tile)).map((one) => names[one.player]);
      if (without.length) yield { player, cells: [cell], text: say("score_doubt_lone", { count: without.length, tile, cell, name: names[player], names: listed(without) }) };
    }
  }
}

// Whether one draw can give these boards; those that are still being filled in lack many tiles without being wrong.
function disagreement(sheet, boards, names, isFinished) {
  if (boards.length < 2) return [];
  const held = boards.map((cells) => new Set(Object.values(cells)));
  const all = new Set(held.flatMap((tiles) => [...tiles]));
  const differing = [...all].filter((tile) => !held.every((tiles) => tiles.has(tile)));
  const told = differing.slice(0, MOST_TOLD).map((tile) => whose(tile, boards, names));
  if (differing.length > MOST_TOLD) told.push(say("score_tiles_more", { count: differing.length - MOST_TOLD }));
  const check = told.join("; ");
  const doubt = (text) => [{ player: null, cells: [], text }];
  if (all.size > sheet.draws) return doubt(say("score_doubt_draw", { count: sheet.draws, found: all.size, check }));
  const isDone = isFinished || boards.every((cells) => sheet.zones.board.every((cell) => cells[cell] || sheet.targets.includes(cell)));
  const lacks = held.some((tiles, i) => [...all].filter((tile) => !tiles.has(tile)).length > mayLack(sheet, boards[i]));
  return isDone && lacks ? doubt(say("score_doubt_differ", { check })) : [];
}

// How many tiles of the others an honest board may lack: those of a call, and of a zone that was left out.
function mayLack({ zones, each }, cells) {
  const leftOut = ["yard", "reserve"].map((name) => zones[name] ?? []).filter((zone) => zone.every((cell) => !cells[cell]));
  return each + leftOut.flat().length;
}

function whose(tile, boards, names) {
  const at = boards.flatMap((cells, i) => Object.keys(cells).filter((cell) => cells[cell] === tile).map((cell) => say("score_has_on", { name: names[i], cell })));
  const without = names.filter((_, i) => !Object.values(boards[i]).includes(tile));
  return say("score_whose", { count: without.length, tile, at: at.join(", "), names: listed(without) });
}

// What is missing on a board: the number of tiles, and the first cells that are empty.
export function missing(sheet, cells) {
  const count = Math.max(0, sheet.draws - Object.keys(cells).length);
  const open = sheet.positions.filter((cell) => !cells[cell] && !sheet.targets.includes(cell));
  if (!count) return "";
  const shown = open.slice(0, MOST_TOLD);
  return open.length > MOST_TOLD ? say("score_missing", { count }) : say("score_missing_cells", { count, cells: listed(shown) });
}
