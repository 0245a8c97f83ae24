// A part of the page that follows the server: asked for again and again while it is seen, changed in place, kept as it
// is while the line is broken. Countdowns go on by themselves; moments are written in the reader's own time.

import { morph, whenReleased } from "./morph.js";

// Ask every few seconds for what has changed; `changed` is called after a change, and `isDue` may ask sooner.
export function follow(box, { seconds, changed = () => {}, always = false }) {
  let [tag, failures, asking] = ["", 0, false];
  const offline = document.querySelector("[data-part=offline]");

  async function ask() {
    if (asking || (document.hidden && !always)) return;
    asking = true;
    try {
      const answer = await fetch(box.dataset.follow, { headers: tag ? { "If-None-Match": tag } : {} });
      if (answer.status >= 500) throw new Error();
      failures = 0;
      if (answer.status === 200) {
        tag = answer.headers.get("etag") ?? "";
        const text = await answer.text();
        await whenReleased();
        morph(box, text);
        prepare(box);
        changed();
      }
    } catch {
      failures += 1;
    }
    asking = false;
    if (offline) offline.hidden = failures < 2;
  }

  // Many pages do not ask at the same moment.
  const again = () => setTimeout(() => ask().then(again), 1000 * seconds * (0.8 + 0.4 * Math.random()) * Math.min(1 + failures, 4));
  again();
  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
  prepare(box);
  return ask;
}

// When a countdown ends, in the milliseconds of this page: the server said how long it is from its own now.
const ends = new WeakMap();

export function prepare(box) {
  for (const timer of box.querySelectorAll("[data-until]")) {
    const { until, now } = timer.dataset;
    const known = ends.get(timer);
    if (known?.until !== until || known?.now !== now) {
      ends.set(timer, { until, now, at: performance.now() + 1000 * (until - now) });
    }
  }
  for (const time of box.querySelectorAll("[data-local]")) {
    const moment = new Date(1000 * time.dataset.local);
    time.dateTime = moment.toISOString();
    time.textContent = moment.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
  }
  tick();
}

function tick() {
  for (const timer of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.ceil(((ends.get(timer)?.at ?? 0) - performance.now()) / 1000));
    const text = written(left);
    if (timer.textContent !== text) timer.textContent = text;
    timer.classList.toggle("soon", left <= 10);
  }
}
setInterval(tick, 250);

// 4:05, 1:00:00, or days and hours from two days on.
function written(left) {
  const [days, hours, minutes, seconds] = [Math.floor(left / 86400), Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60];
  const two = (n) => String(n).padStart(2, "0");
  if (days >= 2) return new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
