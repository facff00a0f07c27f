# SPDX-License-Identifier: Apache-2.0
"""A fact is one trait of one owner with its value drawn: how it is said, told back, noted and asked for."""
import random
import re
from dataclasses import dataclass, replace
from functools import cached_property

from . import names
from .slots import fill_all
from .voice import NOTED, SAID, TOLD, article, elide, of, possessive, to, voice


@dataclass(frozen=True)
class Owner:
    """Whose trait it is: the user (no noun), or something of the user's, such as a sister, a cat or a bicycle."""

    noun: str = ""
    gender: str = "m"
    sort: str = "user"
    name: str = ""
    by_name: bool = False

    def phrase(self, person: int) -> str:
        """*ma sœur*, *ta sœur* or *la sœur de l'utilisateur*, with the name after it where there is one, or the name alone."""
        if self.by_name:
            return self.name
        if person == NOTED:
            base = article(self.noun, self.gender) + " de l'utilisateur"
            return f"{base}, {self.name}," if self.name else base
        base = possessive(self.noun, self.gender, person)
        return f"{base} {self.name}" if self.name else base


@dataclass(frozen=True)
class Trait:
    """`says` are clauses in voices, the first one the plainest; `asks` are questions without their mark.

    `lacks` names what is asked for, so that two traits can be compared. `{o}` is the owner, `{il}` its pronoun, `{e}` its feminine ending. `bare` is the value alone, as a short answer.
    """

    kind: str
    lacks: str
    says: tuple[str, ...]
    asks: tuple[str, ...]
    bare: str = ""
    again: tuple[str, ...] = ()


class Fact:
    """One drawn fact. `said[i]`, `told[i]` and `notes[i]` are the same wording; everything is worded only when it is asked for."""

    def __init__(self, owner: Owner, trait: Trait, says: list[str], asks: list[str], again: list[str], bare: str) -> None:
        self.owner, self.trait = owner, trait
        self._says, self._asks, self._again, self._bare = says, asks, again, bare
        self._known_as = 0  # the wording in which it was last told or noted

    def _worded(self, texts: list[str], person: int) -> list[str]:
        return [own(text, self.owner, person) for text in texts]

    def _by_name(self, texts: list[str], person: int) -> list[str]:
        """The wordings in which the name alone stands for the owner."""
        if not self.owner.name:
            return []
        named = replace(self.owner, by_name=True)
        return [own(text, named, person) for text in texts if "{o}" in text]

    def say(self, rng: random.Random) -> str:
        """By the user, in any wording; Hearth knows it in that one from then on."""
        self._known_as = rng.randrange(len(self.said))
        return self.said[self._known_as]

    def note(self, rng: random.Random) -> str:
        """In memory, in any wording, most often the plainest; Hearth knows it in that one from then on."""
        self._known_as = 0 if rng.random() < 0.6 else rng.randrange(len(self.notes))
        return self.notes[self._known_as]

    @property
    def known(self) -> str:
        """By Hearth, in the wording in which it came to know it, so that looking up how that goes on gives the answer."""
        return self.told[self._known_as]

    @cached_property
    def said(self) -> list[str]:
        """By the user, as clauses."""
        return self._worded(self._says, SAID)

    @cached_property
    def told(self) -> list[str]:
        """By Hearth: as the user said it, in the same order, and then with pronouns and by name."""
        pronouns = [text.replace("{o} ", "{il} ", 1) for text in self._says if text.startswith("{o} ")]
        return self._worded(self._says + pronouns, TOLD) + self._by_name(self._says, TOLD)

    @cached_property
    def notes(self) -> list[str]:
        """In memory, the plainest first."""
        return self._worded(self._says, NOTED)

    @cached_property
    def asked(self) -> list[str]:
        """By the user, without question marks; by name too, where there is one."""
        return self._worded(self._asks, SAID) + self._by_name(self._asks, SAID)

    @property
    def tells_name(self) -> bool:
        """Whether the owner's name stands in the wording in which Hearth knows it, be it from the user or from memory."""
        return bool(self.owner.name) and all(self.owner.name in texts[self._known_as] for texts in (self.told, self.notes))

    @cached_property
    def name_asked(self) -> list[str]:
        """By the user, who asks for the owner's name."""
        named = replace(self.owner, name="")
        return [own(text, named, SAID) for text in ("comment s'appelle {o}", "{o} s'appelle comment", "c'est quoi le prénom de {o}", "tu te souviens du nom de {o}", "quel est le nom de {o}", "tu sais comment s'appelle {o}")]

    @cached_property
    def again(self) -> list[str]:
        """By the user, with a pronoun, where the owner was just spoken of."""
        return self._worded(self._again, SAID)

    @cached_property
    def bare(self) -> str:
        """The value alone."""
        return own(self._bare, self.owner, TOLD)

    @property
    def kind(self) -> str:
        return self.trait.kind


def own(template: str, owner: Owner, person: int) -> str:
    """The template with its owner put in, in one voice."""
    if owner.noun:
        mine = person == NOTED and "{je}" in template
        phrase = f"{possessive(owner.noun, owner.gender, NOTED)} {owner.name}".strip() if mine else owner.phrase(person)
        template = template.replace("de {o}", of(phrase)).replace("à {o}", to(phrase)).replace("{o}", phrase)
    feminine = owner.gender == "f" and not (owner.sort == "user" and person == NOTED)
    template = gendered(template, "f" if feminine else "m").replace("{il}", "elle" if feminine else "il").replace("{e}", "e" if feminine else "")
    text = voice(template, person)
    return elide(re.sub(r",([.,])", r"\1", text)).rstrip(",")


def fact(rng: random.Random, owner: Owner, trait: Trait) -> Fact:
    """Draws the value and words everything about it."""
    given = {"prénom": names.name(rng, owner.gender if owner.sort == "person" else None)}
    groups = (trait.says, trait.asks, trait.again, (trait.bare,))
    filled = iter(fill_all([text for group in groups for text in group], rng, **given))
    says, asks, again, (bare,) = ([next(filled) for _ in group] for group in groups)
    return Fact(owner, trait, says, asks, again, bare)


def gendered(text: str, gender: str) -> str:
    """The half of *boulanger/boulangère* that agrees, wherever one stands in the text."""
    return re.sub(r"([\wéèêâîôûçœ]+)/([\wéèêâîôûçœ]+)", r"\2" if gender == "f" else r"\1", text)
