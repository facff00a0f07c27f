// SPDX-License-Identifier: Apache-2.0
// The composer: grows with the text, sends with Enter.

import { sends } from "./enter.js";
import { feel } from "./feel.js";
import { keepEnd, stay } from "./follow.js";
import { toast } from "./toast.js";

let box;

export function ready() {
  const found = document.getElementById("message");
  if (!found) return;
  if (found !== box) {
    box = found;
    box.addEventListener("input", fit);
    box.addEventListener("keydown", press);
    box.addEventListener("paste", tellIfFull);
  }
  fit();
}

/** From one line to five, then it scrolls. */
function fit() {
  if (!CSS.supports("field-sizing", "content")) {
    // The style sheet says how high it gets.
    box.style.height = "auto";
    box.style.height = `${box.scrollHeight}px`;
  }
  keepEnd();
  const button = document.querySelector("[data-send]");
  if (button) {
    button.disabled = box.value.trim() === "";
    button.classList.toggle("blue", !button.disabled);
    button.classList.toggle("fill", button.disabled);
  }
}

/** A browser cuts what is pasted to the room that there is, and says nothing. */
function tellIfFull(event) {
  const more = event.clipboardData?.getData("text/plain").length ?? 0;
  if (box.value.length - (box.selectionEnd - box.selectionStart) + more > box.maxLength) toast(box.dataset.full);
}

function press(event) {
  if (event.isComposing) return;
  if (sends(event)) {
    event.preventDefault();
    const button = document.querySelector("[data-send]");
    if (button && !button.disabled) box.form.requestSubmit(button);
  } else if (event.key === "ArrowUp" && box.value === "") {
    const last = [...document.querySelectorAll(".turn.me .edit")].at(-1);
    if (!last) return;
    event.preventDefault();
    // A long one has a page for that.
    if (last.localName === "a") return last.click();
    last.open = true;
    const field = last.querySelector("textarea");
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  }
}

// A suggestion is put into the box, where it can be changed before it is sent; without script, the link leads to a page with it.
document.addEventListener("click", (event) => {
  const suggestion = event.target.closest("a[data-fill]");
  if (!suggestion || !box || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  box.value = suggestion.textContent.trim();
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
  box.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "composer") return;
  if (event.submitter?.matches("[data-stop]")) return feel("stop");
  stay.isAtEnd = true;
  feel("send");
  // The form is read before the box is emptied, and the text comes back if it could not be sent.
  const text = box.value;
  const wasTyped = !event.submitter?.name;
  // Not as a microtask: after a click those run between one listener and the next, before the form is read.
  setTimeout(() => {
    if (wasTyped) box.value = "";
    fit();
  });
  const restore = () => { if (wasTyped && box.value === "") { box.value = text; fit(); } };
  document.addEventListener("hearth:unreachable", restore, { once: true });
  document.addEventListener("hearth:refused", restore, { once: true });
  document.addEventListener("hearth:changed", () => {
    document.removeEventListener("hearth:unreachable", restore);
    document.removeEventListener("hearth:refused", restore);
  }, { once: true });
}, { capture: true });
