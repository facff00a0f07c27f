// SPDX-License-Identifier: Apache-2.0
// What every page has. All of it adds to pages that can be read and posted without it.

import "./confirm.js";
import "./connection.js";
import "./copy.js";
import "./keys.js";
import "./live.js";
import "./model.js";
import "./once.js";
import "./title.js";
import "./toast.js";

const root = document.documentElement;
if ("serviceWorker" in navigator) {
  // Another address is another worker, so new assets, another language or another theme bring a new shell.
  const shell = new URLSearchParams({ assets: root.dataset.assets, language: root.lang, theme: root.dataset.theme ?? "" });
  navigator.serviceWorker.register(`/service-worker.js?${shell}`).catch(() => {
    // Without a worker there is no offline page, and everything else as before.
  });
}
