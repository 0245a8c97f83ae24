// The form by which a game at the cardboard table is chosen: edition, a known way to play or its options, and who plays.

import { say } from "./page.js";

export const MOST_LETTERS = 40; // of a name

// What the rules know of a choice; undefined if they refuse it.
export function variantOf(edition, options) {
  return edition.variants?.[edition.options.map(({ name }) => options[name]).join(" ")];
}

// A choice with everything that it does not name at its default, which may depend on what it names.
export function completed(edition, options) {
  const holds = (when) => when.split(" ").every((one) => options[one.split("=")[0]] === one.split("=")[1]);
  const defaults = Object.entries(edition.defaults_when ?? {}).filter(([when]) => holds(when));
  return Object.assign({}, edition.defaults, ...defaults.map(([, values]) => values), options);
}

// The name of a player who has given none.
export const nameOf = (name, at) => name.trim() || say("choosing_player", { n: at + 1 });

export class Choosing {
  // `data` is that of the companion; `changed()` is called after every change by hand.
  constructor(form, data, changed) {
    Object.assign(this, { form, data, changed });
    this.players = ["", ""];
    form.addEventListener("change", (event) => this.#change(event.target));
    form.addEventListener("input", ({ target }) => this.#typed(target));
    this.set({});
  }

  get edition() {
    return this.data.editions[this.name];
  }

  get variant() {
    return variantOf(this.edition, this.options);
  }

  // How many must play, and how many can.
  get seats() {
    const [fewest, most] = this.edition.seats;
    return [Math.max(fewest, this.variant?.seats ?? fewest), most];
  }

  get value() {
    return { edition: this.name, options: this.options, players: this.players };
  }

  // Show a choice that was kept; what is not known any more is left out.
  set({ edition, options, players }) {
    this.name = Object.hasOwn(this.data.editions, edition ?? "") ? edition : Object.keys(this.data.editions)[0];
    this.options = { ...this.edition.defaults };
    const known = Object.entries(options ?? {}).filter(([name]) => Object.hasOwn(this.options, name));
    const wished = completed(this.edition, Object.fromEntries(known));
    if (variantOf(this.edition, wished)) this.options = wished;
    if (Array.isArray(players) && players.length) this.players = players.map((name) => (typeof name === "string" ? name.slice(0, MOST_LETTERS) : ""));
    this.#show();
  }

  #change({ name, value }) {
    if (name === "edition") this.set({ edition: value });
    else if (name === "way") this.options = completed(this.edition, this.edition.presets.find((one) => one.name === value).options);
    else if (name === "players") this.#seat(Number(value));
    else if (this.options && name in this.options) this.options = this.#nearest(name, value);
    else return;
    this.#show();
    this.changed?.();
  }

  #typed({ dataset, value }) {
    if (dataset.player === undefined) return;
    this.players[dataset.player] = value;
    this.changed?.();
  }

  #seat(count) {
    this.players = Array.from({ length: count }, (_, at) => this.players[at] ?? "");
  }

  // The choice with this value in which as much as possible stays as it is: options may exclude each other.
  #nearest(name, value) {
    const names = this.edition.options.map((option) => option.name);
    const found = Object.keys(this.edition.variants).map((key) => Object.fromEntries(key.split(" ").map((one, i) => [names[i], one])));
    const alike = (one) => names.filter((other) => one[other] === this.options[other]).length;
    return found.filter((one) => one[name] === value).sort((a, b) => alike(b) - alike(a))[0] ?? this.options;
  }

  #show() {
    const part = (name) => this.form.querySelector(`[data-part=${name}]`);
    const [fewest, most] = this.seats;
    if (this.players.length < fewest || this.players.length > most) this.#seat(Math.min(Math.max(this.players.length, fewest), most));
    for (const pick of this.form.elements.edition) pick.checked = pick.value === this.name;
    part("rules").hidden = !this.edition.options?.length;
    if (this.edition.options?.length) this.#rules(part);
    const count = this.form.elements.players;
    count.replaceChildren(...Array.from({ length: most - fewest + 1 }, (_, i) => new Option(fewest + i, fewest + i)));
    count.value = this.players.length;
    this.#names(part("names"));
  }

  #rules(part) {
    const { presets, options } = this.edition;
    const variant = (one) => variantOf(this.edition, completed(this.edition, one.options));
    const different = presets.filter((one, at) => presets.findIndex((other) => variant(other) === variant(one)) === at);
    const way = different.find((one) => variant(one) === this.variant);
    const ways = different.map((one) => radio("way", one.name, one.title, one.summary, one === way, "value pill"));
    this.#refill(part("presets"), ways);
    part("way").textContent = way ? "" : say("choosing_own_way");
    const fields = options.map(({ name, title, summary, values }) => {
      const field = element("fieldset", "choice");
      const legend = element("legend", "", `${title} `);
      if (summary) legend.append(element("span", "muted small", summary));
      field.append(legend, ...values.map((one) => radio(name, one.name, one.title, one.meaning, this.options[name] === one.name, "value")));
      return field;
    });
    this.#refill(part("options"), fields);
  }

  // New contents after the legend; the focus stays where it was.
  #refill(box, contents) {
    const held = box.contains(document.activeElement) ? document.activeElement.id : "";
    box.replaceChildren(...box.querySelectorAll(":scope > legend"), ...contents);
    if (held) document.getElementById(held)?.focus();
  }

  #names(box) {
    if (box.childElementCount === this.players.length) {
      for (const [at, field] of [...box.children].entries()) if (field.value !== this.players[at]) field.value = this.players[at];
      return;
    }
    const fields = this.players.map((name, at) => {
      const field = element("input");
      Object.assign(field, { value: name, maxLength: MOST_LETTERS, placeholder: say("choosing_player", { n: at + 1 }), autocomplete: "off" });
      field.dataset.player = at;
      field.setAttribute("aria-label", say("choosing_name", { n: at + 1 }));
      return field;
    });
    box.replaceChildren(...fields);
  }
}

function radio(name, value, title, meaning, isChosen, look) {
  const label = element("label", look);
  const input = element("input");
  Object.assign(input, { type: "radio", name, value, id: `${name}-${value}`, checked: isChosen });
  const text = element("span", "", title);
  if (meaning) text.append(element("small", "", meaning));
  label.append(input, text);
  return label;
}

export function element(kind, look = "", text = "") {
  const made = document.createElement(kind);
  if (look) made.className = look;
  if (text) made.textContent = text;
  return made;
}
