# SPDX-License-Identifier: Apache-2.0
"""What is written and read: at every length, in every script and at every size, and what is told about it."""

import time

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE
from model import write_model
from walk import ANSWER, SUGGESTED, Walk, counting, models

ARABIC = [
    "مرحبا بك، هذه إجابة", " مع **كلمات** و `code`.\n\n", "- أولا\n- ثانيا with English\n\n", "> قول\n\n",
    "| اسم | عدد |\n|---|--:|\n| تفاح | 3 |\n\n", "An English paragraph."]
WIDE = ["Wide:\n\n|" + "|".join(f" column {column} " for column in range(20)) + "|\n|" + "---|" * 20 + "\n"] + [
    "|" + "|".join(f" {row}.{column} " for column in range(20)) + "|\n" for row in range(3)]
LONG = [f"Paragraph {number}.\n\n" for number in range(60)]
LONG_NAME = "DeepSeek-R1_0528-Qwen3.5_Distilled_Instruction_Following-32B"


def answers():
    return write_model(f"{models().name}/reading", {"عربي": ARABIC, "table": WIDE, "long": LONG, "": ["Gladly", "."]}, megabytes=10)


class Reading(Walk):
    def reading_app(self, name="tests/Reading"):
        return self.app({name: answers()})

    def asked(self, browser, question, path="/chat/new"):
        if path:
            browser.go(path)
        before = len(browser.all(ANSWER))
        browser.ask(question)
        browser.until("no answer", lambda: len(browser.all(ANSWER)) > before and browser.all("[data-send]") and not browser.all("[data-answer]"))

    def height(self, browser):
        return browser.run("return document.getElementById('message').offsetHeight")

    def resize(self, browser, width, height):
        browser.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def test_the_composer_grows_to_five_lines_and_shrinks_again(self):
        browser = self.browser(self.reading_app(), "/chat/new")
        self.assertEqual(browser.focused.get_attribute("id"), "message")
        heights = [self.height(browser)]
        browser.type("one")
        for _ in range(6):
            browser.press(Keys.SHIFT, Keys.ENTER)
            browser.type("more")
            heights.append(self.height(browser))
        print(f"         heights of 1 to 7 lines: {heights}")
        self.assertEqual(heights, [40, 64, 88, 112, 136, 136, 136])
        browser.press(Keys.ENTER)
        browser.see(ANSWER, "Gladly.")
        self.assertEqual(self.height(browser), 40)

    def test_the_end_stays_in_sight_and_the_middle_where_it_is(self):
        browser = self.browser(self.reading_app())
        self.asked(browser, "A long one, please.")
        browser.run("document.getElementById('message').focus(); scrollTo(0, document.documentElement.scrollHeight)")
        for size in ((1280, 800), (640, 360)):
            self.resize(browser, *size)
            browser.run("scrollTo({top: document.documentElement.scrollHeight, behavior: 'instant'})")
            for _ in range(4):
                browser.press(Keys.SHIFT, Keys.ENTER)
            # What was said last is not behind the composer.
            self.assertTrue(browser.run("""
                return document.querySelector("#main").getBoundingClientRect().bottom <= document.querySelector("#dock").getBoundingClientRect().top + 1"""))
            browser.run("scrollTo({top: 300, behavior: 'instant'})")
            browser.type("text")
            browser.press(Keys.SHIFT, Keys.ENTER)
            browser.type("and more")
            self.assertEqual(browser.run("return Math.round(scrollY)"), 300, f"{size}")
            browser.retype(" ")

    # A large share of the page

    def share(self, browser):
        """The share of the window in which the page itself is, and nothing that floats over it."""
        return browser.run("""
            let free = 0, all = 0;
            for (let x = 5; x < innerWidth; x += 10) for (let y = 5; y < innerHeight; y += 10) {
              let one = document.elementFromPoint(x, y);
              while (one && !["fixed", "sticky"].includes(getComputedStyle(one).position)) one = one.parentElement;
              all += 1;
              free += one === null;
            }
            return free / all;""")

    def test_most_of_a_small_window_is_for_the_page(self):
        app = self.reading_app()
        browser = self.browser(app)
        self.asked(browser, "A table, please.")
        for _ in range(4):
            self.asked(browser, "Another table.", path=None)
        chat = browser.path
        for size, least in (((640, 360), 0.7), ((320, 256), 0.6), ((320, 568), 0.6), ((960, 540), 0.55)):
            self.resize(browser, *size)
            for path in (chat, "/chat/new", "/settings", "/settings/models", "/history", "/welcome/model"):
                browser.go(path)
                browser.run("scrollTo({top: document.documentElement.scrollHeight / 3, behavior: 'instant'})")
                share = self.share(browser)
                print(f"         {size[0]} x {size[1]} {path[:12]}: {100 * share:.0f} %")
                with self.subTest(size=size, path=path):
                    self.assertGreaterEqual(share, least)
                    self.assertEqual(browser.run("scrollTo(200, scrollY); return scrollX"), 0)

    def lines(self, browser, selector):
        """The words of an element, line by line, as they are broken."""
        return browser.run("""
            const lines = [], range = document.createRange();
            const walker = document.createTreeWalker(arguments[0], NodeFilter.SHOW_TEXT);
            let last;
            while (walker.nextNode()) for (let at = 0; at < walker.currentNode.length; at += 1) {
              range.setStart(walker.currentNode, at);
              range.setEnd(walker.currentNode, at + 1);
              const box = range.getBoundingClientRect();
              if (!box.height) continue;
              if (last === undefined || box.top > last + 4) lines.push("");
              last = box.top;
              lines[lines.length - 1] += walker.currentNode.data[at];
            }
            return lines.map((line) => line.trim());""", browser.see(selector))

    def test_long_names_break_between_their_words(self):
        app = self.reading_app(f"tests/{LONG_NAME}")
        browser = self.browser(app)
        self.resize(browser, 320, 568)
        browser.go("/settings")
        self.assertEqual(self.lines(browser, "a[href='/settings/models'].item .what"), ["Models"])
        for path, selector in (("/settings", "a[href='/settings/models'] .value.long"), ("/settings/models", ".item.roomy .what b")):
            browser.go(path)
            lines = self.lines(browser, selector)
            self.assertGreater(len(lines), 1, lines)
            for line in lines[:-1]:
                self.assertIn(line.split("_")[-1].split(" ")[-1], ("", "DeepSeek", "R1", "0528", "Following", "32B"), lines)

    def test_no_word_of_the_settings_breaks_in_french(self):
        browser = self.browser(self.reading_app(), "/settings/appearance")
        browser.click(".segments label", "Français")
        browser.see("h1", "Apparence")
        self.resize(browser, 320, 568)
        browser.go("/settings")
        self.assertEqual(self.lines(browser, "a[href='/settings/appearance'].item .what"), ["Apparence"])
        self.assertEqual(self.lines(browser, "a[href='/settings/appearance'].item .value"), ["Automatique"])
        self.assertEqual(browser.run("scrollTo(200, 0); return scrollX"), 0)

    # Scripts

    def test_arabic_begins_at_the_right(self):
        browser = self.browser(self.reading_app(), "/chat/new", size=PHONE)
        direction = "return getComputedStyle(arguments[0]).direction"
        browser.see("#message").send_keys("سؤال عربي")
        self.assertEqual(browser.run(direction, browser.see("#message")), "rtl")
        browser.click("[data-send]")
        browser.see(ANSWER, "An English paragraph.")
        browser.see("[data-send]")
        for selector in (".bubble", ".answer > p:first-child", ".answer ul", ".answer blockquote", ".answer table"):
            self.assertEqual(browser.run(direction, browser.see(selector)), "rtl", selector)
        self.assertEqual(browser.run(direction, browser.see(".answer > p:last-child")), "ltr")
        self.assertEqual(browser.run("return getComputedStyle(document.querySelector('.answer ul')).paddingLeft"), "0px")
        # The first column stands at the right.
        first, second = [cell.rect["x"] for cell in browser.all(".answer th")]
        self.assertGreater(first, second)
        self.assertEqual(browser.axe(), [])

    # What goes on beyond an edge

    def strip(self, browser, side):
        # Between the words of the header and the line below them, where there is nothing but the shadow.
        box = browser.run("""
            const box = document.querySelector(".tablewrap").getBoundingClientRect();
            return [box.left, document.querySelector(".tablewrap th").getBoundingClientRect().bottom - 4 + scrollY, box.right]""")
        x = box[2] - 9 if side == "right" else box[0] + 3
        return browser.command("Page.captureScreenshot", format="png", clip={"x": x, "y": box[1], "width": 6, "height": 1, "scale": 1})["data"]

    def test_a_wide_table_shows_that_it_goes_on(self):
        browser = self.browser(self.reading_app())
        self.asked(browser, "A table, please.")
        browser.run("document.querySelector('.tablewrap').focus()")
        at = "return document.querySelector('.tablewrap').scrollLeft"
        self.assertEqual(browser.run(at), 0)
        left, right = self.strip(browser, "left"), self.strip(browser, "right")
        browser.press(Keys.ARROW_RIGHT)
        browser.until("the keys do not move it", lambda: browser.run(at) > 0)
        browser.run("document.querySelector('.tablewrap').scrollLeft = 1e6")
        self.assertNotEqual(self.strip(browser, "left"), left)
        self.assertNotEqual(self.strip(browser, "right"), right)
        # It stays there when something else is said.
        place = browser.run(at)
        self.asked(browser, "And now?", path=None)
        self.assertEqual(browser.run(at), place)

    def test_a_long_message_is_folded_until_all_of_it_is_asked_for(self):
        browser = self.browser(self.reading_app())
        self.asked(browser, "x")
        for length, most in ((100_000, 5), (1_000_000, 8)):
            words = "".join(f"Sentence {number} of a long paste. " for number in range(40_000))[:length]
            browser.go("/chat/new")
            browser.driver.execute_async_script("""
                const [words, done] = arguments, fields = new FormData(document.getElementById("composer"));
                fields.set("message", words);
                fetch("/chat/ask", {method: "POST", body: new URLSearchParams(fields)}).then((response) => location.assign(response.url)).then(done);""", words)
            browser.until("it is not there", lambda: browser.all(".bubble.folded"))
            chat = browser.path
            begun = time.monotonic()
            browser.go(chat)
            height = lambda: browser.run("return document.querySelector('.turn.me .bubble').getBoundingClientRect().height")
            folded = height()
            print(f"         {length} characters: opened after {time.monotonic() - begun:.1f} s")
            self.assertLess(time.monotonic() - begun, most * 5, "a browser at rest needs a fifth of that")
            self.assertLess(folded, 400)
            browser.click(".fold", f"Show all {length:,} characters")
            browser.until("it stays folded", lambda: height() > 10 * folded)
            self.assertEqual(browser.run("return document.querySelector('.bubble.whole').textContent"), words)
            self.assertIn("fold", browser.focused.get_attribute("class"))
        # It stays open when the page is renewed.
        browser.until("it is still answered", lambda: browser.all("[data-send]") and not browser.all("[data-answer]"))
        browser.run("document.querySelector('#message').value = 'Go on.'; document.querySelector('#composer').requestSubmit()")
        browser.until("nothing is renewed", lambda: len(browser.all(".turn.me")) == 2)
        self.assertGreater(height(), 10 * folded)
        browser.until("it is still answered", lambda: browser.all("[data-send]") and not browser.all("[data-answer]"))
        browser.click(".fold", "Show less")
        browser.until("it stays unfolded", lambda: height() == folded)
        # Without script it is another page, and it is changed in parts.
        browser.command("Emulation.setScriptExecutionDisabled", value=True)
        find = lambda selector: browser.driver.find_element("css selector", selector)
        browser.driver.get(browser.app.address + chat)
        find(".fold").click()
        self.assertGreater(find(".bubble.whole").rect["height"], 800)
        browser.driver.get(f"{browser.app.address}{chat}/message/{find('.turn.me').get_attribute('id')[2:]}/edit")
        self.assertGreater(len(browser.driver.find_elements("css selector", ".sheet textarea")), 10)
        find(".sheet textarea").send_keys("Changed. ")
        find(".sheet .primary").click()
        self.assertIn("2 of 2", find(".turn.me .branches").text)
        browser.command("Emulation.setScriptExecutionDisabled", value=False)

    def test_nothing_of_a_conversation_is_cut_off_on_narrow_phones(self):
        browser = self.browser(self.reading_app())
        self.asked(browser, "One line of words that is long enough to need two of them on a phone, if not more.")
        chat = browser.path
        # What is still moving has colours that it will not keep.
        browser.prefer(dark=False, motion=False)
        for width in (320, 360, 390):
            self.resize(browser, width, 700)
            for path, parts in (("/chat/new", ".meta .chip, .composer, [data-send]"), (chat, ".bubble, .turn.me .menu, .composer, [data-send]")):
                browser.go(path)
                browser.see("#message")
                edges = browser.run("""
                    return [...document.querySelectorAll(arguments[0])].map((one) => one.getBoundingClientRect()).filter((one) => one.width)
                      .map((one) => [one.left, one.right])""", parts)
                self.assertGreater(len(edges), 2)
                for left, right in edges:
                    self.assertGreaterEqual(left, 8, f"{width} {path}")
                    self.assertLessEqual(right, width - 8, f"{width} {path}")
                self.assertEqual(browser.run("scrollTo(200, scrollY); return scrollX"), 0)
            browser.run("document.querySelector('.turn.me .menu').click()")
            browser.click("summary", "Remember this")
            rows = browser.run("""
                const card = document.querySelector(".sheet .fill-in").closest(".list").getBoundingClientRect();
                return [...document.querySelectorAll(".sheet .fill-in :is(label, textarea, button)")].map((one) => one.getBoundingClientRect().left - card.left)""")
            self.assertGreaterEqual(min(rows), 12, f"{rows}")
            self.assertEqual(browser.axe(), [])
            browser.click("a", "Edit and send again")
            self.assertEqual(browser.axe(), [])
            browser.see(".sheet textarea").send_keys(" And so on.")
            browser.click(".sheet .primary")
            browser.see(".turn.me .bubble", "And so on.")
            browser.until("no answer", lambda: browser.all("[data-send]") and not browser.all("[data-answer]"))

    def test_enter_on_a_keyboard_of_the_screen_is_a_new_line(self):
        browser = self.browser(self.reading_app(), "/chat/new", size=PHONE)
        browser.see("#message").send_keys("one", Keys.ENTER, "two")
        self.assertEqual(browser.run("return document.getElementById('message').value"), "one\ntwo")
        self.assertEqual(browser.path, "/chat/new")

    def test_enter_sends_what_was_changed(self):
        browser = self.browser(self.reading_app())
        self.asked(browser, "Say it.")
        browser.see("#message").send_keys(Keys.ARROW_UP)
        browser.see(".edit[open] textarea").send_keys(" Or", Keys.SHIFT + Keys.ENTER + Keys.NULL, "not.", Keys.ENTER)
        browser.see(".turn.me .bubble", "Say it. Or\nnot.")
        browser.see(".turn.me .branches", "2 of 2")

    def test_editing_can_be_given_up(self):
        browser = self.browser(self.reading_app())
        self.asked(browser, "Say it.")
        browser.see("#message").send_keys(Keys.ARROW_UP)
        box = browser.see(".edit[open] textarea")
        box.send_keys(" Or not.")
        browser.click(".edit[open] button", "Cancel")
        browser.gone(".edit textarea")
        self.assertEqual(browser.focused.tag_name, "summary")
        self.assertEqual(len(browser.all(".turn")), 2)
        browser.press(Keys.ENTER)
        self.assertEqual(browser.see(".edit[open] textarea").get_attribute("value"), "Say it.")

    # What is told

    def covers(self, browser, text):
        return browser.run("""
            const [one, other] = [document.querySelector(".toast"), arguments[0]].map((one) => one.getBoundingClientRect());
            return one.bottom > other.top && one.top < other.bottom && one.right > other.left && one.left < other.right""", text)

    def test_a_toast_does_not_cover_what_it_is_about(self):
        app = self.reading_app()
        browser = self.browser(app, size=PHONE)
        browser.allowed = {"ERR_", "503", "502"}
        self.asked(browser, "Say it.")
        app.process.terminate()
        app.process.wait()
        for wish in ("", "one\ntwo\nthree\nfour\nfive"):
            browser.see("#message").send_keys((wish or "Are you there?").replace("\n", Keys.SHIFT + Keys.ENTER + Keys.NULL))
            browser.click("[data-send]")
            browser.see(".toast", "Your text is still here.")
            browser.still()
            self.assertFalse(self.covers(browser, browser.see("#message")))
            browser.until("the toast stays", lambda: not browser.all(".toast"))
        browser.see("#message").clear()
        browser.see("#message").send_keys(Keys.ARROW_UP)
        field = browser.see(".edit[open] textarea")
        field.send_keys(" And more.")
        browser.see(".edit[open] button", "Send").click()
        browser.see(".toast")
        browser.still()
        self.assertFalse(self.covers(browser, field))
        app.start()

    def test_a_browser_that_is_not_signed_in_signs_in_with_the_key(self):
        app = self.reading_app()
        browser = self.browser(app)
        browser.allowed = {"401"}
        browser.driver.delete_all_cookies()
        browser.go("/history")
        browser.see("h1", "This browser isn’t signed in")
        self.assertEqual(browser.axe(), [])
        self.assertEqual(browser.run("return getComputedStyle(document.documentElement).backgroundColor"), "rgb(249, 250, 251)")
        self.assertEqual(browser.focused.get_attribute("id"), "key")
        browser.type("no key")
        browser.press(Keys.ENTER)
        browser.see("#fault", "This is not the key of this Hearth.")
        self.assertEqual(browser.see("#key").get_attribute("value"), "no key")
        self.assertEqual(browser.axe(), [])
        browser.see("#key").clear()
        browser.see("#key").send_keys(app.entrance)
        browser.click("button", "Sign in")
        browser.see("#message")
        browser.faults()
        browser.go("/history")
        browser.see("h1", "History")

    def test_a_wrong_folder_is_told_in_the_form(self):
        browser = self.browser(self.reading_app(), "/settings/models")
        browser.allowed = {"400"}
        browser.see("#path").send_keys("/nowhere/at/all")
        browser.click("[action='/models/link'] button", "Add")
        browser.see("#path-fault", "does not contain a model")
        self.assertEqual(browser.see("#path").get_attribute("value"), "/nowhere/at/all")
        self.assertEqual(browser.focused.get_attribute("id"), "path")
        self.assertEqual(browser.axe(), [])
        browser.see("#path").clear()
        browser.see("#path").send_keys(str(counting()))
        browser.click("[action='/models/link'] button", "Add")
        browser.see(".item b", "Counting")

    def test_answers_have_presets_and_mark_what_cannot_be(self):
        browser = self.browser(self.reading_app(), "/settings/answers", size=PHONE)
        browser.allowed = {"400"}
        value = lambda name: browser.see(f"#{name}").get_attribute("value")
        chosen = lambda: browser.run("return document.querySelector('[name=preset]:checked')?.value ?? ''")
        self.assertEqual(chosen(), "balanced")
        browser.click(".segments label", "Precise")
        self.assertEqual((value("temperature"), value("topP")), ("0.2", "0.9"))
        browser.see("#temperature").clear()
        browser.see("#temperature").send_keys("0,3")
        self.assertEqual(chosen(), "")
        browser.click(".segments label", "Creative")
        browser.click("button", "Save")
        browser.see(".toast", "Saved")
        self.assertEqual((value("temperature"), value("topP"), chosen()), ("1.1", "0.95", "creative"))
        for name, wrong in (("maxTokens", "many"), ("seed", "x")):
            browser.see(f"#{name}").clear()
            browser.see(f"#{name}").send_keys(wrong)
        browser.click("button", "Save")
        browser.see("[role=alert]", "Nothing was saved.")
        browser.see("#maxTokens-fault", "A whole number from 1 to 32,768.")
        browser.see("#seed-fault", "A whole number, or empty.")
        self.assertEqual((value("maxTokens"), value("seed")), ("many", "x"))
        self.assertEqual(browser.focused.get_attribute("id"), "maxTokens")
        self.assertEqual(browser.axe(), [])

    # The first start

    def test_a_download_starts_with_one_tap_while_pocket_answers(self):
        hub = self.hub(counting(), rate=20_000_000)
        browser = self.browser(self.app({}, hub), "/chat/new", size=PHONE)
        browser.see("#small", "For real questions, add a larger model.")
        self.assertEqual(browser.axe(), [])
        browser.see("#message").send_keys("Not yet sent")
        browser.click("#small button", "Download")
        browser.see("#small a", "is downloading")
        self.assertEqual(browser.see("#message").get_attribute("value"), "Not yet sent")
        first = browser.text("#small a")
        browser.until("it stands still", lambda: browser.text("#small a") != first)
        self.assertEqual(browser.axe(), [])
        # Where somebody has chosen Pocket, it stays until the other one is taken.
        browser.until("it does not arrive", lambda: "is downloading" not in browser.text("main"))
        if browser.all("#small"):
            browser.click("#small button", "Use")
        browser.gone("#small")

    def test_pocket_has_its_card(self):
        browser = self.browser(self.app({}, begun=False), size=PHONE)
        browser.see(".tile svg use[href$='#pager']")
        browser.click("button", "Get started")
        browser.click(".choice", "Comes with Hearth.")
        self.assertEqual(browser.axe(), [])
        browser.click("[data-fetch]", "Use Pocket")
        browser.see("#message")
        browser.see("#small", "Pocket is a very small model.")

    def test_letters_are_our_own(self):
        browser = self.browser(self.reading_app(), "/settings")
        browser.until("no fonts", lambda: browser.run("return document.fonts.status") == "loaded")
        loaded = browser.run("return [...document.fonts].filter((one) => one.status === 'loaded').map((one) => one.family + ' ' + one.weight)")
        for font in ("Inter 400", "Inter 500", "EB Garamond 500"):
            self.assertIn(font, [one.replace('"', "") for one in loaded])
        self.assertTrue(browser.run("return getComputedStyle(document.body).fontFamily").startswith("Inter"))
