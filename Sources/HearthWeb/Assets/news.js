// SPDX-License-Identifier: Apache-2.0
// What the server tells of the model and of the conversation shown: one connection for a page, and none while it is out of sight.

const listeners = { model: [], session: [] };
let source;
let followed;

const shown = () => document.getElementById("main")?.dataset.session;

export function onModel(listener) { listen("model", listener); }

/** Told how often the conversation was changed, whoever did it. */
export function onSession(listener) { listen("session", listener); }

function listen(name, listener) {
  listeners[name].push(listener);
  if (!source) open();
}

function open() {
  source?.close();
  followed = shown();
  source = new EventSource(followed ? `/news?session=${encodeURIComponent(followed)}` : "/news");
  for (const name of Object.keys(listeners)) {
    source.addEventListener(name, (event) => {
      const news = JSON.parse(event.data);
      for (const listener of listeners[name]) listener(news);
    });
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    // A temporary chat is there for as long as a page shows it.
    if ("temporary" in (document.getElementById("main")?.dataset ?? {})) return;
    source?.close();
    source = undefined;
  } else if (!source) open();
});
// A new conversation has its name from the first message on.
document.addEventListener("hearth:changed", () => { if (source && followed !== shown()) open(); });
addEventListener("pagehide", () => source?.close());
