// SPDX-License-Identifier: Apache-2.0
// Tells those who listen what arrives: whole sentences, at most one in three seconds.

const place = document.getElementById("said");
let said = 0;
let time = 0;

export function say(text) {
  if (text.length < said) said = 0;
  const now = performance.now();
  if (now - time < 3000) return;
  const rest = text.slice(said);
  const end = [...rest.matchAll(/[.!?…:]["»”’)]*\s/g)].at(-1);
  if (!end) return;
  const length = end.index + end[0].length;
  place.textContent = rest.slice(0, length).trim();
  said += length;
  time = now;
}

export function sayFinished() {
  const isStopped = document.querySelector(".turn:last-of-type .stopped") !== null;
  place.textContent = place.dataset[isStopped ? "stopped" : "finished"];
  said = 0;
  time = 0;
}
