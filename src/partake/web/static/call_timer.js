// The seconds until the next tile: counted down, paused, shown as a ring that closes.

const STEP = 200; // milliseconds
const ROUND = 100; // the length of the ring, as its `pathLength` says

export class Timer {
  #left = 0;
  #since = 0;
  #ticking = 0;

  // `due()` is called when the time is up, `changed()` when it is paused or goes on.
  constructor(button, { due, changed }) {
    Object.assign(this, { button, due, changed, seconds: 0 });
    this.ring = button.querySelector(".ring");
    button.addEventListener("click", () => this.toggle());
  }

  get isRunning() {
    return this.#ticking > 0;
  }

  // Count from the start; zero seconds are no timer.
  start(seconds) {
    this.#stop();
    this.seconds = seconds;
    this.#left = seconds * 1000;
    this.button.hidden = !seconds;
    if (seconds) this.#run();
    this.#show();
  }

  // Wait for somebody to go on, at this moment of the countdown.
  pause() {
    if (!this.isRunning) return;
    this.#stop();
    this.#show();
    this.changed();
  }

  toggle() {
    if (this.isRunning) this.pause();
    else if (this.seconds) {
      this.#run();
      this.#show();
      this.changed();
    }
  }

  end() {
    this.#stop();
    this.seconds = 0;
    this.button.hidden = true;
  }

  #run() {
    this.#since = Date.now();
    this.#ticking = setInterval(() => this.#tick(), STEP);
  }

  #stop() {
    if (this.isRunning) this.#left = this.#remaining;
    clearInterval(this.#ticking);
    this.#ticking = 0;
  }

  get #remaining() {
    return Math.max(0, this.#left - (this.isRunning ? Date.now() - this.#since : 0));
  }

  #tick() {
    this.#show();
    if (this.#remaining > 0) return;
    this.#stop();
    this.due();
  }

  #show() {
    const left = Math.ceil(this.#remaining / 1000);
    this.button.querySelector("b").textContent = left;
    this.button.classList.toggle("paused", !this.isRunning);
    this.button.setAttribute("aria-pressed", String(!this.isRunning));
    this.ring.setAttribute("stroke-dashoffset", this.seconds ? ROUND - (ROUND * this.#remaining) / (this.seconds * 1000) : 0);
  }
}
