# SPDX-License-Identifier: Apache-2.0
"""News of the people and animals around the user, as `<kind> <mood> what they did`, for talk and facts."""
import random

from . import owners
from .events import Event, event
from .facts import Owner, gendered, own
from .slots import fill
from .voice import NOTED, SAID, TOLD, elide

# Kind, mood, what is said of {o}.
LINES = """
people|+|{o} attend un bébé
people|+|{o} va se marier <avenir>
people|+|{o} a eu son bac <passé>
people|+|{o} a trouvé un travail chez <boîte>
people|+|{o} a gagné un concours <passé>
people|+|{o} m'a téléphoné <passé>
people|-|{o} a perdu son travail <passé>
people|-|{o} ne me parle plus depuis <durée>
people|-|{o} a raté son examen <passé>
people|-|{o} part vivre à <ville> <avenir>
people|-|{o} m'a menti <passé>
people|x|{o} est décédé{e} <passé>
people|-|{o} se sépare de <prénom>
people|!|{o} est à l'hôpital depuis <durée>
people|!|{o} s'est cassé <os> <passé>
people|!|{o} se fait opérer <avenir>
people|!|{o} ne mange presque plus
people|!|{o} dort très mal en ce moment
people|!|{o} a eu un accident <passé>
people|!|{o} cherche un logement à <ville>
people|=|{o} a acheté <achat> <passé>
people|=|{o} a déménagé à <ville> <passé>
people|=|{o} apprend <instrument> depuis <durée>
people|=|{o} est revenu{e} de <ville> <passé>
people|=|{o} s'est mis{e} <à loisir>
people|=|{o} est fâché{e} contre <prénom>
people|=|{o} travaille chez <boîte>
people|=|{o} est végétarien/végétarienne depuis <durée>
people|=|{o} a adopté <compagnon> <passé>
people|=|{o} ne boit pas de café
people|=|{o} vit à <ville> avec <prénom>
people|=|{o} parle très bien une langue, <langue>
people|=|{o} collectionne les <collection>
people|>|{o} vient dîner <avenir>
people|>|{o} arrive <jour> à <heure>
people|>|{o} fête ses <âge> ans <avenir>
people|>|{o} part <pays> <avenir>
people|>|{o} commence l'école <avenir>
people|>|{o} passe le week-end chez <prénom>
people|>|{o} court un semi-marathon <avenir>
people|>|{o} passe son permis <avenir>
"""
ENTRIES = [tuple(line.split("|")) for line in LINES.strip().splitlines()]


def news(rng: random.Random, moods: str = "+-!=>x", who: Owner | None = None, known_as: str = "") -> Event:
    """Something that happened to somebody close, as an event; Hearth may know the name and use it."""
    kind, mood, clause = rng.choice([entry for entry in ENTRIES if entry[1] in moods])
    who = who or owners.owner(rng, "person", named=0.3)
    clause = fill(clause, rng)
    clause = gendered(clause, who.gender).replace(" m'a ", " [m'a|t'a|lui a] ").replace(" me parle", " [me|te|lui] parle")
    told = own(elide(clause.replace("{o}", known_as)) if known_as else clause, who, TOLD)
    return Event(kind, mood, own(clause, who, SAID), told, own(clause, who, NOTED))


def happening(rng: random.Random, moods: str = "+-!=>x") -> Event:
    """An event of the user's own, or news of somebody close."""
    return news(rng, moods) if rng.random() < 0.25 else event(rng, moods)
