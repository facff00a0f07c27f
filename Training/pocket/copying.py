# SPDX-License-Identifier: Apache-2.0
"""Exercises in copying: random tokens, pieces of which return. What looks them up (Olsson et al. 2022, *In-context learning and induction
heads*) is later used to answer from the context; drawn conversations alone teach it slowly, because little in each of them returns."""
import random
from collections.abc import Iterator

import numpy as np

LENGTH = 256  # tokens of a row
FIRST = 64  # of them before pieces return
PIECE = (3, 16)  # lengths of pieces
WHOLE = (6, 64)  # lengths of what is said over and over
BURST = (2, 8)  # lengths of what is said a few times and then no more


def row(rng: random.Random, tokens: list[int]) -> tuple[list[int], list[bool]]:
    """A row of one token more than `LENGTH`, and which of them can be known from those before."""
    pool = rng.sample(tokens, min(len(tokens), rng.choice((40, 200, 1_000))))
    return rng.choice((_bursts, _whole, _pieces))(rng, pool)


def _bursts(rng: random.Random, pool: list[int]) -> tuple[list[int], list[bool]]:
    """The easiest, with which the others begin: what comes next was said a moment ago."""
    ids: list[int] = []
    known: list[bool] = []
    while len(ids) <= LENGTH:
        said = rng.choices(pool, k=rng.randint(*BURST))
        times = rng.randint(3, 6)
        ids += said * times
        known += [False] * len(said) + [True] * (len(said) * (times - 1))
    return ids[: LENGTH + 1], known[: LENGTH + 1]


def _whole(rng: random.Random, pool: list[int]) -> tuple[list[int], list[bool]]:
    said = rng.choices(pool, k=rng.randint(*WHOLE))
    times = -(-(LENGTH + 1) // len(said))
    return (said * times)[: LENGTH + 1], ([False] * len(said) + [True] * LENGTH)[: LENGTH + 1]


def _pieces(rng: random.Random, pool: list[int]) -> tuple[list[int], list[bool]]:
    ids = rng.choices(pool, k=FIRST)
    known = [False] * FIRST
    while len(ids) <= LENGTH:
        if rng.random() < 0.25:
            ids.append(rng.choice(pool))
            known.append(False)
        length = rng.randint(*PIECE)
        start = rng.randrange(len(ids) - length)
        ids += ids[start : start + length]
        known += [False, False] + [True] * (length - 2)
    return ids[: LENGTH + 1], known[: LENGTH + 1]


def exercises(seed: int, vocabulary: int, specials: int, tokens: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Batches without end of about so many tokens: `(rows, LENGTH + 1)` ids, and where the loss is taken."""
    rng = random.Random(seed)
    ordinary = list(range(specials, vocabulary))
    while True:
        rows = [row(rng, ordinary) for _ in range(max(1, tokens // LENGTH))]
        yield np.array([ids for ids, _ in rows], dtype=np.int32), np.array([known for _, known in rows])
