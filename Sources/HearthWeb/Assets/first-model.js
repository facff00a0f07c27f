// SPDX-License-Identifier: Apache-2.0
// The button says what it will fetch.

const button = document.querySelector("[data-fetch]");
for (const choice of document.querySelectorAll("[name=name]")) {
  choice.addEventListener("change", () => { button.textContent = choice.dataset.action; });
  if (choice.checked) button.textContent = choice.dataset.action;
}
