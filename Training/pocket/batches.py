# SPDX-License-Identifier: Apache-2.0
"""Batches drawn from the corpus: conversations of like length beside one another, so that little is padding and none sees another."""
import os
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, cycle, islice
from multiprocessing import Process, Queue

import numpy as np
from tokenizers import Tokenizer

from corpus.draw import conversations
from corpus.english.phrasing import NOT_KNOWN
from corpus.french.phrasing import NOT_KNOWN as NOT_KNOWN_FRENCH
from tokenizer import END, END_OF_TEXT, START

CHUNK = 2_000  # conversations that are sorted by length together
OTHERS = 0.02  # the share of the tokens that are not the assistant's on which the loss is taken too
FIRST_COUNT = 3  # how often the first tokens of an answer count: whether it is known hangs on them, and which sentence it is
FIRST = 4  # how many of them
KINDS_COUNT = 5  # and the kind of a fact: one token of forty
KIND = re.compile(r'"kind": "(\w+)"')
STEP = 32  # lengths and numbers of answers are rounded up to a multiple, so that few shapes occur
_ASKED_LAST = re.compile(r"(.*[.!?…\n])\s*[^.!?…\n]*\?\s*", re.DOTALL)  # what stands before a question at the end of a message
LED = 3  # for how many of the first tokens of an answer it is told where they stand
RUN = 3  # tokens in a row that an answer shares with what it repeats, at least

_tokenizer: Tokenizer | None = None


@dataclass
class Batch:
    """`tokens` and `targets` are `(batch, length)`; `chosen` the flat positions of the loss, one that counts more than once several times.

    `sources` is `(places, 6)`, for the first tokens of each answer: row, the position before the token, where in that row what the answer repeats
    begins and ends, and where the part of that does in which the token stands; both are `(0, 1)` where nothing answers. Rows of `(0, 0, 0, 1, 0, 1)` fill it up.
    """

    tokens: np.ndarray
    targets: np.ndarray
    chosen: np.ndarray
    sources: np.ndarray


def load(folder: str) -> Tokenizer:
    return Tokenizer.from_file(os.path.join(folder, "tokenizer.json"))


@dataclass
class Encoded:
    """A conversation as the chat template lays it out, how often the loss is taken on each token, and `sources` as in a batch."""

    ids: list[int]
    learnt: list[int]
    sources: list[tuple[int, int, int, int, int]]


def encode(tokenizer: Tokenizer, messages: list[dict[str, str]], rng: random.Random) -> Encoded:
    start, end, line = (tokenizer.token_to_id(START), tokenizer.token_to_id(END), tokenizer.encode("\n").ids)
    ids: list[int] = []
    learnt: list[int] = []
    sources: list[tuple[int, int, int, int, int]] = []
    told = Told()
    asked = False
    for message in messages:
        head = [start] + tokenizer.encode(message["role"] + "\n").ids
        text = tokenizer.encode(message["content"])
        body = text.ids + [end]
        ids += head
        if message["role"] == "assistant":
            counts = [1] * len(body)
            for kind in KIND.finditer(message["content"]):
                counts = [KINDS_COUNT if at < len(text.ids) and _within(text.offsets[at], kind.span(1)) else count for at, count in enumerate(counts)]
            if asked:
                counts[:FIRST] = [FIRST_COUNT] * min(FIRST, len(counts))
                if message["content"] in (NOT_KNOWN, NOT_KNOWN_FRENCH):
                    sources.append((len(ids) - 1, 0, 1, 0, 1))
                elif source := told.source(text.ids):
                    sources += ((len(ids) - 1 + at, *source, *_around(at, *source)) for at in range(min(LED, len(text.ids))))
        else:
            counts = [int(rng.random() < OTHERS) for _ in body]
            asked = "?" in message["content"]
            tells = told_part(message["content"])
            told.add(len(ids), [one for one, (_, stop) in zip(text.ids, text.offsets) if stop <= tells])
        ids += body + line
        learnt += [0] * len(head) + counts + [0] * len(line)
    return Encoded(ids, learnt, sources)


