// SPDX-License-Identifier: Apache-2.0
// A tap right after a swipe. Chromium gives the first touch after a swipe that a page handles itself (touch-action) its pointer events, but
// no click. Without this the first button pressed after a card was swiped away would do nothing.

const AFTER_SWIPE = 1500; // as long as that was seen, in ms
const PATIENCE = 80; // a click comes within a few ms of its pointer, in ms
const REACH = 10; // farther is no tap, in px

let swipedAt = -Infinity;
let down;
let late;
let madeAt = -Infinity;

/** To be called when a swipe has been taken. */
export function swiped() { swipedAt = performance.now(); }

document.addEventListener("pointerdown", (event) => {
  madeAt = -Infinity;
  const button = event.pointerType === "touch" && event.isPrimary && event.target.closest?.("a, button");
  down = button ? { button, x: event.clientX, y: event.clientY } : undefined;
}, true);

document.addEventListener("pointerup", (event) => {
  const tap = down;
  down = undefined;
  if (!tap || performance.now() - swipedAt > AFTER_SWIPE || event.target.closest?.("a, button") !== tap.button) return;
  if (Math.hypot(event.clientX - tap.x, event.clientY - tap.y) > REACH) return;
  late = setTimeout(() => {
    if (!tap.button.isConnected || tap.button.disabled) return;
    madeAt = performance.now();
    tap.button.click();
  }, PATIENCE);
}, true);

document.addEventListener("click", (event) => {
  if (!event.isTrusted || !event.detail) return;
  clearTimeout(late);
  // One that comes for the same tap after all would press what has taken the button's place.
  if (performance.now() - madeAt > 400) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
