# SPDX-License-Identifier: Apache-2.0
"""How a message is read for facts: words with their places, units, kinds of words, and the signs of a unit and of a word.

Hearth's SlotText.swift and SlotFeatures.swift do the same. A change here needs the same change there, and a new fit.
"""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).parents[1] / "care"))
from text import APOSTROPHES, CLAUSES, ENDS, LETTERS, Reader as CareReader, key, tokens as plain_tokens  # noqa: E402,F401

LANGUAGE = pathlib.Path(__file__).parents[2] / "Sources/HearthMemory/Language/Data"
LONGEST_UNIT = 28  # words behind which a unit without an end is cut
NEAR = 6  # words between two kinds that belong together
SCOPE = 4  # words that a negation reaches
RUN = 4  # letters in a row
MARKS = (",", "?")  # stand in a unit like words and are never part of a value
OF_MESSAGE = ("ASK", "FIC", "REPORT", "IF", "YOU", "JOKE")  # kinds that change how the whole message is meant

# Dictation has no marks, so a unit also ends where words say that something new begins: before a joint that a subject follows
# or that gives a cause, and before a subject behind a comma or that no word of GLUE ties to what stands before it.
JOINTS = set("and but so because cause cos then plus also though while et mais donc parce car puis alors pis".split())
CAUSES = set("but because cause cos though mais parce car".split())
SUBJECTS = set("i my we our he she they his her it there je j mon ma mes on nous notre il elle ils elles c ca ya y".split())
STARTERS = set("i we he she they je j on nous il elle ils elles".split())
GLUE = set(
    """that which when if what who where how why as than like and or of with for to in on at from about because cause cos
    que qu qui quand si ou comme de d a avec pour dans chez sur par et mais donc parce car think know say said says hope wish
    told guess swear dont ce do did am was is are were have had can could should would est ai suis sais crois pense dit""".split()
)


class Word:
    """A word as it is read, and where it stands in the text, in scalars."""

    __slots__ = ("text", "start", "end", "capital")

    def __init__(self, text, start, end, capital):
        self.text, self.start, self.end, self.capital = text, start, end, capital


def tokens(text):
    """The words of a text with their places, as `tokens` of care without them, and to the end of the text."""
    found, word, start = [], [], 0

    def end(at):
        nonlocal word
        if word:
            found.append(Word("".join(word), start, at, text[start].isupper()))
            word = []

    for at, c in enumerate(text):
        code = ord(c)
        letters = LETTERS.get(c)
        if letters is not None:
            if not word:
                start = at
            word.append(letters)
            continue
        if 0x300 <= code <= 0x36F or code in (0xFE0F, 0x200D, 0xAD) or 0x1F3FB <= code <= 0x1F3FF:
            continue
        if c in APOSTROPHES:
            if word:
                word.append("'")
            continue
        end(at)
        if c in ENDS:
            if found and found[-1].text != ".":
                if c == "?":
                    found.append(Word("?", at, at + 1, False))
                found.append(Word(".", at, at + 1, False))
        elif c in CLAUSES:
            found.append(Word(",", at, at + 1, False))
        elif code >= 0x2600:
            found.append(Word(c, at, at + 1, False))
    end(len(text))
    return found


class Kinds:
    """Kinds of words, such as jobs and towns, by whole words, by beginnings and by several words in a row."""

    def __init__(self, spelled):
        self.words, self.beginnings, self.rows = {}, {}, {}
        for lang in ("en", "fr"):
            for line in (LANGUAGE / lang / "kinds.txt").read_text().splitlines():
                if not line or line[0] == "#":
                    continue
                kind, entries = line.split(": ")
                for entry in entries.split():
                    star = entry.endswith("*")
                    parts = [w for part in entry.rstrip("*").split("_") for t in plain_tokens(part) for w in spelled(t)]
                    if len(parts) > 1:
                        self.rows.setdefault(parts[0], []).append((parts[1:], star, kind))
                    elif star:
                        self.beginnings.setdefault(parts[0], []).append(kind)
                    elif parts:
                        self.words.setdefault(parts[0], []).append(kind)

    def of(self, words, i):
        """The kinds of a word, in order; those of several words in a row belong to the first of them."""
        w = words[i]
        kinds = list(self.words.get(w, ()))
        for n in range(3, len(w) + 1):
            kinds += self.beginnings.get(w[:n], ())
        for rest, star, kind in self.rows.get(w, ()):
            there = words[i + 1:i + 1 + len(rest)]
            if there == rest or star and len(there) == len(rest) and there[:-1] == rest[:-1] and there[-1].startswith(rest[-1]):
                kinds.append(kind)
        return sorted(set(kinds))