class Told:
    """What was said to the model so far, to find in it what an answer repeats."""

    def __init__(self) -> None:
        self._places: dict[tuple[int, ...], list[int]] = {}
        self._bounds: dict[int, tuple[int, int]] = {}

    def add(self, start: int, ids: list[int]) -> None:
        """A message, whose first token is the conversation's one with the number `start`."""
        for at in range(len(ids) - RUN + 1):
            self._places.setdefault(tuple(ids[at : at + RUN]), []).append(start + at)
            self._bounds[start + at] = (start, start + len(ids))

    def source(self, answer: list[int]) -> tuple[int, int] | None:
        """Where it stands, as long as the answer, that shares the longest run with it; the later of two."""
        longest, runs, found = 0, {}, None
        for at in range(len(answer) - RUN + 1):
            runs = {place: runs.get(place - 1, 0) + 1 for place in self._places.get(tuple(answer[at : at + RUN]), ())}
            for place, run in runs.items():
                if run > longest or run == longest and found and place - at > found[0]:
                    longest, found = run, (place - at, place)
        if not found:
            return None
        begin, end = self._bounds[found[1]]
        return max(begin, found[0]), min(end, found[0] + len(answer))


def _around(at: int, begin: int, end: int) -> tuple[int, int]:
    """Where an answer's token with the number `at` stands, give or take one: a change of person can make a word more or fewer."""
    return min(max(begin, begin + at - 1), end - 1), min(end, begin + at + 2)


def told_part(content: str) -> int:
    """How many characters of a message tell something: all but the question at its end."""
    if not content.rstrip().endswith("?"):
        return len(content)
    before = _ASKED_LAST.fullmatch(content)
    return before.end(1) if before else 0


def _within(part: tuple[int, int], whole: tuple[int, int]) -> bool:
    return whole[0] <= part[0] and part[1] <= whole[1]


def chunk(folder: str, seed: int, number: int, tokens: int, limit: int, size: int = CHUNK) -> list[Batch]:
    """The batches of one chunk, in random order: the same for the same arguments. Conversations longer than `limit` are left out."""
    global _tokenizer
    _tokenizer = _tokenizer or load(folder)
    rng = random.Random(f"{seed} {number}")
    encoded = [encode(_tokenizer, one.messages, rng) for one in islice(conversations(rng.getrandbits(48)), size)]
    encoded = sorted((one for one in encoded if len(one.ids) <= limit), key=lambda one: (len(one.ids), rng.random()))
    pad = _tokenizer.token_to_id(END_OF_TEXT)
    batches: list[Batch] = []
    rows: list[Encoded] = []
    for one in reversed(encoded):  # the longest first, so that a batch has the length of its first row
        rows.append(one)
        if len(rows) * _rounded(len(rows[0].ids)) >= tokens:
            batches.append(_stacked(rows, pad))
            rows = []
    if rows:
        batches.append(_stacked(rows, pad))
    rng.shuffle(batches)
    return batches


def _rounded(length: int) -> int:
    return -(-(length - 1) // STEP) * STEP


def _stacked(rows: list[Encoded], pad: int) -> Batch:
    width = _rounded(len(rows[0].ids))
    whole = np.full((len(rows), width + 1), pad, dtype=np.int32)
    learnt = np.zeros((len(rows), width + 1), dtype=np.int32)
    for row, one in enumerate(rows):
        whole[row, : len(one.ids)] = one.ids
        learnt[row, : len(one.ids)] = one.learnt
    return shifted(whole, learnt, [(row, *source) for row, one in enumerate(rows) for source in one.sources])


def shifted(whole: np.ndarray, learnt: np.ndarray, sources: list[tuple[int, int, int, int, int, int]] = ()) -> Batch:
    """Of `(batch, length + 1)` tokens; `learnt` is how often each of them counts."""
    counts = learnt[:, 1:].astype(np.int32).ravel()
    filled = [*sources] + [(0, 0, 0, 1, 0, 1)] * (STEP - len(sources) % STEP)
    return Batch(whole[:, :-1].copy(), whole[:, 1:].copy(), np.repeat(np.arange(counts.size), counts), np.array(filled, dtype=np.int32))


def _draw(queue: Queue, folder: str, seed: int, tokens: int, limit: int, numbers: Iterator[int]) -> None:
    for number in numbers:
        queue.put(chunk(folder, seed, number, tokens, limit))


def stream(folder: str, seed: int, tokens: int, limit: int, workers: int, first: int = 0) -> Iterator[tuple[int, Batch]]:
    """Batches without end, each with the number of its chunk; `first` is where to go on. The order does not depend on `workers`."""
    if workers == 0:
        yield from ((number, batch) for number in count(first) for batch in chunk(folder, seed, number, tokens, limit))
        return
    queues = [Queue(maxsize=2) for _ in range(workers)]
    for worker, queue in enumerate(queues):
        numbers = count(first + worker, workers)
        Process(target=_draw, args=(queue, folder, seed, tokens, limit, numbers), daemon=True).start()
    for number, queue in zip(count(first), cycle(queues)):
        yield from ((number, batch) for batch in queue.get())
