// The screen stays on while it is wanted, where the browser knows how; it forgets that whenever the page is hidden.

export class Awake {
  #lock = null;
  #isWanted = false;

  constructor() {
    document.addEventListener("visibilitychange", () => this.want(this.#isWanted));
  }

  async want(isWanted) {
    this.#isWanted = isWanted;
    if (!isWanted) {
      this.#lock?.release();
      this.#lock = null;
      return;
    }
    if (document.hidden || (this.#lock && !this.#lock.released)) return;
    const lock = await navigator.wakeLock?.request("screen").catch(() => null); // refused when the battery is low
    if (!lock) return;
    if (this.#isWanted && (!this.#lock || this.#lock.released)) this.#lock = lock;
    else lock.release();
  }
}
