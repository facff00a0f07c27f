// SPDX-License-Identifier: Apache-2.0
// Imports: shows how far sending, reading and saving are. Without this module the browser says that it waits.

const form = document.querySelector("form[data-upload]");
const page = document.querySelector("[data-import]");

if (form) form.addEventListener("submit", (event) => {
  // A browser that cannot say how far it is sends the form as it is.
  if (!window.XMLHttpRequest || !window.FormData) return;
  event.preventDefault();
  const place = form.querySelector("[data-sending]");
  const request = new XMLHttpRequest();
  request.open("POST", form.action);
  request.upload.addEventListener("progress", ({ loaded, total }) => {
    const percent = total ? Math.floor((100 * loaded) / total) : 0;
    place.querySelector("progress").value = percent;
    place.querySelector("[data-share]").textContent = `${percent} %`;
  });
  request.addEventListener("load", () => {
    if (request.status < 400) return location.assign(request.responseURL);
    // The server says on a page what is wrong with the file.
    const answer = new DOMParser().parseFromString(request.responseText, "text/html").querySelector("main");
    if (answer) document.querySelector("main").replaceWith(answer);
    else location.reload();
  });
  request.addEventListener("error", () => form.submit());
  place.querySelector("[data-stop]").addEventListener("click", () => {
    request.abort();
    location.reload();
  });
  place.hidden = false;
  for (const button of form.querySelectorAll("button:not([data-stop])")) button.hidden = true;
  request.send(new FormData(form));
});

if (page) look();

async function look() {
  const address = `/words/import/${page.dataset.import}`;
  try {
    const response = await fetch(`${address}/progress`, { cache: "no-store" });
    const progress = await response.json();
    if (!response.ok || !progress.isGoingOn) return location.replace(address);
    page.querySelector("[data-percent]").value = progress.percent;
    page.querySelector("[data-words]").textContent = progress.words;
    page.querySelector("[data-share]").textContent = progress.share;
  } catch {
    // The server is away for a moment; it is asked again.
  }
  setTimeout(look, 300);
}
