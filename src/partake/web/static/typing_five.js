// Typed moves of Take Five, as in the terminal: `N?d4`, `N d4 look`, `Nxd4`, `keep`, `return`, `7 d4`.

import { titled } from "./five_words.js";
import { say } from "./page.js";
import { allowed, means, problem } from "./typed.js";

const MOVE = /^([bwnr])\s*([?x]?)\s*([a-z]\d{1,2})(?:\s+(\S+))?$/;
const GIVE = /^(?:(\d{1,2})[\s>]+)?([a-z]\d{1,2})$/;

// The action that a line means, and what was understood; or the problem, as a sentence.
export function read(line, view) {
  const text = line.trim().toLowerCase();
  if (view.legal.includes("keep")) {
    if (means(text, "typed_keep")) return { action: "keep", told: say("keep") };
    if (means(text, "typed_return")) return { action: "return", told: say("return") };
  }
  const give = GIVE.exec(text);
  const given = view.legal.map((action) => /^(\d+)>([a-z]\d+)$/.exec(action)).filter(Boolean);
  if (give && given.length) {
    const values = [...new Set(given.map(([, value]) => value))];
    const value = give[1] ?? (values.length === 1 ? values[0] : null);
    if (!value) return problem("typed_which", { tiles: values.map((one) => `${one} ${give[2]}`).join(", ") });
    return allowed(view, `${value}>${give[2]}`, say("typed_is_gift", { value, square: give[2] }));
  }
  const move = MOVE.exec(text);
  if (!move) return problem("typed_how_five");
  const [, letter, mark, square, word] = move;
  const piece = letter.toUpperCase();
  const deed = word ? (means(word, "typed_look") ? "?" : means(word, "typed_take") ? "x" : null) : mark;
  if (deed === null) return problem("typed_how_five");
  const found = deed ? [`${piece}${deed}${square}`] : ["", "?", "x"].map((one) => piece + one + square).filter((one) => view.legal.includes(one));
  const values = { piece: titled(piece), square };
  if (found.length > 1) return problem("typed_deed", { ...values, look: found[0], take: found[1] });
  if (!view.to_act.includes(view.seat)) return problem("typed_wait");
  const key = { "?": "typed_is_look", x: "typed_is_take" }[found[0]?.[1]] ?? "typed_is_move";
  return view.legal.includes(found[0]) ? { action: found[0], told: say(key, values) } : problem("typed_no_move", values);
}
