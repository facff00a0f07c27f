// SPDX-License-Identifier: Apache-2.0
// A temporary chat is gone soon after the last page that shows it was left.

const here = () => document.getElementById("main").dataset;
const isTemporary = () => "temporary" in here();

addEventListener("pagehide", () => {
  if (!isTemporary() || !here().session) return;
  const token = document.querySelector("input[name=token]").value;
  // Not a beacon: of a page that tells nobody where it was, that has no origin, and is refused.
  fetch(`/chat/${here().session}/leave`, { method: "POST", body: new URLSearchParams({ token }), keepalive: true }).catch(() => {
    // Hearth is not there, and neither is the chat then.
  });
});
// What the browser has kept of a page that was left is asked for again.
addEventListener("pageshow", (event) => { if (event.persisted && isTemporary()) location.reload(); });
// Another page has ended it.
document.addEventListener("hearth:gone", () => { if (isTemporary()) location.replace("/chat/new"); });
