// SPDX-License-Identifier: Apache-2.0
// A form marked data-once is sent once, however often its button is pressed. The server sees to that, too.

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-once]");
  if (!form || event.defaultPrevented) return;
  if (form.dataset.once === "sent") return event.preventDefault();
  form.dataset.once = "sent";
  // Not before the browser has taken the form: what is disabled is not sent.
  setTimeout(() => {
    for (const button of form.querySelectorAll("button")) {
      button.disabled = true;
      if (button.dataset.sent) button.textContent = button.dataset.sent;
    }
  });
});

// A page that the browser has kept has forms that were sent.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("form[data-once='sent']")) location.reload();
});
