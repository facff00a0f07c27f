# SPDX-License-Identifier: Apache-2.0
"""Sentence templates: `[a|b|]` is one of its alternatives, `{slot}` is a value."""
import os
import random
import re
from collections.abc import Iterator

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
_SPACES = re.compile(r"\s+")
_BEFORE = re.compile(r"\s+([,.!?;:])")
_ARTICLE = re.compile(r"\b([Aa]) (?=[aeiouAEIOU](?!ni[a-z]|ne\b|ser?\b|sed\b|ur))")


def lines(text: str) -> list[str]:
    """One template a line; blank lines are skipped."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def texts(folder: str) -> Iterator[str]:
    """What the .txt files of a folder hold, in the order of their names."""
    for name in sorted(os.listdir(folder)):
        if name.endswith(".txt"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield file.read()


def pick(rng: random.Random, options):
    """One of a sequence, each as likely as the others."""
    return options[int(rng.random() * len(options))]


class First(random.Random):
    """Draws the first of all options: for what Hearth answers from memory, where one wording is learned sooner than many."""

    def random(self) -> float:
        return 0.0


def expand(rng: random.Random, template: str, slots: dict[str, str] | None = None) -> str:
    """Chooses among the alternatives, fills the slots in and tidies the spaces."""
    template = choose(rng, template)
    if slots and "{" in template:
        template = _SLOT.sub(lambda match: slots[match.group(1)], template)
        if "{" in template:
            template = _SLOT.sub(lambda match: slots[match.group(1)], template)
    return _BEFORE.sub(r"\1", _SPACES.sub(" ", template)).strip()


def choose(rng: random.Random, template: str) -> str:
    """Chooses among the alternatives, innermost first."""
    while "[" in template:
        template = _CHOICE.sub(lambda match: pick(rng, match.group(1).split("|")), template)
    return template


def alternatives(text: str) -> list[str]:
    """The parts between bars that stand in no bracket."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "[") - (letter == "]")
        if letter == "|" and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


def articles(text: str) -> str:
    """English: "a" before a vowel becomes "an"."""
    return _ARTICLE.sub(lambda match: match.group(1) + "n ", text)


def capital(text: str) -> str:
    """The first letter in upper case."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """A capital at the start and a full stop at the end, where there is no other mark."""
    text = capital(text)
    return text if text[-1:] in ".!?…\"" else text + "."
