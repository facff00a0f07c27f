# SPDX-License-Identifier: Apache-2.0
"""The words of a deck, translated by a server that does not always want to."""

import re
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from browser import PHONE
from services import LibreTranslate
from walk import Walk


def deck(app, words):
    """Makes a deck of French words, as its forms would, and returns its address."""
    client = build_opener(HTTPCookieProcessor())
    page = client.open(app.entrance).read().decode()
    page = client.open(app.address + "/words/new").read().decode()
    token = re.search(r'name="token" value="([^"]+)"', page)[1]

    def post(path, **fields):
        form = urlencode({"token": token, **fields}).encode()
        return client.open(Request(app.address + path, form, {"Origin": app.address})).url

    place = post("/words/new", name="Français, B2")
    for word in words:
        post("/words/add", deck=place.rsplit("/", 1)[1], word=word)
    return place.removeprefix(app.address)


class Translation(Walk):
    WORDS = ["une bourrasque", "avoir le cafard", "tant bien que mal", "le dépaysement", "pallier", "le seuil"] + [
        f"mot {number}" for number in range(40)]

    def service(self, **wishes):
        service = LibreTranslate(**wishes)
        self.addCleanup(service.close)
        return service

    def connect(self, browser, service, key=""):
        browser.go("/settings/translation")
        browser.see("#libre-address").send_keys(service.address)
        browser.see("#libre-key").send_keys(key)
        browser.click("#libreTranslate button", "Check and save")

    def test_a_key_is_kept_only_when_the_server_takes_it(self):
        service = self.service(key="right")
        app = self.app({})
        browser = self.browser(app)
        browser.allowed.add("400 (Bad Request)")
        self.connect(browser, service, "wrong-key-1")
        browser.see("#libre-fault", "refused this key")
        self.assertEqual(browser.axe(), [])
        self.assertFalse((app.home / "secrets" / "secrets.sealed").exists())
        browser.see("#libre-address").clear()
        self.connect(browser, service, "right")
        browser.see("#libreTranslate .hint.ok", "Checked today")
        browser.see("[data-toast]", "Saved")
        self.assertNotIn("right", browser.run("return document.documentElement.outerHTML").replace("chevron-right", ""))

    def test_failures_stay_with_their_words_and_can_be_tried_again(self):
        service = self.service(pause=0.4, nonsense=["pallier", "tant bien que mal"], slow_downs=1)
        app = self.app({})
        place = deck(app, self.WORDS)
        browser = self.browser(app, size=PHONE)
        self.connect(browser, service)
        browser.see("[data-toast]", "Saved")
        browser.go(f"{place}/translate")
        browser.see("p", f"{len(self.WORDS)} words have no translation")
        self.assertEqual(browser.axe(), [])
        browser.run("document.getElementById('translator').value = 'libreTranslate'; document.getElementById('from').value = 'fr'")
        browser.click("main button", "Translate")
        browser.see("h1", "Translating")
        self.assertEqual(browser.axe(), [])
        browser.see("h1", "Translated")
        browser.see("[data-state]", f"{len(self.WORDS) - 2} words translated")
        failed = browser.text("[data-part=failed]")
        self.assertIn("pallier", failed)
        self.assertIn("not a translation", failed)
        self.assertEqual(browser.axe(), [])
        # Now it knows them.
        service.nonsense = set()
        browser.click("[data-part=again] button", "Retry 2 cards")
        browser.see("[data-state]", f"{len(self.WORDS)} words translated")
        self.assertFalse(browser.all("[data-part=failed] li"))
        self.assertEqual(sorted(service.asked[-1]), ["pallier", "tant bien que mal"])
        browser.go(place)
        browser.see(".item .small", "pallier in English")

    def test_cancelling_leaves_the_rest_as_it_was(self):
        service = self.service(pause=1)
        app = self.app({})
        place = deck(app, self.WORDS)
        browser = self.browser(app)
        self.connect(browser, service)
        browser.see("[data-toast]", "Saved")
        browser.go(f"{place}/translate")
        browser.run("document.getElementById('translator').value = 'libreTranslate'; document.getElementById('from').value = 'fr'")
        browser.click("main button", "Translate")
        browser.click("[data-part=acts] button", "Cancel")
        browser.see("h1", "Cancelled")
        browser.click("[data-part=acts] button", "Resume")
        browser.see("h1", "Translated")
