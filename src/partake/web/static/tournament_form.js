// The form for a new tournament: options that follow the game, and times in the reader's own time.

import { morph, whenReleased } from "./morph.js";
import { asker } from "./page.js";

const form = document.getElementById("new-tournament");
const panel = document.getElementById("panel");
const ask = asker();
let asked = 0;

form.addEventListener("change", async ({ target }) => {
  if (target.name !== "edition" && !panel.contains(target)) return;
  const question = ++asked;
  const text = await ask(`/tournaments/options?${new URLSearchParams(new FormData(form))}`);
  await whenReleased();
  if (text !== null && question === asked) morph(panel, text);
});

form.addEventListener("submit", () => {
  const { begins, offset } = form.elements;
  offset.value = begins.value ? new Date(begins.value).getTimezoneOffset() : "";
});
