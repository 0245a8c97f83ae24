// A typed line of the scorekeeper: tiles on cells in any order (`c3 978`, `978 c3`, several in one line), a column or the
// scrapyard from its first cell (`c 927 964 978`), a tile alone for the chosen cell, `-` to empty a cell, undo and redo.
// Tiles are read as everywhere (`typing.js`): numbers in any order, with or without dashes.

import { say } from "./page.js";
import { means, problem } from "./typed.js";
import { tiles } from "./typing.js";

const CELL = /^[a-z]\d{1,2}$/;
const COLUMN = /^[a-z]$/;
const TILE = /^[\d*w-]+$/;
const PART = /^(\d{1,2}|[*w])$/;
const EMPTY = ["-", "–", "—"];
const SKIP = ".";

// What a line means: `{ entries: [[cell, tile or null], ...] }` in the order of the line, `{ undo }` or `{ redo }`, `{ at }`
// for a cell to be chosen; or `{ problem }`, a sentence, and with it the `choices` where a spelling has several meanings.
// `tiles` are all of the set, `positions` the names of all cells, `at` is the chosen cell.
export function read(line, sheet) {
  const words = line.trim().toLowerCase().split(/[\s@=:,;]+/).filter(Boolean);
  if (!words.length) return problem("score_typed_how");
  if (words.length === 1 && means(words[0], "score_typed_undo")) return { undo: true };
  if (words.length === 1 && means(words[0], "score_typed_redo")) return { redo: true };
  if (words.length === 1 && sheet.positions.includes(words[0])) return { at: words[0] };
  return new Reader(sheet).read(joined(words));
}

// Three numbers that stand apart are one tile: `c3 9 7 8`.
function joined(words) {
  const found = [];
  for (let i = 0; i < words.length; i += 1) {
    if (PART.test(words[i]) && PART.test(words[i + 1] ?? "") && PART.test(words[i + 2] ?? "")) {
      found.push(words.slice(i, i + 3).join("-"));
      i += 2;
    } else found.push(words[i]);
  }
  return found;
}

// The cells of a column from the top, or of the scrapyard or reserve from the first.
export const column = (letter, positions) => positions.filter((name) => name[0] === letter);

class Reader {
  constructor(sheet) {
    this.sheet = sheet;
    this.entries = [];
    this.cell = null; // waits for its tile
    this.tile = undefined; // waits for its cell
    this.column = null; // the cells that are still to be filled, after its letter
  }

  read(words) {
    for (const word of words) {
      const found = this.#word(word);
      if (found) return found;
    }
    if (this.column?.isFresh) return problem("score_typed_no_tiles", { column: this.column.letter });
    if (this.cell) return problem("score_typed_no_tile_for", { cell: this.cell });
    if (this.tile !== undefined) return this.#alone();
    const cells = this.entries.map(([cell]) => cell);
    const twice = cells.find((cell, i) => cells.indexOf(cell) < i);
    return twice ? problem("score_typed_twice", { cell: twice }) : { entries: this.entries };
  }

  #word(word) {
    if (CELL.test(word)) return this.#cell(word);
    if (COLUMN.test(word) && word !== "w") return this.#column(word);
    if (EMPTY.includes(word)) return this.#put(null);
    if (word === SKIP) return this.column ? this.#next() : problem("score_typed_skip");
    if (!TILE.test(word)) return problem("score_typed_word", { word });
    const named = tiles(word.replaceAll("w", "*"), this.sheet.tiles);
    if (named.length === 1) return this.#put(named[0]);
    if (!named.length) return problem(PART.test(word) ? "score_typed_part" : "score_typed_no_tile", { tile: word });
    return { ...problem("score_typed_choice", { word, tiles: named.join(", ") }), choices: named, word };
  }

  #cell(word) {
    if (!this.sheet.positions.includes(word)) return noCell(word, this.sheet.positions);
    if (this.column?.isFresh) return problem("score_typed_no_tiles", { column: this.column.letter });
    this.column = null;
    if (this.cell) return problem("score_typed_no_tile_for", { cell: this.cell });
    if (this.tile === undefined) this.cell = word;
    else {
      this.entries.push([word, this.tile]);
      this.tile = undefined;
    }
    return null;
  }

  #column(letter) {
    const cells = column(letter, this.sheet.positions);
    if (!cells.length) return noCell(letter, this.sheet.positions);
    if (this.column?.isFresh) return problem("score_typed_no_tiles", { column: this.column.letter });
    if (this.cell) return problem("score_typed_no_tile_for", { cell: this.cell });
    if (this.tile !== undefined) return problem("score_typed_no_cell_for", { tile: this.tile ?? "-" });
    this.column = { letter, cells: [...cells], length: cells.length, isFresh: true };
    return null;
  }

  // The next cell of the column takes this tile; without one it stays as it is.
  #next(tile) {
    const { letter, cells, length } = this.column;
    this.column.isFresh = false;
    const cell = cells.shift();
    if (cell && tile !== undefined) this.entries.push([cell, tile]);
    return cell ? null : problem("score_typed_long", { column: letter, count: length });
  }

  #put(tile) {
    if (this.column) return this.#next(tile);
    if (this.cell) {
      this.entries.push([this.cell, tile]);
      this.cell = null;
      return null;
    }
    if (this.tile !== undefined) return problem("score_typed_no_cell_for", { tile: this.tile ?? "-" });
    this.tile = tile;
    return null;
  }

  // A tile without a cell goes to the chosen one.
  #alone() {
    const { at } = this.sheet;
    if (this.entries.length || !at) return problem("score_typed_no_cell_for", { tile: this.tile ?? "-" });
    return { entries: [[at, this.tile]] };
  }
}

function noCell(name, positions) {
  const lacks = (letter) => name[0] === letter && !positions.some((one) => one[0] === letter);
  if (lacks("s")) return problem("score_typed_no_yard", { cell: name });
  if (lacks("x")) return problem("score_typed_no_reserve", { cell: name });
  const last = column(name[0], positions).at(-1);
  if (last) return problem("score_typed_no_row", { cell: name, last });
  return problem("score_typed_no_cell", { cell: name });
}

// Where one goes on after a cell: the next one without a tile in the order of the sheet, or none when all are filled.
export function following(cell, positions, cells) {
  const from = positions.indexOf(cell) + 1;
  return [...positions.slice(from), ...positions.slice(0, from)].find((name) => !cells[name]) ?? null;
}

// A line with one of its words replaced, for a choice that was made by a tap.
export const chosen = (line, word, tile) => line.replace(new RegExp(`(^|[\\s@=:,;])${word.replaceAll("*", "\\*")}(?=$|[\\s@=:,;])`, "i"), `$1${tile}`);

// What a tile does on a cell in words: where it lies, what it replaced.
export const echoed = (cell, tile, before, named) =>
  !tile ? say("score_echo_empty", { cell })
    : before && before !== tile ? say("score_echo_instead", { cell, tile: named(tile), before: named(before) })
      : say("score_echo", { cell, tile: named(tile) });
