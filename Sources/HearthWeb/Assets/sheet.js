// SPDX-License-Identifier: Apache-2.0
// A sheet over a page: the focus is in it, and nothing else can be reached.

export function closeSheet() {
  const sheet = document.querySelector("[data-sheet]");
  if (!sheet) return;
  for (const other of document.body.children) {
    if (other !== sheet && !other.classList.contains("scrim")) other.inert = true;
  }
  const field = sheet.querySelector("[data-draft]");
  (field ?? sheet.querySelector("[data-close]")).focus();
  field?.setSelectionRange(field.value.length, field.value.length);
  for (const form of sheet.querySelectorAll("[data-at-once]")) form.addEventListener("change", keep);
}

/** A switch says at once what it was set to; where that cannot be kept, it goes back. */
async function keep(event) {
  const [form, control] = [event.currentTarget, event.target];
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (response.ok) return;
  } catch {
    document.dispatchEvent(new CustomEvent("hearth:unreachable"));
  }
  control.checked = !control.checked;
}
