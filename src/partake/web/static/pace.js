// Shows scenes one after the other at a pace the eye can follow, while the game itself is further on already.
// A scene has `hold`, the milliseconds for which it must be seen: 0 lets the next one come at once, Infinity waits for
// `next`. A scene that must be waited for (`isStop`) is never skipped.

const QUICK = 6; // from this number of waiting scenes on they are shown faster
const MOST = 30; // and from this number on they are not shown at all
const BRIEFEST = 250;

export class Pace {
  constructor(show) {
    this.show = show;
    this.waiting = [];
    this.timer = null;
    this.isHeld = false;
    this.speed = 1;
    this.idle = null; // called when the last scene has been seen
  }

  get isBehind() {
    return this.waiting.length > 0;
  }

  add(scenes) {
    this.waiting.push(...scenes);
    if (this.waiting.length > MOST) this.skip();
    else if (!this.isHeld) this.next();
  }

  // What is shown has been seen.
  next() {
    clearTimeout(this.timer);
    this.isHeld = false;
    if (!this.isBehind) {
      this.idle?.();
      return;
    }
    const scene = this.waiting.shift();
    const hold = this.#hold(scene);
    this.isHeld = hold > 0;
    this.show(scene);
    if (hold === 0) this.next();
    else if (hold < Infinity) this.timer = setTimeout(() => this.next(), hold);
  }

  // Be where the game is, or where it waited for the player.
  skip() {
    const stop = this.waiting.findIndex((scene) => scene.isStop);
    const last = stop < 0 ? this.waiting.length - 1 : stop;
    if (last < 0) return;
    this.waiting.splice(0, last);
    this.next();
  }

  // Forget all scenes: whatever is shown next is how things are.
  clear() {
    clearTimeout(this.timer);
    this.waiting = [];
    this.isHeld = false;
  }

  #hold({ hold, isStop, isOwn }) {
    if (isStop || isOwn || !hold) return hold;
    const speed = this.speed * Math.max(1, (this.waiting.length + 1) / QUICK);
    return Math.max(BRIEFEST, hold / speed);
  }
}
