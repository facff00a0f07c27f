// SPDX-License-Identifier: Apache-2.0
// You: sheets and dialogs, and the facts that wait, answered by keys and swipes.

import { feel } from "./feel.js";
import { closeSheet } from "./sheet.js";
import { swiped } from "./taps.js";

closeSheet();

const queue = document.getElementById("queue");
const card = queue?.querySelector("[data-pile]");

/** Presses one of the answers, as a click would. */
function answer(name) {
  const button = card?.querySelector(`[data-${name}]`);
  if (!button) return;
  feel("send");
  button.click();
}

// The keys are the letters on the buttons: yes, edit, no.
document.addEventListener("keydown", (event) => {
  const keys = queue?.dataset.keys?.toLowerCase();
  if (!keys || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
  if (event.target.closest?.("input, textarea, select, dialog")) return;
  const key = event.key.toLowerCase();
  if (key === "z") document.querySelector("[data-undo]")?.click();
  else if (keys.includes(key) && key.length === 1) answer(["yes", "edit", "no"][keys.indexOf(key)]);
  else return;
  event.preventDefault();
});
// Where nothing waits any more, the last answer can be taken back all the same.
if (!queue && document.querySelector(".nothing")) {
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() === "z" && !event.ctrlKey && !event.metaKey) document.querySelector("[data-undo]")?.click();
  });
}

// ---------- Swipes ----------

const far = 80;
let start;

if (card && "swipes" in queue.dataset) {
  card.addEventListener("pointerdown", (event) => {
    start = event.pointerType === "mouse" || event.target.closest("a, button") ? undefined : { x: event.clientX, y: event.clientY };
  });
  card.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.abs(dy) > 24 && Math.abs(dy) > Math.abs(dx)) return rest();
    card.classList.add("held");
    card.style.transform = `translateX(${dx}px) rotate(${dx / 40}deg)`;
  });
  card.addEventListener("pointerup", (event) => {
    const dx = start ? event.clientX - start.x : 0;
    rest();
    if (Math.abs(dx) < far) return;
    swiped();
    card.classList.add("leaving");
    card.style.transform = `translateX(${Math.sign(dx) * 60}%)`;
    answer(dx > 0 ? "yes" : "no");
  });
  card.addEventListener("pointercancel", rest);
}

function rest() {
  start = undefined;
  card.classList.remove("held");
  card.style.transform = "";
}
