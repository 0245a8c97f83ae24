// What stands beside the boards of a hexagon game (who thinks, standings, best rays, what scores, the bag), and what is
// new in it, in words.

import { listed, number, say, sentence, signed } from "./page.js";

export class Panels {
  constructor(root) {
    this.root = root;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
  }

  // `shown` is the seat whose board is the large one.
  show(view, shown) {
    this.#bag(view);
    this.#scores(view.sheets[shown - 1]);
    this.#players(view);
    this.#match(view);
    this.part("best-rays")?.replaceChildren(...["sun", "moon"].map((symbol) => best(view, symbol)));
  }

  #bag({ drawn, bag }) {
    const gone = new Set(drawn);
    for (const tile of this.root.querySelectorAll("[data-bag]")) {
      const isGone = gone.has(tile.dataset.bag);
      tile.classList.toggle("drawn", isGone);
      tile.setAttribute("aria-hidden", String(isGone));
    }
    for (const count of this.root.querySelectorAll("[data-count]")) {
      const [direction, stripe] = count.dataset.count.split(":");
      const left = bag.filter((tile) => tile.split("-")[Number(direction)] === stripe).length;
      count.lastChild.textContent = number(left);
    }
    const left = this.part("left");
    if (left) left.textContent = number(bag.length);
  }

  #scores({ items }) {
    const list = this.part("scores");
    list.replaceChildren(...items.filter((item) => item.points || item.value !== undefined).map(scored));
    this.part("none").hidden = list.children.length > 0;
  }

  #players({ sheets, seat: own, to_act }) {
    const rank = this.part("rank");
    const ahead = own && sheets.filter((sheet) => sheet.total > sheets[own - 1].total).length;
    if (rank && own) rank.textContent = say("rank", { rank: ahead + 1, count: sheets.length });
    sheets.forEach((sheet, i) => {
      const seat = i + 1;
      for (const total of this.root.querySelectorAll(`[data-total="${seat}"]`)) total.textContent = number(sheet.total);
      for (const state of this.root.querySelectorAll(`[data-state="${seat}"]`)) {
        const thinks = to_act.includes(seat);
        state.classList.toggle("thinks", thinks);
        state.classList.toggle("ready", !thinks && to_act.length > 0);
        state.textContent = thinks ? say("thinks") : to_act.length ? say("ready") : "";
      }
    });
  }

  // The standings have a column more for every game that is counted.
  #match({ counted, standings }) {
    const rows = [...this.root.querySelectorAll("[data-part=standings] tr")];
    for (let game = rows[0]?.cells.length - 1; game <= counted.length; game += 1) {
      rows.forEach((row, i) => {
        const cell = document.createElement(i ? "td" : "th");
        cell.textContent = i ? number(counted[game - 1][i - 1]) : say("game_n", { game });
        row.lastElementChild.before(cell);
      });
    }
    rows.slice(1).forEach((row, i) => (row.lastElementChild.textContent = number(standings[i])));
  }
}

export function best(view, symbol) {
  const entry = document.createElement("li");
  const names = [];
  let found = null;
  view.sheets.forEach((sheet, i) => {
    const ray = sheet.items.find((item) => item.kind === "best-ray" && item.symbol === symbol);
    if (ray) names.push(view.names[i]);
    found ??= ray;
  });
  const [told, none] = RAYS[symbol];
  const points = document.createElement("b");
  points.textContent = found ? signed(found.points) : "";
  entry.append(found ? say(told, { names: listed(names), count: found.length }) : say(none), points);
  return entry;
}

export function scored(item) {
  const entry = document.createElement("li");
  entry.tabIndex = 0;
  entry.dataset.cells = (item.cells ?? []).join(" ");
  const points = document.createElement("b");
  points.textContent = item.kind === "scrapyard" ? "" : number(item.points);
  entry.append(reason(item), points);
  return entry;
}

