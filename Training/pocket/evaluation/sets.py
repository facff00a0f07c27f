# SPDX-License-Identifier: Apache-2.0
"""The sets: where they are, what is asked for each item, and how the answers are scored."""
import json
import os
from collections.abc import Callable
from dataclasses import dataclass

from corpus.conversation import PROMPTS, system_text
from evaluation import development, extraction, scoring

FOLDER = os.path.dirname(__file__)
Messages = list[dict[str, str]]


@dataclass(frozen=True)
class EvaluationSet:
    """A file of items. `asked`: the share of good answers that a release needs, where one is asked for."""

    name: str
    prompt: Callable[[dict], Messages]
    problem: Callable[[dict, str], str | None]
    max_tokens: int
    asked: float | None = None
    schema: Callable[[dict], dict] | None = None  # what guided decoding is asked for


def talk(item: dict) -> Messages:
    """The messages of an item behind the system message with what is remembered."""
    system = {"role": "system", "content": system_text(item["language"], item.get("memory", []))}
    return [system, *item["messages"]]


def title(item: dict) -> Messages:
    return [*talk(item), {"role": "user", "content": PROMPTS["title"][item["language"]]}]


def extract(item: dict) -> Messages:
    system = {"role": "system", "content": PROMPTS["extract"][item["language"]]}
    return [system, {"role": "user", "content": item["message"]}]


def _extraction_problem(item: dict, answer: str) -> str | None:
    return extraction.score(item, answer).problem


SETS = {
    s.name: s
    for s in (
        EvaluationSet("recall", talk, scoring.mentions, 64, asked=0.85),
        EvaluationSet("unknown", talk, scoring.admits, 64, asked=0.85),
        EvaluationSet("extraction", extract, _extraction_problem, 256, schema=lambda item: extraction.schema(item["message"])),
        EvaluationSet("titles", title, scoring.titles, 24, asked=0.80),
        EvaluationSet("definitions", talk, scoring.defines, 96),
        EvaluationSet("self", talk, scoring.mentions, 64),
    )
}
DEVELOPMENT = {
    s.name: s
    for s in (EvaluationSet("development recall", talk, scoring.repeats, 64), EvaluationSet("development unknown", talk, scoring.admits, 64))
}
EXTRACTION_PRECISION, EXTRACTION_RECALL = 0.90, 0.60  # asked of a release


def load(name: str) -> list[dict]:
    """The items of `name`.jsonl, oldest first, or those of the development set."""
    if name in DEVELOPMENT:
        return list(development.items(name.split()[1]))
    with open(os.path.join(FOLDER, name + ".jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file]
