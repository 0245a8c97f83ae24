// The set-up of the caller: which game, who plays, how tiles are called; or the game that waits to be gone on with.

import { Called } from "./called.js";
import { Choosing, element } from "./choosing.js";
import { say, toast } from "./page.js";

export const DEFAULTS = { edition: "", options: {}, players: ["", ""], own: false, order: "printed", voice: true, speaker: "", rate: 1, pace: "tap", seconds: 20, bag: false };
const ONE_OF = { order: ["printed", "across"], pace: ["tap", "timer"], rate: [0.7, 0.85, 1, 1.25] };
const SECONDS = [3, 300]; // the shortest and the longest time between two tiles

export class CallSetup {
  // `begin(chosen)` begins a game, `go()` goes on with the one that waits, `discard()` forgets it, `keep()` keeps settings.
  constructor(form, { data, settings, voice, begin, go, discard, keep }) {
    Object.assign(this, { form, data, settings, voice, begin, keep });
    this.part = (name) => form.querySelector(`[data-part=${name}]`);
    this.choosing = new Choosing(form, data, () => this.#chosen());
    form.addEventListener("change", (event) => this.#change(event.target));
    form.addEventListener("submit", (event) => this.#start(event));
    this.part("go").addEventListener("click", go);
    this.part("discard").addEventListener("click", () => window.confirm(say("call_discard_ask")) && discard());
    this.part("try").addEventListener("click", () => this.#try());
  }

  // Settings as they were kept; what makes no sense is left at its default.
  read(kept) {
    const is = { own: bool, voice: bool, bag: bool, speaker: text, edition: text, options: thing, players: (one) => Array.isArray(one), seconds: isTime };
    for (const [name, value] of Object.entries(kept ?? {})) {
      if (ONE_OF[name] ? ONE_OF[name].includes(value) : is[name]?.(value)) this.settings[name] = value;
    }
    this.choosing.set(this.settings);
  }

  open(game) {
    this.part("go-on").hidden = !game;
    if (game) this.part("waits").textContent = told(game);
    const { elements } = this.form;
    for (const name of ["own", "order", "pace"]) elements[name].value = String(this.settings[name]);
    for (const name of ["voice", "bag"]) elements[name].checked = this.settings[name];
    elements.seconds.value = this.settings.seconds;
    elements.rate.value = this.settings.rate;
    this.showVoices();
    this.#depend();
    this.part("heading").focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  // The voices of this browser; without one the words are still shown.
  showVoices() {
    const { speakers } = this.voice;
    const { speaker } = this.form.elements;
    speaker.replaceChildren(...speakers.map((one) => new Option(one.name, one.voiceURI)));
    speaker.value = speakers.some((one) => one.voiceURI === this.settings.speaker) ? this.settings.speaker : (speakers[0]?.voiceURI ?? "");
    this.part("no-voice").hidden = speakers.length > 0;
    this.form.elements.voice.disabled = !speakers.length;
    this.#depend();
  }

  // What is asked for only with something else.
  #depend() {
    const isFive = this.choosing.edition.family === "five";
    this.part("calling").hidden = isFive;
    this.part("five-hint").hidden = !isFive;
    this.part("speaking").hidden = !this.settings.voice || !this.voice.isThere;
    this.part("timing").hidden = this.settings.pace !== "timer" || this.settings.own;
    this.part("pacing").hidden = this.settings.own;
    this.part("how").replaceChildren(...this.#how().map((text) => element("span", "", text)));
  }

  // What is chosen behind the fold.
  #how() {
    const { own, pace, seconds, order, voice } = this.settings;
    const drawn = own ? say("call_how_own") : pace === "timer" ? say("call_how_timer", { count: seconds }) : say("call_how_tap");
    const read = say(order === "across" ? "call_how_across" : "call_how_printed");
    return [drawn, read, voice && this.voice.isThere ? say("call_how_voice") : ""];
  }

  #chosen() {
    Object.assign(this.settings, this.choosing.value);
    this.#depend();
    this.#keep();
  }

  #change({ name, value, checked }) {
    if (!(name in DEFAULTS) || ["edition", "options", "players"].includes(name)) return;
    if (name === "seconds") value = Math.min(Math.max(Math.round(Number(value)) || DEFAULTS.seconds, SECONDS[0]), SECONDS[1]);
    if (name === "rate") value = Number(value);
    if (name === "own") value = value === "true";
    this.settings[name] = name === "voice" || name === "bag" ? checked : value;
    if (name === "seconds") this.form.elements.seconds.value = value;
    this.#depend();
    this.#keep();
  }

  #keep() {
    this.keep().catch((problem) => toast(problem.message));
  }

  #start(event) {
    event.preventDefault();
    this.begin(this.choosing.value);
  }

  #try() {
    this.voice.say([say(this.settings.order === "across" ? "call_try_across" : "call_try_printed")], { isAsked: true });
  }
}

function told(game) {
  const title = game.edition.title;
  if (!(game instanceof Called)) return title;
  return say("call_waits", { title, called: game.called.length, draws: game.draws });
}

const bool = (one) => typeof one === "boolean";
const text = (one) => typeof one === "string";
const thing = (one) => typeof one === "object" && one !== null;
const isTime = (one) => Number.isInteger(one) && one >= SECONDS[0] && one <= SECONDS[1];