// What is new between two views, as sentences: what was placed and taken back, points, the next call.
export class News {
  #before = null;

  // `named` says what a tile is called.
  constructor(named) {
    this.named = named;
  }

  // What this view has that the one before it had not.
  of(view) {
    const before = this.#before;
    this.#before = view;
    const isNew = !before || (!view.between && (before.between || view.round !== before.round));
    const found = isNew ? [this.#round(view)] : view.sheets.length > FEW + 1 ? [] : this.#others(before, view);
    if (!isNew && before.sheets[view.seat - 1]) found.unshift(...this.#own(before.sheets[view.seat - 1], view.sheets[view.seat - 1]));
    if (view.relocating && !before?.relocating) found.push(say("news_relocate"));
    if (view.outcome) found.push(say("news_over"));
    return isNew || view.drawn.length > before.drawn.length || view.handed.length > before.handed.length ? [...found, ...this.#called(view)] : found;
  }

  #round({ round, rounds, between }) {
    return rounds > 1 && !between ? say("news_round", { round, rounds }) : "";
  }

  #called(view) {
    if (view.outcome || view.between || view.relocating) return [];
    const values = { drawn: view.drawn.length, draws: view.drawn.length + view.draws_left };
    const found = view.called.length ? [say("news_called", { ...values, tiles: listed(view.called.map(this.named)) })] : [];
    for (const [seat, tile] of view.handed) found.push(say("news_handed", { name: view.names[seat - 1], tile: this.named(tile) }));
    return found;
  }

  #own(before, now) {
    const found = [];
    const [put, gone] = changes(before, now);
    for (const [cell, tile] of put) found.push(say("news_placed", { cell, tile: this.named(tile) }));
    for (const [cell, tile] of gone) if (!put.some(([, one]) => one === tile)) found.push(say("news_back", { cell, tile: this.named(tile) }));
    const known = new Set(before.items.map(key));
    for (const item of now.items) if (item.points && item.kind !== "scrapyard" && !known.has(key(item))) found.push(say("news_item", { reason: reason(item), points: item.points, count: item.points }));
    if (now.total !== before.total) found.push(say("news_total", { count: now.total }));
    return found;
  }

  #others(before, view) {
    return view.sheets.flatMap((sheet, i) => {
      if (i + 1 === view.seat || !before.sheets[i]) return []; // a late comer has no sheet in the view before
      const name = view.names[i];
      const isScored = sheet.total !== before.sheets[i].total;
      return changes(before.sheets[i], sheet)[0].map(([cell, tile]) =>
        isScored ? say("news_other_points", { name, cell, tile: this.named(tile), count: sheet.total }) : say("news_other", { name, cell, tile: this.named(tile) }));
    });
  }
}

// The cells that were filled, and those that were emptied, with their tiles.
function changes(before, now) {
  const put = Object.entries(now.cells).filter(([cell, tile]) => before.cells[cell] !== tile);
  const gone = Object.entries(before.cells).filter(([cell, tile]) => now.cells[cell] !== tile);
  return [put, gone];
}

export const key = (item) => [item.kind, item.symbol, item.direction, item.points, ...(item.cells ?? [])].join(" ");

const FEW = 3; // other players whose placements are told one by one
const RAYS = { sun: ["sunray", "no_sunray"], moon: ["moonray", "no_moonray"] };

// Why points were scored, in the language of the page: the server sends what was scored, without words for it.
export function reason(item) {
  const { kind, direction, symbol, bonus, cells = [], length, shared = 1 } = item;
  const stem = { line: direction, ray: `${symbol}ray`, "best-ray": `best_${symbol}ray`, bonus }[kind] ?? kind;
  const end = shared > 1 ? "_shared" : length === 1 && kind !== "best-ray" ? "_cell" : "";
  const [first] = cells;
  return sentence(say(`item_${stem}${end}`, { ...item, first, last: cells.at(-1), cell: first, each: item.points / length }));
}
