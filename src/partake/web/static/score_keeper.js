// Filling in the boards of an evening: tap a tile and its cell in either order, or type; every entry is counted, told and
// kept at once, and can be corrected at any time.

import { Boards } from "./board.js";
import { element, variantOf } from "./choosing.js";
import { counted } from "./counted.js";
import { announce, say } from "./page.js";
import { key, reason } from "./panels.js";
import { doubts, missing } from "./score_checks.js";
import { chosen, echoed, following, read } from "./score_entry.js";
import { ScorePanels } from "./score_panels.js";
import { Picker } from "./score_picker.js";
import { stop } from "./walk.js";

export class Keeper {
  // `save(book)` is called after each change, with what was changed: `{ game, player }`, or nothing for all.
  constructor(root, data, save) {
    Object.assign(this, { root, data, save, book: null, at: null, held: null, moving: null });
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.panels = new ScorePanels(root, (game, player) => this.turn(game, player));
    const cell = (event) => event.target.closest?.("[data-own] svg.live [data-cell]");
    this.part("sheets").addEventListener("click", (event) => cell(event) && this.#tap(cell(event).dataset.cell));
    this.part("sheets").addEventListener("keydown", (event) => cell(event) && this.#key(event, cell(event).dataset.cell));
    this.part("typing").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#type();
    });
    this.typed = this.part("typed");
    this.typed.addEventListener("input", () => this.#mistake(""));
    for (const name of ["undo", "redo", "move", "remove", "leave"]) this.part(name).addEventListener("click", () => this[name]());
    this.part("ways").addEventListener("click", () => this.#way(!this.part("dock").classList.contains("by-line")));
    document.addEventListener("keydown", (event) => this.#anywhere(event));
  }

  // Show an evening; its last game and the first board that is not full.
  open(book) {
    this.book = book;
    const { evening } = book;
    this.names = evening.players.map(({ name }) => name);
    this.edition = this.data.editions[evening.edition];
    const variant = variantOf(this.edition, evening.options);
    const all = this.data.tiles[this.edition.tiles];
    this.sheet = {
      ...this.data.layouts[variant.layout], ...variant, layout: variant.layout,
      rules: this.data.rules[variant.rules], tiles: new Set(variant.tiles.map((i) => all[i].tile)), all,
      symbols: new Map(all.map(({ tile, symbol }) => [tile, symbol])),
    };
    this.game = evening.games.length - 1;
    this.player = Math.max(0, evening.games[this.game].boards.findIndex((cells) => missing(this.sheet, cells)));
    this.#frame();
    this.typed.value = ""; // what was typed and told belongs to the evening before
    this.#mistake("");
    this.part("echo").replaceChildren();
    this.leave();
  }

  get board() {
    return this.book.board(this.game, this.player);
  }

  // The drawn boards of all players, of which one is shown; the tiles to choose from.
  #frame() {
    const { part, root } = this;
    const sprite = document.getElementById(`tiles-${this.edition.tiles}`);
    const layout = document.getElementById(`layout-${this.sheet.layout}`);
    const shapes = [...sprite.content.children, ...layout.content.querySelectorAll("svg.sprite")];
    part("sprite").replaceChildren(...shapes.map((one) => document.importNode(one, true)));
    Object.assign(root.dataset, sprite.dataset, { highest: layout.dataset.highest });
    root.className = `keep set-${sprite.dataset.set}`;
    part("sheets").replaceChildren(...this.names.map((name, i) => this.#sheet(layout.content, name, i)));
    this.boards = new Boards(root);
    this.boards.names = new Map(this.sheet.all.map(({ tile, words }) => [tile, words]));
    this.picker ??= new Picker(part("picker"), this.boards, (tile) => this.#pick(tile));
    this.picker.boards = this.boards;
    this.picker.use(sprite.dataset.set, this.sheet.all);
    this.panels.frame(this);
  }

  #sheet(drawn, name, player) {
    const found = element("section", "card mine");
    found.dataset.player = player;
    found.id = `sheet-${player}`;
    found.setAttribute("role", "tabpanel");
    found.setAttribute("aria-label", say("score_board_of", { name }));
    const beside = element("div", "beside");
    for (const svg of document.importNode(drawn, true).querySelectorAll("svg.live")) {
      const { zone } = svg.dataset;
      svg.dataset.seat = player + 1;
      svg.setAttribute("aria-label", say(ZONES[zone], { name }));
      if (zone === "board") found.append(svg);
      else {
        const figure = element("figure", zone);
        figure.append(element("figcaption", "", say(CAPTIONS[zone])), svg);
        beside.append(figure);
      }
    }
    if (beside.childElementCount) found.append(beside);
    found.classList.toggle("has-beside", beside.childElementCount > 0);
    found.prepend(element("h2", "printed"));
    found.append(element("ol", "printed scores"));
    return found;
  }

  // Show another game or another player's board.
  turn(game, player) {
    Object.assign(this, { game, player });
    this.leave();
    announce(say("score_shown", { name: this.names[player], game: game + 1 }));
  }

  // Count everything and show it.
  refresh(latest = []) {
    const { evening } = this.book;
    const { games } = evening;
    this.tables = games.map(({ boards }) => counted(this.sheet.rules, boards));
    this.found = games.map(({ boards, called, finished }) =>
      doubts(this.sheet, boards, this.names, { called, isFinished: finished, symbols: this.sheet.symbols }));
    const table = this.tables[this.game];
    table.forEach((sheet, i) => this.boards.show(i + 1, { ...sheet, latest: i === this.player ? latest : [] }));
    for (const section of this.part("sheets").children) {
      const isShown = Number(section.dataset.player) === this.player;
      section.hidden = !isShown;
      section.toggleAttribute("data-own", isShown);
    }
    this.boards.name([], {}, [], null);
    this.#marks();
    this.panels.show(this);
    this.refreshed?.();
    this.#choice();
  }

  // Cells of which something cannot be right carry a sign.
  #marks() {
    for (const old of this.root.querySelectorAll(".doubtful")) old.remove();
    for (const { player, cells } of this.found[this.game]) {
      for (const name of player === null ? [] : cells) {
        const cell = this.boards.cell(player + 1, name);
        const mark = cell.ownerSVGElement.querySelector(".marks").appendChild(sign());
        mark.setAttribute("transform", cell.getAttribute("transform"));
        cell.setAttribute("aria-label", say("score_cell_doubt", { cell: cell.getAttribute("aria-label") }));
      }
    }
  }

  // The chosen cell and tile, and what can be done with them.
  #choice() {
    const { at, held, moving } = this;
    for (const cell of this.root.querySelectorAll(".cell.chosen")) cell.classList.remove("chosen");
    const cell = at && this.boards.cell(this.player + 1, at);
    cell?.classList.add("chosen");
    const tile = at && this.board[at];
    const isFilled = Boolean(tile) && !moving;
    this.part("move").hidden = this.part("remove").hidden = !isFilled;
    this.part("leave").hidden = !at && !held;
    let told = this.part("echo").childElementCount ? "" : say("score_hint");
    if (held) told = say("score_held", { tile: this.boards.named(held) });
    else if (moving) told = say("score_moving", { tile: this.boards.named(this.board[moving]) });
    else if (tile) told = say("score_at_tile", { cell: at, tile });
    else if (at) told = say("score_at", { cell: at });
    this.part("told").textContent = told;
    this.part("undo").disabled = !this.book.canUndo;
    this.part("redo").disabled = !this.book.canRedo;
    const used = new Set(Object.values(this.board));
    const { called } = this.book.evening.games[this.game];
    const offered = [...this.sheet.tiles].filter((one) => !used.has(one) && (!called || called.includes(one)));
    this.picker.show(new Set(offered), held, called?.length ?? this.sheet.tiles.size);
    this.typed.placeholder = at && !tile ? say("score_placeholder_at", { cell: at }) : say("score_placeholder");
  }

  leave() {
    Object.assign(this, { at: null, held: null, moving: null });
    this.refresh();
  }

  #tap(cell) {
    const { moving, held, board } = this;
    if (moving && moving !== cell) {
      const tile = board[moving];
      this.moving = null;
      this.#enter([[moving, board[cell] ?? null], [cell, tile]]);
    } else if (held) this.#enter([[cell, held]]);
    else {
      this.at = this.at === cell && !moving ? null : cell;
      this.moving = null;
      this.#choice();
      if (this.at) announce(board[cell] ? say("score_at_filled", { cell, tile: this.boards.named(board[cell]) }) : this.part("told").textContent);
    }
  }

  #pick(tile) {
    if (tile && this.at) {
      const cell = this.at;
      this.#enter([[cell, tile]], { goOn: true });
      return;
    }
    this.held = tile;
    this.#choice();
    if (tile) announce(this.part("told").textContent);
  }

