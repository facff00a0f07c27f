// SPDX-License-Identifier: Apache-2.0
// Study: the next cards lie ready, so that the next one is there at once, with or without the server.

import { add, send, takeBack, unkept, waiting } from "./answers-waiting.js";
import { feel } from "./feel.js";
import { swiped } from "./taps.js";
import { ready as readyToast } from "./toast.js";

const root = document.getElementById("study");
const part = (name) => root.querySelector(`[data-${name}]`);
const { deck, mode, session, token } = root.dataset;
const address = `/words/decks/${deck}`;
const query = `mode=${mode}&session=${session}`;

/** What comes after the card that is shown. */
let next = [];
/** How many cards lie ready, and how many the server gives while enough of them do: it makes each anew. */
const [AHEAD, SOON] = [40, 5];
/** The card that is shown; `undefined` until the first cards have come. */
let card;
/** Cards answered here, the last one last: what undoing brings back. */
const answered = [];
let done = Number(root.dataset.done);
let total = Number(root.dataset.total);
/** Whether the session has an answer to take back that this page does not know. */
let canUndo = "undoable" in root.dataset;
let shownAt = Date.now();
/** What was typed for the card that is shown. */
let written;
/** Which of its sentences is. */
let shownExample = 0;
let isOver = false;
/** How long the answers of this session took, in milliseconds; each counts for a minute at most. */
let spent = Number(part("time")?.dataset.spent ?? 0);
const lookedAt = () => Math.min(Date.now() - shownAt, 60_000);

const say = (words, values) => Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), words);
const isShown = (node) => !node.hidden;

// ---------- Showing ----------

function fill(node, text, lang) {
  node.textContent = text;
  node.hidden = !text;
  if (lang !== undefined) node.lang = lang;
}

function show(one) {
  card = one;
  shownAt = Date.now();
  written = undefined;
  root.dataset.card = one.card;
  fill(part("question"), one.question, one.questionLang);
  part("question").classList.toggle("long", one.question.length > 40);
  fill(part("question-phonetic"), one.questionPhonetic);
  fill(part("answer"), one.answer, one.answerLang);
  fill(part("answer-phonetic"), one.answerPhonetic);
  fill(part("definition"), one.definition);
  showFurther(one.further);
  showExample(0);
  showPicture(false);
  part("edit").href = one.edit;
  for (const field of root.querySelectorAll("[data-card-field]")) field.value = one.card;
  root.querySelectorAll(".rate .when").forEach((node, index) => { node.textContent = one.intervals[index] ?? ""; });
  part("prompt").textContent = one.typePrompt;
  turn(false);
  typing(one.types);
  part("typed").hidden = true;
  suggest("3");
  count();
  if (part("time")) tellTime();
  asking();
  part("face").scrollTop = 0;
  if (!one.types) part("question").focus({ preventScroll: true });
}

/** Fields of other programs, below everything. */
function showFurther(fields) {
  part("further").hidden = !fields.length;
  part("further").replaceChildren(...fields.map(({ name, text }) => {
    const [row, term, value] = ["div", "dt", "dd"].map((tag) => document.createElement(tag));
    [term.textContent, value.textContent, value.dir] = [name, text, "auto"];
    row.append(term, value);
    return row;
  }));
}

/** One of the card's sentences; after the last comes the first. */
function showExample(index) {
  shownExample = index % (card.examples.length || 1);
  const example = card.examples[shownExample];
  part("example").lang = card.exampleLang;
  part("example").replaceChildren(...(example?.pieces ?? []).map(({ text, isWord }) => {
    if (!isWord) return text;
    const word = document.createElement("b");
    word.textContent = text;
    return word;
  }));
  fill(part("example-note"), example?.note ?? "");
}

/** Pictures of the cards to come, loaded already, so that nothing moves when they are shown. */
const pictures = new Map();

function picture({ image, imageLabel }) {
  if (!pictures.has(image)) {
    const made = new Image();
    [made.src, made.alt] = [image, imageLabel];
    pictures.set(image, made);
    if (pictures.size > 20) pictures.delete(pictures.keys().next().value);
  }
  return pictures.get(image);
}

function showPicture(isBack) {
  const place = part("picture");
  place.hidden = !card?.image || (card.imageIsAnswer && !isBack);
  if (place.hidden) return place.replaceChildren();
  if (place.firstElementChild?.getAttribute("src") === card.image) return;
  place.replaceChildren(picture(card));
}

/** The back, or the front again. */
function turn(isBack) {
  part("answer-part").hidden = !isBack;
  part("front").hidden = isBack;
  part("back").hidden = !isBack;
  part("edit").hidden = !isBack;
  part("another").hidden = !isBack || (card?.examples.length ?? 0) < 2;
  hearing(isBack);
  if (!isBack) return;
  showPicture(true);
  root.querySelector(".rate.suggested")?.focus({ preventScroll: true });
}

