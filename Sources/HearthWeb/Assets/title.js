// SPDX-License-Identifier: Apache-2.0
// The title of a place moves up between the buttons when it has scrolled away.

const title = document.querySelector(".place .large");
const risen = document.querySelector("[data-rising-title]");
if (title && risen) {
  new IntersectionObserver(([entry]) => {
    risen.textContent = entry.isIntersecting ? "" : title.textContent;
  }, { rootMargin: "-64px 0px 0px" }).observe(title);
}
