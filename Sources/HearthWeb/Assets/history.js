// SPDX-License-Identifier: Apache-2.0
// History: rows that are swiped away, Delete by keyboard, choosing several, and search while typing, also in one conversation.

import { swiped } from "./taps.js";
import { forget } from "./unsent.js";

const list = document.getElementById("main");
let start;
let row;
let hasSwiped = false;

list.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "mouse") return;
  row = event.target.closest(".swipe");
  start = row && { x: event.clientX, y: event.clientY };
});
list.addEventListener("pointermove", (event) => {
  if (!start) return;
  const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
  if (Math.abs(dy) > 12 && Math.abs(dy) > Math.abs(dx)) start = undefined;
  else if (dx < -40) { open(row); start = undefined; hasSwiped = true; }
  else if (dx > 40) { row.classList.remove("open"); start = undefined; hasSwiped = true; }
});
list.addEventListener("pointerup", () => {
  start = undefined;
  if (hasSwiped) swiped();
  hasSwiped = false;
});
list.addEventListener("pointercancel", () => { start = undefined; });
// A row that was just opened is not also followed.
list.addEventListener("click", (event) => {
  const link = event.target.closest(".swipe.open a");
  if (!link) return;
  event.preventDefault();
  link.closest(".swipe").classList.remove("open");
});

function open(one) {
  for (const other of list.querySelectorAll(".swipe.open")) other.classList.remove("open");
  one.classList.add("open");
}

list.addEventListener("keydown", (event) => {
  if (event.key !== "Delete") return;
  const form = event.target.closest(".swipe")?.querySelector("form");
  form?.requestSubmit();
});

// After deleting, the focus goes to the next row.
const index = Number(sessionStorage.getItem("deleted-row") ?? -1);
sessionStorage.removeItem("deleted-row");
if (index >= 0) {
  const links = list.querySelectorAll(".swipe a");
  links[Math.min(index, links.length - 1)]?.focus({ preventScroll: true });
}
list.addEventListener("submit", (event) => {
  const rows = [...list.querySelectorAll(".swipe")];
  const place = rows.indexOf(event.target.closest(".swipe"));
  if (place >= 0) sessionStorage.setItem("deleted-row", place);
  // What was typed there goes with it; undoing brings it back from the server.
  const session = event.target.getAttribute("action")?.match(/^\/chat\/([^/]+)\/delete$/)?.[1];
  if (session) forget(session);
});

// Choosing: the heading counts, and what can be done waits for a choice.
const chosen = document.getElementById("chosen");
if (chosen) {
  const ticks = [...chosen.querySelectorAll(".tick")];
  const heading = document.querySelector("h1");
  const words = heading.textContent;
  const count = () => {
    const number = ticks.filter((tick) => tick.checked).length;
    const phrase = number === 1 ? chosen.dataset.one : chosen.dataset.many;
    heading.textContent = number ? phrase.replace("{n}", number.toLocaleString(document.documentElement.lang)) : words;
    for (const button of chosen.querySelectorAll(".pick button")) button.disabled = !number;
  };
  chosen.addEventListener("change", count);
  chosen.querySelector("[data-all]").addEventListener("click", (event) => {
    event.preventDefault();
    const areAll = ticks.every((tick) => tick.checked);
    for (const tick of ticks) tick.checked = !areAll;
    count();
  });
  count();
}

let waiting;
const field = document.getElementById("q");
field?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const sought = field.value;
    const place = field.form.getAttribute("action");
    const address = sought.trim() || place !== "/history" ? `${place}?q=${encodeURIComponent(sought)}` : place;
    const response = await fetch(address);
    if (!response.ok || field.value !== sought) return;
    const next = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("list");
    const present = document.getElementById("list");
    while (present.children.length > 1) present.lastElementChild.remove();
    present.append(...[...next.children].slice(1));
    history.replaceState({}, "", address);
  }, 150);
});
