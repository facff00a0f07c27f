#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the reader of facts to the corpus, measures it on voices that it has not seen, and writes it for Hearth.

    fit.py             the figures of docs/facts.md; writes Sources/HearthMemory/Language/Data/facts.bin
    fit.py measure     the same figures, without writing anything
    fit.py curve       the figures by how many voices it was fitted to

A unit of a message is read in three steps: one head for each slot says which slots it fills, a tagger finds for each of these
the words that are the value, and a last model says from both how certain the reading is.
"""

import json
import math
import pathlib
import random
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from words import LANGUAGE, MARKS, Reader, key

CORPUS = pathlib.Path(__file__).parent / "corpus"
OUT = LANGUAGE
PHASES = ("is", "begins", "ends", "past", "not")
FOLDS = 4
CURVE = (60, 120, 240, 360)  # voices; the last are all of the corpus

# SlotReader.swift and LearnedReader.swift have the same four.
PLAIN = 8  # added to the number of signs of a group, so that those of a short unit count for less
MOST, LEAST = 4, 0.03  # slots of a unit that are looked into, and how probable they are at least
LEAST_WORD = 0.15  # how probable a word has to be to be the value where no stretch was found

FEWEST_UNITS = 3  # what fewer units have says nothing of others
C_SLOTS, C_ANY, C_PHASE, C_TAGS, C_CERTAINTY = 5, 4, 3, 1.0, 0.3

# Weights that are kept: the file stays below two megabytes.
SLOT_WEIGHTS, ANY_WEIGHTS, PHASE_WEIGHTS, TAG_WEIGHTS = 330_000, 60_000, 60_000, 110_000

# From which certainty on a fact is kept without asking, and from which on it is asked: as the messages of Tests/Fixtures/facts and another
# labelled set fared, with what Hearth refuses left out. The corpus is harder: it looks for what misleads.
LIMITS = {"store": 0.60, "ask": 0.30}

# What Hearth says of itself: 660 messages of 42 people by three hands that had seen neither corpus nor program, read once.
MEASURED = {"precision": 0.879, "recall": 0.327, "recallWithQueue": 0.535, "messages": 660}

# Slots that lie beside each other: a reading of one finds a fact of the other, if its value is right.
NEARBY = [
    set(slots.split())
    for slots in (
        "likes hobby sport instrument skill habit dislikes group",
        "plan goal appointment",
        "condition disability sleep allergy medication diet pregnancy",
        "friend contact colleague flatmate relative",
        "home housing origin",
        "work employer studies retired unemployed",
        "partner ex_partner status",
        "vehicle possession",
        "alcohol smoking habit",
        "milestone studies work partner",
        "child pregnancy person_age",
        "name call_name",
        "age birthday",
    )
]


def near(a, b):
    return a == b or any(a in slots and b in slots for slots in NEARBY)


def literal(row):
    """Whether the words of each fact stand in the message: only then it is known which words the tagger should find."""
    return all(f.get("value") and f["value"] in row["text"] and f.get("quote") and f["quote"] in row["text"] for f in row["facts"])


def corpus():
    for file in sorted(CORPUS.glob("??-?.jsonl")):
        for line in file.read_text().splitlines():
            row = json.loads(line)
            if literal(row):
                yield row | {"lang": file.name[:2]}


def place(text, fact):
    """Where a value stands in a message: within its quote, if it does, since short values may stand elsewhere too."""
    within = fact["quote"].find(fact["value"])
    start = text.find(fact["quote"]) + within if within >= 0 else text.find(fact["value"])
    return start, start + len(fact["value"])


# Signs and units


class Table:
    """Signs of units by number, with their rarity."""

    def __init__(self, groups):
        df = Counter(sign for unit in groups for group in unit for sign in group)
        self.names = sorted(sign for sign in df if df[sign] >= FEWEST_UNITS)
        self.number = {sign: i for i, sign in enumerate(self.names)}
        self.idf = np.log((1 + len(groups)) / (1 + np.array([df[sign] for sign in self.names]))) + 1

    @property
    def rarity(self):
        """The factor of each sign. The strengths of the fits (`C_…`) were chosen with the five."""
        return self.idf / 5

    def matrix(self, groups):
        places, values, ends = [], [], [0]
        for unit in groups:
            for group in unit:
                known = sorted(self.number[sign] for sign in group if sign in self.number)
                places += known
                values += [1 / math.sqrt(len(known) + PLAIN)] * len(known)
            ends.append(len(places))
        counts = csr_matrix((values, places, ends), shape=(len(groups), len(self.names)))
        return counts.multiply(self.rarity).tocsr()


class Data:
    """The corpus as units, each a row of the matrix with the slots that it fills."""

    def __init__(self):
        self.rows = list(corpus())
        self.reader = Reader()
        self.lost = 0  # facts whose value has no word
        own, groups = [], []
        self.units, self.labels = [], []  # a label: slot, phase, places of the words that are the value
        for message, row in enumerate(self.rows):
            units = self.reader.context(self.reader.units(row["text"]))
            self.labels += self.labelled(row, units)
            self.units += units
            own += [message] * len(units)
            groups += [self.reader.features(units, at) for at in range(len(units))]
        self.own = np.array(own)
        self.any = np.array([bool(labels) for labels in self.labels])
        # Voices are split, never messages: a person's facts come back in several of them.
        self.voices = sorted({r["voice"] for r in self.rows})
        random.Random(4).shuffle(self.voices)
        fold = {voice: i % FOLDS for i, voice in enumerate(self.voices)}
        self.fold = np.array([fold[self.voice(i)] for i in range(len(self.units))])
        self.table = Table(groups)
        self.x = self.table.matrix(groups)

    def labelled(self, row, units):
        """The labels of each unit: a fact belongs to the first that has a word of its value."""
        labels = [[] for _ in units]
        for fact in row["facts"]:
            start, end = place(row["text"], fact)
            for at, (unit, _, _) in enumerate(units):
                inside = [i for i, w in enumerate(unit) if w.start < end and w.end > start and w.text not in MARKS]
                if inside:
                    labels[at].append((fact["slot"], fact["phase"], inside))
                    break
            else:
                self.lost += 1
        return labels

    def message(self, i):
        """The message of a unit."""
        return self.rows[self.own[i]]

    def voice(self, i):
        return self.message(i)["voice"]

    def slots(self, i):
        """The slots that a unit fills."""
        return sorted({slot for slot, *_ in self.labels[i]})


class WordSigns:
    """Signs of words, numbered as they come."""

    def __init__(self):
        self.number = {}

    def matrix(self, signs, fit=False):
        places, ends = [], [0]
        for row in signs:
            for sign in row:
                if fit:
                    self.number.setdefault(sign, len(self.number))
                if sign in self.number:
                    places.append(self.number[sign])
            ends.append(len(places))
        return csr_matrix((np.ones(len(places)), places, ends), shape=(len(signs), len(self.number)))


def word_signs(reader, unit, i, slot):
    """The signs of a word, each by itself and joined with the slot: most words say where a value is in every slot."""
    signs = reader.tags(unit, i)
    return signs + [sign + "|" + slot for sign in signs] + ["|" + slot]


def tag(i, beginnings, inside):
    """0: outside of a value; 1: its first word; 2: a later one."""
    return 1 if i in beginnings else 2 if i in inside else 0


class Tagger:
    """Says of each word of a unit whether it begins the value of a slot, goes on with it, or neither."""

    def __init__(self, reader, words, tags, rounds):
        """words: (unit, place, slot)."""
        self.reader = reader
        self.signs = WordSigns()
        x = self.signs.matrix([word_signs(reader, *word) for word in words], fit=True)
        # What a single word has says nothing of others.
        self.kept = np.asarray((x != 0).sum(0)).ravel() >= 2
        self.head = LogisticRegression(C=C_TAGS, max_iter=rounds).fit(x[:, self.kept], np.array(tags))

    def shares(self, words):
        """How probable each tag of each word is: (words, 3)."""
        x = self.signs.matrix([word_signs(self.reader, *word) for word in words])
        return self.head.predict_proba(x[:, self.kept])

    def names(self):
        """The signs that have weights, in their order."""
        return [sign for sign, kept in zip(self.signs.number, self.kept) if kept]


def stretches(shares):
    """The likeliest stretches of words by the shares of their tags: each has a first word and goes on with later ones. Viterbi."""
    scores = np.log(np.maximum(shares, 1e-9))
    best, back = [scores[0][0], scores[0][1], -1e9], []
    for score in scores[1:]:
        # A later word stands behind a first or a later one.
        before = [max((1, 2) if state == 2 else (0, 1, 2), key=lambda q: best[q]) for state in range(3)]
        best = [best[before[state]] + score[state] for state in range(3)]
        back.append(before)
    path = [int(np.argmax(best))]
    for before in reversed(back):
        path.append(before[path[-1]])
    found = []
    for i, state in enumerate(reversed(path)):
        if state == 1:
            found.append([i])
        elif state == 2:
            found[-1].append(i)
    return found


# The model


@dataclass
class Reading:
    """A slot and a value that a unit may say."""

    unit: int
    slot: str
    phase: str
    places: list  # of the words that are the value
    inputs: list  # of Certainty
    hit: int | None = None  # the fact of the message that it finds
    fold: int = 0
    certainty: float = 0.0


class SlotHeads:
    """A head for each slot against all other units, since a unit may fill several."""

    def __init__(self, data, train):
        x, filled = data.x[train], [set(data.slots(i)) for i in train]
        self.classes = sorted(set().union(*filled))
        heads = []
        for slot in self.classes:
            y = np.array([slot in slots for slots in filled])
            heads.append(LogisticRegression(C=C_SLOTS, solver="liblinear", tol=1e-3, random_state=0).fit(x, y))
        self.coef_ = np.stack([head.coef_[0] for head in heads])
        self.intercept_ = np.array([head.intercept_[0] for head in heads])

    def shares(self, x):
        """How probable each slot is, by itself: (units, slots)."""
        return 1 / (1 + np.exp(-(x @ self.coef_.T + self.intercept_)))


def any_head(data, train):
    """Whether a unit fills any slot; one that fills several stands several times, and counts less each time."""
    rows, filled, weights = [], [], []
    for i in train:
        slots = data.slots(i)
        times = max(1, len(slots))
        rows += [i] * times
        filled += [bool(slots)] * times
        weights += [1.0 / times ** 0.5] * times
    head = LogisticRegression(C=C_ANY, solver="liblinear")
    return head.fit(data.x[rows], np.array(filled), sample_weight=np.array(weights))


def phase_head(data, train):
    labels = [(i, PHASES.index(phase)) for i in train for _, phase, _ in data.labels[i]]
    head = LogisticRegression(C=C_PHASE, max_iter=100)
    return head.fit(data.x[[i for i, _ in labels]], [phase for _, phase in labels])


def tagged(data, train):
    """The words of units for each slot that they fill, and their tags."""
    words, tags = [], []
    for i in train:
        unit = data.units[i]
        for slot in data.slots(i):
            values = [places for s, _, places in data.labels[i] if s == slot]
            beginnings = {places[0] for places in values}
            inside = {j for places in values for j in places}
            for j, word in enumerate(unit[1]):
                if word not in MARKS:
                    words.append((unit, j, slot))
                    tags.append(tag(j, beginnings, inside))
    return words, tags


class Model:
    def __init__(self, data, train):
        """train: the units that it is fitted to."""
        self.slots = SlotHeads(data, train)
        self.any = any_head(data, train)
        self.phase = phase_head(data, train)
        self.tagger = Tagger(data.reader, *tagged(data, train), rounds=120)

    def predict(self, data, units):
        """What units may say; Certainty has yet to tell how probably. SlotReader.swift and read.py do the same."""
        x = data.x[units]
        slots, any_scores, phases = self.slots.shares(x), self.any.decision_function(x), self.phase.predict_proba(x)
        tried, words = [], []
        for k, i in enumerate(units):
            order = [o for o in np.argsort(-slots[k]) if slots[k, o] >= LEAST][:MOST]
            for rank, o in enumerate(order):
                tried.append((k, i, o, rank, len(words)))
                words += [(data.units[i], j, self.slots.classes[o]) for j in range(len(data.units[i][1]))]
        if not words:
            return []
        tags, found = self.tagger.shares(words), []
        for k, i, o, rank, start in tried:
            plain = data.units[i][1]
            shares = tags[start:start + len(plain)].copy()
            shares[[word in MARKS for word in plain]] = (1, 0, 0)
            values = stretches(shares)
            is_found = bool(values)
            if not is_found:
                likeliest = int(np.argmax(shares[:, 1]))
                if shares[likeliest, 1] < LEAST_WORD:
                    continue
                values = [[likeliest]]
            share = min(max(slots[k, o], 1e-6), 1 - 1e-6)
            odds = math.log(share / (1 - share))
            phase = PHASES[self.phase.classes_[int(np.argmax(phases[k]))]]
            for places in values:
                inside = float(np.mean([shares[j, 1] + shares[j, 2] for j in places]))
                inputs = [odds, any_scores[k], rank == 0, inside, shares[places[0], 1], is_found, math.log(len(places))]
                inputs += [phases[k].max(), len(values) > 1, inside * odds]
                found.append(Reading(i, self.slots.classes[o], phase, places, inputs))
        return found


class Certainty:
    """How probably a reading is right, by how sure each step was and by the slot."""

    def __init__(self, readings, slots):
        self.slots = slots
        right = np.array([r.hit is not None for r in readings])
        self.head = LogisticRegression(C=C_CERTAINTY, max_iter=2000).fit(self.x(readings), right)

    def x(self, readings):
        inputs = np.array([r.inputs for r in readings], float)
        slots = np.array([[r.slot == slot for slot in self.slots] for r in readings], float)
        return np.hstack([inputs, slots])

    def shares(self, readings):
        return self.head.predict_proba(self.x(readings))[:, 1]


# Measuring


def judge(data, reading):
    """The fact that a reading finds, if any: its slot or one beside it, with a value that overlaps or stands in the words that say it."""
    row, unit = data.message(reading.unit), data.units[reading.unit][0]
    start, end = unit[reading.places[0]].start, unit[reading.places[-1]].end
    said = None
    for n, fact in enumerate(row["facts"]):
        if not near(reading.slot, fact["slot"]):
            continue
        first, last = place(row["text"], fact)
        overlap = min(end, last) - max(start, first)
        if overlap > 0 and overlap >= 0.5 * min(end - start, last - first):
            return n
        quote = row["text"].find(fact["quote"])
        is_quoted = min(end, quote + len(fact["quote"])) - max(start, quote) == end - start
        has_value = min(unit[-1].end, last) - max(unit[0].start, first) > 0
        if is_quoted and has_value and said is None:
            said = n
    return said


def by_certainty(readings):
    return sorted(readings, key=lambda r: -r.certainty)


def choose(readings):
    """Of readings that share a word of a unit the most certain one, since a word is the value of one slot."""
    taken, kept = defaultdict(set), []
    for r in by_certainty(readings):
        if not taken[r.unit] & set(r.places):
            taken[r.unit] |= set(r.places)
            kept.append(r)
    return kept


def recalls(data, kept):
    """By language and precision, the largest share of facts that is found with it, and the limit of certainty there."""
    found = {}
    for lang in ("en", "fr", "all"):
        langs = ("en", "fr") if lang == "all" else (lang,)
        total = sum(len(row["facts"]) for row in data.rows if row["lang"] in langs)
        seen, right, best = set(), 0, {}
        for n, r in enumerate(by_certainty(r for r in kept if data.message(r.unit)["lang"] in langs), 1):
            if r.hit is not None:
                right += 1
                seen.add((data.own[r.unit], r.hit))
            for precision in (0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5):
                # The precision of the first few is chance.
                if n > 20 and right / n >= precision:
                    best[precision] = (round(len(seen) / total, 3), round(r.certainty, 3))
        found[lang] = (total, best)
    return found


def cross(data, voices=None):
    """Readings of each voice by models and certainties that have not seen it, and the mean area under the curve of the `any` head.

    voices: those that may be fitted to, all if left out; all are read in either case.
    """
    readings, areas = [], []
    allowed = np.array([voices is None or data.voice(i) in voices for i in range(len(data.units))])
    for k in range(FOLDS):
        train, test = np.where((data.fold != k) & allowed)[0], np.where(data.fold == k)[0]
        model = Model(data, train)
        areas.append(roc_auc_score(data.any[test], model.any.decision_function(data.x[test])))
        print("fold", k, "AUC", round(areas[-1], 3), flush=True)
        for r in model.predict(data, test):
            r.fold, r.hit = k, judge(data, r)
            readings.append(r)
    slots = sorted({r.slot for r in readings})
    for k in range(FOLDS):
        mine = [r for r in readings if r.fold == k]
        certainty = Certainty([r for r in readings if r.fold != k and allowed[r.unit]], slots)
        for r, share in zip(mine, certainty.shares(mine)):
            r.certainty = float(share)
    return readings, np.mean(areas)


def curve(data):
    """Figures as if the corpus had fewer voices. Those that are read, and the table of signs, are the same each time.

    The voices are shuffled and their folds go around, so the first of them have a share of each fold.
    """
    for count in CURVE:
        readings, area = cross(data, set(data.voices[:count]))
        _, best = recalls(data, choose(readings))["all"]
        found = ", ".join(f"recall at precision {p} {best.get(p, (0.0,))[0]:.3f}" for p in (0.9, 0.8))
        print(f"curve {count} voices: AUC {area:.3f}, {found}", flush=True)


def is_open(phase):
    return phase in ("is", "begins")


def report(data, kept, slots):
    for lang, (total, best) in recalls(data, kept).items():
        print("  ", lang, total, "recall (and limit) at precision", best, flush=True)
    phases = [(r.phase, data.message(r.unit)["facts"][r.hit]["phase"]) for r in kept if r.hit is not None and r.certainty > 0.5]
    right, opened = np.mean([a == b for a, b in phases]), np.mean([is_open(a) == is_open(b) for a, b in phases])
    print("phase right", right, "open or not", opened)
    for slot in slots:
        labels = sum(fact["slot"] == slot for row in data.rows for fact in row["facts"])
        high = [r.hit is not None for r in kept if r.slot == slot and r.certainty > 0.6]
        print("  ", slot, "labels", labels, "over 0.6:", len(high), "right", round(np.mean(high), 2) if high else "-")


def measure(data, kept, limits):
    """Precision and recall on the corpus at the limits, each message read by a model that had not seen its voice."""
    total = sum(len(row["facts"]) for row in data.rows)

    def recall(name):
        found = {(data.own[r.unit], r.hit) for r in kept if r.certainty >= limits[name] and r.hit is not None}
        return round(len(found) / total, 3)

    precision = np.mean([r.hit is not None for r in kept if r.certainty >= limits["store"]])
    return {
        "precision": round(float(precision), 3),
        "recall": recall("store"),
        "recallWithQueue": recall("ask"),
        "messages": len(data.rows),
    }


# Writing


def quantised(weights, most):
    """Weights (classes, signs) as whole numbers from -127 to 127, and their scale; all but about so many of the strongest are zero."""
    strengths = np.abs(weights).ravel()
    scale = np.quantile(strengths[strengths > 0], 0.9995) / 127
    whole = np.clip(np.round(weights / scale), -127, 127)
    if np.count_nonzero(whole) > most:
        least = np.partition(strengths, strengths.size - most)[strengths.size - most]
        whole = np.where(np.abs(weights) >= least, whole, 0)
    return whole.astype(np.int8), float(scale)


def unique(names):
    """The keys of signs, and which of them are the first with their key: the weights of others are left out."""
    keys = np.array([key(name) for name in names], np.uint64)
    first = np.zeros(len(keys), bool)
    first[np.unique(keys, return_index=True)[1]] = True
    return keys, first


def sparse(keys, heads):
    """The header's part of a table of signs, and its bytes, as LearnedReader.swift reads them.

    heads: (name, classes, weights, scale, biases), with weights (classes, signs) as `quantised` makes them. The keys come first,
    in order; then for each head how many classes each sign speaks of, those classes, and their weights.
    """
    used = np.zeros(len(keys), bool)
    for _, _, weights, _, _ in heads:
        used |= (weights != 0).any(0)
    order = [i for i in np.argsort(keys) if used[i]]
    kept = keys[order]
    assert len(set(kept.tolist())) == len(kept), "two signs have one key"
    body, described = kept.astype("<u4").tobytes(), []
    for name, classes, weights, scale, biases in heads:
        by_sign = weights[:, order].T
        counts = (by_sign != 0).sum(1)
        assert counts.max() < 256, "more classes than a byte can count"
        sign, spoken_of = np.nonzero(by_sign)
        body += counts.astype("u1").tobytes() + spoken_of.astype("u1").tobytes() + by_sign[sign, spoken_of].astype("i1").tobytes()
        described.append({"name": name, "classes": list(classes), "scale": scale, "biases": [float(b) for b in biases]})
    return {"count": len(order), "heads": described}, body


def packed(names, heads):
    """heads: (name, classes, weights as they were fitted, biases, most weights)."""
    keys, first = unique(names)
    written = []
    for name, classes, weights, biases, most in heads:
        whole, scale = quantised(np.where(first, weights, 0), most)
        written.append((name, classes, whole, scale, biases))
    return sparse(keys, written)


def packed_tagger(tagger, most):
    return packed(tagger.names(), [("tags", ["O", "B", "I"], tagger.head.coef_, tagger.head.intercept_, most)])


def write(path, units, words, **others):
    """units, words: as `packed` returns them; others: what else the header has."""
    header = {"units": units[0], "words": words[0]} | others
    path.write_bytes(json.dumps(header, separators=(",", ":")).encode() + b"\n" + units[1] + words[1])
    print("written", path, path.stat().st_size, "bytes,", units[0]["count"], "signs of units,", words[0]["count"], "of words")


def write_model(path, model, table, certainty, limits, measured):
    heads = (
        ("slots", model.slots.classes, model.slots, SLOT_WEIGHTS),
        ("any", ["any"], model.any, ANY_WEIGHTS),
        ("phases", [PHASES[c] for c in model.phase.classes_], model.phase, PHASE_WEIGHTS),
    )
    # The rarity of a sign is part of its weight.
    units = [(name, classes, head.coef_ * table.rarity, head.intercept_, most) for name, classes, head, most in heads]
    weights = [float(w) for w in certainty.head.coef_[0]]
    inputs = len(weights) - len(certainty.slots)
    write(
        path,
        packed(table.names, units),
        packed_tagger(model.tagger, TAG_WEIGHTS),
        certainty=[float(certainty.head.intercept_[0])] + weights[:inputs],
        slotCertainty=dict(zip(certainty.slots, weights[inputs:])),
        limits=limits,
        measured=measured,
    )


def main():
    data = Data()
    facts = sum(len(labels) for labels in data.labels)
    print(len(data.rows), "messages of", len(data.voices), "voices,", len(data.units), "units,", data.any.sum(), "with a fact,", end=" ")
    print(facts, "facts,", data.lost, "lost,", len(data.table.names), "signs of units", flush=True)
    if "curve" in sys.argv:
        return curve(data)
    readings, _ = cross(data)
    kept = choose(readings)
    slots = sorted({r.slot for r in readings})
    report(data, kept, slots)
    print(LIMITS, measure(data, kept, LIMITS), flush=True)
    if "measure" in sys.argv:
        return
    model = Model(data, np.arange(len(data.units)))
    write_model(OUT / "facts.bin", model, data.table, Certainty(readings, slots), LIMITS, MEASURED)


if __name__ == "__main__":
    main()
