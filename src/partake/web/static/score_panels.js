// What stands around the boards of an evening: players with their points, games, what scores and why, what to check, the
// standings.

import { element } from "./choosing.js";
import { listed, number, say, sentence } from "./page.js";
import { best, scored } from "./panels.js";
import { missing } from "./score_checks.js";

export class ScorePanels {
  // `turn(game, player)` shows another board.
  constructor(root, turn) {
    Object.assign(this, { root, turn });
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.part("tabs").addEventListener("keydown", (event) => this.#walk(event));
  }

  // The parts that stay the same while boards are filled in.
  frame({ names, edition, book: { evening } }) {
    const chosen = edition.options.filter(({ name }) => evening.options[name] !== edition.defaults[name]);
    const told = chosen.map(({ name, title, values }) => `${title}: ${values.find((one) => one.name === evening.options[name]).title}`);
    this.part("title").textContent = edition.title;
    this.part("played").textContent = told.join(" · ");
    this.part("tabs").replaceChildren(...names.map((name, i) => this.#tab(name, i)));
    this.part("tabs").hidden = names.length < 2;
  }

  #tab(name, player) {
    const tab = element("button", "tab");
    Object.assign(tab, { type: "button", id: `tab-${player}` });
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `sheet-${player}`);
    tab.append(element("span", "who", name), element("b"), element("small"));
    tab.addEventListener("click", () => this.turn(this.game, player));
    return tab;
  }

  #walk(event) {
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tabs = [...this.part("tabs").children];
    const at = tabs.indexOf(event.target.closest("[role=tab]"));
    if (!side || at < 0) return;
    event.preventDefault();
    const to = (at + side + tabs.length) % tabs.length;
    this.turn(this.game, to);
    tabs[to].focus();
  }

  show(keeper) {
    const { game, player, tables, found, names, sheet, book: { evening } } = keeper;
    this.game = game;
    const table = tables[game];
    [...this.part("tabs").children].forEach((tab, i) => {
      const isShown = i === player;
      tab.setAttribute("aria-selected", String(isShown));
      tab.tabIndex = isShown ? 0 : -1;
      tab.querySelector("b").textContent = number(table[i].total);
      tab.querySelector("small").textContent = this.#state(keeper, i);
    });
    this.part("total").textContent = say("score_points", { count: table[player].total });
    this.part("whose").textContent = names.length > 1 ? names[player] : "";
    this.part("points").replaceChildren(...lines(table[player].items));
    this.part("none").hidden = this.part("points").childElementCount > 0;
    this.part("missing").textContent = missing(sheet, evening.games[game].boards[player]);
    this.#doubts(found, names);
    this.#games(evening, names);
    this.#rays(table, names, sheet);
    this.#standings(keeper);
    this.#printed(keeper);
  }

  #state({ found, game, sheet, book: { evening } }, player) {
    if (found[game].some((doubt) => doubt.player === player)) return say("score_state_doubt");
    const cells = evening.games[game].boards[player];
    const left = sheet.draws - Object.keys(cells).length;
    return left > 0 ? say("score_state_left", { filled: sheet.draws - left, count: sheet.draws }) : say("score_state_full");
  }

  // What is to be checked in all games, that of the shown one first; a tap leads to the board.
  #doubts(found, names) {
    const all = found.flatMap((doubts, game) => doubts.map((doubt) => ({ game, ...doubt })));
    all.sort((a, b) => (b.game === this.game) - (a.game === this.game));
    this.part("doubts").hidden = !all.length;
    this.part("doubt-list").replaceChildren(...all.map(({ game, player, cells, text }) => {
      const entry = element("li");
      const values = { game: game + 1, name: names[player], text };
      const isElsewhere = game !== this.game;
      const told = player === null || names.length < 2 ? (isElsewhere ? say("score_doubt_in", values) : sentence(text)) : say(isElsewhere ? "score_doubt_game" : "score_doubt_of", values);
      const button = element("button", "plain", told);
      button.type = "button";
      button.dataset.cells = isElsewhere ? "" : cells.join(" ");
      button.addEventListener("click", () => this.turn(game, player ?? 0));
      entry.append(button);
      return entry;
    }));
  }

  #games({ games }, names) {
    const buttons = games.map((_, i) => {
      const button = element("button", "", say("game_n", { game: i + 1 }));
      button.type = "button";
      button.setAttribute("aria-pressed", String(i === this.game));
      button.addEventListener("click", () => this.turn(i, 0));
      return button;
    });
    this.part("games").replaceChildren(...(games.length > 1 ? buttons : []));
    this.part("caller").textContent = names.length > 1 ? say("score_calls", { name: names[games[this.game].caller] }) : "";
    this.part("drop").hidden = games.length < 2;
  }

  #rays(table, names, { rules }) {
    this.part("rays").hidden = rules.rays !== "best" || names.length < 2;
    if (this.part("rays").hidden) return;
    this.part("best-rays").replaceChildren(...["sun", "moon"].map((symbol) => best({ sheets: table, names }, symbol)));
  }

  #standings({ tables, found, names, sheet, book: { evening } }) {
    const totals = names.map((_, i) => tables.reduce((sum, table) => sum + table[i].total, 0));
    const most = Math.max(...totals);
    const first = names.filter((_, i) => totals[i] === most);
    const isOpen = evening.games.some(({ boards }) => boards.some((cells) => missing(sheet, cells)));
    const values = { name: first[0], names: listed(first), count: most };
    const isLone = names.length < 2;
    const told = isLone ? "score_alone" : first.length > 1 ? (isOpen ? "score_level" : "score_shared") : isOpen ? "score_leads" : "score_wins";
    this.part("result").textContent = say(told, values);
    this.part("unsure").hidden = !found.some((doubts) => doubts.length);
    const head = element("tr");
    head.append(element("th", "", say("score_player")), ...(tables.length > 1 ? tables.map((_, i) => element("th", "", say("game_n", { game: i + 1 }))) : []), element("th", "", say("score_total")));
    this.part("head").replaceChildren(head);
    const order = [...names.keys()].sort((a, b) => totals[b] - totals[a]);
    this.part("rows").replaceChildren(...order.map((i) => {
      const row = element("tr", !isOpen && !isLone && totals[i] === most ? "won" : "");
      row.append(element("td", "", names[i]), ...(tables.length > 1 ? tables.map((table, game) => this.#cell(table[i].total, game, i, names[i])) : []));
      row.append(element("td", "sum", number(totals[i])));
      return row;
    }));
  }

  // The points of a game lead to its board.
  #cell(total, game, player, name) {
    const cell = element("td");
    const button = element("button", "plain", number(total));
    button.type = "button";
    button.setAttribute("aria-label", say("score_open_board", { name, game: game + 1, count: total }));
    button.addEventListener("click", () => this.turn(game, player));
    cell.append(button);
    return cell;
  }

  // What stands beside each board on paper.
  #printed({ tables, game, names }) {
    for (const section of this.part("sheets").children) {
      const i = Number(section.dataset.player);
      section.querySelector("h2.printed").textContent = say("score_board_points", { name: names[i], count: tables[game][i].total });
      section.querySelector("ol.printed").replaceChildren(...lines(tables[game][i].items));
    }
  }
}

// The scored things with their reasons; a scrapyard lights up what it is worth something by.
function lines(items) {
  return items.filter((item) => item.points || item.kind === "scrapyard").map((item) => {
    const entry = scored(item);
    if (item.kind === "scrapyard") entry.dataset.cells = item.parts.flatMap((part) => part.cells).join(" ");
    return entry;
  });
}
