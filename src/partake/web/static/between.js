// The result of a game of a match: who won it, with which points, and how the match stands.

import { announce, listed, number, say, signed } from "./page.js";

const SHOWN = 8; // players

export class Between {
  constructor(root) {
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
  }

  // How a game of a match ended, until the next begins.
  show(view, hasGoneOn) {
    this.part("result").hidden = !view.between;
    if (!view.between) return;
    const points = view.counted.at(-1);
    const most = Math.max(...points);
    const winners = view.names.filter((_, i) => points[i] === most);
    const values = { game: view.counted.length, rounds: view.rounds, points: most, count: Math.abs(most), name: winners[0], names: listed(winners) };
    const told = say(headline(view.names.length, winners.length, most), values);
    if (this.part("won").textContent !== told) announce(told, say("news_between"));
    this.part("won").textContent = told;
    const order = points.map((_, i) => i).sort((a, b) => points[b] - points[a]);
    const own = view.seat === null ? [] : [view.seat - 1];
    const shown = [...new Set([...order.slice(0, SHOWN), ...own])];
    this.part("points").replaceChildren(...(points.length > 1 ? shown.map((i) => row([view.names[i], signed(points[i]), number(view.standings[i])])) : []));
    const go = this.part("go-on");
    if (go) go.disabled = hasGoneOn;
  }
}

function headline(players, winners, most) {
  if (players === 1) return "game_alone";
  if (!most) return "game_nothing";
  return winners > 1 ? "game_shared" : "game_won";
}

function row(texts) {
  const found = document.createElement("tr");
  for (const text of texts) found.insertCell().textContent = String(text);
  return found;
}
