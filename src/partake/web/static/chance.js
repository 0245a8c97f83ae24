// The seed behind a shuffle and the way from a seed to an order: `partake.engine.chance` once more, byte for byte, for
// draws without a server. A test compares the two.

import { sha256 } from "./vendor/sha256.js";

const SEED = /^[0-9a-f]{64}$/;
const WORDS = 2n ** 64n; // how many values a word of the stream can have

// 256 bits from the system's source of randomness, as 64 hexadecimal digits.
export function newSeed() {
  return [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const isSeed = (text) => typeof text === "string" && SEED.test(text);

// The SHA-256 of a seed: shown before the first draw, checked after the last.
export const commitment = (seed) => sha256(bytes(seed));

// The items in the order that a seed gives them under a label, by Fisher-Yates.
export function shuffled(seed, label, items) {
  const words = stream(seed, label);
  const order = [...items];
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = below(i + 1, words);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

const bytes = (seed) => seed.match(/../g).map((pair) => Number.parseInt(pair, 16));

// The words of the stream named `label`: SHA-256("partake-1" NUL seed label NUL counter), eight bytes each.
function* stream(seed, label) {
  const start = [...new TextEncoder().encode("partake-1\0"), ...bytes(seed), ...new TextEncoder().encode(`${label}\0`)];
  for (let counter = 0n; ; counter += 1n) {
    const block = new DataView(new ArrayBuffer(8));
    block.setBigUint64(0, counter);
    const digest = new DataView(sha256.arrayBuffer([...start, ...new Uint8Array(block.buffer)]));
    for (let at = 0; at < 32; at += 8) yield digest.getBigUint64(at);
  }
}

// A number below n from the next word that favours none.
function below(n, words) {
  const limit = WORDS - (WORDS % BigInt(n));
  for (;;) {
    const word = words.next().value;
    if (word < limit) return Number(word % BigInt(n));
  }
}
