# SPDX-License-Identifier: Apache-2.0
"""Answers while they arrive: stopped, followed from several places, broken off, and gone on with."""

import re
import socket
import time

from selenium.webdriver.common.keys import Keys

from browser import PHONE
from model import COUNTING, write_model
from walk import ANSWER, Walk, models


class Answers(Walk):
    def begin_counting(self, browser, until=20):
        browser.ask("Count for me.")
        browser.until("no numbers come", lambda: self.counted(browser, ended=False) >= until)

    def test_stop_keeps_what_there_is(self):
        browser = self.browser(self.app(), "/chat/new")
        self.begin_counting(browser)
        browser.click("[data-stop]")
        begun = time.monotonic()
        browser.see(".stopped", "You stopped this answer")
        print(f"         {1000 * (time.monotonic() - begun):.0f} ms from the stop to the page that says so")
        count = self.counted(browser)
        time.sleep(0.5)
        browser.driver.refresh()
        self.assertEqual(self.counted(browser), count)
        self.assertGreaterEqual(count, 20)
        browser.click("button", "Continue")
        browser.until("it does not go on", lambda: self.counted(browser, ended=False) > count + 20)
        browser.click("[data-stop]")
        browser.see(".stopped")
        self.counted(browser)

    def test_a_reload_goes_on_with_each_piece_once(self):
        browser = self.browser(self.app(), "/chat/new", size=PHONE)
        self.begin_counting(browser)
        for _ in range(3):
            browser.driver.refresh()
            here = self.counted(browser, ended=False)
            browser.until("it does not go on", lambda: self.counted(browser, ended=False) > here + 5)
        browser.click("[data-stop]")
        browser.see(".stopped")
        self.counted(browser)

    def test_two_tabs_show_the_same(self):
        browser = self.browser(self.app(), "/chat/new")
        self.begin_counting(browser)
        first, chat = browser.driver.current_window_handle, browser.path
        browser.driver.switch_to.new_window("tab")
        browser.go(chat)
        here = self.counted(browser, ended=False)
        browser.until("the second tab does not follow", lambda: self.counted(browser, ended=False) > here + 5)
        browser.click("[data-stop]")
        browser.see(".stopped")
        count = self.counted(browser)
        self.assertEqual(browser.faults(), [])
        browser.driver.switch_to.window(first)
        browser.see(".stopped")
        self.assertEqual(self.counted(browser), count)

    def test_a_second_tab_learns_of_what_the_first_does(self):
        browser = self.browser(self.app(), "/chat/new")

        def has(turns):
            browser.until(f"not {turns} turns", lambda: len(browser.all(".turn")) == turns and not browser.all("[data-answer]"))

        browser.ask("Be brief: briefly.")
        has(2)
        first, chat = browser.driver.current_window_handle, browser.path
        browser.driver.switch_to.new_window("window")
        second = browser.driver.current_window_handle
        browser.go(chat)
        browser.see("#message").send_keys("half a thought")
        browser.driver.switch_to.window(first)
        browser.ask("And again, briefly.")
        has(4)
        browser.driver.switch_to.window(second)
        has(4)
        self.assertIn("And again", browser.text(".turn.me:nth-last-of-type(2)"))
        self.assertEqual(browser.see("#message").get_attribute("value"), "half a thought")

    def test_a_closed_tab_does_not_stop_the_answer(self):
        browser = self.browser(self.app(), "/chat/new")
        self.begin_counting(browser)
        chat, here = browser.path, self.counted(browser, ended=False)
        browser.go("/help")
        # Asked for from another page, where nobody follows the answer.
        said = """return fetch(arguments[0]).then((one) => one.text()).then((text) =>
            new DOMParser().parseFromString(text, "text/html").querySelector(".turn:last-of-type .answer").textContent)"""
        browser.until("it stopped with the tab", lambda: len(browser.run(said, chat).split()) > here + 5)
        browser.go(chat)
        self.assertGreater(self.counted(browser, ended=False), here)
        browser.click("[data-stop]")
        browser.see(".stopped")
        self.counted(browser)

    def test_an_answer_comes_once_the_server_has_room(self):
        app = self.app()
        browser = self.browser(app, "/chat/new")
        browser.allowed = {"503"}
        cookies = "; ".join(f"{one['name']}={one['value']}" for one in browser.driver.get_cookies())
        readers, heads = [], [b"200"]
        while b"200" in heads[-1]:
            reader = socket.create_connection(("127.0.0.1", app.port))
            reader.sendall(f"GET /news HTTP/1.1\r\nHost: 127.0.0.1:{app.port}\r\nCookie: {cookies}\r\n\r\n".encode())
            readers.append(reader)
            heads.append(reader.recv(100).partition(b"\r\n")[0])
        self.assertIn(b"503", heads[-1])
        self.assertGreater(len(readers), 100)
        browser.ask("Count for me.")
        browser.see("[data-answer]")
        time.sleep(1)
        self.assertEqual(self.counted(browser, ended=False), 0)
        for reader in readers:
            reader.close()
        browser.until("it does not come", lambda: self.counted(browser, ended=False) > 20)
        browser.click("[data-stop]")
        browser.see(".stopped")
        self.counted(browser)

    def test_a_kill_loses_less_than_a_second(self):
        app = self.app()
        browser = self.browser(app, "/chat/new")
        browser.allowed = {"ERR_CONNECTION", "ERR_INCOMPLETE_CHUNKED_ENCODING", "ERR_EMPTY_RESPONSE"}
        self.begin_counting(browser, until=60)
        chat = browser.path
        time.sleep(0.6)
        app.kill()
        app.start()
        browser.go(chat)
        browser.see(".stopped", "Hearth closed while writing")
        kept = self.counted(browser)
        self.assertGreaterEqual(kept, 60)
        browser.click("button", "Continue")
        browser.until("it does not go on", lambda: self.counted(browser, ended=False) > kept)
        browser.click("[data-stop]")
        browser.see(".stopped", "You stopped this answer")
        self.counted(browser)

    def test_an_edit_and_another_answer_stay_beside_the_first(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.ask("Say it briefly.")
        browser.see(ANSWER, "Gladly.")
        browser.click("[aria-label='Try another answer']")
        browser.see(".branches", "2 of 2")
        browser.see("[data-send]")
        browser.see("#message").send_keys(Keys.ARROW_UP)
        box = browser.see(".edit[open] textarea")
        box.clear()
        box.send_keys("Say it very briefly.")
        browser.click(".edit[open] button", "Send")
        browser.see(".turn.me .bubble", "Say it very briefly.")
        browser.see(".turn.me .branches", "2 of 2")
        browser.see("[data-copy]")
        browser.click(".turn.me [aria-label='Previous version']")
        browser.see(".turn.me .bubble", "Say it briefly.")
        browser.see(".turn:not(.me) .branches", "2 of 2")

    def test_thoughts_are_folded_and_can_be_turned_off_for_one_conversation(self):
        thinker = write_model(f"{models().name}/thinker", {"": [" Yes", " indeed", "!"]}, thought=["\nLet", " me", " see", "\n"])
        browser = self.browser(self.app({"tests/Thinker": thinker}), "/chat/new")
        browser.ask("Is it so?")
        browser.see(".think summary", "Thought for")
        self.assertFalse(browser.all(".think[open]"))
        browser.click(".think summary")
        browser.see(".think[open]", "Let me see")
        # It stays open when the page is renewed, as it is whenever something about the conversation changes.
        browser.run("document.querySelector('.think').closest('.turn').dataset.old = ''")
        browser.run("""return import(`${document.documentElement.dataset.assets}/live.js`).then((live) => live.refresh()).then(() => true)""")
        browser.until("the turn is the old one", lambda: not browser.all("[data-old]"))
        browser.see(".think[open]", "Let me see")
        browser.see("[data-send]")
        browser.click(".meter")
        browser.click("[data-at-once] label", "Think before answering")
        browser.until("it is still on", lambda: not browser.run("return document.querySelector('[name=thinks]').checked"))
        browser.click("[data-close]")
        browser.ask("And now?")
        browser.until("there is no second answer", lambda: len(browser.all(ANSWER)) == 2 and browser.all("[data-send]"))
        self.assertEqual(len(browser.all(".think")), 1)

    def test_a_line_shows_from_where_on_the_model_reads(self):
        answers = {"briefly": ["Gladly", "."], **COUNTING}
        forgetful = write_model(f"{models().name}/forgetful", answers, megabytes=120, context=600)
        # The instructions of other modes would fill most of so small a context.
        browser = self.browser(self.app({"tests/Forgetful": forgetful}), "/chat/new?mode=plain")

        def ends(turns):
            browser.until("it does not end", lambda: len(browser.all(".turn")) == turns and not browser.all("[data-answer]"))

        for turn in range(1, 5):
            browser.ask(f"Number {turn}: say it briefly. " + "And so on. " * 5)
            ends(2 * turn)
        self.assertFalse(browser.all("#reads-from"))
        # While the answer is written, the line and the meter are there already.
        browser.ask("Count for me. " + "And so on. " * 10)
        browser.until("no numbers come", lambda: self.counted(browser, ended=False) >= 20)
        self.assertTrue(browser.all("[data-answer]"))
        browser.see("#reads-from", "The model no longer sees the messages above this line")
        meter = browser.see(".meter")
        self.assertIn("the oldest messages are left out", meter.get_attribute("aria-label"))
        before = int(re.search(r"\d+", meter.text)[0])
        browser.until("the meter stands still", lambda: int(re.search(r"\d+", browser.text(".meter"))[0]) > before)
        browser.click("[data-stop]")
        browser.see(".stopped")
        place = "return [...document.querySelectorAll('#main > *')].findIndex((one) => one.id === 'reads-from')"
        found = browser.run(place)
        self.assertGreater(found, 1)
        self.assertEqual(browser.axe(), [])
        browser.driver.refresh()
        browser.see("#reads-from")
        self.assertEqual(browser.run(place), found)
        self.assertEqual(len(browser.all("#reads-from")), 1)

    def test_a_copy_is_what_was_said(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.command("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        browser.ask("Say it briefly.")
        browser.click("[data-copy]")
        browser.until("nothing was copied", lambda: browser.driver.execute_async_script(
            "navigator.clipboard.readText().then(arguments[0], (error) => arguments[0](String(error)))") == "Gladly.")

    def test_a_temporary_chat_leaves_nothing(self):
        app = self.app()
        browser = self.browser(app, "/chat/new")
        browser.click("[role=switch]", "Temporary")
        browser.see("h2", "Nothing is saved here")
        browser.ask("Say it briefly, under the rose.")
        browser.see(ANSWER, "Gladly.")
        chat = browser.path
        browser.go("/history")
        browser.see("h2", "No conversations yet")
        app.process.terminate()
        app.process.wait()
        for file in app.home.glob("**/*"):
            if file.is_file() and not file.is_symlink() and "models" not in file.parts:
                self.assertNotIn(b"under the rose", file.read_bytes(), file.name)
        app.start()
        browser.allowed = {"404", "ERR_"}
        browser.go(chat)
        browser.see("h1", "Not found")
