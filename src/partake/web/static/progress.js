// A review that is under way: its progress is asked for until there is none, and then the page is loaded again.

import { asker, reload } from "./page.js";

const OFTEN = 500; // milliseconds
const ask = asker();

async function follow() {
  const bar = document.querySelector("[data-progress]");
  const text = document.hidden ? null : await ask(bar.dataset.progress);
  if (text === "") reload();
  else if (text !== null) bar.outerHTML = text;
  if (text !== "") setTimeout(follow, OFTEN);
}
setTimeout(follow, OFTEN);
