// An evening as text, which `partake score` reads too, as a link that holds that text, and back.

import { variantOf } from "./choosing.js";
import { say } from "./page.js";
import { begun, FORMAT, fresh, game } from "./score_evening.js";
import { tiles } from "./typing.js";

export const MOST_PLAYERS = 8;
const MOST_GAMES = 99;

// A text, file or link that cannot be read; the message is a sentence for people.
export class Unreadable extends Error {}
const refuse = (key, values) => {
  throw new Unreadable(say(key, values));
};

// A name as it is kept: one line, without what begins a comment in a file.
export const cleaned = (name) => name.replaceAll("#", "").replace(/\s+/g, " ").trim().slice(0, 60);

// The text of an evening; `notes` are lines for people at its beginning.
export function written(evening, notes = []) {
  const lines = [...notes.map((note) => `# ${note}`), `edition ${evening.edition}`];
  for (const [name, value] of Object.entries(evening.options)) lines.push(`option ${name}=${value}`);
  evening.games.forEach(({ boards, called }, i) => {
    lines.push(`game ${i + 1}`);
    if (called?.length) lines.push(`called ${called.join(" ")}`);
    boards.forEach((board, player) => {
      lines.push(`player ${evening.players[player].name}`);
      for (const [cell, tile] of Object.entries(board).sort(([a], [b]) => order(a, b))) lines.push(`${cell} ${tile}`);
    });
  });
  return `${lines.join("\n")}\n`;
}

const order = (a, b) => (a[0] === b[0] ? Number(a.slice(1)) - Number(b.slice(1)) : a < b ? -1 : 1);

// The evening of a text. A text that names no edition is of the one that is chosen (`fallback`: edition and options).
export function parsed(text, data, fallback) {
  const found = { edition: fallback.edition, options: {}, games: [], isNamed: false };
  text.split(/\r\n|\r|\n/).forEach((line, i) => {
    const words = line.split("#")[0].trim().split(/\s+/).filter(Boolean);
    if (words.length) lineOf(found, words, data, i + 1);
  });
  if (!found.games.length || !found.games.some(({ players }) => players.length)) refuse("score_read_nothing");
  const known = data.editions[found.edition];
  const options = { ...known.defaults, ...(found.isNamed ? {} : fallback.options), ...found.options };
  const names = [...new Set(found.games.flatMap(({ players }) => players.map(({ name }) => name)))];
  const evening = begun(found.edition, options, names);
  evening.games = found.games.map(({ players, called }, i) => {
    const one = game(evening.players, i % names.length, called);
    for (const { name, cells } of players) one.boards[names.indexOf(name)] = cells;
    one.finished = i < found.games.length - 1;
    return one;
  });
  return checked(evening, data);
}

function lineOf(found, [first, ...rest], data, number) {
  const at = (key, values) => refuse("score_read_line", { number, problem: say(key, values) });
  const last = found.games.at(-1);
  switch (first.toLowerCase()) {
    case "edition":
      if (data.editions[rest[0]]?.family !== "hexagon") at("score_read_edition", { edition: rest[0] ?? "" });
      Object.assign(found, { edition: rest[0], isNamed: true });
      return;
    case "option": {
      const [name, value] = rest.join("").split("=");
      found.options[name] = value ?? "";
      return;
    }
    case "game":
      if (found.games.length >= MOST_GAMES) at("score_read_games", { count: MOST_GAMES });
      found.games.push({ players: [], called: null });
      return;
    case "called":
      if (!last) at("score_read_how");
      last.called = rest.map((word) => tile(word, found, data) ?? at("score_read_tile", { tile: word }));
      return;
    case "player": {
      if (!last) found.games.push({ players: [], called: null });
      const name = cleaned(rest.join(" "));
      const { players } = found.games.at(-1);
      if (!name) at("score_read_name");
      if (players.some((one) => one.name === name)) at("score_read_same", { name });
      players.push({ name, cells: {} });
      return;
    }
    default:
      cellOf(found, [first, ...rest], data, at);
  }
}

