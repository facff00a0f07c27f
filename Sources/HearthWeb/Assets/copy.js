// SPDX-License-Identifier: Apache-2.0
// Copies answers, code and fields. Without a secure address browsers have no clipboard, so the old way stays as a second one.

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement("textarea");
    box.value = text;
    document.body.append(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
}

/** What an answer says, without the words of its buttons. */
function answerText(id) {
  const answer = document.querySelector(`#m-${CSS.escape(id)} .answer`).cloneNode(true);
  for (const formula of answer.querySelectorAll("[data-words]")) formula.textContent = formula.dataset.words;
  for (const top of answer.querySelectorAll(".codeblock .top, .cursor, [role=doc-backlink]")) top.remove();
  answer.className = "answer copying";
  document.body.append(answer);
  const text = answer.innerText;
  answer.remove();
  return text.trim();
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy], [data-copy-code], [data-copy-field]");
  if (!button) return;
  const text = "copy" in button.dataset ? answerText(button.dataset.copy)
    : "copyField" in button.dataset ? document.getElementById(button.dataset.copyField).value
    : button.closest(".codeblock").querySelector("code").textContent;
  if (!(await copy(text))) return;
  const use = button.querySelector("use");
  const before = use.getAttribute("href");
  if (before.endsWith("#check")) return;
  use.setAttribute("href", before.replace(/#.*/, "#check"));
  document.getElementById("said").textContent = document.getElementById("said").dataset.copied;
  setTimeout(() => use.setAttribute("href", before), 1600);
});

const show = () => {
  for (const button of document.querySelectorAll("[data-copy], [data-copy-field]")) button.hidden = false;
};
document.addEventListener("hearth:changed", show);
show();
