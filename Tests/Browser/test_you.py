# SPDX-License-Identifier: Apache-2.0
"""What Hearth knows about its user: seen with its sources, confirmed, corrected, and forgotten."""

import time

from selenium import webdriver
from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE
from known import fact, learn, statements
from walk import Walk

HOSTILE = "<img src=x onerror=alert(1)> \"quoted\" 'twice' & {{formToken}}"
FACTS = [
    fact("a", "I sing alto in a choir"), fact("b", "I live in Rennes", "places", valid_until="2026-11-20T18:00:00Z", superseded_by="c"),
    fact("c", "I live in Concarneau", "places"), fact("d", "My flatmate Jun", "people"),
    fact("e", "I want to see Iceland", "plans", pinned=True), fact("f", HOSTILE, "work"),
]
WAITING = [
    fact("w1", "I live in Quimper", "places", waits=True, date="2026-11-21T09:00:00Z"),
    fact("w2", "I would take a day job", "work", waits=True), fact("w3", "I drink my coffee black", waits=True),
]


class You(Walk):
    def known(self, path, facts=FACTS + WAITING, **wishes):
        app = self.app()
        learn(app, facts)
        return app, self.browser(app, path, **wishes)

    def test_a_line_opens_its_sentences_and_they_their_message(self):
        app = self.app()
        browser = self.browser(app, "/chat/new")
        browser.ask("It is late. I sing alto in a choir, briefly.")
        browser.see("[data-send]")
        message = browser.see(".turn.me").get_attribute("id").removeprefix("m-")
        session = browser.path.rpartition("/")[2]
        learn(app, [fact("a", "I sing alto in a choir", message=message, session=session)])
        browser.go("/you")
        browser.click(".line", "I sing alto")
        browser.see("[data-sheet] h2", "I sing alto in a choir")
        self.assertEqual(browser.see(".quote mark").text, "I sing alto in a choir")
        self.assertIn("briefly.", browser.text(".quote"))
        self.assertNotIn("late", browser.text(".quote"))
        for _ in range(9):
            browser.press(Keys.TAB)
            self.assertTrue(browser.run("return document.activeElement === document.body || !!document.activeElement.closest('[role=dialog], .scrim')"))
        browser.press(Keys.ESCAPE)
        browser.at("/you")
        browser.click(".line", "I sing alto")
        browser.click("a.from")
        browser.at(f"/chat/{session}")
        self.assertEqual(browser.run("return location.hash"), f"#m-{message}")

    def test_facts_by_kind_words_and_history(self):
        app, browser = self.known("/you/facts")
        browser.click(".chip", "Places")
        browser.until("others stay", lambda: [row.text for row in browser.all("main .list .was")] == ["I live in Rennes"])
        self.assertEqual(len(browser.all("main .list.icons .item")), 1)
        browser.see("#q").send_keys("ICELAND", Keys.ENTER)
        browser.see("main .list .item", "Iceland")
        browser.go("/you/facts")
        browser.click("main .list .item", "Concarneau")
        browser.see("[data-sheet] .was", "I live in Rennes")
        browser.click("[data-sheet] button", "That is wrong")
        browser.see(".toast", "Fact deleted")
        self.assertEqual(statements(app)[0].count("I live in Rennes"), 1)
        browser.click(".toast button", "Undo")
        browser.see(".toast", "Undone")
        self.assertNotIn("I live in Rennes", statements(app)[0])

    def test_what_is_hostile_is_only_text(self):
        _, browser = self.known("/you/facts/f")
        self.assertEqual(browser.see("[data-sheet] h2").text, HOSTILE)
        self.assertEqual(browser.all("img"), [])

    def test_correct_pin_hide_and_add(self):
        app, browser = self.known("/you/facts/a")
        browser.click(".act", "Correct")
        browser.see("#statement").click()
        browser.retype("I sing tenor")
        browser.click("main button", "Save")
        browser.see("[data-sheet] h2", "I sing tenor")
        browser.see(".from", "You wrote this yourself")
        browser.click(".act", "Pin")
        browser.see(".act[aria-pressed=true]", "Pin")
        browser.click(".act", "Hide")
        browser.see(".toast", "Hidden")
        browser.go("/you")
        self.assertNotIn("tenor", browser.text("main"))
        browser.go("/you/add")
        browser.see("#statement").send_keys("I row on Sundays")
        browser.click("main button", "Add")
        browser.see("[data-sheet] h2", "I row on Sundays")
        self.assertIn("I row on Sundays", statements(app)[0])

    def test_the_queue_by_keys(self):
        app, browser = self.known("/you/confirm")
        browser.see("#queue .was", "I live in Concarneau")
        browser.press("y")
        browser.see(".toast", "Fact saved")
        browser.see("#waiting-fact", "day job")
        self.assertIn("I live in Quimper", statements(app)[0])
        self.assertNotIn("I live in Concarneau", statements(app)[0])
        browser.press("z")
        browser.see("#waiting-fact", "Quimper")
        self.assertIn("I live in Concarneau", statements(app)[0])
        browser.press("n")
        browser.see(".toast", "Fact deleted")
        browser.see("#waiting-fact", "day job")
        self.assertNotIn("I live in Quimper", statements(app)[1])
        browser.press("e")
        browser.see("#statement").click()
        browser.retype("I would like a day job")
        browser.click("main button", "Save and confirm")
        browser.see("#waiting-fact", "coffee")
        self.assertIn("I would like a day job", statements(app)[0])
        browser.press("y")
        browser.see("h2", "Nothing to confirm")
        browser.press("z")
        browser.see("#waiting-fact", "coffee")

    def test_the_queue_by_swipes(self):
        app, browser = self.known("/you/confirm", size=PHONE)
        browser.swipe(browser.see("#waiting-fact"), 160)
        browser.see(".toast", "Fact saved")
        browser.see("#waiting-fact", "day job")
        self.assertIn("I live in Quimper", statements(app)[0])
        browser.swipe(browser.see("#waiting-fact"), -160)
        browser.see(".toast", "Fact deleted")
        browser.see("#waiting-fact", "coffee")
        self.assertNotIn("I would take a day job", sum(statements(app), []))
        browser.swipe(browser.see("#waiting-fact"), 30)
        browser.settled("#waiting-fact")
        self.assertIn("I drink my coffee black", statements(app)[1])

    def test_the_queue_in_french(self):
        app, browser = self.known("/settings/appearance", language="fr")
        browser.click("label", "Français")
        browser.see("h1", "Apparence")
        browser.go("/you/confirm")
        browser.see("h1", "Est-ce exact")
        browser.press("o")
        browser.see(".toast", "Information enregistrée")
        self.assertIn("I live in Quimper", statements(app)[0])

    def test_a_refused_fact_goes_for_good_after_eight_seconds(self):
        app, browser = self.known("/you/confirm")
        browser.press("n")
        browser.see(".toast", "Fact deleted")
        bytes_of = lambda: b"".join(file.read_bytes() for file in app.home.glob("hearth.sqlite*") if file.is_file())
        self.assertIn(b"I live in Quimper", bytes_of())
        browser.until("its words stay", lambda: b"I live in Quimper" not in bytes_of())

    def test_forgetting_asks_says_and_forgets(self):
        app, browser = self.known("/you/facts/d")
        browser.click(".act", "Forget")
        dialog = browser.see("[role=alertdialog]", "1 fact, 1 quotation, 1 line of your portrait and 1 searchable passage")
        self.assertIn("My flatmate Jun", dialog.text)
        self.assertEqual(browser.focused.text, "Keep it")
        browser.press(Keys.ESCAPE)
        browser.at("/you/facts/d")
        browser.click(".act", "Forget")
        browser.click("[role=alertdialog] button", "Forget")
        browser.see("h2", "Gone: 1 fact")
        self.assertNotIn("My flatmate Jun", statements(app)[0])
        everything = b"".join(file.read_bytes() for file in app.home.rglob("*") if file.is_file() and "sqlite" in file.name)
        self.assertNotIn(b"flatmate", everything)
        self.assertIn(b"Iceland", everything)
        browser.go("/you/forget")
        browser.click(".item", "Everything Hearth knows")
        browser.click("[role=alertdialog] button", "Forget")
        browser.see("h2", "Gone: 5 facts, 3 facts to confirm")
        self.assertEqual(statements(app), ([], []))

    def test_nothing_violates_wcag(self):
        app = self.app()
        learn(app, FACTS + WAITING)
        for size in (DESKTOP, PHONE):
            for dark in (False, True):
                browser = self.browser(app, size=size, dark=dark)
                for path in ("/you", "/you/lines/e", "/you/facts", "/you/facts/c", "/you/facts/a/edit", "/you/add", "/you/confirm",
                             "/you/forget", "/you/forget?person=Jun", "/you/forgotten?facts=1", "/you/facts?q=zebra"):
                    with self.subTest(path=path, size=size, dark=dark):
                        browser.go(path)
                        browser.still()
                        self.assertEqual(browser.axe(), [])
                        self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), size[0])


