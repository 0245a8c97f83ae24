// A review: slider, buttons, keys, the chart, the list and the choice of a player all lead to the same form.
// A server is asked for each decision; a file holds them all as templates, on pages of which one is shown at a time.

import { asker } from "./page.js";
import { keepPlace } from "./walk.js";

const ask = asker();
const pages = [...document.querySelectorAll("[data-page]")];
const reviews = [...document.querySelectorAll(".review")].map(review);

function review(root) {
  const form = root.querySelector(".steps");
  const slider = form.querySelector("[type=range]");
  const chart = root.querySelector("[data-part=chart]");
  const page = root.closest("[data-page]");
  const step = () => root.querySelector(".review-step");

  async function show() {
    const found = await (page ? kept() : fetched());
    if (!found) return;
    const held = document.activeElement.closest(".review-step [data-at]");
    slider.max = found.last;
    slider.value = found.at;
    keepPlace(() => step().replaceWith(found.step));
    history.replaceState(null, "", found.address);
    mark();
    keepInSight();
    root.querySelector("[data-part=told]").textContent = step().querySelector(".review-move").dataset.told;
    if (held) step().querySelector("[aria-current=step]").focus({ preventScroll: true });
  }

  async function fetched() {
    const address = `${form.getAttribute("action")}?${new URLSearchParams(new FormData(form))}`;
    const text = await ask(address);
    if (text === null) return null;
    const found = new DOMParser().parseFromString(text, "text/html");
    const { max, value } = found.querySelector(".steps [type=range]");
    return { step: found.querySelector(".review-step"), last: max, at: value, address };
  }

  function kept() {
    const seat = new FormData(form).get("seat");
    const panel = document.getElementById(`panel-${page.dataset.page}-${seat}`).content.cloneNode(true);
    const rows = panel.querySelectorAll("[data-at]");
    if (!rows.length) return null;
    const at = Math.min(slider.value, rows.length);
    const row = rows[at - 1];
    row.setAttribute("aria-current", "step");
    row.closest("tr").classList.add("on");
    const decision = document.getElementById(row.dataset.decision).content.cloneNode(true);
    const fresh = step().cloneNode(false);
    fresh.append(decision, panel);
    return { step: fresh, last: rows.length, at, address: `#${page.id}.${seat}.${at}` };
  }

  function go(at) {
    slider.value = at;
    show();
  }

  // The chart shows where the game is, and a long list scrolls there.
  function mark() {
    const cursor = chart?.querySelector(".cursor");
    cursor?.setAttribute("visibility", "visible");
    cursor?.setAttribute("transform", `translate(${step().querySelector(".review-move").dataset.x} 0)`);
    const list = step().querySelector(".scroll");
    list.scrollTop = list.querySelector("tr.on").offsetTop - list.clientHeight / 2;
  }

  // On a narrow screen, where the steps lie at its foot, the board stays at its top and the words between them.
  function keepInSight() {
    if (getComputedStyle(form).position === "fixed") step().querySelector(".review-board").scrollIntoView();
  }

  slider.addEventListener("input", show);
  form.addEventListener("change", (event) => event.target.name === "seat" && show());
  root.addEventListener("click", (event) => {
    const by = event.target.closest("[data-step]")?.dataset.step;
    const row = event.target.closest(".review-step tr")?.querySelector("[data-at]");
    if (!by && !row) return;
    event.preventDefault();
    go(by ? Number(slider.value) + Number(by) : row.dataset.at);
  });
  chart?.addEventListener("click", (event) => {
    const box = chart.querySelector("svg");
    const frame = box.getBoundingClientRect();
    const x = (event.clientX - frame.left) / frame.width * box.viewBox.baseVal.width;
    const { first, last, count } = chart.dataset;
    go(Math.max(1, Math.min(count, Math.round((x - first) / (last - first) * count))));
  });
  mark();

  // Somebody may have moved the slider before this module was there, or the browser may have put it where it was.
  if (!page && slider.value !== slider.defaultValue) show();

  return {
    page,
    move: (by) => go(Number(slider.value) + by),
    open(seat, at) {
      const choice = form.querySelector(`[name=seat][value="${CSS.escape(seat)}"]`);
      if (!choice) return;
      choice.checked = true;
      slider.max = 9999;
      go(at);
    },
  };
}

document.addEventListener("keydown", (event) => {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!by || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, [role=gridcell]")) return;
  const shown = reviews.find(({ page }) => !page?.hidden);
  if (!shown) return;
  event.preventDefault();
  shown.move(by);
});

// In a file the fragment says which page is shown, and which decision: `#review-2.1.5` is the fifth of player 1 in game 2.
function turn() {
  const [id, seat, at] = location.hash.slice(1).split(".");
  const wanted = pages.find((page) => page.id === id);
  if (!wanted && !pages.every((page) => !page.hidden)) return;
  const shown = wanted ?? pages[0];
  for (const page of pages) page.hidden = page !== shown;
  if (seat && at) reviews.find(({ page }) => page === shown)?.open(seat, at);
}
if (pages.length) {
  addEventListener("hashchange", turn);
  turn();
}
