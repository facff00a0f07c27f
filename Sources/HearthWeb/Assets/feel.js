// SPDX-License-Identifier: Apache-2.0
// A light vibration on phones that can and where it is wanted.

const patterns = { send: 8, stop: 12, done: [6, 40, 10] };

export function feel(what) {
  const root = document.documentElement;
  if (!("vibrates" in root.dataset) || root.dataset.motion) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  // Before the first touch the browser refuses it, and says so.
  if (navigator.userActivation?.hasBeenActive === false) return;
  navigator.vibrate?.(patterns[what]);
}
