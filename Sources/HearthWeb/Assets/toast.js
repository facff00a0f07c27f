// SPDX-License-Identifier: Apache-2.0
// A toast goes after eight seconds, which do not run while it is pointed at or has the focus.

export function ready(toast) {
  let left = 8000;
  let start;
  let timer;
  const run = () => {
    start = performance.now();
    timer = setTimeout(() => toast.remove(), left);
  };
  const pause = () => {
    clearTimeout(timer);
    left -= performance.now() - start;
  };
  toast.addEventListener("pointerenter", pause);
  toast.addEventListener("pointerleave", run);
  toast.addEventListener("focusin", pause);
  toast.addEventListener("focusout", run);
  run();
}

for (const toast of document.querySelectorAll("[data-toast]")) ready(toast);
// What the address says has been shown; loading the page again does not show it again.
if (/[?&](deleted|saved|marked|cleared|gone|moved)=/.test(location.search)) history.replaceState({}, "", location.pathname);

/** Shows a sentence for a while: above the composer where there is one, and not over the text that it is about. */
export function toast(words) {
  const box = document.createElement("div");
  box.className = "toast glass";
  box.setAttribute("role", "status");
  const text = document.createElement("span");
  text.textContent = words;
  box.append(text);
  (document.getElementById("foot") ?? document.body).append(box);
  ready(box);
  const field = document.activeElement;
  if (field.matches("textarea") && overlap(field.getBoundingClientRect(), box.getBoundingClientRect())) {
    field.scrollIntoView({ block: "start" });
  }
}

const overlap = (one, other) => one.bottom > other.top && one.top < other.bottom;

// A form that could not be sent: the page that came back says why.
document.addEventListener("hearth:refused", (event) => {
  const page = new DOMParser().parseFromString(event.detail, "text/html");
  const words = page.querySelector(".middle .soft, main p")?.textContent;
  if (words) toast(words);
});
