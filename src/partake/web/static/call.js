// The caller for the cardboard table: the set-up, the stage on which tiles are called, the end of a game, and the keeper
// of Take Five. Everything is kept in this browser before it is shown.

import { Awake } from "./awake.js";
import { Called } from "./called.js";
import { Ending } from "./call_end.js";
import { Five, FiveKeeper } from "./call_five.js";
import { CallSetup, DEFAULTS } from "./call_setup.js";
import { Stage } from "./call_stage.js";
import { load, remove, save } from "./keep.js";
import { say, toast } from "./page.js";
import { Voice } from "./voice.js";

const data = JSON.parse(document.getElementById("companion").textContent);
const spoken = JSON.parse(document.getElementById("spoken").textContent);
const CURRENT = "current/call";

class Caller {
  #kept = { settings: { ...DEFAULTS }, call: null, isOpen: false };
  #game = null; // what is called or kept at the moment: `Called` or `Five`

  constructor() {
    const { settings } = this.#kept;
    const awake = new Awake();
    const voice = new Voice(settings, () => this.setup?.showVoices());
    const keep = () => this.#keep();
    const leave = () => this.#leave();
    const words = (call, tile) => wordsOf(call, tile, settings.order);
    this.setup = new CallSetup(document.getElementById("setup"), { data, settings, voice, begin: (chosen) => this.#begin(chosen), go: () => this.#open(), discard: () => this.#discard(), keep: () => this.#remember() });
    this.stage = new Stage(document.getElementById("stage"), { settings, voice, awake, words, keep, leave, finish: () => this.#finish() });
    this.end = new Ending(document.getElementById("end"), { words, back: () => this.#open(), again: () => this.#again(), count: () => this.#count(), leave });
    this.five = new FiveKeeper(document.getElementById("five"), { awake, keep, leave, again: () => this.#begin(this.#game.kept) });
  }

  // Take up what was left: by this page, or by the scorekeeper, who may ask for the next game of an evening.
  async start() {
    const kept = await load(CURRENT).catch(() => null);
    if (!kept) await this.#meet();
    else if (typeof kept === "object") {
      this.setup.read(kept.settings);
      if (typeof kept.call === "string") Object.assign(this.#kept, { call: kept.call, isOpen: kept.isOpen === true });
    }
    const asked = new URLSearchParams(location.search).get("evening");
    if (asked) await this.#ask(asked);
    else if (this.#kept.call) await this.#take(this.#kept.call);
    if (this.#game && this.#kept.isOpen) this.#open();
    else this.#show("setup");
  }

  // Whoever was at the table when boards were counted last is there at the first call.
  async #meet() {
    const id = await load("current/score").catch(() => null);
    const evening = typeof id === "string" ? await load(`evening/${id}`).catch(() => null) : null;
    const players = Array.isArray(evening?.players) ? evening.players.map((one) => one?.name ?? "") : [];
    this.setup.read({ edition: evening?.edition, options: evening?.options, players });
  }

  async #take(id) {
    const kept = await load(`call/${id}`).catch(() => null);
    this.#game = read(kept);
    if (kept && !this.#game) {
      toast(say("call_unreadable"));
      await remove(`call/${id}`).catch(() => null);
    }
    if (!this.#game) this.#kept.call = null;
  }

  // The game of an evening that is under way, or the next one.
  async #ask(id) {
    history.replaceState(null, "", location.pathname);
    await this.#take(id);
    const evening = await load(`evening/${id}`).catch(() => null);
    if (this.#game instanceof Called && this.#game.kept.game < (evening?.games?.length ?? 0)) this.#game.again();
    this.#game ??= Called.after(data, evening, this.#kept.settings.own);
    if (!this.#game) return;
    Object.assign(this.#kept, { call: id, isOpen: true });
    await this.#keep().catch((problem) => toast(problem.message));
  }

  async #begin(chosen) {
    const isFive = data.editions[chosen.edition].family === "five";
    this.#game = isFive ? Five.begin(data, chosen) : Called.begin(data, chosen, this.#kept.settings.own);
    this.#kept.call = this.#game.kept.id;
    this.#kept.isOpen = true;
    await this.#keep().catch((problem) => toast(problem.message));
    this.#open();
  }

  // Keep the game first, then that it is the current one.
  async #keep() {
    await save(`call/${this.#kept.call}`, this.#game.kept);
    if (this.#game instanceof Five) await save(`evening/${this.#kept.call}`, this.#game.evening());
    await this.#remember();
  }

  async #remember() {
    await save(CURRENT, this.#kept);
  }

  #open() {
    this.#kept.isOpen = true;
    this.#remember().catch(() => null);
    this.#show(this.#game instanceof Five ? "five" : "stage");
  }

  #leave() {
    this.#kept.isOpen = false;
    this.#remember().catch(() => null);
    this.#show("setup");
  }

  #show(name) {
    this.stage.close();
    this.five.close();
    for (const part of ["setup", "end"]) document.getElementById(part).hidden = part !== name;
    if (name === "setup") this.setup.open(this.#game);
    if (name === "stage") this.stage.open(this.#game, sprite(this.#game.set));
    if (name === "five") this.five.open(this.#game);
    if (name === "end") this.end.open(this.#game, sprite(this.#game.set));
  }

  async #finish() {
    await this.#counted().catch((problem) => toast(problem.message));
    this.#show("end");
  }

  // The evening, as the scorekeeper finds it.
  async #counted() {
    const name = `evening/${this.#kept.call}`;
    const known = await load(name);
    const evening = this.#game.evening(known?.format === "partake-evening-1" ? known : null);
    await save(name, evening);
    return evening;
  }

  async #count() {
    const evening = await this.#counted().catch((problem) => toast(problem.message));
    if (evening) location.assign(`/score?evening=${evening.id}`);
  }

  async #again() {
    this.#game.again();
    await this.#keep().catch((problem) => toast(problem.message));
    this.#open();
  }

  async #discard() {
    await remove(`call/${this.#kept.call}`).catch(() => null);
    this.#game = this.#kept.call = null;
    this.#leave();
  }
}

function read(kept) {
  return data.editions[kept?.edition]?.family === "five" ? Five.read(data, kept) : Called.read(data, kept);
}

// A tile as it is called: what the variant does not need is not said.
function wordsOf({ set, all, variant, hasSymbols }, tile, order) {
  const key = `${order} ${Number(hasSymbols)}${Number(variant.bonuses)}`;
  return spoken[set][key][all.findIndex((one) => one.tile === tile)];
}

// The template of a tile set, whose shapes are put on the page when they are first needed.
function sprite(set) {
  const template = document.getElementById(`tiles-${set}`);
  if (template.content.childElementCount) document.body.append(template.content);
  return template;
}

new Caller().start();
