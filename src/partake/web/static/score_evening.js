// An evening at the cardboard table: players, games and boards, with every entry kept so that it can be undone and redone.
// What is stored and shared has one form (docs/companion.md); `history` and `changed` stay in this browser.

export const FORMAT = "partake-evening-1";
const MOST_STEPS = 600;

export const game = (players, caller, called = null, seed = null) => ({ caller, called, seed, boards: players.map(() => ({})), finished: false });

// A name that nothing else has; `crypto.randomUUID` is kept from pages that come over plain HTTP.
export const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// A new evening with its first game.
export function begun(edition, options, names) {
  const players = names.map((name) => ({ name }));
  return { format: FORMAT, id: fresh(), edition, options, players, games: [game(players, 0)], five: null };
}

export class Book {
  #steps;
  #at;

  // `stored` is an evening as `stored` below gives it, or one without a history.
  constructor({ history, changed, ...evening }) {
    this.evening = evening;
    this.changed = changed ?? Date.now();
    this.#steps = history?.steps ?? [];
    this.#at = history?.at ?? this.#steps.length;
  }

  get stored() {
    return { ...this.evening, changed: this.changed, history: { steps: this.#steps, at: this.#at } };
  }

  board(at, player) {
    return this.evening.games[at].boards[player];
  }

  // Put tiles on cells of a board, `null` to empty one. Answers whether anything is different now.
  enter(at, player, entries) {
    const board = this.board(at, player);
    const cells = entries.map(([cell, tile]) => [cell, board[cell] ?? null, tile]).filter(([, before, tile]) => before !== tile);
    if (!cells.length) return false;
    this.#steps.splice(this.#at, Infinity, { game: at, player, cells });
    if (this.#steps.length > MOST_STEPS) this.#steps.shift();
    this.#at = this.#steps.length;
    this.#put(board, cells.map(([cell, , tile]) => [cell, tile]));
    return true;
  }

  get canUndo() {
    return this.#at > 0;
  }

  get canRedo() {
    return this.#at < this.#steps.length;
  }

  // The step that was undone or redone, or nothing if there is none.
  undo() {
    if (!this.canUndo) return null;
    this.#at -= 1;
    const step = this.#steps[this.#at];
    this.#put(this.board(step.game, step.player), step.cells.map(([cell, before]) => [cell, before]));
    return step;
  }

  redo() {
    if (!this.canRedo) return null;
    const step = this.#steps[this.#at];
    this.#at += 1;
    this.#put(this.board(step.game, step.player), step.cells.map(([cell, , tile]) => [cell, tile]));
    return step;
  }

  // One more game; the next player calls.
  next() {
    const { players, games } = this.evening;
    games.at(-1).finished = true;
    games.push(game(players, (games.at(-1).caller + 1) % players.length));
    this.touch();
  }

  // Take the last game away, with the entries that were made in it.
  drop() {
    const last = this.evening.games.length - 1;
    this.#keep((step) => step.game < last);
    this.evening.games.pop();
    this.touch();
  }

  // Other options and names, and boards for all of them; tiles on cells that are not among `positions` are gone.
  settle(options, names, positions) {
    const { evening } = this;
    evening.options = options;
    evening.players = names.map((name) => ({ name }));
    for (const one of evening.games) {
      const kept = (cells = {}) => Object.fromEntries(Object.entries(cells).filter(([cell]) => positions.includes(cell)));
      one.boards = names.map((_, i) => kept(one.boards[i]));
      one.caller %= names.length;
    }
    this.#keep(({ player, cells }) => player < names.length && cells.every(([cell]) => positions.includes(cell)));
    this.touch();
  }

  // What another phone has filled in; nothing of it can be undone here.
  replace(at, player, cells) {
    this.evening.games[at].boards[player] = cells;
    this.#keep((step) => step.game !== at || step.player !== player);
    this.touch();
  }

  #keep(isKept) {
    this.#at = this.#steps.slice(0, this.#at).filter(isKept).length;
    this.#steps = this.#steps.filter(isKept);
  }

  touch() {
    this.changed = Date.now();
  }

  #put(board, entries) {
    for (const [cell, tile] of entries) {
      if (tile) board[cell] = tile;
      else delete board[cell];
    }
    this.touch();
  }
}

// The evening without what belongs to this browser alone.
export const plain = ({ history, changed, together, ...evening }) => evening;
