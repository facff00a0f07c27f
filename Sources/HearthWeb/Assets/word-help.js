// SPDX-License-Identifier: Apache-2.0
// Suggestions for a word: they come into the form without leaving the page, and what is typed meanwhile stays.

import { listenTo } from "./events.js";
import { toast } from "./toast.js";

let leave = () => {};

function follow() {
  leave();
  const place = document.querySelector("[data-help][data-events]");
  if (!place) return;
  leave = listenTo(place.dataset.events, { done: () => { leave(); renew(); } });
}

/** A translation that has come, where nobody has typed one meanwhile. */
function fill(text) {
  const field = document.getElementById("translation");
  if (!text || field.value.trim()) return;
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

async function show(response) {
  if (!response.ok) return location.assign(response.url);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const [old, fresh] = [document.querySelector("[data-help]"), page.querySelector("[data-help]")];
  if (!old || !fresh) return location.assign(response.url);
  const hadFocus = old.contains(document.activeElement);
  old.replaceWith(document.importNode(fresh, true));
  fill(document.querySelector("[data-filled]")?.dataset.filled);
  history.replaceState({}, "", response.url);
  if (hadFocus) document.querySelector("[data-help] .draft button, [data-help] button")?.focus({ preventScroll: true });
  follow();
}

async function renew() {
  try {
    await show(await fetch(location.href, { headers: { Accept: "text/html" } }));
  } catch {
    // Hearth cannot be reached; the page stays, with what was typed.
  }
}

// Before those who take every form for one that is sent.
document.addEventListener("submit", async (event) => {
  const button = event.submitter;
  if (!button?.closest("[data-help]")) return;
  event.preventDefault();
  if (button.dataset.take) {
    const field = document.getElementById(button.dataset.take);
    const before = "more" in button.dataset ? field.value.trim() : "";
    field.value = before ? `${before}\n${button.dataset.text}` : button.dataset.text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
    return;
  }
  const form = new FormData(event.target);
  // A picture goes with the word itself.
  const fields = new URLSearchParams([...form].filter(([, value]) => typeof value === "string"));
  if (button.name) fields.set(button.name, button.value);
  button.disabled = true;
  try {
    await show(await fetch(button.getAttribute("formaction"), { method: "POST", body: fields }));
  } catch {
    button.disabled = false;
    toast(document.getElementById("said").dataset.unreachable);
  }
}, true);

follow();
addEventListener("pagehide", () => leave());
