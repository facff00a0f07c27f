// SPDX-License-Identifier: Apache-2.0
// A preset shows the numbers that it stands for, and other numbers are no preset.

const presets = [...document.querySelectorAll("[data-presets] input")];
const fields = [document.getElementById("temperature"), document.getElementById("topP")];
const number = (text) => (text.trim() === "" ? null : Number(text.replace(",", ".")));

for (const preset of presets) {
  preset.addEventListener("change", () => {
    [fields[0].value, fields[1].value] = [preset.dataset.temperature, preset.dataset.topP];
    for (const field of fields) field.removeAttribute("aria-invalid");
  });
}
for (const field of fields) {
  field.addEventListener("input", () => {
    for (const preset of presets) {
      preset.checked = number(fields[0].value) === number(preset.dataset.temperature) && number(fields[1].value) === number(preset.dataset.topP);
    }
  });
}

// What cannot be is where one goes on.
document.querySelector("[aria-invalid=true]")?.focus();
