# SPDX-License-Identifier: Apache-2.0
"""Settings, and the app without a mouse."""

import socket
import sqlite3
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

from selenium.webdriver.common.keys import Keys

from browser import PHONE
from walk import ANSWER, Walk, counting


class Data(Walk):
    """What is kept, as a whole."""

    def full(self, sessions=6000):
        """The program with so many conversations that exporting them takes a while."""
        app = self.app({})
        app.process.terminate()
        app.process.wait()
        with closing(sqlite3.connect(app.home / "hearth.sqlite")) as database, database:
            database.executemany(
                "INSERT INTO sessions (id, createdAt, lastMessageAt, title, leaf) VALUES (?, ?, ?, 'A kettle', ?)",
                [(f"s{number}", number, number, f"m{number}") for number in range(sessions)])
            database.executemany(
                "INSERT INTO messages (id, session, role, content, createdAt, state) VALUES (?, ?, 'user', 'Does it boil?', 0, 'complete')",
                [(f"m{number}", f"s{number}") for number in range(sessions)])
        app.start()
        return app

    def test_an_export_shows_how_far_it_is_and_can_be_cancelled(self):
        app = self.full(20_000)
        browser = self.browser(app, "/settings/privacy")
        self.assertFalse(browser.all("[data-work]")[0].is_displayed())
        browser.click("button", "Export everything")
        browser.see("[data-work]", "Preparing the export")
        browser.until("it stands still", lambda: int(browser.text("[data-work] [data-percent]").rstrip("%")) > 0)
        # Nothing is asked for twice, nor erased from under it.
        self.assertTrue(all(not button.is_enabled() for button in browser.all("form[data-works] button")))
        self.assertEqual(browser.axe(), [])
        browser.click("[data-work] button", "Cancel")
        browser.see("[data-toast]", "Export cancelled")
        browser.gone("[data-work]")
        self.assertTrue(all(button.is_enabled() for button in browser.all("form[data-works] button")))
        browser.until("something of it is left", lambda: not any((app.home / "exporting").iterdir()))

    def test_everything_is_exported_and_then_erased(self):
        app = self.full()
        browser = self.browser(app, "/settings/privacy")
        with tempfile.TemporaryDirectory() as place:
            browser.command("Browser.setDownloadBehavior", behavior="allow", downloadPath=place)
            browser.click("button", "Export everything")
            browser.see("[data-work]")
            file = browser.until("nothing arrives", lambda: next(Path(place).glob("*.zip"), None))
            with zipfile.ZipFile(file) as archive:
                self.assertEqual(sum(name.endswith(".md") for name in archive.namelist()), 6000)
        browser.gone("[data-work]")
        browser.click("#confirm")
        browser.type(socket.gethostname())
        browser.click("button.danger", "Delete everything")
        browser.see("h1", "A companion that stays at home")
        self.assertEqual([path.name for path in app.home.iterdir() if path.name in ("backups", "exporting", "erasing", "erased")], [])


