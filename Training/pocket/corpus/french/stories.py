# SPDX-License-Identifier: Apache-2.0
"""Scripted talks with choices at every step, and how they are read.

`U` and `H` are the user's and Hearth's turns, with choices between bars, each of
which fits whatever came before; the choices of a `u` or `h` answer those of the turn before one by one. Slots hold the
same value throughout. `Q` is a question about what was said with its
answers, `N` one about what was not, with the words for what is missing.
"""
import random
from dataclasses import dataclass, field


@dataclass
class Story:
    """Turns with whether they follow the choice before; questions with answers; gaps with what is missing."""

    turns: list[tuple[bool, list[str]]] = field(default_factory=list)
    questions: list[tuple[list[str], list[str]]] = field(default_factory=list)
    missing: list[tuple[list[str], str]] = field(default_factory=list)


def read(text: str) -> list[Story]:
    """The stories of a block of text, separated by empty lines."""
    return [_story(block) for block in text.strip().split("\n\n")]


def chosen(rng: random.Random, story: Story, exchanges: int) -> list[str]:
    """One way through the first turns of a story, user and Hearth in turn."""
    texts, index = [], 0
    for follows, choices in story.turns[: 2 * exchanges]:
        index = index if follows else rng.randrange(len(choices))
        texts.append(choices[index])
    return texts


def _choices(text: str) -> list[str]:
    return [choice.strip() for choice in text.split("|")]


def _story(block: str) -> Story:
    story = Story()
    for line in block.splitlines():
        mark, rest = line[0], line[2:]
        if mark in "UHuh":
            assert mark.upper() == "UH"[len(story.turns) % 2], block
            assert mark.isupper() or len(_choices(rest)) == len(story.turns[-1][1]), rest
            story.turns.append((mark.islower(), _choices(rest)))
        else:
            asked, _, said = rest.partition(" # ")
            if mark == "Q":
                story.questions.append((_choices(asked), _choices(said)))
            else:
                story.missing.append((_choices(asked), said.strip()))
    assert len(story.turns) % 2 == 0, block
    return story