SLOTS = [
    fact("name", "Name: Ana", quote="I'm Ana", slot="name", slot_value="Ana"),
    fact("home", "Lives in: Concarneau", "places", quote="I live in Concarneau", slot="home", slot_value="Concarneau"),
    fact("sister", "Sibling: Mia", "people", quote="my sister Mia", slot="sibling", slot_value="Mia", relation="sister"),
    fact("leeds", "Mia lives in: Leeds", "people", subject="Mia", quote="Mia is in Leeds", slot="person_home", slot_value="Leeds"),
    fact("nurse", "Sister, work: nurse", "people", subject="sister", quote="my sister is a nurse", slot="person_work", slot_value="nurse"),
    fact("gran", "Grandmother has died", "people", subject="grandmother", quote="my grandmother died", slot="person_death",
         slot_value="died", time="2019"),
    fact("job", "Works at: Tesco", "work", quote="Tesco", slot="employer", slot_value="Tesco", time="2015/2019",
         valid_until="2019-12-31T12:00:00Z"),
    fact("now", "Works at: Asda", "work", quote="at Asda until October", slot="employer", slot_value="Asda", time="2020/2026-10"),
    fact("nuts", "Allergic to: walnuts", "health", quote="allergic to walnuts", slot="allergy", slot_value="walnuts"),
    fact("trip", "Plan: see Iceland", "plans", quote="I see Iceland", slot="plan", slot_value="see Iceland", time="2031-06"),
    fact("hostile", f"Likes: {HOSTILE}", quote=HOSTILE, slot="likes", slot_value=HOSTILE),
    fact("odd", "the light was strange", "events", also_said="undecided"),
]


