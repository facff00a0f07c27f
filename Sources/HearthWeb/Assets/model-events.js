// SPDX-License-Identifier: Apache-2.0
// Where the model stands, as the server tells it: one connection for a page, and none while it is out of sight.

const listeners = [];
let source;

export function onModel(listener) {
  listeners.push(listener);
  if (!source) open();
}

function open() {
  source = new EventSource("/models/events");
  source.addEventListener("model", (event) => {
    const model = JSON.parse(event.data);
    for (const listener of listeners) listener(model);
  });
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    source?.close();
    source = undefined;
  } else if (!source && listeners.length > 0) open();
});
addEventListener("pagehide", () => source?.close());
