# SPDX-License-Identifier: Apache-2.0
"""Whether an answer is good: each scorer takes an item of its set and the answer, and returns what is wrong, or nothing."""
import re
from collections import Counter

from evaluation.matching import first, words

TITLE_WORDS = 6
EXAMPLE_WORDS = 3
MOST, ENOUGH = 0.6, 0.4  # of the wanted words, and of those of the answer


def mentions(item: dict, answer: str) -> str | None:
    """For recall and for questions about itself: one of `expect` is there, and none of `reject`."""
    language = item["language"]
    if wrong := first(answer, item.get("reject", []), language):
        return f"contains {wrong!r}"
    if not first(answer, item["expect"], language):
        return "has none of " + ", ".join(item["expect"])
    return None


def admits(item: dict, answer: str) -> str | None:
    """For what nobody said: the answer says that it does not know, and gives none of the values nearby."""
    return mentions({**item, "expect": ["@unknown"]}, answer)


def repeats(item: dict, answer: str) -> str | None:
    """Most of the wanted words are there, and not too many others: it is the same sentence of what was said, or enough of it."""
    wanted, said = Counter(words(item["wanted"])), Counter(words(answer))
    shared = (wanted & said).total()
    return None if shared >= MOST * wanted.total() and shared >= ENOUGH * said.total() else f"is not {item['wanted']!r}"


def titles(item: dict, answer: str) -> str | None:
    """A title is one line of at most six words, says what it is about, repeats no word and is in the right language."""
    language = item["language"]
    other = "fr" if language == "en" else "en"
    if not answer.strip() or "\n" in answer.strip():
        return "is not one line"
    if len(answer.split()) > TITLE_WORDS:
        return f"has more than {TITLE_WORDS} words"
    if foreign := first(answer, ["@function_words"], other):
        return f"is not in the right language: {foreign!r}"
    found = [word for word in words(answer) if len(word) > 1 and not first(word, ["@function_words"], language)]
    if len(set(found)) < len(found):
        return "repeats a word"
    return None if first(answer, item["words"], language) else "has none of " + ", ".join(item["words"])


def defines(item: dict, answer: str) -> str | None:
    """A sentence holds a key word of the definition, and a later one the word itself, in use."""
    language = item["language"]
    sentences = [s for s in re.split(r"[.!?…\n\"“”«»]+", answer) if words(s)]
    meant = [at for at, s in enumerate(sentences) if first(s, item["keys"], language)]
    if not meant:
        return "has none of " + ", ".join(item["keys"])
    examples = [s for s in sentences[meant[0] + 1 :] if len(words(s)) >= EXAMPLE_WORDS]
    return None if any(first(s, item["forms"], language) for s in examples) else "has no example sentence"
