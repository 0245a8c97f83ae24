// Whoever has finished a game lately is told, on every page, when one of the others wants to play again. The result
// loads this, and every page as long as the mark is there.

const LATELY = 30 * 60 * 1000; // milliseconds after a game in which somebody may want another
const EVERY = 4000; // milliseconds between two questions, while the page is seen
const MARK = "partake.finished";

if (document.querySelector("[data-over][data-seat]:not([data-seat=''])")) localStorage.setItem(MARK, String(Date.now()));

async function ask() {
  if (Date.now() - Number(localStorage.getItem(MARK) ?? 0) > LATELY) {
    localStorage.removeItem(MARK);
    return;
  }
  if (!document.hidden) await look();
  setTimeout(ask, EVERY);
}

async function look() {
  const answer = await fetch("/invitations").catch(() => null);
  if (!answer?.ok) return;
  const text = answer.status === 204 ? "" : await answer.text();
  const found = new DOMParser().parseFromString(text, "text/html").querySelector("[data-notice]");
  const shown = document.querySelector("[data-notice]");
  if (found?.dataset.notice === shown?.dataset.notice) return;
  shown?.remove();
  if (found && !location.pathname.endsWith(`/tables/${found.dataset.notice}`)) document.body.append(found);
}

// Declining leaves one where one is.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest?.("[data-decline]");
  if (!form) return;
  event.preventDefault();
  form.closest("[data-notice]").remove();
  await fetch(form.action, { method: "POST", redirect: "manual" }).catch(() => null);
});

ask();
