// SPDX-License-Identifier: Apache-2.0
// A sheet over a page: the focus is in it, and nothing else can be reached.

export function closeSheet() {
  const sheet = document.querySelector("[data-sheet]");
  if (!sheet) return;
  for (const other of document.body.children) {
    if (other !== sheet && !other.classList.contains("scrim")) other.inert = true;
  }
  sheet.querySelector("[data-close]").focus();
}
