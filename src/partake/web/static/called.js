// A game that is called at the cardboard table: its tiles, in an order that the seed has fixed or in that of the players'
// own bag, and what of it is kept.

import { isSeed, newSeed, shuffled } from "./chance.js";
import { nameOf, variantOf } from "./choosing.js";

export const FORMAT = "partake-call-1";
export const ID = /^[\w-]+$/;

// A name for something that is kept, which nobody else has.
export const newId = () => newSeed().slice(0, 16);

export class Called {
  // `kept` is plain data: `{ format, id, edition, options, players, game, caller, own, seed, called }`.
  constructor(data, kept) {
    this.kept = kept;
    this.edition = data.editions[kept.edition];
    this.variant = variantOf(this.edition, kept.options);
    this.set = this.edition.tiles;
    this.all = data.tiles[this.set];
    this.bag = this.variant.tiles.map((index) => this.all[index].tile);
    this.order = kept.own ? null : shuffled(kept.seed, "round 1", this.bag);
    // Suns and moons are said where they mean something, and not all tiles have the same.
    this.hasSymbols = this.variant.symbols && new Set(this.variant.tiles.map((index) => this.all[index].symbol)).size > 1;
  }

  static begin(data, { edition, options, players }, own) {
    const names = players.map((name) => name.trim());
    return new Called(data, { format: FORMAT, id: newId(), edition, options, players: names, game: 0, caller: 0, own, seed: own ? null : newSeed(), called: [] });
  }

  // The next game of an evening that the scorekeeper has; null if it cannot be called.
  static after(data, evening, own) {
    try {
      const { id, edition, options, players, games } = evening;
      const caller = games.length ? (games.at(-1).caller + 1) % players.length : 0;
      return Called.read(data, { format: FORMAT, id, edition, options, players: players.map(({ name }) => name), game: games.length, caller, own, seed: own ? null : newSeed(), called: [] });
    } catch {
      return null;
    }
  }

  // What was kept, or null if it cannot have been kept by this page.
  static read(data, kept) {
    try {
      const { id, players, game, caller, own, seed, called } = kept;
      const isWhole = kept.format === FORMAT && ID.test(id) && players.every((name) => typeof name === "string") && players.length > 0;
      if (!isWhole || !Number.isInteger(game) || game < 0 || !(caller in players) || typeof own !== "boolean" || (!own && !isSeed(seed))) return null;
      const found = new Called(data, kept);
      const fits = own ? called.every((tile) => found.bag.includes(tile)) : called.every((tile, at) => tile === found.order[at]);
      return fits && new Set(called).size === called.length && called.length <= found.draws ? found : null;
    } catch {
      return null;
    }
  }

  get called() {
    return this.kept.called;
  }

  get draws() {
    return this.variant.draws;
  }

  get isComplete() {
    return this.called.length === this.draws;
  }

  // The calls so far: one tile each, or two where they come in pairs.
  get calls() {
    const { each } = this.variant;
    return Array.from({ length: Math.ceil(this.called.length / each) }, (_, at) => this.called.slice(at * each, (at + 1) * each));
  }

  // What is still in the bag, in the order of the set.
  get left() {
    return this.bag.filter((tile) => !this.called.includes(tile));
  }

  // How many tiles of the bag have a number, for each number: `[number, how many]`.
  get counts() {
    const numbers = (tiles) => tiles.flatMap((tile) => tile.split("-").filter((part) => part !== "*").map(Number));
    const left = numbers(this.left);
    return [...new Set(numbers(this.bag))].sort((a, b) => a - b).map((number) => [number, left.filter((one) => one === number).length]);
  }

  next() {
    const at = this.called.length;
    this.kept.called = this.order.slice(0, Math.min(at + this.variant.each, this.draws));
  }

  // A tile that the players drew from their own bag.
  pick(tile) {
    if (!this.isComplete && this.left.includes(tile)) this.kept.called = [...this.called, tile];
  }

  // The last call was a mistake; the seed gives the same tiles again.
  back() {
    const last = this.kept.own ? 1 : (this.calls.at(-1)?.length ?? 0);
    this.kept.called = this.called.slice(0, this.called.length - last);
  }

  // The next game of the evening: another order, and the caller's role passes on (H20).
  again() {
    const { players, own, game, caller } = this.kept;
    Object.assign(this.kept, { game: game + 1, caller: (caller + 1) % players.length, seed: own ? null : newSeed(), called: [] });
    this.order = own ? null : shuffled(this.kept.seed, "round 1", this.bag);
  }

  // The evening with this game in it, for the scorekeeper; what it has counted already stays.
  evening(known) {
    const { id, edition, options, players, game, caller, seed, called } = this.kept;
    const games = [...(known?.games ?? [])];
    const at = Math.min(game, games.length);
    games[at] = { boards: players.map(() => ({})), finished: false, ...games[at], caller, called, seed };
    return { format: "partake-evening-1", id, edition, options, players: players.map((name, at) => ({ name: nameOf(name, at) })), five: null, ...known, games };
  }
}
