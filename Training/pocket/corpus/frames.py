# SPDX-License-Identifier: Apache-2.0
"""Frames: what a user may say in the first person, and the questions that it answers. The folders `frames/` hold them, README.md there the format."""
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .template import alternatives, expand, lines, pick, texts

AT_ONCE = 0.06  # how many messages that tell something end with a question
_NAMED = re.compile(r"\{(\w+)=([^{}]*)\}")
Fill = Callable[[random.Random, str], str]


@dataclass
class Frame:
    kind: str
    said: str
    asked: list[str]


@dataclass
class Situation:
    """Frames that belong together: none of them answers another's questions. `choices` are drawn once for all of them."""

    name: str
    choices: dict[str, list[str]] = field(default_factory=dict)
    frames: list[Frame] = field(default_factory=list)


@dataclass(frozen=True)
class Told:
    """A frame with everything drawn: a clause without a mark at its end, and the ways to ask for it."""

    kind: str
    said: str
    asked: tuple[str, ...]


def read(folder: str) -> list[Situation]:
    """The situations of all files of a folder."""
    return [one for text in texts(folder) for one in parse(text)]


def parse(text: str) -> list[Situation]:
    found: list[Situation] = []
    for line in lines(text):
        if line.startswith("="):
            found.append(Situation(line[1:].strip()))
        elif line.startswith("@"):
            name, options = line[1:].split(" ", 1)
            found[-1].choices[name] = [one.strip() for one in options.split("|")]
        else:
            kind, rest = line.split(":", 1)
            said, asked = rest.split("=>")
            found[-1].frames.append(Frame(kind.strip(), said.strip(), [one.strip() for one in alternatives(asked)]))
    return found


def drawn(rng: random.Random, situation: Situation, frames: list[Frame], fill: Fill) -> list[Told]:
    """The frames with choices made and slots filled; what is named once has the same value in a frame and its questions."""
    shared = {name: pick(rng, options) for name, options in situation.choices.items()}
    return [_told(rng, frame, shared, fill) for frame in frames]


def _told(rng: random.Random, frame: Frame, shared: dict[str, str], fill: Fill) -> Told:
    said, *asked = filled(rng, [frame.said, *frame.asked], fill, shared)
    return Told(frame.kind, said, tuple(asked))


def revised(rng: random.Random, situation: Situation, fill: Fill, before: frozenset[str], named: re.Pattern) -> tuple[Told, Told, str, str] | None:
    """A frame drawn twice that differs in one place, and what stands there first and then, with a word of `before` in front of it.

    What stands there begins as `named` says, or is one word. The questions are those that name neither. Nothing where the frame that was chosen has no such place.
    """
    frame = pick(rng, situation.frames)
    if len(re.findall(r"[{<\[]", re.sub("|".join(rf"\{{{name}\}}" for name in situation.choices) or "$^", "", frame.said))) != 1:
        return None
    old, new = drawn(rng, situation, [frame, frame], fill)
    first, then = old.said.split(), new.said.split()
    start = next((at for at, (a, b) in enumerate(zip(first, then)) if a != b), 0)
    start -= start > 0 and first[start - 1] in before
    end = next((at for at, (a, b) in enumerate(zip(reversed(first), reversed(then))) if a != b), 0)
    was, now = (" ".join(words[start : len(words) - end]).rstrip(",") for words in (first, then))
    asked = tuple(one for one, other in zip(new.asked, old.asked) if one == other)
    if not (start and asked and all(0 < len(one.split()) < 6 and (" " not in one or named.match(one)) for one in (was, now))):
        return None
    return old, Told(new.kind, new.said, asked), was, now


def filled(rng: random.Random, texts: list[str], fill: Fill, shared: dict[str, str] | None = None) -> list[str]:
    """The texts with choices made and slots filled; what is named once has the same value in all of them, and `shared` are values named before."""
    values = dict(shared or {})

    def chosen(match: re.Match) -> str:
        values[match.group(1)] = pick(rng, match.group(2).split("|")).strip()
        return values[match.group(1)]

    texts = [_NAMED.sub(chosen, text) for text in texts]
    for name, value in values.items():
        texts = [text.replace("{" + name + "}", value) for text in texts]
    return fill(rng, "\x1f".join(expand(rng, text) for text in texts)).split("\x1f")
