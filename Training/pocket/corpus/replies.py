# SPDX-License-Identifier: Apache-2.0
"""What Hearth answers to what it is told, by topic: plain replies, and few enough that each is met often. frames.md has the format."""
import random
import re
from dataclasses import dataclass, field
from functools import cached_property

from .template import choose, lines, pick


@dataclass
class Topic:
    """Replies to every message in which one of the words stands; to every message, where there are none."""

    name: str
    words: list[str] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)

    @cached_property
    def _any(self) -> re.Pattern:
        return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, self.words))})(?!\w)")

    def fits(self, said: str) -> bool:
        return not self.words or bool(self._any.search(said))


def read(path: str) -> list[Topic]:
    with open(path, encoding="utf-8") as file:
        return parse(file.read())


def parse(text: str) -> list[Topic]:
    found: list[Topic] = []
    for line in lines(text):
        mark, rest = line[0], line[1:].strip()
        if mark == "=":
            found.append(Topic(rest))
        elif mark == "~":
            found[-1].words += [word.strip() for word in rest.split("|")]
        elif mark == "<":
            found[-1].replies.append(rest)
        else:
            raise ValueError(f"{found[-1].name}: {line} is no line of replies")
    return found


def reply(rng: random.Random, topics: list[Topic], said: str, before: list[str]) -> str:
    """A reply of the first topic that fits, none of those that Hearth gave before as long as there is another."""
    plain = said.lower().replace("’", "'")
    topic = next(topic for topic in topics if topic.fits(plain))
    for _ in range(20):
        chosen = choose(rng, pick(rng, topic.replies))
        if chosen not in before:
            break
    return chosen
