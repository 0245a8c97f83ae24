// What must not be lost, kept in this browser by name: in IndexedDB, on the disk before a save is done, or in
// localStorage where that cannot be had. What cannot be kept is a rejected promise whose message can be shown.

import { say } from "./page.js";

const LOCAL = "partake.kept/";

// Why something was not kept: "full" or "denied", and a sentence for it.
export class NotKept extends Error {
  constructor(problem) {
    const reason = problem?.name === "QuotaExceededError" ? "full" : "denied";
    super(say(reason === "full" ? "keep_full" : "keep_denied"), { cause: problem });
    this.reason = reason;
  }
}

// What is kept by a name, or null.
export async function load(name) {
  const text = await asked((shelf) => shelf.get(name));
  return text === undefined || text === null ? null : JSON.parse(text);
}

// Keep a value as it is now; done when it is on the disk.
export async function save(name, value) {
  const text = JSON.stringify(value);
  await asked((shelf) => shelf.put(name, text));
  persist();
}

export async function remove(name) {
  await asked((shelf) => shelf.remove(name));
}

// The names of what is kept that begin with a prefix, in order.
export function names(prefix = "") {
  return asked((shelf) => shelf.names(prefix));
}

async function asked(question) {
  try {
    chosen ??= open().then(inDatabase).catch(() => inLocal);
    return await question(await chosen);
  } catch (problem) {
    throw new NotKept(problem);
  }
}
let chosen = null; // the shelf that this page uses; requests to it are answered in the order in which they are made

async function open() {
  const request = indexedDB.open("partake", 1);
  request.onupgradeneeded = () => request.result.createObjectStore("kept");
  const database = await new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  database.onclose = () => (chosen = null);
  database.onversionchange = () => {
    database.close();
    chosen = null;
  };
  await moveIn(inDatabase(database)).catch(() => null);
  return database;
}

const inDatabase = (database) => ({
  get: (name) => done(database, "readonly", (store) => store.get(name)),
  put: (name, text) => done(database, "readwrite", (store) => store.put(text, name)),
  remove: (name) => done(database, "readwrite", (store) => store.delete(name)),
  names: (prefix) => done(database, "readonly", (store) => store.getAllKeys(IDBKeyRange.bound(prefix, `${prefix}\uffff`))),
});

function done(database, mode, ask) {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction("kept", mode, { durability: "strict" });
    const request = ask(transaction.objectStore("kept"));
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

const inLocal = {
  get: (name) => localStorage.getItem(LOCAL + name),
  put: (name, text) => localStorage.setItem(LOCAL + name, text),
  remove: (name) => localStorage.removeItem(LOCAL + name),
  names: (prefix) =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(LOCAL + prefix))
      .map((key) => key.slice(LOCAL.length))
      .sort(),
};

// What was kept while there was no database is newer than what the database has.
async function moveIn(shelf) {
  for (const name of inLocal.names("")) {
    await shelf.put(name, inLocal.get(name));
    inLocal.remove(name);
  }
}

// The browser is asked once, after something was kept, not to throw it away when the disk gets full.
let isAsked = false;
async function persist() {
  if (isAsked || !navigator.storage?.persist) return;
  isAsked = true;
  if (!(await navigator.storage.persisted().catch(() => true))) await navigator.storage.persist().catch(() => false);
}
