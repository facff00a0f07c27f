// SPDX-License-Identifier: Apache-2.0
// Follows an answer as it arrives.

import { listenTo } from "./events.js";
import { feel } from "./feel.js";
import { follow, stay } from "./follow.js";
import { showFormulas, showKnown, words } from "./formulas.js";
import { refresh } from "./live.js";
import { say, sayFinished } from "./said.js";

/** Ends listening to the answer that is followed. */
let leave;
let following;
/** How many words there were, and when. */
let measured;

export function arrive() {
  const turn = document.querySelector("[data-answer]");
  if (!turn) {
    leave?.();
    [leave, following] = [undefined, undefined];
    return;
  }
  if (following === turn.dataset.answer) return;
  leave?.();
  following = turn.dataset.answer;
  measured = undefined;
  follow();
  leave = listenTo(`/answers/${following}/events`, {
    grew: (event) => grow(following, JSON.parse(event.data)),
    context: (event) => showContext(JSON.parse(event.data)),
    reading: (event) => showReading(following, JSON.parse(event.data)),
    finished: finish,
  });
}

async function finish() {
  leave?.();
  [leave, following] = [undefined, undefined];
  const wasAtEnd = stay.isAtEnd;
  try {
    await refresh();
  } catch {
    // Its end is there as soon as the server is.
    document.addEventListener("hearth:connected", finish, { once: true });
    return;
  }
  if (wasAtEnd) follow();
  sayFinished();
  feel("done");
}

/** From block `from` on, the answer is `html`; the blocks before it stay as they are. */
function grow(id, update) {
  const turn = document.getElementById(`m-${id}`);
  if (!turn) return;
  const answer = turn.querySelector(".answer");
  const cursor = answer.querySelector(".cursor");
  cursor?.remove();
  renew(answer, update);
  if (cursor) {
    // The ember stands behind the last word.
    const last = answer.lastElementChild;
    (last?.tagName === "P" ? last : answer).append(cursor);
  }
  if (update.thought || update.label) think(turn, update);
  if (update.unsaved !== undefined) {
    const notice = turn.querySelector("[data-unsaved]");
    notice.querySelector("span").textContent = update.unsaved;
    notice.hidden = update.unsaved === "";
  }
  if (update.html || update.thought) turn.querySelector(".reading")?.remove();
  if (update.html) {
    turn.querySelector(".think[open]:not([data-kept])")?.removeAttribute("open");
    const text = [...answer.children].map(words).join(" ");
    say(text);
    showPace(text.trim().split(/\s+/).length);
  }
  showFormulas();
  follow();
}

/** The first update after coming (back) begins at 0 and holds everything. */
function renew(place, { from, html }) {
  while (place.children.length > from) place.lastElementChild.remove();
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  showKnown(fresh.content);
  place.append(fresh.content);
}

/** How full the model's context is, and the line where the model begins to read. */
function showContext(update) {
  const meter = document.querySelector(".composer .meter");
  if (meter) {
    meter.hidden = false;
    meter.setAttribute("aria-label", update.label);
    meter.querySelector("span").textContent = update.words;
    meter.querySelector(".ring").classList.toggle("hot", update.isFull);
    meter.querySelector(".part").setAttribute("stroke-dasharray", `${update.percent} 100`);
  }
  const turn = update.readsFrom && document.getElementById(`m-${update.readsFrom}`);
  const line = document.getElementById("reads-from");
  // Above the first message there is nothing that could be left out.
  if (!turn?.matches(".turn ~ .turn")) return line?.remove();
  turn.before(line ?? document.getElementById("reads-from-line").content.cloneNode(true));
}

/** How much of a long prompt the model has read, beside the ember that waits for the first word. */
function showReading(id, { percent, words }) {
  const place = document.getElementById(`m-${id}`)?.querySelector(".reading");
  if (!place) return;
  place.hidden = false;
  place.textContent = words;
  place.setAttribute("aria-valuenow", percent);
}

/** How fast words come, in the place that says the model's memory when none do. */
function showPace(words) {
  const now = performance.now();
  const seconds = measured ? (now - measured.time) / 1000 : Infinity;
  if (seconds < 1) return;
  if (measured) {
    const pace = document.getElementById("said").dataset.pace.replace("{n}", Math.max(0, Math.round((words - measured.words) / seconds)));
    for (const place of document.querySelectorAll("[data-chat-model=brief]")) place.textContent = pace;
  }
  measured = { words, time: now };
}

function think(turn, update) {
  let box = turn.querySelector(".think");
  if (!box) {
    box = document.createElement("details");
    box.className = "think";
    box.open = true;
    const icons = `${document.documentElement.dataset.assets}/icons.svg`;
    box.innerHTML = `<summary><svg class="icon xs" aria-hidden="true"><use href="${icons}#chevron-right"/></svg><span></span></summary><div tabindex="0"></div>`;
    box.querySelector("summary").addEventListener("click", () => { box.dataset.kept = ""; });
    turn.prepend(box);
  }
  if (update.label) box.querySelector("summary span").textContent = update.label;
  if (!update.thought) return;
  const place = box.querySelector("div");
  const isAtEnd = place.scrollHeight - place.scrollTop - place.clientHeight < 24;
  renew(place, update.thought);
  if (isAtEnd) place.scrollTop = place.scrollHeight;
}
