#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds models with random weights to random schemas and checks what comes out with Python's `jsonschema`.

usage: guided.py HEARTH MODELS_FOLDER [COUNT] [SEED]        needs `pip install jsonschema`
A model with random weights at temperature 2 writes anything it is allowed to, so it finds what a mask forgets. Every document
must parse, must satisfy its schema (formats included, as far as Python checks them), and must have ended within max_tokens, which
is now and then just enough for the shortest. A name that an object has twice is counted, and wrong where tokens were left.
"""
import collections
import ipaddress
import json
import os
import random
import re
import subprocess
import sys
import uuid
from datetime import date, datetime

import jsonschema

NAMES = ["a", "name", "id", "x y", "é", "tags", "size", "\n", "quote\"", "value", "日本"]
PATTERNS = ["^[a-z]+$", "^\\d{3}-\\d{4}$", "b", "^(foo|bar)*$", "^[^x]{2,5}$", "^.{1,4}$", "^[A-Z][a-z]{0,9}( [A-Z][a-z]*)?$"]
FORMATS = ["date", "time", "date-time", "uuid", "email", "ipv4"]

checker = jsonschema.FormatChecker(formats=())
checker.checks("date", raises=ValueError)(lambda v: not isinstance(v, str) or bool(v[:4] == "0000" or date.fromisoformat(v)))
checker.checks("uuid", raises=ValueError)(lambda v: not isinstance(v, str) or str(uuid.UUID(v)) == v.lower())
checker.checks("ipv4", raises=ValueError)(lambda v: not isinstance(v, str) or bool(ipaddress.IPv4Address(v)) or True)
checker.checks("email")(lambda v: not isinstance(v, str) or re.fullmatch(r"[^@\s]+@[A-Za-z0-9.-]+", v) is not None)
checker.checks("time")(lambda v: not isinstance(v, str) or re.fullmatch(
    r"\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", v) is not None)
checker.checks("date-time")(lambda v: not isinstance(v, str) or re.fullmatch(
    r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", v) is not None)


def scalar(r):
    return r.choice([None, True, False, 0, 1, -3, 2.5, 1e20, "", "a", "é\n", "two words", 10 ** 12])


def value(r, depth):
    if depth == 0 or r.random() < 0.7:
        return scalar(r)
    if r.random() < 0.5:
        return [value(r, depth - 1) for _ in range(r.randint(0, 3))]
    return {r.choice(NAMES): value(r, depth - 1) for _ in range(r.randint(0, 3))}


def schema(r, depth, refs):
    kind = r.choice(["null", "boolean", "integer", "number", "string", "string", "enum", "const", "any", "types", "ref"]
                    + ["object"] * 4 + ["array"] * 3 + ["anyOf", "oneOf", "allOf", "if", "not"] if depth else
                    ["null", "boolean", "integer", "number", "string", "enum", "const"])
    if kind in ("null", "boolean"):
        return {"type": kind}
    if kind in ("integer", "number"):
        s = {"type": kind}
        low = r.choice([-1000, -3, 0, 1, 2.5, 17, 99, 1e6])
        if r.random() < 0.4:
            s[r.choice(["minimum", "exclusiveMinimum"])] = low
        if r.random() < 0.4:
            s[r.choice(["maximum", "exclusiveMaximum"])] = low + r.choice([1, 2, 10, 1000.5, 1e9])
        if r.random() < 0.2:
            s["multipleOf"] = r.choice([1, 2, 3, 7, 10, 0.5, 0.25])
        return s
    if kind == "string":
        s = {"type": "string"}
        way = r.random()
        if way < 0.25:
            s["minLength"] = r.randint(0, 6)
            if r.random() < 0.7:
                s["maxLength"] = s["minLength"] + r.randint(0, 12)
        elif way < 0.4:
            s["maxLength"] = r.randint(0, 20)
        elif way < 0.6:
            s["pattern"] = r.choice(PATTERNS)
            if r.random() < 0.3:
                s["maxLength"] = 12
        elif way < 0.8:
            s["format"] = r.choice(FORMATS)
        return s
    if kind == "enum":
        return {"enum": [value(r, 1) for _ in range(r.randint(1, 5))]}
    if kind == "const":
        return {"const": value(r, 2)}
    if kind == "any":
        return r.choice([{}, True])
    if kind == "types":
        return {"type": r.sample(["null", "boolean", "integer", "number", "string", "array", "object"], r.randint(1, 3))}
    if kind == "ref":
        return {"$ref": "#/$defs/" + r.choice(refs)} if refs else {}
    if kind == "object":
        s = {"type": "object"}
        names = r.sample(NAMES, r.randint(0, 5))
        if names:
            s["properties"] = {n: schema(r, depth - 1, refs) for n in names}
            s["required"] = [n for n in names if r.random() < 0.5]
        if r.random() < 0.6:
            s["additionalProperties"] = False if r.random() < 0.7 else schema(r, depth - 1, refs)
        if r.random() < 0.15:
            s["patternProperties"] = {r.choice(["^x", "b$", "^[a-c]+$"]): schema(r, depth - 1, refs)}
        if r.random() < 0.1:
            s["propertyNames"] = {"maxLength": r.randint(3, 6)}
        if r.random() < 0.1:
            s["minProperties"] = r.randint(0, 2)
        if r.random() < 0.15:
            s["maxProperties"] = r.randint(1, 5)
        if len(names) > 1 and r.random() < 0.15:
            s["dependentRequired"] = {names[0]: [names[1]]}
        return s
    if kind == "array":
        s = {"type": "array"}
        if r.random() < 0.15:
            s["uniqueItems"] = True
            s["items"] = r.choice([schema(r, 0, refs), {"enum": [scalar(r) for _ in range(r.randint(1, 6))]}, {"type": "boolean"},
                                   {"type": "integer", "minimum": 0, "maximum": r.randint(0, 30)}])
        elif r.random() < 0.8:
            s["items"] = schema(r, depth - 1, refs)
        if r.random() < 0.3:
            s["prefixItems"] = [schema(r, depth - 1, refs) for _ in range(r.randint(1, 3))]
        if r.random() < 0.3:
            s["minItems"] = r.randint(0, 4)
        if r.random() < 0.4:
            s["maxItems"] = s.get("minItems", 0) + r.randint(0, 4)
        if r.random() < 0.1:
            s["contains"] = schema(r, 0, refs)
            if r.random() < 0.5:
                s["minContains"] = r.randint(0, 2)
                s["maxContains"] = s["minContains"] + r.randint(0, 2)
        return s
    if kind in ("anyOf", "oneOf"):
        return {kind: [schema(r, depth - 1, refs) for _ in range(r.randint(1, 3))]}
    if kind == "allOf":
        return {"allOf": [schema(r, depth - 1, refs) for _ in range(2)]}
    if kind == "if":
        return {"if": schema(r, depth - 1, refs), "then": schema(r, depth - 1, refs), "else": schema(r, depth - 1, refs)}
    return {"not": schema(r, 0, refs)}


def document(r):
    refs = r.sample(["one", "two"], r.randint(0, 2))
    s = schema(r, 3, refs)
    if isinstance(s, dict) and refs:
        s = {**s, "$defs": {n: schema(r, 2, refs) for n in refs}}
    return s


def keywords(s):
    if isinstance(s, dict):
        for key, inner in s.items():
            yield key if key != "format" else f"format {inner}"
            if key in ("properties", "patternProperties", "$defs"):
                for part in inner.values():
                    yield from keywords(part)
            elif key in ("anyOf", "oneOf", "allOf", "prefixItems"):
                for part in inner:
                    yield from keywords(part)
            elif key not in ("enum", "const"):
                yield from keywords(inner)


def pairs(repeated):
    def hook(members):
        if len(members) != len(dict(members)):
            repeated.append([name for name, _ in members])
        return dict(members)
    return hook


def main():
    hearth, folder = sys.argv[1:3]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 5000
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    r = random.Random(seed)
    models = [m for m in sorted(os.listdir(folder)) if os.path.exists(f"{folder}/{m}/config.json") and "bert" not in m]
    checked = refused = empty = wrong = tokens = tight = twice = 0
    used = collections.Counter()
    # Where next to nothing can be checked, that is the finding.
    while checked < count and wrong < 100 and refused <= 10 * count:
        model = r.choice(models)
        lines = []
        for _ in range(250):
            budget = r.choice([r.randint(1, 12), 20, 60, 150, 300])
            lines.append({"ids": [r.randrange(5, 500) for _ in range(4)], "max_tokens": budget, "temperature": 2,
                          "seed": r.randrange(1 << 40), "schema": document(r)})
        run = subprocess.run([hearth, "model", "generate", f"{folder}/{model}"], capture_output=True, text=True,
                             input="\n".join(map(json.dumps, lines)) + "\n", timeout=900)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
        if len(answers) != len(lines):
            print("STOPPED", model, run.stderr[:300], json.dumps(lines[len(answers)]))
            wrong += 1
        for line, answer in zip(lines, answers):
            if "error" in answer:
                if "not even" in answer["error"] or "shortest" in answer["error"]:
                    empty += 1
                elif "no document satisfies" in answer["error"]:
                    empty += 1
                else:
                    refused += 1
                    if os.environ.get("REASONS"):
                        print("refused", answer["error"][:150])
                continue
            checked += 1
            tokens += len(answer["ids"])
            used.update(set(keywords(line["schema"])))
            left = line["max_tokens"] - len(answer["ids"])
            tight += left < 3
            repeated = []
            try:
                value = json.loads(answer["text"], object_pairs_hook=pairs(repeated))
                jsonschema.Draft202012Validator(line["schema"], format_checker=checker).validate(value)
                assert left >= 0, "too many tokens"
                twice += bool(repeated)
                assert not repeated or left < 8, f"a name twice: {repeated}"
            except Exception as error:  # whatever goes wrong is a finding
                wrong += 1
                print("WRONG", model, type(error).__name__, str(error).split("\n")[0][:200])
                print("     ", json.dumps(line)[:800])
                print("     ", answer["text"][:400], answer["stop_reason"])
    print(f"{checked} documents of {tokens} tokens checked, {wrong} wrong; {tight} used up their tokens, {twice} of which repeat a "
          f"name; {refused} schemas refused, {empty} without a text that fits; seed {seed}, {len(models)} models")
    print("keywords:", ", ".join(f"{key} {count}" for key, count in sorted(used.items())))
    sys.exit(1 if wrong or checked < count else 0)


if __name__ == "__main__":
    main()
