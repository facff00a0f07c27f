// SPDX-License-Identifier: Apache-2.0
// What cannot be undone is asked once more, in a dialog. Without this module the question unfolds in its place.

document.addEventListener("click", (event) => {
  const details = event.target.closest("details[data-ask] > summary")?.parentElement;
  if (!details) return;
  event.preventDefault();
  ask(details);
});

function ask(details) {
  const form = details.querySelector("form");
  const button = form.querySelector("button");
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  dialog.setAttribute("role", "alertdialog");
  dialog.setAttribute("aria-labelledby", "ask-title");
  dialog.setAttribute("aria-describedby", "ask-lost");
  const title = document.createElement("h2");
  [title.className, title.id, title.textContent] = ["heading", "ask-title", details.dataset.ask];
  form.querySelector(".note").id = "ask-lost";
  const cancel = document.createElement("button");
  [cancel.type, cancel.className] = ["button", "button quiet slim"];
  cancel.textContent = document.getElementById("said").dataset.cancel;
  // Who presses Enter without having read loses nothing.
  cancel.autofocus = true;
  cancel.addEventListener("click", () => dialog.close());
  const row = document.createElement("div");
  row.className = "row buttons";
  button.replaceWith(row);
  row.append(cancel, button);
  dialog.append(title, form);
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    row.replaceWith(button);
    details.append(form);
    dialog.remove();
    details.querySelector("summary").focus();
  });
  dialog.showModal();
}
