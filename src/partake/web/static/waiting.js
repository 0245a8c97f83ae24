// A table that has not started: who sits and who is here changes in place; the game's page is loaded when it begins.

import { Line } from "./line.js";
import { refresh, reloadInTurn } from "./page.js";
import { awayFor } from "./seats.js";

// A form that was answered in place has the address of the form: loading that again would send it again.
if (location.pathname.endsWith("/join")) history.replaceState(null, "", location.pathname.replace(/\/join$/, ""));

const page = document.querySelector("[data-waiting]");
let known = null;
new Line(page.dataset.waiting, "", {
  table: changed,
  view: ({ table, seat, presence: found }) => {
    if (String(seat ?? "") !== page.dataset.seat) reloadInTurn(table);
    else told(table);
    presence(found);
  },
  presence,
});

// A line that was open before tells everything again: only what is new matters.
function told(table) {
  const text = JSON.stringify(table);
  if (known === null ? isOutdated(table) : text !== known) changed(table);
  known = text;
}

// Somebody may have sat down between the page and its line.
function isOutdated(table) {
  const shown = [...page.querySelectorAll(".waiting strong")].map((name) => name.textContent).join("\n");
  const names = table.seats.map((held) => held.name).filter(Boolean).join("\n");
  return table.status !== page.dataset.status || (table.status === "waiting" && shown !== names);
}

function changed(table) {
  known = JSON.stringify(table);
  if (table.status !== page.dataset.status) reloadInTurn(table);
  else if (table.unlimited && !page.querySelector(".waiting").dataset.decides) seated(table);
  else refresh().then(() => presence(here));
}

// Who is away, at each seat; it tells how long in minutes.
let here = { away: {} };
const ahead = Number(page.dataset.now) - Date.now() / 1000;
function presence(found) {
  if (here.decides !== undefined && here.decides !== found.decides) refresh().then(() => presence(here));
  here = found;
  for (const box of page.querySelectorAll("[data-presence]")) {
    const since = here.away[box.dataset.presence];
    const text = since === undefined ? "" : awayFor(Date.now() / 1000 + ahead - since);
    if (box.textContent !== text) box.textContent = text;
  }
}
setInterval(() => presence(here), 5000);

// Hundreds may come here: then only the list changes, and the page is fetched again by whoever decides alone.
function seated(table) {
  page.querySelector(".waiting").replaceChildren(
    ...table.seats.map((held) => {
      const entry = document.createElement("li");
      const name = document.createElement("strong");
      name.textContent = held.name;
      const state = document.createElement("span");
      state.className = "muted small";
      state.dataset.presence = held.seat;
      entry.append(name, held.bot ? ` (${held.bot}) ` : " ", state);
      return entry;
    }),
  );
  presence(here);
}
