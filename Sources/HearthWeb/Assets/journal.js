// SPDX-License-Identifier: Apache-2.0
// Pages of the journal: keeps what is typed as a draft, adds photos as soon as they are chosen, and follows work that goes on.

import { refresh } from "./live.js";

const form = document.querySelector("form[data-journal]");
if (form) keepDraft(form);

function keepDraft(form) {
  const said = form.querySelector("[role=status]");
  const state = () => {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
    return fields;
  };
  let kept = state().toString();
  let waiting;
  let isSent = false;
  const keep = () => {
    clearTimeout(waiting);
    waiting = undefined;
    const fields = state();
    if (isSent || fields.toString() === kept) return;
    kept = fields.toString();
    fetch("/journal/draft", { method: "POST", body: fields, keepalive: kept.length < 60_000 }).then((response) => {
      if (said && response.ok && fields.get("text").trim()) said.textContent = form.dataset.kept;
    }, () => {
      // It is tried again with the next letter.
      kept = "";
    });
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(keep, 800);
  };
  form.addEventListener("input", later);
  addEventListener("pagehide", keep);
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
  document.addEventListener("submit", (event) => {
    if (event.target !== form) return keep();
    isSent = true;
    clearTimeout(waiting);
  });
  // Leaving with a photo chosen and not added would lose it.
  form.querySelector("input[type=file]")?.addEventListener("change", ({ target }) => {
    if (target.files.length) form.requestSubmit(form.querySelector("[data-photos]"));
  });
}

// Work that goes on: the page is asked for again until it is over.
async function follow() {
  while (document.querySelector("[data-working]")) {
    await new Promise((done) => setTimeout(done, 700));
    try {
      await refresh();
    } catch {
      // The server is away for a moment.
    }
  }
}
follow();
