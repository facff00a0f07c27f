# SPDX-License-Identifier: Apache-2.0
"""Sets of facts that lie close together, so that only reading tells them apart."""
import random
from functools import cache

from . import happenings
from .attributes import OF_SOMEBODY, OF_USER
from .facts import Fact, Owner, Trait, fact
from .owners import alike, owner, several
from .traits import PERSON, PET, THING
from .user_traits import USER

TRAITS: dict[str, tuple[Trait, ...]] = {"person": PERSON + OF_SOMEBODY + happenings.OF_PERSON, "pet": PET, "thing": THING, "user": (*USER, *OF_USER, *happenings.OF_USER)}
CORE = 8  # of the user's traits: those told and asked most often
SORTS = ("person", "person", "person", "pet", "thing", "user", "user")


def draw(rng: random.Random, one: Owner | None = None, besides: tuple[Trait, ...] = ()) -> Fact:
    """Any fact, or any of one owner, but none of the traits named."""
    one = one or owner_of(rng, rng.choice(SORTS))
    if one.sort == "user" and rng.random() < 0.2 and (core := [trait for trait in USER[:CORE] if trait not in besides]):
        return fact(rng, one, rng.choice(core))
    if one.sort == "user" and rng.random() < 0.4:
        return fact(rng, one, rng.choice(happenings.CIRCUMSTANTIAL))
    return fact(rng, one, rng.choice([trait for trait in traits_of(one) if trait not in besides]))


def traits_of(one: Owner) -> tuple[Trait, ...]:
    """What may be told of an owner; the name, which comes first, only where it is not told already."""
    return TRAITS[one.sort][1:] if one.name else TRAITS[one.sort]


def owner_of(rng: random.Random, sort: str) -> Owner:
    if sort == "user":
        return Owner(gender=rng.choice("mf"))
    return owner(rng, sort, named=0.0 if sort == "thing" else 0.3)


def look_alikes(rng: random.Random, count: int) -> list[Fact]:
    """The same trait of several owners of a sort: three sisters-in-law and their towns."""
    sort = rng.choice(("person", "person", "pet", "thing"))
    trait = rng.choice(TRAITS[sort])
    return distinct([fact(rng, one, trait) for one in several(rng, sort, count)])


def portrait(rng: random.Random, count: int, one: Owner | None = None) -> list[Fact]:
    """Several traits of one owner."""
    one = one or owner_of(rng, rng.choice(SORTS))
    return [fact(rng, one, trait) for trait in rng.sample(traits_of(one), min(count, 8))]


def mixture(rng: random.Random, count: int) -> list[Fact]:
    """Facts of different owners and the user, no two alike in owner and trait."""
    found: list[Fact] = []
    me = Owner(gender=rng.choice("mf"))
    while len(found) < count:
        sort = rng.choice(SORTS)
        one = draw(rng, me if sort == "user" else owner_of(rng, sort))
        if all(not _clash(one, other) for other in found):
            found.append(one)
    return found


def scene(rng: random.Random, low: int = 2, high: int = 6) -> list[Fact]:
    """A few facts with distractors of every kind, in any order."""
    count = rng.randint(low, high)
    roll = rng.random()
    if roll < 0.35:
        found = look_alikes(rng, min(count, 3)) + mixture(rng, max(0, count - 3))
    elif roll < 0.55:
        found = portrait(rng, count)
    else:
        found = mixture(rng, count)
    kept: list[Fact] = []
    for one in found:
        if all(not _clash(one, other) for other in kept):
            kept.append(one)
    rng.shuffle(kept)
    return kept


def changed(rng: random.Random, one: Fact) -> Fact:
    """The same trait with another value: what the user says later holds."""
    while True:
        other = fact(rng, one.owner, one.trait)
        if other.bare != one.bare:
            return other


def elsewhere(rng: random.Random, found: list[Fact]) -> Fact:
    """A fact that none of these answers, drawn near them: their owner's other traits, their trait of another owner."""
    while True:
        near = rng.choice(found)
        roll = rng.random()
        if roll < 0.4:
            one = draw(rng, near.owner, besides=(near.trait,))
        elif roll < 0.75 and near.owner.sort != "user":
            one = fact(rng, owner(rng, near.owner.sort), near.trait)
        else:
            one = draw(rng)
        if all(not _clash(one, other) for other in found):
            return one


def distinct(found: list[Fact]) -> list[Fact]:
    """Those whose values differ."""
    return list({one.bare: one for one in found}.values())


def _clash(one: Fact, other: Fact) -> bool:
    """Whether asking for one could also mean the other."""
    if one.owner.sort != other.owner.sort:
        return False
    same_owner = alike(one.owner.noun, other.owner.noun)
    same_matter = one.trait.lacks == other.trait.lacks or one.trait.says[0] == other.trait.says[0] or _close(one.trait, other.trait)
    return same_owner and same_matter


# Traits whose questions overlap: one answers what was asked of the other.
FAMILIES = tuple(
    set(words.split())
    for words in (
        "instrument langue musique chanson chanteuse", "adresse ville endroit étage numéro viens grandi pays naissance quartier code téléphone poste voyage vacances départ pars part",
        "métier employeur études étudie école chef travailles travail arrivée", "prénom prénoms nom surnom enfants parents", "loisir sport passe-temps", "allergies aimer manger souci mal médicament maladie tension",
        "anniversaire âge naissance signe mariage année", "voyage vacances départ train avion heure jour lieu lieux date pars part trajet rendez-vous prochain", "personne prêté offert cadeau personnes couple mariage vit vivent",
        "projet voyage achat acheté prix payé", "jour mois date", "fruit légume plat manger repas", "boisson thé bois", "équipe sport", "film films genre livre", "ami amie amis rencontré", "déjeuner cinéma rendez-vous",
        "meilleure meilleur aimes manque colère", "heure réveil coucher lèves couches train avion embauche", "perdu cassé endroit croisé", "sœurs enfants",
    )
)


@cache
def _close(one: Trait, other: Trait) -> bool:
    return any(_words(one) & family and _words(other) & family for family in FAMILIES)


def _words(trait: Trait) -> set[str]:
    return set(trait.lacks.replace("'", " ").split())
