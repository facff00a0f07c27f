// SPDX-License-Identifier: Apache-2.0
// Sends forms marked data-live without leaving the page, and puts what is new into it.

import { keepFocus } from "./focus.js";
import { keepFold } from "./fold.js";

/** Told after every change of the page: `document.addEventListener("hearth:changed", …)`. */
const changed = () => document.dispatchEvent(new CustomEvent("hearth:changed"));
// Before it: "hearth:taking", with the part of the other page that is compared with this one.

/** By which a part of the page is known in another version of it; "" for what is written anew. */
const key = (node) => node.id || (node.matches?.(".answer") ? "answer" : "");

/** What has not changed stays where it is, with the focus in it and as far as it was scrolled. */
function replaceChildren(present, next) {
  const known = new Map([...present.children].filter(key).map((child) => [key(child), child]));
  const wanted = [...next.childNodes].map((child) => renewed(known.get(key(child)), child));
  const staying = new Set(wanted);
  for (const child of [...present.childNodes]) if (!staying.has(child)) child.remove();
  let place = present.firstChild;
  for (const child of wanted) {
    if (child === place) place = child.nextSibling;
    else present.insertBefore(child, place);
  }
}

function renewed(old, next) {
  if (!old) return document.importNode(next, true);
  keepState(old, next);
  if (old.isEqualNode(next)) return old;
  // Around an answer that is as it was, only its tools are others.
  if (!old.matches(".turn") || !next.matches(".turn")) return document.importNode(next, true);
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) old.setAttribute(name, value);
  replaceChildren(old, next);
  return old;
}

/** What was opened or shown here is no difference. */
function keepState(old, next) {
  if (old.localName === "details") next.open = old.open;
  if (old.matches(".turn[tabindex]")) next.tabIndex = old.tabIndex;
  if (old.matches(".turn.me") && old.querySelector(".fold")) keepFold(old, next);
  for (const button of next.querySelectorAll("[data-copy]")) button.hidden = false;
  // A thought that somebody has opened stays open, also where its turn is renewed.
  const thought = old.querySelector(".think[open][data-kept]") && next.querySelector(".think");
  if (thought) [thought.open, thought.dataset.kept] = [true, ""];
}

document.addEventListener("click", (event) => {
  const thought = event.target.closest(".think summary")?.parentElement;
  if (thought) thought.dataset.kept = "";
});

/** Takes over what another version of this page says; the text in the composer stays. */
export function take(html, address) {
  taken += 1;
  const next = new DOMParser().parseFromString(html, "text/html");
  const main = document.getElementById("main");
  const nextMain = next.getElementById("main");
  // Another kind of page, such as an error: it is shown as it is.
  if (!nextMain || nextMain.className.split(" ")[1] !== main.className.split(" ")[1]) return location.assign(address);
  const box = document.getElementById("message");
  document.dispatchEvent(new CustomEvent("hearth:taking", { detail: nextMain }));
  const text = box?.value;
  const hadFocus = document.activeElement === box;
  const giveFocusBack = keepFocus();
  replaceChildren(main, nextMain);
  main.className = nextMain.className;
  for (const name of ["session", "changes", "continues", "temporary"]) {
    if (name in nextMain.dataset) main.dataset[name] = nextMain.dataset[name];
    else delete main.dataset[name];
  }
  for (const id of ["bar", "recent", "dock"]) {
    const [old, fresh] = [document.getElementById(id), next.getElementById(id)];
    if (old && fresh && !old.isEqualNode(fresh)) old.replaceWith(document.importNode(fresh, true));
  }
  document.title = next.title;
  const newBox = document.getElementById("message");
  if (newBox && text !== undefined) newBox.value = text;
  if (newBox && hadFocus) newBox.focus({ preventScroll: true });
  giveFocusBack();
  const path = new URL(address, location.href);
  if (path.pathname !== location.pathname) history.pushState({}, "", path);
  changed();
}

let sending = 0;
/** How many pages were taken over. */
let taken = 0;
/** Whether a form is on its way; the page that it brings is newer than what is told meanwhile. */
export const isSending = () => sending > 0;

/** Asks for this page again. A page that came meanwhile, as with a form, is newer than what comes of it. */
export async function refresh() {
  const before = taken;
  const response = await fetch(location.href, { headers: { Accept: "text/html" } });
  const html = await response.text();
  while (isSending()) await new Promise((resolve) => { setTimeout(resolve, 50); });
  if (before !== taken) return;
  if (response.ok) take(html, response.url);
  else if (response.status === 404) document.dispatchEvent(new CustomEvent("hearth:gone"));
}

/** Sends a form; the answer is the page after it. Returns whether that worked. */
export async function send(form, button) {
  const fields = new URLSearchParams(new FormData(form));
  if (button?.name) fields.set(button.name, button.value);
  const address = button?.getAttribute("formaction") ?? form.getAttribute("action");
  let response;
  let html;
  sending += 1;
  try {
    response = await fetch(address, { method: "POST", body: fields });
    html = await response.text();
  } catch {
    document.dispatchEvent(new CustomEvent("hearth:unreachable"));
    return false;
  } finally {
    sending -= 1;
  }
  if (!response.ok) {
    document.dispatchEvent(new CustomEvent("hearth:refused", { detail: html }));
    return false;
  }
  take(html, response.url);
  return true;
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-live]");
  if (!form || event.defaultPrevented) return;
  event.preventDefault();
  const buttons = [...form.querySelectorAll("button")];
  // A button that is disabled loses the focus.
  const giveFocusBack = keepFocus();
  for (const button of buttons) button.disabled = true;
  if (!(await send(form, event.submitter))) for (const button of buttons) button.disabled = false;
  giveFocusBack();
});

window.addEventListener("popstate", () => {
  if (document.getElementById("composer")) location.reload();
});
