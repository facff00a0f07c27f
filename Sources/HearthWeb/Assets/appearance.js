// SPDX-License-Identifier: Apache-2.0
// Shows a choice at once and keeps it.

const form = document.querySelector("[data-appearance]");
const root = document.documentElement;
form.querySelector("[data-save]").hidden = true;

form.addEventListener("change", async (event) => {
  const chosen = new FormData(form);
  const set = (name, value, none) => {
    if (value && value !== none) root.dataset[name] = value;
    else delete root.dataset[name];
  };
  set("theme", chosen.get("theme"), "automatic");
  set("text", chosen.get("textSize"), "standard");
  set("motion", chosen.get("lessMotion") && "reduce");
  set("glass", chosen.get("lessGlass") && "solid");
  const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(chosen) });
  if (response.ok && event.target.name === "language") location.reload();
});
