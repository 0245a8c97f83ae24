// Take Five in words: what happened in a round, as the log of a seat's view tells it.

import { listed, say } from "./page.js";

const MOVE = /^([BWNR])([?x]?)([a-z]\d+)$/;
const GIVE = /^(\d+)>([a-z]\d+)$/;
const DEEDS = { "?": "look", x: "take", "": "move" };

export const titled = (piece) => say(`piece_${piece}`);
export const asked = (piece, square) => say(`ask_${piece}`, { square });

// A number after its article, as it is spoken: a 7, an 8.
export function pawn(value) {
  return say(/^(8|11|18|8\d)$/.test(value) ? "pawn_an" : "pawn_a", { value });
}

// The legal moves and gifts that a view lists.
export const moves = (view) => matches(view, MOVE).map(([text, piece, deed, square]) => ({ text, piece, deed: DEEDS[deed], square }));
export const gifts = (view) => matches(view, GIVE).map(([text, value, square]) => ({ text, value, square }));
const matches = (view, form) => view.legal.map((text) => form.exec(text)).filter(Boolean);

// Who won the round that has just ended: a seat, or 0 if nobody did; null while it goes on.
export function winner(view, { limit }) {
  if (!view.outcome && (view.wait !== "deal" || !view.log.length)) return null;
  return !view.outcome && view.turns >= limit ? 0 : view.rounds.at(-1).winner;
}

// Everything that happened in the round: a layout, moves, looks, takes with what became of the pawn, pawns given up.
export function happenings(view, rules) {
  const found = [];
  for (const word of view.log) {
    const [, seat, text] = /^(?:(\d+):)?(.*)$/.exec(word);
    note(found, Number(seat ?? 0), text, rules);
  }
  const last = found.at(-1);
  if (last?.kind === "take" && !last.fate) last.fate = { choice: "open", "give up": "back" }[view.wait];
  for (const seat of view.out) {
    const final = found.findLast((one) => one.kind === "take" && one.seat === seat);
    if (final) final.fate = "out";
  }
  if (last?.kind === "take" && last.seat === winner(view, rules)) last.fate = "won";
  return found;
}

function note(found, seat, text, { corners }) {
  const last = found.at(-1);
  const move = MOVE.exec(text);
  const give = GIVE.exec(text);
  if (move) {
    const [, piece, deed, square] = move;
    const from = found.findLast((one) => one.piece === piece)?.square ?? found[0].stands[piece];
    found.push({ kind: DEEDS[deed], seat, piece, square, from });
  } else if (give) {
    if (last.kind === "take") last.fate = "back";
    found.push({ kind: "give", seat, value: give[1], square: give[2] });
  } else if (text.startsWith("=")) last.value = text === "=?" ? null : text.slice(1);
  else if (text === "keep") last.fate = "kept";
  else if (text === "return") last.fate = "back";
  else if (text.startsWith("deal:")) found.push({ kind: "deal", seat: 0, stands: laidOut(text, corners) });
}

// Where the pieces stand after a layout: the bishops on their corners, knight and rook on the other two.
function laidOut(text, [B, W, ...others]) {
  const [, N] = /^deal:N([a-z]\d+)/.exec(text);
  return { B, W, N, R: others.find((corner) => corner !== N) };
}

// A happening as a sentence. What lies face down again is named only to those who are to remember it.
export function told(one, view, { remembers }) {
  const mine = one.seat === view.seat;
  const gaps = { name: view.names[one.seat - 1], square: one.square };
  if (one.piece) gaps.piece = say(one.kind === "take" ? `by_${one.piece}` : `moves_${one.piece}`);
  if (one.value) gaps.pawn = pawn(one.value);
  if (one.kind === "deal") return say("laid_out");
  if (one.kind === "move") return say(mine ? "you_moved" : "moved", gaps);
  if (one.kind === "look") return mine && remembers && one.value ? say("you_looked_saw", gaps) : say(mine ? "you_looked" : "looked", gaps);
  if (one.kind === "give") {
    if (remembers) return say(mine ? "you_gave" : "gave", gaps);
    return say(mine ? "you_gave_pawn" : "gave_pawn", gaps);
  }
  if (one.fate === "out") return say(mine ? "you_took_out" : "took_out", gaps);
  if (one.fate === "won") return say(mine ? "you_took_won" : "took_won", gaps);
  if (one.fate !== "back") return say(mine ? "you_took" : "took", gaps);
  if (remembers) return say(mine ? "you_took_back" : "took_back", gaps);
  return say(mine ? "you_took_pawn_back" : "took_pawn_back", gaps);
}

// How a round ended.
export function ended(view, rules) {
  const seat = winner(view, rules);
  if (seat === 0) return say("round_anew");
  const { hands } = view.rounds.at(-1);
  const mine = seat === view.seat;
  const gaps = { name: view.names[seat - 1], pawns: listed(hands[seat - 1].map(String)) };
  if (view.out.length === view.names.length - 1) return say(mine ? "you_win_left" : "wins_left", gaps);
  return say(mine ? "you_win_round" : "wins_round", gaps);
}

// A line for each round that is over.
export function past(view, { target }) {
  return view.rounds.map((won, i) => {
    const hand = won.hands[won.winner - 1];
    const isLeft = won.phase === "21" && hand.reduce((sum, value) => sum + value, 0) !== target;
    const gaps = { round: i + 1, phase: say(`short_${won.phase}`), name: view.names[won.winner - 1], pawns: listed(hand.map(String)) };
    return say(isLeft ? "round_line_left" : "round_line", gaps);
  });
}

// What the game waits for.
export function awaited(view) {
  const mine = view.to_act.includes(view.seat);
  const name = view.names[view.turn - 1] ?? "";
  const value = view.shown?.value ?? "";
  if (view.outcome) return say("over");
  if (view.wait === "deal") return say("deal");
  if (view.wait === "choice") return mine ? say("choice", { value }) : say("chooses", { name, value });
  if (view.wait === "give up") return mine ? say("give_up") : say("gives_up", { name });
  if (view.wait) return say("turns_up", { name });
  if (mine) return view.moved.length ? say("your_second") : say("your_first");
  return say("their_turn", { name });
}
