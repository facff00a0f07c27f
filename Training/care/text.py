# SPDX-License-Identifier: Apache-2.0
"""How a text is read: spelling, sentences, windows, and the features of a window. Hearth's SpelledText.swift does the same."""

import pathlib
import unicodedata

RESOURCES = pathlib.Path(__file__).parents[2] / "Sources/HearthMemory/Care/CareModel"
LONGEST = 6000  # scalars that are read
SENTENCE = 24  # words after which a sentence without an end is cut
STEP = 16
NEAR = 6  # words between two signs that belong together
SCOPE = 4  # words that a negation reaches
PLAIN = 8  # added to the number of features of a window, so that those of a short one count for less

LETTERS = {}
for code in range(0xC0, 0x250):
    letter = chr(code)
    base = unicodedata.normalize("NFD", letter.lower())
    plain = "".join(c for c in base if "a" <= c <= "z")
    if plain:
        LETTERS[letter] = plain
for pair, plain in {"œ": "oe", "Œ": "oe", "æ": "ae", "Æ": "ae", "ß": "ss", "ø": "o", "Ø": "o", "đ": "d", "ł": "l"}.items():
    LETTERS[pair] = plain
for code in range(26):
    LETTERS[chr(65 + code)] = LETTERS[chr(97 + code)] = chr(97 + code)
for code in range(10):
    LETTERS[chr(48 + code)] = chr(48 + code)

APOSTROPHES = "'’‘`´ʼ"
ENDS = ".!?\n…;"
PUNCTUATION = (".", ",", "?")
CLAUSES = ",:()–—\"«»“”"


def tokens(text):
    """The words of a text in plain letters, with `.` for ends of sentences, `,` for those of clauses, and signs such as hearts."""
    found, word = [], []
    for c in text[:LONGEST]:
        code = ord(c)
        letters = LETTERS.get(c)
        if letters is not None:
            word.append(letters)
            continue
        if 0x300 <= code <= 0x36F or code in (0xFE0F, 0x200D, 0xAD) or 0x1F3FB <= code <= 0x1F3FF:
            continue
        if c in APOSTROPHES:
            if word:
                word.append("'")
            continue
        if word:
            found.append("".join(word))
            word = []
        if c in ENDS:
            if found and found[-1] != ".":
                found += ["?", "."] if c == "?" else ["."]
        elif c in CLAUSES:
            found.append(",")
        elif code >= 0x2600:
            found.append(c)
    if word:
        found.append("".join(word))
    return found


def single(word):
    """A word whose letters stand once where they stand in a row: `killll`, `kill` and `kil` are one."""
    out = []
    for c in word:
        if not out or out[-1] != c:
            out.append(c)
    return "".join(out)


def key(feature):
    """FNV-1a with the finish of MurmurHash3."""
    h = 0x811C9DC5
    for byte in feature.encode():
        h = (h ^ byte) * 0x01000193 & 0xFFFFFFFF
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return h ^ h >> 16


