// SPDX-License-Identifier: Apache-2.0
// A word that is marked in an answer or an entry gets a button that makes a card of it. Without script the form below the answer does.

const LONGEST_WORD = 120;
let button;

/** What is marked, if that is a word or a phrase of one finished answer. */
function marked() {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed) return null;
  const words = selection.toString().trim();
  const place = (node) => (node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement)?.closest(".turn:not(.me) .answer, [data-marks] [data-text]");
  const answer = place(selection.anchorNode);
  const form = answer?.closest(".turn, [data-marks]").querySelector(".mark form");
  if (!form || answer !== place(selection.focusNode) || !words || words.length > LONGEST_WORD || /\n/.test(words)) return null;
  return { words, form, box: selection.getRangeAt(0).getBoundingClientRect() };
}

function hide() {
  button?.remove();
  button = undefined;
}

function show() {
  const found = marked();
  if (!found) return hide();
  if (!button) {
    button = document.createElement("button");
    button.type = "button";
    button.className = "mark-button button slim glass";
    // Pressing it must not take the mark away first.
    button.addEventListener("pointerdown", (event) => event.preventDefault());
    document.body.append(button);
  }
  button.textContent = found.form.closest(".mark").querySelector("summary").getAttribute("aria-label");
  button.onclick = () => {
    found.form.elements.word.value = found.words;
    found.form.requestSubmit();
  };
  // Below the mark: above it, phones have their own menu.
  const width = button.offsetWidth;
  const left = Math.min(Math.max(8, found.box.left + found.box.width / 2 - width / 2), innerWidth - width - 8);
  button.style.setProperty("left", `${left + scrollX}px`);
  button.style.setProperty("top", `${found.box.bottom + scrollY + 10}px`);
}

let timer;
document.addEventListener("selectionchange", () => {
  clearTimeout(timer);
  timer = setTimeout(show, 200);
});
addEventListener("resize", hide);
