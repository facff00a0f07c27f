// SPDX-License-Identifier: Apache-2.0
// Shows how far an export or the erasing is. Without this module the browser itself says that it waits.

import { listenTo } from "./events.js";

const place = document.querySelector("[data-work]");
const buttons = document.querySelectorAll("form[data-works] button");

if (place) {
  const leave = listenTo("/data/events", { work: (event) => show(JSON.parse(event.data)) });
  addEventListener("pagehide", leave);
}

function show(work) {
  place.hidden = !work.isGoingOn;
  // What is going on is not asked for twice.
  for (const button of buttons) button.disabled = work.isGoingOn;
  if (!work.isGoingOn) return;
  const words = place.querySelector("[data-words]");
  if (words.textContent !== work.words) words.textContent = work.words;
  place.querySelector("progress").value = work.percent;
  place.querySelector("[data-percent]").textContent = work.share;
  place.querySelector("form").hidden = !work.canCancel;
}
