# SPDX-License-Identifier: Apache-2.0
"""A real browser, and what it noticed while it was used."""

import importlib.util
import json
import os
import shutil
import time
from pathlib import Path
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

PHONE = (390, 844)
DESKTOP = (1280, 800)
TIMEOUT = float(os.environ.get("PATIENCE", 30))  # seconds
AXE = Path(importlib.util.find_spec("axe_playwright_python").submodule_search_locations[0]) / "axe.min.js"
# What a driver says of a page that has been renewed while it was looked at.
RENEWED = ("stale element", "does not belong to the document", "aborted by navigation", "Cannot find context", "no such execution context")
WCAG = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]

# Runs in every page before its own scripts, and keeps what only shows while it happens.
WATCH = """
window.seen = {shift: 0, faults: []};
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
}).observe({type: "layout-shift", buffered: true});
addEventListener("error", (event) => window.seen.faults.push(String(event.message)));
addEventListener("unhandledrejection", (event) => window.seen.faults.push(String(event.reason)));
"""


class Browser:
    """A window of Chromium. `see` and `click` wait for what they look for."""

    def __init__(self, size=DESKTOP, dark=False, language="en", sharpness=1):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or shutil.which("chromium-browser") or ""
        for word in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--force-color-profile=srgb", f"--lang={language}", f"--window-size={size[0]},{size[1]}"):
            options.add_argument(word)
        options.add_experimental_option("prefs", {"intl.accept_languages": language, "credentials_enable_service": False})
        if size == PHONE:
            options.add_experimental_option(
                "mobileEmulation", {"deviceMetrics": {"width": size[0], "height": size[1], "pixelRatio": sharpness, "touch": True}})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(shutil.which("chromedriver")))
        self.size = size
        self.host = None
        self.allowed = set()  # parts of messages that a test provokes
        self.requests = []
        self.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.prefer(dark)

    def prefer(self, dark=False, motion=True):
        """What the system asks for."""
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "no-preference" if motion else "reduce"}])

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    # Going

    def enter(self, app):
        """Opens the address that the program prints."""
        self.app = app
        self.host = urlsplit(app.address).netloc
        self.driver.get(app.entrance)
        # The splash moves on by itself, and would take along whoever went elsewhere in the meantime.
        self.until("the splash stays", lambda: not self.all("script[src*='splash']"))

    def go(self, path):
        self.driver.get(self.app.address + path)

    @property
    def path(self):
        return urlsplit(self.driver.current_url).path

    # Seeing

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def until(self, what, holds, timeout=TIMEOUT):
        """Waits until something holds, and returns it."""
        end = time.monotonic() + timeout
        while True:
            try:
                # Looking at a page that has no styles yet would force some, and a fade between pages breaks off at that.
                if self.run("return document.readyState") == "complete" and (found := holds()):
                    return found
            except WebDriverException as error:
                if not any(words in str(error) for words in RENEWED):
                    raise
            if time.monotonic() > end:
                raise AssertionError(f"{what} at {self.driver.current_url}:\n{self.text()[:2000]}")
            time.sleep(0.03)

    def see(self, selector, text=""):
        return self.until(
            f"no {selector} with “{text}”",
            lambda: next((one for one in self.all(selector) if one.is_displayed() and text in one.text), None))

    def gone(self, selector):
        self.until(f"{selector} stays", lambda: not any(one.is_displayed() for one in self.all(selector)))

    def still(self):
        """Waits until nothing moves but what always does."""
        self.until("it does not come to rest", lambda: self.run("""
            return document.getAnimations().every((one) => one.effect.getComputedTiming().endTime === Infinity || one.playState === "finished")"""))

    def settled(self, selector):
        """Waits until something stays where it is, as nothing does that a finger has let go of."""
        places = []
        def stays():
            places.append(self.run("return document.querySelector(arguments[0])?.getBoundingClientRect().left", selector))
            time.sleep(0.1)
            return places[-1] is not None and places[-3:] == [places[-1]] * 3
        self.until(f"{selector} goes on moving", stays)

    def at(self, path):
        self.until(f"not at {path}", lambda: self.path == path)

    def text(self, selector="body"):
        return self.driver.execute_script("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    @property
    def focused(self):
        return self.driver.switch_to.active_element

    # Doing

    def click(self, selector, text=""):
        def click():
            one = self.see(selector, text)
            # Not beneath what floats at the edges.
            self.run("arguments[0].scrollIntoView({block: 'center'})", one)
            one.click()
            return True
        self.until(f"{selector} cannot be clicked", click)

    def press(self, *keys):
        """Presses keys where the focus is; the last of them with the others held."""
        actions = webdriver.ActionChains(self.driver)
        for key in keys[:-1]:
            actions.key_down(key)
        actions.send_keys(keys[-1])
        for key in reversed(keys[:-1]):
            actions.key_up(key)
        actions.perform()

    def type(self, text):
        """Types where the focus is."""
        webdriver.ActionChains(self.driver).send_keys(text).perform()

    def retype(self, text):
        """Replaces what the field with the focus holds."""
        self.press(Keys.CONTROL, "a")
        self.type(text)

    def swipe(self, element, distance):
        """Draws a finger across an element, to the left where the distance is negative."""
        box = element.rect
        x, y = box["x"] + box["width"] * 0.7, box["y"] - self.run("return scrollY") + box["height"] / 2
        self.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        for step in range(1, 9):
            self.command("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": x + distance * step / 8, "y": y}])
        self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def ask(self, text):
        box = self.see("#message")
        box.send_keys(text)
        # On a keyboard of the screen, Enter is a new line.
        if self.size == PHONE:
            self.click("[data-send]")
        else:
            box.send_keys(Keys.ENTER)

    # What it noticed

    def faults(self):
        """What went wrong since the last time: in scripts, on the console, and requests that left the machine."""
        faults = list(self.run("const all = window.seen?.faults ?? []; if (window.seen) window.seen.faults = []; return all"))
        faults += [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = message["params"]["request"]["url"]
                self.requests.append(url)
                if urlsplit(url).scheme in ("http", "https") and urlsplit(url).netloc != self.host:
                    faults.append(f"a request to {url}")
        return [fault for fault in faults if not any(part in fault for part in self.allowed)]

    def axe(self, rules=None):
        """Violations of WCAG 2.1 AA, or of some of its rules, in words. The page's policy lets no script in but its own, so axe comes in from outside."""
        self.command("Runtime.evaluate", expression=AXE.read_text())
        result = self.command("Runtime.evaluate", awaitPromise=True, returnByValue=True, expression="""
            axe.run({runOnly: %s}).then((result) => result.violations.map(
              (one) => one.id + ": " + one.nodes.map((node) => node.html.slice(0, 160) + " " + node.failureSummary).join("\\n")))""" % json.dumps(rules or WCAG))
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"])
        return result["result"]["value"]

    def picture(self, file):
        self.driver.save_screenshot(str(file))

    def close(self):
        self.driver.quit()
