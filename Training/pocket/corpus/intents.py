# SPDX-License-Identifier: Apache-2.0
"""Questions to Hearth about itself, and the one answer to each kind: files of `= name`, `< answer` and lines of `> question`."""
from dataclasses import dataclass, field

from .template import lines


@dataclass
class Intent:
    """What users want to know; `asked` are templates of whole sentences. One answer is learned sooner than many."""

    name: str
    answer: str = ""
    asked: list[str] = field(default_factory=list)


def read(path: str) -> list[Intent]:
    found: list[Intent] = []
    with open(path, encoding="utf-8") as file:
        for line in lines(file.read()):
            mark, text = line[0], line[1:].strip()
            if mark == "=":
                found.append(Intent(text))
            elif mark == "<":
                found[-1].answer = text
            else:
                found[-1].asked.append(text)
    return found
