// A finished game: as soon as one of the players wants to play again, offer the link to the new table.

import { reload } from "./page.js";

const page = document.querySelector("[data-over]");
if (!page.dataset.rematch) {
  const stream = new EventSource(`/api/tables/${page.dataset.over}/events`);
  stream.addEventListener("table", (event) => JSON.parse(event.data).rematch && reload());
  addEventListener("pagehide", () => stream.close(), { once: true });
}
