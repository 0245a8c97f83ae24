// Several phones fill in one evening: each its own board, all see the points of all. What is entered without a network is
// sent when there is one again; where two phones have changed the same board, both versions are shown.

import { element } from "./choosing.js";
import { announce, copied, say, toast } from "./page.js";
import { plain } from "./score_evening.js";
import { checked } from "./score_text.js";

const EVERY = 4000; // milliseconds between questions for news, while the page is seen

// The answer of the server: its status and what it says; status 0 if it cannot be reached.
async function asked(address, method = "GET", body = undefined, headers = {}) {
  try {
    const sent = body && { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
    const answer = await fetch(address, { method, cache: "no-store", headers, ...sent });
    return { status: answer.status, tag: answer.headers.get("etag"), said: answer.status === 304 ? null : await answer.json() };
  } catch {
    return { status: 0, said: null };
  }
}

const same = (one, other) => JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

export class Together {
  #timer = null;
  #tag = "";
  #busy = false;

  // What is shared is kept with the book: `{ code, key, version, versions, unsent: ["game/player", ...], isRegrouped }`.
  constructor(root, keeper, keep, data) {
    Object.assign(this, { root, keeper, keep, data, book: null, conflict: null });
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.part("together").addEventListener("click", () => this.#begin());
    this.part("together-copy").addEventListener("click", async () => {
      await copied(this.#link);
      toast(say("score_copied"), "status");
    });
    this.part("together-stop").addEventListener("click", () => this.#stop());
    this.part("conflict-mine").addEventListener("click", () => this.#settle(true));
    this.part("conflict-theirs").addEventListener("click", () => this.#settle(false));
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#look());
    addEventListener("online", () => this.#look());
  }

  get #address() {
    return `/api/evenings/${this.book.together.code}`;
  }

  get #link() {
    return `${location.origin}/score?with=${this.book.together.code}`;
  }

  open(book) {
    Object.assign(this, { book, conflict: null });
    this.#tag = "";
    this.#show();
    this.#look();
  }

  close() {
    clearTimeout(this.#timer);
    this.book = null;
  }

  // The evening that others fill in by this code, as it is to be opened; nothing if it cannot be had.
  async join(code, kept) {
    const mine = kept.find((one) => one.together?.code === code);
    if (mine) return mine;
    const { status, said } = await asked(`/api/evenings/${encodeURIComponent(code)}`);
    if (status !== 200) {
      toast(status ? (said?.error ?? say("score_not_here")) : say("score_no_network"));
      return null;
    }
    const { evening, version, versions } = said;
    toast(say("score_together_pick"));
    return { ...checked(evening, this.data), together: { code, key: null, version, versions, unsent: [], isRegrouped: false } };
  }

  // Share the evening from now on.
  async #begin() {
    const { book } = this;
    const { status, said } = await asked("/api/evenings", "POST", plain(book.stored));
    this.part("together-problem").textContent = status === 201 ? "" : status ? (said?.error ?? "") : say("score_no_network");
    if (status !== 201) return;
    const { code, key, version, versions } = said;
    book.together = { code, key, version, versions, unsent: [], isRegrouped: false };
    await this.keep(book);
    this.#show();
    this.#wait();
    this.part("together-link").focus();
  }

  #stop() {
    this.book.together = null;
    this.conflict = null;
    clearTimeout(this.#timer);
    this.keep(this.book);
    this.#show();
  }

  // Something was entered here: a board, or without one the games themselves.
  changed({ game, player }) {
    const shared = this.book?.together;
    if (!shared) return;
    const board = `${game}/${player}`;
    if (player === undefined) shared.isRegrouped = true;
    else if (!shared.unsent.includes(board)) shared.unsent.push(board);
    this.keep(this.book);
    this.#look();
  }

  // Send what is unsent, then ask for what is new; one after the other, and again after a while.
  async #look() {
    if (!this.book?.together || this.#busy || document.visibilityState !== "visible") return;
    clearTimeout(this.#timer);
    this.#busy = true;
    const { book } = this;
    const { together: shared } = book;
    try {
      let isReached = await this.#send(book, shared);
      if (isReached && shared.isRegrouped && !shared.unsent.length) isReached = await this.#regroup(book, shared);
      if (isReached) isReached = await this.#ask(book, shared);
      if (this.book === book) this.#state(isReached);
    } finally {
      this.#busy = false;
    }
    if (this.book === book && book.together === shared) this.#wait(shared.unsent.length && !this.conflict ? EVERY / 4 : EVERY);
  }

  #wait(milliseconds = EVERY) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), milliseconds);
  }

  async #send(book, shared) {
    for (const board of [...shared.unsent]) {
      const [game, player] = board.split("/").map(Number);
      if (this.conflict?.board === board || (shared.versions[game]?.[player] ?? null) === null) continue; // a new game is sent with all
      const cells = { ...book.board(game, player) };
      const { status, said } = await asked(`${this.#address}/games/${game}/boards/${player}`, "PUT", { cells, version: shared.versions[game][player] });
      if (status === 200) {
        shared.versions[game][player] = said.versions[game][player]; // of the others only what was read is known
        if (same(cells, book.board(game, player))) shared.unsent = shared.unsent.filter((one) => one !== board);
        await this.keep(book);
      } else if (status === 409) this.#differ({ board, game, player, version: said.version, cells: said.cells });
      else if (!status) return false;
      else this.#refused(said, shared, board);
    }
    return true;
  }

  #refused(said, shared, board) {
    shared.unsent = shared.unsent.filter((one) => one !== board);
    if (said?.error) toast(said.error);
  }

  // Games were added or removed on the phone that began the evening.
  async #regroup(book, shared) {
    const { status, said } = await asked(this.#address, "PUT", { evening: plain(book.stored), version: shared.version, key: shared.key });
    if (status === 409) this.#absorb(book, shared, said, true);
    else if (status === 200) {
      Object.assign(shared, { version: said.version, versions: said.versions, isRegrouped: false });
      await this.keep(book);
    } else if (status) {
      shared.isRegrouped = false;
      toast(said?.error ?? "");
    }
    return status > 0;
  }

  async #ask(book, shared) {
    const { status, said, tag } = await asked(this.#address, "GET", undefined, this.#tag ? { "if-none-match": this.#tag } : {});
    if (status === 200 && book.together === shared) {
      this.#tag = tag ?? "";
      if (this.#absorb(book, shared, said, shared.isRegrouped)) {
        this.keeper.refresh();
        await this.keep(book);
      }
    } else if (status === 404) {
      toast(said.error);
      this.#stop();
    }
    return status > 0;
  }

  // Take over what others have filled in; what was changed here and is not sent yet stays. `isMine` says that the games
  // are as they are here.
  #absorb(book, shared, { evening, version, versions }, isMine) {
    const { games } = book.evening;
    let isNew = shared.version !== version;
    shared.version = version;
    if (!isMine) {
      while (games.length > evening.games.length) book.drop();
      games.push(...evening.games.slice(games.length));
      if (this.keeper.game >= games.length) Object.assign(this.keeper, { game: games.length - 1, player: 0 });
    }
    evening.games.slice(0, games.length).forEach(({ boards }, game) => boards.forEach((cells, player) => {
      if (shared.unsent.includes(`${game}/${player}`)) return;
      (shared.versions[game] ??= [])[player] = versions[game][player];
      if (same(cells, book.board(game, player))) return;
      book.replace(game, player, cells);
      isNew = true;
    }));
    return isNew;
  }

  // Two phones have changed one board: nothing is lost, somebody decides.
  #differ(conflict) {
    const { book } = this;
    const mine = book.board(conflict.game, conflict.player);
    if (same(mine, conflict.cells)) {
      book.together.versions[conflict.game][conflict.player] = conflict.version;
      return;
    }
    this.conflict = conflict;
    const name = book.evening.players[conflict.player].name;
    this.part("conflict-told").textContent = say("score_conflict", { name, game: conflict.game + 1 });
    const cells = [...new Set([...Object.keys(mine), ...Object.keys(conflict.cells)])].filter((cell) => mine[cell] !== conflict.cells[cell]).sort();
    const none = say("score_conflict_none");
    this.part("conflict-cells").replaceChildren(...cells.map((cell) => element("li", "", say("score_conflict_cell", { cell, mine: mine[cell] ?? none, theirs: conflict.cells[cell] ?? none }))));
    this.#show();
    this.part("together-card").scrollIntoView({ block: "nearest" });
    announce(this.part("conflict-told").textContent);
  }

  #settle(isMine) {
    const { conflict, book } = this;
    const { together: shared } = book;
    this.conflict = null;
    shared.versions[conflict.game][conflict.player] = conflict.version;
    if (!isMine) {
      shared.unsent = shared.unsent.filter((one) => one !== conflict.board);
      book.replace(conflict.game, conflict.player, conflict.cells);
      this.keeper.refresh();
    }
    this.keep(book);
    this.#show();
    this.#look();
  }

  #show() {
    const shared = this.book?.together;
    this.part("together-off").hidden = Boolean(shared);
    this.part("together-on").hidden = !shared;
    this.part("conflict").hidden = !this.conflict;
    this.root.classList.toggle("guest", Boolean(shared && !shared.key));
    if (!shared) return;
    this.part("together-link").value = this.#link;
    const picture = `/score/qr/${shared.code}.svg`;
    if (this.part("together-qr").getAttribute("src") !== picture) this.part("together-qr").src = picture;
  }

  #state(isReached) {
    const shared = this.book.together;
    const key = !isReached ? "score_together_offline" : this.conflict ? "score_together_conflict" : "score_together_sent";
    if (shared) this.part("together-state").textContent = say(key);
  }
}
