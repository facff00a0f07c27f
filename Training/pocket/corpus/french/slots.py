# SPDX-License-Identifier: Apache-2.0
"""What may stand in a `<slot>` of a clause, and how a template is filled."""
import random
import re
from collections.abc import Callable

from . import names, things, times
from .voice import elide, of, to

SLOT = re.compile(r"<((?:de |à )?)([\w-]+)(?::(\w+))?>")


def _one(text: str) -> Callable[[random.Random], str]:
    options = [option.strip() for option in text.split(",")]
    return lambda rng: rng.choice(options)


SLOTS: dict[str, Callable[[random.Random], str]] = {
    "prénom": names.name,
    "elle": lambda rng: names.name(rng, "f"),
    "lui": lambda rng: names.name(rng, "m"),
    "nomdefamille": names.surname,
    "animal": names.pet,
    "ville": names.city,
    "boîte": names.firm,
    "rue": names.street,
    "larue": names.the_street,
    "adresse": lambda rng: f"{rng.randint(1, 180)}, {names.street(rng)}",
    "jour": times.day,
    "semaine": _one("lundi, mardi, mercredi, jeudi, vendredi, samedi, dimanche"),
    "date": times.date,
    "heure": times.hour,
    "mois": _one("janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre"),
    "avenir": times.future,
    "passé": times.past,
    "durée": times.span,
    "année": lambda rng: str(rng.randint(1955, 2024)),
    "petit": lambda rng: str(rng.randint(2, 12)),
    "nombre": lambda rng: str(rng.randint(2, 99)),
    "âge": lambda rng: str(rng.randint(2, 92)),
    "code": lambda rng: str(rng.randint(100, 9999)),
    "prix": lambda rng: f"{rng.choice([rng.randint(2, 99), rng.randint(10, 90) * 10])} euros",
    "deux": lambda rng: f"{rng.randint(0, 99):02d}",
    "postal": lambda rng: f"{rng.randint(1, 95):02d}{rng.randint(0, 99):02d}0",
    "pointure": lambda rng: str(rng.randint(34, 47)),
    "taille": lambda rng: str(rng.randint(48, 98)),
    "étage": _one("premier, deuxième, troisième, quatrième, cinquième, sixième, septième, neuvième, douzième, dernier"),
    "kilomètres": lambda rng: f"{rng.randint(3, 120)} kilomètres",
} | {slot: _one(words) for slot, words in things.LISTS.items()}
# Where nothing says whose trade it is, the masculine form.
SLOTS["desport"] = lambda rng: elide("de " + re.sub(r"^(le |la |l')", "", SLOTS["sport"](rng)))
SLOTS["boulot"] = lambda rng: SLOTS["métier"](rng).partition("/")[0]


def fill(template: str, rng: random.Random, **given: str) -> str:
    """Draws every slot of a template once; `<prénom:b>` is another draw than `<prénom>`.

    `<de métier>` and `<à lieu>` put the preposition before, contracted or elided as French wants it.
    """
    drawn: dict[tuple[str, str | None], str] = {(slot, None): text for slot, text in given.items()}

    def draw(match: re.Match) -> str:
        preposition, slot, which = match.group(1).strip(), match.group(2), match.group(3)
        if (slot, which) not in drawn:
            drawn[slot, which] = SLOTS[slot](rng)
        value = drawn[slot, which]
        return of(value) if preposition == "de" else to(value) if preposition else value

    return elide(SLOT.sub(draw, template))


def fill_all(templates: list[str], rng: random.Random, **given: str) -> list[str]:
    """Several templates that share their slots."""
    mark = "\x1f"
    return fill(mark.join(templates), rng, **given).split(mark)
