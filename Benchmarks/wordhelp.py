#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much of what a model offers for words passes the rules, and how long that takes: wordhelp.py HEARTH MODEL [KIND…]

The learner knows the 120 first words of the French deck that comes with Hearth; 30 later ones are asked for. MODEL is a name or a
folder. Everything that would be shown is printed, to be read: rules cannot say whether a sentence is true.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

DECK = Path(__file__).resolve().parent.parent / "Sources/HearthWeb/SampleDeck/french.tsv"
KNOWN, ASKED = 120, 30
# As the app has it after a first answer, five days ago.
LEARNED = {
    "direction": 0, "isSuspended": False, "flag": 0, "reviews": [],
    "state": {"due": {"on": {"day": 99_999}}, "repetitions": 3, "lapses": 0, "lastReviewDay": 20_700, "firstReviewDay": 20_690,
              "card": {"phase": 2, "step": 0, "intervalDays": 9, "memory": {"stability": 9, "difficulty": 5}}},
}


def main() -> int:
    hearth, model, kinds = sys.argv[1], sys.argv[2], sys.argv[3:] or ["definition", "example", "mnemonic", "story"]
    rows = [line.split("\t") for line in DECK.read_text().splitlines() if line.strip()]
    step = (len(rows) - KNOWN) // ASKED
    asked = [row[0] for row in rows[KNOWN::step]][:ASKED]
    with tempfile.TemporaryDirectory() as home:
        run = lambda *words: subprocess.run(
            [hearth, "words", *words], env=os.environ | {"HEARTH_HOME": home}, check=True, capture_output=True, text=True).stdout
        learn(rows, home, run)
        for kind in kinds:
            groups = [asked[place:place + 5] for place in range(0, ASKED, 5)] if kind == "story" else [asked]
            lines = []
            for group in groups:
                out = run("suggest", *group, "--kind", kind, "--model", model, "--without-dictionaries", "--json")
                lines += [json.loads(line) for line in out.splitlines()]
            report(kind, lines)
    return 0


def learn(rows, home, run):
    """A deck of the words, the first of which have been learned."""
    words = []
    for place, (word, phonetic, translation, example) in enumerate(rows):
        content = {"word": word, "phonetic": phonetic, "translation": translation, "example": example}
        words.append({"deck": 0, "content": content} | ({"cards": [LEARNED]} if place < KNOWN else {}))
    file = Path(home) / "words.json"
    file.write_text(json.dumps({
        "format": "hearth-words/1", "words": words,
        "decks": [{"path": ["French"], "settings": {"wordLanguage": "fr", "translationLanguage": "en"}}]}))
    run("import", str(file))


def report(kind, lines):
    passed = [line for line in lines if "failure" not in line]
    seconds = sorted(line["seconds"] for line in lines)
    print(f"\n{kind}: {len(passed)} of {len(lines)} offered; median {statistics.median(seconds):.1f} s, longest {seconds[-1]:.1f} s")
    for line in lines:
        offers = "; ".join(one["text"] + (f"  [{one['note']}]" if one["note"] else "") for one in line.get("suggestions", []))
        print(f"  {line['word']}: {offers or '- ' + line['failure']}")


if __name__ == "__main__":
    sys.exit(main())
