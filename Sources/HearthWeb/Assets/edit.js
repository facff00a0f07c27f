// SPDX-License-Identifier: Apache-2.0
// Editing a message is given up with Cancel: what was written is as before, and the field is closed.

document.addEventListener("reset", (event) => {
  const edit = event.target.closest(".edit");
  if (!edit) return;
  edit.open = false;
  edit.querySelector("summary").focus();
});
