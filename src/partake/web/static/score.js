// The scorekeeper: an evening at the cardboard table is begun, filled in, counted and kept here, with or without a network.

import { load, save } from "./keep.js";
import { say, toast } from "./page.js";
import { Begin, isPlayable } from "./score_begin.js";
import { Book } from "./score_evening.js";
import { Keeper } from "./score_keeper.js";
import { Sharing } from "./score_share.js";
import { Settling } from "./score_settle.js";
import { checked } from "./score_text.js";
import { Together } from "./score_together.js";

const data = JSON.parse(document.getElementById("companion").textContent);
const [start, root] = ["begin", "keep"].map((name) => document.querySelector(`[data-part="${name}"]`));

let isTold = false;
async function keep(book, changed) {
  try {
    await Promise.all([save(`evening/${book.evening.id}`, { ...book.stored, together: book.together ?? null }), save("current/score", book.evening.id)]);
    isTold = false;
  } catch (problem) {
    if (!isTold) toast(problem.message);
    isTold = true;
  }
  if (changed) together.changed(changed);
}

const keeper = new Keeper(root, data, keep);
const begin = new Begin(start, data, open, () => !root.hidden);
new Sharing(root, keeper);
const together = new Together(root, keeper, keep, data);
const settling = new Settling(root, keeper, { keep, edit });
keeper.refreshed = () => settling.show();
root.querySelector("[data-part=close]").addEventListener("click", close);

function open(stored) {
  const { together: shared, ...evening } = stored;
  const book = new Book({ ...evening, ...checked(evening, data) });
  book.together = shared ?? null;
  start.hidden = true;
  root.hidden = false;
  if (location.hash || location.search) history.replaceState(null, "", "/score");
  keeper.open(book);
  together.open(book);
  keep(book);
  if (matchMedia("(max-width: 899px)").matches) root.querySelector(".desk").scrollIntoView(); // the board needs the room
  else scrollTo(0, 0);
}

async function edit(evening) {
  root.hidden = true;
  const found = await begin.edit(evening);
  root.hidden = false;
  return found;
}

async function close() {
  together.close();
  keeper.book = null;
  root.hidden = true;
  await save("current/score", null).catch(() => null);
  await begin.show();
  scrollTo(0, 0);
}

// A link, an evening of the caller, or the one that was open last.
async function arrive() {
  const query = new URLSearchParams(location.search);
  const [asked, code] = [query.get("evening"), query.get("with")];
  if (code) {
    const found = await together.join(code.toLowerCase(), await begin.kept()).catch(() => null);
    if (found) {
      open(found);
      return;
    }
  } else if (location.hash.startsWith("#1.")) {
    await begin.read(location.href);
    return;
  }
  const id = asked ?? (await load("current/score").catch(() => null));
  const kept = id && (await load(`evening/${id}`).catch(() => null));
  try {
    if (kept && isPlayable(data, kept)) {
      open(kept);
      return;
    }
    if (asked) toast(say("score_not_here"));
  } catch (problem) {
    toast(problem.message);
  }
  await begin.show();
}
addEventListener("hashchange", () => location.hash && arrive());
arrive();
