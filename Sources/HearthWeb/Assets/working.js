// SPDX-License-Identifier: Apache-2.0
// Work that goes on: the page is asked for again, and shows how far it is, until it is over.

const parts = (page) => [...page.querySelectorAll("[data-part]")];
let tenth = -1;

function show(next) {
  const fresh = parts(next);
  // The first figures come with everything around them.
  if (fresh.length !== parts(document).length) {
    document.querySelector(".middle").replaceWith(document.importNode(next.querySelector(".middle"), true));
  }
  for (const [index, part] of parts(document).entries()) {
    if (part.localName === "progress") part.value = fresh[index].getAttribute("value");
    else if (part.getAttribute("role") !== "status") part.textContent = fresh[index].textContent;
  }
  // Those who listen hear each tenth.
  const percent = Number(next.querySelector("progress")?.getAttribute("value") ?? 0);
  const said = next.querySelector("[role=status][data-part]");
  if (said && Math.floor(percent / 10) !== tenth) document.querySelector("[role=status][data-part]").textContent = said.textContent;
  tenth = Math.floor(percent / 10);
}

async function follow() {
  for (;;) {
    await new Promise((done) => { setTimeout(done, 500); });
    try {
      const response = await fetch(location.href, { headers: { Accept: "text/html" } });
      const next = new DOMParser().parseFromString(await response.text(), "text/html");
      if (!next.querySelector("[data-working]")) return location.reload();
      show(next);
    } catch {
      // The server is away for a moment.
    }
  }
}
follow();
