// SPDX-License-Identifier: Apache-2.0
// The welcome speaks the chosen language at once. Where everything was erased, what was typed in this browser goes too.

import { forgetAll } from "./unsent.js";

if (new URLSearchParams(location.search).has("erased")) forgetAll();

for (const choice of document.querySelectorAll("[name=language]")) {
  choice.addEventListener("change", () => location.replace(`/welcome?language=${choice.value}`));
}
