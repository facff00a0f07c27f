# SPDX-License-Identifier: Apache-2.0
"""Whoever writes that they are in danger finds numbers to call, wherever they write, on a phone and by keyboard, in their language."""

import os
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE
from learner import Learner

DANGER = {"en": "i dont want to live anymore, i want to die", "fr": "jveux plus vivre, jveux mourir"}
HURT = {"en": "my husband hit me again last night", "fr": "mon copain me frappe et j'ai peur de lui"}
COUNTRY = {"en": "en-GB", "fr": "fr-FR"}
LISTENS = {"en": "116 123", "fr": "3114"}
EMERGENCY = {"en": "999", "fr": "112"}
FIRST = {"en": "I’m glad you told me", "fr": "Merci de me l’avoir dit"}
SMALL = {"en": "too small", "fr": "trop petit"}
CALL = {"en": "Call 116 123", "fr": "Appeler le 3114"}


class Care(Learner):
    def looked_at(self, browser, name):
        """The numbers are in sight, can be reached by keyboard and are said by a screen reader."""
        browser.still()
        self.assertEqual(browser.axe(), [])
        if folder := os.environ.get("PICTURES"):
            browser.picture(Path(folder) / f"care-{name}.png")

    def numbers(self, browser, language, number, place=".calls"):
        link = browser.see(f"{place} a[href='tel:{number.replace(' ', '')}']")
        self.assertIn(number, browser.text(place))
        section = browser.run("return arguments[0].closest('section').getAttribute('lang')", link)
        self.assertEqual(section, language)
        return link

    def window(self, language, size=PHONE):
        return self.browser(self.app({}), "/", size=size, language=COUNTRY[language])

    def chat(self, language):
        browser = self.window(language)
        browser.ask(DANGER[language])
        browser.see(".turn .answer", FIRST[language])
        link = self.numbers(browser, language, LISTENS[language])
        self.numbers(browser, language, EMERGENCY[language])
        self.assertEqual(link.get_attribute("aria-label"), CALL[language])
        self.assertTrue(browser.run("const box = arguments[0].getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight", link), "in sight")
        self.looked_at(browser, f"chat-{language}")
        # By keyboard: back from where one writes.
        browser.see("#message").click()
        for _ in range(30):
            browser.press(Keys.SHIFT, Keys.TAB)
            if (browser.focused.get_attribute("href") or "").startswith("tel:"):
                break
        self.assertTrue(browser.focused.get_attribute("href").startswith("tel:"))
        # What comes after it, the very small model does not answer alone.
        browser.ask({"en": "yes", "fr": "oui"}[language])
        browser.see(".turn:last-of-type .answer", SMALL[language])
        link = self.numbers(browser, language, LISTENS[language], ".turn:last-of-type .calls")
        # The app's own answers are there at once, and in sight.
        browser.until("the answer is not in sight", lambda: browser.run("const box = arguments[0].getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight", link))
        self.looked_at(browser, f"chat-after-{language}")
        browser.go("/history")
        self.assertNotIn(DANGER[language], browser.text())

    def test_a_chat_in_english(self):
        self.chat("en")

    def test_a_chat_in_french(self):
        self.chat("fr")

    def journal(self, language):
        browser = self.window(language)
        browser.go("/journal/write")
        browser.see("#text").click()
        browser.type(HURT[language])
        browser.see("#kept")
        browser.until("the draft is kept", lambda: browser.text("#kept") != "")
        browser.go("/journal")
        browser.click(".begun")
        self.numbers(browser, language, {"en": "0808 2000 247", "fr": "3919"}[language])
        self.looked_at(browser, f"draft-{language}")
        browser.click("button[value=save]")
        browser.see(".entry")
        self.numbers(browser, language, {"en": "0808 2000 247", "fr": "3919"}[language])
        self.looked_at(browser, f"entry-{language}")
        browser.go("/journal/talk")
        browser.see("#answer").click()
        browser.type(DANGER[language])
        browser.click("button", "Answer")
        self.numbers(browser, language, LISTENS[language])
        self.looked_at(browser, f"talk-{language}")

    def test_the_journal_in_english(self):
        self.journal("en")

    def test_the_journal_in_french(self):
        self.journal("fr")

    def test_a_typed_answer(self):
        browser = self.window("en")
        deck = self.deck(browser, [("chat", "cat"), ("chien", "dog")])
        self.study(browser, deck)
        browser.click("[data-type]")
        browser.see("#typed").send_keys(DANGER["en"])
        browser.click("[data-type-form] button")
        link = browser.see("[data-care]", "these people listen")
        self.assertTrue(link.get_attribute("href").endswith("/help/numbers"))
        self.looked_at(browser, "typed")

    def test_the_numbers_without_having_written_anything(self):
        for language in ("en", "fr"):
            browser = self.window(language, size=DESKTOP if language == "en" else PHONE)
            browser.go("/help/numbers")
            browser.see("a[href^='tel:']")
            self.looked_at(browser, f"numbers-{language}")
