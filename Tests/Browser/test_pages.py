# SPDX-License-Identifier: Apache-2.0
"""Every page, in both sizes and both themes: who cannot see well finds nothing missing, nothing jumps, nothing weighs much."""

import json
import time

from browser import DESKTOP, PHONE
from model import write_model
from walk import ANSWER, Walk, models

# An answer with all that Markdown has, between thoughts and a table.
RICH = [
    "Two things, from **simple** to *less* so:\n\n", "1. one\n2. two\n\n", "> said before\n\n", "```python\nprint(1)\n```\n\n",
    "| a | b |\n|---|--:|\n| x | 1 |\n\n",
    "Said once[^1].\n\n[^1]: By her.\n\n", "See [a page](https://example.org) and $x^2$, `code` too."]


class Pages(Walk):
    def pages(self, browser):
        """Makes something of everything that can be seen, and tells where it is: paths by name."""
        browser.go("/chat/new")
        browser.ask("Say it with all that you have.")
        browser.see(ANSWER, "See a page")
        browser.see("[data-send]")
        browser.click("[aria-label='Try another answer']")
        browser.see(".branches")
        browser.see("[data-send]")
        rich = browser.path
        browser.go("/chat/new")
        browser.ask("Count.")
        browser.until("no numbers come", lambda: self.counted(browser, ended=False) > 5)
        browser.click("[data-stop]")
        browser.see(".stopped")
        stopped = browser.path
        browser.go("/settings/models/elsewhere")
        browser.see("#address").send_keys("https://ai.example/v1")
        browser.see("#model").send_keys("tests/Elsewhere")
        browser.click("[formaction='/models/elsewhere/add']")
        browser.at("/models/elsewhere/consent")
        consent = browser.run("return location.pathname + location.search")
        return {
            "consent": consent, "new": "/chat/new", "temporary": "/chat/new?temporary=1", "frozen": rich, "stopped": stopped,
            "details": stopped + "/details", "history": "/history", "found": "/history?q=count", "nothing": "/history?q=zebra",
            "everything": "/everything", "settings": "/settings", "models": "/settings/models", "elsewhere": "/settings/models/elsewhere",
            "answers": "/settings/answers",
            "appearance": "/settings/appearance", "privacy": "/settings/privacy", "programs": "/settings/programs", "help": "/help",
            "numbers": "/help/numbers",
            "welcome": "/welcome", "first model": "/welcome/model", "offline": "/offline", "error": "/nowhere"}

    def rich_app(self):
        answers = {"all that you have": RICH, "": [f" {number}" for number in range(1, 6001)]}
        return self.app({"tests/Rich": write_model(f"{models().name}/rich", answers, megabytes=120)})

    def test_ten_pages_at_once_do_not_wait_for_one_another(self):
        """A browser has six connections to a server. All of these pages are in sight and want to know what happens."""
        app = self.rich_app()
        browser = self.browser(app)
        driver = browser.driver
        for _ in range(9):
            driver.switch_to.new_window("window")
            browser.go("/chat/new")
        self.assertEqual(len(driver.window_handles), 10)
        time.sleep(5)
        for window in driver.window_handles:
            driver.switch_to.window(window)
            browser.go("/history")
            browser.see("#q")
            browser.go("/chat/new")
        # An answer arrives in a page while the other nine are open.
        browser.ask("Say it with all that you have.")
        browser.see(ANSWER, "See a page")
        # And the names that the model's state has come to the others.
        for window in driver.window_handles[:3]:
            driver.switch_to.window(window)
            browser.see("[data-model]")

    def test_no_page_violates_wcag_and_none_jumps(self):
        app = self.rich_app()
        pages = None
        for size in (DESKTOP, PHONE):
            browser = self.browser(app, size=size)
            browser.allowed = {"/nowhere"}
            pages = pages or self.pages(browser)
            for name, path in pages.items():
                with self.subTest(page=name, size=size):
                    self.check(browser, path)

    def check(self, browser, path):
        # What is still moving has colours that it will not keep.
        browser.prefer(dark=False, motion=False)
        browser.go(path)
        browser.until("it does not load", lambda: browser.run("return document.fonts.status") == "loaded")
        self.assertEqual(browser.axe(), [])
        self.assertLess(browser.run("return seen.shift"), 0.001)
        self.assertEqual(self.too_wide(browser), [])
        self.assertEqual(self.too_small(browser), [])
        # Only colours change with the theme.
        browser.prefer(dark=True, motion=False)
        self.assertEqual(browser.axe(["color-contrast", "link-in-text-block"]), [])

    def too_wide(self, browser):
        """What stands over the edge of the page, where the page can be scrolled sideways."""
        return browser.run("""
            scrollTo(200, 0);
            if (!scrollX) return [];
            return [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right + scrollX > innerWidth + 1)
              .map((one) => one.outerHTML.slice(0, 120)).slice(0, 5);""")

    def too_small(self, browser):
        """Controls that a finger would miss: lower than 44 pixels, with what a label or a pseudo-element adds to them."""
        if browser.size != PHONE:
            return []
        return browser.run("""
            const added = (one, part) => {
              const style = getComputedStyle(one, part);
              return ["none", "normal"].includes(style.content) ? 0 : parseFloat(style.height) || 0;
            };
            return [...document.querySelectorAll("a, button, summary, select, input")].filter((one) => {
              const box = (one.closest("label") ?? one).getBoundingClientRect();
              const isLink = one.matches("a") && one.closest("p, .answer");
              if (!box.height || one.matches(".skip, .scrim") || isLink) return false;
              return Math.max(box.height, added(one, "::before"), added(one, "::after")) < 43.5;
            }).map((one) => one.outerHTML.slice(0, 160));""")

    def test_the_chat_is_light_and_quick(self):
        app = self.app()
        for size in (PHONE, DESKTOP):
            browser = self.browser(app, size=size)
            browser.go("/help")
            browser.until("it does not load", lambda: browser.run("return document.readyState") == "complete")
            browser.command("Network.setCacheDisabled", cacheDisabled=True)
            browser.command("Network.setBypassServiceWorker", bypass=True)
            browser.faults()
            browser.go("/chat/new")
            browser.until("nothing is painted", lambda: self.first_paint(browser))
            weight, fonts = self.weight(browser)
            print(f"         {weight / 1000:.1f} kB and {fonts / 1000:.1f} kB of fonts; first paint after {self.first_paint(browser):.0f} ms")
            self.assertLess(weight, 150_000)
            browser.command("Network.setCacheDisabled", cacheDisabled=False)
            browser.ask("Count.")
            browser.until("no numbers come", lambda: self.counted(browser, ended=False) > 100)
            browser.click("[data-stop]")
            browser.see(".stopped")
            self.assertLess(browser.run("return seen.shift"), 0.001)

    def first_paint(self, browser):
        return browser.run("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")

    def weight(self, browser):
        """Bytes over the wire for a page and all that belongs to it: without fonts, and of fonts."""
        names, weights = {}, {False: 0, True: 0}
        for entry in browser.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            parameters = message["params"]
            if message["method"] == "Network.requestWillBeSent":
                names[parameters["requestId"]] = parameters["request"]["url"]
            elif message["method"] == "Network.loadingFinished":
                weights[names.get(parameters["requestId"], "").endswith(".woff2")] += parameters["encodedDataLength"]
        return weights[False], weights[True]
