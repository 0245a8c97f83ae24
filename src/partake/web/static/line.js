// The line to a table: one WebSocket for events, moves and presence. It is opened anew whenever it breaks, falls silent,
// or the page may have missed something (the network or the page is back), and goes on after the last event that came:
// the server tells what was missed, or the whole state, so nothing can be lost in between.

const OPENING = 8000; // milliseconds in which a line must open
const BEAT = 15000; // between two signs of life, until the server says otherwise
const SLACK = 2000; // how late the second sign of life may be
const PATIENCE = 6000; // after which an answer counts as lost, and the line with it
const PAUSES = [300, 1000, 2000, 4000];

// Before the next of several tries; at random, because hundreds of pages may lose their line at one moment.
export function pause(tries) {
  return PAUSES[Math.min(tries, PAUSES.length - 1)] * (0.5 + Math.random());
}

export class Line {
  #address;
  #kinds;
  #told;
  #socket = null;
  #timer = 0;
  #tries = 0;
  #quiet = 2 * BEAT + SLACK;
  #last = "";
  #asked = new Map();
  #count = 0;

  // Of a table; `query` says as whom and what is wanted. What is done for each kind of event; `told` hears whether the line is open.
  constructor(table, query, kinds, told = () => {}) {
    this.#address = `${location.origin.replace("http", "ws")}/api/tables/${table}/socket?${query}`;
    this.#kinds = kinds;
    this.#told = told;
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => document.hidden || this.open());
    addEventListener("pagehide", () => this.close());
    this.open();
  }

  // Begin anew, with what was missed; the whole state comes first if it is not known what that is.
  open() {
    this.close();
    const socket = (this.#socket = new WebSocket(`${this.#address}&last=${encodeURIComponent(this.#last)}`));
    this.#expect(OPENING);
    socket.addEventListener("open", () => {
      if (socket !== this.#socket) return;
      this.#expect(this.#quiet);
      this.#tries = 0;
      this.#told(true);
    });
    socket.addEventListener("message", ({ data }) => socket === this.#socket && this.#hear(JSON.parse(data)));
    socket.addEventListener("close", () => socket === this.#socket && this.#broken());
  }

  // Begin anew with the whole state.
  refresh() {
    this.#last = "";
    this.open();
  }

  close() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    for (const answer of this.#asked.values()) answer(null);
    this.#asked.clear();
  }

  // What the server answers; null if it cannot be asked now, or the line breaks before.
  ask(wanted) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null);
    const number = (this.#count += 1);
    this.#socket.send(JSON.stringify({ do: number, ...wanted }));
    return new Promise((done) => {
      const lost = setTimeout(() => this.open(), PATIENCE);
      this.#asked.set(number, (answer) => {
        clearTimeout(lost);
        done(answer);
      });
    });
  }

  #hear({ event, id, data, answer, ...told }) {
    this.#expect(this.#quiet);
    if (answer !== undefined) {
      this.#asked.get(answer)?.(told);
      this.#asked.delete(answer);
    } else if (event === "beat") {
      this.#quiet = 2000 * data.every + SLACK;
      this.#expect(this.#quiet);
    } else {
      this.#last = id;
      this.#kinds[event]?.(data);
    }
  }

  // A sign of life must come within this time.
  #expect(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#broken(), milliseconds);
  }

  #broken() {
    this.close();
    this.#told(false);
    this.#timer = setTimeout(() => this.open(), pause(this.#tries));
    this.#tries += 1;
  }
}

const LATE = 1200; // milliseconds after which the player is told that the move is still on its way

function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The move under way: sent with the same key until the server has answered or refused it, over broken lines, silent
// ones and the end of the page. It is kept in the browser until then; the server does nothing twice for one key.
export class Outbox {
  move = null;
  #line;
  #kept;
  #late;
  #timer = 0;
  #wake = () => {};

  // `as` is the query that names a friend at this device; `line` gives the line, and `late` hears whether a move is on its
  // way for longer than a player would expect.
  constructor(table, as, line, late) {
    this.#kept = `partake-move-${table}${as}`;
    this.#line = line;
    this.#late = late;
  }

  // The move that was under way when this page was left.
  get left() {
    return JSON.parse(localStorage.getItem(this.#kept));
  }

  // The answer to a move, an action in the state of the number it expects; null if a later move took its place, which can only be when
  // the game has gone on: then this one is stored, or never will be.
  send(move) {
    return this.deliver({ ...move, key: fresh() });
  }

  async deliver(move) {
    this.#settle();
    this.move = move;
    localStorage.setItem(this.#kept, JSON.stringify(move));
    this.#timer = setTimeout(() => this.#late(true), LATE);
    for (let tries = 0; this.move === move; tries += 1) {
      const answer = await this.#line().ask(move);
      if (this.move !== move) break;
      if (answer && !answer.retry) {
        this.#settle();
        return answer;
      }
      this.#late(true);
      await this.#until(pause(tries));
    }
    return null;
  }

  // The line is good again: do not wait any longer.
  wake() {
    this.#wake();
  }

  #settle() {
    this.move = null;
    localStorage.removeItem(this.#kept);
    clearTimeout(this.#timer);
    this.#late(false);
    this.#wake();
  }

  #until(milliseconds) {
    return new Promise((done) => {
      const timer = setTimeout(done, milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
