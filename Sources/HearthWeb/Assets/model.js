// SPDX-License-Identifier: Apache-2.0
// Shows where the model stands, wherever a page says it.

import { onChatModel, onModel } from "./news.js";

onModel((model) => {
  for (const place of document.querySelectorAll("[data-model=words]")) place.textContent = model.words;
  for (const ember of document.querySelectorAll("[data-model=ember] .ember")) light(ember, model);
  // A new chat has no model of its own yet, unless it was given one.
  if (!document.querySelector("main[data-session], [name=model]")) showInChat(model);
});
onChatModel(showInChat);

function showInChat(model) {
  for (const place of document.querySelectorAll("[data-chat-model=brief]")) place.textContent = model.brief;
  for (const ember of document.querySelectorAll("[data-chat-model=ember] .ember")) light(ember, model);
}

function light(ember, model) {
  const isLive = document.querySelector("[data-answer]") !== null && model.ember === "";
  ember.className = ["ember", model.ember, isLive ? "live" : ""].join(" ").trim();
}
