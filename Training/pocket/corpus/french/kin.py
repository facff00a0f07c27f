# SPDX-License-Identifier: Apache-2.0
"""News of the people and animals around the user, as `<kind> <mood> what they did`, for talk, facts and titles."""
import random

from . import owners
from .events import Event, event
from .facts import Owner, gendered, own
from .slots import fill
from .voice import NOTED, SAID, TOLD, article, elide, of

# Kind, mood, what is said of {o}, and the words of the title before *de* and the noun.
LINES = """
people|+|{o} attend un bébé|Bébé à venir
people|+|{o} va se marier <avenir>|Mariage
people|+|{o} a eu son bac <passé>|Réussite
people|+|{o} a trouvé un travail chez <boîte>|Nouveau travail
people|+|{o} a gagné un concours <passé>|Concours gagné
people|+|{o} m'a téléphoné <passé>|Appel
people|-|{o} a perdu son travail <passé>|Perte de travail
people|-|{o} ne me parle plus depuis <durée>|Silence
people|-|{o} a raté son examen <passé>|Examen raté
people|-|{o} part vivre à <ville> <avenir>|Départ
people|-|{o} m'a menti <passé>|Mensonge
people|x|{o} est décédé{e} <passé>|Deuil
people|-|{o} se sépare de <prénom>|Séparation
people|!|{o} est à l'hôpital depuis <durée>|Hospitalisation
people|!|{o} s'est cassé <os> <passé>|Accident
people|!|{o} se fait opérer <avenir>|Opération
people|!|{o} ne mange presque plus|Santé
people|!|{o} dort très mal en ce moment|Sommeil
people|!|{o} a eu un accident <passé>|Accident
people|!|{o} cherche un logement à <ville>|Logement
people|=|{o} a acheté <achat> <passé>|Achat
people|=|{o} a déménagé à <ville> <passé>|Déménagement
people|=|{o} apprend <instrument> depuis <durée>|Musique
people|=|{o} est revenu{e} de <ville> <passé>|Retour
people|=|{o} s'est mis{e} <à loisir>|Loisir
people|=|{o} est fâché{e} contre <prénom>|Dispute
people|=|{o} travaille chez <boîte>|Travail
people|=|{o} est végétarien/végétarienne depuis <durée>|Régime
people|=|{o} a adopté <compagnon> <passé>|Adoption
people|=|{o} ne boit pas de café|Habitudes
people|=|{o} vit à <ville> avec <prénom>|Vie
people|=|{o} parle très bien une langue, <langue>|Talents
people|=|{o} collectionne les <collection>|Collection
people|>|{o} vient dîner <avenir>|Dîner
people|>|{o} arrive <jour> à <heure>|Arrivée
people|>|{o} fête ses <âge> ans <avenir>|Anniversaire
people|>|{o} part <pays> <avenir>|Voyage
people|>|{o} commence l'école <avenir>|École
people|>|{o} passe le week-end chez <prénom>|Week-end
people|>|{o} court un semi-marathon <avenir>|Course
people|>|{o} passe son permis <avenir>|Permis
"""
ENTRIES = [tuple(line.split("|")) for line in LINES.strip().splitlines()]


def news(rng: random.Random, moods: str = "+-!=>x", who: Owner | None = None, known_as: str = "") -> Event:
    """Something that happened to somebody close, as an event; Hearth may know the name and use it."""
    kind, mood, clause, opening = rng.choice([entry for entry in ENTRIES if entry[1] in moods])
    who = who or owners.owner(rng, "person", named=0.3)
    clause = fill(clause, rng)
    clause = gendered(clause, who.gender).replace(" m'a ", " [m'a|t'a|lui a] ").replace(" me parle", " [me|te|lui] parle")
    whose = who.name if who.name and rng.random() < 0.6 else article(who.noun, who.gender)
    told = own(elide(clause.replace("{o}", known_as)) if known_as else clause, who, TOLD)
    return Event(kind, mood, own(clause, who, SAID), told, own(clause, who, NOTED), f"{opening} {of(whose)}")


def happening(rng: random.Random, moods: str = "+-!=>x") -> Event:
    """An event of the user's own, or news of somebody close."""
    return news(rng, moods) if rng.random() < 0.25 else event(rng, moods)
