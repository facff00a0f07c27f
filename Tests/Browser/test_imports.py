# SPDX-License-Identifier: Apache-2.0
"""Chats of other programs: looked at, brought in, called off, found and gone on with."""

import tempfile
from pathlib import Path

import chats
from browser import PHONE
from walk import Walk

FIXTURES = Path(__file__).resolve().parents[1] / "Fixtures/chats"


class Imports(Walk):
    def choose(self, browser, file):
        browser.see("#file").send_keys(str(file))
        browser.click("form button", "Look inside")

    def test_chats_come_from_chatgpt_and_go_on_here(self):
        app = self.app()
        for size in (None, PHONE):
            browser = self.browser(app, "/history", **({"size": size} if size else {}))
            browser.click("a", "Import chats from elsewhere")
            self.assertEqual(browser.axe(), [])
            self.choose(browser, FIXTURES / ("chatgpt.zip" if not size else "claude.zip"))
            browser.see("h2", "Not as in the original")
            self.assertEqual(browser.axe(), [])
            self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), browser.run("return innerWidth"))
            self.assertFalse(browser.run("return document.querySelector('[name=learn]').checked"))
            browser.click("button", "Import 2 conversations")
            browser.see("h1", "2 chats imported")
            self.assertEqual(browser.axe(), [])
            browser.click("a", "Open the history")
            browser.click("a", "Names for a grey cat" if not size else "Which floor for a kitchen?")
            browser.see(".answer", "Misty, of course." if not size else "Wood.")
            browser.ask("Be brief: briefly.")
            browser.see(".turn:last-of-type .answer", "Gladly")

    def test_a_large_import_shows_how_far_it_is_and_can_be_called_off(self):
        app = self.app()
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "chatgpt.json"
            chats.write(file, 1_500, 40)
            browser = self.browser(app, "/history/import")
            self.choose(browser, file)
            browser.click("button", "Import 1,500 conversations")
            browser.see("h1", "Importing your chats")
            browser.see("[data-part]", "of 1,500 conversations")
            self.assertEqual(browser.axe(), [])
            browser.click("button", "Cancel")
            browser.see("h1", "Import cancelled")
            browser.go("/history")
            browser.see("h2", "No conversations yet")
            browser.go("/history/import")
            self.choose(browser, file)
            browser.click("button", "Import 1,500 conversations")
            browser.until("it does not end", lambda: "1,500 chats imported" in browser.text("h1"), timeout=120)
            browser.go("/history/import")
            self.choose(browser, file)
            browser.see("h2", "Nothing new in this file")
            browser.see("summary", "Already here")
