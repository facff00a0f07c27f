#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes which tokens transformers leaves to draw from, and how likely each is. Needs torch and transformers; written with
transformers 5.23 and torch 2.13.

usage: python3 make.py

`rows` are logits: flat and steep ones, fewer and more than 256. Each case names a row, the parameters and what is left of it,
{token: probability}, computed with doubles. Where rounding would decide whether a token stays, there is no case.
"""
import itertools, json, os, random

import torch
from transformers.generation import logits_process as steps

r = random.Random(20261123)
rows = [[round(r.gauss(0, spread), 4) for _ in range(length)] for length, spread in ((40, 1), (40, 3), (257, 2), (600, 5))]
assert all(len(set(row)) > 0.97 * len(row) for row in rows)


def warpers(temperature, top_k, top_p, min_p):
    yield steps.TemperatureLogitsWarper(temperature)
    if top_k:
        yield steps.TopKLogitsWarper(top_k)
    if top_p < 1:
        yield steps.TopPLogitsWarper(top_p)
    if min_p:
        yield steps.MinPLogitsWarper(min_p)


def left(row, temperature, top_k, top_p, min_p):
    scores = torch.tensor([row], dtype=torch.float64)
    for step in warpers(temperature, top_k, top_p, min_p):
        scores = step(None, scores)
    p = scores.softmax(-1)[0]
    return {str(i): float(f"{p[i].item():.8g}") for i in torch.nonzero(p).flatten().tolist()}


cases = []
for index, row in enumerate(rows):
    for temperature, top_k, top_p, min_p in itertools.product((0.3, 0.8, 1.5), (0, 1, 5, 20, 100), (0.05, 0.5, 0.9, 0.999, 1), (0, 0.01, 0.05, 0.3, 1)):
        if top_k > len(row) or (not top_k and top_p == 1 and not min_p):
            continue
        found = [set(left(row, temperature, top_k, p, m)) for p in (top_p - 1e-5, top_p, min(1, top_p + 1e-5)) for m in (min_p * 0.99999, min_p, min(1, min_p * 1.00001))]
        kept = left(row, temperature, top_k, top_p, min_p)
        # Long lists of what is hardly cut say little, and equal logits are kept or cut together there.
        if len(kept) <= 40 and (min_p == 1 or all(f == set(kept) for f in found)):
            cases.append({"row": index, "temperature": temperature, "topK": top_k, "topP": top_p, "minP": min_p, "kept": kept})

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "transformers.json"), "w") as file:
    file.write('{"rows": ' + json.dumps(rows) + ',\n"cases": [\n' + ",\n".join(json.dumps(c) for c in cases) + "\n]}\n")
