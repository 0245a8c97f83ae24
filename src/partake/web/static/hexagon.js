// A hexagon game on the page: shows the view the server sent, and turns taps and keys into actions.

import { Boards } from "./board.js";
import { say } from "./page.js";

const CONFIRM = "partake-confirm";

// An action's text as what it does: a tile to a cell of a seat, or a word.
function read(text, own) {
  const found = /^(.+?)([@>])([a-z]\d+)(?:\/(\d+))?$/.exec(text);
  if (!found) return text.endsWith("@s") ? { text, tile: text.slice(0, -2), scrap: true } : { text, word: text };
  return { text, tile: found[1], moves: found[2] === ">", cell: found[3], seat: Number(found[4] ?? own) };
}

export class Hexagon {
  constructor(root, send) {
    this.root = root;
    this.send = send;
    this.boards = new Boards(root);
    this.view = null;
    this.tile = null;
    this.waiting = null;
    this.pointed = null;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    const confirm = this.part("confirm");
    if (confirm) {
      confirm.checked = localStorage.getItem(CONFIRM) === "yes";
      confirm.addEventListener("change", () => {
        localStorage.setItem(CONFIRM, confirm.checked ? "yes" : "no");
        this.#unchoose();
      });
    }
    const at = (event) => event.target.closest?.("svg.live [data-cell]");
    root.addEventListener("click", (event) => this.view && at(event) && this.#tap(at(event)));
    root.addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#look(at(event)));
    root.addEventListener("pointerleave", () => this.#look(null));
    root.addEventListener("focusin", (event) => this.#look(at(event)));
    root.addEventListener("focusout", () => this.#look(null));
    root.addEventListener("keydown", (event) => this.view && at(event) && this.#key(event, at(event)));
    this.part("back")?.addEventListener("click", () => this.#do("back"));
    this.part("done")?.addEventListener("click", () => this.#do("done"));
    this.part("scrap")?.addEventListener("click", () => this.tile && this.#do(`${this.tile}@s`));
    this.part("place")?.addEventListener("click", () => this.waiting && this.#do(this.waiting.text));
  }

  get actions() {
    return this.view.legal.map((text) => read(text, this.view.seat));
  }

  show(view) {
    const waiting = this.waiting;
    this.view = view;
    view.sheets.forEach((sheet, i) => this.boards.show(i + 1, sheet));
    const tiles = [...new Set(this.actions.filter((action) => action.tile).map((action) => action.tile))];
    if (!tiles.includes(this.tile)) this.tile = tiles[0] ?? null;
    this.#unchoose();
    this.#calls(tiles);
    this.#legal();
    this.#tell();
    this.#bag();
    this.#scores();
    this.#players();
    this.#match();
    if (waiting && view.legal.includes(waiting.text)) this.#choose(this.boards.cell(waiting.seat, waiting.cell), waiting);
    else this.#look(this.pointed);
  }

  // The tiles on call: those to place can be chosen when there is more than one.
  #calls(tiles) {
    const box = this.part("tiles");
    const reserve = this.view.relocating ? tiles : [];
    const handed = this.view.handed.map(([, tile]) => tile);
    const shown = [...new Set([...this.view.called, ...handed, ...reserve])];
    const key = `${shown.join()}|${tiles.join()}|${this.tile}`;
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    box.classList.toggle("two", shown.length > 1);
    box.replaceChildren(
      ...shown.map((tile) => {
        const button = document.createElement("button");
        button.type = "button";
        button.dataset.tile = tile;
        button.disabled = this.view.seat !== null && !tiles.includes(tile);
        button.setAttribute("aria-label", say("tile", { tile }));
        button.setAttribute("aria-pressed", String(tile === this.tile && tiles.length > 1));
        button.append(this.boards.picture(tile));
        button.addEventListener("click", () => {
          this.tile = tile;
          this.#unchoose();
          this.#calls(tiles);
          this.#legal();
        });
        return button;
      }),
    );
  }

  #legal() {
    for (const cell of this.root.querySelectorAll(".cell.legal")) cell.classList.remove("legal");
    const cells = this.#targets().map((action) => this.boards.cell(action.seat, action.cell));
    for (const cell of cells) cell?.classList.add("legal");
    const all = [...this.root.querySelectorAll(".cell[tabindex]")];
    const focused = all.find((cell) => cell === document.activeElement);
    const first = focused ?? cells.find((cell) => cell) ?? all[0];
    for (const cell of all) cell.setAttribute("tabindex", cell === first ? "0" : "-1");
    const can = (word) => this.actions.some((action) => action.word === word);
    this.#toggle("back", can("back"));
    this.#toggle("done", can("done"));
    this.#toggle("scrap", this.actions.some((action) => action.scrap && action.tile === this.tile));
    this.#toggle("place", this.waiting);
  }

  #toggle(name, on) {
    const found = this.part(name);
    if (found) found.hidden = !on;
  }

  #targets() {
    return this.actions.filter((action) => action.cell && action.tile === this.tile);
  }

  #action(cell) {
    const seat = Number(cell.ownerSVGElement.dataset.seat);
    return this.#targets().find((action) => action.cell === cell.dataset.cell && action.seat === seat);
  }

  #tap(cell) {
    const action = this.#action(cell);
    if (!action || this.busy) return;
    const sure = !this.part("confirm")?.checked || this.waiting?.text === action.text;
    if (sure) {
      this.#do(action.text);
      return;
    }
    this.#unchoose();
    this.#choose(cell, action);
  }

  #choose(cell, action) {
    this.waiting = action;
    cell.classList.add("chosen");
    this.#preview(cell, action);
    this.#toggle("place", true);
  }

  #unchoose() {
    this.waiting = null;
    for (const cell of this.root.querySelectorAll(".cell.chosen")) cell.classList.remove("chosen");
    this.#toggle("place", false);
    this.#clear();
  }

  // The ghost of the tile and what it would complete, for the cell under the pointer or the focus.
  #look(cell) {
    this.pointed = cell;
    if (this.waiting || !this.view) return;
    this.#clear();
    const action = cell && !this.busy && this.#action(cell);
    if (action) this.#preview(cell, action);
  }

