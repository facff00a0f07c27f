#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads messages with the written model, as Hearth's SlotReader.swift does.

    read.py < texts.jsonl    lines {"text"} to lines with "readings"
    read.py fixture          writes fixture.jsonl, with which a test compares Hearth
"""

import json
import math
import pathlib
import random
import sys

import fit
from words import MARKS, Reader, key

FIXTURE = pathlib.Path(__file__).parent / "fixture.jsonl"


class Table:
    """A table of signs, as `fit.sparse` writes it."""

    def __init__(self, described, data, start):
        n = described["count"]

        def taken(count):
            nonlocal start
            start += count
            return data[start - count:start]

        keys = taken(4 * n)
        self.places = {int.from_bytes(keys[4 * i:4 * i + 4], "little"): i for i in range(n)}
        self.heads = {}
        for head in described["heads"]:
            counts = taken(n)
            classes = taken(sum(counts))
            weights = [b - 256 if b > 127 else b for b in taken(sum(counts))]
            starts = [0]
            for count in counts:
                starts.append(starts[-1] + count)
            self.heads[head["name"]] = (head, starts, classes, weights)
        self.end = start

    def classes(self, name):
        return self.heads[name][0]["classes"]

    def known(self, signs):
        """The places of the signs that were learned."""
        return [self.places[k] for k in map(key, signs) if k in self.places]

    def scores(self, name, groups):
        """The score of each class of a head. groups: places of signs, and the factor of their sum."""
        head, starts, classes, weights = self.heads[name]
        found = list(head["biases"])
        for places, factor in groups:
            sums = [0] * len(found)
            for p in places:
                for i in range(starts[p], starts[p + 1]):
                    sums[classes[i]] += weights[i]
            for k in range(len(found)):
                found[k] += sums[k] * head["scale"] * factor
        return found


def shares(scores):
    """Probabilities of classes, of which one holds, by their scores."""
    most = max(scores)
    powers = [math.exp(s - most) for s in scores]
    total = sum(powers)
    return [p / total for p in powers]


class Model:
    def __init__(self, path):
        data = path.read_bytes()
        end = data.index(b"\n")
        self.header = json.loads(data[:end])
        self.units = Table(self.header["units"], data, end + 1)
        self.words = Table(self.header["words"], data, self.units.end)
        self.reader = Reader()

    def tags(self, unit, slot):
        """How probably each word begins the value of a slot, goes on with it, or neither."""
        found = []
        for i, word in enumerate(unit[1]):
            if word in MARKS:
                found.append([1, 0, 0])
            else:
                places = self.words.known(fit.word_signs(self.reader, unit, i, slot))
                found.append(shares(self.words.scores("tags", [(places, 1)])))
        return found

    def certainty(self, slot, inputs):
        sums = sum(weight * value for weight, value in zip(self.header["certainty"], inputs))
        return 1 / (1 + math.exp(-(self.header["slotCertainty"].get(slot, 0) + sums)))

    def candidates(self, units, at):
        """Readings of a unit, which may share words: (certainty, slot, places of words), and the phase of all of them."""
        groups = [self.units.known(group) for group in self.reader.features(units, at)]
        groups = [(places, 1 / math.sqrt(len(places) + fit.PLAIN)) for places in groups]
        slots = [1 / (1 + math.exp(-score)) for score in self.units.scores("slots", groups)]
        any_score = self.units.scores("any", groups)[0]
        phases = shares(self.units.scores("phases", groups))
        phase = max(range(len(phases)), key=lambda p: phases[p])
        order = [o for o in sorted(range(len(slots)), key=lambda o: -slots[o]) if slots[o] >= fit.LEAST][:fit.MOST]
        found = []
        for rank, o in enumerate(order):
            slot = self.units.classes("slots")[o]
            tags = self.tags(units[at], slot)
            values = fit.stretches(tags)
            is_found = bool(values)
            if not is_found:
                likeliest = max(range(len(tags)), key=lambda j: tags[j][1])
                if tags[likeliest][1] < fit.LEAST_WORD:
                    continue
                values = [[likeliest]]
            share = min(max(slots[o], 1e-6), 1 - 1e-6)
            odds = math.log(share / (1 - share))
            for places in values:
                inside = sum(tags[j][1] + tags[j][2] for j in places) / len(places)
                # In the order of `fit.Model.predict`, after the bias.
                inputs = [1, odds, any_score, rank == 0, inside, tags[places[0]][1], is_found, math.log(len(places))]
                inputs += [phases[phase], len(values) > 1, inside * odds]
                found.append((self.certainty(slot, inputs), slot, places))
        return found, self.units.classes("phases")[phase]

    def read(self, text):
        """What a message says, in the order in which it stands; no two readings share a word."""
        units, found = self.reader.context(self.reader.units(text)), []
        for at, (words, _, _) in enumerate(units):
            candidates, phase = self.candidates(units, at)
            taken, kept = set(), []
            for candidate in sorted(candidates, key=lambda c: -c[0]):
                places = candidate[2]
                if not taken & set(places):
                    taken |= set(places)
                    kept.append(candidate)
            for certainty, slot, places in sorted(kept, key=lambda c: c[2][0]):
                start, end = words[places[0]].start, words[places[-1]].end
                found.append({"slot": slot, "phase": phase, "start": start, "end": end, "confidence": round(certainty, 6)})
        return found


def fixture(model):
    """Messages of the corpus and such as are hard to cut, with the readings that Hearth has to come to."""
    texts = [json.loads(line)["text"] for file in sorted(fit.CORPUS.glob("??-?.jsonl")) for line in file.read_text().splitlines()]
    texts = random.Random(7).sample(texts, 160)
    texts += ["", "...", "😂", "J’AI un CHIEN!!! Il s’appelle Réglisse…", "I’m a nurse — in Leeds; my sister Ana’s 40?"]
    texts += ["e\u0301te\u0301 ok", "?!?!", "日本 ok", "my dog 🐶 Rex"]
    with FIXTURE.open("w") as file:
        for text in texts:
            # The test leaves out what is less probable, too.
            readings = [r for r in model.read(text) if r["confidence"] > 0.02]
            file.write(json.dumps({"text": text, "readings": readings}, ensure_ascii=False) + "\n")


def main():
    model = Model(fit.OUT / "facts.bin")
    if "fixture" in sys.argv:
        return fixture(model)
    for line in sys.stdin:
        print(json.dumps({"readings": model.read(json.loads(line)["text"])}, ensure_ascii=False))


if __name__ == "__main__":
    main()
