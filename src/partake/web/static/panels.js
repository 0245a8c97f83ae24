// What stands beside the boards of a hexagon game: who thinks, standings, best rays, what scores, the bag.

import { listed, number, say, signed } from "./page.js";
import { reason } from "./worded.js";

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
    for (const tile of this.root.querySelectorAll("[data-bag]")) tile.classList.toggle("drawn", gone.has(tile.dataset.bag));
    for (const count of this.root.querySelectorAll("[data-count]")) {
      const [direction, stripe] = count.dataset.count.split(":");
      const left = bag.filter((tile) => tile.split("-")[Number(direction)] === stripe).length;
      count.querySelector("span").textContent = number(left);
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

function best(view, symbol) {
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

function scored(item) {
  const entry = document.createElement("li");
  entry.tabIndex = 0;
  entry.dataset.cells = (item.cells ?? []).join(" ");
  const points = document.createElement("b");
  points.textContent = item.kind === "scrapyard" ? "" : number(item.points);
  entry.append(reason(item), points);
  return entry;
}

const RAYS = { sun: ["sunray", "no_sunray"], moon: ["moonray", "no_moonray"] };