  move() {
    this.moving = this.at;
    this.#choice();
    this.#focus(this.at);
  }

  remove() {
    this.#enter([[this.at, null]]);
  }

  undo() {
    this.#step(this.book.undo(), "score_undone", "score_nothing_undo");
  }

  redo() {
    this.#step(this.book.redo(), "score_redone", "score_nothing_redo");
  }

  #step(step, done, nothing) {
    if (!step) {
      this.#mistake(say(nothing));
      return;
    }
    Object.assign(this, { game: step.game, player: step.player, at: null, held: null, moving: null });
    const cells = step.cells.map(([cell]) => cell);
    this.refresh(cells);
    this.#tell([say(done, { cells: cells.join(", "), name: this.names[step.player] })]);
    this.save(this.book, step);
  }

  // On a narrow screen the line and the tiles take turns.
  #way(isLine) {
    this.part("dock").classList.toggle("by-line", isLine);
    this.part("ways").setAttribute("aria-pressed", String(isLine));
    if (isLine) this.typed.focus();
  }

  // A line that was typed. What cannot be read stays in the line, with what to check.
  #type() {
    const positions = this.sheet.positions;
    const tiles = this.sheet.all.map(({ tile }) => tile);
    const found = read(this.typed.value, { tiles, positions, at: this.at });
    if (found.problem) {
      this.#mistake(found.problem, found.choices?.map((tile) => this.#alternative(tile, found.word)));
      this.typed.setAttribute("aria-invalid", "true");
      return;
    }
    this.typed.value = "";
    this.#mistake("");
    if (found.undo) this.undo();
    else if (found.redo) this.redo();
    else if (found.at) {
      Object.assign(this, { at: found.at, held: null, moving: null });
      this.#choice();
      this.#tell([this.part("told").textContent]);
    } else this.#enter(found.entries, { goOn: true });
    this.typed.focus();
  }

  #alternative(tile, word) {
    const button = element("button", "", tile);
    button.type = "button";
    button.addEventListener("click", () => {
      this.typed.value = chosen(this.typed.value, word, tile);
      this.#type();
    });
    return button;
  }

  // Put tiles on the shown board and say what came of it. When one goes on, the next empty cell is chosen.
  #enter(entries, { goOn = false } = {}) {
    const { game, player, book } = this;
    const before = { ...this.tables[game][player], cells: { ...this.board }, doubts: this.found[game].map(({ text }) => text) };
    const echo = (named) => entries.map(([cell, tile]) => echoed(cell, tile, before.cells[cell], named));
    const isNew = book.enter(game, player, entries);
    Object.assign(this, { held: null, moving: null });
    const last = entries.at(-1)[0];
    this.at = goOn && this.at ? following(last, this.sheet.positions.filter((cell) => !this.sheet.targets.includes(cell)), this.board) : null;
    this.part("echo").replaceChildren(element("span"));
    this.refresh(entries.map(([cell]) => cell));
    const cells = entries.map(([cell]) => cell).join(", ");
    const news = this.#news(before);
    this.#tell([...echo(this.boards.named), ...news], [...(entries.length > 2 ? [say("score_echo_many", { count: entries.length, cells })] : echo((tile) => tile)), ...news]);
    if (isNew) this.save(book, { game, player });
  }

  // What the board earns now that it did not earn before, and what is in doubt since.
  #news(before) {
    const sheet = this.tables[this.game][this.player];
    const known = new Set(before.items.map(key));
    const doubted = this.found[this.game].filter(({ text }) => !before.doubts.includes(text)).map(({ text }) => say("score_check", { text }));
    const items = sheet.items.filter((item) => item.points && item.kind !== "scrapyard" && !known.has(key(item)));
    const found = items.map((item) => say("news_item", { reason: reason(item), points: item.points }));
    if (sheet.total !== before.total) found.push(say("score_now", { name: this.names[this.player], count: sheet.total }));
    return [...doubted, ...found];
  }

  // What happened, read out; `shown` is shorter for eyes.
  #tell(sentences, shown = sentences) {
    this.#mistake("");
    this.part("echo").replaceChildren(...shown.map((text) => element("span", "", `${text} `)));
    announce(...sentences);
  }

  #mistake(text, choices = []) {
    this.part("mistake").textContent = text;
    this.part("choices").replaceChildren(...choices);
    this.part("choices").hidden = !choices.length;
    this.typed.removeAttribute("aria-invalid");
  }

  #focus(name) {
    const cell = this.boards.cell(this.player + 1, name);
    if (cell) stop(cell);
  }

  #key(event, cell) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.#tap(cell);
    else if (event.key === "Backspace" || event.key === "Delete") this.#enter([[cell, null]]);
    else if (event.key === "u") this.undo();
    else if (event.key === "r") this.redo();
    else if (/^[\d*]$/.test(event.key)) { // the numbers of a tile, for this cell
      Object.assign(this, { at: cell, held: null, moving: null });
      this.#choice();
      this.typed.value = "";
      this.#way(true);
      return; // the key is typed there
    } else return;
    event.preventDefault();
  }

  #anywhere(event) {
    if (!this.book || this.root.hidden || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isField = event.target.closest?.("input, select, textarea");
    if (event.key === "Escape" && event.target === this.typed) this.#focus(this.at ?? this.sheet.positions[0]);
    else if (event.key === "Escape") this.leave();
    else if (event.key === "/" && (event.target === this.typed || !isField)) {
      this.#way(true);
      this.typed.select();
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && (!isField || (event.target === this.typed && !this.typed.value))) {
      if (event.shiftKey) this.redo();
      else this.undo();
    } else return;
    event.preventDefault();
  }
}

// A question mark in the corner of a cell.
function sign() {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", "doubtful");
  for (const [name, values] of [["circle", { cx: 26, cy: -24, r: 13 }], ["text", { x: 26, y: -17 }]]) {
    const shape = document.createElementNS(SVG, name);
    for (const [attribute, value] of Object.entries(values)) shape.setAttribute(attribute, value);
    group.append(shape);
  }
  group.lastElementChild.textContent = "?";
  return group;
}

const SVG = "http://www.w3.org/2000/svg";
const ZONES = { board: "score_board_of", yard: "score_yard_of", reserve: "score_reserve_of" };
const CAPTIONS = { yard: "score_yard", reserve: "score_reserve" };
