// The home page: options that follow every choice, and a lobby that is fetched again while the page is visible.

import { asker } from "./page.js";
import { morph, whenReleased } from "./morph.js";

const form = document.getElementById("new-table");
const panel = document.getElementById("panel");
const lobby = document.querySelector("[data-lobby]");
const askOptions = asker();
const askLobby = asker();
let asked = 0;

// What is typed changes no option; everything else may change what can be chosen.
form.addEventListener("change", async (event) => {
  if (event.target.matches("input:not([type]), input[type=text]")) return;
  const question = ++asked;
  const text = await askOptions(`/options?${new URLSearchParams(new FormData(form))}`);
  await whenReleased();
  if (text === null || question !== asked) return;
  morph(panel, text);
  // a game that needs company is not played alone
  const who = panel.querySelector("[data-who]").dataset.who;
  form.querySelector(`[name=who][value=${who}]`).checked = true;
});

setInterval(async () => {
  const text = document.hidden ? null : await askLobby("/lobby");
  if (text === null) return;
  await whenReleased();
  morph(lobby, text);
}, 5000);
