# SPDX-License-Identifier: Apache-2.0
"""A database that will not open, and what can be done about it by following the screen."""

import time

from browser import DESKTOP, PATIENCE, PHONE
from walk import ANSWER, Walk


class Recovery(Walk):
    def damaged(self):
        """The program on a database whose beginning somebody has overwritten, with a browser that was let in before."""
        app = self.app()
        browser = self.browser(app, "/chat/new")
        browser.ask("Answer briefly, please.")
        browser.see(ANSWER, "Gladly.")
        browser.see("[data-send]")
        self.back_up(app)
        with open(app.home / "hearth.sqlite", "r+b") as file:
            file.write(b"nothing that a database begins with, and more of the same")
        app.start()
        # Nobody was there for a moment, and then there was little to get.
        browser.allowed = {"ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE", "503"}
        return app, browser

    def back_up(self, app):
        """Ends the program after it has made the day's backup anew: the first one is from before anything was said."""
        app.process.terminate()
        app.process.wait()
        for backup in (app.home / "backups").iterdir():
            backup.unlink()
        app.start()
        end = time.monotonic() + PATIENCE
        while not list((app.home / "backups").glob("hearth-*.sqlite")):
            self.assertLess(time.monotonic(), end, "there is no backup")
            time.sleep(0.05)
        app.process.terminate()
        app.process.wait()

    def test_the_page_can_be_read_and_leads_on(self):
        app, browser = self.damaged()
        for size in (DESKTOP, PHONE):
            browser.driver.set_window_size(*size)
            browser.go("/")
            browser.see("h1")
            self.assertEqual(browser.axe(), [])
        browser.click("summary", "Start with nothing")
        browser.click("button.danger", "Start with nothing now")
        browser.see("h1", "A companion that stays at home")
        kept = [file for file in (app.home / "damaged").rglob("*") if file.is_file()]
        self.assertTrue(any(b"nothing that a database" in file.read_bytes()[:40] for file in kept), kept)

    def test_the_newest_backup_takes_its_place(self):
        app, browser = self.damaged()
        browser.go("/")
        browser.click("button", "Restore the backup")
        browser.until("it does not open", lambda: browser.path != "/" or not browser.text("h1").startswith("The database"))
        browser.go("/history")
        browser.see("h1", "History")
        browser.click("#main a[href^='/chat/']", "Answer briefly")
        browser.see(".turn.me", "Answer briefly, please.")
        browser.see(ANSWER, "Gladly.")
