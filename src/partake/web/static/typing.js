// Typed moves: what a line means at this moment, as one of the actions that the rules allow. Tiles and cells are read as
// in the terminal (`partake.engine.reading`): numbers in any order, with or without dashes, cells in either case.

import { say } from "./page.js";
import { allowed, means, problem } from "./typed.js";

const CELL = /^[a-z]\d{0,2}$/;

// The action that a line means, and what was understood; or the problem, as a sentence. `cells` are those of the sheets.
export function read(line, view, cells) {
  const text = line.trim().toLowerCase();
  if (means(text, "typed_back")) return allowed(view, "back", say("typed_is_back"));
  if (means(text, "typed_done")) return allowed(view, "done", say("typed_is_done"));
  const words = text.split(/[\s@>,;]+/).filter(Boolean);
  const places = words.filter((word) => CELL.test(word) || means(word, "typed_scrap"));
  const written = words.filter((word) => !places.includes(word)).join("-");
  if (places.length !== 1 || (written && !/^[\d*w-]+$/.test(written))) return problem("typed_how");
  const named = written ? tiles(written.replaceAll("w", "*"), [...view.drawn, ...view.bag]) : [];
  if (written && !named.length) return problem("typed_no_tile", { tile: written });
  if (named.length > 1) return problem("typed_tiles", { tiles: named.join(", ") });
  return put(places[0], named[0], view, cells);
}

// The tiles that may be meant: one with the numbers in this order, or else all that have them in another.
export function tiles(written, all) {
  const parts = written.split("-").filter(Boolean);
  const spell = (tile) => (parts.length === 1 ? orders(tile).map((order) => order.join("")) : orders(tile).map((order) => order.join("-")));
  const plain = parts.join("-");
  const exact = all.filter((tile) => spell(tile)[0] === plain);
  return exact.length ? exact : all.filter((tile) => spell(tile).includes(plain));
}

function orders(tile) {
  const [a, b, c] = tile.split("-");
  return [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]];
}

function put(place, tile, view, cells) {
  const actions = view.legal.map((action) => /^(.+)[@>]([a-z]\d*)(?:\/\d+)?$/.exec(action)).filter(Boolean);
  const isScrap = means(place, "typed_scrap") && actions.some(([, , cell]) => cell === "s");
  const first = place === "x" && actions.find(([, , cell]) => cell[0] === "x")?.[2];
  const wanted = isScrap ? "s" : first || place;
  const found = actions.filter(([, one, cell]) => cell === wanted && (!tile || one === tile));
  if (found.length === 1) {
    const [action, one] = found[0];
    return { action, told: isScrap ? say("typed_is_scrap", { tile: one }) : say("typed_is_place", { tile: one, cell: wanted }) };
  }
  if (found.length) return problem("typed_which", { tiles: found.map(([, one]) => `${one} ${wanted}`).join(", ") });
  if (!cells.includes(wanted)) return problem("typed_no_cell", { cell: wanted });
  if (!actions.length) return problem("typed_wait");
  const held = view.sheets[view.seat - 1].cells[wanted];
  if (held) return problem("typed_taken", { cell: wanted, tile: held });
  if (tile && !actions.some(([, one]) => one === tile)) return problem("typed_not_called", { tile });
  return problem("typed_not_there", { cell: wanted });
}
