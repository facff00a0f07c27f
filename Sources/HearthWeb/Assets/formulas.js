// SPDX-License-Identifier: Apache-2.0
// Shows formulas as MathML. KaTeX is fetched by pages that have one, after their text. What it does not know stays the readable text.

import { copied } from "./mathml.js";

const scripts = document.documentElement.dataset.formulas?.split(" ") ?? [];
/** What each formula has become: MathML, or null where its text stays. */
const known = new Map();
/** Characters of TeX that a page may still have drawn. */
let room = 300_000;
/** Milliseconds of drawing before the page has its turn. */
const SLICE = 8;
/** A colour that KaTeX gives to commands that it does not trust, and nobody else uses. */
const REFUSED = "#0fa0fb";

/** Formulas in a line that are wider than it: they scroll, also by keyboard. */
const wide = new Set();

const waiting = "[data-tex]:not([data-words])";
const isBlock = (place) => place.classList.contains("block");
const key = (place) => (isBlock(place) ? "block " : "") + place.dataset.tex;

function put(place, math) {
  place.dataset.words = place.textContent;
  // The formula says itself that it is one.
  place.removeAttribute("role");
  place.replaceChildren(document.importNode(math, true));
  if (wide.has(key(place))) place.tabIndex = 0;
}

/** Has wide formulas take the focus. */
function measure() {
  for (const place of document.querySelectorAll("[data-words]:not([tabindex])")) {
    if (place.scrollWidth <= place.clientWidth + 1) continue;
    wide.add(key(place));
    place.tabIndex = 0;
  }
}

/** Shows what has been drawn before; `root` need not be in the page yet. */
export function showKnown(root) {
  for (const place of root.querySelectorAll(waiting)) {
    const math = known.get(key(place));
    if (math) put(place, math);
  }
}

/** A copy of an element with its formulas as readable text. */
export function readable(element) {
  const copy = element.cloneNode(true);
  for (const place of copy.querySelectorAll("[data-words]")) place.textContent = place.dataset.words;
  return copy;
}

/** What an element says. */
export const words = (element) => (element.querySelector("[data-words]") ? readable(element) : element).textContent;

// KaTeX

const fetched = new Map();

/** Runs a script of the app that is no module. */
function script(name) {
  if (!fetched.has(name)) {
    fetched.set(name, new Promise((resolve, reject) => {
      const element = document.createElement("script");
      [element.src, element.onload, element.onerror] = [`${document.documentElement.dataset.assets}/${name}`, resolve, reject];
      document.head.append(element);
    }));
  }
  return fetched.get(name);
}

function draw(tex, block) {
  const html = (text) => window.katex.renderToString(text, {
    output: "mathml", displayMode: block, throwOnError: true, errorColor: REFUSED, trust: false, strict: "ignore", maxExpand: 500, maxSize: 10,
  });
  let math = copied(html(tex), REFUSED);
  // Lines outside of a table have none in MathML, so they become one.
  if (block && math?.querySelector(":scope > mrow > mspace[linebreak]")) math = copied(html(`\\begin{gathered}${tex}\\end{gathered}`), REFUSED) ?? math;
  return math;
}

function drawn(place) {
  const [name, { tex }] = [key(place), place.dataset];
  if (!known.has(name)) {
    let math = null;
    if (tex.length <= room) {
      room -= tex.length;
      try {
        math = draw(tex, isBlock(place));
      } catch {
        // What KaTeX does not know stays text.
      }
    }
    known.set(name, math);
  }
  return known.get(name);
}

let isDrawing = false;
let isAsked = false;

/** Draws the formulas of the page that are not drawn yet. */
export async function showFormulas() {
  isAsked = true;
  if (isDrawing || !scripts.length) return;
  isDrawing = true;
  try {
    while (isAsked) {
      isAsked = false;
      await drawAll();
    }
  } catch {
    // Without KaTeX the text stays.
  } finally {
    isDrawing = false;
  }
}

async function drawAll() {
  const places = [...document.querySelectorAll(waiting)].filter((place) => known.get(key(place)) !== null);
  if (!places.length) return;
  await script(scripts[0]);
  if (scripts[1] && places.some((place) => /\\(ce|pu)\b/.test(place.dataset.tex))) await script(scripts[1]);
  let begun = performance.now();
  for (const place of places) {
    if (!place.isConnected) continue;
    const math = drawn(place);
    if (math && !("words" in place.dataset)) put(place, math);
    if (performance.now() - begun < SLICE) continue;
    measure();
    document.dispatchEvent(new CustomEvent("hearth:drawn"));
    await new Promise((resolve) => { setTimeout(resolve); });
    begun = performance.now();
  }
  measure();
  document.dispatchEvent(new CustomEvent("hearth:drawn"));
}

// A page that comes back has the formulas of the one before, so nothing jumps.
document.addEventListener("hearth:taking", (event) => showKnown(event.detail));
document.addEventListener("hearth:changed", showFormulas);
addEventListener("resize", measure);
showFormulas();
