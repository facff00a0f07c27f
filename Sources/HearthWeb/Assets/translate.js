// SPDX-License-Identifier: Apache-2.0
// A translation while it runs: numbers as the server tells them, lists from the page as it is now.

import { listenTo } from "./events.js";

const place = document.querySelector("[data-translation]");
let version;
let isLoading = false;
let spoken = 0;

function write(progress) {
  const set = (selector, words) => { place.querySelector(selector).textContent = words; };
  place.querySelector("[data-percent]").value = progress.percent;
  set("[data-amount]", progress.amount);
  set("[data-share]", progress.share);
  set("[data-state]", progress.state);
  set("[data-left]", progress.left);
  if (performance.now() - spoken > 10_000 || !progress.isActive) {
    set("[data-spoken]", progress.isActive ? progress.spoken : progress.state);
    spoken = performance.now();
  }
}

/** Takes over the parts that have changed; one that somebody is in stays as it is until they have left it. */
async function renew() {
  if (isLoading) return;
  isLoading = true;
  try {
    const response = await fetch(location.href, { headers: { Accept: "text/html" } });
    if (!response.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const part of place.querySelectorAll("[data-part]")) {
      const fresh = page.querySelector(`[data-part="${part.dataset.part}"]`);
      if (!fresh || part.isEqualNode(fresh) || part.contains(document.activeElement)) continue;
      part.replaceWith(document.importNode(fresh, true));
    }
  } catch {
    // Hearth cannot be reached; the stream of events comes back by itself.
  } finally {
    setTimeout(() => { isLoading = false; }, 1000);
  }
}

if (place?.dataset.active === "true") {
  const leave = listenTo(place.dataset.translation, {
    progress: (event) => {
      const progress = JSON.parse(event.data);
      write(progress);
      if (!progress.isActive) {
        leave();
        // Another page now, with other buttons.
        return location.reload();
      }
      if (version !== progress.version) {
        version = progress.version;
        renew();
      }
    },
  });
  addEventListener("pagehide", leave);
}
