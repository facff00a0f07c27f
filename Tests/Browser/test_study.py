# SPDX-License-Identifier: Apache-2.0
"""Studying as learners do: with limits, in two directions, with words that will not stay, in talks, with sentences of one's own."""

import json
import re
import time

from selenium.webdriver.common.keys import Keys

from browser import DESKTOP, PHONE
from learner import FIXTURES, WORDS, Learner
from model import write_model
from walk import models


class Study(Learner):
    def rate(self, browser, key):
        browser.press(" ")
        browser.see("[data-back]")
        browser.press(key)

    def end(self, browser):
        browser.until("the session does not end", lambda: browser.path.endswith("/summary"))

    def test_a_day_has_no_more_new_words_than_it_is_to_have(self):
        browser = self.browser(self.words_app())
        deck = self.deck(browser)
        self.set(browser, deck, newPerDay="3")
        browser.go("/words")
        self.assertIn("3", browser.text("main"))
        self.study(browser, deck)
        self.assertEqual(browser.text("[data-count]"), "1 of 3")
        seen = []
        for _ in range(3):
            browser.until("no other card comes", lambda: browser.text("[data-question]") not in seen)
            seen.append(browser.text("[data-question]"))
            self.rate(browser, "4")
        self.end(browser)
        self.assertEqual(seen, [word for word, _ in WORDS[:3]])
        browser.see("h1", "All done for today")
        self.clean(browser)

    def test_a_picture_or_a_sound_asks_and_the_words_are_the_answer(self):
        for size in (PHONE, DESKTOP):
            browser = self.browser(self.words_app(), size=size)
            self.send(browser, FIXTURES / "anki/reports/a05_flags.apkg")
            browser.click("button[value=import]")
            browser.see("h1", "Imported")
            browser.go("/words")
            deck = browser.run("return [...document.querySelectorAll('a[href*=\"/words/decks/\"]')].map((a) => a.getAttribute('href'))"
                               ".find((a) => /decks\\/\\d+$/.test(a))")
            self.study(browser, deck)
            for word, shown in (("France", "picture"), ("Germany", "picture"), ("hello", "sound")):
                browser.until("no such card comes", lambda: browser.text("[data-question]") == "Which word is it?")
                self.assertNotIn(word, browser.text("main"))
                if shown == "picture":
                    browser.until("no picture", lambda: browser.run("return document.querySelector('[data-picture] img')?.naturalWidth") > 0)
                    self.assertTrue(browser.run("return document.querySelector('[data-hear]').hidden"), "the word could be heard")
                else:
                    self.assertFalse(browser.run("return document.querySelector('[data-hear]').hidden"))
                browser.press(" ")
                browser.see("[data-back]")
                self.assertEqual(browser.text("[data-answer]"), word)
                self.clean(browser)
                browser.press("4")
            browser.until("no text comes", lambda: browser.text("[data-question]") == "capital")

    def test_words_are_changed_together_and_that_is_undone(self):
        browser = self.browser(self.words_app())
        deck = self.deck(browser)
        browser.go(f"{deck}?select=1&order=word")
        browser.click("input.tick")
        browser.click("button[formaction$=change]")
        browser.see("#days")
        browser.retype("3")
        self.clean(browser)
        browser.click("button", "Ask first")
        browser.see(".toast", "1 word changed")
        browser.click(".toast button", "Undo")
        browser.gone(".toast")
        browser.go(f"{deck}?select=1&order=word")
        browser.click("input.tick")
        browser.click("button[formaction$=change]")
        browser.see("#days")
        browser.retype("3")
        browser.click("button", "Set due date")
        browser.see(".toast", "1 word changed")
        self.clean(browser)
        browser.click(".toast button", "Undo")
        browser.gone(".toast")
        browser.go(f"{deck}/replace")
        browser.see("#find").send_keys("ch")
        browser.see("#by").send_keys("CH")
        browser.click("button", "Preview")
        browser.see("h2", "2 words found")
        self.clean(browser)
        browser.click("button", "Replace in 2 words")
        browser.see(".toast", "2 words changed")
        browser.see(".word", "CHat")
        browser.click(".toast button", "Undo")
        browser.see(".word", "chat")

    def test_tags_are_a_tree_that_finds_and_is_renamed(self):
        browser = self.browser(self.words_app())
        deck = self.deck(browser)
        browser.go(f"{deck}?select=1&order=word")
        for tick in browser.all("input.tick")[:3]:
            tick.click()
        browser.click("button[formaction$=change]")
        browser.see("#tag").send_keys("animals::cats")
        browser.click("button", "Add tag")
        browser.see(".toast", "3 words changed")
        browser.go(deck)
        browser.click(".chip", "Tags")
        browser.see(".tag-tree", "cats")
        self.clean(browser)
        browser.click(".tag-tree a", "animals")
        browser.see(".sub", "3 words found")
        self.clean(browser)
        browser.click("a.button", "Change tag")
        browser.see("#to")
        browser.run("document.querySelector('#to').value = ''")
        browser.see("#to").send_keys("fauna")
        self.clean(browser)
        browser.click("button", "Rename in all decks")
        browser.see(".tag-tree", "fauna")
        self.clean(browser)
        browser.click(".toast button", "Undo")
        browser.see(".tag-tree", "animals")

    def test_a_search_is_saved_and_what_it_finds_is_studied(self):
        for size, language in ((PHONE, "en"), (DESKTOP, "fr")):
            browser = self.browser(self.words_app(), size=size, language=language)
            deck = self.deck(browser)
            browser.go(f"{deck}?q=ne&order=word")
            self.clean(browser)
            browser.click(".keep-search summary")
            browser.see("#search-name")
            self.clean(browser)
            browser.click(".keep-search .primary")
            browser.see(".chip[aria-current] span", "ne")
            browser.click("form[action$=remove] button")
            browser.see(".toast")
            self.clean(browser)
            browser.click(".toast button")
            browser.see(".chip[aria-current] span", "ne")
            browser.click("a.tint")
            browser.see("#most")
            self.clean(browser)
            # With keys alone: the second way to study, two cards at most.
            browser.run("document.querySelector('[name=mode]:checked').focus()")
            browser.press(Keys.ARROW_DOWN)
            browser.run("document.querySelector('#most').value = '2'")
            browser.run("document.querySelector('#most').focus()")
            browser.press(Keys.ENTER)
            browser.see("[data-count]", "1")
            browser.until("no cards are ready", lambda: browser.run(
                "return window.performance.getEntriesByType('resource').some((one) => one.name.includes('/next?'))"))
            browser.still()
            self.clean(browser)
            asked = []
            for _ in range(2):
                asked.append(browser.text("[data-question]"))
                browser.press(" ")
                browser.see("[data-back]")
                self.assertEqual(browser.text(".rate .when"), "", "a cram has no dates")
                browser.press("3")
                browser.until("nothing comes", lambda: asked[-1] != (browser.run(
                    "return document.querySelector('[data-question]')?.textContent") or "") or browser.path.endswith("/summary"))
            self.assertEqual(len(set(asked)), 2)
            self.end(browser)
            self.clean(browser)

    def test_the_time_on_a_card_is_shown_where_that_is_wanted(self):
        browser = self.browser(self.words_app())
        deck = self.deck(browser)
        browser.go("/settings/words")
        browser.run("document.querySelector('[name=time]').checked = true")
        browser.run("document.querySelector('[name=mostNew]').value = '2'")
        browser.click("button", "Save")
        browser.see(".toast", "Saved")
        browser.see("[name=mostNew]")
        self.clean(browser)
        self.study(browser, deck)
        self.assertEqual(browser.text("[data-count]"), "1 of 2")
        self.clean(browser)
        browser.until("the time stands still", lambda: browser.text("[data-seconds]") >= "0:02")
        browser.press(" ")
        browser.press("4")
        browser.until("the time of the card goes on", lambda: browser.text("[data-seconds]") <= "0:01")
        self.assertEqual(browser.text("[data-session-time]"), "0\u00a0min")

    def test_the_two_cards_of_a_word_do_not_meet(self):
        browser = self.browser(self.words_app())
        deck = self.first_deck(browser, both=True, newPerDay="50", buriesSiblings=True)
        for word in ("alpha", "beta"):
            browser.go(f"/words/add?deck={deck.rsplit('/', 1)[1]}")
            browser.see("#word").send_keys(word)
            browser.see("#translation").send_keys(f"the {word}")
            browser.click("form > div:last-child .button.primary")
            browser.see(".toast", "Added")
        browser.go(f"{deck}?q=alpha")
        browser.click("a.item")
        self.assertEqual(len(browser.all("dl.list")), 2, "one for each direction")
        # Cards of this session, by their words: each word once, in one direction.
        feed = browser.run("""
            const done = arguments[0];
            return fetch(`${done}/next?mode=scheduled&session=s`).then((answer) => answer.json())""", deck)
        words = [card["word"] for card in feed["cards"]]
        self.assertEqual(len(words), len(set(words)))
        self.assertEqual(len(words), 40)

    def test_a_word_that_will_not_stay_is_put_aside(self):
        browser = self.browser(self.words_app())
        # One that has been learned and is due: only such a word can be forgotten.
        day = int(time.time() // 86_400)
        state = {"card": {"intervalDays": 10, "memory": {"difficulty": 5, "stability": 8.3}, "phase": 2, "step": 0}, "due": {"on": {"day": day - 2}},
                 "firstReviewDay": day - 12, "lapses": 0, "lastReviewDate": (day - 12) * 86_400 + 43_200, "lastReviewDay": day - 12, "repetitions": 1}
        card = {"direction": 0, "flag": 0, "isSuspended": False, "reviews": [], "state": state}
        words = [{"deck": 0, "content": {"word": word, "translation": meaning}, "cards": [card]} for word, meaning in WORDS[:2]]
        self.send(browser, self.file("due.json", json.dumps({"format": "hearth-words/1", "decks": [{"path": ["Due"]}], "words": words})))
        browser.click("button[value=import]")
        browser.see("h1", "Imported")
        browser.go("/words")
        deck = browser.run("return [...document.querySelectorAll('a[href*=\"/words/decks/\"]')].map((a) => a.getAttribute('href'))"
                           ".find((a) => /decks\\/\\d+$/.test(a))")
        self.set(browser, deck, leechThreshold="1", leechAction="suspend", newPerDay="0", typesAnswer=False)
        self.study(browser, deck)
        word = browser.run("return document.querySelector('[data-edit]').getAttribute('href')")
        self.rate(browser, "1")
        browser.see(".toast", "is missed again and again, so it is suspended.")
        self.clean(browser)
        browser.click(".toast button", "Resume")
        browser.see(".toast", "Resumed")
        browser.go(word)
        browser.see(".state")
        self.assertNotIn("Suspended", browser.text("main"))
        self.study(browser, deck)
        word = browser.run("return document.querySelector('[data-edit]').getAttribute('href')")
        self.rate(browser, "1")
        browser.see(".toast", "suspended")
        browser.go(word)
        browser.see(".state", "Suspended")
        self.assertIn("leech", browser.run("return document.querySelector('#tags').value"))
        browser.go(f"{deck}?state=leech")
        browser.see("a.item .tag.bad", "Often missed")
        self.clean(browser)

    def test_undo_takes_back_answers_of_this_session_alone(self):
        browser = self.browser(self.words_app())
        deck = self.deck(browser)
        self.study(browser, deck)
        self.rate(browser, "4")
        browser.see("[data-question]", WORDS[1][0])
        browser.until("the answer stays here", lambda: browser.run("return localStorage.getItem('hearth.answers')") is None)
        self.study(browser, deck, "cram")
        browser.press("z")
        browser.see("[data-status]", "There is nothing more to undo.")
        shown = browser.text("[data-question]")
        self.rate(browser, "1")
        browser.until("the card stays", lambda: browser.text("[data-question]") != shown)
        browser.until("the answer stays here", lambda: browser.run("return localStorage.getItem('hearth.answers')") is None)
        browser.press("z")
        browser.see("[data-question]", shown)
        browser.press("z")
        browser.see("[data-status]", "There is nothing more to undo.")
        self.clean(browser)
        browser.go(f"{deck}?q={WORDS[0][0]}")
        browser.click("a.item")
        self.assertEqual(re.findall("Again|Hard|Good|Easy", browser.run("return document.querySelector('tbody').innerText")), ["Easy"])

    def test_space_takes_the_button_that_has_the_focus_or_the_one_that_fits(self):
        browser = self.browser(self.words_app())
        deck = self.deck(browser, WORDS[:4])
        self.set(browser, deck, typesAnswer=True)
        self.study(browser, deck)
        for word, _ in WORDS[:2]:
            browser.see("[data-question]", word)
            browser.see("#typed").send_keys("nothing like it")
            browser.click("[data-type-form] button")
            browser.see("[data-verdict]", "Not this time")
            if word == WORDS[1][0]:
                browser.run("document.querySelector('.rate[value=\"2\"]').focus()")
            browser.press(" ")
        browser.see("[data-question]", WORDS[2][0])
        browser.until("the answers stay here", lambda: browser.run("return localStorage.getItem('hearth.answers')") is None)
        browser.click("[data-end]")
        browser.see("h1")
        self.assertIn("Again 1", browser.text("main"))
        self.assertIn("Hard 1", browser.text("main"))

    def test_answers_arrive_where_the_browser_has_no_room_for_them(self):
        browser = self.browser(self.words_app())
        browser.allowed.update({"ERR_INTERNET_DISCONNECTED", "Failed to fetch", "network"})
        deck = self.deck(browser, WORDS[:5])
        self.study(browser, deck)
        browser.run("""
            for (let size = 1 << 20; size; size >>= 1) {
              try { for (let n = 0; n < 12; n++) localStorage.setItem(`full-${size}-${n}`, "x".repeat(size)); } catch { /* Full. */ }
            }""")
        browser.command("Network.enable")
        browser.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        for word, _ in WORDS[1:3]:
            self.rate(browser, "4")
            browser.see("[data-question]", word)
        browser.see("[data-status]", "stay on this page until they are sent")
        self.assertIn("2 answers", browser.text("[data-status]"))
        self.assertIsNone(browser.run("return localStorage.getItem('hearth.answers')"))
        self.clean(browser)
        browser.command("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
        browser.run("dispatchEvent(new Event('online'))")
        browser.until("the answers are not sent", lambda: not browser.text("[data-status]"))
        browser.click("[data-end]")
        browser.see("h1")
        self.assertIn("Easy 2", browser.text("main"))

    def test_a_word_is_hidden_and_shown_again(self):
        browser = self.browser(self.words_app(), size=PHONE)
        deck = self.deck(browser, WORDS[:3])
        browser.go(f"{deck}?q={WORDS[0][0]}")
        browser.click("a.item")
        browser.click("button", "Hide until tomorrow")
        browser.see(".toast", "Hidden until tomorrow")
        self.clean(browser)
        browser.go(f"{deck}?state=buried")
        self.clean(browser)
        browser.click("a.item", WORDS[0][0])
        browser.click("button", "Show again")
        browser.see(".toast", "It is shown again")
        browser.see("button", "Hide until tomorrow")

    def test_studying_in_french_from_the_first_deck_to_the_summary(self):
        app = self.words_app()
        for size, dark in ((PHONE, True), (DESKTOP, False)):
            browser = self.browser(app, "/settings/appearance", size=size, language="fr", dark=dark)
            if size == PHONE:
                browser.click("label", "Français")
                browser.see("h1", "Apparence")
            browser.go("/words/first" if size == PHONE else "/words")
            self.clean(browser)
            deck = self.first_deck(browser)
            self.study(browser, deck)
            self.clean(browser)
            self.assertEqual(browser.run("return document.querySelector('[data-question]').lang"), "fr")
            for key in "3143":
                shown = browser.text("[data-question]")
                browser.press(" ")
                browser.see(".rates", "À revoir")
                browser.press(key)
                browser.until("the card stays", lambda: browser.text("[data-question]") != shown)
            self.clean(browser)
            self.assertLess(self.shift(browser), 0.001)
            browser.click("[data-end]")
            browser.see("h1")
            self.assertIn("À revoir 1", browser.text("main").replace("\n", " "))
            self.clean(browser)

    def test_a_due_word_used_in_a_talk_counts_with_one_tap(self):
        model = write_model(f"{models().name}/tutor", {"": ["Et", " puis", " ?"]})
        browser = self.browser(self.app({"tests/Tutor": model}), size=PHONE)
        deck = self.deck(browser, [("le seuil", "threshold")])
        self.set(browser, deck, wordLanguage="fr", translationLanguage="en")
        self.study(browser, deck)
        self.rate(browser, "1")
        browser.until("the answer stays here", lambda: browser.run("return localStorage.getItem('hearth.answers')") is None)
        browser.go("/chat/new?mode=tutor")
        browser.ask("Je suis resté longtemps sur le seuil de la porte.")
        browser.see(".kept", "was due, and you used it.")
        self.clean(browser)
        browser.click(".kept button", "Count as a review")
        browser.see(".kept", "counts as Good")
        self.clean(browser)
        browser.click(".kept button", "Undo")
        browser.see(".kept button", "Count as a review")

    def test_a_word_marked_in_the_journal_becomes_a_card(self):
        browser = self.browser(self.words_app(), size=PHONE)
        deck = self.deck(browser, WORDS[:1])
        browser.go("/journal/write")
        browser.see("textarea").send_keys("Il neige depuis hier. Une bourrasque a pris mon chapeau.")
        browser.click("form[data-journal] button.primary")
        browser.see(".entry", "bourrasque")
        entry = browser.path
        self.clean(browser)
        browser.run("""
            const text = document.createTreeWalker(document.querySelector(".entry"), NodeFilter.SHOW_TEXT);
            while (text.nextNode()) {
              const place = text.currentNode.data.indexOf("bourrasque");
              if (place < 0) continue;
              getSelection().setBaseAndExtent(text.currentNode, place, text.currentNode, place + 10);
            }""")
        browser.click(".mark-button", "Make a word card")
        browser.until("the word is not taken along", lambda: browser.run("return document.querySelector('#word')?.value") == "bourrasque")
        self.assertEqual(browser.run("return document.querySelector('#example').value"), "Une bourrasque a pris mon chapeau.")
        self.clean(browser)
        browser.click("form > div:last-child .button.primary")
        browser.at(entry)
        browser.go(f"{deck}?q=bourrasque")
        browser.see("a.item", "bourrasque")
