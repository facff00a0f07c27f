// SPDX-License-Identifier: Apache-2.0
// A long message is unfolded and folded in its place; without script, the link leads to a page on which it is.

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-fold]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (link.hasAttribute("aria-busy")) return;
  link.setAttribute("aria-busy", "true");
  const { id } = link.closest(".turn");
  let next;
  try {
    const response = await fetch(link.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    next = response.ok && page.getElementById(id);
  } catch {
    document.dispatchEvent(new CustomEvent("hearth:unreachable"));
    return;
  } finally {
    link.removeAttribute("aria-busy");
  }
  const turn = document.getElementById(id);
  if (!next || !turn) return location.assign(link.href);
  keepFold(next, turn);
  turn.querySelector(".fold")?.focus({ preventScroll: true });
  // What was folded is gone from under the eyes.
  if (turn.querySelector(".bubble.folded")) turn.scrollIntoView({ block: "nearest" });
});

/** Shows as much of a message as another version of its turn does. */
export function keepFold(from, to) {
  for (const part of [".bubble", ".fold"]) {
    const [one, other] = [from.querySelector(part), to.querySelector(part)];
    if (one && other) other.replaceWith(document.importNode(one, true));
  }
}
