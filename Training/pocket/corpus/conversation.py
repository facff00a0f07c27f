# SPDX-License-Identifier: Apache-2.0
"""What the corpus is made of: conversations, and how the product lays out what it asks for."""
import json
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from .headline import headline

with open(os.path.join(os.path.dirname(__file__), "..", "..", "..", "Sources", "Pocket", "prompts.json"), encoding="utf-8") as file:
    PROMPTS = json.load(file)

SKILLS = ("talk", "recall", "unknown", "extract", "title", "define", "self")
KINDS = tuple(PROMPTS["kinds"])


@dataclass
class Conversation:
    """A conversation, oldest message first. What the model learns to write are the assistant's messages."""

    skill: str
    language: str
    messages: list[dict[str, str]] = field(default_factory=list)

    def system(self, text: str) -> "Conversation":
        return self._add("system", text)

    def user(self, text: str) -> "Conversation":
        return self._add("user", text)

    def assistant(self, text: str) -> "Conversation":
        return self._add("assistant", text)

    def _add(self, role: str, content: str) -> "Conversation":
        self.messages.append({"role": role, "content": content})
        return self

    def line(self) -> str:
        return json.dumps(self.__dict__, ensure_ascii=False)


# A grammar draws one conversation; the registry says how often each is drawn, next to the others of its language.
Grammar = Callable[[random.Random], Conversation]


def system_text(language: str, facts: list[str] = (), base: str | None = None) -> str:
    """The system message: who Hearth is, or `base` where the user wrote another, and what it remembers, a line each.

    Facts are sentences about the user in the third person, such as "The user's sister is called Mara." and
    "La sœur de l'utilisateur s'appelle Mara."
    """
    text = base if base is not None else PROMPTS["system"][language]
    if facts:
        text += "\n\n" + PROMPTS["memory"][language] + "".join(f"\n- {fact}" for fact in facts)
    return text


def extraction(language: str, message: str, facts: list[tuple[str, str, str]]) -> Conversation:
    """Facts of one message: `(kind, fact, quote)`, the quote as it stands literally in the message; none is a good answer."""
    for kind, _, quote in facts:
        assert kind in KINDS and quote in message, (kind, quote, message)
    # The kind last: it is easily told of a fact, and hard to foretell.
    found = [{"quote": quote, "fact": fact, "kind": kind} for kind, fact, quote in facts]
    return (
        Conversation("extract", language)
        .system(PROMPTS["extract"][language])
        .user(message)
        .assistant(json.dumps({"facts": found}, ensure_ascii=False))
    )


def titled(conversation: Conversation) -> Conversation | None:
    """The same conversation, and then its title, if it has one: one to six words of the user's.

    It begins with a space, as words inside a sentence do, so that its tokens are those that are copied.
    """
    messages = list(conversation.messages)
    asked = Conversation("title", conversation.language, messages)
    title = headline([message["content"] for message in messages if message["role"] == "user"], conversation.language)
    return asked.user(PROMPTS["title"][conversation.language]).assistant(" " + title) if title else None
