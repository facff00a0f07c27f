// SPDX-License-Identifier: Apache-2.0
// A story that is being written: the page is loaded again when there may be more to see.

const PAUSE = 1500;

async function look() {
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!page.querySelector("[data-running]")) return location.reload();
  } catch {
    // Hearth cannot be reached; the next look may find it.
  }
  setTimeout(look, PAUSE);
}

if (document.querySelector("[data-running]")) setTimeout(look, PAUSE);
