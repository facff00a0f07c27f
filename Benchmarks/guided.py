#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures guided generation: compiling ordinary schemas, and finding the tokens that may come next.

usage: guided.py HEARTH TOKENIZER_FOLDER [--rounds 5] [--peer PYTHON]

TOKENIZER_FOLDER holds a tokenizer.json. For each schema a document is written twice by the same grammar: the first time every
state is met for the first time, the second time it is known. Building the vocabulary's tree, once for a tokenizer, is not part
of compiling and told apart. With --peer, a Python that has `llguidance`, the same documents go through it, in turns. Everything
runs on one thread; times are medians over the rounds, each in a new process.
"""
import argparse
import json
import statistics
import subprocess
import sys

PERSON = {"type": "object", "required": ["name", "age", "email"], "additionalProperties": False, "properties": {
    "name": {"type": "string", "minLength": 1, "maxLength": 80}, "age": {"type": "integer", "minimum": 0, "maximum": 150},
    "email": {"type": "string", "format": "email"}, "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 5}}}
CALL = {"oneOf": [
    {"type": "object", "required": ["name", "arguments"], "additionalProperties": False, "properties": {
        "name": {"const": "weather"}, "arguments": {"type": "object", "required": ["city"], "additionalProperties": False,
            "properties": {"city": {"type": "string"}, "days": {"type": "integer", "minimum": 1, "maximum": 14}}}}},
    {"type": "object", "required": ["name", "arguments"], "additionalProperties": False, "properties": {
        "name": {"const": "search"}, "arguments": {"type": "object", "required": ["query"], "additionalProperties": False,
            "properties": {"query": {"type": "string"}, "limit": {"type": "integer", "minimum": 1, "maximum": 100}}}}}]}
ORDER = {"type": "object", "required": ["id", "placed", "lines", "total"], "additionalProperties": False, "properties": {
    "id": {"type": "string", "format": "uuid"}, "placed": {"type": "string", "format": "date-time"},
    "status": {"enum": ["new", "paid", "sent", "returned"]},
    "lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/line"}}, "total": {"type": "number", "minimum": 0}},
    "$defs": {"line": {"type": "object", "required": ["sku", "count", "price"], "additionalProperties": False, "properties": {
        "sku": {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{4}$"}, "count": {"type": "integer", "minimum": 1},
        "price": {"type": "number", "exclusiveMinimum": 0}, "note": {"type": ["string", "null"], "maxLength": 200}}}}}
TREE = {"$ref": "#/$defs/node", "$defs": {"node": {"type": "object", "required": ["label"], "additionalProperties": False,
        "properties": {"label": {"type": "string"}, "weight": {"type": "number"},
                       "children": {"type": "array", "items": {"$ref": "#/$defs/node"}}}}}}
WEATHER = {"type": "object", "required": ["place", "hours"], "properties": {
    "place": {"type": "object", "required": ["lat", "lon"], "properties": {
        "lat": {"type": "number", "minimum": -90, "maximum": 90}, "lon": {"type": "number", "minimum": -180, "maximum": 180}}},
    "hours": {"type": "array", "maxItems": 24, "items": {"type": "object", "required": ["t", "sky"], "properties": {
        "t": {"type": "number"}, "rain": {"type": "number", "minimum": 0}, "sky": {"enum": ["clear", "cloudy", "rain", "snow"]}}}}}}
CASES = [
    ("person", PERSON, {"name": "Ada Lovelace", "age": 36, "email": "ada@example.org", "tags": ["mathematics", "poetry and engines"]}),
    ("function call", CALL, {"name": "search", "arguments": {"query": "how far is it from Bergen to Oslo by train?", "limit": 10}}),
    ("order", ORDER, {"id": "2eb8aa08-aa98-11ea-b4aa-73b441d16380", "placed": "2026-11-21T15:47:00Z", "status": "paid",
                      "lines": [{"sku": "ABC-1234", "count": 2, "price": 19.75, "note": "a present, please wrap it"},
                                {"sku": "XYZ-0001", "count": 1, "price": 5}], "total": 44.5}),
    ("tree", TREE, {"label": "root", "weight": 1.5, "children": [{"label": "left", "children": []}, {"label": "right leaf"}]}),
    ("weather", WEATHER, {"place": {"lat": 64.1466, "lon": -21.9426}, "hours": [{"t": -2.5, "rain": 0.2, "sky": "snow"},
                                                                              {"t": -1, "sky": "cloudy"}]}),
    ("any JSON", True, {"title": "A walk by the river", "steps": [1, 2.5, True, None, "end"], "more": {"a": {"b": []}}}),
]

PEER = r"""
import json, sys, time
import llguidance, llguidance.numpy
begun = time.perf_counter()
tokenizer = llguidance.LLTokenizer(sys.argv[1])
tokenizer = tokenizer.with_slices(llguidance.LLTokenizer.json_slices())
seconds = time.perf_counter() - begun
mask = llguidance.numpy.allocate_token_bitmask(1, tokenizer.vocab_size)
for line in sys.stdin:
    line = json.loads(line)
    begun = time.perf_counter()
    matcher = llguidance.LLMatcher(tokenizer, llguidance.LLMatcher.grammar_from_json_schema(json.dumps(line["schema"])))
    compiling = time.perf_counter() - begun
    passes = []
    for _ in range(2):
        times = []
        for token in tokenizer.tokenize_str(line["text"]):
            begun = time.perf_counter()
            llguidance.numpy.fill_next_token_bitmask(matcher, mask)
            times.append(time.perf_counter() - begun)
            matcher.consume_token(token)
        passes.append(times)
        accepted = matcher.is_accepting()
        matcher.reset()
    print(json.dumps({"accepted": accepted, "error": matcher.get_error(), "tree_seconds": seconds, "compile_seconds": compiling,
                      "mask_seconds": passes[0], "warm_mask_seconds": passes[1]}))
