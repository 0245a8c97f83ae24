// Who sits at a table and who is here: shown at every seat and in the list of players, changed in place. Whoever
// decides has the buttons for it there, and beside the board when the game waits for somebody who is away.

import { announce, say, sentence, toast } from "./page.js";

const MINUTE = 60;
const HOUR = 3600;
const FEW = 8; // seats; in a crowd only those who are away or gone are listed, and nobody is called out

export class Seats {
  #address;
  #list;
  #dismissed = new Set();
  #known = null;
  #reasons = new Set();

  constructor(root, address) {
    this.root = root;
    this.#address = address;
    this.#list = root.querySelector("[data-part=people]");
    this.ahead = Number(root.dataset.now) - Date.now() / 1000; // of this device's clock, the server's
    this.patience = Number(root.dataset.patience);
    this.table = null;
    this.presence = null;
    this.awaited = [];
    setInterval(() => this.table && this.#draw(), 5000);
  }

  // What a new state or event says of the table, of who is here, and of who must act.
  show({ table = this.table, presence = this.presence, awaited = this.awaited }) {
    this.table = table;
    this.presence = presence;
    this.awaited = awaited;
    this.#announce();
    this.#tellStoodIn();
    this.#draw();
  }

  // A bot fails and a stand-in plays for it: the reason stands there until it is read, once for each.
  #tellStoodIn() {
    const news = this.table.seats.map(stoodIn).filter((reason) => reason && !this.#reasons.has(reason));
    if (!news.length) return;
    for (const reason of news) this.#reasons.add(reason);
    const box = document.querySelector("[data-part=stood-in]");
    write(box.querySelector("span"), `${news.join(". ")}.`);
    box.hidden = false;
  }

  get #mine() {
    return Number(this.root.dataset.seat) || null;
  }

