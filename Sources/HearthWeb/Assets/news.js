// SPDX-License-Identifier: Apache-2.0
// What the server tells of the model and of the conversation shown: one connection for a page, and none while it is out of sight.

import { listenTo } from "./events.js";

const listeners = { model: [], chat: [], session: [] };
/** Ends listening, while there is a connection. */
let leave;
let followed;

const shown = () => document.getElementById("main")?.dataset.session;

export function onModel(listener) { listen("model", listener); }

/** Told where the model of the conversation shown stands. */
export function onChatModel(listener) { listen("chat", listener); }

/** Told how often the conversation was changed, whoever did it. */
export function onSession(listener) { listen("session", listener); }

function listen(name, listener) {
  listeners[name].push(listener);
  if (!leave) open();
}

function open() {
  leave?.();
  followed = shown();
  leave = listenTo(
    followed ? `/news?session=${encodeURIComponent(followed)}` : "/news", { model: tell, chat: tell, session: tell });
}

function tell(event) {
  const news = JSON.parse(event.data);
  for (const listener of listeners[event.type]) listener(news);
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    // A temporary chat is there for as long as a page shows it.
    if ("temporary" in (document.getElementById("main")?.dataset ?? {})) return;
    leave?.();
    leave = undefined;
  } else if (!leave) open();
});
// A new conversation has its name from the first message on.
document.addEventListener("hearth:changed", () => { if (leave && followed !== shown()) open(); });
addEventListener("pagehide", () => leave?.());
