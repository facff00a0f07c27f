# SPDX-License-Identifier: Apache-2.0
"""Pictures of the app, from the app itself: on a phone and on a desktop, light and dark, and some in French."""

import os
import sys
import tempfile
from pathlib import Path

from app import App
import lived
from browser import DESKTOP, PHONE, Browser
from conversations import BED, COMPOST, LANDLORD, QUIMPER, TITLES, VIOLIN, pieces
from hub import Hub
from known import learn
from model import write_model

SIZES = {"phone": PHONE, "desktop": DESKTOP}


def main(folder):
    with tempfile.TemporaryDirectory() as made:
        given = os.environ.get("MODEL")
        model = Path(given) if given else write_model(Path(made) / "model", pieces(), megabytes=100)
        # A made model says so.
        name = f"hearth/{model.name if given else 'Example'}"
        shoot_first_start(folder, model)
        shoot_conversations(folder, App({name: model}, Hub(model)))
        shoot_life(folder, App({name: model}, Hub(model)))


def shoot_first_start(folder, model):
    app = App({}, Hub(model, rate=5_000_000))
    for name, size in SIZES.items():
        browser = Browser(size, sharpness=1.5)
        browser.enter(app)
        picture(browser, folder, "welcome", name, "/welcome")
        picture(browser, folder, "first-model", name, "/welcome/model")
        if name == "phone":
            picture(browser, folder, "welcome", "phone.fr", "/welcome?language=fr")
        browser.close()
    browser = Browser(PHONE, sharpness=1.5)
    browser.enter(app)
    browser.click("button", "Get started")
    browser.click("[data-fetch]", "Download")
    browser.until("nothing arrives", lambda: browser.run("return document.querySelector('progress')?.value ?? 0") >= 40)
    picture(browser, folder, "download", "phone")
    browser.close()
    app.close()


def shoot_conversations(folder, app):
    app.begin()
    browser = Browser(PHONE, sharpness=1.5)
    browser.enter(app)
    for question in (QUIMPER, VIOLIN, LANDLORD, COMPOST):
        ask(browser, question)
    frozen = browser.path
    browser.go(f"{frozen}/details")
    browser.click("button", "Freeze")
    browser.see(".frozen")
    ask(browser, BED)
    chat = browser.path
    browser.close()

    pages = {
        "chat": chat, "chat-details": f"{chat}/details", "chat-new": "/chat/new", "chat-temporary": "/chat/new?temporary=1",
        "chat-frozen": frozen, "history": "/history", "search": "/history?q=wall", "everything": "/everything",
        "settings": "/settings", "models": "/settings/models", "answers": "/settings/answers",
        "appearance": "/settings/appearance", "privacy": "/settings/privacy", "programs": "/settings/programs", "help": "/help"}
    for name, size in SIZES.items():
        browser = Browser(size, sharpness=1.5)
        browser.enter(app)
        shoot_pages(browser, folder, pages, name)
        browser.close()
    shoot_french(folder, app, chat)
    shoot_arriving(folder, app)
    app.close()


def shoot_pages(browser, folder, pages, name):
    """Each page, light and dark."""
    for page, path in pages.items():
        browser.prefer(motion=False)
        picture(browser, folder, page, name, path)
        browser.prefer(dark=True, motion=False)
        picture(browser, folder, page, f"{name}.dark")


def shoot_life(folder, app):
    """The journal, what is known of its writer, and the words that are learned."""
    app.begin()
    learn(app, lived.FACTS + lived.WAITING)
    with tempfile.TemporaryDirectory() as made:
        browser = Browser(PHONE, sharpness=1.5)
        browser.enter(app)
        bring(browser, "/journal/import", lived.journal(made), "button.primary")
        bring(browser, "/words/import", lived.package(made), "button[value=import]")
    browser.go("/journal/calendar")
    browser.click(".month [aria-current=date]")
    entry = browser.see("#entries .entry-row").get_attribute("href")
    browser.go("/journal/ask?q=Who+carried+the+violin%3F")
    browser.click("button", "Ask")
    browser.until("the journal does not answer", lambda: browser.all("a.cited"), timeout=120)
    asked = browser.path
    browser.go("/words")
    deck = browser.run("return [...document.querySelectorAll('a')].map((one) => one.getAttribute('href')).find((one) => /decks.\\d+$/.test(one))")
    browser.close()
    pages = {
        "journal": "/journal", "journal-entry": entry.removeprefix(app.address), "journal-calendar": "/journal/calendar",
        "journal-ask": asked, "journal-moods": "/journal/moods",
        "modes": "/settings/modes", "companion": "/settings/companion",
        "you": "/you", "you-facts": "/you/facts", "you-evidence": "/you/facts/a", "you-confirm": "/you/confirm",
        "words": "/words", "words-deck": deck, "words-stats": "/words/statistics"}
    for name, size in SIZES.items():
        browser = Browser(size, sharpness=1.5)
        browser.enter(app)
        shoot_pages(browser, folder, pages, name)
        browser.prefer(motion=False)
        browser.go(f"{deck}/study?mode=scheduled")
        browser.see("[data-question]")
        picture(browser, folder, "words-question", name)
        browser.press(" ")
        browser.see("[data-answer]")
        picture(browser, folder, "words-answer", name)
        browser.close()
    app.close()


def bring(browser, page, file, button):
    """Sends a file to a page of imports, and takes what it shows."""
    browser.go(page)
    browser.see("#file").send_keys(str(file))
    browser.click("button[data-sent]")
    browser.click(button)
    browser.see("h1", "Imported")


def shoot_arriving(folder, app):
    for name, size in SIZES.items():
        browser = Browser(size, sharpness=1.5)
        browser.enter(app)
        begin(browser)
        picture(browser, folder, "chat-streaming", name)
        # A picture may take longer than the rest of the answer.
        begin(browser)
        browser.click("[data-stop]")
        browser.see(".stopped")
        picture(browser, folder, "chat-stopped", name)
        browser.close()


def begin(browser):
    ask(browser, LANDLORD, finish=False)
    browser.until("nothing comes", lambda: len(browser.text(".turn:last-of-type .answer")) > 120)


def shoot_french(folder, app, chat):
    browser = Browser(PHONE, sharpness=1.5)
    browser.enter(app)
    browser.go("/settings/appearance")
    browser.click(".segments label", "Français")
    browser.see("h1", "Apparence")
    for page, path in {"chat": chat, "chat-new": "/chat/new", "history": "/history", "settings": "/settings"}.items():
        picture(browser, folder, page, "phone.fr", path)
    browser.go("/settings/appearance")
    browser.click(".segments label", "English")
    browser.see("h1", "Appearance")
    browser.close()


def ask(browser, question, finish=True):
    browser.go("/chat/new")
    browser.ask(question)
    if finish:
        browser.until("the answer does not come", lambda: browser.all("[data-copy]") and browser.all("[data-send]"), timeout=120)
        browser.until("it is not counted", lambda: browser.all(".meter"))
    if finish and question in TITLES:
        browser.go(f"{browser.path}/details")
        browser.see("#session-title").clear()
        browser.see("#session-title").send_keys(TITLES[question])
        browser.click("button", "Rename")
        browser.see("h1", TITLES[question])


def picture(browser, folder, page, name, path=None):
    if path:
        browser.go(path)
        browser.run("scrollTo(0, 0)")
    browser.until("its fonts do not come", lambda: browser.run("return document.fonts.status") == "loaded")
    if not browser.all("[data-answer]"):
        browser.still()
    browser.picture(Path(folder) / f"{page}.{name}.png")


main(sys.argv[1])