  get #decides() {
    return this.#mine !== null && this.presence.decides === this.#mine;
  }

  // How long the people of a seat are away, in seconds; null when they are here or gone.
  #away(seat) {
    const since = this.presence.away[seat.seat];
    return since === undefined ? null : Math.max(0, Date.now() / 1000 + this.ahead - since);
  }

  #state(seat) {
    const away = this.#away(seat);
    if (seat.stood_in) return say("bot_stood_in");
    if (this.presence.gone.includes(seat.seat)) return seat.bot ? say("bot_plays") : say("has_left");
    return away === null ? "" : awayFor(away);
  }

  #draw() {
    for (const seat of this.table.seats) {
      const state = this.#state(seat);
      for (const box of document.querySelectorAll(`[data-presence="${seat.seat}"]`)) {
        write(box, state);
        box.parentElement.classList.toggle("absent", state !== "");
      }
      for (const box of document.querySelectorAll(`[data-name="${seat.seat}"]`)) write(box, seat.name);
    }
    this.#people();
    this.#call();
    const own = this.table.seats[this.#mine - 1];
    const back = document.querySelector("[data-part=come-back]");
    if (back && own && !own.left && !own.bot) back.hidden = true;
  }

  // Everybody's name with what can be decided about them; rewritten only when a word of it has changed.
  #people() {
    if (!this.#list) return;
    const shown = this.table.seats.filter((seat) => this.table.seats.length <= FEW || this.#state(seat));
    const rows = shown.map((seat) => ({ seat, state: this.#listed(seat), deeds: this.#deeds(seat) }));
    const key = JSON.stringify([rows.map(({ seat, state, deeds }) => [seat.name, state, deeds.map(([what]) => what)]), this.presence.decides, this.table.removed]);
    if (this.#list.dataset.key === key) return;
    this.#list.dataset.key = key;
    this.#list.replaceChildren(...rows.map(({ seat, state, deeds }) => this.#row(seat, state, deeds)));
    const decides = this.table.seats[this.presence.decides - 1];
    const told = this.#list.parentElement.querySelector("[data-part=decides]");
    const isOther = decides && decides.seat !== this.table.host;
    write(told, !isOther ? "" : this.#decides ? say("you_decide") : say("decides", { name: decides.name }));
    for (const form of this.#list.parentElement.querySelectorAll("[data-host]")) {
      form.hidden = !this.#decides || (form.dataset.host === "readmit" && !this.table.removed);
    }
  }

  #listed(seat) {
    if (seat.stood_in) return stoodIn(seat);
    if (seat.bot && !this.presence.gone.includes(seat.seat)) return say("is_bot", { level: levelled(seat.bot) });
    if (this.presence.gone.includes(seat.seat) && seat.bot) return say("bot_plays_for", { level: levelled(seat.bot) });
    return this.#state(seat) || say(seat.late ? "here_late" : "here", { count: seat.late });
  }

  // What may be decided about a seat: the end of the address, and words without and with the name.
  #deeds(seat) {
    if (!this.#decides || seat.seat === this.#mine) return [];
    const { name } = seat;
    const isGone = this.presence.gone.includes(seat.seat);
    const found = [];
    if (seat.kept) found.push(["remove", say("remove_short"), say("remove", { name })]);
    if (this.#isLongAway(seat) || (isGone && !seat.bot)) found.push(["bot", say("let_bot_short"), say("let_bot", { name })]);
    if (isGone && seat.bot && seat.kept) found.push(["return", say("give_back_short"), say("give_back", { name })]);
    return found;
  }

  #isLongAway(seat) {
    const away = this.#away(seat);
    return away !== null && away >= this.patience;
  }

  #row(seat, state, deeds) {
    const entry = document.createElement("li");
    const name = document.createElement("strong");
    name.textContent = seat.name;
    const told = document.createElement("span");
    told.className = "muted small";
    told.textContent = state;
    entry.append(name, told);
    for (const [what, short, label] of deeds) {
      const level = what === "bot" ? this.#levels(seat) : null;
      const act = button(short, () => this.#do(seat, what, level?.value));
      act.setAttribute("aria-label", label.includes(short) ? label : `${short}: ${label}`); // what is read can be said
      act.dataset.deed = what;
      entry.append(...(level ? [level, act] : [act]));
    }
    return entry;
  }

  #levels(seat) {
    const found = this.root.querySelector("[data-part=levels]").cloneNode(true);
    delete found.dataset.part;
    found.hidden = false;
    found.setAttribute("aria-label", say("level_of", { name: seat.name }));
    return found;
  }

  async #do(seat, what, level) {
    if (what === "remove" && !window.confirm(say("remove_sure", { name: seat.name }))) return;
    const body = what === "bot" ? JSON.stringify(level ? { level } : {}) : null;
    const headers = body ? { "Content-Type": "application/json" } : {};
    const address = `${this.#address}/seats/${seat.seat}/${what}`;
    const answer = await fetch(address, { method: "POST", headers, body }).catch(() => null);
    if (!answer?.ok) toast((await answer?.json().catch(() => null))?.error ?? say("refused"));
  }

  // Beside the board: the game waits for somebody who is away, and I may let a bot play.
  #call() {
    const waits = (seat) => this.#decides && this.awaited.includes(seat.seat) && this.#isLongAway(seat);
    const found = this.table.seats.find((seat) => waits(seat) && !this.#dismissed.has(seat.seat));
    for (const seat of this.#dismissed) if (!waits(this.table.seats[seat - 1])) this.#dismissed.delete(seat);
    const box = document.querySelector("[data-part=absence]");
    const words = found ? say("waits_for", { name: found.name, away: this.#state(found) }) : "";
    if (box.dataset.words === words) return;
    box.dataset.words = words;
    box.hidden = !found;
    if (!found) return;
    const told = document.createElement("span");
    told.textContent = words;
    const act = button(say("let_bot", { name: found.name }), () => this.#do(found, "bot"));
    act.className = "main";
    const wait = button(say("wait_longer"), () => {
      this.#dismissed.add(found.seat);
      this.#call();
    });
    box.replaceChildren(told, act, wait);
  }

  // Screen readers are told what has changed, in whole sentences.
  #announce() {
    const now = new Map(this.table.seats.map((seat) => [seat.seat, this.#news(seat)]));
    const before = this.#known;
    this.#known = now;
    if (!before || this.table.seats.length > FEW) return;
    const news = this.table.seats.filter(({ seat }) => seat !== this.#mine && before.has(seat) && before.get(seat) !== now.get(seat));
    announce(...news.map(({ seat, name }) => say(now.get(seat), { name })));
  }

  #news(seat) {
    if (this.presence.gone.includes(seat.seat)) return seat.bot ? "news_bot" : "news_left";
    return this.#away(seat) === null ? "news_here" : "news_away";
  }
}

// Why a stand-in plays for the bot of a seat, if one does.
const stoodIn = ({ failure }) => (failure ? sentence(say(`stood_in_${failure.kind}${failure.lasting ? "_on" : ""}`, failure)) : "");

// A name that the program gives, in the language of the page; people cannot have such names.
const known = (key, name, number) => {
  const text = say(key, { number });
  return text === key ? name : text;
};

function named(name) {
  const [, level, bot, player] = /^(?:(\w+) bot(?: (\d+))?|Player (\d+))$/.exec(name) ?? [];
  if (level) return known(`bot_${level.toLowerCase()}${bot ? "_n" : ""}`, name, bot);
  return player ? known(`bot_player_n`, name, player) : name;
}

const LEVELS = ["beginner", "casual", "skilled", "expert", "master"];

// How well a bot plays, if it is a level, or one between two like casual+4, and not a bot by its name.
const levelled = (bot) => {
  const [below, tenths] = bot.split("+");
  const [level, above] = [below, LEVELS[LEVELS.indexOf(below) + 1]].map((one) => known(`level_${one}`, one));
  return tenths ? say("level_between", { below: level, above }) : level;
};

// Gives a state, a patch or a table the names of its players as they are shown.
export function withNames(found) {
  if (found.view?.names) found.view.names = found.view.names.map(named);
  for (const seat of (found.table ?? found).seats ?? []) if (seat.name) seat.name = named(seat.name);
}

// Minutes count from the first whole one, so that the words change seldom.
export function awayFor(seconds) {
  if (seconds < MINUTE) return say("away");
  if (seconds < HOUR) return say("away_minutes", { minutes: Math.floor(seconds / MINUTE) });
  return say("away_hours", { hours: Math.floor(seconds / HOUR) });
}

function write(box, text) {
  if (box && box.textContent !== text) box.textContent = text;
}

function button(label, act) {
  const found = document.createElement("button");
  found.type = "button";
  found.textContent = label;
  found.addEventListener("click", act);
  return found;
}
