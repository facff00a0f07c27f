# SPDX-License-Identifier: Apache-2.0
"""The development set: conversations like those of the corpus that are never drawn for training. States of training are compared on it, so that the
other sets need not be asked for that."""
import os
import random
from collections.abc import Iterator

from corpus import dialogues
from corpus.english import told as english
from corpus.french import told as french

FOLDER = os.path.join(os.path.dirname(__file__), "development")


def items(skill: str) -> Iterator[dict]:
    """Its questions that have an answer (`recall`) or none (`unknown`), with the conversation before them; always the same."""
    for language, part, name in (("en", english, "english.txt"), ("fr", french, "french.txt")):
        with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
            found = dialogues.parse(file.read())
        for dialogue in found:
            for one in part.singly(random.Random(dialogue.name), dialogue):
                if one.skill == skill:
                    yield {"language": language, "messages": one.messages[1:-1], "wanted": one.messages[-1]["content"]}
