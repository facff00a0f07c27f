# SPDX-License-Identifier: Apache-2.0
"""Days, dates, hours and spans, as people say them."""
import random

DAYS = "lundi mardi mercredi jeudi vendredi samedi dimanche".split()
MONTHS = "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()


def date(rng: random.Random) -> str:
    day = rng.randint(1, 28)
    return f"{'1er' if day == 1 else day} {rng.choice(MONTHS)}"


def day(rng: random.Random) -> str:
    """A day to come, where *quand* was asked."""
    pick = rng.random()
    if pick < 0.35:
        return rng.choice(DAYS)
    if pick < 0.65:
        return f"le {date(rng)}"
    if pick < 0.8:
        return f"{rng.choice(DAYS)} {rng.randint(2, 30)}"
    return rng.choice(["demain", "après-demain", f"{rng.choice(DAYS)} prochain", f"dans {rng.randint(2, 9)} jours", "la semaine prochaine"])


def future(rng: random.Random) -> str:
    pick = rng.random()
    if pick < 0.6:
        return day(rng)
    return rng.choice(
        ["ce week-end", "demain matin", "demain soir", "ce soir", "le mois prochain", "l'été prochain", "cet hiver", "au printemps",
         "à la rentrée", f"en {rng.choice(MONTHS)}", f"fin {rng.choice(MONTHS)}", f"début {rng.choice(MONTHS)}", "dans deux semaines",
         f"{rng.choice(DAYS)} soir", f"{rng.choice(DAYS)} matin", f"dans {rng.randint(2, 8)} mois", "l'année prochaine"]
    )


def past(rng: random.Random) -> str:
    return rng.choice(
        ["hier", "hier soir", "avant-hier", "ce matin", "la semaine dernière", "le mois dernier", "ce week-end", "l'an dernier",
         f"{rng.choice(DAYS)} dernier", f"{rng.choice(DAYS)}", f"il y a {rng.randint(2, 9)} jours", "il y a un mois", "cet après-midi",
         f"en {rng.choice(MONTHS)}", f"le {date(rng)}", "cette nuit", "tout à l'heure"]
    )


def hour(rng: random.Random) -> str:
    at, minutes = rng.randint(6, 22), rng.choice(["", "", "15", "30", "45", "10", "20", "40", "05", "50"])
    return rng.choice([f"{at} h {minutes}".strip(), f"{at}h{minutes}"])


def span(rng: random.Random) -> str:
    return rng.choice(
        [f"{rng.randint(2, 11)} mois", f"{rng.randint(2, 30)} ans", f"{rng.randint(2, 9)} semaines", f"{rng.randint(3, 20)} jours",
         "une semaine", "un an", "un mois", "deux ans", "trois jours"]
    )
