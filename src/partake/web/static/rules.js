// The rules: what is typed is looked for in all games at once; a button prints the page.

import { asker } from "./page.js";

const field = document.getElementById("q");
const found = document.getElementById("found");
const told = document.querySelector("[data-part=told]");
const ask = asker();
const PAUSE = 200;
let waiting = 0;

field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, PAUSE);
});

field.form.addEventListener("submit", (event) => {
  event.preventDefault();
  clearTimeout(waiting);
  search();
});

async function search() {
  const text = await ask(`/rules/search?${new URLSearchParams({ q: field.value })}`);
  if (text === null) return;
  found.innerHTML = text;
  told.textContent = found.querySelector("h2")?.textContent ?? "";
}

const print = document.querySelector("[data-part=print]");
if (print) {
  print.hidden = false;
  print.addEventListener("click", () => window.print());
}
