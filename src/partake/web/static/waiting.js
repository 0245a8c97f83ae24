// A table that has not started: come back as soon as somebody sits down or the game begins.

import { reload, reloadInTurn } from "./page.js";

const room = document.querySelector("[data-waiting]");
const stream = new EventSource(`/api/tables/${room.dataset.waiting}/events`);
let first = true;
stream.addEventListener("table", (event) => {
  const table = JSON.parse(event.data);
  if (table.unlimited && table.status === "waiting" && String(table.host) === room.dataset.host) seated(table);
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

// Hundreds may come here: the list alone changes then, and nobody fetches the page again.
function seated(table) {
  room.querySelector(".waiting").replaceChildren(
    ...table.seats.map((held) => {
      const line = document.createElement("li");
      const name = document.createElement("strong");
      name.textContent = held.name;
      line.append(name, held.bot ? ` (${held.bot})` : "");
      return line;
    }),
  );
}