class Reader:
    def __init__(self):
        self.spelled = CareReader().spelled
        self.kinds = Kinds(self.spelled)

    def units(self, text):
        """Stretches of a message that say one thing, each a list of words."""
        units, unit = [], []

        def end():
            nonlocal unit
            while unit and unit[0].text == ",":
                unit.pop(0)
            while unit and unit[-1].text == ",":
                unit.pop()
            if unit:
                units.append(unit)
            unit = []

        read = []
        for token in tokens(text):
            if token.text == ".":
                read.append(token)
            else:
                for i, w in enumerate(self.spelled(token.text)):
                    read.append(Word(w, token.start, token.end, token.capital and i == 0))
        for i, word in enumerate(read):
            t = word.text
            if t == ".":
                end()
                continue
            following = read[i + 1].text if i + 1 < len(read) else "."
            before = unit[-1].text if unit else "."
            bare = len([w for w in unit if w.text != ","])
            if before == "," and bare >= 3 and t in SUBJECTS:
                end()
            elif bare >= 2 and t in JOINTS and (t in CAUSES or following in SUBJECTS):
                end()
            elif bare >= 6 and t in STARTERS and before not in GLUE and before != ",":
                end()
            elif len(unit) >= LONGEST_UNIT:
                end()
            unit.append(word)
        end()
        return units

    def context(self, units):
        """Each unit with its plain words and their kinds, which all of its signs are made of."""
        rows = []
        for unit in units:
            words = [w.text for w in unit]
            kinds = [self.kinds.of(words, i) for i in range(len(words))]
            rows.append((unit, words, kinds))
        return rows

    def features(self, rows, at):
        """What is looked at in a unit, in four groups: words, letters, kinds, and what stands around it.

        The first letter of a sign says what it is of; SlotFeatures.swift has the same letters.
        """
        _, words, kinds = rows[at]
        message = {"M" + k for _, _, every in rows for ks in every for k in ks if k in OF_MESSAGE}
        return [said(words), letters(words), paired(words, kinds) | denied(words, kinds), around(rows, at) | message]

    def tags(self, row, i):
        """What is looked at in a word when the stretch is sought that is the value of a slot."""
        unit, words, kinds = row

        def at(j):
            return words[j] if 0 <= j < len(words) else "^" if j < 0 else "$"

        def kind(j):
            return kinds[j] if 0 <= j < len(words) else ()

        found = ["0" + at(i), "1" + at(i - 1), "2" + at(i + 1)]
        found += ["3" + at(i - 2) + " " + at(i - 1), "4" + at(i + 1) + " " + at(i + 2)]
        found += ["5" + at(i - 2), "6" + at(i + 2)]
        found += ["k" + k for k in kind(i)]
        found += ["p" + k for k in kind(i - 1)]
        found += ["n" + k for k in kind(i + 1)]
        found += ["q" + k for k in kind(i - 2)]
        w = at(i)
        if w[0].isascii():
            found += ["e" + w[-3:], "e" + w[-2:]]
        if unit[i].capital:
            found.append("C" + ("0" if i == 0 else "1"))
        if i and unit[i - 1].capital:
            found.append("c-")
        if i + 1 < len(unit) and unit[i + 1].capital:
            found.append("c+")
        if w[0].isdigit():
            found.append("D")
        if not kind(i):
            found.append("K-")
        found.append("l" + str(min(len(w.encode()), 6)))
        return found


def said(words):
    """Words, and two in a row."""
    row = ["^"] + words + ["$"]
    return {"w" + w for w in words} | {"b" + a + " " + b for a, b in zip(row, row[1:])}


def letters(words):
    found = set()
    for w in words:
        if not w[0].isascii() or w in MARKS:
            continue
        edged = "<" + w + ">"
        found |= {"c" + edged[i:i + RUN] for i in range(len(edged) - RUN + 1)}
    return found


def paired(words, kinds):
    """Kinds, each with the word before and behind it and with kinds nearby."""
    found, n = set(), len(words)
    for i in range(n):
        for a in kinds[i]:
            found.add("k" + a)
            if i + 1 < n:
                found.add("m" + a + " " + words[i + 1])
            if i:
                found.add("m" + words[i - 1] + " " + a)
            for j in range(i, min(n, i + NEAR + 1)):
                found |= {"p" + a + " " + b for b in kinds[j] if j > i or a < b}
    return found


def denied(words, kinds):
    """Words and kinds that a negation reaches; a comma ends its reach."""
    found, left = set(), 0
    for word, of_word in zip(words, kinds):
        if word == ",":
            left = 0
        if left:
            left -= 1
            found.add("n" + word)
            found |= {"N" + k for k in of_word}
        if "NOT" in of_word or "NOMORE" in of_word:
            left = SCOPE
    return found


def around(rows, at):
    """How a unit begins and ends, how it is written, how long it and the message are, and what the units beside it are about."""
    unit, words, kinds = rows[at]
    found = {"f" + words[0], "l" + words[-1]}
    found |= {"F" + k for k in kinds[0]}
    if any(w.capital for w in unit[1:]):
        found.add("xcapital")
    if any(w[0].isdigit() for w in words):
        found.add("xdigit")
    found.add("xlength" + str(min(len(words), 12) // 3))
    found.add("xunits" + str(min(len(rows), 9) // 3))
    for name, place in (("A", at - 1), ("B", at + 1)):
        if 0 <= place < len(rows):
            _, beside, theirs = rows[place]
            found |= {name + k for ks in theirs for k in ks}
            found |= {name + "w" + w for w in (beside[0], beside[-1])}
        else:
            found.add(name + "none")
    return found
