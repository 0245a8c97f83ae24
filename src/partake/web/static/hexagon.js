// A hexagon game on the page: shows the view the server sent, and turns taps and keys into actions.

import { Boards, Calls } from "./board.js";
import { Intermission } from "./intermission.js";
import { announce, listed, number, reload, say, signed } from "./page.js";
import { News, Panels } from "./panels.js";

// What most tables do not need is loaded only where it is.
const Relocation = document.querySelector("[data-own] svg.reserve") && (await import("./relocation.js")).Relocation;
const Watching = document.querySelector("[data-swap]") && (await import("./watching.js")).Watching;

const CONFIRM = "partake-confirm";

// An action's text as what it does: a tile to a cell of a seat, or a word.
function read(text, own) {
  const found = /^(.+?)([@>])([a-z]\d+)(?:\/(\d+))?$/.exec(text);
  if (!found) return text.endsWith("@s") ? { text, tile: text.slice(0, -2), scrap: true } : { text, word: text };
  return { text, tile: found[1], moves: found[2] === ">", cell: found[3], seat: Number(found[4] ?? own) };
}

export class Game {
  constructor(root, send, goOn) {
    this.root = root;
    this.send = send;
    this.boards = new Boards(root);
    this.panels = new Panels(root);
    this.relocation = Relocation && new Relocation(root, this.boards);
    this.view = null;
    this.tile = null;
    this.waiting = null;
    this.pointed = null;
    this.assumed = null;
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.intermission = new Intermission(root, goOn);
    this.intermission.changed = () => this.view && this.#refresh();
    this.calls = new Calls(this.part("tiles"), this.boards, { choose: (tile) => this.#pick(tile), next: () => this.intermission.next(), leave: () => this.#home() });
    this.news = new News(this.boards.named);
    this.watching = Watching && new Watching(root, () => this.view && this.#refresh());
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
    this.part("back")?.addEventListener("click", () => this.#back());
    this.part("done")?.addEventListener("click", () => this.#do("done"));
    this.part("scrap")?.addEventListener("click", () => this.tile && this.#do(`${this.tile}@s`));
    this.part("place")?.addEventListener("click", () => this.waiting && this.#do(this.waiting.text));
  }

  get actions() {
    return this.view.legal.map((text) => read(text, this.view.seat));
  }

  show(view, intermission) {
    if (this.view && !view.between && String(view.holders) !== String(this.holders)) reload(); // other scrapyards lie here
    this.holders = view.between ? this.holders : view.holders;
    const news = this.news.of(view);
    if (view.between) announce(...news.splice(0)); // what ended the game comes before its result
    this.intermission.show(view, intermission, this.view !== null);
    this.view = view;
    const told = this.part("told").textContent;
    this.#refresh();
    const isAsked = told !== this.part("told").textContent && this.part("told").textContent === say("until");
    announce(...news, isAsked && say("news_until"));
  }

  // Put the focus back on the board, where the player was last.
  #home() {
    this.root.querySelector("[data-own] [role=gridcell][tabindex='0']")?.focus({ preventScroll: true });
  }

  // The tiles that can be placed or moved, each once.
  get tiles() {
    return [...new Set(this.actions.filter((action) => action.tile).map((action) => action.tile))];
  }

  // Draw everything as the view has it; what is under way, and what the player has chosen or points at, stays.
  #refresh() {
    const { view, tiles, waiting } = this;
    for (const cell of this.root.querySelectorAll(".cell.under-way")) cell.classList.remove("under-way");
    view.sheets.forEach((sheet, i) => this.boards.show(i + 1, sheet));
    if (!tiles.includes(this.tile)) this.tile = tiles[0] ?? null;
    this.#unchoose();
    this.#legal();
    this.#tell();
    this.panels.show(view, this.shown);
    if (this.busy && this.assumed) this.assume(this.assumed);
    if (waiting && view.legal.includes(waiting.text)) this.#choose(this.boards.cell(waiting.seat, waiting.cell), waiting);
    else this.#look(this.pointed);
  }

  // The seat whose board is the large one.
  get shown() {
    return this.view.seat ?? this.watching?.seat ?? 1;
  }

  #pick(tile) {
    this.tile = tile;
    this.#unchoose();
    this.#legal();
  }

  #legal() {
    for (const cell of this.root.querySelectorAll(".cell.legal")) cell.classList.remove("legal");
    const targets = this.#targets();
    const cells = targets.map((action) => this.boards.cell(action.seat, action.cell));
    for (const cell of cells) cell?.classList.add("legal");
    this.calls.show(this.view, this.tiles, this.tile, this.intermission.isDue);
    this.relocation?.show(this.view, this.tiles, this.tile, targets);
    this.intermission.rings();
    this.boards.name(targets, this.view.gains, this.view.relocating ? this.tiles : [], this.tile);
    const at = this.root.querySelector("[data-own] [role=gridcell][tabindex='0']");
    const first = cells.find((cell) => cell?.closest("[data-own]"));
    if (first && at !== document.activeElement && !cells.includes(at)) {
      at?.setAttribute("tabindex", "-1");
      first.setAttribute("tabindex", "0");
    }
    const can = (word) => this.actions.some((action) => action.word === word);
    const isLate = !can("back") && this.intermission.isLate;
    this.#toggle("back", can("back") || isLate);
    this.part("back")?.classList.toggle("late", isLate);
    this.#toggle("done", can("done"));
    if (can("done")) this.part("done").textContent = say("done_with", { points: this.view.sheets[this.shown - 1].total, count: Math.abs(this.view.sheets[this.shown - 1].total) });
    this.#toggle("scrap", this.actions.some((action) => action.scrap && action.tile === this.tile));
    this.#toggle("place", this.waiting);
  }

  #toggle(name, on) {
    const found = this.part(name);
    const isLeft = !on && found && found === document.activeElement;
    if (found) found.hidden = !on;
    if (isLeft) this.#home();
  }

  #targets() {
    return this.actions.filter((action) => action.cell && action.tile === this.tile);
  }

  #action(cell) {
    const seat = Number(cell.ownerSVGElement.dataset.seat);
    return this.#targets().find((action) => action.cell === cell.dataset.cell && action.seat === seat);
  }

