# SPDX-License-Identifier: Apache-2.0
"""Writes words.tsv, the common words with their short definitions, from WordNet 3.0 (Debian package wordnet-base).

    python corpus/english/words.py [/usr/share/wordnet]
"""
import os
import re
import sys

WORDS = 1_300
HERE = os.path.dirname(__file__)
# The numbers of WordNet's lexicographer files that words.tsv keeps, lexnames(5WN).
LEXNAMES = dict(enumerate(
    """adj.all adj.pert adv.all noun.Tops noun.act noun.animal noun.artifact noun.attribute noun.body noun.cognition noun.communication
    noun.event noun.feeling noun.food noun.group noun.location noun.motive noun.object noun.person noun.phenomenon noun.plant
    noun.possession noun.process noun.quantity noun.relation noun.shape noun.state noun.substance noun.time verb.body verb.change
    verb.cognition verb.communication verb.competition verb.consumption verb.contact verb.creation verb.emotion verb.motion
    verb.perception verb.possession verb.social verb.stative verb.weather adj.ppl""".split()))
UNFIT = re.compile(r"sex|genital|kill|drug|slave|racial|negro|excre|urin|nazi|\(|\bUS\b|British|Christ|God\b|offensive|prostit")


def counts(folder: str) -> dict[str, int]:
    """How often each sense key was met in WordNet's own tagged texts, by "lemma%category", summed over nothing but the first sense."""
    found: dict[str, int] = {}
    with open(os.path.join(folder, "cntlist.rev"), encoding="latin-1") as file:
        for line in file:
            key, number, count = line.split()
            if number == "1":
                lemma, rest = key.split("%")
                found[f"{lemma}%{rest[0]}"] = int(count)
    return found


def senses(folder: str, part: str):
    """Lemma and first synset of every entry: `(lemma, lexname, gloss)`."""
    with open(os.path.join(folder, f"data.{part}"), "rb") as file:
        data = file.read()
    with open(os.path.join(folder, f"index.{part}"), encoding="latin-1") as file:
        for line in file:
            if line.startswith(" "):
                continue
            fields = line.split()
            pointers = int(fields[3])
            start = int(fields[4 + pointers + 2])
            entry = data[start : data.index(b"\n", start)].decode("latin-1")
            yield fields[0], LEXNAMES[int(entry.split()[1])], entry.split("|", 1)[1].strip()


def split_gloss(gloss: str) -> tuple[str, list[str]]:
    """A gloss as its definition and its examples."""
    examples = re.findall(r'"([^"]+)"', gloss)
    return gloss.split('"')[0].strip().rstrip(";").strip(), examples


def main(folder: str) -> None:
    often = counts(folder)
    rows = []
    for part, digit in (("noun", "1"), ("verb", "2"), ("adj", "35"), ("adv", "4")):
        for lemma, lexname, gloss in senses(folder, part):
            count = max(often.get(f"{lemma}%{one}", 0) for one in digit)
            definition, examples = split_gloss(gloss)
            definition = re.sub(r"^\([^)]*\)\s*", "", definition).split(";")[0].strip()
            if not re.fullmatch(r"[a-z]{3,12}", lemma) or count < 2 or UNFIT.search(gloss) or not 12 <= len(definition) <= 85:
                continue
            example = next((one for one in examples if re.search(rf"\b{lemma}", one) and 3 < len(one.split()) < 13), "")
            rows.append((count, lemma, part, lexname, definition, example))
    best: dict[str, tuple] = {}
    for row in sorted(rows, reverse=True):
        best.setdefault(row[1], row)
    with open(os.path.join(HERE, "words.tsv"), "w", encoding="utf-8") as file:
        for row in sorted(list(best.values())[:WORDS], key=lambda row: row[1]):
            file.write("\t".join(row[1:]) + "\n")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet")
