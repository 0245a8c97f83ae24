// The page of a tournament: it follows the server, opens the board when a round begins, and sorts the standings.

import { follow } from "./follow.js";

const live = document.getElementById("live");
let [kind, deal, isUp] = ["place", "", true];
let begun = beginning();

// The deal that could be begun when the page was last looked at.
function beginning() {
  return live.querySelector("[data-begin]")?.dataset.begin ?? "";
}

function changed() {
  own();
  if (kind !== "place" || !isUp) sort();
  const now = beginning();
  if (now && now !== begun && !document.hidden) live.querySelector("[data-begin]").requestSubmit();
  begun = now;
}

// The reader's own line.
function own() {
  const { me } = live.querySelector(".now").dataset;
  for (const row of live.querySelectorAll("tr[data-number]")) {
    row.classList.toggle("own", row.dataset.number === me);
  }
}

const KEYS = {
  place: (row) => Number(row.dataset.place),
  total: (row) => Number(row.dataset.total),
  above: (row) => Number(row.dataset.above),
  deal: (row) => Number(row.children[3 + column()].dataset.points ?? -1),
};
const column = () => [...live.querySelectorAll("[data-sort=deal]")].findIndex((head) => head.dataset.deal === deal) + 1;
const byName = new Intl.Collator(document.documentElement.lang, { numeric: true, sensitivity: "base" });

function sort() {
  const body = live.querySelector(".tournament tbody");
  if (!body) return;
  const name = (row) => row.querySelector("th").textContent;
  const order = kind === "name"
    ? (one, other) => byName.compare(name(one), name(other))
    : (one, other) => KEYS[kind](one) - KEYS[kind](other) || one.dataset.place - other.dataset.place;
  body.append(...[...body.rows].sort((one, other) => (isUp ? order(one, other) : order(other, one))));
  for (const head of live.querySelectorAll("[data-sort]")) {
    const isThis = head.dataset.sort === kind && head.dataset.deal === deal;
    if (isThis) head.closest("th").ariaSort = isUp ? "ascending" : "descending";
    else head.closest("th").removeAttribute("aria-sort");
  }
}

live.addEventListener("click", (event) => {
  const head = event.target.closest("[data-sort]");
  if (!head) return;
  const isSame = head.dataset.sort === kind && head.dataset.deal === deal;
  [kind, deal] = [head.dataset.sort, head.dataset.deal];
  isUp = isSame ? !isUp : ["place", "name"].includes(kind);
  sort();
});

own();
follow(live, { seconds: 3, changed });