class Portrait(Walk):
    """The page about a person, written by hand."""

    def portrait(self, **wishes):
        app = self.app()
        learn(app, SLOTS)
        return app, self.browser(app, "/you", **wishes)

    def test_it_reads_like_a_page_about_a_person(self):
        _, browser = self.portrait()
        self.assertEqual(browser.see(".me .who").text, "Ana")
        self.assertEqual(browser.text(".me p"), "Lives in: Concarneau")
        self.assertEqual(browser.text("main").count("Concarneau"), 1)
        cards = [card.text for card in browser.all(".person")]
        self.assertEqual(len(cards), 2)
        mia = next(card for card in cards if "Mia" in card)
        self.assertIn("Your sister", mia)
        self.assertIn("Leeds", mia)
        self.assertIn("nurse", mia)
        gran = next(card for card in cards if "Your grandmother" in card)
        self.assertIn("died in 2019", gran)
        self.assertIn("2015 – 2019", browser.text(".past"))
        self.assertIn("until October 2026?", browser.text("main"))
        self.assertIn(HOSTILE, browser.text("main"))
        self.assertEqual(browser.all("main img"), [])
        browser.click(".line", "Works at: Asda")
        browser.see(".quote mark", "at Asda until October")

    def test_a_fact_is_written_corrected_and_taken_back(self):
        app, browser = self.portrait()
        browser.allowed.add("400 (Bad Request)")
        browser.click("section[aria-labelledby=part-health] .part a")
        browser.click("main .item", "A medicine")
        browser.see("#value").send_keys("aspirin")
        browser.see("#since").send_keys("soon")
        browser.click("main button", "Add")
        browser.see("#since-fault", "cannot be read")
        self.assertEqual(browser.see("#value").get_attribute("value"), "aspirin")
        browser.see("#since").click()
        browser.retype("May 2019")
        browser.click("main button", "Add")
        browser.see(".toast", "Fact added")
        browser.see(".line", "since May 2019")
        self.assertIn("Takes: aspirin", statements(app)[0])
        browser.click(".toast button", "Undo")
        browser.see(".toast", "Undone")
        self.assertNotIn("Takes: aspirin", statements(app)[0])
        browser.click("[aria-label='Edit: Allergic to: walnuts']")
        browser.see("#value").click()
        browser.retype("hazelnuts")
        browser.click("main button", "Save")
        browser.see("[data-sheet] h2", "Allergic to: hazelnuts")
        browser.see(".from", "You wrote this yourself")
        browser.click("[data-sheet] button", "No longer true")
        browser.see(".toast", "part of your history")
        self.assertNotIn("Allergic to: hazelnuts", statements(app)[0])

    def test_something_is_added_to_a_card(self):
        _, browser = self.portrait(size=PHONE)
        browser.click("[aria-label='Add to Mia']")
        browser.click("main .item", "Birthday")
        self.assertEqual(browser.see("#person").get_attribute("value"), "Mia")
        browser.see("#value").send_keys("3 May")
        browser.click("main button", "Add")
        browser.until("it is on the card", lambda: any("3 May" in card.text and "Leeds" in card.text for card in browser.all(".person")))

    def test_a_sentence_is_kept_or_dropped(self):
        app, browser = self.portrait()
        browser.click(".decide button", "Keep")
        browser.see(".toast", "It stays")
        browser.gone(".decide")
        browser.click(".toast button", "Undo")
        browser.click(".decide button", "Drop")
        browser.see(".toast", "Fact deleted")
        self.assertNotIn("the light was strange", statements(app)[0])

    def test_the_questions_are_offered_once(self):
        app = self.app()
        browser = self.browser(app, "/chat/new", size=PHONE)
        browser.click("#about-offer a", "Answer")
        browser.see("#name").send_keys("Ana")
        browser.see("#allergy").send_keys("walnuts, latex")
        browser.click("main button", "Save")
        browser.see(".me .who", "Ana")
        self.assertEqual(sorted(statements(app)[0]), ["Allergic to: latex", "Allergic to: walnuts", "Name: Ana"])
        browser.go("/chat/new")
        browser.see("#empty")
        self.assertEqual(browser.all("#about-offer"), [])
        browser.go("/settings")
        browser.click(".item", "About you")
        self.assertEqual(browser.see("#name").get_attribute("value"), "Ana")

    def test_nothing_violates_wcag(self):
        app = self.app()
        learn(app, SLOTS)
        for size in (DESKTOP, PHONE):
            for dark in (False, True):
                browser = self.browser(app, size=size, dark=dark)
                for path in ("/you", "/you/lines/now", "/you/facts/nuts/edit", "/you/slots?section=people", "/you/slots/employer",
                             "/you/slots/person_health?person=Mia", "/you/slots?person=Mia", "/you/about", "/chat/new"):
                    with self.subTest(path=path, size=size, dark=dark):
                        browser.go(path)
                        browser.still()
                        self.assertEqual(browser.axe(), [])
                        self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), size[0])