function cellOf(found, [first, second, ...more], data, at) {
  if (!second || more.length) at("score_read_how");
  if (!found.games.length) found.games.push({ players: [], called: null });
  const { players } = found.games.at(-1);
  if (!players.length) players.push({ name: say("score_player_n", { n: 1 }), cells: {} });
  const { cells } = players.at(-1);
  const cell = first.toLowerCase();
  const held = tile(second, found, data) ?? at("score_read_tile", { tile: second });
  if (!/^[a-z]\d{1,2}$/.test(cell)) at("score_typed_no_cell", { cell });
  if (cells[cell]) at("score_read_filled", { cell });
  cells[cell] = held;
}

function tile(word, { edition }, data) {
  const all = data.tiles[data.editions[edition].tiles].map((one) => one.tile);
  const named = /^[\d*w-]+$/i.test(word) ? tiles(word.toLowerCase().replaceAll("w", "*"), all) : [];
  return named.length === 1 ? named[0] : null;
}

// An evening that came from elsewhere, as it may be kept here; refuses what is none.
export function checked(evening, data) {
  const edition = data.editions[evening?.edition];
  if (evening?.format !== FORMAT || edition?.family !== "hexagon") refuse("score_read_nothing");
  const options = Object.fromEntries(edition.options.map(({ name }) => [name, String(evening.options?.[name] ?? edition.defaults[name])]));
  const rules = variantOf(edition, options);
  const wrong = Object.keys(evening.options ?? {}).find((name) => !(name in options));
  if (!rules || wrong) refuse("score_read_options", { options: Object.entries(evening.options).map((pair) => pair.join("=")).join(", ") });
  const names = (Array.isArray(evening.players) ? evening.players : []).map((player) => cleaned(String(player?.name ?? "")));
  if (!names.length || names.length > MOST_PLAYERS || names.includes("") || new Set(names).size < names.length) refuse("score_read_players", { count: MOST_PLAYERS });
  if (names.length < rules.seats) refuse("score_too_few", { count: rules.seats });
  const { positions } = data.layouts[rules.layout];
  const known = new Set(data.tiles[edition.tiles].map((one) => one.tile));
  const games = (Array.isArray(evening.games) ? evening.games : []).slice(0, MOST_GAMES).map((one, i) => {
    const boards = names.map((_, player) => ({ ...one?.boards?.[player] }));
    for (const board of boards) {
      for (const [cell, held] of Object.entries(board)) {
        if (!positions.includes(cell)) refuse("score_read_cell", { game: i + 1, cell });
        if (!known.has(held)) refuse("score_read_board_tile", { game: i + 1, cell, tile: String(held) });
      }
    }
    const called = Array.isArray(one?.called) ? one.called.filter((held) => known.has(held)) : null;
    const caller = Number.isInteger(one?.caller) ? one.caller % names.length : i % names.length;
    return { caller, called: called?.length ? called : null, seed: typeof one?.seed === "string" ? one.seed : null, boards, finished: Boolean(one?.finished) };
  });
  if (!games.length) refuse("score_read_nothing");
  const id = /^[\w-]{1,64}$/.test(evening.id) ? evening.id : fresh();
  return { format: FORMAT, id, edition: evening.edition, options, players: names.map((name) => ({ name })), games, five: evening.five ?? null };
}

// Whatever somebody opens or pastes: a link, a text, an evening as JSON.
export async function imported(text, data, fallback) {
  const link = /#1\.([\w-]+)/.exec(text);
  if (link && /^\S+$/.test(text.trim())) return parsed(await unpacked(link[1]), data, fallback);
  if (!text.trim().startsWith("{")) return parsed(text, data, fallback);
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return refuse("score_read_nothing");
  }
  return checked({ ...found, id: fresh() }, data);
}

const stream = (bytes, kind) => new Response(new Blob([bytes]).stream().pipeThrough(kind)).arrayBuffer();

// What stands behind `#1.` in a link.
export async function packed(text) {
  const bytes = new Uint8Array(await stream(new TextEncoder().encode(text), new CompressionStream("deflate-raw")));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const MOST = 500_000; // bytes, packed or not: an evening of 99 games has fewer

export async function unpacked(packedText) {
  if (packedText.length > MOST) refuse("score_read_link");
  try {
    const letters = atob(packedText.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const found = await stream(bytes, new DecompressionStream("deflate-raw"));
    return new TextDecoder().decode(found.slice(0, MOST));
  } catch {
    return refuse("score_read_link");
  }
}
