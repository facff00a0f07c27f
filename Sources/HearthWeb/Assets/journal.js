// SPDX-License-Identifier: Apache-2.0
// Pages of the journal: keeps what is typed as a draft, adds photos as soon as they are chosen, and follows work that goes on.

import { refresh } from "./live.js";

const form = document.querySelector("form[data-journal]");
if (form) keepDraft(form);

function keepDraft(form) {
  const said = form.querySelector("[role=status]");
  const { draft } = form.elements;
  const state = () => {
    const fields = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.set(name, value);
    return fields;
  };
  /** What somebody has typed, without what tells versions apart. */
  const typed = () => {
    const fields = state();
    fields.delete("draft");
    return fields.toString();
  };
  let kept = typed();
  let waiting;
  let isSent = false;
  /** A draft on its way: until it is there, nobody knows which version is this page's. */
  let sending;
  const keep = (leaving = false) => {
    clearTimeout(waiting);
    waiting = undefined;
    if (isSent || (sending && !leaving) || typed() === kept) return;
    const fields = state();
    kept = typed();
    sending = fetch("/journal/draft", { method: "POST", body: fields, keepalive: kept.length < 60_000 }).then((response) => {
      if (response.ok) draft.value = (response.headers.get("ETag") ?? "").replaceAll('"', "");
      if (said && response.ok && fields.get("text").trim()) said.textContent = form.dataset.kept;
      if (said && response.status === 409) said.textContent = form.dataset.elsewhere;
    }, () => {
      // It is tried again with the next letter.
      kept = "";
    }).finally(() => {
      sending = undefined;
      // What was typed meanwhile.
      if (kept && typed() !== kept) later();
    });
  };
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => keep(), 800);
  };
  form.addEventListener("input", later);
  addEventListener("pagehide", () => keep(true));
  document.addEventListener("visibilitychange", () => { if (document.hidden) keep(true); });
  document.addEventListener("submit", (event) => {
    if (event.target !== form) return keep(true);
    clearTimeout(waiting);
    if (sending) {
      const { submitter } = event;
      event.preventDefault();
      return sending.then(() => form.requestSubmit(submitter));
    }
    isSent = true;
  });
  // A page that comes back out of the browser's memory may not know what became of its draft.
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
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
