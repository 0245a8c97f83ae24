// The home page: options that follow every choice, and a lobby that is fetched again while the page is visible.

import { asker } from "./page.js";

const form = document.getElementById("new-table");
const panel = document.getElementById("panel");
const lobby = document.querySelector("[data-lobby]");
const askOptions = asker();
const askLobby = asker();
let isRenewing = false;

// A field that loses the focus because it is replaced says that it has changed, from a form that is half gone.
form.addEventListener("change", async () => {
  if (isRenewing) return;
  const text = await askOptions(`/options?${new URLSearchParams(new FormData(form))}`);
  if (text !== null) renew(text);
});

// What has been opened, typed or focused while the answer was on its way stays as it is.
function renew(text) {
  const held = document.activeElement;
  const isOpen = document.getElementById("options").open;
  isRenewing = true;
  panel.innerHTML = text;
  isRenewing = false;
  document.getElementById("options").open = isOpen;
  const again = held?.id ? document.getElementById(held.id) : null;
  if (!again) return;
  if (again.matches("input:not([type])")) again.value = held.value;
  again.focus();
}

setInterval(async () => {
  const text = document.hidden ? null : await askLobby("/lobby");
  if (text !== null) lobby.innerHTML = text;
}, 5000);
