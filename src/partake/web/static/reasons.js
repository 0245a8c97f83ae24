// Why points were scored, in the language of the page: the server sends what was scored, without words for it.

import { say, sentence } from "./page.js";

export function reason(item) {
  const { kind, direction, symbol, bonus, cells = [], length, shared = 1 } = item;
  const stem = { line: direction, ray: `${symbol}ray`, "best-ray": `best_${symbol}ray`, bonus }[kind] ?? kind;
  const end = shared > 1 ? "_shared" : length === 1 && kind !== "best-ray" ? "_cell" : "";
  const [first] = cells;
  return sentence(say(`item_${stem}${end}`, { ...item, first, last: cells.at(-1), cell: first, each: item.points / length }));
}
