# SPDX-License-Identifier: Apache-2.0
"""What all walks through the app have in common."""

import functools
import re
import tempfile
import time
import unittest
from pathlib import Path

from app import App
from browser import Browser
from hub import Hub
from model import COUNTING, write_model

SUGGESTED = "mlx-community/Llama-3.2-1B-Instruct-4bit"
ANSWER = ".turn:not(.me) .answer"


@functools.cache
def models():
    """A folder of models for all tests, which goes with the program."""
    return tempfile.TemporaryDirectory(prefix="hearth-models-")


@functools.cache
def counting(megabytes=120):
    """A model that counts, and takes its time; asked to be brief, it has little to say."""
    answers = {"briefly": ["Gladly", "."], **COUNTING}
    return write_model(Path(models().name) / f"counting-{megabytes}", answers, megabytes=megabytes)


class Walk(unittest.TestCase):
    """Each test has its own program and its own browsers; at its end, none of these may have anything to complain about."""

    def setUp(self):
        self.browsers = []
        self.begun = time.monotonic()

    def app(self, models=None, hub=None, begun=True):
        """begun: whether somebody has been welcomed before, in English."""
        app = App({"tests/Counting": counting()} if models is None else models, hub)
        self.addCleanup(app.close)
        if begun:
            app.begin()
        return app

    def hub(self, model, rate=1 << 30):
        hub = Hub(model, rate)
        self.addCleanup(hub.close)
        return hub

    def browser(self, app, path=None, **wishes):
        browser = Browser(**wishes)
        self.addCleanup(browser.close)
        self.browsers.append(browser)
        browser.enter(app)
        if path:
            browser.go(path)
        return browser

    def tearDown(self):
        for browser in self.browsers:
            self.assertEqual(browser.faults(), [], "what the browser complained about")
        print(f"{time.monotonic() - self.begun:6.1f} s  {self.id()}", flush=True)

    def counted(self, browser, ended=True):
        """How far the last answer has counted; each number has to be there once."""
        text = browser.text(f".turn:last-of-type .answer")
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        if not ended and numbers:
            numbers.pop()  # half of it may be on its way
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        return len(numbers)
