#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks `hearth model accepts` about numbers, and checks the verdicts with Python's exact fractions.

usage: number_verdicts.py HEARTH TOKENIZER_FOLDER [SCHEMAS] [SEED]
What is accepted has to satisfy its schema as it is written and as the `float` that a reader makes of it (but for steps such as
0.1, of which a `float` has no multiples). What satisfies it and is written plainly, or as one digit with an exponent, has to be
accepted; see NumberAutomaton.swift for the limits of all other ways.
"""
import json
import random
import subprocess
import sys
from fractions import Fraction

BOUNDS = [-1000, -3, -0.5, 0, 0.001, 0.25, 1, 1.5, 2, 9.99, 10, 17, 99, 100, 150, 999.5, 1e6, 123456, 1e15, 1e20, 5e-7]
STEPS = [1, 2, 3, 7, 10, 60, 100, 0.5, 0.25, 0.1, 0.01]


def schema(r, depth=1):
    way = r.random()
    if depth and way < 0.25:
        parts = [schema(r, depth - 1) for _ in range(2)]
        return r.choice([{"allOf": parts}, {"anyOf": parts}, {"allOf": [parts[0], {"not": parts[1]}]},
                         {"allOf": [{"type": "number"}, {"not": r.choice([{"type": "integer"}, {"multipleOf": r.choice(STEPS)}])}]}])
    if way < 0.4:
        return {"enum": [r.choice(BOUNDS) * r.choice([1, -1, 3]) for _ in range(r.randint(1, 30))]}
    s = {"type": r.choice(["integer", "number"])}
    for key in ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"]:
        if r.random() < 0.3:
            s[key] = r.choice(BOUNDS) * r.choice([1, -1])
    if r.random() < 0.3:
        s["multipleOf"] = r.choice(STEPS)
    return s


def numbers_of(s):
    """The numbers in a schema: what is close to one of them is most likely to be judged wrongly."""
    for key, value in s.items():
        if key in ("allOf", "anyOf"):
            for part in value:
                yield from numbers_of(part)
        elif key == "not":
            yield from numbers_of(value)
        elif key == "enum":
            yield from value
        elif key != "type":
            yield value


def valid(s, x):
    def exact(number):
        return Fraction(str(number))

    tests = {
        "type": lambda t: t == "number" or x.denominator == 1, "minimum": lambda b: x >= exact(b),
        "maximum": lambda b: x <= exact(b), "exclusiveMinimum": lambda b: x > exact(b), "exclusiveMaximum": lambda b: x < exact(b),
        "multipleOf": lambda b: (x / exact(b)).denominator == 1, "enum": lambda l: any(x == exact(b) for b in l),
        "allOf": lambda l: all(valid(p, x) for p in l), "anyOf": lambda l: any(valid(p, x) for p in l), "not": lambda p: not valid(p, x),
    }
    return all(tests[key](value) for key, value in s.items())


def plain(number):
    return f"{number:.20f}".rstrip("0").rstrip(".") if isinstance(number, float) else str(number)


def text(r, near):
    way = r.random()
    if way < 0.35:
        number = r.choice(near) * r.choice([1, 1, 1, -1, 2, 10]) + r.choice([0, 0, 0, 1, -1, 0.5, 0.01, -0.001])
        written = plain(number if number % 1 else int(number))
    elif way < 0.5:
        written = str(r.randint(0, 10 ** r.randint(0, 22)))
    elif way < 0.6:
        # Around a bound by less than a float can tell.
        written = plain(int(r.choice(near)) + r.choice([-1, 0])) + "." + r.choice("09") * r.randint(10, 29) + r.choice("0159")
    elif way < 0.75:
        written = f"{r.randint(0, 10 ** r.randint(0, 9))}.{r.randint(0, 10 ** r.randint(0, 9))}"
    else:
        mantissa = r.choice([str(r.randint(0, 9)), f"{r.randint(0, 9)}.{r.randint(0, 10 ** r.randint(1, 6))}{r.choice(['', '0', '00'])}", str(r.randint(0, 10 ** 6))])
        written = mantissa + r.choice("eE") + r.choice(["", "+", "-"]) + str(r.choice([0, 1, 1, 2, 3, 5, 9, 19, 25, r.randint(0, 310)]))
    return written if written.startswith("-") or r.random() < 0.6 else "-" + written


def has_to_be_accepted(s, written):
    mantissa, _, exponent = written.lstrip("-").lower().partition("e")
    whole, _, fraction = mantissa.partition(".")
    steps = [n for part in [s, *s.get("allOf", []), *s.get("anyOf", [])] for n in [part.get("multipleOf", part.get("not", {}).get("multipleOf", 1))]]
    if exponent:
        return len(mantissa) == 1 and abs(int(exponent)) <= 20 and all(n in (1, 0.1, 0.01) for n in steps)
    return len(whole) <= 8 and len(fraction) <= 7


def main():
    hearth, tokenizer = sys.argv[1:3]
    count, seed = (int(a) for a in (sys.argv[3:] + ["1000", "1"][len(sys.argv) - 3:]))
    r = random.Random(seed)
    lines = []
    for _ in range(count):
        s = schema(r)
        near = [*numbers_of(s), 1]
        lines += [{"schema": s, "text": text(r, near)} for _ in range(100)]
    run = subprocess.run([hearth, "model", "accepts", tokenizer], input="\n".join(map(json.dumps, lines)) + "\n", capture_output=True,
                         text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(lines), (len(answers), run.stderr[-2000:])
    checked = accepted = refused = wrong = 0
    for line, answer in zip(lines, answers):
        s, written = line["schema"], line["text"]
        if "unsupported" in answer:
            refused += 1
            continue
        checked += 1
        exact = valid(s, Fraction(written))
        if answer["accepted"]:
            accepted += 1
            read = Fraction(str(json.loads(written)))
            is_wrong = not exact or not (valid(s, read) or any(f'"multipleOf": {n}' in json.dumps(s) for n in (0.1, 0.01)))
        else:
            is_wrong = exact and has_to_be_accepted(s, written)
        if is_wrong:
            wrong += 1
            if wrong < 20:
                print("WRONG", written, "valid:", exact, answer, json.dumps(s))
    print(f"{checked} numbers checked, {accepted} accepted, {wrong} wrong, {refused} of schemas that were refused; seed {seed}")
    sys.exit(1 if wrong or not accepted else 0)


main()
