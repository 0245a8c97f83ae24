// The line to a table: its event stream, opened anew whenever it breaks, falls silent, or the page may have missed
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
