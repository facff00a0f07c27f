// SPDX-License-Identifier: Apache-2.0
// Enter sends, with Shift or Alt it is a new line. A keyboard on the screen has one such key alone: there it is a new line.

const touch = matchMedia("(hover: none) and (pointer: coarse)");

/** Whether a press of a key sends what is typed. */
export function sends(event) {
  if (event.isComposing || event.key !== "Enter" || event.shiftKey || event.altKey) return false;
  return !touch.matches || event.ctrlKey || event.metaKey;
}
