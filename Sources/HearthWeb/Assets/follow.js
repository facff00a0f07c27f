// SPDX-License-Identifier: Apache-2.0
// Keeps the end of a conversation in sight, unless the reader has scrolled up.

const page = document.scrollingElement;
const button = document.getElementById("latest");

export const stay = { isAtEnd: true };

const distance = () => page.scrollHeight - page.scrollTop - page.clientHeight;

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
  if (stay.isAtEnd) page.scrollTop = page.scrollHeight;
  else button.hidden = distance() < 400;
}

button?.addEventListener("click", (event) => {
  event.preventDefault();
  stay.isAtEnd = true;
  page.scrollTo({ top: page.scrollHeight, behavior: document.documentElement.dataset.motion ? "auto" : "smooth" });
  button.hidden = true;
});

// A conversation opens where it ended, unless the address names a place in it.
if (!location.hash && document.querySelector(".turn, .carried")) page.scrollTop = page.scrollHeight;
