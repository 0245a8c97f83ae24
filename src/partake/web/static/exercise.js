// An exercise: a board, and tiles of which one is to be placed on it. A tap or Enter on a cell that takes the chosen tile
// is the answer: the form around them is sent with the action, and the server says what it is worth.

import { Boards } from "./board.js";
import { say } from "./page.js";
import "./walk.js";

for (const form of document.querySelectorAll("[data-exercise]")) begin(form);

function begin(form) {
  const boards = new Boards(form);
  const seat = 1;
  const actions = form.dataset.actions.split(" ").map((text) => {
    const [tile, cell] = text.split("@");
    return { text, seat, tile, cell };
  });
  const tiles = [...form.querySelectorAll("[data-pick]")];
  const scrap = form.querySelector("[data-part=scrap]");
  const named = new Map([...form.querySelectorAll("svg.live [data-cell]")].map((cell) => [cell, cell.getAttribute("aria-label")]));
  let chosen = tiles[0].dataset.pick;

  const at = (event) => event.target.closest?.("svg.live [data-cell]");
  const action = (cell) => actions.find((one) => one.tile === chosen && one.cell === cell?.dataset.cell);

  function pick(tile) {
    chosen = tile;
    for (const button of tiles) button.setAttribute("aria-pressed", String(button.dataset.pick === tile && tiles.length > 1));
    for (const [cell, name] of named) {
      const found = action(cell);
      cell.classList.toggle("legal", Boolean(found));
      cell.setAttribute("aria-label", found ? boards.takes(found, {}, cell.dataset.place ?? cell.dataset.cell) : name);
    }
    if (scrap) scrap.hidden = !actions.some((one) => one.tile === tile && one.cell === "s");
    const first = [...named.keys()].find((cell) => action(cell));
    for (const cell of named.keys()) cell.setAttribute("tabindex", cell === first ? "0" : "-1");
    look(null);
  }

  function look(cell) {
    boards.clear();
    const found = action(cell);
    const lines = found ? boards.preview(found) : [];
    form.querySelector("[data-part=would]").textContent = lines.length ? say("would", { points: lines.map(({ points }) => points).join(" + ") }) : "";
  }

  function answer(found) {
    if (!found) return;
    form.elements.action.value = found.text;
    form.requestSubmit();
  }

  for (const button of tiles) button.addEventListener("click", () => pick(button.dataset.pick));
  scrap?.addEventListener("click", () => answer(actions.find((one) => one.tile === chosen && one.cell === "s")));
  form.addEventListener("click", (event) => answer(action(at(event))));
  form.addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || !at(event)) return;
    event.preventDefault();
    answer(action(at(event)));
  });
  form.addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(at(event)));
  form.addEventListener("pointerleave", () => look(null));
  form.addEventListener("focusin", (event) => look(at(event)));
  pick(chosen);
}
