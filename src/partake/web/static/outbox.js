// The move under way: sent with the same key until the server has answered or refused it, over broken lines, silent
// ones and the end of the page. It is kept in the browser until then; the server does nothing twice for one key.

import { pause } from "./line.js";

const PATIENCE = 6000; // milliseconds after which a request counts as lost
const LATE = 1200; // after which the player is told that the move is still on its way
const BUSY = [408, 425, 502, 503, 504]; // the move was neither taken nor refused: ask again

function fresh() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

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
