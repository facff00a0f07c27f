// SPDX-License-Identifier: Apache-2.0
// A model that arrives while Pocket answers: how far it is, is looked up now and then, so that no further connection stays open.

async function look() {
  const notice = document.querySelector("#small[data-arriving]");
  if (!notice || document.hidden) return;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    const next = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("small");
    if (response.ok && !next) notice.remove();
    else if (next && !next.isEqualNode(notice)) notice.replaceWith(document.importNode(next, true));
  } catch {
    // The next look tries again.
  }
}
setInterval(look, 3000);
