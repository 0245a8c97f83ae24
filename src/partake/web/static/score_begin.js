// Before an evening: a new one, one that is kept in this browser, or one that somebody brings as a link, text or file.

import { Choosing, element, nameOf, variantOf } from "./choosing.js";
import { load, names, remove } from "./keep.js";
import { listed, say, toast } from "./page.js";
import { begun } from "./score_evening.js";
import { cleaned, imported } from "./score_text.js";

const { lang } = document.documentElement;
const dates = new Intl.DateTimeFormat(lang === "en" ? "en-GB" : lang, { dateStyle: "medium", timeStyle: "short" });
const FILES = [".txt", ".json", "text/plain", "application/json"];

export class Begin {
  // `open(evening)` is called with the evening that is chosen, `isBusy()` says whether one is open.
  constructor(root, data, open, isBusy) {
    Object.assign(this, { root, data, open, isBusy });
    this.part = (name) => root.querySelector(`[data-part="${name}"]`);
    this.form = this.part("new");
    this.choosing = new Choosing(this.form, data);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin();
    });
    this.part("paste").addEventListener("submit", (event) => {
      event.preventDefault();
      this.read(this.part("pasted").value);
    });
    this.part("cancel").addEventListener("click", () => this.#answer(null));
    this.part("file").accept = FILES.join(",");
    this.part("file").addEventListener("change", ({ target }) => this.#file(target.files[0]));
    document.addEventListener("dragover", (event) => event.dataTransfer?.types.includes("Files") && event.preventDefault());
    document.addEventListener("drop", (event) => {
      if (!event.dataTransfer?.files.length) return;
      event.preventDefault();
      this.#file(event.dataTransfer.files[0]);
    });
  }

  async show() {
    this.#mode(false);
    await this.#list();
  }

  // Other names and options for an evening: resolves to what is chosen, or null if all stays as it is.
  edit({ edition, options, players }) {
    this.choosing.set({ edition, options, players: players.map(({ name }) => name) });
    this.#mode(true);
    this.part("kept").hidden = true;
    return new Promise((resolve) => (this.answer = resolve));
  }

  #mode(isEdit) {
    this.root.hidden = false;
    this.part("problem").textContent = this.part("unread").textContent = "";
    this.part("bring").hidden = isEdit;
    this.part("cancel").hidden = !isEdit;
    this.part("start").textContent = isEdit ? say("score_keep_changes") : say("score_begin");
    for (const pick of this.form.elements.edition) pick.disabled = isEdit && !pick.checked;
    this.part("begin-title").focus({ preventScroll: true });
  }

  #answer(value) {
    const { answer } = this;
    this.answer = null;
    this.root.hidden = true;
    answer?.(value);
  }

  #begin() {
    const { edition, options, players } = this.choosing.value;
    const called = players.map((name, i) => cleaned(nameOf(name, i)) || say("choosing_player", { n: i + 1 }));
    const twice = called.find((name, i) => called.indexOf(name) < i);
    const [fewest] = this.choosing.seats;
    let problem = "";
    if (twice) problem = say("score_same_name", { name: twice });
    else if (called.length < fewest) problem = say("score_too_few", { count: fewest });
    this.part("problem").textContent = problem;
    if (problem) return;
    if (this.answer) this.#answer({ options: { ...options }, names: called });
    else this.open(begun(edition, { ...options }, called));
  }

  // What somebody has pasted, dropped or followed a link to.
  async read(text) {
    try {
      const evening = await imported(text, this.data, this.choosing.value);
      this.part("pasted").value = "";
      this.open(evening);
    } catch (problem) {
      if (this.isBusy()) {
        toast(problem.message); // an evening is open, and stays so
        return;
      }
      if (this.root.hidden) await this.show();
      this.part("unread").textContent = problem.message;
      this.part("bring").open = true;
      this.part("pasted").focus();
    }
  }

  async #file(file) {
    if (!file) return;
    this.part("file").value = "";
    await this.read(file.size > MOST_BYTES ? "" : await file.text());
  }

  // All evenings that are kept here and can be opened, the latest first.
  async kept() {
    const kept = await names("evening/").catch(() => []);
    const evenings = await Promise.all(kept.map((name) => load(name).catch(() => null)));
    return evenings.filter((one) => one?.games?.length && isPlayable(this.data, one)).sort((a, b) => (b.changed ?? 0) - (a.changed ?? 0));
  }

  async #list() {
    const evenings = await this.kept();
    this.part("kept").hidden = !evenings.length;
    this.part("list").replaceChildren(...evenings.map((evening) => this.#entry(evening)));
  }

  #entry(evening) {
    const { edition, players, games, changed, id } = evening;
    const entry = element("li");
    const about = element("div", "about");
    about.append(element("strong", "", listed(players.map(({ name }) => name))), element("small", "muted", [this.data.editions[edition].title, say("score_games", { count: games.length }), changed ? dates.format(changed) : ""].filter(Boolean).join(" · ")));
    const open = element("button", "main", say("score_open"));
    open.addEventListener("click", () => this.open(evening));
    const gone = element("button", "danger", say("score_delete"));
    gone.setAttribute("aria-label", say("score_delete_of", { names: listed(players.map(({ name }) => name)) }));
    gone.addEventListener("click", async () => {
      if (!window.confirm(say("score_delete_ask", { names: listed(players.map(({ name }) => name)) }))) return;
      await remove(`evening/${id}`);
      await this.#list();
      this.part("begin-title").focus();
    });
    for (const button of [open, gone]) button.type = "button";
    const deeds = element("div", "row");
    deeds.append(open, gone);
    entry.append(about, deeds);
    return entry;
  }
}

const MOST_BYTES = 1_000_000;

// Whether an evening is of a game that can be counted here.
export function isPlayable(data, { edition, options }) {
  const known = data.editions[edition];
  return Boolean(known?.variants && variantOf(known, { ...known.defaults, ...options }));
}
