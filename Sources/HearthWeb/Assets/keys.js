// SPDX-License-Identifier: Apache-2.0
// Keys that work everywhere. Help lists them.

const isTyping = (target) => target.closest?.("input, textarea, select, [contenteditable]");

document.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && !event.shiftKey && !event.altKey && key === "j") go(event, "/chat/new");
  else if (command && !event.shiftKey && !event.altKey && key === "k") go(event, "/history#q");
  else if (event.altKey && !command && /^Digit[1-9]$/.test(event.code)) {
    const place = document.querySelectorAll(".tabs a")[Number(event.code.at(-1)) - 1];
    if (place) go(event, place.href);
  } else if (event.key === "?" && !command && !isTyping(event.target)) go(event, "/help");
  else if (event.key === "Escape") escape(event);
});

function go(event, address) {
  event.preventDefault();
  const field = address.endsWith("#q") && document.getElementById("q");
  if (field) field.focus();
  else location.assign(address);
}

/** Closes what is open; where nothing is, stops the answer. */
function escape(event) {
  // The browser itself closes a dialog, and what is beneath it stays open.
  if (document.querySelector("dialog[open]")) return;
  const close = document.querySelector("[data-close]");
  const edit = document.querySelector(".edit[open]");
  const stop = document.querySelector("[data-stop]");
  if (close) close.click();
  else if (edit) {
    edit.open = false;
    document.getElementById("message")?.focus();
  } else if (stop) stop.form.requestSubmit(stop);
  else return;
  event.preventDefault();
}

// `/history#q`: the search is where one goes on.
if (location.hash === "#q") document.getElementById("q")?.focus();
