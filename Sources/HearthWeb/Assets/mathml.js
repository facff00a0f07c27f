// SPDX-License-Identifier: Apache-2.0
// Copies the MathML that KaTeX has written, one known element and attribute at a time, into what browsers draw today (MathML Core).

const NAMESPACE = "http://www.w3.org/1998/Math/MathML";
const ELEMENTS = new Set(`math mrow mi mn mo mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose
  msub msup msubsup munder mover munderover mtable mtr mtd`.split(/\s+/));
/** Colours and sizes of letters are left to the page, which has enough contrast and lines of one height. */
const ATTRIBUTES = `accent accentunder depth display displaystyle fence height largeop linebreak linethickness lspace maxsize minsize
  movablelimits notation rspace scriptlevel separator stretchy voffset width`.split(/\s+/);
const VALUE = /^[-+.\w% ]{1,60}$/;
const DEEPEST = 60;
const MOST = 4000;

/** Returns the formula of what KaTeX has written as an element, or null where it is none, is too large, or has something that KaTeX refuses. */
export function copied(html, refused) {
  // Styles are in no formula that is copied, and the policy of the page would complain of them. Quotes stand in tags alone: in text they are escaped.
  const math = new DOMParser().parseFromString(html.replaceAll(/ style="[^"]*"/g, ""), "text/html").querySelector("math");
  // Beside the formula stands its source, which would be read out a second time.
  const row = math?.querySelector(":scope > semantics > :first-child");
  if (!row) return null;
  const counts = { elements: 0, refused };
  const body = element(row, counts, 0);
  if (!body) return null;
  const whole = document.createElementNS(NAMESPACE, "math");
  if (math.getAttribute("display") === "block") whole.setAttribute("display", "block");
  whole.append(body);
  return whole;
}

function element(source, counts, depth) {
  counts.elements += 1;
  if (depth > DEEPEST || counts.elements > MOST || !ELEMENTS.has(source.localName) || source.getAttribute("mathcolor") === counts.refused) return null;
  // Widths of zero that are filled to the left are in no browser, and what stands there would lie on something else.
  const isLap = source.localName === "mpadded" && /width/.test(source.getAttribute("lspace"));
  const copy = document.createElementNS(NAMESPACE, isLap ? "mrow" : source.localName);
  for (const name of ATTRIBUTES) {
    const value = source.getAttribute(name);
    if (value !== null && !isLap && VALUE.test(value)) copy.setAttribute(name, value);
  }
  // Browsers set single letters in italics by themselves, and know of no other variants.
  const variant = source.getAttribute("mathvariant");
  if (variant === "normal" && source.localName === "mi") copy.setAttribute("mathvariant", "normal");
  for (const child of source.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) {
      copy.append(variant ? styled(child.data, variant) : child.data);
    } else if (child.nodeType === Node.ELEMENT_NODE) {
      const part = element(child, counts, depth + 1);
      if (!part) return null;
      copy.append(part);
    }
  }
  if (source.localName === "mtable") lay(source, copy);
  if (source.localName === "mo") fence(copy);
  return barred(copy) ?? spaced(copy);
}

/** A bar that belongs to what stands beside it grows with it, as a bracket does. */
function fence(mo) {
  if (mo.getAttribute("fence") !== "true") return;
  mo.setAttribute("stretchy", "true");
  mo.textContent = mo.textContent.replace("∣", "|").replace("∥", "‖");
}

/** A line over or under a part is drawn as its edge: few fonts have one that grows. */
function barred(copy) {
  const edge = { mover: "top", munder: "bottom" }[copy.localName];
  const [part, bar] = copy.children;
  if (!edge || bar?.localName !== "mo" || !["‾", "_"].includes(bar.textContent)) return null;
  const enclosed = document.createElementNS(NAMESPACE, "menclose");
  enclosed.setAttribute("notation", edge);
  enclosed.append(part);
  return enclosed;
}

const APPLIED = "\u2061";
const THIN = "0.1667em";

