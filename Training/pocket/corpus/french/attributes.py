# SPDX-License-Identifier: Apache-2.0
"""Attributes that are one noun and one value, such as a shoe size or a bus line; each makes a trait for people and for the user."""
from .facts import Trait
from .voice import article, of, possessive

# Kind, noun with its gender, value. The value follows *est* and *c'est* alike.
LINES = """
people|numéro de téléphone m|le 06 <deux> <deux:b> <deux:c> <deux:d>
people|signe astrologique m|<signe>
people|deuxième prénom m|<prénom:z>
people|pointure f|le <pointure>
people|groupe sanguin m|<sang>
people|marque de téléphone f|<téléphone>
people|code postal m|le <postal>
people|jour de repos m|le <semaine>
people|langue maternelle f|<langue>
people|pays d'origine m|<nation>
people|lieu de naissance m|<ville>
people|année de naissance f|<année>
people|chanteuse préférée f|<elle> <nomdefamille>
people|équipe préférée f|celle de <ville>
people|meilleure amie f|<elle>
people|meilleur ami m|<lui>
people|professeur préféré m|<lui> <nomdefamille>
people|voisin de palier m|<lui>
people|code wifi m|<animal><nombre>
preferences|parfum de glace préféré m|<glace>
preferences|jeu préféré m|<jeu>
preferences|film préféré m|<film>
preferences|livre préféré m|<film>
preferences|pizza préférée f|<pizza>
preferences|fromage préféré m|<fromage>
preferences|légume préféré m|<légume>
preferences|chanson préférée f|<film>
preferences|thé préféré m|<gorgeur>
preferences|héros préféré m|<animal>
preferences|sport de rêve m|<sport>
preferences|gâteau d'anniversaire préféré m|<dessert>
preferences|moment préféré de la journée m|<moment>
plans|prochain voyage m|<ville>
plans|heure de réveil f|<heure>
plans|heure du coucher f|<heure>
plans|jour de marché m|le <semaine>
plans|date du prochain rendez-vous f|le <date>
plans|date de mariage f|le <date>
plans|date du prochain concert f|le <date>
plans|jour de ménage m|le <semaine>
plans|date de déménagement f|le <date>
work|chef de service m|<lui> <nomdefamille>
work|jour de télétravail m|le <semaine>
work|heure d'embauche f|<heure>
work|école f|celle <de larue>
work|salaire m|<prix> par semaine
work|numéro de poste m|le <code>
work|premier métier m|<boulot>
health|médecin traitant m|le docteur <nomdefamille>
health|dentiste m|le docteur <nomdefamille>
health|pharmacie f|celle <de larue>
health|médicament du soir m|<remède>
health|tension f|<petit>
places|arrêt de bus m|celui <de larue>
places|ligne de bus f|la <nombre>
places|quartier m|celui <de larue>
places|lieu de vacances m|<ville>
places|étage m|le <étage>
places|boulangerie f|celle <de larue>
places|place au théâtre f|la <nombre>
places|gare de départ f|<ville>
"""


def _entries() -> list[tuple[str, str, str, str]]:
    rows = [line.split("|") for line in LINES.strip().splitlines()]
    return [(kind, *noun.rsplit(" ", 1), value) for kind, noun, value in rows]


def _of_somebody(kind: str, noun: str, gender: str, value: str) -> Trait:
    the = article(noun, gender)
    which = "quelle" if gender == "f" else "quel"
    return Trait(
        kind,
        f"{the} de {{o}}",
        (f"{the} de {{o}}, c'est {value}", f"{the} de {{o}} est {value}", f"pour {{o}}, {the}, c'est {value}"),
        (f"{which} est {the} de {{o}}", f"c'est quoi {the} de {{o}}", f"tu connais {the} de {{o}}", f"tu te souviens {of(the)} de {{o}}", f"{the} de {{o}}, c'est quoi"),
        value,
        (f"et {which} est {possessive(noun, gender, 2)}", f"et {possessive(noun, gender, 2)}"),
    )


def _of_user(kind: str, noun: str, gender: str, value: str) -> Trait:
    which = "quelle" if gender == "f" else "quel"
    form = f"{{ma:{noun}}}" if possessive(noun, gender).startswith("ma ") else f"{{mon:{'f ' if gender == 'f' else ''}{noun}}}"
    mine, yours = possessive(noun, gender, 0), possessive(noun, gender, 1)
    return Trait(
        kind,
        yours,
        (f"{form}, c'est {value}", f"{form} est {value}"),
        (f"{which} est {mine}", f"c'est quoi {mine}", f"tu connais {mine}", f"tu te souviens de {mine}", f"{mine}, c'est quoi", f"rappelle-moi {mine}"),
        value,
    )


OF_SOMEBODY = tuple(_of_somebody(*entry) for entry in _entries())
# These the user would rather speak of as people with traits of their own.
PEOPLE = ("meilleure amie", "meilleur ami", "voisin de palier", "professeur préféré", "chef de service", "dentiste", "médecin traitant")
OF_USER = tuple(_of_user(*entry) for entry in _entries() if entry[1] not in PEOPLE)
