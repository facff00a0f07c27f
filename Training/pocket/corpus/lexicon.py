# SPDX-License-Identifier: Apache-2.0
"""Words to define: those that are taught, and as real ones that are not. A model of this size learns by heart what it meets a hundred times;
of thousands of words it would make a mash, so it is taught some hundreds, and to say so of the others."""
import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Word:
    """`sort` is of English n for a noun that is counted, N for one that is not, v, a; of French m, f, M, F, v, a."""

    word: str
    sort: str
    meaning: str
    example: str


def taught(folder: str) -> list[Word]:
    """Of words.txt, whose lines are word, sort, meaning and example, at bars."""
    with open(os.path.join(folder, "words.txt"), encoding="utf-8") as file:
        return [Word(*(part.strip() for part in line.split("|"))) for line in file]


def strange(folder: str) -> list[tuple[str, str]]:
    """Of strange.txt, word:sort at spaces: words that people use, too, but that are not taught."""
    with open(os.path.join(folder, "strange.txt"), encoding="utf-8") as file:
        return [tuple(one.split(":")) for one in file.read().split()]
