// SPDX-License-Identifier: Apache-2.0
// When a turn is renewed, the focus stays at its place, though what had it is gone.

const turns = () => [...document.querySelectorAll("#main > .turn")];
const label = (control) => control.getAttribute("aria-label") ?? control.textContent.trim();

/** Notes where the focus is. Returns what gives it back. */
export function keepFocus() {
  const had = document.activeElement;
  const place = turns().indexOf(had?.closest("#main > .turn"));
  if (place < 0) return () => {};
  // After an edit it is on the button that opened the field.
  const wanted = label(had.closest(".edit")?.querySelector("summary") ?? had);
  const isBranch = had.matches(".branches *");
  return () => {
    if (document.activeElement !== document.body) return;
    const turn = had.isConnected ? had.closest(".turn") : turns()[place];
    if (!turn) return;
    const controls = [...turn.querySelectorAll("a, button, summary")].filter((one) => !one.disabled && one.getClientRects().length);
    const same = controls.find((one) => label(one) === wanted) ?? (isBranch && controls.find((one) => one.matches(".branches *")));
    // While an answer arrives it has no controls; they come next after it.
    if (!same) turn.tabIndex = -1;
    (same || turn).focus({ preventScroll: true });
  };
}
