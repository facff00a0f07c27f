# SPDX-License-Identifier: Apache-2.0
"""Formulas: drawn as MathML by KaTeX while an answer arrives and after it, as text without it, and harmless whatever they say."""

from pathlib import Path

from browser import PHONE
from model import write_model
from walk import ANSWER, Walk, models

FORMULAS = [line for line in (Path(__file__).parent / "formulas.txt").read_text().splitlines() if line and not line.startswith("#")]
# Two that KaTeX does not know, one that defines itself, one that is deep, one that is long.
TEXT = ["\\( \\unknowncommand{x} \\)", "\\( \\frac{a \\)", "\\( \\def\\a{\\a\\a}\\a \\)", "\\( " + "{" * 40 + "x" + "}" * 40 + " \\)",
        "\\( " + "x+" * 1200 + "x \\)"]
PRICES = "It costs $5 and $10, or $3 a day; `$HOME/bin:$PATH` and $HOME/bin:$PATH are none."
PAYLOADS = [
    "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>", "</math><img src=x onerror=alert(1)>",
    "<mglyph src=x onerror=alert(1)>", "</annotation><script>alert(1)</script>", "</semantics></math><iframe src=javascript:alert(1)>",
    "\" onmouseover=\"alert(1)", "' autofocus onfocus='alert(1)", "javascript:alert(1)", "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\\href{javascript:alert(1)}{x}", "\\url{javascript:alert(1)}", "\\includegraphics{//evil.example/x.png}",
    "\\htmlClass{x}{y}", "\\htmlId{main}{y}", "\\htmlStyle{position:fixed;inset:0}{y}", "\\htmlData{tex=x}{y}",
    "\\text{<img src=x onerror=alert(1)>}", "\\textcolor{red\" onload=\"alert(1)}{x}", "\\fcolorbox{red}{blue}{x}", "\\color{url(//evil.example)}x",
    "\\operatorname{</math><img src=x onerror=alert(1)>}", "\\tag{<img src=x onerror=alert(1)>}", "\\char`<script>",
    "\\unicode{x3c}script>", "\\verb|<script>alert(1)</script>|", "\\rule{1000em}{1000em}", "\\kern-1000em x", "\\hspace{-1000em}x", "\\raisebox{1000em}{x}",
    "\\llap{covers what stands before}", "\\mathchoice{a}{b}{c}{d}", "\\newcommand{\\x}{\\x\\x}\\x", "\\let\\x\\y\\x", "{\\Huge{\\Huge{\\Huge{\\Huge x}}}}",
]
COUNT = "return document.querySelectorAll(arguments[0]).length"
ALLOWED = set("""math mrow mi mn mo mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup munder mover munderover
    mtable mtr mtd""".split())


def pieces(lines):
    return [f"{number}. Then {line} follows.\n\n" if line.startswith(("\\(", "$")) and not line.startswith("$$") else f"{number}. So:\n\n{line}\n\n"
            for number, line in enumerate(lines, 1)]


