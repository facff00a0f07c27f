#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a part of the corpus to read: `corpus.py COUNT FILE.jsonl [--seed N] [--french SHARE]`. Training draws its own."""
import argparse
from itertools import islice

from corpus.draw import FRENCH, conversations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="how many conversations")
    parser.add_argument("file", help="where to write them, one a line")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--french", type=float, default=FRENCH, help="share of French conversations, 0 to 1")
    options = parser.parse_args()
    with open(options.file, "w", encoding="utf-8") as file:
        for conversation in islice(conversations(options.seed, options.french), options.count):
            file.write(conversation.line() + "\n")


if __name__ == "__main__":
    main()
