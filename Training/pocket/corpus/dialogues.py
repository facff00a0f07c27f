# SPDX-License-Identifier: Apache-2.0
"""Short conversations with what is asked of them later. The folders `dialogues/` hold them; frames.md has the format."""
import random
import re
from dataclasses import dataclass, field

from .frames import Fill, filled
from .replies import Topic, reply
from .template import alternatives, lines, texts

_ANSWER = re.compile(r'(\d+)(?:\.(\d+))?(?:\s+"([^"]+)")?')
PLAIN = 0.9
AT_ONCE = 0.15  # how many conversations have a question in the message that tells something
_SENTENCES = re.compile(r"[^.!?]+(?:[.!?]+(?=\s|$)|$)")


@dataclass
class Dialogue:
    """`turns` are the user's and Hearth's in turn; `asked` are questions with the turn of the user's that answers, its sentence or 0 for all of it,
    and the words of it that are enough, where they are not all."""

    name: str
    turns: list[str] = field(default_factory=list)
    asked: list[tuple[list[str], int, int, str]] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Held:
    """A dialogue with everything drawn: its turns, questions each with what the user said that answers it, and questions that nothing answers."""

    turns: list[str]
    asked: list[tuple[list[str], str]]
    unknown: list[str]

    def at_once(self, rng: random.Random, turn: int) -> tuple[str, str | None] | None:
        """What can be asked behind the words of a turn, and what was said so far that answers it, mostly in that turn; or what nothing answers."""
        if self.unknown and rng.random() < 0.25:
            return rng.choice(self.unknown), None
        said = self.turns[: turn + 1 : 2]
        here = [one for one in self.asked if one[1] in said[-1]]
        before = [one for one in self.asked if any(one[1] in words for words in said)]
        found = here if here and rng.random() < 0.8 else before
        if not found:
            return None
        questions, answer = rng.choice(found)
        return rng.choice(questions), answer


def read(folder: str) -> list[Dialogue]:
    """The dialogues of all files of a folder."""
    return [one for text in texts(folder) for one in parse(text)]


def parse(text: str) -> list[Dialogue]:
    found: list[Dialogue] = []
    for line in lines(text):
        mark, rest = line[0], line[1:].lstrip(":").strip()
        if mark == "=":
            found.append(Dialogue(rest))
        elif mark in "uh":
            found[-1].turns.append(rest)
        elif mark == "?":
            asked, where = rest.rsplit("=>", 1)
            if not (answer := _ANSWER.fullmatch(where.strip())):
                raise ValueError(f"{found[-1].name}: {where.strip()} is not where an answer stands")
            turn, part, words = answer.groups("")
            found[-1].asked.append(([one.strip() for one in alternatives(asked)], int(turn) - 1, int(part or 0), words))
        elif mark == "-":
            found[-1].unknown += [one.strip() for one in alternatives(rest)]
    return found


def drawn(rng: random.Random, dialogue: Dialogue, fill: Fill, topics: list[Topic]) -> Held:
    """One of the many conversations that the dialogue stands for; mostly with plain replies, which fit less well and are learnt much better."""
    parts = [*dialogue.turns, *(one for asked, _, _, words in dialogue.asked for one in (*asked, words)), *dialogue.unknown]
    parts = filled(rng, parts, fill)
    turns = [parts.pop(0) for _ in dialogue.turns]
    said = turns[::2]
    if rng.random() < PLAIN:
        for at in range(1, len(turns), 2):
            if "?" not in turns[at - 1]:
                turns[at] = reply(rng, topics, turns[at - 1], turns[:at])
    asked = [([parts.pop(0) for _ in questions], parts.pop(0) or _sentence(said[turn], part)) for questions, turn, part, _ in dialogue.asked]
    return Held(turns, asked, parts)


def _sentence(text: str, number: int) -> str:
    return _SENTENCES.findall(text)[number - 1].strip() if number else text
