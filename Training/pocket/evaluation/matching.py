# SPDX-License-Identifier: Apache-2.0
"""Whether an answer contains a phrase, whatever its case, accents and punctuation."""
import json
import os
import re
import unicodedata

with open(os.path.join(os.path.dirname(__file__), "patterns.json"), encoding="utf-8") as file:
    PATTERNS = json.load(file)


def words(text: str, wildcards: bool = False) -> list[str]:
    """The words of a text in lower case and without accents: "N'as-tu pas" gives n, as, tu, pas.

    With `wildcards`, a `*` that ends a word stays with it.
    """
    text = text.replace("œ", "oe").replace("Œ", "oe").replace("æ", "ae")
    plain = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return re.findall(r"[^\W_]+\*?" if wildcards else r"[^\W_]+", plain)


def contains(text: str, phrase: str) -> bool:
    """Whether the words of the phrase stand in the text, one behind the other; `teach*` is also teacher and teaches."""
    have, want = words(text), words(phrase, wildcards=True)
    return any(all(map(_same, have[at:], want)) for at in range(len(have) - len(want) + 1))


def _same(word: str, pattern: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


def expand(phrases: list[str], language: str) -> list[str]:
    """The phrases, with those of patterns.json in the place of each @name."""
    lists = (PATTERNS[p[1:]][language] if p.startswith("@") else [p] for p in phrases)
    return [phrase for phrases in lists for phrase in phrases]


def first(text: str, phrases: list[str], language: str) -> str | None:
    """The first of the phrases that the text contains."""
    return next((phrase for phrase in expand(phrases, language) if contains(text, phrase)), None)
