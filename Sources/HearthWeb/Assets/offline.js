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