class Settings(Walk):
    def background(self, browser):
        return browser.run("return getComputedStyle(document.documentElement).backgroundColor")

    def test_a_theme_shows_at_once_and_stays(self):
        browser = self.browser(self.app(), "/settings/appearance")
        self.assertEqual(self.background(browser), "rgb(249, 250, 251)")
        browser.click(".look", "Dark")
        browser.until("it stays light", lambda: self.background(browser) == "rgb(15, 16, 18)")
        # It shows before it is kept.
        browser.until("it is not kept", lambda: self.is_dark(browser, "/chat/new"))
        browser.go("/chat/new")
        self.assertEqual(self.background(browser), "rgb(15, 16, 18)")
        browser.go("/settings/appearance")
        browser.click(".look", "Automatic")
        browser.until("it stays dark", lambda: self.background(browser) == "rgb(249, 250, 251)")
        browser.prefer(dark=True)
        browser.until("it does not follow the system", lambda: self.background(browser) == "rgb(15, 16, 18)")

    def is_dark(self, browser, path):
        """Whether the program sends a page as a dark one."""
        return browser.run("return fetch(arguments[0]).then((one) => one.text()).then((text) => text.includes('data-theme=\"dark\"'))", path)

    def test_french_is_spoken_everywhere(self):
        browser = self.browser(self.app(), "/settings/appearance", size=PHONE)
        browser.click(".segments label", "Français")
        browser.see("h1", "Apparence")
        for path, words in {"/history": "Historique", "/settings": "Réglages", "/help": "Aide", "/settings/models": "Modèles"}.items():
            browser.go(path)
            browser.see("h1", words)
            self.assertEqual(browser.run("return document.documentElement.lang"), "fr")
        browser.go("/chat/new")
        browser.ask("Answer briefly.")
        browser.see(ANSWER, "Gladly.")
        browser.see("[aria-label='Essayer une autre réponse']")

    def test_where_the_program_is_away_that_is_said_in_its_language_and_theme(self):
        app = self.app({}, begun=False)
        browser = self.browser(app)
        ready = "return navigator.serviceWorker.ready.then(() => caches.keys()).then((names) => names.some((name) => name.includes(arguments[0])))"
        browser.until("no page is kept", lambda: browser.run(ready, " en "))
        browser.click("label", "Français")
        browser.click("button", "Commencer")
        browser.go("/settings/appearance")
        browser.click(".look", "Sombre")
        browser.until("it is not kept", lambda: self.is_dark(browser, "/chat/new"))
        browser.go("/help")
        browser.until("the page that is kept is another", lambda: browser.run(ready, " fr dark"))
        browser.until("the worker is another", lambda: "theme=dark" in browser.run("return navigator.serviceWorker.controller?.scriptURL ?? ''"))
        app.process.terminate()
        app.process.wait()
        browser.allowed = {"ERR_"}
        browser.go("/history")
        self.assertEqual(browser.run("return [document.documentElement.lang, document.documentElement.dataset.theme]"), ["fr", "dark"])
        browser.see("h1", "joignable")
        app.start()

    def test_a_browser_in_french_is_answered_in_french(self):
        browser = self.browser(self.app({}, begun=False), language="fr")
        browser.see("button", "Commencer")

    def test_answers_are_as_long_as_the_settings_say(self):
        browser = self.browser(self.app(), "/settings/answers")
        field = browser.see("#maxTokens")
        field.clear()
        field.send_keys("12")
        browser.click("button", "Save")
        browser.see(".toast", "Saved")
        browser.go("/chat/new")
        browser.ask("Count.")
        browser.see(".stopped", "length limit")
        self.assertEqual(self.counted(browser), 12)

    def test_what_cannot_be_undone_is_asked_once_more(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.ask("Be brief: briefly.")
        browser.until("it does not end", lambda: len(browser.all(".turn")) == 2 and not browser.all("[data-answer]"))
        chat = browser.path
        browser.go(f"{chat}/details")
        asked = "[role=alertdialog]"

        def ask():
            browser.click(".confirm summary", "Clear this conversation…")
            browser.see(asked, "Deletes all its messages.")

        ask()
        self.assertEqual(browser.axe(), [])
        self.assertEqual(browser.focused.text, "Cancel")
        browser.click(f"{asked} button", "Cancel")
        browser.gone(asked)
        ask()
        browser.press(Keys.ESCAPE)
        browser.gone(asked)
        self.assertEqual(browser.path, f"{chat}/details", "the sheet beneath went too")
        self.assertIn("Clear this conversation…", browser.focused.text)
        ask()
        browser.click(f"{asked} button", "Clear now")
        browser.see(".toast", "Conversation cleared")
        self.assertNotEqual(browser.path, chat)
        self.assertFalse(browser.all(".turn"))
        self.assertEqual(browser.axe(), [])

    def test_a_backup_is_restored_once_by_two_clicks(self):
        app = self.app()
        browser = self.browser(app, "/chat/new")
        browser.ask("Be brief: briefly.")
        browser.see("[data-send]")
        # Nobody is there for a moment.
        browser.allowed = {"ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE"}
        app.process.terminate()
        app.process.wait()
        app.start()
        browser.until("there is no backup", lambda: list((app.home / "backups").glob("hearth-*.sqlite")))
        browser.go("/settings/privacy")
        browser.click("#backups summary", "Restore")
        browser.see("[role=alertdialog]")
        browser.run("""
            const form = document.querySelector("[role=alertdialog] form");
            for (let click = 0; click < 3; click += 1) form.requestSubmit(form.querySelector("button.tint"));""")
        browser.see(".toast", "Restored.")
        self.assertEqual(len(list((app.home / "backups").glob("replaced-*.sqlite"))), 1)

    def test_a_model_that_is_here_already_is_added_and_taken_off(self):
        browser = self.browser(self.app({}), "/settings/models")
        browser.allowed = {"400"}
        browser.see("#path").send_keys("/etc")
        browser.click("[action='/models/link'] button", "Add")
        browser.see("main", "/etc does not contain a model that Hearth can run.")
        browser.go("/settings/models")
        browser.see("#path").send_keys(str(counting()))
        browser.click("[action='/models/link'] button", "Add")
        browser.see(".item b", "Counting")
        browser.click(".confirm summary", "Remove…")
        browser.see("[role=alertdialog]", "Its files stay where they are.")
        browser.click("[role=alertdialog] button", "Remove now")
        browser.until("it stays", lambda: "Counting" not in browser.text("main"))
        self.assertTrue((counting() / "config.json").exists())

    def test_a_token_for_the_hub_is_kept_and_forgotten(self):
        browser = self.browser(self.app(), "/settings/models")
        browser.click("#access summary", "Enter a token…")
        browser.see("#secret").send_keys("hf_abc")
        browser.click("#access button", "Save token")
        browser.see("#access", "A token is saved, encrypted on this machine")
        self.assertNotIn("hf_abc", browser.driver.page_source)
        browser.click("#access summary", "Change or remove token…")
        browser.click("#access button", "Remove token")
        browser.see("#access", "Private or gated models")

    def test_what_cannot_be_set_says_why(self):
        browser = self.browser(self.app(), "/settings/answers")
        browser.allowed = {"400", "422"}
        field = browser.see("#temperature")
        field.clear()
        field.send_keys("warm")
        browser.click("button", "Save")
        browser.see("#temperature-fault", "A number from 0 to 2.")
        self.assertEqual(browser.see("#temperature").get_attribute("value"), "warm")
        self.assertEqual(browser.focused.get_attribute("id"), "temperature")


class Keyboard(Walk):
    """Everything without a mouse: where the focus is, is where one is."""

    def tab_to(self, browser, selector, most=60):
        for _ in range(most):
            if browser.run("return document.activeElement.matches(arguments[0])", selector):
                return
            browser.press(Keys.TAB)
        self.fail(f"no way to {selector} with Tab")

    def test_from_the_welcome_to_an_answer(self):
        app = self.app(begun=False)
        browser = self.browser(app)
        browser.see("h1", "A companion that stays at home")
        self.tab_to(browser, ".button.primary")
        browser.press(Keys.ENTER)
        browser.see("#message")
        self.tab_to(browser, "#message")
        browser.type("Say it briefly.")
        browser.press(Keys.ENTER)
        browser.see(ANSWER, "Gladly.")
        browser.see("[data-send]")
        self.assertEqual(browser.focused.get_attribute("id"), "message")
        browser.press(Keys.SHIFT, Keys.ENTER)
        browser.type("one")
        browser.press(Keys.SHIFT, Keys.ENTER)
        browser.type("two")
        self.assertEqual(browser.focused.get_attribute("value"), "\none\ntwo")

    def test_stop_with_escape(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.ask("Count.")
        browser.until("no numbers come", lambda: self.counted(browser, ended=False) > 5)
        browser.press(Keys.ESCAPE)
        browser.see(".stopped")
        self.assertEqual(browser.focused.get_attribute("id"), "message")

    def test_places_have_keys(self):
        browser = self.browser(self.app(), "/settings")
        for keys, path in [((Keys.ALT, "2"), "/journal"), ((Keys.ALT, "3"), "/words"), ((Keys.ALT, "4"), "/you"),
                           (("?",), "/help"), ((Keys.CONTROL, "j"), "/chat/new")]:
            browser.see("main")
            browser.press(*keys)
            browser.at(path)

    def test_a_sheet_keeps_the_focus(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.ask("Say it briefly.")
        browser.see("[data-send]")
        browser.click(".meter")
        browser.see("[role=dialog]")
        for _ in range(12):
            browser.press(Keys.TAB)
            # Past the last control, the browser's own come; nothing of the page behind does.
            self.assertTrue(browser.run("return document.activeElement === document.body || !!document.activeElement.closest('[role=dialog], .scrim')"))
        browser.press(Keys.ESCAPE)
        browser.gone("[role=dialog]")

    def test_the_focus_stays_at_the_turn_that_is_renewed(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.ask("Say it briefly.")
        browser.see("[data-copy]")
        focus = "return document.activeElement.getAttribute('aria-label')"

        def ended(place):
            browser.see(".turn:last-of-type .branches", place)
            browser.until("it is still answered", lambda: browser.all("[data-send]") and not browser.all("[data-answer]"))

        for place in ("2 of 2", "3 of 3"):
            self.tab_to(browser, "[aria-label='Try another answer']")
            browser.press(Keys.ENTER)
            ended(place)
            self.assertEqual(browser.run(focus), "Hearth")
            self.tab_to(browser, "[aria-label='Try another answer']", most=3)
        self.tab_to(browser, "[aria-label='Previous version']", most=4)
        for place, label in (("2 of 3", "Previous version"), ("1 of 3", "Next version"), ("2 of 3", "Next version")):
            browser.press(Keys.ENTER)
            ended(place)
            self.assertEqual(browser.run(focus), label)
        browser.see("#message").send_keys(Keys.ARROW_UP)
        browser.see(".edit[open] textarea")
        browser.type(" Please.")
        browser.press(Keys.ENTER)
        browser.see(".turn.me .bubble", "Please.")
        browser.see("[data-copy]")
        self.assertIn(browser.run(focus), ("You", "Edit"))

    def test_the_first_tab_skips_to_the_content(self):
        browser = self.browser(self.app(), "/settings")
        browser.press(Keys.TAB)
        self.assertEqual(browser.focused.get_attribute("class"), "skip")
        browser.press(Keys.ENTER)
        self.assertTrue(browser.driver.current_url.endswith("#main"))
