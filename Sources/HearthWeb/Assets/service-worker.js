// SPDX-License-Identifier: Apache-2.0
// Keeps one page for when the machine cannot be reached, with what it needs. Conversations are never kept.

const { assets, language, theme } = Object.fromEntries(new URL(location).searchParams);
const shell = `hearth ${assets} ${language} ${theme}`;
const page = `/offline?language=${language}`;
const files = [
  page,
  ...["tokens.css", "base.css", "quiet.css", "app.js", "confirm.js", "connection.js", "copy.js", "events.js", "focus.js", "fold.js", "keys.js", "live.js",
    "model.js", "news.js", "once.js", "title.js", "toast.js", "offline.js", "icons.svg", "app.svg", "fonts/inter-400.woff2", "fonts/inter-500.woff2",
    "fonts/inter-600.woff2", "fonts/ebgaramond-500.woff2"].map((name) => `${assets}/${name}`),
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(shell).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== shell) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  if (event.request.mode === "navigate") {
    event.respondWith(fetch(event.request).catch(async () => (await caches.match(page)) ?? Response.error()));
  } else if (new URL(event.request.url).pathname.startsWith(`${assets}/`)) {
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
  }
});