function typing(isOn) {
  part("type-form").hidden = !isOn;
  part("show").hidden = isOn;
  if (part("type")) part("type").hidden = isOn;
  const field = document.getElementById("typed");
  field.value = "";
  if (isOn) field.focus({ preventScroll: true });
}

function suggest(rating) {
  for (const button of root.querySelectorAll(".rate")) button.classList.toggle("suggested", button.value === rating);
}

function count() {
  const values = { n: Math.min(done + 1, total), all: total };
  part("count").textContent = say(root.dataset.progress, values);
  const bar = part("bar");
  [bar.max, bar.value] = [total, done];
  bar.setAttribute("aria-label", say(root.dataset.progressLabel, values));
  part("undo-form").querySelector("button").disabled = !answered.length && !canUndo;
  if (answered.length || canUndo) part("end").href = `${address}/summary?session=${session}`;
}

/** How many answers wait, where the server cannot be reached. */
function tell() {
  const number = waiting().length;
  const words = number === 0 ? "" : say(number === 1 ? root.dataset.waitingOne : root.dataset.waitingMany, { n: number });
  const lost = unkept() ? root.dataset.unkept : "";
  part("status").textContent = [words, lost, isOver && number ? root.dataset.usedUp : ""].filter(Boolean).join(" ");
}
addEventListener("beforeunload", (event) => { if (unkept()) event.preventDefault(); });

// ---------- Answering ----------

function answer(rating) {
  if (!card || !isShown(part("back"))) return;
  const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  add({ deck, mode, session, answer: { card: card.card, rating, at: Date.now(), milliseconds: Date.now() - shownAt, key, typed: written } });
  const took = lookedAt();
  spent += took;
  answered.push({ card, key, took });
  // One that was not known comes back, and others may; the server says so in a moment.
  if (rating > 1) done += 1;
  feel("send");
  if (next.length) show(next.shift());
  else wait();
  sync();
}

/** Nothing is left here: the server says whether that is the end. */
function wait() {
  card = undefined;
  isOver = true;
  part("front").hidden = true;
  part("back").hidden = true;
  part("answer-part").hidden = true;
  part("face").classList.add("leaving");
}

async function sync() {
  const asked = next.length < AHEAD / 2 ? AHEAD : SOON;
  const last = await send(token, asked);
  if (waiting().length) tell();
  else part("status").textContent = "";
  if (last?.feed.leech) tellLeech(last.feed.leech);
  if (last?.deck === deck) take(last.feed, asked);
  else if (!last && waiting().length) retryLater();
}

let timer;
function retryLater() {
  clearTimeout(timer);
  timer = setTimeout(sync, 5_000);
}
addEventListener("online", sync);

/** What the server says comes next, of so many that it was asked for; the card that is shown stays. */
function take(feed, asked = AHEAD) {
  const pending = new Set(waiting().map((one) => one.answer.card));
  const given = new Set(feed.cards.map((one) => one.card));
  // As many as were asked for are not all that there are: what lay ready comes after them.
  const later = asked < AHEAD && feed.cards.length === asked ? next.filter((one) => !given.has(one.card)) : [];
  next = [...feed.cards, ...later].filter((one) => one.card !== card?.card && !pending.has(one.card));
  for (const one of next.slice(0, 5)) if (one.image) picture(one);
  if (!pending.size) {
    done = feed.done;
    canUndo = feed.canUndo;
    spent = feed.spent;
    total = feed.done + Math.max(feed.left, next.length + (card ? 1 : 0));
  }
  if (card) return count();
  if (next.length) {
    isOver = false;
    part("face").classList.remove("leaving");
    show(next.shift());
  } else if (!waiting().length) location.assign(feed.end);
}

async function undo() {
  if (part("undo-form").querySelector("button").disabled) {
    part("status").textContent = root.dataset.nothingToUndo;
    return;
  }
  const last = answered.pop();
  if (last && takeBack(last.key)) {
    if (card) next.unshift(card);
    done = Math.max(0, done - 1);
    spent = Math.max(0, spent - last.took);
    isOver = false;
    part("face").classList.remove("leaving");
    show(last.card);
    return tell();
  }
  await send(token, SOON);
  if (waiting().length) {
    if (last) answered.push(last);
    return tell();
  }
  const fields = new URLSearchParams({ token, mode, session, script: "1" });
  // Of the answers before this page was loaded, the session knows the last one.
  if (last) fields.set("key", last.key);
  try {
    const response = await fetch(`${address}/undo`, { method: "POST", body: fields });
    if (!response.ok) return;
    const feed = await response.json();
    if (feed.said) {
      part("status").textContent = feed.said;
      return take(feed);
    }
    if (last) {
      // The card as it is now, with the intervals that its buttons have again.
      isOver = false;
      part("face").classList.remove("leaving");
      show(feed.cards.find((one) => one.card === last.card.card) ?? last.card);
    } else card = undefined;
    take(feed);
  } catch {
    if (last) answered.push(last);
    tell();
  }
}