class Reader:
    def __init__(self, spelling=RESOURCES / "spelling.txt", signals=RESOURCES / "signals.txt"):
        self.spelling = {}
        for line in spelling.read_text().splitlines():
            if line and line[0] != "#":
                written, read = line.split(":")
                self.spelling["".join(LETTERS.get(c, c) for c in written.strip())] = [single(w) for w in read.split()]
        self.words, self.beginnings, self.rows = {}, {}, {}
        for line in signals.read_text().splitlines():
            if not line or line[0] == "#":
                continue
            kind, entries = line.split(": ")
            for entry in entries.split():
                star = entry.endswith("*")
                written = [token for part in entry.rstrip("*").split("_") for token in tokens(part)]
                parts = [w for token in written for w in self.spelled(token)]
                if len(parts) > 1:
                    row = self.rows.setdefault(parts[0], [])
                    row.append((parts[1:], star, kind))
                elif star:
                    self.beginnings.setdefault(parts[0], []).append(kind)
                else:
                    self.words.setdefault(parts[0], []).append(kind)

    def spelled(self, word):
        """A word of `tokens` as it is read: one or several."""
        if word in PUNCTUATION or not word[0].isascii():
            return [word]
        bare = word.replace("'", "")
        if not bare:
            return []
        known = self.spelling.get(bare)
        if known:
            return known
        if "'" in word:
            parts = [p for p in word.split("'") if p]
            # An elision before a vowel or an h; English has its letters behind.
            if len(parts) == 2 and len(parts[0]) <= 2 or parts[0] in ("qu", "jusqu", "lorsqu", "puisqu", "quelqu"):
                return [single(p) for p in parts]
            if len(parts) == 2 and parts[1] == "s":
                return [single(parts[0])]
            return [single(bare)]
        if len(bare) > 2 and bare[0] == "j" and bare[1] in "bcdfglmnprstvz":
            return ["je"] + (self.spelling.get(bare[1:]) or [single(bare[1:])])
        return [single(bare)]

    def read(self, text):
        """The sentences of a text: lists of words."""
        sentences, sentence = [], []
        for token in tokens(text):
            if token == ".":
                if sentence:
                    sentences.append(sentence)
                sentence = []
            else:
                sentence += self.spelled(token)
        if sentence:
            sentences.append(sentence)
        return sentences

    def windows(self, sentences):
        """What is looked at: the whole first, then sentences, two in a row, and stretches of long ones."""
        whole = [w for s in sentences for w in s + ["."]][:-1]
        found, pieces = [whole], []
        for s in sentences:
            if len(s) <= SENTENCE:
                pieces.append(s)
            else:
                for start in range(0, len(s), STEP):
                    pieces.append(s[start:start + SENTENCE])
                    if start + SENTENCE >= len(s):
                        break
        for i, p in enumerate(pieces):
            found.append(p)
            if i + 1 < len(pieces):
                found.append(p + ["."] + pieces[i + 1])
        return found if len(pieces) > 1 else [whole]

    def kinds(self, words, i):
        w = words[i]
        kinds = list(self.words.get(w, ()))
        for n in range(3, len(w) + 1):
            kinds += self.beginnings.get(w[:n], ())
        for rest, star, kind in self.rows.get(w, ()):
            end = i + 1 + len(rest)
            if end > len(words):
                continue
            there = words[i + 1:end]
            if there == rest or star and there[:-1] == rest[:-1] and there[-1].startswith(rest[-1]):
                kinds.append(kind)
        return sorted(set(kinds))

    def features(self, words):
        """What is looked at in a window, in three groups: words in a row, letters, and signs with what a negation reaches."""
        n = len(words)
        kinds = [self.kinds(words, i) for i in range(n)]
        row = ["^"] + words + ["$"]
        said = {"w" + w for w in words}
        said |= {"b" + a + " " + b for a, b in zip(row, row[1:])}
        said |= {"s" + a + " " + b for a, b in zip(words, words[2:])}
        said |= {"t" + a + " " + b + " " + c for a, b, c in zip(words, words[1:], words[2:])}
        letters = set()
        for w in words:
            if w in PUNCTUATION or not w[0].isascii():
                continue
            edged = "<" + w + ">"
            for size in (3, 4, 5):
                letters |= {"c" + edged[i:i + size] for i in range(len(edged) - size + 1)}
        signs = set()
        for i in range(n):
            for a in kinds[i]:
                signs.add("k" + a)
                if i + 1 < n:
                    signs.add("m" + a + " " + words[i + 1])
                if i:
                    signs.add("m" + words[i - 1] + " " + a)
                for j in range(i, min(n, i + NEAR + 1)):
                    signs |= {"p" + a + " " + b for b in kinds[j] if j > i or a < b}
        denied, left = set(), 0
        for i in range(n):
            if words[i] in PUNCTUATION:
                left = 0
            if left:
                left -= 1
                denied.add("n" + words[i])
                denied |= {"N" + k for k in kinds[i]}
            if "NOT" in kinds[i] or "NOMORE" in kinds[i]:
                left = SCOPE
                if i:
                    denied.add("n<" + words[i - 1])
        return [said, letters, signs | denied]