/** The name of a function stands apart from letters beside it, and not from a bracket that follows. */
function spaced(copy) {
  for (const part of [...copy.children]) {
    const isMark = part.localName === "mo" && part.textContent === APPLIED;
    // Of sin² and log₂ the mark stands within.
    const isRaised = /^m(su[bp]|subsup)$/.test(part.localName) && part.firstElementChild?.lastElementChild?.textContent === APPLIED;
    if (!isMark && !isRaised) continue;
    const name = isMark ? part.previousElementSibling : part;
    const [before, after] = [name?.previousElementSibling, part.nextElementSibling];
    if (after && after.localName !== "mo" && after.firstElementChild?.getAttribute("fence") !== "true") part.after(space());
    if (before && !["mo", "mspace"].includes(before.localName)) name.before(space());
  }
  return copy;
}

function space() {
  const space = document.createElementNS(NAMESPACE, "mspace");
  space.setAttribute("width", THIN);
  return space;
}

// Tables

/** Browsers read nothing of how a table's columns and lines are to be; classes of its cells say it. */
function lay(source, table) {
  const list = (name) => source.getAttribute(name)?.trim().split(/\s+/) ?? [];
  const [aligned, spaces, columns, lines] = ["columnalign", "columnspacing", "columnlines", "rowlines"].map(list);
  const at = (values, index) => values[Math.min(index, values.length - 1)];
  const rows = [...table.children];
  if (source.getAttribute("width") === "100%") table.setAttribute("class", "wide");
  for (const [row, { children }] of rows.entries()) {
    for (const [column, cell] of [...children].entries()) {
      const names = [
        { left: "l", right: "r" }[at(aligned, column)],
        // A pair such as "a" and "= b" stands together.
        column > 0 && parseFloat(at(spaces, column - 1)) === 0 && "close",
        column + 1 < children.length && parseFloat(at(spaces, column)) === 0 && "near",
        column + 1 < children.length && columns.length && at(columns, column) !== "none" && "line",
        row + 1 < rows.length && lines.length && at(lines, row) !== "none" && "ruled",
      ].filter(Boolean);
      if (names.length) cell.setAttribute("class", names.join(" "));
    }
  }
}

// Letters. Source: the Unicode Standard, Mathematical Alphanumeric Symbols.

/** Where the capital letters, small letters and digits of a style begin, and which letters stand elsewhere. */
const STYLES = {
  bold: [0x1d400, 0x1d41a, 0x1d7ce],
  italic: [0x1d434, 0x1d44e, 0, { h: "ℎ" }],
  "bold-italic": [0x1d468, 0x1d482, 0],
  script: [0x1d49c, 0x1d4b6, 0, { B: "ℬ", E: "ℰ", F: "ℱ", H: "ℋ", I: "ℐ", L: "ℒ", M: "ℳ", R: "ℛ", e: "ℯ", g: "ℊ", o: "ℴ" }],
  "bold-script": [0x1d4d0, 0x1d4ea, 0],
  fraktur: [0x1d504, 0x1d51e, 0, { C: "ℭ", H: "ℌ", I: "ℑ", R: "ℜ", Z: "ℨ" }],
  "double-struck": [0x1d538, 0x1d552, 0x1d7d8, { C: "ℂ", H: "ℍ", N: "ℕ", P: "ℙ", Q: "ℚ", R: "ℝ", Z: "ℤ" }],
  "bold-fraktur": [0x1d56c, 0x1d586, 0],
  "sans-serif": [0x1d5a0, 0x1d5ba, 0x1d7e2],
  "bold-sans-serif": [0x1d5d4, 0x1d5ee, 0x1d7ec],
  "sans-serif-italic": [0x1d608, 0x1d622, 0],
  "sans-serif-bold-italic": [0x1d63c, 0x1d656, 0],
  monospace: [0x1d670, 0x1d68a, 0x1d7f6],
};
/** The first capital and the first small Greek letter of the styles that have them. */
const GREEK = { bold: [0x1d6a8, 0x1d6c2], italic: [0x1d6e2, 0x1d6fc], "bold-italic": [0x1d71c, 0x1d736] };

function styled(text, variant) {
  const style = STYLES[variant];
  if (!style) return text;
  const [capital, small, digit, others = {}] = style;
  const greek = GREEK[variant];
  return [...text].map((letter) => {
    const within = (from, to, start) => start && letter >= from && letter <= to && String.fromCodePoint(start + letter.codePointAt(0) - from.codePointAt(0));
    return others[letter] || within("A", "Z", capital) || within("a", "z", small) || within("0", "9", digit)
      || within("Α", "Ω", greek?.[0]) || within("α", "ω", greek?.[1]) || letter;
  }).join("");
}
