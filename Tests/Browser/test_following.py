# SPDX-License-Identifier: Apache-2.0
"""What is seen of an answer while one waits for it: its words, how far the prompt has been read, and that the server is away."""

import time

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE
from model import COUNTING, write_model
from walk import ANSWER, Walk, models

# Answers of several lines, over before a browser has asked for them.
QUICK = {
    f"number {number}": [f" {number}{letter}: a line of an answer that is there at once.\n\n" for letter in "abcdefgh"] for number in range(6)}


class Following(Walk):
    def quick_app(self):
        return self.app({"tests/Quick": write_model(f"{models().name}/quick", {**QUICK, "": ["Gladly", "."]})})

    def is_end_in_sight(self, browser):
        return browser.run("""
            const last = document.querySelector("#main > .turn:last-of-type").getBoundingClientRect();
            return last.bottom <= document.querySelector("#dock").getBoundingClientRect().top + 1 && last.bottom > 0""")

    def ends(self, browser, turns):
        browser.until("it does not end", lambda: len(browser.all("#main > .turn")) == turns and not browser.all("[data-answer]") and browser.all("[data-send]"))

    def test_quick_answers_are_in_sight(self):
        for size in (PHONE, DESKTOP):
            browser = self.browser(self.quick_app(), "/chat/new", size=size)
            unseen = []
            for turn in range(15):
                browser.ask(f"Say number {turn % 6}.")
                self.ends(browser, 2 * turn + 2)
                # Two frames later everything is where it stays.
                browser.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
                if not self.is_end_in_sight(browser):
                    unseen.append(turn)
            self.assertEqual(unseen, [], f"{size}")

    def test_an_answer_that_had_ended_before_its_stream_opened_is_in_sight(self):
        browser = self.browser(self.quick_app(), "/chat/new", size=PHONE)
        # A stream that opens late, as where all connections are taken.
        browser.run("""
            const Source = window.EventSource;
            window.EventSource = class {
              constructor(address) {
                this.listeners = [];
                setTimeout(() => {
                  if (this.closed) return;
                  this.real = new Source(address);
                  for (const one of this.listeners) this.real.addEventListener(...one);
                }, 700);
              }
              get readyState() { return this.real?.readyState ?? 0; }
              addEventListener(...one) { this.real ? this.real.addEventListener(...one) : this.listeners.push(one); }
              close() { this.closed = true; this.real?.close(); }
            };
            window.EventSource.CLOSED = 2;""")
        for turn in range(6):
            browser.ask(f"Say number {turn}.")
            self.ends(browser, 2 * turn + 2)
            browser.until("the end is not in sight", lambda: self.is_end_in_sight(browser), timeout=2)

    def test_who_scrolls_up_stays_there(self):
        browser = self.browser(self.quick_app(), "/chat/new")
        for turn in range(6):
            browser.ask(f"Say number {turn}.")
            self.ends(browser, 2 * turn + 2)
        browser.run("scrollTo({top: 200, behavior: 'instant'})")
        time.sleep(0.2)
        browser.run("""return import(`${document.documentElement.dataset.assets}/live.js`).then((live) => live.refresh()).then(() => true)""")
        self.assertEqual(browser.run("return Math.round(scrollY)"), 200)
        browser.see("#latest")

    def test_a_server_that_is_gone_is_said_and_taken_back(self):
        app = self.app()
        browser = self.browser(app, "/chat/new")
        browser.allowed = {"ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE"}
        browser.ask("Count for me.")
        browser.until("no numbers come", lambda: self.counted(browser, ended=False) > 5)
        self.assertEqual(browser.text("#connection"), "")
        app.kill()
        gone = time.monotonic()
        notice = browser.see("#connection > span", "Connection lost, trying again")
        waited = time.monotonic() - gone
        print(f"         said after {waited:.1f} s")
        self.assertGreater(waited, 2.5)
        self.assertEqual(browser.run("return document.getElementById('connection').role ?? document.getElementById('connection').getAttribute('role')"), "status")
        self.assertTrue(notice.is_displayed())
        self.assertEqual(browser.axe(), [])
        app.start()
        browser.until("it is not taken back", lambda: browser.text("#connection") == "")
        browser.see(".stopped", "Hearth closed while writing")
        # A form that does not arrive is told of at once, and what was typed is still there.
        app.kill()
        browser.ask("Are you there?")
        browser.see("#connection > span", "Connection lost, trying again")
        self.assertEqual(browser.see("#message").get_attribute("value"), "Are you there?")
        app.start()
        browser.until("it is not taken back", lambda: browser.text("#connection") == "")
        browser.press(Keys.ENTER)
        browser.see(".turn.me .bubble", "Are you there?")
        browser.click("[data-stop]")
        browser.see(".stopped")

    def test_a_long_prompt_shows_how_much_of_it_is_read(self):
        slow = write_model(f"{models().name}/slow-reader", COUNTING, megabytes=120)
        for size in (PHONE, DESKTOP):
            browser = self.browser(self.app({"tests/SlowReader": slow}), "/chat/new", size=size)
            browser.run("""
                window.told = new Set();
                new MutationObserver(() => {
                  const words = document.querySelector(".reading:not([hidden])")?.textContent;
                  if (words) told.add(words);
                }).observe(document.body, {subtree: true, childList: true, characterData: true});""")
            browser.run("document.getElementById('message').value = 'To be read before anything is said. '.repeat(70)")
            browser.see("#message").send_keys(" ")
            browser.click("[data-send]")
            browser.see(".reading", "Reading…")
            self.assertEqual(browser.axe(), [])
            browser.until("no numbers come", lambda: self.counted(browser, ended=False) > 40)
            self.assertFalse(browser.all(".reading"))
            told = [int(words.removeprefix("Reading… ").removesuffix("%")) for words in browser.run("return [...told]")]
            self.assertGreater(len(told), 5)
            self.assertEqual(told, sorted(told))
            browser.click("[data-stop]")
            browser.see(".stopped")
            shift = browser.run("return seen.shift")
            print(f"         {len(told)} steps of reading; shift {shift:.4f}")
            self.assertLess(shift, 0.05)

    def test_a_stop_while_it_reads_keeps_the_message(self):
        slow = write_model(f"{models().name}/slow-reader", COUNTING, megabytes=120)
        browser = self.browser(self.app({"tests/SlowReader": slow}), "/chat/new")
        browser.run("document.getElementById('message').value = 'To be read before anything is said. '.repeat(300)")
        browser.see("#message").send_keys(" ")
        browser.click("[data-send]")
        browser.see(".reading", "Reading…")
        browser.click("[data-stop]")
        browser.see(".stopped", "Stopped. Your message is kept.")
        browser.driver.refresh()
        browser.see(".turn.me .bubble", "To be read before anything is said.")
