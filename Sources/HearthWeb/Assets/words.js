// SPDX-License-Identifier: Apache-2.0
// Pages about words: sends answers that still wait, and spares a click here and there.

import { send, waiting } from "./answers-waiting.js";

const token = document.querySelector("script[data-token]")?.dataset.token;
if (waiting().length && token) {
  send(token).then((last) => {
    // The numbers on the page are those from before.
    if (last && !waiting().length) location.reload();
  });
}

for (const select of document.querySelectorAll("select[data-go]")) {
  select.addEventListener("change", () => select.form.requestSubmit());
}