class Menu(Walk):
    """The menu of a message of one's own, and what it does with what was learned there."""

    def said(self, text, **wishes):
        """A message that has been answered, with its identifier."""
        app = self.app()
        browser = self.browser(app, "/chat/new", **wishes)
        browser.ask(f"{text}, briefly.")
        browser.see(".turn:not(.me) .tools")
        browser.see("[data-send]")
        return app, browser, browser.see(".turn.me").get_attribute("id").removeprefix("m-")

    def finger(self, browser, kind, x=None, y=None):
        points = [] if x is None else [{"x": x, "y": y}]
        browser.command("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def bubble(self, browser):
        return browser.run("""
            const box = document.querySelector(".turn.me .bubble").getBoundingClientRect();
            return [box.left + box.width / 2, box.top + box.height / 2];""")

    def test_a_long_press_opens_it_and_a_short_or_a_moved_one_does_not(self):
        _, browser, message = self.said("I sing alto in a choir", size=PHONE)
        browser.still()
        x, y = self.bubble(browser)
        self.finger(browser, "touchStart", x, y)
        time.sleep(0.2)
        self.finger(browser, "touchEnd")
        time.sleep(0.7)
        self.assertNotIn("/message/", browser.path, "a tap opens it")
        self.finger(browser, "touchStart", x, y)
        for step in range(1, 5):
            self.finger(browser, "touchMove", x - 8 * step, y)
        time.sleep(0.7)
        self.finger(browser, "touchEnd")
        self.assertNotIn("/message/", browser.path, "a finger that moves opens it")
        self.finger(browser, "touchStart", x, y)
        browser.see("[data-sheet] h2")
        self.finger(browser, "touchEnd")
        self.assertTrue(browser.path.endswith(f"/message/{message}"))
        self.assertIn("I sing alto in a choir", browser.text("[data-sheet] .lead"))
        self.assertEqual(browser.run("return getSelection().toString()"), "")
        browser.press(Keys.ESCAPE)
        browser.gone("[data-sheet]")

    def test_a_right_click_opens_it_and_leaves_a_selection_alone(self):
        _, browser, message = self.said("I sing alto in a choir")
        bubble = browser.see(".turn.me .bubble")
        browser.run("getSelection().selectAllChildren(arguments[0])", bubble)
        webdriver.ActionChains(browser.driver).context_click(bubble).perform()
        time.sleep(0.3)
        self.assertNotIn("/message/", browser.path)
        browser.press(Keys.ESCAPE)
        browser.run("getSelection().removeAllRanges()")
        webdriver.ActionChains(browser.driver).context_click(browser.see(".turn.me .bubble")).perform()
        browser.see("[data-sheet] .lead", "I sing alto")
        self.assertTrue(browser.path.endswith(f"/message/{message}"))

    def test_what_was_learned_there_is_corrected_and_the_correction_undone(self):
        app, browser, message = self.said("I sing alto in a choir")
        session = browser.path.rpartition("/")[2]
        learn(app, [fact("a", "I sing alto in a choir", message=message, session=session)])
        browser.click(".turn.me a.menu")
        browser.see("[data-sheet] h3", "Learned from this message")
        browser.click("[data-sheet] summary", "That is wrong")
        browser.see("[data-sheet] input[name=message]").click()
        browser.retype("That's wrong: I sing tenor in a choir, briefly.")
        browser.click("[data-sheet] button", "Send")
        browser.see(".kept", "Corrected:")
        browser.see(".kept .was", "I sing alto in a choir")
        self.assertNotIn("I sing alto in a choir", statements(app)[0])
        self.assertTrue(any("tenor" in one for one in statements(app)[0]))
        browser.click(".kept button", "Undo")
        browser.until("it is not undone", lambda: statements(app)[0] == ["I sing alto in a choir"])

    def test_what_was_learned_there_is_forgotten_and_says_why_it_was_known(self):
        app, browser, message = self.said("I sing alto in a choir")
        session = browser.path.rpartition("/")[2]
        learn(app, [fact("a", "I sing alto in a choir", message=message, session=session), FACTS[4]])
        browser.go("/you/facts/a")
        self.assertTrue(browser.see("[data-sheet] ul.stack").get_attribute("aria-label"))
        browser.see(".quote mark", "I sing alto in a choir")
        browser.click("a.from")
        browser.at(f"/chat/{session}")
        browser.click(".turn.me a.menu")
        browser.click("[data-sheet] summary", "Forget what was learned here")
        browser.see("[role=alertdialog]", "Forget what was learned here?")
        browser.click("[role=alertdialog] button", "Forget")
        browser.until("it is not forgotten", lambda: statements(app)[0] == ["I want to see Iceland"])
        browser.go("/you/facts")
        self.assertNotIn("alto", browser.text("main"))
