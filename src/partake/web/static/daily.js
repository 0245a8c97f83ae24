// The page of a day: the time until the next one, what is still being computed, and the new day when it comes.

import { refresh, reload, say } from "./page.js";

const AGAIN = 1500; // milliseconds between two looks at what is being computed
const head = document.querySelector(".day-head");

// The server says how much of the day is left, so that a device whose clock is wrong shows the right time.
if (head.dataset.left) {
  const ends = performance.now() + Number(head.dataset.left) * 1000;
  const told = document.querySelector("[data-part=left]");
  const tick = () => {
    const left = Math.ceil((ends - performance.now()) / 1000);
    const [hours, minutes] = [Math.floor(left / 3600), Math.floor((left % 3600) / 60)];
    const time = hours ? say("left_hours", { hours, minutes }) : minutes ? say("left_minutes", { minutes }) : say("left_soon");
    told.textContent = say("left_next", { time });
    if (left <= 0) setTimeout(renewed, Math.random() * 2000); // not everybody at the same moment
    else setTimeout(tick, Math.min(left, 20) * 1000);
  };
  tick();
  document.addEventListener("visibilitychange", () => performance.now() >= ends && renewed());
}

// Today's page becomes that of the new day; the page of a date stays that of its date.
function renewed() {
  if (!document.hidden && location.pathname === "/daily") reload();
}

async function follow() {
  if (!document.hidden) await refresh();
  if (document.querySelector(".deals [role=status]")) setTimeout(follow, AGAIN);
}
if ("pending" in head.dataset) setTimeout(follow, AGAIN);
