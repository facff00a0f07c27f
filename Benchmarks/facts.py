#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How right are the facts that Hearth finds in labelled messages?

usage: facts.py HEARTH SCORER MESSAGES…

MESSAGES: labelled messages as in Tests/Fixtures/facts, SCORER: the score.py of such a set. Prints the figures of what is kept without
asking, and with what waits to be confirmed.
"""
import importlib.util, json, subprocess, sys

KEPT = ("predicted", "required", "precision", "recall", "trap_violation_rate", "evidence_validity", "others_stored_as_user", "duplicates")


def main():
    hearth, scorer, *files = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("score", scorer)
    score = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(score)
    for file in files:
        rows = [json.loads(line) for line in open(file, encoding="utf-8")]
        run = subprocess.run([hearth, "memory", "extract", file], capture_output=True, text=True, check=True)
        found = [json.loads(line) for line in run.stdout.splitlines()]
        for name, kinds in (("kept", ("facts",)), ("with what waits", ("facts", "queued"))):
            predictions = {one["id"]: [fact for kind in kinds for fact in one[kind]] for one in found}
            result, _ = score.report(rows, predictions)
            print(file, name, json.dumps({key: result[key] for key in KEPT}))


if __name__ == "__main__":
    main()
