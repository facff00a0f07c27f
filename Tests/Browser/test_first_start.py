# SPDX-License-Identifier: Apache-2.0
"""From a machine without a model to a first answer, by following the screen alone."""

import subprocess
import os
import time

from browser import PHONE
from walk import ANSWER, SUGGESTED, Walk, counting


class FirstStart(Walk):
    def test_download_leads_to_a_first_answer(self):
        app = self.app({}, self.hub(counting()), begun=False)
        browser = self.browser(app, size=PHONE)
        begun = time.monotonic()
        browser.see("h1", "A companion that stays at home")
        browser.click("button", "Get started")
        browser.see("h1", "Choose a model")
        browser.click("[data-fetch]", "Download")
        browser.see("#message")
        browser.ask("Answer briefly, please.")
        browser.see(ANSWER, "Gladly.")
        print(f"         {time.monotonic() - begun:.1f} s from the welcome to a first answer, with a model of 120 MB")
        browser.see(".turn.me .bubble", "Answer briefly, please.")

    def test_without_a_network_the_small_model_answers(self):
        browser = self.browser(self.app({}, begun=False), size=PHONE)
        browser.click("button", "Get started")
        browser.see("h1", "Choose a model")
        browser.click("a", "Start with Pocket now")
        browser.see("#small", "Pocket is a very small model.")
        self.assertEqual(browser.axe(), [])
        # By touch, not with Enter: both have to send what is written.
        browser.see("#message").send_keys("Good evening!")
        browser.click("[data-send]")
        browser.until("it does not answer", lambda: browser.text(ANSWER).strip())
        browser.see(".turn.me .bubble", "Good evening!")
        browser.go("/chat/new")
        browser.click("#small a", "Other models")
        browser.see("h1", "Choose a model")

    def test_download_goes_on_after_a_kill(self):
        hub = self.hub(counting(), rate=12_000_000)
        app = self.app({}, hub, begun=False)
        browser = self.browser(app)
        browser.allowed = {"ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE"}
        browser.click("button", "Get started")
        browser.click("[data-fetch]", "Download")
        browser.see("h1", "Downloading")
        browser.until("nothing arrives", lambda: browser.run("return document.querySelector('progress').value") >= 20)
        app.kill()
        app.start()
        browser.go(f"/models/download?name={SUGGESTED}")
        browser.see("h1", "Download paused")
        self.assertGreaterEqual(browser.run("return document.querySelector('progress').value"), 10)
        hub.rate = 1 << 30
        browser.click("button", "Resume")
        browser.see("#message")
        # What had been synchronised with the disk did not come again.
        size = sum(file.stat().st_size for file in hub.files.values())
        self.assertLess(hub.sent, 1.3 * size)
        verified = subprocess.run(
            [os.environ["HEARTH"], "models", "verify", SUGGESTED], env={"HEARTH_HOME": str(app.home)}, capture_output=True, text=True)
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)

    def test_download_is_paused_and_given_up(self):
        hub = self.hub(counting(), rate=4_000_000)
        browser = self.browser(self.app({}, hub, begun=False))
        browser.click("button", "Get started")
        browser.click("[data-fetch]", "Download")
        browser.click("button", "Pause")
        browser.see("h1", "Download paused")
        sent = hub.sent
        time.sleep(1)
        self.assertLess(hub.sent - sent, 2_000_000)
        browser.click("button", "Cancel and delete")
        browser.see("h1", "Choose a model")

    def test_a_hub_that_is_away_is_said_in_plain_words(self):
        browser = self.browser(self.app({}, begun=False))
        browser.allowed = {"502", "503", "504", "500", "409"}
        browser.click("button", "Get started")
        browser.click("[data-fetch]", "Download")
        browser.see("main", "cannot be reached")
        browser.until("no way out is offered", lambda: browser.all("main a, main button"))
        self.assertNotIn("127.0.0.1:9/", browser.text())
