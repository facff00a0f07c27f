# SPDX-License-Identifier: Apache-2.0
"""Messages written out, each with the facts that it holds. The folders `messages/` hold them; frames.md has the format."""
import os
import random
from dataclasses import dataclass, field

from .frames import Fill, filled
from .template import lines


@dataclass
class Message:
    """`facts` are pairs of a kind and the words that say it, as they stand in the message."""

    name: str
    text: str = ""
    facts: list[tuple[str, str]] = field(default_factory=list)


def read(folder: str) -> list[Message]:
    """The messages of all files of a folder."""
    found: list[Message] = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".txt"):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found += parse(file.read())
    return found


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
