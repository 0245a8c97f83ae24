// The stage of the caller: the tile that is called, as large as the screen, what was called before it, and the controls.

import { Boards } from "./board.js";
import { Timer } from "./call_timer.js";
import { commitment } from "./chance.js";
import { element, nameOf } from "./choosing.js";
import { announce, say, toast } from "./page.js";
import { Picker } from "./call_picker.js";

const MOMENT = 700; // milliseconds in which a second tap is a slip of the finger

export class Stage {
  #call = null;
  #shown = null; // the number of an earlier call that is looked at again
  #drawn = -MOMENT;
  #isBusy = false;

  // `words(call, tile)` are those of a tile; `keep()` keeps the call, `leave()` goes back to the set-up, `finish()` to the end.
  constructor(root, { settings, voice, awake, words, keep, leave, finish }) {
    Object.assign(this, { root, settings, voice, awake, words, keep, leave, finish });
    this.parts = Object.fromEntries([...root.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    const { tiles, next, back, repeat, close, full, pause, history } = this.parts;
    this.timer = new Timer(pause, { due: () => this.next(), changed: () => this.#rest() });
    this.picker = new Picker(this.parts.picker, (tile) => this.#pick(tile));
    for (const part of [tiles, next]) part.addEventListener("click", () => this.next());
    back.addEventListener("click", () => this.back());
    repeat.addEventListener("click", () => this.repeat());
    close.addEventListener("click", () => this.leave());
    history.addEventListener("click", (event) => this.#look(event.target.closest("button")));
    full.hidden = !document.fullscreenEnabled;
    full.addEventListener("click", () => this.fill());
    document.addEventListener("fullscreenchange", () => full.setAttribute("aria-pressed", String(Boolean(document.fullscreenElement))));
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("visibilitychange", () => document.hidden && this.timer.pause());
  }

  get isOpen() {
    return Boolean(this.#call);
  }

  // Show a call as it was left; the timer waits for somebody.
  open(call, sprite) {
    this.#call = call;
    this.#shown = null;
    this.root.hidden = false;
    document.body.classList.add("on-stage");
    this.root.className = `stage set-${call.set}${call.variant.each > 1 ? " two" : ""}${call.kept.own ? " own" : ""}`;
    this.boards = new Boards(sprite);
    this.picker.open(call, this.boards, (tile) => this.words(call, tile));
    this.awake.want(true);
    this.#show();
    this.timer.end();
    if (this.#isTimed && call.called.length && !call.isComplete) {
      this.timer.start(this.settings.seconds);
      this.timer.pause();
    }
    (call.kept.own && !call.isComplete ? this.parts.count : this.parts.next).focus({ preventScroll: true });
  }

  close() {
    this.#call = null;
    this.timer.end();
    this.voice.hush();
    this.awake.want(false);
    this.root.hidden = true;
    document.body.classList.remove("on-stage");
    if (document.fullscreenElement) document.exitFullscreen();
  }

  get #isTimed() {
    return this.settings.pace === "timer" && !this.#call.kept.own;
  }

  // The next call, once it is kept; a second tap within a moment draws nothing.
  async next() {
    const call = this.#call;
    if (!call || this.#isBusy || performance.now() - this.#drawn < MOMENT) return;
    if (this.#shown !== null) this.#return();
    else if (call.isComplete) this.finish();
    else if (!call.kept.own) await this.#step(() => call.next());
  }

  async #pick(tile) {
    if (!this.#isBusy) await this.#step(() => this.#call.pick(tile));
  }

  async #step(act) {
    this.#isBusy = true;
    this.#drawn = performance.now();
    this.#shown = null;
    act();
    await this.#kept();
    this.#isBusy = false;
    if (!this.#call) return;
    this.#show();
    this.repeat({ isFirst: true });
    if (this.#isTimed) this.timer.start(this.#call.isComplete ? 0 : this.settings.seconds);
    this.awake.want(true);
  }

  // One call less; the same tiles come again.
  async back() {
    if (!this.#call?.called.length || this.#isBusy) return;
    this.#isBusy = true;
    this.#shown = null;
    this.voice.hush();
    this.#call.back();
    await this.#kept();
    this.#isBusy = false;
    this.#drawn = -MOMENT;
    this.#show();
    this.timer.end();
    announce(this.#call.called.length ? say("call_back_to", { tiles: this.#told(this.#call.calls.at(-1)) }) : say("call_back_to_start"));
  }

  // A game goes on even where nothing can be kept, but not silently.
  async #kept() {
    await this.keep().catch((problem) => toast(problem.message));
  }

  // Call what is shown; for listeners once, when it is drawn.
  repeat({ isFirst = false } = {}) {
    const tiles = this.#tiles;
    if (!tiles.length) return;
    const fresh = isFirst && this.#call.kept.own ? tiles.slice(-1) : tiles;
    this.voice.say(fresh.map((tile) => this.words(this.#call, tile)), { isAsked: !isFirst });
    if (isFirst || !this.voice.isThere) announce(say("call_told", { tiles: this.#told(fresh), called: this.#call.called.length, draws: this.#call.draws }));
  }

  get #tiles() {
    return this.#call.calls.at(this.#shown ?? -1) ?? [];
  }

  #told(tiles) {
    return tiles.map((tile) => this.words(this.#call, tile)).join("; ");
  }

  #look(button) {
    if (!button) return;
    const at = Number(button.dataset.at);
    this.#shown = at === this.#call.calls.length - 1 ? null : at;
    this.timer.pause();
    this.#show();
    this.repeat();
  }

  #return() {
    this.#shown = null;
    this.#show();
  }

  // While the timer rests, so may the screen.
  #rest() {
    this.awake.want(this.timer.isRunning);
  }

  fill() {
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => null); // with the notices, which are beside the stage
  }

  #key(event) {
    if (!this.isOpen || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("input, select, textarea")) return;
    if (this.#call.kept.own && /^\d$/.test(event.key)) this.picker.field.focus(); // which then takes the digit
    const deed = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const isButton = (event.key === " " || event.key === "Enter") && event.target.closest?.("button, a, summary");
    if (!deed || (isButton && !event.repeat)) return;
    event.preventDefault();
    if (!event.repeat) this[deed](); // a key that is held is one press
  }

  pause() {
    this.timer.toggle();
  }

  #show() {
    const call = this.#call;
    const { kept, called, draws } = call;
    const { count, turn, tiles, next, back, repeat, seal, history, counts, label } = this.parts;
    const upTo = this.#shown === null ? called.length : Math.min((this.#shown + 1) * call.variant.each, draws);
    count.textContent = say("call_count", { called: upTo, draws });
    const who = kept.players.length > 1 && kept.players.some(Boolean) ? say("call_caller", { name: nameOf(kept.players[kept.caller], kept.caller) }) : "";
    turn.replaceChildren(...[kept.game ? say("call_game", { game: kept.game + 1 }) : "", who].map((text) => element("span", "", text)));
    tiles.replaceChildren(...(called.length ? this.#tiles.map((tile) => this.#figure(tile)) : [this.#cover()]));
    tiles.classList.toggle("again", this.#shown !== null);
    label.textContent = say(this.#deed);
    next.hidden = kept.own && !call.isComplete && this.#shown === null;
    back.disabled = !called.length;
    repeat.disabled = !called.length;
    seal.hidden = called.length > 0 || kept.own;
    seal.querySelector("code").textContent = kept.own ? "" : commitment(kept.seed);
    this.#history(history);
    counts.hidden = !this.settings.bag;
    counts.replaceChildren(...call.counts.map(([number, left]) => this.#count(number, left)));
    this.picker.show(call);
  }

  get #deed() {
    if (this.#shown !== null) return "call_to_latest";
    if (this.#call.isComplete) return "call_done";
    return this.#call.called.length ? "call_next" : "call_first";
  }

  #figure(tile) {
    const words = this.words(this.#call, tile);
    const figure = element("figure");
    figure.append(this.boards.picture(tile), caption(words));
    return figure;
  }

  // The place of the first tile.
  #cover() {
    const figure = element("figure", "cover");
    figure.append(this.boards.blank(), caption(say(this.#call.kept.own ? "call_own_hint" : "call_tap_hint")));
    return figure;
  }

  #history(list) {
    const { calls } = this.#call;
    const items = calls.map((tiles, at) => {
      const item = element("li");
      const button = element("button");
      button.type = "button";
      button.dataset.at = at;
      button.setAttribute("aria-label", say("call_again", { n: at + 1, tiles: this.#told(tiles) }));
      button.setAttribute("aria-pressed", String(at === (this.#shown ?? calls.length - 1)));
      button.append(...tiles.map((tile) => this.boards.picture(tile)));
      item.append(button);
      return item;
    });
    const held = list.contains(document.activeElement) ? document.activeElement.dataset.at : null;
    list.replaceChildren(...items);
    if (held !== null) list.querySelector(`[data-at="${held}"]`)?.focus();
    else list.lastElementChild?.scrollIntoView({ block: "nearest", inline: "end" });
  }

  #count(number, left) {
    const item = element("li", `n${number}`);
    item.append(element("b", "", String(number)), element("span", "", String(left)));
    return item;
  }
}

// Words as large as their number lets them be.
function caption(words) {
  const made = element("figcaption", "", words);
  made.style.setProperty("--letters", Math.max(words.length, 8));
  return made;
}

// A press of a presenter's button is a page key.
const KEYS = {
  " ": "next", Enter: "next", ArrowRight: "next", ArrowDown: "next", PageDown: "next",
  Backspace: "back", ArrowLeft: "back", ArrowUp: "back", PageUp: "back",
  r: "repeat", p: "pause", f: "fill", Escape: "leave",
};
