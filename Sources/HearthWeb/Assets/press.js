// SPDX-License-Identifier: Apache-2.0
// The menu of a message of one's own opens by a long press and by a right click, too, where it has one.

const LONG = 500; // milliseconds
const NEAR = 10; // pixels that a finger may move meanwhile

let timer;
let start;

const menuOf = (target) => target.closest?.(".turn.me > .bubble")?.parentElement.querySelector("a.menu");

function end() {
  clearTimeout(timer);
  start = undefined;
}

document.addEventListener("pointerdown", (event) => {
  end();
  const menu = event.isPrimary && event.pointerType !== "mouse" && menuOf(event.target);
  if (!menu) return;
  start = { x: event.clientX, y: event.clientY };
  timer = setTimeout(() => {
    end();
    menu.click();
  }, LONG);
});
document.addEventListener("pointermove", (event) => {
  if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > NEAR) end();
});
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, end);
addEventListener("scroll", end, { passive: true, capture: true });

document.addEventListener("contextmenu", (event) => {
  const menu = menuOf(event.target);
  // Who has selected something, or holds Shift, wants the browser's own menu.
  if (!menu || event.shiftKey || !getSelection().isCollapsed) return;
  event.preventDefault();
  end();
  menu.click();
});

// A finger that rests on a message selects nothing then; the menu copies it.
document.documentElement.dataset.presses = "";
