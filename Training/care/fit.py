#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fits the model of care to the corpus, measures it on voices that it has not seen, and writes it for Hearth.

    fit.py             writes Sources/HearthMemory/Care/CareModel/model.bin and fixture.jsonl, which the tests compare Hearth with
    fit.py measure     the figures of docs/care.md, without writing anything
    fit.py hands       the same on hands that it has not seen, with the limits of the written model
    fit.py curve       by how many sentences it was fitted to
"""

import json
import pathlib
import random
import sys
from collections import Counter

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

import ordinary
import text
from text import key

ROOT = pathlib.Path(__file__).parents[2]
MODEL = text.RESOURCES / "model.bin"
FIXTURE = pathlib.Path(__file__).parent / "fixture.jsonl"
FOLDS, STRENGTH = 6, 8
ORDINARY, OURS = 0.4, 0.5
CARDS, SOFTS = 0.004, 0.065  # shares of harmless messages of unseen voices that may get a card, and a card or the line
MOST_FEATURES = 125_000  # 8 bytes each: the model stays below a megabyte
HEADS = ("serious", "direct", "violence", "french")


def corpus():
    for file in sorted((pathlib.Path(__file__).parent / "corpus").glob("*.jsonl")):
        for line in file.read_text().splitlines():
            yield json.loads(line) | {"lang": file.name[:2], "hand": file.name[:4]}
    for row in ordinary.messages():
        yield row | {"label": "none", "hand": "ordinary", "spelling": "plain", "form": "short"}


class Data:
    """The corpus as windows, each a row of the matrix; the first window of a message is the whole of it."""

    def __init__(self):
        self.rows = list(corpus())
        reader = text.Reader()
        windows, self.own, self.first = [], [], []
        for i, row in enumerate(self.rows):
            self.first.append(len(windows))
            for window in reader.windows(reader.read(row["text"])):
                windows.append(reader.features(window))
                self.own.append(i)
        self.own, self.first = np.array(self.own), np.array(self.first)
        self.count = np.bincount(self.own)
        self.alone = self.count[self.own] == 1
        self.part = np.ones(len(windows), bool)
        self.part[self.first] = False
        self.part |= self.alone  # what counts as a part: all but wholes of several parts
        # What fewer than two messages of the corpus have says nothing of others.
        mine = [r["hand"] != "ordinary" for r in self.rows]
        df = Counter(f for own, i in zip(mine, self.first) if own for group in windows[i] for f in group)
        common = sorted(df, key=lambda f: (-df[f], f))[:MOST_FEATURES]
        self.names = sorted(f for f in common if df[f] > 1)
        number = {f: i for i, f in enumerate(self.names)}
        self.idf = np.log((1 + len(self.rows)) / (1 + np.array([df[f] for f in self.names]))) + 1
        places, values, ends = [], [], [0]
        for window in windows:
            for group in window:
                known = sorted(number[f] for f in group if f in number)
                places += known
                values += [1 / np.sqrt(len(known) + text.PLAIN)] * len(known)
            ends.append(len(places))
        counts = csr_matrix((values, places, ends), shape=(len(windows), len(self.names)))
        self.x = counts.multiply(self.idf / 5).tocsr()
        kinds = [r["label"] for r in self.rows]
        self.serious = np.array([k != "none" for k in kinds])
        self.violence = np.array([k == "violence" for k in kinds])
        self.direct = np.array([r.get("directness") == "direct" for r in self.rows])
        self.french = np.array([r["lang"] == "fr" for r in self.rows])
        # Hand 0 is our own; the figures are of what others have written.
        self.ordinary = np.array([r["hand"] == "ordinary" for r in self.rows])
        self.others = np.array([not r["hand"].endswith("0") for r in self.rows]) & ~self.ordinary

    def folds(self, seed=1, by="voice"):
        fold = {}
        for own in (False, True):
            names = sorted({r[by] for r, other in zip(self.rows, self.others) if other != own})
            random.Random(seed).shuffle(names)
            fold |= {v: i % FOLDS for i, v in enumerate(names)}
        return np.array([fold[r[by]] for r in self.rows])


def linear(x, y, weight=None):
    return LogisticRegression(C=STRENGTH, solver="liblinear", random_state=0).fit(x, y, sample_weight=weight)


def weights(data, own):
    """Ordinary messages are many, and easy, and our own are alike: they count for less."""
    return np.where(data.ordinary[own], ORDINARY, np.where(data.others[own], 1.0, OURS))


def strongest(data, scores):
    found = np.full(len(data.rows), -99.0)
    np.maximum.at(found, data.own[data.part], scores[data.part])
    return found


def windowed(data, label, among):
    """A head that tells the part of a message that is meant: fitted to wholes, then twice to the parts that it finds."""
    wholes = data.first[among]
    head = linear(data.x[wholes], label[among], weights(data, among.nonzero()[0]))
    for _ in range(2):
        scores = head.decision_function(data.x)
        best = strongest(data, scores)[data.own] == scores
        meant = ~label[data.own] | best & data.part | (~data.part & (data.count[data.own] <= 4))
        chosen = np.where(among[data.own] & meant)[0]
        own = data.own[chosen]
        weight = np.where(label[own], 1.0, np.minimum(1.0, 2.0 / data.count[own])) * weights(data, own)
        head = linear(data.x[chosen], label[own], weight)
    return head


def heads(data, among):
    return [
        linear(data.x[data.first[among]], data.serious[among], weights(data, among.nonzero()[0])),
        windowed(data, data.direct, among & (data.direct | ~data.serious)),
        linear(data.x[data.first[among & data.serious]], data.violence[among & data.serious]),
        linear(data.x[data.first[among]], data.french[among]),
    ]


def quantised(head):
    w = head.coef_[0]
    scale = np.quantile(np.abs(w), 0.9995) / 127
    return np.clip(np.round(w / scale), -127, 127), scale, head.intercept_[0]


def read(data, head):
    w, scale, bias = quantised(head)
    return data.x @ w * scale + bias


def inputs(data, found):
    """What the answer is made of: the whole, its strongest part, and the strongest part that says it outright."""
    serious, direct = read(data, found[0]), read(data, found[1])
    # The longer a message is, the stronger is the strongest of its parts by chance.
    length = np.sqrt(data.count)
    return np.stack([serious[data.first], strongest(data, serious), strongest(data, direct), length], 1)


def stack(data, z, there):
    weight = weights(data, there.nonzero()[0])
    return LogisticRegression(C=1.0, max_iter=1000).fit(z[there], data.serious[there], sample_weight=weight)


def unseen(data, fold):
    """Scores of each message by heads that have not seen its voice, stacked likewise; its kind and its language."""
    z = np.zeros((len(data.rows), 4))
    violence, french = np.zeros(len(data.rows)), np.zeros(len(data.rows))
    for k in sorted(set(fold)):
        there = fold == k
        found = heads(data, ~there)
        z[there] = inputs(data, found)[there]
        violence[there] = read(data, found[2])[data.first][there]
        french[there] = read(data, found[3])[data.first][there]
    score = np.zeros(len(data.rows))
    for k in sorted(set(fold)):
        there = fold == k
        score[there] = stack(data, z, ~there).decision_function(z[there])
    return z, score, violence, french


def thresholds(data, score):
    found = {}
    for name, there in (("en", ~data.french & data.others), ("fr", data.french & data.others)):
        harmless = np.sort(score[there & ~data.serious])[::-1]
        found[name] = [float(harmless[int(share * len(harmless))]) for share in (SOFTS, CARDS)]
    return found


def report(data, score, limits, name):
    for lang, there in (("en", ~data.french & data.others), ("fr", data.french & data.others)):
        soft, card = limits[lang]
        auc = roc_auc_score(data.serious[there], score[there])
        print(f"## {name} {lang}: AUC {auc:.3f}")

        def share(which, of):
            which = there & which
            print(f"   {of:22} n {which.sum():5} seen {np.mean(score[which] > soft):.3f} card {np.mean(score[which] > card):.3f}")

        share(~data.serious, "harmless")
        everyday = data.ordinary & (data.french if lang == "fr" else ~data.french)
        print(f"   ordinary n {everyday.sum()} seen {np.mean(score[everyday] > soft):.3f} card {np.mean(score[everyday] > card):.3f}")
        indirect = data.serious & ~data.direct
        share(data.direct, "direct")
        share(indirect, "indirect")
        share(data.direct & ~data.violence, "direct danger")
        share(indirect & ~data.violence, "indirect danger")
        share(data.direct & data.violence, "direct violence")
        share(indirect & data.violence, "indirect violence")
        for field, value in (("spelling", "phone"), ("spelling", "plain"), ("form", "inside"), ("form", "short")):
            has = np.array([r[field] == value for r in data.rows])
            share(data.serious & has, "serious " + value)
            share(~data.serious & has, "harmless " + value)
            y, s = data.serious[there & has], score[there & has]
            print(f"   AUC {value}: {roc_auc_score(y, s):.3f}")


def curve(data, fold):
    """The area under the curve of the whole alone by how many sentences of each language it was fitted to."""
    rng = random.Random(3)
    for size in (500, 1000, 2000, 3000, 4000, 5500):
        score = np.zeros(len(data.rows))
        for k in sorted(set(fold)):
            among = np.zeros(len(data.rows), bool)
            for there in (data.french, ~data.french):
                voices = sorted({data.rows[i]["voice"] for i in np.where(there & (fold != k))[0]})
                rng.shuffle(voices)
                taken = 0
                for voice in voices:
                    mine = [i for i in np.where(there)[0] if data.rows[i]["voice"] == voice]
                    if taken < size:
                        among[mine[: size - taken]] = True
                        taken += len(mine)
            head = linear(data.x[data.first[among]], data.serious[among])
            score[fold == k] = head.decision_function(data.x[data.first])[fold == k]
        figures = [roc_auc_score(data.serious[there], score[there]) for there in (~data.french & data.others, data.french & data.others)]
        print(f"curve {size} a language: en {figures[0]:.3f} fr {figures[1]:.3f}", flush=True)


def write(data, found, z, limits):
    combination = stack(data, z, np.ones(len(data.rows), bool))
    keys = np.array([key(f) for f in data.names], dtype=np.uint32)
    order = np.argsort(keys)
    assert len(set(keys)) > len(keys) - 8
    weights, header = [], {"count": len(keys), "heads": {}, "groups": 4}
    for name, head in zip(HEADS, found):
        # The rarity of a feature is part of its weight.
        w = head.coef_[0] * data.idf / 5
        scale = np.quantile(np.abs(w), 0.9995) / 127
        weights.append(np.clip(np.round(w / scale), -127, 127).astype(np.int8)[order])
        header["heads"][name] = {"scale": float(scale), "bias": float(head.intercept_[0])}
    header["combination"] = [float(v) for v in combination.coef_[0]] + [float(combination.intercept_[0])]
    header["limits"] = limits
    with MODEL.open("wb") as file:
        file.write(json.dumps(header).encode() + b"\n")
        file.write(keys[order].astype("<u4").tobytes())
        for w in weights:
            file.write(w.tobytes())


def fixture(data):
    """Texts and the scores that Hearth has to come to, bit for bit."""
    import score

    model = score.Model()
    rng = random.Random(11)
    texts = [data.rows[i]["text"] for i in rng.sample(range(len(data.rows)), 300)]
    texts += ["", "...", "😂", "I’M SOOOO tired!!! Why?", "j’ai pas l’temps, l'école c'est LONG…", "e\u0301te\u0301 \u200d❤️\u200d🔥 ok", "a" * 9000, "?!?!", "word' 'quoted' d'' l'école's", "qu'il aujourd'hui jveux", "日本 ok", "ŒUVRE œuf straße Øl", "".join(map(chr, range(0xC0, 0x250)))]
    with FIXTURE.open("w") as file:
        for one in texts:
            found = model.read(one)
            file.write(json.dumps({"text": one} | found, ensure_ascii=False) + "\n")


def main():
    data = Data()
    fold = data.folds()
    print(len(data.rows), "messages", len(data.own), "windows", len(data.names), "features", flush=True)
    if "curve" in sys.argv:
        return curve(data, fold)
    if "hands" in sys.argv:
        # Each file was written by another hand.
        hands = np.array([int(r["hand"][-1]) if other else 0 for r, other in zip(data.rows, data.others)])
        _, score, _, _ = unseen(data, hands)
        return report(data, score, json.loads(MODEL.read_bytes().split(b"\n")[0])["limits"], "hands unseen")
    z, score, violence, french = unseen(data, fold)
    limits = thresholds(data, score)
    report(data, score, limits, "voices unseen")
    for name, there in (("en", ~data.french), ("fr", data.french)):
        right = (violence > 0) == data.violence
        print(name, "kind right", np.mean(right[there & data.serious]), "language right", np.mean(((french > 0) == data.french)[there]))
    if "measure" in sys.argv:
        return
    found = heads(data, np.ones(len(data.rows), bool))
    write(data, found, z, limits)
    fixture(data)
    for i in (0, 1):
        w = found[i].coef_[0] * data.idf
        order = np.argsort(w)
        print(HEADS[i], "most:", [data.names[j] for j in order[::-1][:60]])
        print(HEADS[i], "least:", [data.names[j] for j in order[:60]])


main()
