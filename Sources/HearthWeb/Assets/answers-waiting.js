// SPDX-License-Identifier: Apache-2.0
// Answers that are not at the server yet. They lie in the browser, in their order, until the server has them; their keys make each count once.

const name = "hearth.answers";

/** A storage, or nothing where the browser is told to keep none. */
function open() {
  try { return window.localStorage; } catch { return undefined; }
}
const storage = open();
/** Answers that the storage did not take, such as a full one: they come after those that it has, and are sent all the same. */
let memory = [];

function stored() {
  try { return JSON.parse(storage?.getItem(name)) ?? []; } catch { return []; }
}

/** Whether the storage took them. */
function store(all) {
  if (!storage) return false;
  try {
    if (all.length) storage.setItem(name, JSON.stringify(all));
    else storage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

export function waiting() { return [...stored(), ...memory]; }

/** How many of them would be lost with this page. */
export const unkept = () => memory.length;

/** One answer more: `{ deck, mode, session, answer }`. */
export function add(one) {
  memory.push(one);
  if (store(waiting())) memory = [];
}

function drop(keys) {
  const stays = (one) => !keys.has(one.answer.key);
  memory = memory.filter(stays);
  store(stored().filter(stays));
  if (memory.length && store(waiting())) memory = [];
}

/** The keys of answers that are on their way: the server may have them already. */
let flying = new Set();

/** Takes back the last answer, if it is still here and nowhere else. */
export function takeBack(key) {
  const all = waiting();
  if (!all.length || all.at(-1).answer.key !== key || flying.has(key)) return false;
  drop(new Set([key]));
  return true;
}

let sending;

/** Sends what waits, in order. Returns what the server said last with so many cards, or nothing where it cannot be reached. */
export function send(token, ahead = 1) {
  sending = (sending ?? Promise.resolve()).then(() => locked(() => sendAll(token, ahead)), () => undefined);
  return sending;
}

/** Only one tab sends at a time. */
const locked = (work) => navigator.locks ? navigator.locks.request(name, work) : work();

async function sendAll(token, ahead) {
  let last;
  let most = 200;
  for (let all = waiting(); all.length; all = waiting()) {
    const { deck, mode, session } = all[0];
    let end = all.findIndex((one) => one.deck !== deck || one.mode !== mode || one.session !== session);
    if (end < 0) end = all.length;
    const batch = all.slice(0, Math.min(end, most)).map((one) => one.answer);
    const fields = new URLSearchParams({ token, mode, session, ahead, answers: JSON.stringify(batch) });
    const sent = new Set(batch.map((answer) => answer.key));
    flying = sent;
    let response;
    try { response = await fetch(`/words/decks/${deck}/answers`, { method: "POST", body: fields }); } catch { return undefined; } finally { flying = new Set(); }
    // One that the server cannot read does not take the others with it.
    if (response.status === 400 && batch.length > 1) {
      most = 1;
      continue;
    }
    // Where the deck is gone, the server has taken its answers all the same; anything else is tried again.
    if (!response.ok && response.status !== 404 && response.status !== 400) return undefined;
    drop(sent);
    if (response.ok) last = { deck, feed: await response.json() };
  }
  return last;
}
