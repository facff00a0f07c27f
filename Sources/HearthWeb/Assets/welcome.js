// SPDX-License-Identifier: Apache-2.0
// The welcome speaks the chosen language at once.

for (const choice of document.querySelectorAll("[name=language]")) {
  choice.addEventListener("change", () => location.replace(`/welcome?language=${choice.value}`));
}
