// The settings: a look is sent to the server at once and shown on this page; how one plays is kept in this browser.

import { Signals } from "./signals.js";

const look = document.getElementById("look");
look.querySelector("button").hidden = true;
look.addEventListener("change", async () => {
  const answer = await fetch("/settings", { method: "POST", body: new URLSearchParams(new FormData(look)) }).catch(() => null);
  if (!answer?.ok) {
    look.submit();
    return;
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  wear(fresh.querySelector("link[href^='/boards']").getAttribute("href"));
  const saved = look.querySelector("[data-part=saved]");
  saved.textContent = saved.dataset.said;
});

// The old colours stay until the new ones are here.
function wear(address) {
  const old = document.querySelector("link[href^='/boards']");
  if (old.getAttribute("href") === address) return;
  const link = old.cloneNode();
  link.href = address;
  link.addEventListener("load", () => old.remove());
  old.after(link);
}

for (const field of document.querySelectorAll("[data-kept]")) {
  const key = field.dataset.kept;
  const kept = localStorage.getItem(key);
  if (field.type === "checkbox") field.checked = kept === "yes";
  else field.value = kept ?? "";
  field.addEventListener("change", () => {
    const value = field.type === "checkbox" ? (field.checked ? "yes" : "no") : field.value;
    if (value) localStorage.setItem(key, value);
    else localStorage.removeItem(key);
  });
}
new Signals(document);
document.getElementById("playing").hidden = false;
