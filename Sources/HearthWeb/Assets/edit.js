// SPDX-License-Identifier: Apache-2.0
// Editing a message is given up with Cancel: what was written is as before, and the field is closed.

import { sends } from "./enter.js";

document.addEventListener("reset", (event) => {
  const edit = event.target.closest(".edit");
  if (!edit) return;
  edit.open = false;
  edit.querySelector("summary").focus();
});

// Enter sends here as in the composer.
document.addEventListener("keydown", (event) => {
  const field = event.target.closest?.(".edit textarea");
  if (!field || !sends(event)) return;
  event.preventDefault();
  const button = field.form.querySelector(".primary");
  if (field.value.trim() !== "" && !button.disabled) field.form.requestSubmit(button);
});
