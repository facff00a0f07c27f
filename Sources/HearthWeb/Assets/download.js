// SPDX-License-Identifier: Apache-2.0
// A download by itself: the page is another one when it pauses, fails or is done.

import { showDownloads } from "./downloads.js";

const place = document.querySelector("[data-download]");
if (place.dataset.running === "true") showDownloads((download) => !download.isRunning);