  #clear() {
    for (const ghost of this.root.querySelectorAll(".ghost")) ghost.remove();
    for (const mark of this.root.querySelectorAll(".mark.would")) mark.classList.remove("would");
    const told = this.part("would");
    if (told) told.textContent = "";
  }

  #preview(cell, action) {
    const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
    ghost.setAttribute("class", "ghost");
    ghost.append(...this.boards.shapes(action.tile));
    cell.append(ghost);
    const found = this.boards.completes(action.seat, action.cell, action.tile);
    for (const { mark } of found) mark.classList.add("would");
    const told = this.part("would");
    if (told && found.length) told.textContent = say("would", { points: found.map(({ points }) => points).join(" + ") });
  }

  #key(event, cell) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#tap(cell);
    } else if (event.key === "Escape") {
      this.#unchoose();
    } else if (event.key === "Backspace" || event.key === "u") {
      if (this.actions.some((action) => action.word === "back")) this.#do("back");
    } else if (DIRECTIONS[event.key]) {
      event.preventDefault();
      this.#move(cell, DIRECTIONS[event.key]);
    }
  }

  // Focus the nearest cell on that side, wherever on the page it lies.
  #move(cell, [dx, dy]) {
    const middle = (other) => {
      const box = other.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(cell);
    let best = null;
    let nearest = Infinity;
    for (const other of this.root.querySelectorAll(".cell[tabindex]")) {
      const [u, v] = middle(other);
      const ahead = (u - x) * dx + (v - y) * dy;
      const aside = Math.abs((u - x) * dy) + Math.abs((v - y) * dx);
      const far = Math.hypot(ahead, aside) * (aside > ahead ? 3 : 1);
      if (other !== cell && ahead > 3 && far < nearest) [best, nearest] = [other, far];
    }
    if (!best) return;
    cell.setAttribute("tabindex", "-1");
    best.setAttribute("tabindex", "0");
    best.focus();
  }

  async #do(text) {
    if (this.busy) return;
    this.busy = true;
    const action = read(text, this.view.seat);
    this.#unchoose();
    if (action.cell && !action.moves && action.seat === this.view.seat) this.#assume(action);
    await this.send(text);
    this.busy = false;
    this.#look(this.pointed);
  }

  // Show a placement at once; the server's answer follows and has the last word.
  #assume(action) {
    const sheet = this.view.sheets[action.seat - 1];
    const cells = { ...sheet.cells, [action.cell]: action.tile };
    this.boards.show(action.seat, { ...sheet, cells, latest: [action.cell] });
    for (const cell of this.root.querySelectorAll(".cell.legal")) cell.classList.remove("legal");
  }

  #tell() {
    const { view } = this;
    const told = this.part("told");
    const mine = view.seat !== null && view.to_act.includes(view.seat);
    let text = say("waits");
    if (view.outcome) text = say("over");
    else if (view.seat === null) text = say("watching");
    else if (mine && view.relocating) text = say("relocate");
    else if (mine && !view.hand.length && view.handed.length) {
      text = say("handed", { name: view.names[view.handed[0][0] - 1] });
    } else if (mine) text = say("place", { tile: (this.tile ?? "").replaceAll("-", "\u2011") });
    else if (view.to_act.length) text = this.#awaited();
    if (told.textContent !== text) told.textContent = text;
    const turn = this.part("turn");
    const drawn = view.drawn.length;
    turn.textContent = say("turn", { drawn, draws: drawn + view.draws_left });
    const round = this.part("round");
    if (round) round.textContent = view.rounds > 1 ? say("round", { round: view.round, rounds: view.rounds }) : "";
    const own = view.sheets[(view.seat ?? 1) - 1];
    this.part("total").firstChild.textContent = String(own.total);
  }

  // Who is still thinking, by name while there are few.
  #awaited() {
    const names = this.view.to_act.map((seat) => this.view.names[seat - 1]);
    return names.length > 3 ? say("others", { count: names.length }) : say("names", { names: listed(names) });
  }

  // The standings have a column more for every game that is counted; the best rays are on the boards.
  #match() {
    const { counted, standings } = this.view;
    const rows = [...this.root.querySelectorAll("[data-part=standings] tr")];
    for (let game = rows[0]?.cells.length - 1; game <= counted.length; game += 1) {
      rows.forEach((row, i) => {
        const cell = document.createElement(i ? "td" : "th");
        cell.textContent = i ? String(counted[game - 1][i - 1]) : say("game_n", { game });
        row.lastElementChild.before(cell);
      });
    }
    rows.slice(1).forEach((row, i) => (row.lastElementChild.textContent = String(standings[i])));
    this.part("best-rays")?.replaceChildren(...["sun", "moon"].map((symbol) => this.#best(symbol)));
  }

  #best(symbol) {
    const entry = document.createElement("li");
    const names = [];
    let best = null;
    this.view.sheets.forEach((sheet, i) => {
      const found = sheet.items.find((item) => item.kind === "best-ray" && item.symbol === symbol);
      if (found) names.push(this.view.names[i]);
      best ??= found;
    });
    const [told, none] = RAYS[symbol];
    const points = document.createElement("b");
    points.textContent = best ? `+${best.points}` : "";
    entry.append(best ? say(told, { names: listed(names), length: best.length }) : say(none), points);
    return entry;
  }

  #bag() {
    const drawn = new Set(this.view.drawn);
    for (const tile of this.root.querySelectorAll("[data-bag]")) tile.classList.toggle("drawn", drawn.has(tile.dataset.bag));
    for (const count of this.root.querySelectorAll("[data-count]")) {
      const [direction, number] = count.dataset.count.split(":");
      const left = this.view.bag.filter((tile) => tile.split("-")[Number(direction)] === number).length;
      count.querySelector("span").textContent = String(left);
    }
    const left = this.part("left");
    if (left) left.textContent = String(this.view.bag.length);
  }

  #scores() {
    const list = this.part("scores");
    const items = this.view.sheets[(this.view.seat ?? 1) - 1].items;
    list.replaceChildren(...items.filter((item) => item.points || item.value !== undefined).map(scored));
    this.#toggle("none", !list.children.length);
  }

  #players() {
    const { sheets, seat: own } = this.view;
    const rank = this.part("rank");
    const ahead = own && sheets.filter((sheet) => sheet.total > sheets[own - 1].total).length;
    if (rank && own) rank.textContent = say("rank", { rank: ahead + 1, count: sheets.length });
    sheets.forEach((sheet, i) => {
      const seat = i + 1;
      for (const total of this.root.querySelectorAll(`[data-total="${seat}"]`)) total.textContent = String(sheet.total);
      for (const state of this.root.querySelectorAll(`[data-state="${seat}"]`)) {
        const thinks = this.view.to_act.includes(seat);
        state.classList.toggle("thinks", thinks);
        state.classList.toggle("ready", !thinks && this.view.to_act.length > 0);
        state.textContent = thinks ? say("thinks") : this.view.to_act.length ? say("ready") : "";
      }
    });
  }
}

function listed(names) {
  return names.length > 1 ? say("both", { one: names.slice(0, -1).join(", "), two: names.at(-1) }) : names.join("");
}

function scored(item) {
  const entry = document.createElement("li");
  entry.tabIndex = 0;
  entry.dataset.cells = (item.cells ?? []).join(" ");
  const points = document.createElement("b");
  points.textContent = item.kind === "scrapyard" ? "" : String(item.points);
  entry.append(item.reason, points);
  return entry;
}

const RAYS = { sun: ["sunray", "no_sunray"], moon: ["moonray", "no_moonray"] };
const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
