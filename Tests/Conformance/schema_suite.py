#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks `hearth model accepts` for the verdicts of the JSON Schema Test Suite, draft 2020-12.

usage: schema_suite.py HEARTH TOKENIZER_FOLDER [SUITE_FOLDER]
SUITE_FOLDER is the suite's tests/draft2020-12; without it, the suite is taken from the source package of Python's `jsonschema`
on PyPI, which carries it. Every instance is written as json.dumps does, compactly, and indented. A schema may be refused as
unsupported; a wrong verdict on any other fails. Instances are counted once, the three ways of writing them must agree.
"""
import glob
import json
import os
import subprocess
import sys
import tarfile
import tempfile

WAYS = ({}, {"separators": (",", ":")}, {"indent": 2})


def download(folder):
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "--dest", folder,
                    "jsonschema"], check=True)
    archive = glob.glob(folder + "/jsonschema-*.tar.gz")[0]
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    return glob.glob(folder + "/jsonschema-*/json/tests/draft2020-12")[0]


def main():
    hearth, tokenizer = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as work:
        suite = sys.argv[3] if len(sys.argv) > 3 else download(work)
        lines, expected = [], []
        for path in sorted(glob.glob(suite + "/*.json")):
            with open(path) as file:
                for group in json.load(file):
                    for test in group["tests"]:
                        for way in WAYS:
                            lines.append({"schema": group["schema"], "text": json.dumps(test["data"], **way)})
                        expected.append((os.path.basename(path), group, test))
        run = subprocess.run([hearth, "model", "accepts", tokenizer], input="\n".join(map(json.dumps, lines)) + "\n",
                             capture_output=True, text=True, timeout=600)
        answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(answers) == len(lines), (len(answers), len(lines), run.stderr[-2000:])
    counts, wrong, reasons = {}, 0, {}
    for index, (name, group, test) in enumerate(expected):
        found = answers[index * len(WAYS):(index + 1) * len(WAYS)]
        count = counts.setdefault(name, [0, 0])
        count[1] += 1
        refused = [f for f in found if "unsupported" in f]
        if refused:
            reasons.setdefault(name, set()).add(refused[0]["unsupported"])
            continue
        count[0] += 1
        if any(f.get("accepted") != test["valid"] for f in found):
            wrong += 1
            print("WRONG", name, "|", group["description"], "|", test["description"], "| valid:", test["valid"])
            print("     ", json.dumps(group["schema"])[:300], json.dumps(test["data"])[:200], found)
    for name, (enforced, total) in counts.items():
        if enforced < total:
            print(f"{name}: {enforced} of {total} enforced; refused:", *sorted(reasons[name])[:int(os.environ.get('REASONS', '2'))], sep="\n    ")
    enforced = sum(c[0] for c in counts.values())
    total = sum(c[1] for c in counts.values())
    print(f"{enforced} of {total} instances enforced ({100 * enforced / total:.1f} %), {wrong} wrong")
    sys.exit(1 if wrong or enforced < 0.7 * total else 0)


main()
