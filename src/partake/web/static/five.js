// Take Five on the page: shows what happens, one thing after the other, and turns taps and keys into moves, looks and
// takes. The view that the server sent last is always the one that is played on; what is shown may be a little behind.

import { FiveBoard, face } from "./five_board.js";
import { asked, awaited, ended, gifts, happenings, moves, past, pawn, titled, told, winner } from "./five_words.js";
import { Pace } from "./pace.js";
import { announce, listed, say } from "./page.js";

const NOTEBOOK = "partake-notebook";
const PACE = "partake-pace";
const GAP = 10000; // milliseconds out of sight after which nothing is shown again that happened meanwhile
// For how many milliseconds each kind of happening is seen at least.
const MINE = { look: 3000, take: 1500, give: 900, move: 0, deal: 1200, settle: 0 };
const THEIRS = { look: 1700, take: 2200, give: 1800, move: 1300, deal: 1200, settle: 700 };
const AFTER = 600; // and then the board as it is after it
const ENDED = 10000; // the end of a round for spectators; players say when they go on

export class Game {
  constructor(root, send, goOn) {
    this.root = root;
    this.send = send;
    this.goOn = goOn;
    this.view = null; // as the server sent it last
    this.scene = null; // what is shown
    this.rules = { limit: Number(root.dataset.limit), target: Number(root.dataset.target), corners: root.dataset.corners.split(" ") };
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.board = new FiveBoard(root);
    this.pace = new Pace((scene) => this.#render(scene));
    this.pace.idle = () => this.onward?.();
    this.pace.speed = (root.dataset.clock ? 2 : 1) * Number(localStorage.getItem(PACE) ?? 1);
    this.#unchoose();
    this.#listen();
  }

  #listen() {
    const { root } = this;
    const notebook = this.part("notebook");
    if (notebook) {
      notebook.checked = localStorage.getItem(NOTEBOOK) === "yes";
      notebook.addEventListener("change", () => {
        localStorage.setItem(NOTEBOOK, notebook.checked ? "yes" : "no");
        if (this.scene) this.#render(this.scene);
      });
    }
    const list = this.part("moves").closest("details");
    list.open = matchMedia("(min-width: 900px)").matches;
    const at = (event) => event.target.closest?.("svg.live [data-cell]");
    root.addEventListener("click", (event) => this.scene && at(event) && this.#tap(at(event)));
    root.addEventListener("keydown", (event) => this.scene && at(event) && this.#key(event, at(event)));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.scene && this.#cancel());
    let hidden = 0;
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) hidden = Date.now();
      else if (Date.now() - hidden > GAP) this.pace.skip();
    });
  }

  get remembers() {
    return Boolean(this.part("notebook")?.checked);
  }

  show(view, intermission = null) {
    const before = this.view;
    const scenes = before && this.#scenes(before, view);
    this.view = view;
    this.awaited = intermission?.awaited ?? [];
    if (!scenes) {
      this.pace.clear();
      this.#unchoose();
      this.#render(this.#still(view));
    } else if (scenes.length) {
      this.#unchoose();
      if (scenes[0].isOwn) this.pace.next(); // whoever plays on has seen enough
      this.pace.add(scenes);
      if (scenes[0].one.kind === "deal" && this.root.dataset.clock && this.#isEnd) this.pace.next(); // time is running
      if (!this.#isNow) this.#offer();
    } else {
      for (const scene of [this.scene, ...this.pace.waiting]) if (scene.view === before) scene.view = view;
      if (this.awaited.includes(view.seat)) this.hasGoneOn = false; // the server has not heard it
      this.#render(this.scene);
    }
  }

  // The game is over and the next page is to be shown, but not before the end has been seen.
  finish(go) {
    if (this.scene && !this.hasGoneOn && (this.pace.isBehind || this.#isEnd)) this.onward = go;
    else go();
  }

  // The view by itself: on coming to the table, and when so much happened at once that it is not shown singly.
  #still(view) {
    const one = happenings(view, this.rules).at(-1);
    const shown = view.shown?.value && view.pawns[view.shown.square] ? view.shown : null;
    return { view, one, marks: one, shown };
  }

  // What is to be shown of the way from one view to the next; null if that is more than one thing.
  #scenes(before, view) {
    const isGrown = before.log.every((word, i) => view.log[i] === word);
    const fresh = isGrown ? view.log.slice(before.log.length) : view.log;
    if (!isGrown && (before.wait !== "deal" || fresh.length > 1)) return null;
    if (!fresh.length) return [];
    if (fresh.filter((word) => /^\d/.test(word)).length > 1) return null;
    const one = happenings(view, this.rules).at(-1);
    const isMove = /^\d+:[BWNR]/.test(fresh[0]);
    if (isMove) one.from = before.pieces[one.piece];
    const isOwn = one.seat === view.seat;
    const hold = (isOwn ? MINE : THEIRS)[/:(keep|return)$/.test(fresh[0]) ? "settle" : one.kind];
    const marks = isMove || one.kind === "give" || one.kind === "deal" ? one : (this.pace.waiting.at(-1) ?? this.scene).marks;
    const shown = { square: one.square, value: one.value };
    const scene = { view, one, marks, isOwn };
    const isTaken = isMove && one.kind === "take";
    const found = [];
    if (view.wait === "choice" || view.wait === "give up") found.push({ ...scene, shown, hold: isTaken && !isOwn ? hold : 0 });
    else if (one.kind === "look" && isOwn) found.push({ ...scene, shown, hold });
    else if (isTaken || one.kind === "give") found.push({ ...scene, shown, hands: before.hands, hold, isMoment: true }, { ...scene, hold: isOwn ? 0 : AFTER });
    else found.push({ ...scene, shown: one.kind === "look" ? shown : null, hold, isMoment: true }, { ...scene, hold: 0 });
    if (winner(view, this.rules) !== null) Object.assign(found.at(-1), { isStop: true, hold: view.seat ? Infinity : ENDED });
    return found;
  }

  // Whether the scene shows how a round ended, all of it.
  get #isEnd() {
    return !this.scene.hands && winner(this.scene.view, this.rules) !== null;
  }

  // Whether the scene shows the game as it is, so that one can play on.
  get #isNow() {
    return this.scene.view === this.view;
  }

  // Whether this player has looked and goes on seeing the pawn.
  get #isLooking() {
    const { shown, one, view } = this.scene;
    return Boolean(shown?.value) && one?.kind === "look" && one.seat === view.seat;
  }

  #render(scene) {
    if (scene.view !== this.scene?.view) this.hasGoneOn = false;
    this.scene = scene;
    const { view } = scene;
    this.board.show(view, { remembers: this.remembers });
    this.board.mark(scene.marks);
    this.board.lens(scene.shown);
    this.#players();
    this.#list();
    this.#offer();
    const ended = this.#isEnd && view.rounds.length && winner(view, this.rules) ? view.rounds.at(-1).phase : view.phase;
    for (const phase of this.root.querySelectorAll("[data-phase]")) phase.hidden = phase.dataset.phase !== ended;
  }

  #unchoose() {
    this.piece = null;
    this.target = null;
    this.value = null;
  }

  // What can be chosen now, on the board and beside it, and what is asked.
  #offer() {
    const isMine = this.#isNow && !this.busy;
    const legal = isMine ? moves(this.view) : [];
    const given = isMine ? gifts(this.view) : [];
    const values = [...new Set(given.map((gift) => gift.value))];
    if (values.length === 1) this.value = values[0];
    const targets = this.value !== null
      ? given.filter((gift) => gift.value === this.value).map((gift) => gift.square)
      : legal.filter((move) => move.piece === this.piece).map((move) => move.square);
    const movable = [...new Set(legal.map((move) => move.piece))];
    this.board.offer({ movable, piece: this.piece, targets, target: this.target });
    this.#choices(legal, values);
    this.#tell();
  }

  #tap(square) {
    if (this.busy) return;
    const name = square.dataset.cell;
    if (!this.#isNow) {
      this.#hurry();
      return;
    }
    if (this.pace.isBehind) this.pace.skip();
    if (this.#isLooking && (this.scene.shown.square === name || !this.view.to_act.includes(this.view.seat))) this.#seen();
    else if (this.value !== null) {
      const gift = gifts(this.view).find((one) => one.value === this.value && one.square === name);
      if (gift) this.#do(gift.text);
    } else this.#choose(name, square.dataset.piece);
  }

  #choose(name, piece) {
    const legal = moves(this.view);
    const found = legal.filter((move) => move.piece === this.piece && move.square === name);
    if (found.length === 1) {
      this.#do(found[0].text);
      return;
    }
    if (found.length) {
      this.target = name;
    } else {
      this.target = null;
      this.piece = piece && piece !== this.piece && legal.some((move) => move.piece === piece) ? piece : null;
    }
    this.#offer();
    if (this.piece && !this.target) announce(say("news_reach", { piece: titled(this.piece), squares: listed(this.#reached(legal)) }));
    if (found.length) this.part("choices").querySelector("button")?.focus({ preventScroll: true });
  }

  // The squares that the chosen piece can go to, each with what lies there.
  #reached(legal) {
    const squares = new Set(legal.filter((move) => move.piece === this.piece).map((move) => move.square));
    return [...squares].map((square) => (this.view.pawns[square] ? square : say("square_without", { square })));
  }

  // A tap while the page is behind: what is looked at has been seen, everything else is skipped.
  #hurry() {
    if (this.#isLooking) this.pace.next();
    else this.pace.skip();
  }

  #seen() {
    this.pace.next();
    this.#render({ ...this.scene, shown: null });
  }

  #cancel() {
    if (!this.#isNow) this.#hurry();
    else if (this.piece || this.target) {
      this.#unchoose();
      this.#offer();
    } else if (this.#isLooking) this.#seen();
  }

  #key(event, square) {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.#tap(square);
  }

  // What reads typed lines.
  reader() {
    return import("./typing_five.js");
  }

  // Do what was typed: whoever types knows enough of what is still being shown.
  act(text) {
    this.pace.skip();
    this.#do(text);
  }

  async #do(text) {
    if (this.busy) return;
    this.#unchoose();
    await this.send(text);
  }

  // Mark an action that is under way; the server's answer follows and shows what it did.
  assume(text) {
    this.#offer();
    this.board.underWay(/([a-z]\d+)$/.exec(text)?.[1] ?? this.view.shown?.square);
  }

  // "Continue" after a round: on to whatever has happened since, or to the result.
  #goOn() {
    this.hasGoneOn = true;
    if (this.view.between && this.view.seat) this.#say();
    this.pace.next();
    if (this.#isEnd) this.#offer();
  }

  // Tell the server; if it does not hear, it must be said again.
  async #say() {
    if (await this.goOn()) return;
    this.hasGoneOn = false;
    this.#offer();
  }

  // What is to be chosen besides squares: a deed, keep or return, a pawn to give up; or to go on.
  #choices(legal, values) {
    const box = this.part("choices");
    const { view } = this.scene;
    const found = [];
    if (this.#isEnd && !this.hasGoneOn) {
      const seat = winner(view, this.rules);
      if (seat) for (const value of view.rounds.at(-1).hands[seat - 1]) found.push({ key: value, face: value });
      found.push({ key: "go on", label: say(view.outcome ? "to_result" : "continue"), act: () => this.#goOn(), isMain: true });
    } else if (!this.#isNow) {
      found.push({ key: "skip", label: say("skip"), act: () => this.#hurry() });
    } else if (this.target) {
      for (const move of legal.filter((one) => one.piece === this.piece && one.square === this.target)) {
        found.push({ key: move.text, label: say(move.deed === "look" ? "look" : "take"), act: () => this.#do(move.text), isMain: true });
      }
    } else if (!this.busy) {
      if (this.view.legal.includes("keep")) found.push({ key: "keep", label: say("keep"), act: () => this.#do("keep"), isMain: true });
      if (this.view.legal.includes("return")) found.push({ key: "return", label: say("return"), act: () => this.#do("return") });
      for (const value of values) {
        const isChosen = this.value === value;
        found.push({ key: `${value}${isChosen}`, face: value, isChosen, act: () => ((this.value = value), this.#offer()) });
      }
    }
    if (!found.length && legal.length) found.push({ key: `hint ${Boolean(this.piece)}`, hint: say(this.piece ? "choose_square" : "choose_piece") });
    const key = found.map((one) => one.key).join(" ");
    if (box.dataset.offers === key) return; // a button that is being pressed must stay
    box.dataset.offers = key;
    const hasFocus = box.contains(document.activeElement);
    box.replaceChildren(...found.map((one) => (one.act ? button(one) : one.hint ? hint(one.hint) : face(one.face))));
    const isAtBoard = hasFocus || document.activeElement === document.body || document.activeElement.matches("[role=gridcell]");
    if (this.#isEnd && isAtBoard) box.querySelector("button")?.focus({ preventScroll: true });
    else if (hasFocus) (box.querySelector("[aria-pressed=true]") ?? this.root.querySelector("[role=gridcell][tabindex='0']")).focus({ preventScroll: true });
  }

  #tell() {
    const { view, one } = this.scene;
    const isMine = this.#isNow && view.to_act.includes(view.seat);
    const isTheirs = this.scene.isMoment && one.seat && one.seat !== view.seat && !isMine;
    let text = isTheirs ? say("their_turn", { name: view.names[one.seat - 1] }) : awaited(view);
    let news = one ? told(one, view, { remembers: !one.value || one.kind !== "look" }) : "";
    if (one?.kind === "deal") news = view.turn === view.seat ? say("you_begin") : say("begins", { name: view.names[view.turn - 1] });
    if (this.#isLooking) {
      const seen = say("you_see", { pawn: pawn(one.value), square: one.square });
      if (isMine) news = seen;
      else [text, news] = [seen, say("tap_on")];
    }
    if (this.#isEnd) {
      text = ended(view, this.rules);
      if (view.outcome) news = say(view.outcome.winners[0] === view.seat ? "you_win_game" : "wins_game", { name: view.names[view.outcome.winners[0] - 1] });
      else if (this.hasGoneOn) {
        const others = this.awaited.filter((seat) => seat !== view.seat).map((seat) => view.names[seat - 1]);
        news = others.length ? say("awaits", { names: listed(others) }) : say("deal");
      }
    }
    if (this.target) text = asked(this.piece, this.target);
    const isNews = news !== this.part("would").textContent;
    const isAsked = text !== this.part("told").textContent && (this.target || (isMine && !this.busy) || this.#isEnd || this.#isLooking);
    write(this.part("told"), text);
    write(this.part("would"), news);
    const sentences = [isNews && news, isAsked && text];
    announce(...(isMine && !this.#isEnd ? sentences : sentences.reverse()));
  }

  #players() {
    const { view, one } = this.scene;
    const turn = this.scene.isMoment && one.seat ? one.seat : view.turn;
    const won = this.#isEnd ? winner(view, this.rules) : null;
    (this.scene.hands ?? view.hands).forEach((hand, i) => {
      const box = this.root.querySelector(`[data-player="${i + 1}"]`);
      box.classList.toggle("turn", won === null && turn === i + 1);
      box.classList.toggle("won", won === i + 1);
      box.querySelector(".hand").replaceChildren(...hand.map((value) => face(value)));
      const total = hand.reduce((sum, value) => sum + value, 0);
      const sum = box.querySelector("[data-sum]");
      sum.classList.toggle("out", view.out.includes(i + 1));
      write(sum, view.out.includes(i + 1) ? say("out") : String(total || ""));
      const most = Number(this.root.dataset.markers);
      const markers = view.markers[i] - (this.scene.hands && winner(view, this.rules) === i + 1 ? 1 : 0);
      write(box.querySelector(".markers"), "★".repeat(markers) + "☆".repeat(most - markers));
      box.querySelector(".markers").setAttribute("aria-label", say("markers", { won: markers, count: most }));
    });
  }

  #list() {
    const { view } = this.scene;
    const now = happenings(view, this.rules).map((one) => told(one, view, { remembers: this.remembers }));
    const rounds = past(view, this.rules);
    const last = winner(view, this.rules) ? rounds.splice(-1) : [];
    const lines = [...rounds, ...now, ...(this.#isEnd ? last : [])].reverse();
    this.part("moves").replaceChildren(
      ...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })),
    );
  }
}

function write(box, text) {
  if (box.textContent !== text) box.textContent = text;
}

function hint(text) {
  return Object.assign(document.createElement("p"), { className: "hint", textContent: text });
}

function button({ label, face: value, act, isMain, isChosen }) {
  const found = document.createElement("button");
  found.type = "button";
  if (isMain) found.className = "main";
  if (value) {
    found.setAttribute("aria-pressed", String(isChosen));
    found.append(face(value));
  } else found.textContent = label;
  found.addEventListener("click", act);
  return found;
}
