// SPDX-License-Identifier: Apache-2.0
// Keeps the end of a conversation in sight, unless the reader has scrolled up.

const page = document.scrollingElement;
const button = document.getElementById("latest");

// An address that names a place in it leads there.
export const stay = { isAtEnd: !location.hash };

const stage = document.querySelector(".stage");

/** How far it is to the end of the conversation; in a short window the tabs come after it. */
const distance = () => stage.getBoundingClientRect().bottom - page.clientHeight;
const goToEnd = (behavior = "instant") => page.scrollBy({ top: Math.max(0, distance()), behavior });

let lastTop = page.scrollTop;
addEventListener("scroll", () => {
  const isUp = page.scrollTop < lastTop - 1;
  lastTop = page.scrollTop;
  if (distance() < 48) stay.isAtEnd = true;
  else if (isUp) stay.isAtEnd = false;
  button.hidden = stay.isAtEnd || distance() < 400;
}, { passive: true });

/** Scrolls to the end, if the reader is there. */
export function follow() {
  if (stay.isAtEnd) goToEnd();
  else button.hidden = distance() < 400;
}

/** Stays at the end when a line more is written below. */
export function keepEnd() {
  if (distance() < 48) goToEnd();
}

button?.addEventListener("click", (event) => {
  event.preventDefault();
  stay.isAtEnd = true;
  goToEnd(document.documentElement.dataset.motion ? "instant" : "smooth");
  button.hidden = true;
});

// A conversation opens where it ended, unless the address names a place in it.
if (!location.hash && document.querySelector(".turn, .carried")) goToEnd();
