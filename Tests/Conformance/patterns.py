#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Records what Hugging Face's `tokenizers` finds with regular expressions, and makes of texts in each normalization form.

usage: python3 -m venv /tmp/v && /tmp/v/bin/pip install tokenizers==0.23.3 && /tmp/v/bin/python Tests/Conformance/patterns.py
Writes Tests/Fixtures/tokenizers/patterns.jsonl and normalization.jsonl, the same on every run.
Its expressions are Oniguruma's. A normalized text is recorded where Python's own unicodedata agrees with the library.
"""
import json
import os
import random
import sys
import unicodedata

sys.path.pop(0)  # this folder, whose tokenizers.py would be found as the module `tokenizers`
from tokenizers import Regex
from tokenizers import normalizers
from tokenizers.pre_tokenizers import Split

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Fixtures/tokenizers")

TEXTS = [
    "The quick brown fox's 3 dogs, 42 cats\nand a_b-c: 1,234.56!\n", "  two\t tabs\r\n\r\nx\u00a0y\u2003z ",
    "Élève ﬁnal Straße ẞ ǅ ſ K İı Σσς", "日本語カナ 한국어 שלום ١٢٣ Ⅷ ①", "aaa aab abb bbb abab \n\na", "e\u0301 😀👩\u200d💻 \u1e9b\u0323",
    "foo.bar(baz[0], {x: -1}) && ^y$ | \\d", "",
]
PATTERNS = [
    # Choices, repetitions, and how greedy they are.
    r"a|ab|abb", r"(?:a|ab)b", r"a*", r"a*?b", r"a+?", r"a??b", r"(?:ab)+", r"(?:a|b)*+b", r"a++b", r"a?+ab", r"\w{2}", r"\w{2,}",
    r"\w{,3}", r"\w{2,3}?", r"a{2}?b", r"a{2}+", r"x{,}", r"a{ 2}", r"(?:a?){3}b", r"(?:a*)*b", r"(?:a|)+b", r"(?>a+)ab", r"(?>a|ab)b",
    # Classes.
    r"[aeiou]+", r"[^aeiou\s]+", r"[a-c&&[^b]]+", r"[a-z&&[aeiou]&&[^i]]", r"[\w&&[^\d_]]+", r"[[a-c][x-z]]+", r"[\d.,]+", r"[a\-c]+",
    r"[-a]+", r"[a-]+", r"[]a]+", r"[\]\[]", r"[^\n]+", r"[[:alpha:]]+", r"[[:^alpha:]]+", r"[[:space:]]+", r"[[:digit:]]+",
    r"[[:upper:]][[:lower:]]*", r"[[:word:]]+", r"[[:alnum:]]+", r"[[:xdigit:]]+", r"[[:cntrl:]]", r"[[:graph:]]+", r"[[:blank:]]",
    # Properties.
    r"\p{L}+", r"\p{^L}+", r"\P{L}+", r"\p{Lu}\p{Ll}*", r"\p{N}{1,3}", r"\p{Nd}+", r"\p{Han}+", r"\p{Hiragana}|\p{Katakana}+", r"\p{Hangul}",
    r"\p{Greek}+", r"\p{Hebrew}+", r"\p{Arabic}+", r"\p{Latin}+", r"\p{M}", r"\p{Lt}|\p{Lm}|\p{Lo}", r"\p{P}+", r"\p{S}", r"\p{Z}+", r"\p{Cf}",
    r"\p{Alphabetic}+", r"\p{White_Space}+", r"[\p{L}\p{M}]+", r"[^\p{L}\p{N}\s]+",
    # Shorthands and escapes.
    r"\d+", r"\D+", r"\s+", r"\S+", r"\w+", r"\W+", r"\h+", r"\H+", r"\R", r"\t|\r|\n", r"\x41|\x{1F600}|\u00e9", r"\.|\\|\[", r"\N+", r"\O",
    # Ends and boundaries.
    r"^\w+", r"\w+$", r"\A\w", r"\w\z", r"\n\z", r"\s\Z", r"\b\w", r"\w\b", r"\B\w", r"^$", r"^", r"$", r"\b", r"\G\w",
    # Looking around.
    r"\s+(?!\S)", r"\w+(?=,)", r"(?<=a)b", r"(?<!a)b", r"(?<=\d)(?=\d)", r"(?<=\s|^)\w", r"(?<=ab|c)\w", r"(?=(?:\d{3})+(?!\d))", r"(?<![\w.])\d+",
    # Options.
    r"(?i)straße", r"(?i)[a-c]+", r"(?i:THE) \w", r"(?i)k", r"(?i)σ", r"(?i:'s|'t|'re)", r"(?m).+", r"(?m:a.b)", r".+", r"(?x) a  b # c", r"(?i)é(?-i)l",
    r"(?#comment)fox", r"(?<name>a)b", r"(a)(b)",
    # Those of published tokenizers.
    r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    r"[一-龥\u3040-ゟ゠-ヿ]+", r"\p{N}{1,3}(?=(?:\p{N}{3})*\b)",
]


def made(rng, depth=0):
    """An expression over a, b and c."""
    kind = rng.choice(["letter"] * 4 + (["sequence"] * 4 + ["choice", "choice", "repeat", "repeat", "look", "atomic"]) * (depth < 4))
    if kind == "letter":
        return rng.choice(["a", "b", "c", "[ab]", "[^a]", ".", r"\b", "^", "$"] if depth else ["a", "b"])
    if kind == "sequence":
        return "".join(made(rng, depth + 1) for _ in range(rng.randint(2, 3)))
    if kind == "choice":
        return "(?:" + "|".join(made(rng, depth + 1) for _ in range(rng.randint(2, 3))) + ")"
    if kind == "repeat":
        mark = rng.choice(["*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{1,2}", "{0,2}?", "{2,}"])
        return "(?:" + made(rng, depth + 1) + ")" + mark
    if kind == "look":
        return rng.choice(["(?=", "(?!"]) + made(rng, depth + 1) + ")"
    return "(?>" + made(rng, depth + 1) + ")"


def matches(pattern, text):
    return [piece for piece, _ in Split(Regex(pattern), "removed", invert=True).pre_tokenize_str(text)]


def patterns():
    for pattern in PATTERNS:
        yield {"pattern": pattern, "cases": [{"text": t, "matches": matches(pattern, t)} for t in TEXTS]}
    rng = random.Random(20261124)
    kept = 0
    while kept < 250:
        pattern = made(rng)
        try:
            Regex(pattern)
        except Exception:  # such as a repeated anchor, which Oniguruma refuses
            continue
        texts = ["".join(rng.choices("aabbc\n", k=rng.randint(3, 12))) for _ in range(4)]
        cases = [{"text": text, "matches": matches(pattern, text)} for text in texts]
        # Oniguruma gives up on `{2,}` of what can be empty, where there is a match.
        if len(pattern) > 4 and "){2,}" not in pattern and any(case["matches"] for case in cases):
            kept += 1
            yield {"pattern": pattern, "cases": cases}


FORMS = {"nfc": normalizers.NFC(), "nfd": normalizers.NFD(), "nfkc": normalizers.NFKC(), "nfkd": normalizers.NFKD()}
# Part 0 of Unicode's NormalizationTest.txt.
SPECIFIC = """1E0A 1E0C 1E0A+0323 1E0C+0307 0044+0307+0323 0044+0323+0307 1E0A+031B 1E0C+031B 1E0A+031B+0323 1E0C+031B+0307
0044+031B+0307+0323 0044+031B+0323+0307 00C8 0112 0045+0300 0045+0304 1E14 0112+0300 1E14+0304 0045+0304+0300 0045+0300+0304
05B8+05B9+05B1+0591+05C3+05B0+05AC+059F 0592+05B7+05BC+05A5+05B0+05C0+05C4+05AD 1100+AC00+11A8 1100+AC00+11A8+11A8"""
# Published after Unicode 9, where the library's tables end: it leaves them as they are.
LATE = "A7F2 A7F3 A7F4 10781 11938 1DF0B+0301 1DFA+0301 0061+1DF9+0315 32FF"


def scalars(codes):
    return ["".join(chr(int(c, 16)) for c in text.split("+")) for text in codes.split()]


def normalization():
    rng = random.Random(20261124)
    decomposed = [chr(c) for c in range(0x110000) if unicodedata.decomposition(chr(c))]
    hangul = [chr(c) for c in range(0xAC00, 0xD7A4, 997)] + [a + b for a in "\u1100\u1112\u1113" for b in "\u1161\u1175\u1176"]
    hangul += ["\uac00" + t for t in "\u11a7\u11a8\u11c2\u11c3"] + ["\uac01\u11a8", "\u1100\u1161\u11a8\u0301"]
    marks = [chr(c) for c in range(0x110000) if unicodedata.combining(chr(c))]
    ordered = [text for m in marks[::6] for text in (f"a\u0315\u0300\u05ae{m}b", f"a{m}\u0315\u0300\u05aeb")]
    starters = list("aeEDo\u1100\uac00 \u00e9\u1e0c\u03b1") + decomposed[::97]
    mixed = ["".join(rng.choice(starters) + "".join(rng.choices(marks, k=rng.randint(0, 4))) for _ in range(rng.randint(1, 4)))
             for _ in range(200)]
    late = scalars(LATE)
    for text in scalars(SPECIFIC) + decomposed[::8] + hangul + ordered + mixed + late:
        found = {name: form.normalize_str(text) for name, form in FORMS.items()}
        if text in late:
            assert set(found.values()) == {text}, ascii(text)
        elif found != {name: unicodedata.normalize(name.upper(), text) for name in FORMS}:
            continue  # a scalar that the library's tables do not have yet
        yield {"text": text, **{name: value for name, value in found.items() if value != text}}


for name, lines in [("patterns", patterns()), ("normalization", normalization())]:
    with open(f"{OUT}/{name}.jsonl", "w", encoding="utf-8") as out:
        for line in lines:
            out.write(json.dumps(line, ensure_ascii=True) + "\n")
