// The line about the tournament on the page of a table: the time that is left, and the way back when it is up.

import { prepare } from "./follow.js";

const strip = document.querySelector("[data-tournament]");
const { tournament, deal } = strip.dataset;
let tag = "";
prepare(strip);

// Whether the deal that is played here can still be played.
function isOpen({ stage, mode, round }) {
  return stage === "playing" && (mode === "window" || String(round) === deal);
}

async function ask() {
  if (document.hidden) return;
  const answer = await fetch(`/api/tournaments/${tournament}`, { headers: tag ? { "If-None-Match": tag } : {} }).catch(() => null);
  if (answer?.status !== 200) return;
  tag = answer.headers.get("etag") ?? "";
  const state = await answer.json();
  const timer = strip.querySelector("[data-until]");
  if (timer && !isOpen(state)) location.assign(`/tournaments/${tournament}`);
  else if (timer && Number(timer.dataset.until) !== state.due) {
    Object.assign(timer.dataset, { until: state.due, now: state.now });
    prepare(strip);
  }
}

if (strip.querySelector("[data-until]")) setInterval(ask, 4000 + 2000 * Math.random());
