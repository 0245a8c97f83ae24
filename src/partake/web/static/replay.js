// A replay: the slider fetches the board of its move, and the buttons move the slider.

import { asker } from "./page.js";
import { keepPlace } from "./walk.js";

const form = document.querySelector(".steps");
const slider = form.querySelector("input");
const ask = asker();

// At the first step there is nothing before it, at the last nothing after.
function mark() {
  const [at, last] = [Number(slider.value), Number(slider.max)];
  for (const button of form.querySelectorAll("[data-step]")) {
    const isOver = Number(button.dataset.step) < 0 ? at === 0 : at === last;
    if (isOver) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
  }
}

async function show() {
  mark();
  const text = await ask(`${form.getAttribute("action")}?at=${slider.value}`);
  if (text === null) return;
  const found = new DOMParser().parseFromString(text, "text/html").getElementById("step");
  keepPlace(() => document.getElementById("step").replaceWith(found));
  document.querySelector("[data-part=told]").textContent = found.querySelector(".told strong").textContent;
}

slider.addEventListener("input", show);

form.addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  event.preventDefault();
  slider.value = Number(slider.value) + Number(button.dataset.step);
  show();
});

// The player may have moved the slider before this module was there, or the browser may have put it where it was.
if (slider.value !== slider.defaultValue) show();
