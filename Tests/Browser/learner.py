# SPDX-License-Identifier: Apache-2.0
"""What walks through words have in common: decks from files, and studying."""

import tempfile
from pathlib import Path

from walk import Walk

FIXTURES = Path(__file__).resolve().parent.parent / "Fixtures"
WORDS = [("chat", "cat"), ("chien", "dog"), ("l’été", "summer"), ("œuf", "egg"), ("seuil", "threshold"), ("pluie", "rain"),
         ("neige", "snow"), ("vent", "wind"), ("soleil", "sun"), ("lune", "moon"), ("étoile", "star"), ("nuage", "cloud")]
# After a key: how long until the next frame is on the screen, and whether it shows another card.
PAINTED = """
new Promise((done) => {
  const question = document.querySelector("[data-question]"), before = question.textContent, start = performance.now();
  document.dispatchEvent(new KeyboardEvent("keydown", {key: "3", bubbles: true}));
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done([performance.now() - start, question.textContent !== before]);
    channel.port2.postMessage(0);
  });
})"""


class Learner(Walk):
    def words_app(self):
        return self.app({})

    def file(self, name, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / name
        path.write_text(text)
        return path

    def send(self, browser, path):
        browser.go("/words/import")
        browser.see("#file").send_keys(str(path))
        browser.click("button[data-sent]")
        browser.see("button[value=import]")

    def deck(self, browser, words=WORDS, name="French"):
        """A deck of these words; returns its address."""
        rows = "word,translation\n" + "".join(f"{word},{meaning}\n" for word, meaning in words)
        self.send(browser, self.file(f"{name}.csv", rows))
        browser.click("button[value=import]")
        browser.see("h1", "Imported")
        browser.go("/words")
        return browser.run("return [...document.querySelectorAll('a[href*=\"/words/decks/\"]')].map((a) => a.getAttribute('href'))"
                           ".find((a) => /decks\\/\\d+$/.test(a))")

    def study(self, browser, deck, mode="scheduled"):
        browser.go(f"{deck}/study?mode={mode}")
        browser.until("no cards are ready", lambda: browser.run("return window.performance.getEntriesByType('resource').some((one) => one.name.includes('/next?'))"))
        browser.still()

    def clean(self, browser):
        browser.still()
        self.assertEqual(browser.axe(), [])

    def shift(self, browser):
        return browser.run("return window.seen.shift")

    def painted(self, browser):
        result = browser.command("Runtime.evaluate", awaitPromise=True, returnByValue=True, expression=PAINTED)
        return result["result"]["value"]

    def set(self, browser, deck, **fields):
        """Changes settings of a deck in its form; a switch by True or False."""
        browser.go(f"{deck}/settings")
        browser.see("#newPerDay")
        browser.run("""
            for (const [name, value] of Object.entries(arguments[0])) {
              const field = document.querySelector(`form [name=${name}]`);
              if (typeof value === "boolean") field.checked = value; else field.value = value;
            }
            document.querySelector("form [name=newPerDay]").form.requestSubmit()""", fields)
        browser.see(".toast", "")

    def first_deck(self, browser, **fields):
        """The sample deck, by the three steps; returns its address."""
        browser.go("/words/first")
        # The field itself is not seen; its card is what people press.
        browser.click(".choice")
        self.assertTrue(browser.run("return document.querySelector('input[value=sample]').checked"))
        browser.click("form .button.primary")
        browser.until("the second step does not come", lambda: browser.all("[name=newPerDay]"))
        browser.click("form .button.primary")
        browser.until("the third step does not come", lambda: "deck=" in browser.driver.current_url)
        deck = "/words/decks/" + browser.driver.current_url.rsplit("deck=", 1)[1]
        if fields:
            self.set(browser, deck, **fields)
        return deck
