// SPDX-License-Identifier: Apache-2.0
// The splash goes when the model is there, and after a second in any case: the chat works while it loads.

import { onModel } from "./news.js";

const bar = document.querySelector("progress");
const limit = setTimeout(leave, 1000);

function leave() {
  clearTimeout(limit);
  // It fades while the chat is on its way, and keeps nobody waiting.
  document.documentElement.classList.add("leaving");
  location.replace("/chat");
}

onModel((model) => {
  if (model.ember === "load") bar.value = model.progress;
  else leave();
});
