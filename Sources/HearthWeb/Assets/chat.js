// SPDX-License-Identifier: Apache-2.0
// A conversation: the composer, the answer that arrives, and what is done to it elsewhere.

import { arrive } from "./answer.js";
import "./arriving.js";
import "./edit.js";
import { ready as readyComposer } from "./composer.js";
import "./draft.js";
import { follow } from "./follow.js";
import "./formulas.js";
import { isSending, refresh } from "./live.js";
import "./mark.js";
import { onSession } from "./news.js";
import "./press.js";
import { closeSheet } from "./sheet.js";
import "./temporary.js";

function ready() {
  readyComposer();
  arrive();
}

// An answer may have ended before anybody could listen to it; it is below what was in sight, then.
document.addEventListener("hearth:changed", () => {
  ready();
  follow();
});
// Formulas are taller than their text.
document.addEventListener("hearth:drawn", follow);
ready();
closeSheet();

// Another tab or device has asked, edited or renamed. An answer that arrives here brings what is new with its end.
onSession(({ changes }) => {
  const isKnown = document.getElementById("main").dataset.changes === String(changes);
  // Under a sheet nothing is renewed: closing it asks for the page anew.
  const isBusy = isSending() || document.querySelector("[data-answer], [data-sheet], .turn.me .edit[open]");
  if (!isKnown && !isBusy) refresh().catch(() => { /* The next change tries again. */ });
});
