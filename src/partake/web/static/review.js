// A review: slider, buttons, keys, the chart, the list and the choice of a player all lead to the same form.

import { asker } from "./page.js";

const form = document.querySelector(".steps");
const slider = form.querySelector("[type=range]");
const chart = document.querySelector("[data-part=chart]");
const ask = asker();

async function show() {
  const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
  const text = await ask(address);
  if (text === null) return;
  const held = document.activeElement.closest("#step [data-at]");
  const found = new DOMParser().parseFromString(text, "text/html");
  const fresh = found.querySelector(".steps [type=range]");
  slider.max = fresh.max;
  slider.value = fresh.value;
  document.getElementById("step").replaceWith(found.getElementById("step"));
  history.replaceState(null, "", address);
  mark();
  document.querySelector("[data-part=told]").textContent = document.getElementById("step").dataset.told;
  if (held) document.querySelector("#step [aria-current=step]").focus({ preventScroll: true });
}

function go(at) {
  slider.value = at;
  show();
}

// The chart shows where the game is, and a long list scrolls there.
function mark() {
  const step = document.getElementById("step");
  const cursor = chart?.querySelector(".cursor");
  cursor?.setAttribute("visibility", "visible");
  cursor?.setAttribute("transform", `translate(${step.dataset.x} 0)`);
  const list = step.querySelector(".scroll");
  const row = list.querySelector("tr.on");
  list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

slider.addEventListener("input", show);
form.addEventListener("change", (event) => event.target.name === "seat" && show());
form.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (!step) return;
  event.preventDefault();
  go(Number(slider.value) + Number(step.dataset.step));
});
document.addEventListener("click", (event) => {
  const row = event.target.closest("#step tr")?.querySelector("[data-at]");
  if (!row) return;
  event.preventDefault();
  go(Number(row.dataset.at));
});
chart?.addEventListener("click", (event) => {
  const box = chart.querySelector("svg");
  const frame = box.getBoundingClientRect();
  const x = (event.clientX - frame.left) / frame.width * box.viewBox.baseVal.width;
  const { first, last, count } = chart.dataset;
  go(Math.max(1, Math.min(count, Math.round((x - first) / (last - first) * count))));
});
document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input")) return;
  event.preventDefault();
  go(Number(slider.value) + by);
});
mark();

// Somebody may have moved the slider before this module was there, or the browser may have put it where it was.
if (slider.value !== slider.defaultValue) show();
