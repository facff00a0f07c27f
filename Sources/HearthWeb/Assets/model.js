// SPDX-License-Identifier: Apache-2.0
// Shows where the model stands, wherever a page says it.

import { onModel } from "./news.js";

onModel((model) => {
  for (const place of document.querySelectorAll("[data-model=words]")) place.textContent = model.words;
  for (const place of document.querySelectorAll("[data-model=brief]")) place.textContent = model.brief;
  for (const ember of document.querySelectorAll("[data-model=ember] .ember")) {
    const isLive = document.querySelector("[data-answer]") !== null && model.ember === "";
    ember.className = ["ember", model.ember, isLive ? "live" : ""].join(" ").trim();
  }
});
