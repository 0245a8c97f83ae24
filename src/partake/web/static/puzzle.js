// A puzzle of Take Five: a tap, Enter or the space bar on a square with a pawn is the answer, and its form is sent.

import "./walk.js";

for (const form of document.querySelectorAll("form[data-choose]")) {
  const open = form.dataset.choose.split(" ");
  const at = (event) => {
    const cell = event.target.closest?.("svg [data-cell]");
    return cell && open.includes(cell.dataset.cell) ? cell : null;
  };
  for (const cell of form.querySelectorAll("svg [data-cell]")) cell.classList.toggle("legal", open.includes(cell.dataset.cell));
  const answer = (cell) => {
    form.elements.action.value = cell.dataset.cell;
    form.requestSubmit();
  };
  form.addEventListener("click", (event) => at(event) && answer(at(event)));
  form.addEventListener("keydown", (event) => {
    if ((event.key !== "Enter" && event.key !== " ") || !at(event)) return;
    event.preventDefault();
    answer(at(event));
  });
}
