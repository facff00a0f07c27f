# SPDX-License-Identifier: Apache-2.0
"""What there is to know about somebody or something: how it is said, remembered, asked for and answered."""
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ..template import First, articles, capital, expand, lines, pick

Draw = Callable[[random.Random], str]


@dataclass(frozen=True)
class Attribute:
    """One thing to know. Every text is a template; `{v}` is the value, `{my}`, `{your}` and `{users}` the subject as the user, Hearth
    and the memory name it, `{he}`, `{his}`, `{him}` its pronouns.

    say: clauses of the user. memory: third person. ask: questions. reply: the answer. what: noun clause for "I don't know …".
    again: the question after the subject was just spoken of. short: the follow-up "and …?" for another subject, where it differs.
    """

    name: str
    kind: str
    value: Draw
    say: list[str]
    memory: list[str]
    ask: list[str]
    reply: str
    what: list[str]
    again: list[str] = field(default_factory=list)
    ack: list[str] = field(default_factory=list)


def attribute(name: str, kind: str, value: Draw, *, say: str, memory: str, ask: str, reply: str, what: str, again: str = "", ack: str = "") -> Attribute:
    """An attribute from blocks of text with one template a line."""
    return Attribute(name, kind, value, lines(say), lines(memory), lines(ask), reply, lines(what), lines(again), lines(ack))


@dataclass
class Fact:
    """An attribute with its value, of a subject given by its slots."""

    attribute: Attribute
    slots: dict[str, str]
    about: str  # who or what: the key under which questions find it
    value: str
    told_as: dict[str, str] | None = None  # the subject as it is told, where that differs: "my sister Mara"
    implied: bool = False  # told along with another fact, not by itself

    @property
    def key(self) -> tuple[str, str]:
        return self.about, self.attribute.name

    def _text(self, rng: random.Random, options: list[str], slots: dict[str, str] | None = None) -> str:
        return articles(expand(rng, pick(rng, options), (slots or self.slots) | {"v": self.value}))

    def say(self, rng: random.Random) -> str:
        """The user's clause, without capital or full stop."""
        return self._text(rng, self.attribute.say, self.told_as)

    def memory(self, rng: random.Random) -> str:
        """What a memory may hold of it."""
        return capital(_turned(self._text(rng, self.attribute.memory, self.told_as), False)) + "."

    def note(self) -> str:
        """What is noted of it: always the same words."""
        return self.memory(First())

    def ask(self, rng: random.Random) -> str:
        return self._text(rng, self.attribute.ask)

    def again(self, rng: random.Random) -> str:
        """The question with a pronoun, right after its subject was mentioned."""
        return self._text(rng, self.attribute.again or self.attribute.ask)

    def reply(self) -> str:
        """The answer, a whole sentence: as memory words it, so that what follows the same words there can follow here."""
        return capital(_turned(self._text(First(), [self.attribute.reply]), True)).rstrip(".") + "."

    def what(self) -> str:
        return _turned(self._text(First(), self.attribute.what), True)

    def wonder(self, rng: random.Random) -> str:
        """What is asked, as a clause in the user's mouth: "what my sister is called"."""
        clause = self._text(rng, self.attribute.what)
        for yours, mine in (("you are", "I am"), ("are you", "am I"), ("you have", "I have"), ("your", "my"), ("with you", "with me"), ("makes you", "makes me"), ("to you", "to me"), ("you", "I")):
            clause = re.sub(rf"\b{yours}\b", mine, clause)
        return clause

    def ack(self, rng: random.Random) -> str | None:
        """Something friendly to say on hearing it, where the attribute has a line of its own."""
        if not self.attribute.ack:
            return None
        slots = {name: _turned(f" {value} ", True).strip() for name, value in (self.slots | {"v": self.value}).items()}
        return capital(articles(expand(rng, pick(rng, self.attribute.ack), slots)))


def _turned(text: str, yours: bool) -> str:
    """What the user called "my" and "I" is not Hearth's."""
    my, i = (" your ", " you ") if yours else (" their ", " they ")
    return text.replace(" my ", my).replace(" I ", i)


def renewed(rng: random.Random, fact: Fact) -> Fact:
    """The same fact with another value."""
    for _ in range(20):
        if (value := fact.attribute.value(rng)) != fact.value:
            break
    return Fact(fact.attribute, fact.slots, fact.about, value)