// ---------- Typing ----------

part("type-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = document.getElementById("typed").value;
  const asked = card?.card ?? root.dataset.card;
  let found;
  try {
    const response = await fetch(`${address}/check?${query}&card=${asked}&typed=${encodeURIComponent(typed)}`);
    if (response.ok) found = await response.json();
  } catch {
    // Compared by the reader, who sees both.
  }
  if (asked !== (card?.card ?? root.dataset.card)) return;
  written = typed;
  found ??= { wrote: [{ text: typed }], words: root.dataset.noCheck, kind: "", suggestion: "3" };
  part("wrote").replaceChildren(...found.wrote.map(({ text, isExtra, isMissing }) => {
    if (!isExtra && !isMissing) return text;
    const mark = document.createElement(isExtra ? "del" : "ins");
    mark.textContent = text;
    return mark;
  }));
  const tag = document.createElement("span");
  [tag.className, tag.textContent] = [`tag wrap ${found.kind}`, found.words];
  part("verdict").replaceChildren(tag);
  part("care").textContent = found.care ?? "";
  part("care").hidden = !found.care;
  part("typed").hidden = false;
  suggest(found.suggestion);
  turn(true);
});

part("type")?.addEventListener("click", (event) => {
  event.preventDefault();
  typing(true);
});

// ---------- Buttons, keys, swipes ----------

part("show").addEventListener("click", (event) => {
  event.preventDefault();
  turn(true);
});
part("back").addEventListener("submit", (event) => {
  // Until the cards have come, the page answers by itself.
  if (!card) return;
  event.preventDefault();
  answer(Number(event.submitter?.value ?? 3));
});
part("another").addEventListener("click", () => showExample(shownExample + 1));
part("undo-form").addEventListener("submit", (event) => {
  event.preventDefault();
  undo();
});

document.addEventListener("keydown", (event) => {
  if (!("keys" in root.dataset) || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
  if (event.target.closest?.("input, textarea, select, dialog")) return;
  const isBack = isShown(part("back"));
  if (event.key === " " && !event.target.closest?.("a, button:not(.rate)")) {
    if (isBack) answer(Number((event.target.closest?.(".rate") ?? root.querySelector(".rate.suggested"))?.value ?? 3));
    else if (isShown(part("show"))) turn(true);
  } else if (/^[1-4]$/.test(event.key) && isBack) answer(Number(event.key));
  else if (event.key === "z") undo();
  else if (event.key === "p" && isShown(part("hear"))) hear();
  else return;
  event.preventDefault();
});

/** How far a swipe has to go, in px. */
const FAR = 64;
let start;
const face = part("face");
const isSideways = (dx, dy) => Math.abs(dx) >= 2 * Math.abs(dy);
const ratingOf = (dx) => dx > 0 ? 3 : 1;
const nameOf = (rating) => root.querySelector(`.rate[value="${rating}"] span`).textContent;

/** The card follows the finger, and says what letting go would mean. */
function pull(dx) {
  if (!dx) {
    face.style.removeProperty("transform");
    delete face.dataset.pull;
    return;
  }
  face.style.setProperty("transform", `translateX(${dx}px) rotate(${dx / 60}deg)`);
  if (Math.abs(dx) < FAR) delete face.dataset.pull;
  else [face.dataset.pull, face.dataset.rating] = [nameOf(ratingOf(dx)), ratingOf(dx)];
}

/** What was swiped goes on its way, while the next card is there already. */
function throwAway(dx) {
  if (document.documentElement.dataset.motion || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const gone = face.cloneNode(true);
  for (const node of [gone, ...gone.querySelectorAll("*")]) {
    for (const { name } of [...node.attributes]) if (name === "id" || name.startsWith("data-")) node.removeAttribute(name);
  }
  gone.removeAttribute("aria-labelledby");
  gone.setAttribute("aria-hidden", "true");
  gone.inert = true;
  gone.classList.add("gone");
  const from = face.style.transform || "none";
  const to = `translateX(${Math.sign(dx) * innerWidth}px) rotate(${Math.sign(dx) * 8}deg)`;
  face.after(gone);
  const motion = gone.animate([{ transform: from, opacity: 1 }, { transform: to, opacity: 0 }], { duration: 240, easing: "ease-in" });
  motion.finished.finally(() => gone.remove());
}

if ("swipes" in root.dataset) {
  face.addEventListener("pointerdown", (event) => {
    start = event.pointerType === "mouse" || event.target.closest("a, button") ? undefined : { x: event.clientX, y: event.clientY };
  });
  face.addEventListener("pointermove", (event) => {
    if (!start || !isShown(part("back"))) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    pull(isSideways(dx, dy) && Math.abs(dx) > 12 ? dx : 0);
  });
  face.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    start = undefined;
    if (Math.abs(dx) < FAR || !isSideways(dx, dy)) {
      pull(0);
      // A tap on the front turns the card.
      if (Math.abs(dx) < 8 && Math.abs(dy) < 8 && isShown(part("front")) && isShown(part("show")) && !getSelection().toString()) turn(true);
      return;
    }
    swiped();
    if (isShown(part("back")) && card) {
      throwAway(dx);
      pull(0);
      const rating = ratingOf(dx);
      const words = say(root.dataset.rated, { rating: nameOf(rating) });
      answer(rating);
      offerUndo(words);
    } else {
      pull(0);
      if (isShown(part("show"))) turn(true);
    }
  });
  face.addEventListener("pointercancel", () => {
    start = undefined;
    pull(0);
  });
}

