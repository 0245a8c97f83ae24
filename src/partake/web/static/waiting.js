// A table that has not started: come back as soon as somebody sits down or the game begins.

import { reload } from "./page.js";

const room = document.querySelector("[data-waiting]");
const stream = new EventSource(`/api/tables/${room.dataset.waiting}/events`);
let first = true;
stream.addEventListener("table", () => again());
stream.addEventListener("view", (event) => {
  if (!first || JSON.parse(event.data).table.status !== "waiting") again();
  first = false;
});

function again() {
  if (!document.activeElement?.matches("input:not([readonly])")) reload();
  else document.activeElement.addEventListener("blur", () => setTimeout(reload, 300), { once: true });
}
