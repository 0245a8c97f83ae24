// The keeper of Take Five: which phase is played, who begins, who has won how many markers; everything else happens on
// the board of cardboard. All of it follows from who began and who won each round.

import { FORMAT, ID, newId } from "./called.js";
import { element, nameOf } from "./choosing.js";
import { announce, say, toast } from "./page.js";

export class Five {
  // `kept` is plain data: `{ format, id, edition, players, first, rounds }`, a round being its winner or null.
  constructor(data, kept) {
    this.kept = kept;
    this.edition = data.editions[kept.edition];
  }

  static begin(data, { edition, players }) {
    const names = players.map((name) => name.trim());
    const first = crypto.getRandomValues(new Uint32Array(1))[0] % names.length; // by lot
    return new Five(data, { format: FORMAT, id: newId(), edition, players: names, first, rounds: [] });
  }

  // What was kept, or null if it cannot have been kept by this page.
  static read(data, kept) {
    try {
      const { format, id, edition, players, first, rounds } = kept;
      const [fewest, most] = data.editions[edition].seats;
      const isWhole = format === FORMAT && ID.test(id) && data.editions[edition].family === "five" && players.every((name) => typeof name === "string");
      const isSeat = (one) => Number.isInteger(one) && one >= 0 && one < players.length;
      const fits = players.length >= fewest && players.length <= most && isSeat(first) && rounds.every((one) => one === null || isSeat(one));
      if (!isWhole || !fits) return null;
      const found = new Five(data, kept);
      const before = new Five(data, { ...kept, rounds: rounds.slice(0, -1) });
      return rounds.length && before.winner !== null ? null : found;
    } catch {
      return null;
    }
  }

  get won() {
    return this.kept.rounds.filter((winner) => winner !== null);
  }

  get markers() {
    return this.kept.players.map((_, seat) => this.won.filter((winner) => winner === seat).length);
  }

  // Who has won the game; null before that.
  get winner() {
    const found = this.markers.findIndex((count) => count >= this.edition.markers);
    return found < 0 ? null : found;
  }

  // The phase of the round after so many that were won: they rotate (F4).
  phase(won = this.won.length) {
    return this.edition.phases[won % this.edition.phases.length];
  }

  // Who begins: to the left of the last winner; a round without a winner is begun by the same player again (F9).
  get first() {
    return this.won.length ? (this.won.at(-1) + 1) % this.kept.players.length : this.kept.first;
  }

  // What the evening of this game says of it.
  evening() {
    const { id, edition, players, rounds } = this.kept;
    let won = 0;
    const history = rounds.map((winner) => ({ phase: this.phase(winner === null ? won : won++), winner }));
    const five = { markers: this.markers, phase: this.phase(), first: this.first, history };
    return { format: "partake-evening-1", id, edition, options: {}, players: players.map((name, at) => ({ name: nameOf(name, at) })), games: [], five };
  }
}

export class FiveKeeper {
  #game = null;

  // `keep()` keeps the game, `leave()` goes back to the set-up, `again()` begins another with the same players.
  constructor(root, { awake, keep, leave, again }) {
    Object.assign(this, { root, awake, keep, leave });
    this.parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    const { seats, nobody, undo, close, begins, more } = this.parts;
    seats.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.#end(Number(button.dataset.seat));
    });
    nobody.addEventListener("click", () => this.#end(null));
    undo.addEventListener("click", () => this.undo());
    close.addEventListener("click", () => leave());
    more.addEventListener("click", () => again());
    begins.addEventListener("change", () => this.#change(() => (this.#game.kept.first = Number(begins.value))));
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  open(game) {
    this.#game = game;
    this.root.hidden = false;
    document.body.classList.add("on-stage");
    this.awake.want(game.winner === null);
    this.#show();
    this.parts.heading.focus({ preventScroll: true });
  }

  close() {
    this.#game = null;
    this.root.hidden = true;
    this.awake.want(false);
    document.body.classList.remove("on-stage");
  }

  async #end(winner) {
    if (this.#game.winner !== null) return;
    await this.#change(() => this.#game.kept.rounds.push(winner));
    announce(this.#news(winner));
    this.awake.want(this.#game.winner === null);
  }

  #news(winner) {
    const begins = say("five_begins", { name: this.#name(this.#game.first) });
    if (this.#game.winner !== null) return say("five_over", { name: this.#name(winner) });
    return [winner === null ? say("five_nobody_told") : this.#round(this.#game.won.length - 1), begins].join(". ");
  }

  async undo() {
    if (this.#game?.kept.rounds.length) await this.#change(() => this.#game.kept.rounds.pop());
  }

  async #change(act) {
    act();
    await this.keep().catch((problem) => toast(problem.message));
    if (this.#game) this.#show();
  }

  #key(event) {
    if (!this.#game || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select") || document.querySelector("dialog[open]")) return;
    const seat = Number(event.key) - 1;
    if (seat >= 0 && seat < this.#game.kept.players.length) this.#end(seat);
    else if (event.key === "0") this.#end(null);
    else if (event.key === "Backspace" || event.key.toLowerCase() === "u") this.undo();
    else if (event.key === "Escape") this.leave();
    else return;
    event.preventDefault();
  }

  #name(seat) {
    return nameOf(this.#game.kept.players[seat], seat);
  }

  #round(at) {
    return say(WON[this.#game.phase(at)], { round: at + 1, name: this.#name(this.#game.won[at]) });
  }

  #show() {
    const game = this.#game;
    const { heading, told, seats, nobody, undo, history, begins, more } = this.parts;
    const isOver = game.winner !== null;
    heading.textContent = isOver ? say("five_over", { name: this.#name(game.winner) }) : say(PHASES[game.phase()], { round: game.won.length + 1 });
    for (const rule of this.root.querySelectorAll("[data-phase]")) rule.hidden = isOver || rule.dataset.phase !== game.phase();
    told.textContent = isOver || !game.kept.rounds.length ? "" : say("five_begins", { name: this.#name(game.first) });
    seats.replaceChildren(...game.markers.map((count, seat) => this.#seat(count, seat, isOver)));
    nobody.hidden = isOver;
    more.hidden = !isOver;
    undo.disabled = !game.kept.rounds.length;
    begins.closest("label").hidden = game.kept.rounds.length > 0;
    begins.replaceChildren(...game.kept.players.map((_, seat) => new Option(this.#name(seat), seat)));
    begins.value = game.kept.first;
    let won = 0;
    const lines = game.kept.rounds.map((winner) => (winner === null ? say("five_nobody_told") : this.#round(won++)));
    history.replaceChildren(...lines.map((line) => element("li", "", line)));
    history.closest("section").hidden = !lines.length;
  }

  #seat(count, seat, isOver) {
    const button = element("button", seat === this.#game.first && !isOver ? "begins" : "");
    button.type = "button";
    button.dataset.seat = seat;
    button.disabled = isOver && seat !== this.#game.winner;
    const { markers } = this.#game.edition;
    const dots = element("span", "markers");
    dots.setAttribute("aria-hidden", "true");
    dots.append(...Array.from({ length: markers }, (_, at) => element("i", at < count ? "won" : "")));
    button.append(element("strong", "", this.#name(seat)), dots);
    button.setAttribute("aria-label", say("five_wins", { name: this.#name(seat), won: count, markers }));
    return button;
  }
}

const PHASES = { score: "five_phase_score", 21: "five_phase_21", quinte: "five_phase_quinte" };
const WON = { score: "five_won_score", 21: "five_won_21", quinte: "five_won_quinte" };
