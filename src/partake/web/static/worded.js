// What the server sends without words, in the language of the page: why points were scored, and the names of bots.

import { say } from "./page.js";

const LINES = {
  vertical: ["item_vertical", "item_vertical_cell"],
  rising: ["item_rising", "item_rising_cell"],
  falling: ["item_falling", "item_falling_cell"],
};
const RAYS = { sun: ["item_sunray", "item_sunray_cell"], moon: ["item_moonray", "item_moonray_cell"] };
const BEST_RAYS = { sun: ["item_best_sunray", "item_best_sunray_shared"], moon: ["item_best_moonray", "item_best_moonray_shared"] };
const BONUSES = { gold: "item_gold", silver: "item_silver" };
const BOTS = {
  Beginner: ["bot_beginner", "bot_beginner_n"],
  Casual: ["bot_casual", "bot_casual_n"],
  Skilled: ["bot_skilled", "bot_skilled_n"],
  Expert: ["bot_expert", "bot_expert_n"],
  Master: ["bot_master", "bot_master_n"],
};
const LEVELS = {
  beginner: "level_beginner",
  casual: "level_casual",
  skilled: "level_skilled",
  expert: "level_expert",
  master: "level_master",
};

// Why an item has its points.
export function reason(item) {
  const text = say(key(item), { ...item, first: item.cells?.[0], last: item.cells?.at(-1), cell: item.cells?.[0], each: item.points / item.length });
  return text[0].toLocaleUpperCase() + text.slice(1);
}

function key({ kind, direction, symbol, bonus, length, shared = 1 }) {
  if (kind === "line") return LINES[direction][length > 1 ? 0 : 1];
  if (kind === "ray") return RAYS[symbol][length > 1 ? 0 : 1];
  if (kind === "best-ray") return BEST_RAYS[symbol][shared > 1 ? 1 : 0];
  if (kind === "bonus") return BONUSES[bonus];
  if (kind === "scrapyard") return "item_scrapyard";
  return shared > 1 ? "item_penalty_shared" : "item_penalty";
}

// The name of a player; that of a bot is the program's, which people cannot have.
export function named(name) {
  const [, level, number] = /^(\w+) bot(?: (\d+))?$/.exec(name) ?? [];
  if (BOTS[level]) return say(BOTS[level][number ? 1 : 0], { number: Number(number) });
  const player = /^Player (\d+)$/.exec(name)?.[1];
  return player ? say("player_n", { number: Number(player) }) : name;
}

// How well a bot plays, if it is a level and not a bot by its name.
export const levelled = (bot) => (LEVELS[bot] ? say(LEVELS[bot]) : bot);

// A state, a patch or a table with the names of its players as they are shown.
export function withNames(found) {
  if (found.view?.names) found.view.names = found.view.names.map(named);
  for (const seat of (found.table ?? found).seats ?? []) if (seat.name) seat.name = named(seat.name);
  return found;
}
