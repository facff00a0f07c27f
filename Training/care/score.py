# SPDX-License-Identifier: Apache-2.0
"""Reads the written model as Hearth does: `score.py < texts.jsonl`."""

import json
import math
import struct
import sys

import text


class Model:
    def __init__(self):
        data = (text.RESOURCES / "model.bin").read_bytes()
        end = data.index(b"\n")
        self.header = json.loads(data[:end])
        n = self.header["count"]
        keys = struct.unpack_from(f"<{n}I", data, end + 1)
        self.place = {}
        for i, key in enumerate(keys):
            self.place.setdefault(key, i)
        start = end + 1 + 4 * n
        self.weights = [struct.unpack_from(f"{n}b", data, start + h * n) for h in range(4)]
        self.heads = list(self.header["heads"].values())
        self.reader = text.Reader()

    def scores(self, window):
        sums = [0.0] * 4
        for group in self.reader.features(window):
            known = [self.place[k] for k in set(map(text.key, group)) if k in self.place]
            if not known:
                continue
            root = math.sqrt(len(known) + text.PLAIN)
            for h in range(4):
                sums[h] += sum(self.weights[h][i] for i in known) / root
        return [s * h["scale"] + h["bias"] for s, h in zip(sums, self.heads)]

    def read(self, one):
        windows = self.reader.windows(self.reader.read(one))
        found = [self.scores(w) for w in windows]
        whole, parts = found[0], found[1:] or found
        a, b, c, d, bias = self.header["combination"]
        score = a * whole[0] + b * max(p[0] for p in parts) + c * max(p[1] for p in parts) + d * math.sqrt(len(windows)) + bias
        soft, card = self.header["limits"]["fr" if whole[3] > 0 else "en"]
        care = "card" if score > card else "soft" if score > soft else "none"
        return {"score": score, "care": care, "violence": whole[2], "french": whole[3] > 0}


if __name__ == "__main__":
    model = Model()
    for line in sys.stdin:
        print(json.dumps(model.read(json.loads(line)["text"])))
