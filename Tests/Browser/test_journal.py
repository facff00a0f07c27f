# SPDX-License-Identifier: Apache-2.0
"""The journal: an entry with a mood and a photo, its draft, the calendar, the search, a question, a talk, and an import with a preview."""

from pathlib import Path

from selenium.webdriver.common.by import By

from browser import DESKTOP, PHONE
from walk import Walk

FIXTURES = Path(__file__).resolve().parent.parent / "Fixtures/journal"
ENTRY = "Half a violin\n\nLise carried the case home herself, both arms round it."


class Journal(Walk):
    def write(self, browser, text, mood="Bright"):
        """An entry of today; returns its address."""
        browser.go("/journal/write")
        browser.click(".moods label", mood)
        browser.see("#text").click()
        browser.type(text)
        browser.click("button[value=save]")
        browser.see(".entry")
        return browser.path

    def test_an_entry_is_written_found_and_deleted(self):
        browser = self.browser(self.app({}), "/journal", size=PHONE)
        browser.see("h2", "Nothing written yet")
        entry = self.write(browser, ENTRY)
        self.assertEqual(browser.text("h1"), "Half a violin")
        self.assertEqual(browser.see("article .mood").get_attribute("aria-label"), "Bright")
        browser.go("/journal")
        browser.see(".entry-row", "Half a violin")
        browser.see(".moodweek .m5")
        browser.go("/journal/calendar")
        browser.see(".month [aria-current=date] .m5")
        browser.click(".month [aria-current=date]")
        browser.see("#entries .entry-row", "Half a violin")
        browser.go("/journal/search")
        browser.see("#q").send_keys("violin\n")
        browser.see(".entry-row", "Half a violin")
        browser.go(entry)
        browser.click("button", "Delete entry")
        browser.see(".toast", "Entry deleted")
        self.assertEqual(browser.all(".entry-row"), [])
        browser.click(".toast button", "Undo")
        browser.see("h1", "Half a violin")

    def test_what_is_typed_is_kept_and_a_photo_is_added_at_once(self):
        app = self.app({})
        browser = self.browser(app, "/journal/write")
        browser.see("#text").click()
        browser.type("The market with Yann")
        browser.see("#kept", "Draft kept")
        other = self.browser(app, "/journal", size=PHONE)
        other.click(".begun", "The market with Yann")
        other.until("the text is not there", lambda: other.run("return document.getElementById('text').value") == "The market with Yann")
        # The field of the file is chosen from, and the page keeps what was typed.
        browser.driver.find_element(By.ID, "photos").send_keys(str(FIXTURES / "place.jpeg"))
        browser.see(".photos img")
        browser.until("the photo is not shown", lambda: browser.run("return document.querySelector('.photos img').naturalWidth") in (16, 24))
        self.assertEqual(browser.run("return document.getElementById('text').value"), "The market with Yann")
        browser.click("button[value=save]")
        browser.see(".photo img")

    def test_two_tabs_show_both_texts_and_let_choose(self):
        app = self.app({})
        phone = self.browser(app, size=PHONE)
        entry = self.write(phone, ENTRY)
        desk = self.browser(app)
        desk.allowed.add("409")
        for browser in (phone, desk):
            browser.go("/journal/write?entry=" + entry.rpartition("/")[2])
            browser.see("#text").click()
        phone.retype("From the phone")
        phone.see("#kept", "Draft kept")
        # A page goes on with its own draft.
        phone.type(", and more")
        phone.until("the draft is not kept", lambda: phone.run("return document.getElementById('kept').textContent") == "Draft kept")
        desk.retype("From the desk")
        desk.see("#kept", "Changed in another tab")
        phone.click("button[value=save]")
        phone.see(".entry", "From the phone, and more")
        desk.click("button[value=save]")
        self.assertEqual(desk.see(".other-text").text, "From the phone, and more")
        self.assertEqual(desk.run("return document.getElementById('text').value"), "From the desk")
        self.assertEqual(desk.axe(), [])
        desk.click("button", "Put it before mine")
        desk.until("the texts are not together", lambda: desk.run(
            "return document.getElementById('text').value") == "From the phone, and more\n\nFrom the desk")
        desk.click("button[value=save]")
        desk.see(".entry", "From the desk")
        self.assertIn("From the phone, and more", desk.text("article"))

    def test_it_is_written_in_french_and_leads_back_to_the_calendar(self):
        browser = self.browser(self.app({}), "/settings/appearance", language="fr")
        browser.click("label", "Français")
        browser.see("h1", "Apparence")
        browser.go("/journal/write")
        browser.click(".moods label", "Radieux")
        browser.see("#text").click()
        browser.type("Le marché avec Yann")
        browser.see("#kept", "Brouillon conservé")
        browser.click("button[value=save]")
        browser.see(".entry", "Le marché")
        browser.go("/journal/calendar")
        browser.click(".month [aria-current=date]")
        browser.click("#entries .entry-row", "Le marché")
        back = browser.see("header .start a")
        self.assertEqual(back.get_attribute("aria-label"), "Retour au calendrier")
        back.click()
        browser.at("/journal/calendar")
        browser.see("#entries .entry-row", "Le marché")

    def test_a_question_a_look_back_and_a_talk(self):
        browser = self.browser(self.app({}), size=DESKTOP)
        self.write(browser, ENTRY)
        browser.go("/journal/ask")
        browser.see("#q").send_keys("Who carried the violin case home?\n")
        browser.see(".said", "Lise carried the case home herself")
        self.assertEqual(browser.see(".said .cite").get_attribute("href").partition("#")[2], "s1")
        browser.see("#s1", "Half a violin")
        browser.go("/journal/week")
        browser.click("button", "Write about this week")
        browser.see(".entry", "Lise carried the case home herself")
        browser.click("button", "Keep in journal")
        browser.see("button", "Delete this look back")
        browser.go("/journal/talk")
        for answer in ("The market.", "Yann knew everyone."):
            browser.see("#answer").send_keys(answer)
            browser.click("button", "Answer")
            browser.see(".mine", answer)
        browser.until("the draft is not of both", lambda: browser.run("return document.getElementById('text').value") == "The market.\n\nYann knew everyone.")
        browser.click("button", "Keep as entry")
        browser.see(".entry", "Yann knew everyone.")

    def test_an_import_shows_what_comes_before_it_does(self):
        for name, entries in (("dayone.zip", "3"), ("markdown.zip", "4")):
            browser = self.browser(self.app({}), "/journal/import", size=PHONE)
            browser.driver.find_element(By.ID, "file").send_keys(str(FIXTURES / name))
            browser.click("button[data-sent]")
            browser.see("button", f"Import {entries} entries")
            browser.see("h2", "Left out")
            browser.click(f"button.primary", f"Import {entries} entries")
            browser.see("h1", "Imported")
            browser.click("a", "To the calendar")
            browser.see(".month a .mood, .month a")

    def test_who_may_be_in_danger_sees_whom_to_call_in_each_place_of_the_journal(self):
        app = self.app({})
        for wishes, language, words in (({"size": PHONE}, "en", "I want to kill myself."), ({"size": PHONE, "dark": True}, "fr", "Je veux mourir.")):
            with self.subTest(language=language):
                browser = self.browser(app, **wishes)
                entry = self.write(browser, words)
                browser.see(f"section[lang={language}]")
                for path in (entry, "/journal/write?entry=" + entry.rpartition("/")[2], "/help/numbers"):
                    browser.go(path)
                    browser.still()
                    self.assertTrue(browser.all("section[lang] summary"))
                    self.assertEqual(browser.axe(), [])
                    self.assertLessEqual(browser.run("return document.documentElement.scrollWidth - innerWidth"), 0)
                # By keyboard: what unfolds is a summary, and each number a link. Where no country is known, it is unfolded already.
                browser.run("document.querySelector('section[lang] details').open = false; document.querySelector('section[lang] summary').focus()")
                browser.type("\ue007")
                browser.until("the other countries do not open", lambda: browser.run("return document.querySelector('section[lang] details').open"))
                self.assertTrue(browser.all("section[lang] details a[href^='tel:']"))

    def test_its_pages_have_nothing_that_keeps_anybody_out(self):
        app = self.app({})
        first = self.browser(app, size=DESKTOP)
        entry = self.write(first, ENTRY)
        pages = ["/journal", entry, "/journal/write", "/journal/calendar", "/journal/search?q=violin", "/journal/on-this-day", "/journal/moods",
                 "/journal/ask?q=violin", "/journal/week", "/journal/month", "/journal/talk", "/journal/import", "/journal/export"]
        for wishes in ({"size": PHONE}, {"size": DESKTOP, "dark": True}):
            browser = self.browser(app, **wishes)
            for path in pages:
                with self.subTest(page=path, **wishes):
                    browser.go(path)
                    browser.still()
                    self.assertEqual(browser.axe(), [])
                    self.assertLessEqual(browser.run("return document.documentElement.scrollWidth - innerWidth"), 0)
