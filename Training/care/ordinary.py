# SPDX-License-Identifier: Apache-2.0
"""Ordinary messages of people who are fine, from what Pocket is trained and Hearth's facts are measured with."""

import json
import pathlib
import random
import re

ROOT = pathlib.Path(__file__).parents[2]
NAMES = {"man": ("Tom", "Karim"), "woman": ("Anna", "Léa"), "name": ("Sam", "Camille")}
MOST = 1500  # of each language


def plain(line, place):
    """A line of a grammar with the first of each choice."""
    line = re.sub(r"\{\w+=([^|}]*)[^}]*\}", r"\1", line)
    line = re.sub(r"\[([^|\]]*)[^\]]*\]", r"\1", line)
    return re.sub(r"\{(\w+)\}", lambda m: NAMES.get(m[1], (m[1], m[1]))[place], line)


def dialogues(folder, place):
    """What users say in the dialogues, each by itself, or all of one dialogue as a long message."""
    for file in sorted(folder.glob("*.txt")):
        for part in re.split(r"\n= ", "\n" + file.read_text()):
            said = [plain(line[3:].strip(), place) for line in part.splitlines() if line.startswith("u: ")]
            # Some of them are not fine.
            if not said or re.search("mourir|suicid|die\\b|kill my|frapp|hit me", " ".join(said)):
                continue
            yield file.stem, said


def messages():
    for place, (lang, folder) in enumerate((("en", "english/dialogues"), ("fr", "french/dialogues"))):
        found = list(dialogues(ROOT / "Training/pocket/corpus" / folder, place))
        random.Random(5).shuffle(found)
        taken = 0
        for voice, said in found:
            texts = [" ".join(said)] if random.Random(said[0]).random() < 0.3 else said
            for one in texts:
                if taken < MOST:
                    taken += 1
                    yield {"voice": f"{lang}-{voice}", "text": one, "lang": lang}
    for line in (ROOT / "Tests/Fixtures/facts/messages.jsonl").read_text().splitlines():
        row = json.loads(line)
        lang = "fr" if re.search(r"\b(je|j'|le|la|les|est|mon|ma|une|un|pas|tu)\b", row["text"].lower()) else "en"
        yield {"voice": f"{lang}-facts", "text": row["text"], "lang": lang}