/** A swipe is easily made by mistake. */
const offerUndo = (words) => offer(words, root.dataset.undo, undo);

/** A word that is missed again and again, and what became of it. */
function tellLeech({ words, word, list, isSuspended }) {
  if (!isSuspended) return offer(words);
  offer(words, root.dataset.resume, async () => {
    try {
      const fields = new URLSearchParams({ token, [`word-${word}`]: "1" });
      const response = await fetch(`/words/decks/${list}/resume`, { method: "POST", body: fields });
      if (response.ok) offer(root.dataset.resumed);
    } catch {
      tell();
    }
  });
}

/** Says something for a while, with a button that does something about it. */
function offer(words, name, act) {
  document.querySelector(".toast")?.remove();
  const box = document.createElement("div");
  box.className = "toast glass";
  box.setAttribute("role", "status");
  const text = document.createElement("span");
  text.textContent = words;
  box.append(text);
  if (act) {
    const button = document.createElement("button");
    [button.className, button.type, button.textContent] = ["button plain slim", "button", name];
    button.addEventListener("click", () => {
      box.remove();
      act();
    });
    box.append(button);
  }
  document.body.append(box);
  readyToast(box);
}

// ---------- Hearing ----------

/** A voice of this device; others would send the word away. */
const voice = () => window.speechSynthesis?.getVoices().find((one) =>
  one.localService && card?.spokenLang && one.lang.toLowerCase().startsWith(card.spokenLang.toLowerCase()));

/** On the front, what gives the answer away is not to be heard. */
function hearing(isBack = !part("answer-part").hidden) {
  part("hear").hidden = (card?.soundIsAnswer && !isBack) || (!card?.audio && !voice());
}

/** A card that asks with a sound plays it; a browser that wants to be asked first has the button. */
function asking() {
  part("sound").hidden = true;
  if (card.asksBySound) new Audio(card.audio).play().catch(() => {});
}

function hear() {
  if (card.audio) return void new Audio(card.audio).play().catch(() => { part("hear").hidden = true; });
  const words = new SpeechSynthesisUtterance(card.spoken);
  [words.lang, words.voice] = [card.spokenLang, voice()];
  speechSynthesis.cancel();
  speechSynthesis.speak(words);
}
part("hear").addEventListener("click", hear);
window.speechSynthesis?.addEventListener?.("voiceschanged", () => hearing());

// ---------- Time ----------

/** The time on the card, and the minutes of the session. Where nothing is to move, seconds come by tens. */
function tellTime() {
  if (isOver) return;
  const all = Math.floor((Date.now() - shownAt) / 1_000);
  const isStill = document.documentElement.dataset.motion || matchMedia("(prefers-reduced-motion: reduce)").matches;
  const seconds = isStill ? all - all % 10 : all;
  part("seconds").textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  part("session-time").textContent = say(part("time").dataset.minutes, { n: Math.floor((spent + lookedAt()) / 60_000) });
}
if (part("time")) {
  part("time-card").hidden = false;
  tellTime();
  setInterval(tellTime, 1_000);
}

// ---------- Beginning ----------

async function begin() {
  try {
    await send(token, SOON);
    const response = await fetch(`${address}/next?${query}`);
    if (!response.ok) return;
    const feed = await response.json();
    // The card that the page came with is the first; it stays as it is shown.
    const first = feed.cards.find((one) => one.card === root.dataset.card);
    if (first) {
      card = first;
      hearing();
      if (isShown(part("back"))) part("another").hidden = card.examples.length < 2;
    }
    take(feed);
  } catch {
    // Without the server, the page answers this card by itself when it is back.
  }
}
begin();
