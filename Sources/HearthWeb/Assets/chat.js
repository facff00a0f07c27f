// SPDX-License-Identifier: Apache-2.0
// A conversation: the composer, and the answer that arrives.

import { arrive } from "./answer.js";
import { ready as readyComposer } from "./composer.js";
import { closeSheet } from "./sheet.js";

function ready() {
  readyComposer();
  arrive();
}

document.addEventListener("hearth:changed", ready);
ready();
closeSheet();
