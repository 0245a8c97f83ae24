// What every page shares: its words, its shapes, short notices, copying links, asking before doing, lighting up cells.

const words = JSON.parse(document.getElementById("words")?.textContent ?? "{}");

const { lang } = document.documentElement;
const language = lang === "en" ? "en-GB" : lang; // lists without a comma before "and", days before months
const plural = new Intl.PluralRules(language);

// A text with its gaps filled; where `name` is that of two who share a seat, the text for a pair if there is one. Of a
// text that depends on the number `count`, the form that the language has for it.
export function say(key, values = {}) {
  const pair = values.name?.includes(" & ") ? words[`${key}_pair`] : undefined;
  const found = pair ?? words[key] ?? key;
  const text = typeof found === "string" ? found : (found[plural.select(values.count)] ?? found.other);
  return text.replace(/\{(\w+)\}/g, (_, name) => shown(values[name] ?? ""));
}

// What begins a line of its own: with a capital.
export const sentence = (text) => text[0].toLocaleUpperCase(language) + text.slice(1);

// A number as the language writes it, with a true minus sign; everything else as it is.
const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1, useGrouping: false });
export const number = (value) => numbers.format(value).replace("-", "−");
export const signed = (value) => (value < 0 ? number(value) : `+${number(value)}`);
const shown = (value) => (typeof value === "number" ? number(value) : value);

// Several things in a sentence, as the language lists them.
export const listed = (things) => new Intl.ListFormat(language).format(things);

// The language menu needs no button, and leads back to this page.
for (const form of document.querySelectorAll("form.language")) {
  form.elements.to.value = location.pathname + location.search;
  form.elements.language.addEventListener("change", () => form.submit());
  form.querySelector("button").hidden = true;
}

// A shape of the page's sprite.
export function use(id) {
  const found = document.createElementNS("http://www.w3.org/2000/svg", "use");
  found.setAttribute("href", `#${id}`);
  return found;
}

// A short notice. What went wrong interrupts; what only confirms, a "status", is read when there is time for it, and for
// that the text must come into a box that is there already.
export function toast(sentence, role = "alert") {
  document.querySelector(".toast")?.remove();
  const box = document.createElement("div");
  box.className = "toast";
  box.role = role;
  document.body.append(box);
  setTimeout(() => box.append(sentence), 50);
  setTimeout(() => box.remove(), 4000);
}

// What happens, told once to whoever listens: every sentence is added to the one live region of the page, where the
// latest can be read again.
export function announce(...sentences) {
  const text = sentences.filter(Boolean).map((one) => (/[.!?…]$/.test(one) ? one : `${one}.`)).join(" ");
  const box = document.querySelector("[data-part=news]");
  if (!text || !box) return;
  box.append(Object.assign(document.createElement("p"), { textContent: text }));
  while (box.childElementCount > KEPT) box.firstElementChild.remove();
}
const KEPT = 8; // sentences

// Words to the clipboard, also where a page that came over plain HTTP may not write to it.
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.body.appendChild(document.createElement("textarea"));
    field.value = text;
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

document.addEventListener("click", async (event) => {
  const copy = event.target.closest?.("[data-copy]");
  if (!copy) return;
  await copied(document.getElementById(copy.dataset.copy).value);
  toast(say("copied"), "status");
});

// Asks for one page after the other; only the answer to the latest question counts.
export function asker() {
  let asking = null;
  return async (address) => {
    asking?.abort();
    asking = new AbortController();
    try {
      const answer = await fetch(address, { signal: asking.signal });
      return answer.ok ? await answer.text() : null;
    } catch {
      return null;
    }
  };
}

let leaving = false;
document.addEventListener("submit", (event) => {
  const question = event.target.dataset?.sure;
  if (question && !window.confirm(say(question))) event.preventDefault();
  else if (!event.defaultPrevented) leaving = true;
});

// Show the page as it is now, unless a form is on its way to another one.
export function reload() {
  if (!leaving) location.reload();
}

// The same for a table that has begun or ended; hundreds of people do not ask for the next page at one moment.
export function reloadInTurn(table) {
  setTimeout(reload, table.unlimited ? Math.random() * table.seats.length * 15 : 0);
}

// Fetch this page as it is now, and change in place the parts that are marked, unless somebody is typing there.
export async function refresh() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const old of document.querySelectorAll("[data-swap]")) {
    const part = fresh.querySelector(`[data-swap="${old.dataset.swap}"]`);
    const isTyped = old.contains(document.activeElement) && document.activeElement.matches("input, select");
    if (isTyped) document.activeElement.addEventListener("blur", () => setTimeout(refresh, 300), { once: true });
    else if (part && part.outerHTML !== old.outerHTML) old.replaceWith(part);
  }
}

// The keys of a table, shown by "?" wherever nothing is typed; closing leads back to where the focus was.
const keys = document.querySelector("dialog.keys");
document.querySelector("[data-keys]")?.addEventListener("click", () => keys.showModal());
document.addEventListener("keydown", (event) => {
  if (event.key !== "?" || !keys || keys.open || event.target.closest?.("input:not([type=checkbox], [type=radio]), textarea")) return;
  event.preventDefault();
  keys.showModal();
});

// A scored thing lights up its cells while the pointer or the focus is on it.
function light(event) {
  const item = event.target.closest?.("[data-cells]:not(.mark)");
  for (const cell of document.querySelectorAll(".cell.lit")) cell.classList.remove("lit");
  if (!item || !item.closest(".scores")) return;
  const within = document.querySelector(item.closest(".scores").dataset.lights ?? "[data-own]") ?? document;
  for (const name of item.dataset.cells.split(" ").filter(Boolean)) {
    for (const cell of within.querySelectorAll(`[data-cell="${name}"]`)) cell.classList.add("lit");
  }
}
document.addEventListener("pointerover", light);
document.addEventListener("focusin", light);

// The board of another player, small until it is asked for.
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-enlarge]");
  event.target.closest?.(".enlarge")?.closest(".other").querySelector("button").click();
  if (!button) return;
  const isLarge = button.closest(".other").classList.toggle("large");
  button.setAttribute("aria-expanded", String(isLarge));
});

// Only whoever has finished a game lately may be asked to play again.
async function listen() {
  if (localStorage.getItem("partake.finished")) await import("./invited.js");
}
listen();
