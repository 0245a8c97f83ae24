// The service worker: keeps the scorekeeper and the caller with all they load, so that they work without a network.
// `RELEASE` is put before this text by the server. Nothing else is touched: no API, no stream, nothing that is sent.

const NAME = `partake-${RELEASE}`;
const PAGES = ["/score", "/call", "/offline"];
const PATIENCE = 3000; // ms for a page from the network when one is kept
const PART = /^\/(?:static\/|boards\.)/;
const NAMED = /\/boards\.[\w.-]+\.css|(?:\/static|\.)\/[\w/-]+\.[0-9a-f]{10}\.\w+/g; // by the names of their contents

self.addEventListener("install", (event) => event.waitUntil(Promise.all(PAGES.map((one) => keep(one)))));

self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function begin() {
  const old = (await caches.keys()).filter((name) => name.startsWith("partake-") && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await self.clients.claim();
}

self.addEventListener("message", (event) => {
  const { release, mark } = event.data;
  if (event.data === "activate") self.skipWaiting();
  else if (release) event.waitUntil(compare(release, event.ports[0]));
  else event.waitUntil(refresh(mark));
});

// A page of another release is told that this worker waits; the only page, if it is of this release already, would
// notice nothing.
async function compare(release, port) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (release !== RELEASE) port.postMessage(RELEASE);
  else if (pages.length === 1) await self.skipWaiting();
}

// A visitor who sees another release, language or look than that of what is kept wants it in that one.
async function refresh(mark) {
  for (const page of PAGES) {
    const old = await kept(page);
    if (old && markOf(await old.text()) !== mark) await keep(page).catch(() => null);
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api/")) return;
  if (PART.test(pathname)) event.respondWith(part(request));
  else if (request.mode === "navigate") event.respondWith(PAGES.includes(pathname) ? page(event, pathname) : other(request));
});

async function part(request) {
  return (await kept(request.url)) ?? fetch(request);
}

const other = (request) => fetch(request).catch(alone);

async function alone(problem) {
  const told = await kept("/offline");
  if (!told) throw problem;
  return told;
}

// The page from the network, which is kept from now on; if that is not ours or takes too long, the one that is kept.
async function page(event, pathname) {
  const coming = fetch(event.request);
  const copy = coming.then((answer) => answer.clone());
  const ours = copy.then((answer) => checked(answer.clone()));
  event.waitUntil(ours.then(async () => keep(pathname, await copy)).catch(() => null));
  const old = await kept(pathname);
  if (!old) return coming.catch(alone);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE, old));
  return Promise.race([ours.then(() => coming).catch(() => old), late]);
}

const kept = async (address) => (await caches.open(NAME)).match(address, { ignoreVary: true });
const markOf = (text) => text.match(/<meta name="kept" content="([^"]+)">/)?.[1];

// The text of a page, if it is one of ours and not that of a gateway or of a log-in.
async function checked(answer) {
  const text = await answer.text();
  if (!answer.ok || answer.redirected || !markOf(text)) throw new Error(`no page: ${answer.url}`);
  return text;
}

// Keep a page. It takes the place of the one before when all that it needs is here, or not at all.
async function keep(pathname, answer = undefined) {
  answer ??= await fetch(pathname, { cache: "no-store" });
  const cache = await caches.open(NAME);
  const text = await checked(answer.clone());
  if ((await (await kept(pathname))?.text()) === text) return;
  const seen = new Set();
  let ahead = named(text, pathname);
  while (ahead.length) {
    ahead.forEach((address) => seen.add(address));
    const texts = await Promise.all(ahead.map((address) => keepPart(cache, address)));
    const found = new Set(texts.flatMap((one, index) => named(one, ahead[index])));
    ahead = [...found].filter((address) => !seen.has(address));
  }
  await cache.put(pathname, answer);
}

const named = (text, from) =>
  [...new Set(text.match(NAMED))].map((name) => new URL(name, new URL(from, self.location)).pathname);

// Keep a file. Under the name of other contents a server of another release gives what it has: that is not the file.
async function keepPart(cache, address) {
  const answer = (await caches.match(address, { ignoreVary: true })) ?? (await fetch(address));
  if (!answer.ok || !answer.headers.get("cache-control")?.includes("immutable")) throw new Error(`no file: ${address}`);
  await cache.put(address, answer.clone());
  return /javascript|css/.test(answer.headers.get("content-type")) ? answer.text() : "";
}
