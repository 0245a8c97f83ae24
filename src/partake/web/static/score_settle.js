// What is settled about an evening besides its boards: the next game, names and options, the way to a review.

import { variantOf } from "./choosing.js";
import { say, toast } from "./page.js";
import { plain } from "./score_evening.js";

export class Settling {
  // `keep(book, changed)` keeps the evening, `edit(evening)` asks for other names and options.
  constructor(root, keeper, { keep, edit }) {
    Object.assign(this, { root, keeper, keep, edit });
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    for (const name of ["next", "drop", "change", "review"]) this.part(name).addEventListener("click", () => this[name]());
  }

  next() {
    const { book } = this.keeper;
    if (this.#isGuest()) return;
    book.next();
    this.keeper.turn(book.evening.games.length - 1, 0);
    this.keep(book, {});
  }

  // Of an evening that another phone began only boards are filled in here.
  #isGuest() {
    const { together } = this.keeper.book;
    const isGuest = Boolean(together && !together.key);
    if (isGuest) toast(say("score_together_host"));
    return isGuest;
  }

  drop() {
    const { book } = this.keeper;
    if (this.#isGuest()) return;
    const last = book.evening.games.length;
    const isEmpty = book.evening.games.at(-1).boards.every((cells) => !Object.keys(cells).length);
    if (!isEmpty && !window.confirm(say("score_drop_ask", { game: last }))) return;
    book.drop();
    this.keeper.turn(Math.min(this.keeper.game, last - 2), 0);
    this.keep(book, {});
  }

  // Other names, more or fewer players, other options; what they leave no place for is asked about.
  async change() {
    const { keeper } = this;
    const { book } = keeper;
    if (book.together) {
      toast(say("score_together_fixed"));
      return;
    }
    const wished = await this.edit(book.evening);
    if (wished) {
      const { positions } = keeper.data.layouts[variantOf(keeper.edition, wished.options).layout];
      const boards = book.evening.games.flatMap((game) => game.boards.map((cells, i) => Object.keys(cells).filter((cell) => i >= wished.names.length || !positions.includes(cell))));
      const count = boards.flat().length;
      if (!count || window.confirm(say("score_change_ask", { count }))) book.settle(wished.options, wished.names, positions);
    }
    keeper.open(book);
    this.keep(book);
  }

  // A game whose draw is known becomes a finished game of the server, with all that it says about those.
  async review() {
    const { book, game, player } = this.keeper;
    const evening = plain(book.stored);
    const sent = { evening: { ...evening, games: [evening.games[game]] }, game: 0, seat: player, key: `${evening.id}/${game}/${player}` };
    this.part("review").disabled = true;
    try {
      const answer = await fetch("/api/paper", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(sent) });
      const found = await answer.json();
      if (answer.ok) location.assign(`/tables/${found.table}`);
      else this.part("review-problem").textContent = found.error ?? found.detail ?? say("score_review_failed");
    } catch {
      this.part("review-problem").textContent = say("score_no_network");
    } finally {
      this.part("review").disabled = false;
    }
  }

  // Only a game that is full and whose draw is known can be sent.
  show() {
    const { book, game, sheet, found } = this.keeper;
    const { called, boards } = book.evening.games[game];
    const isFull = boards.every((cells) => Object.keys(cells).length >= sheet.draws);
    this.part("review-card").hidden = !called;
    this.part("review").disabled = !isFull || found[game].length > 0;
    this.part("review-hint").textContent = isFull ? say("score_review_ready") : say("score_review_full");
    this.part("review-problem").textContent = "";
  }
}
