#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the reader of requests to the memory: what a message asks of it, and about what.

    requests.py            the figures of docs/memory.md; writes Sources/HearthMemory/Language/Data/requests.bin
    requests.py measure    the same figures, without writing anything

A message is read whole, as one unit. The tagger of facts finds what it is about, with the request in the place of the slot.
"""

import json
import pathlib
import random
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression

import fit
from words import MARKS, Reader, Word

REQUESTS = pathlib.Path(__file__).parent / "requests"
FOLDS, STRENGTH = 5, 6
LONGEST = 60  # words that are read
MOST_ORDINARY, ORDINARY = 7000, 1.0  # ordinary messages are many, and easy: they count for less
WITHOUT_ABOUT = ("none", "forget_last", "delete_answer")
REQUEST_WEIGHTS, TAG_WEIGHTS = 60_000, 40_000

# The certainty from which on a request is done without asking: one ordinary message of a thousand is then taken for one.
SURE = 0.85
# The certainty that anything is asked from which on the user is given choices, where it is not sure what.
LIKELY = 0.35


def requests():
    for file in sorted(REQUESTS.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            yield json.loads(line) | {"lang": file.name[:2], "ordinary": False}


def ordinary():
    """Messages of the corpus of facts, which ask nothing."""
    for row in fit.corpus():
        yield {"voice": row["voice"], "text": row["text"], "request": "none", "about": "", "lang": row["lang"], "ordinary": True}


class Messages:
    """Requests, look-alikes and ordinary messages, each a row of the matrix."""

    def __init__(self):
        rng = random.Random(1)
        others = list(ordinary())
        rng.shuffle(others)
        self.rows = list(requests()) + others[:MOST_ORDINARY]
        self.reader = Reader()
        self.units, groups = [], []
        for row in self.rows:
            words = [word for unit in self.reader.units(row["text"]) for word in unit][:LONGEST]
            # A message without words is read as a question mark.
            read = self.reader.context([words or [Word("?", 0, 1, False)]])
            self.units += read
            groups.append(self.reader.features(read, 0))
        self.table = fit.Table(groups)
        self.x = self.table.matrix(groups)
        self.request = np.array([r["request"] for r in self.rows])
        self.ordinary = np.array([r["ordinary"] for r in self.rows])
        self.asks = ~self.ordinary & (self.request != "none")
        self.lookalike = ~self.ordinary & (self.request == "none")
        self.weight = np.where(self.ordinary, ORDINARY, 1.0)
        voices = sorted({r["voice"] for r in self.rows})
        rng.shuffle(voices)
        fold = {voice: i % FOLDS for i, voice in enumerate(voices)}
        self.fold = np.array([fold[r["voice"]] for r in self.rows])


def fitted(data, among, rounds):
    head = LogisticRegression(C=STRENGTH, max_iter=rounds)
    return head.fit(data.x[among], data.request[among], sample_weight=data.weight[among])


class Unseen:
    """What is read in each message by heads that have not seen its voice."""

    def __init__(self, data):
        kinds = np.unique(data.request)
        shares = np.zeros((len(data.rows), len(kinds)))
        for k in range(FOLDS):
            there = data.fold == k
            shares[there] = fitted(data, ~there, rounds=100).predict_proba(data.x[there])
        # Whether a message asks for anything is one question, what it asks for another.
        asking = np.where(kinds == "none", 0, shares)
        self.request = kinds[asking.argmax(1)]
        self.certainty = asking.max(1)
        self.likelihood = asking.sum(1)
        self.right = self.request == data.request

    def acted(self, least):
        """Messages of which Hearth would do what they seem to ask."""
        return self.certainty >= least

    def offered(self, sure, likely):
        """Messages under whose answers Hearth would offer choices."""
        return (self.likelihood >= likely) & ~self.acted(sure)


def report(data, unseen):
    for lang in ("en", "fr"):
        there = np.array([r["lang"] == lang for r in data.rows])
        for least in (0.4, 0.5, 0.6, SURE, 0.7, 0.8, 0.9):
            acted = unseen.acted(least)

            def share(which, of):
                return (which & there & of).sum() / (there & of).sum()

            understood, wrong = share(acted & unseen.right, data.asks), share(acted & ~unseen.right, data.asks)
            print(lang, least, f"understood {understood:.3f} wrong kind {wrong:.3f}", end=" ")
            print(f"look-alikes done {share(acted, data.lookalike):.3f} ordinary {share(acted, data.ordinary):.4f}")
        for likely in (0.2, 0.3, LIKELY, 0.4, 0.5, 0.6):
            offered = unseen.offered(SURE, likely)
            print(lang, "choices", likely, f"right {share(offered & unseen.right, data.asks):.3f}", end=" ")
            print(f"under look-alikes {share(offered, data.lookalike):.3f} ordinary {share(offered, data.ordinary):.4f}")


def tagged(data):
    """The words of messages that ask something about something, and whether they say about what."""
    words, tags = [], []
    for row, unit in zip(data.rows, data.units):
        if row["request"] in WITHOUT_ABOUT or not row["about"]:
            continue
        start = row["text"].find(row["about"])
        end = start + len(row["about"])
        about = [j for j, word in enumerate(unit[0]) if word.start < end and word.end > start]
        for j, word in enumerate(unit[1]):
            if word not in MARKS:
                words.append((unit, j, row["request"]))
                tags.append(fit.tag(j, about[:1], about))
    return words, tags


def main():
    data = Messages()
    unseen = Unseen(data)
    report(data, unseen)
    if "measure" in sys.argv:
        return
    head = fitted(data, np.arange(len(data.rows)), rounds=150)
    tagger = fit.Tagger(data.reader, *tagged(data), rounds=150)
    # The rarity of a sign is part of its weight.
    weights = head.coef_ * data.table.idf / 5
    units = fit.packed(data.table.names, [("requests", head.classes_, weights, head.intercept_, REQUEST_WEIGHTS)])
    fit.write(fit.OUT / "requests.bin", units, fit.packed_tagger(tagger, TAG_WEIGHTS), sure=SURE, likely=LIKELY)


if __name__ == "__main__":
    main()
