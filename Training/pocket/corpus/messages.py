# SPDX-License-Identifier: Apache-2.0
"""Messages written out, each with the facts that it holds. The folders `messages/` hold them; frames.md has the format."""
import random
from dataclasses import dataclass, field

from .frames import Fill, filled
from .template import lines, texts


@dataclass
class Message:
    """`facts` are pairs of a kind and the words that say it, as they stand in the message."""

    name: str
    text: str = ""
    facts: list[tuple[str, str]] = field(default_factory=list)


def read(folder: str) -> list[Message]:
    """The messages of all files of a folder."""
    return [one for text in texts(folder) for one in parse(text)]


def parse(text: str) -> list[Message]:
    found: list[Message] = []
    for line in lines(text):
        if line.startswith("="):
            found.append(Message(line[1:].strip()))
            continue
        mark, rest = (part.strip() for part in line.split(":", 1))
        if mark == "m":
            found[-1].text = rest
        else:
            found[-1].facts.append((mark, rest))
    return found


def drawn(rng: random.Random, message: Message, fill: Fill) -> Message:
    """The message with everything drawn."""
    text, *quotes = filled(rng, [message.text, *(quote for _, quote in message.facts)], fill)
    return Message(message.name, text, [(kind, quote) for (kind, _), quote in zip(message.facts, quotes)])
