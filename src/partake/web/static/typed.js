// What the readers of typed lines share: words in two languages, problems as sentences, and what is allowed now.

import { say } from "./page.js";

const ENGLISH = { typed_back: "back undo", typed_done: "done", typed_scrap: "scrap", typed_look: "look", typed_take: "take", typed_keep: "keep", typed_return: "return" };

// Whether a typed word is one of those for a key, in the reader's language or in English.
export const means = (word, key) => `${say(key)} ${ENGLISH[key]}`.split(" ").includes(word);
export const problem = (key, values) => ({ problem: say(key, values) });
export const allowed = (view, action, told) => (view.legal.includes(action) ? { action, told } : problem("typed_not_now"));
