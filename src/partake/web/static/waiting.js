// A table that has not started: the page is loaded again when a player sits down or the game begins.

import { reload, reloadInTurn } from "./page.js";

const page = document.querySelector("[data-waiting]");
const stream = new EventSource(`/api/tables/${page.dataset.waiting}/events`);
let first = true;
stream.addEventListener("table", (event) => {
  const table = JSON.parse(event.data);
  if (table.unlimited && table.status === "waiting" && String(table.host) === page.dataset.host) seated(table);
  else again(table);
});
stream.addEventListener("view", (event) => {
  const { table } = JSON.parse(event.data);
  if (!first || table.status !== "waiting") again(table);
  first = false;
});

function again(table) {
  if (!document.activeElement?.matches("input:not([readonly])")) reloadInTurn(table);
  else document.activeElement.addEventListener("blur", () => setTimeout(reload, 300), { once: true });
}

// Hundreds may come here: then only the list changes, and the page is not fetched again.
function seated(table) {
  page.querySelector(".waiting").replaceChildren(
    ...table.seats.map((held) => {
      const entry = document.createElement("li");
      const name = document.createElement("strong");
      name.textContent = held.name;
      entry.append(name, held.bot ? ` (${held.bot})` : "");
      return entry;
    }),
  );
}
