// The line to a table: its event stream and the move under way. The stream is opened anew whenever it breaks, falls silent, or the page may have missed
// something (the network or the page is back). A new stream begins with the whole state and goes on with what changes,
// so nothing between the two can be lost, as it could between a state that is fetched and a stream.

const OPENING = 8000; // milliseconds in which a stream must open
const BEAT = 15000; // between two signs of life, until the stream says otherwise
const SLACK = 2000; // how late the second sign of life may be
const PAUSES = [300, 1000, 2000, 4000];

// Before the next of several tries; at random, because hundreds of pages may lose their line at one moment.
export function pause(tries) {
  return PAUSES[Math.min(tries, PAUSES.length - 1)] * (0.5 + Math.random());
}

export class Line {
  #address;
  #kinds;
  #told;
  #stream = null;
  #timer = 0;
  #tries = 0;
  #quiet = 2 * BEAT + SLACK;

  // What is done for each kind of event; `told` hears whether the line is open.
  constructor(address, kinds, told = () => {}) {
    this.#address = address;
    this.#kinds = kinds;
    this.#told = told;
    addEventListener("online", () => this.open());
    document.addEventListener("visibilitychange", () => document.hidden || this.open());
    addEventListener("pagehide", () => this.close());
    this.open();
  }

  // Begin anew: the whole state comes first.
  open() {
    this.close();
    const stream = (this.#stream = new EventSource(this.#address));
    const on = (kind, act) => stream.addEventListener(kind, (event) => {
      this.#expect(this.#quiet);
      act(event.data && JSON.parse(event.data));
    });
    this.#expect(OPENING);
    on("open", () => {
      this.#tries = 0;
      this.#told(true);
    });
    on("beat", ({ every }) => {
      this.#quiet = 2000 * every + SLACK;
      this.#expect(this.#quiet);
    });
    for (const [kind, act] of Object.entries(this.#kinds)) on(kind, act);
    stream.addEventListener("error", () => this.#broken());
  }

  close() {
    clearTimeout(this.#timer);
    this.#stream?.close();
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

const PATIENCE = 6000; // milliseconds after which a request counts as lost
const LATE = 1200; // after which the player is told that the move is still on its way
const BUSY = [408, 425, 502, 503, 504]; // the move was neither taken nor refused: ask again

function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The move under way: sent with the same key until the server has answered or refused it, over broken lines, silent
// ones and the end of the page. It is kept in the browser until then; the server does nothing twice for one key.
export class Outbox {
  move = null;
  #address;
  #kept;
  #late;
  #timer = 0;
  #wake = () => {};

  // `as` is the query that names a friend at this device; `late` hears whether a move is on its way for longer than a
  // player would expect.
  constructor(table, as, late) {
    this.#address = `/api/tables/${table}/moves${as && `?${as}`}`;
    this.#kept = `partake-move-${table}${as}`;
    this.#late = late;
  }

  // The move that was under way when this page was left.
  get left() {
    return JSON.parse(localStorage.getItem(this.#kept));
  }

  // The answer to a move, an action in the state of the number it expects; null if a later move took its place, which can only be when
  // the game has gone on: then this one is stored, or never will be.
  send(move) {
    return this.deliver({ ...move, key: fresh(), view: true });
  }

  async deliver(move) {
    this.#settle();
    this.move = move;
    localStorage.setItem(this.#kept, JSON.stringify(move));
    this.#timer = setTimeout(() => this.#late(true), LATE);
    for (let tries = 0; this.move === move; tries += 1) {
      const answer = await this.#post(move);
      if (this.move !== move) break;
      if (answer) {
        this.#settle();
        return answer;
      }
      this.#late(true);
      await this.#until(pause(tries));
    }
    return null;
  }

  // The line may be good again: do not wait any longer.
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

  // What the server says; null if it says nothing, or something else does in its place.
  async #post(move) {
    const given = new AbortController();
    const lost = setTimeout(() => given.abort(), PATIENCE);
    const began = Date.now();
    this.#wake = () => Date.now() - began > LATE && given.abort();
    try {
      const answer = await fetch(this.#address, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(move),
        keepalive: true,
        signal: given.signal,
      });
      const told = await answer.json();
      const isBusy = BUSY.includes(answer.status) || (answer.status === 429 && answer.headers.has("Retry-After"));
      return isBusy ? null : { ok: answer.ok, status: answer.status, told };
    } catch {
      return null;
    } finally {
      clearTimeout(lost);
    }
  }
}
