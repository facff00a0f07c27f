// SPDX-License-Identifier: Apache-2.0
// Downloads as the server tells them.

import { listenTo } from "./events.js";

/**
 * Writes each download into the element that carries its name.
 * @param {(download: object, place: Element) => boolean} needsReload whether the page is another one now.
 */
export function showDownloads(needsReload) {
  const leave = listenTo("/models/download/events", {
    downloads: (event) => {
      const downloads = JSON.parse(event.data);
      for (const place of document.querySelectorAll("[data-download]")) {
        const download = downloads.find((one) => one.name === place.dataset.download);
        if (!download || needsReload(download, place)) {
          leave();
          return location.reload();
        }
        write(place, download);
      }
    },
  });
  addEventListener("pagehide", leave);
}

let spoken = 0;

function write(place, download) {
  const set = (selector, words) => {
    const element = place.querySelector(selector);
    if (element) element.textContent = words;
  };
  place.querySelector("[data-percent]").value = download.percent;
  set("[data-amount]", download.amount);
  set("[data-state]", download.state);
  set("[data-speed]", download.speed);
  set("[data-left]", download.timeLeft);
  if (performance.now() - spoken > 10_000) {
    set("[data-spoken]", download.spoken);
    spoken = performance.now();
  }
}
