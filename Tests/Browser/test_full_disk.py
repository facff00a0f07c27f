# SPDX-License-Identifier: Apache-2.0
"""A disk that fills up while an answer is written, and has room again later."""

import os
import subprocess
import tempfile
import unittest

from app import App
from walk import Walk, counting


def mount(folder, size):
    return subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], stderr=subprocess.DEVNULL).returncode == 0


def unmount(folder):
    subprocess.run(["umount", "-l", folder], check=True)


def can_mount():
    if os.geteuid() != 0:
        return False
    with tempfile.TemporaryDirectory() as folder:
        if not mount(folder, "1m"):
            return False
        unmount(folder)
        return True


@unittest.skipUnless(can_mount(), "needs root, to make a small disk")
class FullDisk(Walk):
    def small(self):
        """The program on a disk of 32 MB, with somebody who was welcomed."""
        folder = tempfile.mkdtemp(prefix="hearth-disk-")
        mount(folder, "32m")
        self.addCleanup(os.rmdir, folder)
        self.addCleanup(unmount, folder)
        app = App({"tests/Counting": counting()}, home=folder)
        self.addCleanup(app.close)
        app.begin()
        return app

    def fill(self, app):
        with open(app.home / "filler", "ab", buffering=0) as file:
            for size in (1 << 20, 1 << 12, 1):
                try:
                    while file.write(bytes(size)):
                        pass
                except OSError:
                    pass

    def test_the_page_says_at_once_that_an_answer_is_not_saved_and_when_it_is(self):
        app = self.small()
        browser = self.browser(app, "/chat/new")
        browser.allowed = {"507"}
        browser.ask("Count for me.")
        browser.until("no numbers come", lambda: self.counted(browser, ended=False) >= 20)
        self.assertFalse(browser.see(".turn:last-of-type").find_element("css selector", "[data-unsaved]").is_displayed())
        chat = browser.path
        self.fill(app)
        # On the page that is open, without loading it again.
        browser.see("[data-unsaved]", "This answer is not saved yet.")
        self.assertIn("10 MB are needed", browser.text("[data-unsaved]").replace("\u00a0", " "))
        here = self.counted(browser, ended=False)
        browser.until("it does not go on", lambda: self.counted(browser, ended=False) > here + 10)
        browser.click("[data-stop]")
        browser.see(".stopped")
        browser.see("[data-unsaved]", "The disk is full")
        count = self.counted(browser)
        # What is asked is refused, and stays where it was typed.
        browser.see("#message").send_keys("and now, briefly\n")
        browser.see(".toast", "Nothing was saved")
        self.assertEqual(browser.see("#message").get_attribute("value"), "and now, briefly")
        (app.home / "filler").unlink()
        browser.gone("[data-unsaved]")
        app.kill()
        app.start()
        browser.allowed |= {"ERR_", "Failed to fetch"}
        browser.go(chat)
        self.assertEqual(self.counted(browser), count)
        self.assertEqual(browser.see("#message").get_attribute("value"), "and now, briefly")

    def test_a_start_without_room_leads_to_the_page_that_says_so(self):
        app = self.small()
        browser = self.browser(app, "/chat/new")
        app.kill()
        self.fill(app)
        app.start()
        browser.allowed = {"ERR_", "503", "Failed to fetch"}
        browser.go("/")
        browser.see("h1", "The disk is full")
        self.assertEqual(browser.axe(), [])
        browser.click("button", "Try again")
        browser.see("[role=alert]", "That did not work")
        (app.home / "filler").unlink()
        browser.click("button", "Try again")
        browser.until("it does not open", lambda: browser.path != "/" and browser.all("#message"))
