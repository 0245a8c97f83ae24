// A finished game: what others made of the same tiles, and the link to the next table.

import { Line } from "./line.js";
import { reload } from "./page.js";

const page = document.querySelector("[data-over]");
if (!page.dataset.rematch) {
  const offered = (table) => table.rematch && reload();
  new Line(page.dataset.over, "", { table: offered, view: ({ table }) => offered(table) });
}

// Whoever comes from the table is led to the result.
if (sessionStorage.getItem("partake.ended") === page.dataset.over) page.querySelector("h1").focus();
sessionStorage.removeItem("partake.ended");

const AGAIN = 1500; // milliseconds between two looks at what is being computed

// What the bot and the best board would have made is asked for by whoever played, when the server has nothing else to do.
async function compare(box) {
  const answer = await fetch(`/tables/${box.dataset.comparison}/comparison`).catch(() => null);
  if (!answer?.ok) return;
  const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-comparison]");
  box.replaceWith(found);
  let isPending = "pending" in found.dataset;
  if ("ask" in found.dataset && page.dataset.seat) {
    const asked = await fetch(`/api/tables/${found.dataset.comparison}/review?idle=true`, { method: "POST" }).catch(() => null);
    isPending = asked?.status === 202;
  }
  if (isPending) setTimeout(() => compare(found), document.hidden ? 4 * AGAIN : AGAIN);
}
const compared = page.querySelector("[data-comparison]");
if (compared) compare(compared);
