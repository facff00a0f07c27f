# SPDX-License-Identifier: Apache-2.0
"""What was said before: found, deleted, brought back, and gone on from."""

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE
from walk import ANSWER, Walk

QUESTIONS = ["Trains to Quimper, briefly", "Lise and the violin, briefly", "Compost for the north wall, briefly"]


class History(Walk):
    def told(self, size=None, **wishes):
        """A browser at the history of three conversations."""
        app = self.app()
        browser = self.browser(app, **({"size": size} if size else {}), **wishes)
        for question in QUESTIONS:
            browser.go("/chat/new")
            browser.ask(question)
            browser.see(ANSWER, "Gladly.")
            browser.see("[data-send]")
        browser.go("/history")
        return browser

    def rows(self, browser):
        return [row.text.partition("\n")[0] for row in browser.all(".swipe .what")]

    def test_the_newest_comes_first_and_only_the_user_freezes(self):
        browser = self.told()
        self.assertEqual(self.rows(browser), QUESTIONS[::-1])
        self.assertIn("Gladly.", browser.all(".swipe .what")[0].text)
        browser.see("h2", "Today")
        self.assertEqual(browser.all(".swipe .tag"), [])
        browser.click(".swipe a", "violin")
        browser.see("#message")
        browser.click(".meter")
        browser.click("[data-sheet] button", "Freeze")
        browser.see(".frozen", "Read-only.")
        self.assertEqual(browser.all("#message"), [])
        browser.go("/history")
        self.assertIn("Frozen", browser.see(".swipe .tag").text)
        browser.click(".swipe a", "violin")
        browser.click("button", "Continue")
        browser.see("#message")
        browser.see(".carried[open] .answer", "Gladly.")
        browser.ask("And once more, briefly.")
        browser.see(ANSWER, "Gladly.")
        self.assertEqual(browser.text("h1"), QUESTIONS[1])

    def test_a_long_answer_leaves_room_for_the_hour_and_the_bin(self):
        browser = self.browser(self.app(), "/chat/new", size=PHONE)
        browser.ask("Count for me.")
        browser.until("no numbers come", lambda: self.counted(browser, ended=False) > 50)
        browser.click("[data-stop]")
        browser.see(".stopped")
        browser.go("/history")
        excerpt, hour, bin = browser.see(".swipe .what .small").rect, browser.see(".swipe .value").rect, browser.see(".swipe .delete button").rect
        self.assertLessEqual(excerpt["x"] + excerpt["width"], hour["x"])
        self.assertLessEqual(hour["x"] + hour["width"], bin["x"] + 8)
        self.assertLessEqual(bin["x"] + bin["width"], browser.run("return innerWidth"))

    def test_search_finds_as_one_types(self):
        browser = self.told()
        browser.press(Keys.CONTROL, "k")
        self.assertEqual(browser.focused.get_attribute("id"), "q")
        browser.type("compost wall")
        browser.until("not only what is sought", lambda: self.rows(browser) and all("Compost" in row for row in self.rows(browser)))
        self.assertEqual([mark.text.lower() for mark in browser.all("mark")][:2], ["compost", "wall"])
        browser.retype("zebra")
        browser.see("h2", "No results")
        browser.retype(Keys.BACKSPACE)
        browser.until("not all are back", lambda: len(self.rows(browser)) == 3)

    def test_pins_and_folders_on_a_phone_and_a_desktop(self):
        for size in (PHONE, DESKTOP):
            with self.subTest(size=size):
                browser = self.told(size)
                # From a conversation's menu.
                browser.click(".swipe a", "violin")
                browser.click("[aria-label='About this chat']")
                browser.see("[data-sheet]")
                self.assertEqual(browser.axe(), [])
                browser.click("[data-sheet] button", "Pin")
                browser.see("#message")
                browser.go("/history")
                browser.see("h2", "Pinned")
                self.assertEqual(self.rows(browser), [QUESTIONS[1], QUESTIONS[2], QUESTIONS[0]])
                self.assertEqual(browser.axe(), [])
                # A folder, and two conversations in it.
                browser.click("a", "New folder…")
                browser.see("#folder-name").send_keys("House hunt")
                self.assertEqual(browser.axe(), [])
                browser.click("main button", "Create")
                browser.see("h2", "Nothing in this folder yet")
                browser.click("[aria-label='Back to history']")
                browser.click("h2 a", "Select")
                browser.see("#chosen")
                self.assertEqual(browser.all(".pick button:not([disabled])"), [])
                for question in (QUESTIONS[0], QUESTIONS[2]):
                    browser.click("label.item", question)
                browser.see("h1", "2 selected")
                self.assertEqual(browser.axe(), [])
                browser.click("[data-all]")
                browser.see("h1", "3 selected")
                browser.click("label.item", QUESTIONS[1])
                browser.click(".pick button", "Move")
                browser.see("h1", "Move 2 conversations")
                self.assertEqual(browser.axe(), [])
                browser.click("main li button", "House hunt")
                browser.see(".toast", "2 conversations moved to “House hunt”")
                self.assertEqual(self.rows(browser), [QUESTIONS[1]])
                self.assertEqual(browser.axe(), [])
                browser.click(".toast a", "Open")
                browser.see("h1", "House hunt")
                self.assertEqual(self.rows(browser), [QUESTIONS[2], QUESTIONS[0]])
                self.assertEqual(browser.axe(), [])
                # A chat that begins there is there.
                browser.click(".finish [aria-label='New chat in “House hunt”']")
                browser.see(".meta .chip", "House hunt")
                browser.ask("Two rooms, briefly")
                browser.see(ANSWER, "Gladly.")
                browser.see("[data-send]")
                # A conversation that is deleted and brought back is in it again.
                browser.go("/history")
                browser.click("a", "House hunt")
                browser.until("it is not in the folder", lambda: self.rows(browser) == ["Two rooms, briefly", QUESTIONS[2], QUESTIONS[0]])
                # The folder goes, and comes back with what was in it.
                browser.click("main button", "Delete folder")
                browser.see(".toast", "Folder deleted.")
                self.assertEqual(len(self.rows(browser)), 4)
                browser.click(".toast button", "Undo")
                browser.see("h1", "House hunt")
                self.assertEqual(len(self.rows(browser)), 3)

    def test_search_in_one_chat_on_a_phone_and_a_desktop(self):
        for size in (PHONE, DESKTOP):
            with self.subTest(size=size):
                browser = self.told(size)
                browser.click(".swipe a", "Compost")
                browser.see("#message")
                browser.ask("And the north wall again, briefly")
                browser.until("it is not answered", lambda: len(browser.all(ANSWER)) == 2)
                browser.see("[data-send]")
                browser.click("[aria-label='About this chat']")
                browser.click("[data-sheet] a", "Search in this chat")
                browser.see("h1", "Search in this chat")
                browser.until("the field has no focus", lambda: browser.focused.get_attribute("id") == "q")
                browser.type("WALL")
                browser.see("h2", "2 messages")
                self.assertEqual([mark.text for mark in browser.all("mark")], ["wall", "wall"])
                self.assertEqual(browser.axe(), [])
                browser.retype("zebra")
                browser.see("h2", "No results")
                browser.retype("again")
                browser.see("h2", "1 message")
                browser.click("main li a", "again")
                browser.until("it does not lead there", lambda: browser.run(
                    "return document.querySelector('.turn:target')?.innerText.includes('again')"))

    def test_delete_and_undo_with_the_mouse(self):
        browser = self.told()
        browser.driver.execute_script("document.querySelectorAll('.swipe')[1].querySelector('a').focus()")
        browser.click(f"[aria-label='Delete “{QUESTIONS[1]}”']")
        browser.see(".toast", "Conversation deleted")
        self.assertEqual(self.rows(browser), [QUESTIONS[2], QUESTIONS[0]])
        browser.click(".toast button", "Undo")
        browser.until("it has not come back", lambda: self.rows(browser) == QUESTIONS[::-1])

    def test_delete_with_the_keyboard_goes_to_the_next_row(self):
        browser = self.told()
        browser.driver.execute_script("document.querySelectorAll('.swipe a')[1].focus()")
        browser.press(Keys.DELETE)
        browser.until("it is still there", lambda: self.rows(browser) == [QUESTIONS[2], QUESTIONS[0]])
        browser.until("the focus is lost", lambda: QUESTIONS[0] in browser.focused.text)

    def test_swipe_and_delete_with_a_finger(self):
        browser = self.told(PHONE)
        browser.swipe(browser.all(".swipe")[0], -120)
        browser.see(".swipe.open")
        browser.settled(".swipe.open .delete button")
        browser.click(".swipe.open .delete button")
        browser.until("it is still there", lambda: self.rows(browser) == [QUESTIONS[1], QUESTIONS[0]])
        # It is gone from the disk a few seconds later, and nothing brings it back.
        browser.gone(".toast")
        browser.driver.refresh()
        self.assertEqual(self.rows(browser), [QUESTIONS[1], QUESTIONS[0]])
