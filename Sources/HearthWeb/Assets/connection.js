// SPDX-License-Identifier: Apache-2.0
// Says that the server is away while something is waited for, and takes that back as soon as the server answers.

import { isSending } from "./live.js";

const PATIENCE = 3000; // milliseconds without a connection before anybody is told
const LOOK = 500;
const TRY = 2000;

const place = document.getElementById("connection");
/** Since when there has been no connection; nothing while there is one. */
let since;
let timer;

const isAwaiting = () => isSending() || document.querySelector("[data-answer]") !== null;
const isShown = () => place.childElementCount > 0;

function show() {
  if (isShown()) return;
  const words = document.createElement("span");
  words.className = "glass";
  words.textContent = place.dataset.words;
  place.append(words);
}

/** Whether the server answers, whatever it says. */
async function answers() {
  try {
    await fetch("/service-worker.js", { cache: "no-store", signal: AbortSignal.timeout(TRY) });
    return true;
  } catch {
    return false;
  }
}

async function look() {
  if (since === undefined) return;
  if (isShown() || (isAwaiting() && performance.now() - since >= PATIENCE)) {
    if (await answers()) return document.dispatchEvent(new CustomEvent("hearth:connected"));
    // A stream may have come back meanwhile.
    if (since === undefined) return;
    show();
  }
  lookIn(isShown() ? TRY : LOOK);
}

function lookIn(time) {
  clearTimeout(timer);
  timer = setTimeout(look, time);
}

function lost() {
  if (since !== undefined) return;
  since = performance.now();
  lookIn(PATIENCE);
}

if (place) {
  document.addEventListener("hearth:disconnected", lost);
  addEventListener("offline", lost);
  document.addEventListener("hearth:connected", () => {
    since = undefined;
    clearTimeout(timer);
    place.replaceChildren();
  });
  // A form has not arrived: what was typed is still here.
  document.addEventListener("hearth:unreachable", () => {
    lost();
    show();
    lookIn(TRY);
  });
}
