// SPDX-License-Identifier: Apache-2.0
// Events from the server. The browser itself comes back when a connection breaks, but not when the server had no room for it.

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60000;

/** Has each of `listeners`, by the name of its events, told what happens at `address`. Returns a function that ends it. */
export function listenTo(address, listeners) {
  let source;
  let timer;
  let pause = FIRST_PAUSE;
  function open() {
    source = new EventSource(address);
    for (const [name, listener] of Object.entries(listeners)) source.addEventListener(name, listener);
    source.addEventListener("open", () => { pause = FIRST_PAUSE; });
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    });
  }
  open();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
