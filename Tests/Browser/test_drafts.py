# SPDX-License-Identifier: Apache-2.0
"""What was typed and not sent is never lost: not by leaving, not by another tab, not by freezing. Of a temporary chat nothing stays."""

import time

from selenium.webdriver.common.keys import Keys

from browser import PHONE
from walk import ANSWER, Walk


class Drafts(Walk):
    def talked(self, *questions):
        """A browser on a conversation in which these were asked."""
        browser = self.browser(self.app(), "/chat/new")
        for question in questions:
            self.told(browser, question)
        return browser

    def told(self, browser, question):
        browser.ask(question)
        browser.see("[data-send]")
        browser.see(ANSWER, "Gladly.")

    def box(self, browser):
        return browser.see("#message").get_attribute("value")

    def holds(self, browser, text):
        browser.until(f"the box does not hold “{text}”", lambda: self.box(browser) == text)

    def another_tab(self, browser, path):
        """Opens a second tab, and returns the first and the second."""
        first = browser.driver.current_window_handle
        browser.driver.switch_to.new_window("tab")
        browser.go(path)
        return first, browser.driver.current_window_handle

    def switch(self, browser, tab):
        self.assertEqual(browser.faults(), [])
        browser.driver.switch_to.window(tab)

    def test_what_was_typed_in_a_new_chat_survives_leaving(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.see("#message").send_keys("half a thought")
        browser.go("/help")
        browser.go("/chat/new")
        self.holds(browser, "half a thought")
        browser.driver.refresh()
        self.holds(browser, "half a thought")
        # It can be sent as it stands, and is gone then.
        browser.see("#message").send_keys(", briefly", Keys.ENTER)
        browser.see(".turn.me .bubble", "half a thought, briefly")
        browser.see("[data-send]")
        self.holds(browser, "")
        browser.go("/chat/new")
        self.holds(browser, "")

    def test_each_conversation_has_its_own(self):
        browser = self.talked("One, briefly")
        one = browser.path
        browser.see("#message").send_keys("for one")
        browser.go("/chat/new")
        self.holds(browser, "")
        browser.see("#message").send_keys("for another")
        browser.go(one)
        self.holds(browser, "for one")
        browser.go("/chat/new")
        self.holds(browser, "for another")

    def test_two_tabs_keep_what_is_typed_in_each(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.see("#message").send_keys("the first text")
        first, second = self.another_tab(browser, "/chat/new")
        box = browser.see("#message")
        box.send_keys(Keys.CONTROL, "a")
        box.send_keys("the second text")
        for tab, text in ((first, "the first text"), (second, "the second text")):
            self.switch(browser, tab)
            self.holds(browser, text)
            browser.driver.refresh()
            self.holds(browser, text)
        # Both tabs are closed; what they had comes back, one after the other.
        browser.driver.switch_to.new_window("tab")
        third = browser.driver.current_window_handle
        for tab in (first, second):
            browser.driver.switch_to.window(tab)
            browser.driver.close()
        browser.driver.switch_to.window(third)
        found = set()
        for _ in range(2):
            browser.go("/chat/new")
            found.add(self.box(browser))
            browser.see("#message").send_keys(", briefly", Keys.ENTER)
            browser.see(ANSWER, "Gladly.")
            browser.see("[data-send]")
        self.assertEqual(found, {"the first text", "the second text"})
        browser.go("/chat/new")
        self.holds(browser, "")

    def test_a_second_tab_does_not_freeze_the_first(self):
        browser = self.talked("One, briefly")
        browser.see("#message").send_keys("unsent")
        first, second = self.another_tab(browser, "/chat/new")
        self.told(browser, "Two, briefly")
        self.switch(browser, first)
        self.holds(browser, "unsent")
        browser.see("#message").send_keys(", and briefly", Keys.ENTER)
        browser.until("it is not answered", lambda: len(browser.all(ANSWER)) == 2 and browser.all("[data-send]"))
        self.assertEqual(browser.all(".frozen"), [])

    def test_freezing_elsewhere_leaves_what_was_typed_and_continuing_takes_it_along(self):
        browser = self.talked("One, briefly")
        chat = browser.path
        browser.see("#message").send_keys("still to be said")
        first, second = self.another_tab(browser, f"{chat}/details")
        browser.click("[data-sheet] button", "Freeze")
        browser.see(".frozen")
        self.switch(browser, first)
        browser.see(".frozen")
        browser.see("#unsent .bubble", "still to be said")
        browser.click("button", "Continue")
        browser.see(".carried[open]", "One, briefly")
        self.holds(browser, "still to be said")
        browser.go(chat)
        browser.see(".frozen")
        self.assertFalse(browser.see("#main").find_element("id", "unsent").is_displayed())

    def test_an_edit_survives_leaving(self):
        browser = self.talked("One, briefly")
        chat = browser.path
        browser.see("#message").send_keys(Keys.ARROW_UP)
        browser.see(".edit[open] textarea").send_keys(", but better")
        browser.go("/help")
        browser.go(chat)
        browser.see("#message").send_keys(Keys.ARROW_UP)
        self.assertEqual(browser.see(".edit[open] textarea").get_attribute("value"), "One, briefly, but better")
        browser.click(".edit[open] .primary")
        browser.see(".turn.me .bubble", "but better")
        browser.see("[data-send]")
        browser.see("#message").send_keys(Keys.ARROW_UP)
        self.assertEqual(browser.see(".edit[open] textarea").get_attribute("value"), "One, briefly, but better")

    def test_an_edit_in_the_sheet_is_kept_until_it_is_sent_or_cancelled(self):
        browser = self.browser(self.app(), "/chat/new", size=PHONE)
        self.told(browser, "One, briefly")
        chat = browser.path

        def edit():
            browser.click(".turn.me .menu")
            browser.click(".sheet a", "Edit and send again")
            browser.see(".sheet textarea")
            return browser.focused

        field = edit()
        self.assertEqual(field.tag_name, "textarea")
        browser.type(", but better")
        browser.press(Keys.ESCAPE)
        browser.at(chat)
        self.assertEqual(edit().get_attribute("value"), "One, briefly, but better")
        browser.driver.refresh()
        self.assertEqual(browser.see(".sheet textarea").get_attribute("value"), "One, briefly, but better")
        browser.still()
        self.assertEqual(browser.axe(), [])
        browser.click(".sheet a", "Cancel")
        browser.at(chat)
        self.assertEqual(edit().get_attribute("value"), "One, briefly")
        browser.type(", and best")
        # It is sent once, however often the button is pressed, and is not offered again.
        self.assertEqual(browser.run("""
            let sent = 0;
            addEventListener("submit", (event) => { if (!event.defaultPrevented) sent += 1; });
            for (let press = 0; press < 2; press += 1) document.querySelector(".sheet .primary").click();
            return sent"""), 1)
        browser.see(".turn.me .bubble", "One, briefly, and best")
        browser.see("[data-send]")
        self.assertIn("2 of 2", browser.text(".turn.me .branches"))
        browser.click(".turn.me [aria-label='Previous version']")
        browser.until("it is the same", lambda: "best" not in browser.text(".turn.me .bubble"))
        self.assertEqual(edit().get_attribute("value"), "One, briefly")

    def test_an_edit_that_could_not_be_sent_is_still_there(self):
        app = self.app()
        browser = self.browser(app, "/chat/new", size=PHONE)
        self.told(browser, "One, briefly")
        browser.click(".turn.me .menu")
        browser.click(".sheet a", "Edit and send again")
        sheet = browser.path
        browser.see(".sheet textarea")
        browser.type(", but better")
        browser.allowed = {"ERR_"}
        app.process.terminate()
        app.process.wait()
        browser.see(".sheet .primary").click()
        browser.gone(".sheet")
        app.start()
        browser.go(sheet)
        browser.until("it is gone", lambda: browser.see(".sheet textarea").get_attribute("value") == "One, briefly, but better")

    def test_a_long_draft_reaches_the_server(self):
        browser = self.talked("One, briefly")
        browser.run("""
            const box = document.getElementById("message");
            box.value = "a long text ".repeat(6000);
            box.dispatchEvent(new Event("input", {bubbles: true}))""")
        kept = """return fetch(location.pathname).then((one) => one.text()).then((text) =>
            new DOMParser().parseFromString(text, "text/html").getElementById("message").textContent.length)"""
        browser.until("it is not kept", lambda: browser.run(kept) > 70_000)

    def test_the_text_of_a_deleted_conversation_waits_in_the_next_new_one(self):
        browser = self.talked("One, briefly")
        browser.see("#message").send_keys("still to be said")
        first, second = self.another_tab(browser, "/history")
        browser.click("[aria-label^='Delete']")
        browser.see(".toast", "Conversation deleted")
        self.switch(browser, first)
        browser.allowed = {"404"}
        browser.until("nothing waits", lambda: browser.run("return localStorage.getItem('hearth.unsent.new')"))
        browser.go("/chat/new")
        self.holds(browser, "still to be said")

    def test_a_temporary_chat_takes_the_text_and_keeps_none(self):
        browser = self.browser(self.app(), "/chat/new")
        browser.see("#message").send_keys("a secret, briefly")
        browser.click("[role=switch]", "Temporary")
        browser.see("h2", "Nothing is saved here")
        self.holds(browser, "a secret, briefly")
        self.assertEqual(browser.run("return Object.keys(localStorage).filter((name) => name.startsWith('hearth.unsent'))"), [])
        browser.see("#message").send_keys(Keys.ENTER)
        browser.see(ANSWER, "Gladly.")
        browser.see("[data-send]")
        browser.see("#message").send_keys("more of it")
        chat = browser.path
        # To be loaded again is not to leave.
        browser.driver.refresh()
        browser.see(ANSWER, "Gladly.")
        # The name by which the server tells browsers apart says nothing of what is written.
        self.assertEqual(browser.run("const { browserName, ...rest } = localStorage; return JSON.stringify([rest, sessionStorage])"), "[{},{}]")
        browser.go("/history")
        browser.allowed = {"404"}
        # Whoever asks for it has it stay, so it is asked for once its time is over.
        time.sleep(30)
        browser.until("it is still there", lambda: browser.run(
            "return fetch(arguments[0]).then((response) => response.status)", chat) == 404, timeout=60)

    def test_a_temporary_chat_that_is_ended_is_gone_in_every_tab(self):
        browser = self.browser(self.app(), "/chat/new?temporary=1")
        self.told(browser, "a secret, briefly")
        chat = browser.path
        first, second = self.another_tab(browser, chat)
        browser.click("[aria-label='End this chat']")
        browser.at("/chat/new")
        self.assertNotIn("temporary", browser.driver.current_url)
        browser.allowed = {"404"}
        self.switch(browser, first)
        browser.at("/chat/new")
        browser.go(chat)
        browser.see("h1", "Not found")
