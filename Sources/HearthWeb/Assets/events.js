// SPDX-License-Identifier: Apache-2.0
// Events from the server. The browser itself comes back when a connection breaks, but not when the server had no room for it.
//
// `hearth:connected` and `hearth:disconnected` on the document say where a connection stands.

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 60000;

/** The same for all pages of this browser: the server ends the oldest of their streams before they use up all connections. */
function browserName() {
  try {
    return (localStorage.browserName ??= Math.random().toString(36).slice(2));
  } catch {
    // Where nothing can be kept, the pages do not know of one another.
    return "";
  }
}

const tell = (name) => document.dispatchEvent(new CustomEvent(name));

/** Has each of `listeners`, by the name of its events, told what happens at `address`. Returns a function that ends it. */
export function listenTo(address, listeners) {
  let source;
  let timer;
  let pause = FIRST_PAUSE;
  const name = browserName();
  const place = name ? `${address}${address.includes("?") ? "&" : "?"}browser=${name}` : address;
  function open() {
    source = new EventSource(place);
    for (const [name, listener] of Object.entries(listeners)) source.addEventListener(name, listener);
    source.addEventListener("open", () => {
      pause = FIRST_PAUSE;
      tell("hearth:connected");
    });
    source.addEventListener("error", () => {
      tell("hearth:disconnected");
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