"""


def answers(command, lines):
    run = subprocess.run(command, input="\n".join(map(json.dumps, lines)) + "\n", capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr[-2000:])
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("hearth")
    parser.add_argument("tokenizer")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--peer", help="a Python that has llguidance")
    options = parser.parse_args()
    lines = [{"schema": schema, "text": json.dumps(document, ensure_ascii=False)} for _, schema, document in CASES]
    sides = {"Ember": [options.hearth, "model", "accepts", options.tokenizer, "--time"]}
    if options.peer:
        sides["llguidance"] = [options.peer, "-c", PEER, options.tokenizer + "/tokenizer.json"]
    found = {side: [] for side in sides}
    for _ in range(options.rounds):
        for side, command in sides.items():
            found[side].append(answers(command, lines))
    for side, rounds in found.items():
        tree = statistics.median(answers[0]["tree_seconds"] for answers in rounds)
        print(f"{side}: the vocabulary's tree takes {tree * 1e3:.0f} ms, once")
    print("\n| schema | tokens | " + " | ".join(f"{side}: compile ms | first mask µs, median (most) | warm mask µs, median (most)" for side in sides)
          + " |\n|" + "---|" * (2 + 3 * len(sides)))
    for index, (name, _, _) in enumerate(CASES):
        cells = []
        for side in sides:
            rounds = [answers[index] for answers in found[side]]
            if not rounds[0].get("accepted"):
                cells += [str(rounds[0].get("error") or rounds[0])[:60], "", ""]
                continue
            cells.append(f"{statistics.median(r['compile_seconds'] for r in rounds) * 1e3:.1f}")
            for key in ("mask_seconds", "warm_mask_seconds"):
                middle = statistics.median(statistics.median(r[key]) for r in rounds)
                most = statistics.median(max(r[key]) for r in rounds)
                cells.append(f"{middle * 1e6:.1f} ({most * 1e6:.0f})")
        tokens = len(found["Ember"][0][index].get("mask_seconds", []))
        print(f"| {name} | {tokens} | " + " | ".join(cells) + " |")
    for side in sides:
        every = [t for answers in found[side] for r in answers for t in r.get("warm_mask_seconds", [])]
        first = [t for answers in found[side] for r in answers for t in r.get("mask_seconds", [])]
        if every:
            print(f"\n{side}, all masks: median {statistics.median(every) * 1e6:.2f} µs warm, {statistics.median(first) * 1e6:.1f} µs "
                  f"the first time; mean {statistics.mean(every) * 1e6:.1f} and {statistics.mean(first) * 1e6:.1f} µs")


main()
