// SPDX-License-Identifier: Apache-2.0
// The models: the page is another one when a download ends or the model has been loaded.

import { showDownloads } from "./downloads.js";
import { onModel } from "./news.js";

// What was typed and refused stays until it is sent again.
const isRefused = document.querySelector("[aria-invalid=true]") !== null;

if (!isRefused && document.querySelector("[data-download]")) {
  showDownloads((download, place) => download.isRunning !== Boolean(place.querySelector("[formaction='/models/pause']")));
}

let ember;
onModel((model) => {
  if (!isRefused && ember !== undefined && ember !== model.ember) location.reload();
  ember = model.ember;
});
