// SPDX-License-Identifier: Apache-2.0
// What was typed in this browser and not sent, by place: a conversation, "new" for the next one, or a message that is edited.
//
// Several tabs may have something unsent for one place, so each place has a list, the newest first. A tab notes which of it is its own.

const prefix = "hearth.unsent.";
const most = 20;

/** A storage, or nothing where the browser is told to keep none. */
function open(name) {
  try { return window[name]; } catch { return undefined; }
}
const shared = open("localStorage");
const mine = open("sessionStorage");

/** All that is unsent for a place, the newest first. */
export function all(place) {
  try { return JSON.parse(shared?.getItem(prefix + place)) ?? []; } catch { return []; }
}

/** What this tab has unsent for a place. */
export const own = (place) => mine?.getItem(prefix + place) ?? undefined;

/** Keeps a text as what this tab has unsent for a place; an empty one takes it away. */
export function keep(place, text) {
  const before = own(place);
  if (before === text && all(place).includes(text)) return;
  const others = all(place).filter((other) => other !== before && other !== text);
  const isEmpty = text.trim() === "";
  write(shared, place, isEmpty ? others : [text, ...others].slice(0, most));
  write(mine, place, isEmpty ? undefined : text);
}

/** Takes to another place what is unsent for one. */
export function move(from, to) {
  const texts = [...all(to), ...all(from)];
  if (texts.length === all(to).length) return;
  write(shared, to, [...new Set(texts)].slice(0, most));
  forget(from);
}

/** Erases what is unsent for a place. */
export function forget(place) {
  write(shared, place, undefined);
  write(mine, place, undefined);
}

/** Notes what is sent with a form that leads to another page; that page finds out what came of it. */
export const noteSent = (sent) => write(mine, "sent", JSON.stringify(sent));

/** What the page before has sent so, once. */
export function takeSent() {
  const sent = own("sent");
  write(mine, "sent", undefined);
  return sent && JSON.parse(sent);
}

/** Erases everything. */
export function forgetAll() {
  for (const storage of [shared, mine]) {
    for (const name of Object.keys(storage ?? {})) if (name.startsWith(prefix)) storage.removeItem(name);
  }
}

function write(storage, place, value) {
  try {
    if (value === undefined || value.length === 0) storage?.removeItem(prefix + place);
    else storage?.setItem(prefix + place, typeof value === "string" ? value : JSON.stringify(value));
  } catch {
    // There is no room for it here. It is still in the box.
  }
}
