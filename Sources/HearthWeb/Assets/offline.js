// SPDX-License-Identifier: Apache-2.0
// Tries by itself whether Hearth is back, and goes where the reader wanted to go.

async function look() {
  try {
    const response = await fetch("/manifest.webmanifest", { cache: "no-store" });
    if (response.ok) location.pathname === "/offline" ? location.assign("/") : location.reload();
  } catch {
    // Not yet.
  }
}
setInterval(look, 15_000);
addEventListener("online", look);

// On the machine itself neither its network nor its sleep can be the reason.
if (["127.0.0.1", "localhost", "[::1]"].includes(location.hostname)) {
  for (const one of document.querySelectorAll("[data-elsewhere]")) one.remove();
}
