// SPDX-License-Identifier: Apache-2.0
// Keeps what was typed and not sent, before a conversation exists too: in this browser at once, and on the server for other devices.
// Of a temporary chat nothing is kept.

import { take } from "./live.js";
import { all, forget, keep, move, noteSent, own, takeSent } from "./unsent.js";

const here = () => document.getElementById("main").dataset;
const isTemporary = () => "temporary" in here();
const box = () => document.getElementById("message");
/** Fields in which messages are edited, in their place or in a sheet. */
const edits = (within = document) => [...within.querySelectorAll("[data-draft]")];
/** The conversation that the box is of. */
const place = () => here().session ?? "new";

let shown = place();
/** What is on its way, and where it was typed. */
let sent;
let saving;

if (!isTemporary()) {
  if (here().continues) move(here().continues, place());
  const before = takeSent();
  // The conversation has another version of the message now: what was sent from the sheet has arrived.
  if (before?.place === place() && !document.getElementById(before.turn)) before.fields.forEach(forget);
  const text = own(place()) ?? all(place())[0];
  if (box() && text !== undefined) {
    box().value = text;
    keep(place(), text);
  }
  fill();
}

/** What stands beside the box: messages that were being edited, and the box's text where a frozen conversation has no box. */
function fill() {
  for (const field of edits()) field.value = own(field.dataset.draft) ?? all(field.dataset.draft)[0] ?? field.value;
  const unsent = document.getElementById("unsent");
  const text = own(place()) ?? all(place())[0];
  if (!unsent || text === undefined) return;
  unsent.querySelector(".bubble").textContent = text;
  unsent.hidden = false;
}

document.addEventListener("input", ({ target }) => {
  if (isTemporary()) return;
  if (target === box()) {
    keep(place(), target.value);
    saveLater();
  } else if (target.matches("[data-draft]")) keep(target.dataset.draft, target.value);
});

function saveLater() {
  clearTimeout(saving);
  saving = here().session ? setTimeout(save, 600) : undefined;
}

function save() {
  clearTimeout(saving);
  saving = undefined;
  if (!box()) return;
  const fields = new URLSearchParams({ token: box().form.elements.token.value, message: box().value });
  // Browsers send no more than 64 KiB for a page that is left.
  const keepalive = fields.toString().length < 60_000;
  fetch(`/chat/${place()}/draft`, { method: "POST", body: fields, keepalive }).catch(() => {
    // It is kept here, and the next letter tries again.
  });
}

/** Keeps the text that is in the box now: another tab may have taken it away. What the server has is not this browser's to keep. */
function keepNow() {
  if (isTemporary() || sent || !box()) return;
  if (box().value.trim() !== "" && box().value !== box().defaultValue) keep(place(), box().value);
  if (saving) save();
}
addEventListener("pagehide", keepNow);
document.addEventListener("visibilitychange", () => { if (document.hidden) keepNow(); });

document.addEventListener("submit", (event) => {
  const form = event.target;
  const cleared = form.getAttribute("action")?.match(/^\/chat\/([^/]+)\/clear$/)?.[1];
  if (cleared) {
    forget(cleared);
    if (box()) box().value = "";
  }
  if (isTemporary() || event.submitter?.matches("[data-stop]")) return;
  if (form.id === "composer" && !event.submitter?.name) sent = place();
  else if (form.matches(".edit form")) sent = edits(form)[0].dataset.draft;
  else if (form.matches("[data-edits]")) {
    noteSent({ place: place(), turn: `m-${form.dataset.edits}`, fields: edits(form).map((field) => field.dataset.draft) });
  }
  clearTimeout(saving);
  saving = undefined;
}, { capture: true });
// Cancelling an edit takes back what was typed.
document.addEventListener("reset", ({ target }) => {
  if (target.matches(".edit form")) forget(edits(target)[0].dataset.draft);
});
document.addEventListener("click", ({ target }) => {
  const cancel = target.closest("[data-edits] [data-discard]");
  if (cancel) for (const field of edits(cancel.closest("form"))) forget(field.dataset.draft);
});

document.addEventListener("hearth:changed", () => {
  if (sent) keep(sent, "");
  sent = undefined;
  const now = place();
  // A new conversation has a name now, or it is to be temporary: the text in the box goes along.
  if (now !== shown || isTemporary()) keep(shown, "");
  shown = now;
  if (isTemporary()) return;
  if (box()) keep(now, box().value);
  fill();
});
for (const name of ["hearth:refused", "hearth:unreachable"]) document.addEventListener(name, () => { sent = undefined; });
// The conversation was deleted elsewhere; the text waits in the next new one.
document.addEventListener("hearth:gone", () => {
  if (!isTemporary() && box()?.value.trim()) keep("new", box().value);
});

// The switch of a temporary chat changes the page around the box, and leaves the text in it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("#composer a[role=switch]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const response = await fetch(link.href);
    take(await response.text(), link.href);
    history.replaceState({}, "", link.href);
  } catch {
    location.assign(link.href);
  }
});