  #tap(cell) {
    const reserved = !this.busy && this.relocation?.tile(this.view, cell, this.tiles);
    if (reserved) {
      this.#pick(reserved);
      const cells = this.#targets().map(({ cell, text }) => say("gain", { cell, points: signed(this.view.gains[text]) }));
      announce(say("news_picked", { tile: this.boards.named(reserved), cells: listed(cells) }));
      return;
    }
    const action = this.#action(cell);
    if (!action || this.busy) return;
    const sure = !this.part("confirm")?.checked || this.waiting?.text === action.text;
    if (sure) {
      this.#do(action.text);
      return;
    }
    this.#unchoose();
    this.#choose(cell, action);
    announce(say("news_confirm", { cell: action.cell, tile: this.boards.named(action.tile) }));
  }

  #choose(cell, action) {
    this.waiting = action;
    cell.classList.add("chosen");
    this.#preview(action);
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
    if (action) this.#preview(action);
  }

  #clear() {
    this.boards.clear();
    const told = this.part("would");
    if (told) told.textContent = "";
  }

  #preview(action) {
    const found = this.boards.preview(action);
    const told = this.part("would");
    if (action.text in this.view.gains) told.textContent = this.relocation.would(this.view, action);
    else if (told && found.length) told.textContent = say("would", { points: found.map(({ points }) => number(points)).join(" + ") });
  }

  #key(event, cell) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#tap(cell);
    } else if (event.key === "Escape") {
      this.#unchoose();
    } else if (event.key === "Backspace" || event.key === "u") {
      this.#back();
    }
  }

  #back() {
    if (this.view.legal.includes("back")) this.#do("back");
    else if (this.intermission.isLate) this.intermission.tooLate();
  }

  // What reads typed lines.
  reader() {
    return import("./typing.js");
  }

  // Do what was typed.
  act(text) {
    this.#do(text);
  }

  async #do(text) {
    if (this.busy) return;
    this.#unchoose();
    await this.send(text, this.intermission.pause);
    this.#look(this.pointed);
  }

  // Show an action at once that is under way; the server's answer follows and has the last word.
  assume(text) {
    this.assumed = text;
    const action = read(text, this.view.seat);
    if (action.cell && !action.moves && action.seat === this.view.seat) {
      const sheet = this.view.sheets[action.seat - 1];
      const cells = { ...sheet.cells, [action.cell]: action.tile };
      this.boards.show(action.seat, { ...sheet, cells, latest: [action.cell] });
    }
    for (const cell of this.root.querySelectorAll(".cell.legal")) cell.classList.remove("legal");
    if (action.cell) this.boards.cell(action.seat, action.cell)?.classList.add("under-way");
  }

  #tell() {
    const { view } = this;
    const told = this.part("told");
    const mine = view.seat !== null && view.to_act.includes(view.seat);
    let text = this.intermission.told();
    if (view.outcome) text = say("over");
    else if (view.between) text = say("ended", { game: view.counted.length, rounds: view.rounds });
    else if (view.seat === null) text = say("watching");
    else if (mine && view.relocating) text = this.relocation.told(view, this.tiles);
    else if (mine && !view.hand.length && view.handed.length) {
      text = say("handed", { name: view.names[view.handed[0][0] - 1] });
    } else if (mine) text = say("place", { tile: (this.tile ?? "").replaceAll("-", "\u2011") });
    else if (view.to_act.length) text = this.#awaited();
    if (told.textContent !== text) told.textContent = text;
    const drawn = view.drawn.length;
    this.part("turn").textContent = view.between ? "" : say("turn", { drawn, draws: drawn + view.draws_left });
    const round = this.part("round");
    const isMatch = view.rounds > 1 && !view.between;
    if (round) round.textContent = isMatch ? say("round", { round: view.round, rounds: view.rounds }) : "";
    this.part("total").firstChild.textContent = number(view.sheets[this.shown - 1].total);
  }

  // Who is still thinking, by name while there are few.
  #awaited() {
    const names = this.view.to_act.map((seat) => this.view.names[seat - 1]);
    return names.length > 3 ? say("others", { count: names.length }) : say("names", { names: listed(names) });
  }
}