class Formulas(Walk):
    def formula_app(self):
        hostile = [form % payload for payload in PAYLOADS for form in ("\\( %s \\)", "\\( a + \\text{%s} \\)", "\\[ %s \\]")]
        answers = {"plainly": ["No formula here."], "harm": pieces(hostile), "prices": [PRICES], "readable": pieces(TEXT), "": pieces(FORMULAS)}
        return self.app({"tests/Formulas": write_model(Path(models().name) / "formulas", answers)})

    def finished(self, browser, turns=2):
        browser.until("the answer does not end", lambda: len(browser.all(".turn")) == turns and not browser.all("[data-answer]"), timeout=120)

    def drawn(self, browser, left=0):
        browser.until("formulas stay text", lambda: browser.all("[data-words]") and browser.run(COUNT, "[data-tex]:not([data-words])") == left)

    def test_two_hundred_formulas_are_drawn_while_they_arrive_and_stay(self):
        app = self.formula_app()
        for size, dark in ((None, False), (PHONE, True)):
            browser = self.browser(app, "/chat/new", dark=dark, **({"size": size} if size else {}))
            self.assertEqual(browser.run(COUNT, "script[src*=katex]"), 0)
            browser.ask("Show them.")
            browser.until("none is drawn while the answer arrives",
                          lambda: browser.all("[data-answer] [data-words] math") or not browser.all("[data-answer]") and browser.all("[data-words]"))
            self.finished(browser)
            self.drawn(browser)
            self.assertEqual(browser.run(COUNT, f"{ANSWER} math"), len(FORMULAS))
            self.assertEqual(browser.run(COUNT, "annotation, semantics, merror"), 0)
            # What the browser draws is at least as high as a line, and nothing makes the page wider.
            self.assertEqual(browser.run("return [...document.querySelectorAll('math')].filter((one) => one.getBoundingClientRect().height < 8).length"), 0)
            self.assertLessEqual(browser.run("return document.documentElement.scrollWidth"), browser.run("return innerWidth"))
            browser.driver.refresh()
            self.drawn(browser)
            self.assertEqual(browser.axe(), [])
            # A page that comes back changes nothing that is drawn.
            browser.run("document.querySelector('math').kept = true; document.dispatchEvent(new CustomEvent('hearth:changed'))")
            browser.ask("plainly")
            self.finished(browser, 4)
            self.assertTrue(browser.run("return document.querySelector('math').kept"))

    def test_readers_hear_a_formula_once(self):
        browser = self.browser(self.formula_app(), "/chat/new")
        browser.ask("Show them.")
        self.finished(browser)
        self.drawn(browser)
        nodes = browser.command("Accessibility.getFullAXTree")["nodes"]
        shown = [node for node in nodes if not node.get("ignored")]
        self.assertEqual(sum(node["role"]["value"] in ("MathMLMath", "math") for node in shown), len(FORMULAS))
        self.assertGreater(sum(node["role"]["value"] == "MathMLFraction" for node in shown), 40)
        names = " ".join(node.get("name", {}).get("value", "") for node in shown)
        self.assertNotIn("\\frac", names)
        self.assertNotIn("\\begin", names)
        # What is copied has the words, not the pieces.
        browser.run("window.copied = ''; navigator.clipboard.writeText = async (text) => { window.copied = text; }")
        browser.click("[data-copy]")
        browser.until("nothing is copied", lambda: browser.run("return window.copied"))
        self.assertIn("a² + b² = c²", browser.run("return window.copied"))

    def test_without_katex_or_for_what_it_does_not_know_the_text_stands(self):
        app = self.formula_app()
        browser = self.browser(app, "/chat/new")
        browser.ask("readable")
        self.finished(browser)
        text = browser.text(ANSWER)
        for part in ("\\unknowncommand{x}", "\\frac{a", "\\def\\a", "x+x+x"):
            self.assertIn(part, text)
        self.assertEqual(browser.run(COUNT, "math"), 0)
        browser.ask("prices")
        self.finished(browser, 4)
        self.assertIn("It costs $5 and $10, or $3 a day", browser.text())
        self.assertEqual(browser.run(COUNT, "[data-tex]"), 2)
        other = self.browser(app, browser.path)
        other.command("Network.enable")
        other.command("Network.setBlockedURLs", urls=["*katex*"])
        other.allowed = {"katex"}
        other.go("/chat/new")
        other.ask("Show them.")
        self.finished(other)
        self.assertIn("a² + b² = c²", other.text(ANSWER))
        self.assertEqual(other.run(COUNT, "math"), 0)
        self.assertEqual(other.axe(), [])

    def test_formulas_that_would_do_harm_do_none(self):
        browser = self.browser(self.formula_app(), "/chat/new")
        browser.run("window.alert = () => { document.title = 'harmed'; }")
        browser.ask("harm")
        self.finished(browser)
        browser.until("none is drawn", lambda: browser.all("[data-words]"))
        browser.still()
        names = browser.run("""return [...new Set([...document.querySelectorAll('.math *')].map((one) => one.localName))]""")
        self.assertEqual(set(names) - ALLOWED, set())
        attributes = set(browser.run("""return [...new Set([...document.querySelectorAll('.math *')].flatMap((one) => one.getAttributeNames()))]"""))
        self.assertEqual({one for one in attributes if one.startswith("on") or one in ("style", "href", "src", "id")}, set())
        self.assertNotEqual(browser.run("return document.title"), "harmed")
        # Nothing reaches over what stands beside it, and no letter is larger than a heading.
        outside = browser.run("""return [...document.querySelectorAll('.math[data-words]')].filter((one) => {
            const box = one.getBoundingClientRect(), answer = one.closest('.answer').getBoundingClientRect();
            return box.left < answer.left - 8 || box.right > answer.right + 8 || getComputedStyle(one).overflowX === 'visible'; }).length""")
        self.assertEqual(outside, 0)
        self.assertLess(browser.run("return Math.max(...[...document.querySelectorAll('.math *')].map((one) => parseFloat(getComputedStyle(one).fontSize)))"), 30)
