# SPDX-License-Identifier: Apache-2.0
"""What there is to know about somebody or something: how it is said, remembered, asked for and answered."""
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from ..template import First, articles, capital, expand, lines, pick
from .person import second, third, yours

Draw = Callable[[random.Random], str]


@dataclass(frozen=True)
class Attribute:
    """One thing to know. Every text is a template; `{v}` is the value, `{my}`, `{your}` and `{users}` the subject as the user, Hearth
    and the memory name it, `{he}`, `{his}`, `{him}` its pronouns.

    say: clauses of the user. memory: third person. ask: questions. reply: the answer where the user told it along with something else.
    what: the question as a noun clause.
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
    known_as: str | None = None  # as it was last told or remembered, in Hearth's mouth
    said: str = ""  # as the user last said it

    @property
    def key(self) -> tuple[str, str]:
        return self.about, self.attribute.name

    def _text(self, rng: random.Random, options: list[str], slots: dict[str, str] | None = None) -> str:
        return articles(expand(rng, pick(rng, options), (slots or self.slots) | {"v": self.value}))

    def say(self, rng: random.Random) -> str:
        """The user's clause, without capital or full stop."""
        clause = self._text(rng, self.attribute.say, self.told_as)
        self.said, self.known_as = clause, second(clause)
        return clause

    def memory(self, rng: random.Random) -> str:
        """What a memory may hold of it: a plain sentence, or what the user once said."""
        if rng.random() < 0.5:
            note = third(self._text(rng, self.attribute.say, self.told_as))
        else:
            note = _turned(self._text(rng, self.attribute.memory, self.told_as), False)
        self.known_as = yours(note)
        return capital(note) + "."

    def ask(self, rng: random.Random) -> str:
        return self._text(rng, self.attribute.ask)

    def whose(self, rng: random.Random) -> str | None:
        """The question for its subject, where that stood before the rest: "who plays the violin"."""
        head = self.slots.get("my", "-") + " "
        if not self.said.startswith(head) or self.said[len(head) : len(head) + 1] in ",(":
            return None
        return pick(rng, ("who {}", "who {}", "who was it that {}", "do you know who {}", "do you remember who {}", "who did I say {}")).format(self.said[len(head) :])

    def again(self, rng: random.Random) -> str:
        """The question with a pronoun, right after its subject was mentioned."""
        return self._text(rng, self.attribute.again or self.attribute.ask)

    def reply(self) -> str:
        """The answer, a whole sentence: in the words in which it is known, so that looking up how they go on gives the answer."""
        known = self.known_as or _turned(self._text(First(), [self.attribute.reply]), True)
        return capital(known).rstrip(".") + "."

    def wonder(self, rng: random.Random) -> str:
        """What is asked, as a clause in the user's mouth: "what my sister is called"."""
        clause = self._text(rng, self.attribute.what)
        for your, mine in (("you are", "I am"), ("are you", "am I"), ("you have", "I have"), ("your", "my"), ("with you", "with me"), ("makes you", "makes me"), ("to you", "to me"), ("you", "I")):
            clause = re.sub(rf"\b{your}\b", mine, clause)
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
