# SPDX-License-Identifier: Apache-2.0
"""A database that will not open, and what can be done about it by following the screen."""

from browser import DESKTOP, PHONE
from walk import ANSWER, Walk


class Recovery(Walk):
    def damaged(self, backed_up=False):
        """The program on a database whose beginning somebody has overwritten, with a browser that was let in before."""
        app = self.app()
        browser = self.browser(app, "/chat/new")
        browser.ask("Answer briefly, please.")
        browser.see(ANSWER, "Gladly.")
        browser.see("[data-send]")
        if backed_up:
            # A start with conversations makes the day's backup.
            app.process.terminate()
            app.process.wait()
            app.start()
            browser.until("there is no backup", lambda: list((app.home / "backups").glob("hearth-*.sqlite")))
        app.process.terminate()
        app.process.wait()
        with open(app.home / "hearth.sqlite", "r+b") as file:
            file.write(b"nothing that a database begins with, and more of the same")
        app.start()
        # Nobody was there for a moment, and then there was little to get.
        browser.allowed = {"ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE", "503"}
        return app, browser

    def test_the_page_can_be_read_and_leads_on(self):
        app, browser = self.damaged()
        for size in (DESKTOP, PHONE):
            browser.driver.set_window_size(*size)
            browser.go("/")
            browser.see("h1")
            self.assertEqual(browser.axe(), [])
        browser.click("summary", "Start with an empty database")
        browser.click("button.danger", "Start empty now")
        browser.see("h1", "A companion that stays at home")
        kept = [file for file in (app.home / "damaged").rglob("*") if file.is_file()]
        self.assertTrue(any(b"nothing that a database" in file.read_bytes()[:40] for file in kept), kept)

    def test_the_newest_backup_takes_its_place(self):
        app, browser = self.damaged(backed_up=True)
        browser.go("/")
        browser.see("main", "1 conversation, 2 messages")
        self.assertEqual(browser.axe(), [])
        browser.click("button", "Restore the backup")
        browser.until("it does not open", lambda: browser.path != "/" or not browser.text("h1").startswith("The database"))
        browser.go("/history")
        browser.see("h1", "History")
        browser.click("#main a[href^='/chat/']", "Answer briefly")
        browser.see(".turn.me", "Answer briefly, please.")
        browser.see(ANSWER, "Gladly.")
