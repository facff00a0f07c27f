#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How precise are facts on messages that no weight has seen? Cross-validates the weights of clauses, a model's and the threshold.

usage: facts.py HEARTH MODEL MESSAGES SCORER [--folds 6] [--seeds 3] [--precision 0.93]

MESSAGES: labelled messages that are not part of Hearth, SCORER the score.py beside them. `hearth memory judge` says what is seen
in each candidate of them and of the 360 that come with Hearth. For each fold of either set all weights and the threshold are found
without it, as `hearth memory weigh-clauses` and `calibrate` find them, and it is judged by those; the folds together are scored.
"""
import argparse, importlib.util, json, math, random, subprocess, sys

import numpy

CLAUSE_PENALTY, MODEL_PENALTY, LEAST, QUEUES = 3.0, 0.1, 4, 0.5
OTHERS_WEIGHT = 3.0


def judged(hearth, model, file=None):
    run = subprocess.run([hearth, "memory", "judge", *([file] if file else []), "--model", model], capture_output=True, text=True)
    if run.returncode:
        sys.exit(run.stderr)
    return [json.loads(line) for line in run.stdout.splitlines()]


def regression(examples, penalty):
    """Weights by name, by Newton's method on the penalised likelihood; examples: (traits, is right, weight)."""
    counts = {}
    for traits, _, _ in examples:
        for name in traits:
            counts[name] = counts.get(name, 0) + 1
    names = sorted(name for name, count in counts.items() if count >= LEAST)
    x = numpy.array([[traits.get(name, 0) for name in names] + [1] for traits, _, _ in examples])
    y = numpy.array([float(right) for _, right, _ in examples])
    w = numpy.array([weight for _, _, weight in examples])
    ridge = numpy.array([penalty] * len(names) + [0.01])
    b = numpy.zeros(len(names) + 1)
    for _ in range(40):
        p = 1 / (1 + numpy.exp(-x @ b))
        step = numpy.linalg.solve((x * (w * p * (1 - p))[:, None]).T @ x + numpy.diag(ridge), x.T @ (w * (y - p)) - ridge * b)
        b += step
        if abs(step).max() < 1e-7:
            break
    return dict(zip(names + ["bias"], b))


def total(weights, traits):
    return weights.get("bias", 0) + sum(weights.get(name, 0) * value for name, value in traits.items())


def examples(messages, traits, weight=1.0):
    return [(traits(c), c["verdict"] in ("required", "optional"), weight)
            for m in messages for c in m["candidates"] if c["verdict"] != "repeated"]


def clause_traits(candidate):
    return {name: value for name, value in candidate["traits"].items() if not name.startswith("model.")}


def looks(clauses):
    def traits(candidate):
        found = {name: value for name, value in candidate["traits"].items() if name.startswith("model.")}
        found["clause"] = total(clauses, clause_traits(candidate))
        return found
    return traits


def probability(weights, traits):
    return 1 / (1 + math.exp(-total(weights, traits)))


def threshold(ranked, precision, least=10):
    right = wrong = 0
    found = None
    ranked = sorted(ranked, key=lambda item: -item[0])
    for index, (p, verdict) in enumerate(ranked):
        right += verdict in ("required", "optional")
        wrong += verdict == "wrong"
        if index + 1 < len(ranked) and ranked[index + 1][0] == p:
            continue
        if right >= least and right >= precision * (right + wrong):
            found = p
    return found


def calibrate(ours, others, precision):
    """All that is found in labelled messages. The threshold is that of probabilities out of fold, clauses included."""
    clauses = regression(examples(ours, clause_traits) + examples(others, clause_traits, OTHERS_WEIGHT), CLAUSE_PENALTY)
    weights = regression(examples(ours, looks(clauses)), MODEL_PENALTY)
    ranked = []
    for part in range(8):
        seen = [m for i, m in enumerate(ours) if i % 8 != part]
        inner = regression(examples(seen, clause_traits) + examples(others, clause_traits, OTHERS_WEIGHT), CLAUSE_PENALTY)
        w = regression(examples(seen, looks(inner)), MODEL_PENALTY)
        ranked += [(probability(w, looks(inner)(c)), c["verdict"]) for i, m in enumerate(ours) if i % 8 == part
                   for c in m["candidates"] if c["may_be_stored"]]
    return clauses, weights, threshold(ranked, precision)


def decide(messages, calibration):
    """For each message the candidates that are stored, and those that wait."""
    clauses, weights, stores = calibration
    decided = []
    for m in messages:
        kept = {"stored": [], "queued": []}
        for c in m["candidates"]:
            p = probability(weights, looks(clauses)(c))
            if p >= QUEUES:
                kept["stored" if stores is not None and p >= stores and c["may_be_stored"] else "queued"].append(c)
        said = set()
        for name in ("stored", "queued"):
            kept[name] = [c for c in kept[name] if not (c["value"].lower() in said or said.add(c["value"].lower()))]
        decided.append((m, kept))
    return decided


def own_measure(decided):
    stored = [c for _, kept in decided for c in kept["stored"]]
    right = sum(c["verdict"] in ("required", "optional") for c in stored)
    wrong = sum(c["verdict"] == "wrong" for c in stored)
    required = sum(m["required"] for m, _ in decided)
    found = sum(c["verdict"] == "required" for c in stored)
    waiting = sum(c["verdict"] == "required" for _, kept in decided for c in kept["stored"] + kept["queued"])
    return {"stored": len(stored), "precision": round(right / max(1, right + wrong), 4), "recall": round(found / required, 4),
            "with_queue": round(waiting / required, 4)}


def scored(decided, scorer, rows):
    predictions = {m["id"]: kept["stored"] for m, kept in decided}
    report, _ = scorer.report(rows, predictions)
    waiting, _ = scorer.report(rows, {m["id"]: kept["stored"] + kept["queued"] for m, kept in decided})
    return {"stored": sum(map(len, predictions.values())), "precision": report["precision"], "recall": report["recall"],
            "with_queue": waiting["recall"], "traps": report["trap_violation_rate"]}


def folded(messages, folds, seed):
    order = list(range(len(messages)))
    random.Random(seed).shuffle(order)
    return [[messages[i] for i in sorted(order[part::folds])] for part in range(folds)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("hearth", "model", "messages", "scorer"):
        parser.add_argument(name)
    parser.add_argument("--folds", type=int, default=6)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--precision", type=float, nargs="+", default=[0.93])
    a = parser.parse_args()
    spec = importlib.util.spec_from_file_location("scorer", a.scorer)
    scorer = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    with open(a.messages, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    others, ours = judged(a.hearth, a.model, a.messages), judged(a.hearth, a.model)
    for precision in a.precision:
        for seed in range(a.seeds):
            decided = []
            for part in folded(others, a.folds, seed):
                out = {m["id"] for m in part}
                decided += decide(part, calibrate(ours, [m for m in others if m["id"] not in out], precision))
            print(json.dumps({"set": "others", "asked": precision, "seed": seed, **scored(decided, scorer, rows)}))
            decided = []
            for part in folded(ours, a.folds, seed):
                out = {m["id"] for m in part}
                decided += decide(part, calibrate([m for m in ours if m["id"] not in out], others, precision))
            print(json.dumps({"set": "ours", "asked": precision, "seed": seed, **own_measure(decided)}))
        print(json.dumps({"set": "others, not seen at all", "asked": precision, **scored(
            decide(others, calibrate(ours, [], precision)), scorer, rows)}))


if __name__ == "__main__":
    main()
