# SPDX-License-Identifier: Apache-2.0
"""Conversations about frames: some told or remembered, all of them asked for."""
import os
import random
import re

from .. import frames
from ..conversation import Conversation, system_text
from ..frames import Situation, Told
from ..template import articles, capital, expand, lines, pick, sentence
from . import phrasing
from . import slots as s
from .facts_people import EITHER, FEMALE, MALE
from .person import third, yours
from .talk import interlude, told_back

SITUATIONS = frames.read(os.path.join(os.path.dirname(__file__), "frames"))
SLOTS = {
    "name": lambda rng: s.first_name(rng, rng.random() < 0.5), "woman": lambda rng: s.first_name(rng, True), "man": lambda rng: s.first_name(rng, False),
    "surname": s.surname, "pet": s.pet_name, "animal": lambda rng: pick(rng, s.ANIMALS), "kin": lambda rng: pick(rng, pick(rng, (FEMALE, MALE, EITHER))),
    "city": s.city, "country": lambda rng: pick(rng, s.COUNTRIES), "street": s.street, "company": s.company, "job": lambda rng: pick(rng, s.JOBS),
    "clock": s.clock, "weekday": lambda rng: pick(rng, s.DAYS), "month": lambda rng: pick(rng, s.MONTHS), "date": s.date, "when": s.day,
    "age": lambda rng: str(rng.randint(2, 90)), "number": lambda rng: str(rng.randint(13, 300)), "few": lambda rng: pick(rng, s.NUMBER_WORDS[2:]), "price": lambda rng: str(rng.randint(2, 900)),
    "year": lambda rng: str(rng.randint(1950, 2025)), "food": lambda rng: pick(rng, s.FOODS), "drink": lambda rng: pick(rng, s.DRINKS), "allergen": lambda rng: pick(rng, s.ALLERGENS),
    "hobby": lambda rng: pick(rng, s.HOBBIES), "instrument": lambda rng: pick(rng, s.INSTRUMENTS), "language": lambda rng: pick(rng, s.LANGUAGES),
    "subject": lambda rng: pick(rng, s.SUBJECTS), "title": s.title, "colour": lambda rng: pick(rng, s.COLOURS), "thing": lambda rng: pick(rng, s.THINGS),
    "place": lambda rng: pick(rng, s.PLACES_HOME), "illness": lambda rng: pick(rng, s.ILLNESSES),
}
_SLOT = re.compile(r"\{([a-z]+)(\d?)\}")


def fill(rng: random.Random, text: str) -> str:
    """Every slot drawn once: `{city}` is one town wherever it stands in the text, `{city2}` another."""
    values: dict[str, str] = {}

    def value(match: re.Match) -> str:
        if match.group(0) not in values:
            while (one := SLOTS[match.group(1)](rng)) in values.values():
                pass
            values[match.group(0)] = one
        return values[match.group(0)]

    return articles(_SLOT.sub(value, text))


def drawn(rng: random.Random, situation: Situation, count: int) -> list[Told]:
    """So many frames of a situation, in random order."""
    return frames.drawn(rng, situation, rng.sample(situation.frames, min(count, len(situation.frames))), fill)


def own_clause(rng: random.Random) -> Told:
    """What somebody says of their own life."""
    while True:
        one = drawn(rng, pick(rng, SITUATIONS), 1)[0]
        if _OWN.search(one.said) and " and I " not in one.said:
            return one


_OWN = re.compile(r"\b(I|I'm|I've|I'd|we|we're|my|me|us|our)\b")


def known(rng: random.Random) -> Conversation:
    """A few situations, of each a part told or remembered; everything is asked for, told or not."""
    told: list[Told] = []
    missing: list[Told] = []
    changed: list[tuple[Told, Told]] = []
    for situation in rng.sample(SITUATIONS, pick(rng, (1, 1, 2, 2, 3))):
        count = pick(rng, (2, 3, 4, 5))
        chosen = rng.sample(situation.frames, min(count, len(situation.frames)))
        kept = pick(rng, (1, 2, 2, 3, len(chosen)))
        *found, other = frames.drawn(rng, situation, [*chosen, chosen[0]], fill)
        told += found[:kept]
        missing += found[kept:]
        if rng.random() < 0.3 and other.said != found[0].said:
            changed.append((found[0], other))
    rng.shuffle(told)
    held = [one for one in told if _holds(one)]
    held = held if rng.random() < 0.25 else held[: len(held) // 2] if rng.random() < 0.15 else []
    talk = Conversation("recall", "en").system(system_text("en", [_noted(one) for one in held]))
    _tell(rng, talk, [one for one in told if one not in held], missing)
    for old, new in changed:
        talk.user(phrasing.updating(rng, new.said)).assistant(f"I've changed it: {_inside(new)}")
        told[told.index(old)] = new
        if rng.random() < 0.3:
            interlude(rng, talk)
    answered = {question for one in told for question in one.asked}
    questions = [(question, yours(_noted(one)) if one in held else told_back(one.said)) for one in told for question in rng.sample(one.asked, min(3, len(one.asked)))]
    questions += [(question, phrasing.NOT_KNOWN) for one in missing for question in rng.sample(one.asked, min(2, len(one.asked))) if question not in answered]
    for question, answer in rng.sample(questions, min(len(questions), pick(rng, (3, 6, 14)))):
        talk.user(phrasing.question(rng, question) if rng.random() < 0.4 else phrasing.behind(rng, capital(question) + "?")).assistant(answer)
        talk.skill = "unknown" if answer == phrasing.NOT_KNOWN else "recall"
        if rng.random() < 0.06:
            interlude(rng, talk)
    return talk


_BEFORE = frozenset("on at in from to for with by until since under".split())
_NAMED = re.compile(r"(?:an?|the|my|our|his|her|their|one|two|three|four|five|six|seven|eight|nine|ten|half|quarter|every|on|at|in|from|to|for|with|by|until|since|under) |[A-Z\d]")
_NOW = lines("""
    it's {now} now
    it's {now}
    it's {now}, not {was}
    it's {now} instead
    it's actually {now}
    it's {now} after all
    it turned out to be {now}
    it's been changed to {now}
    it's going to be {now}
    it was {now}
    now it's {now}
""")
_LEADS = ("", "", "no wait, ", "sorry, ", "oh, ", "hm, no, ", "change of plans, ", "I got that wrong: ", "I just heard that ", "small update: ", "correction: ", "I mixed that up, ", "I had another look, and ", "well, ", "turns out ",
          "forget what I said, ", "they told me today that ", "as it happens, ", "guess what, ", "I changed my mind, ")


def changed(rng: random.Random) -> Conversation:
    """Something is told, and then is otherwise, without being named again; what stays is asked for as well, and what nobody told."""
    while True:
        situation = pick(rng, SITUATIONS)
        if found := frames.revised(rng, situation, fill, _BEFORE, _NAMED):
            break
    old, new, was, now = found
    others = [one for one in drawn(rng, situation, 4) if not set(one.asked) & set(new.asked)]
    told, missing = others[: pick(rng, (0, 1, 2))], others[2:]
    talk = Conversation("recall", "en").system(system_text("en"))
    _tell(rng, talk, told)
    _tell(rng, talk, [old])
    if rng.random() < 0.4:
        interlude(rng, talk)
    holds = expand(rng, pick(rng, _NOW), {"now": now, "was": was})
    said = phrasing.typed(rng, capital(pick(rng, _LEADS) + holds) + pick(rng, (".", ".", "!", "")))
    talk.user(said).assistant(phrasing.reply(rng, talk, said) if rng.random() < 0.7 else phrasing.acknowledged(rng))
    if rng.random() < 0.3:
        interlude(rng, talk)
    questions = [(question, told_back(holds)) for question in rng.sample(new.asked, min(2, len(new.asked)))]
    questions += [(question, told_back(one.said)) for one in told for question in rng.sample(one.asked, 1)]
    questions += [(question, phrasing.NOT_KNOWN) for one in missing for question in rng.sample(one.asked, 1)]
    for question, answer in rng.sample(questions, len(questions)):
        talk.user(phrasing.question(rng, question) if rng.random() < 0.4 else phrasing.behind(rng, capital(question) + "?")).assistant(answer)
    return talk


def _noted(one: Told) -> str:
    return capital(third(one.said)) + "."


def _holds(one: Told) -> bool:
    """Whether it comes back from memory as it would from the user's mouth."""
    return yours(_noted(one)) == _SHORT.sub(lambda match: match.group(1) + _LONG[match.group(2)], told_back(one.said))


_SHORT = re.compile(r"\b([Yy]ou)('re|'ve|'ll|'d)\b")
_LONG = {"'re": " are", "'ve": " have", "'ll": " will", "'d": " would"}


def _inside(one: Told) -> str:
    """Said back inside a sentence."""
    text = told_back(one.said)
    return text if one.said[:1].isupper() and not one.said.startswith(("I ", "I'")) else text[:1].lower() + text[1:]


def _tell(rng: random.Random, talk: Conversation, told: list[Told], missing: list[Told] = ()) -> None:
    answered = {question for one in told for question in one.asked}
    rest = list(told)
    while rest:
        some = [rest.pop() for _ in range(min(len(rest), pick(rng, (1, 1, 1, 2, 2, 3))))]
        said = phrasing.telling(rng, [one.said for one in some]) if rng.random() < 0.7 else ". ".join(capital(one.said) for one in some) + "."
        shape = rng.random()
        reply = phrasing.reply(rng, talk, said) if shape < 0.6 else phrasing.acknowledged(rng) if shape < 0.9 else f"Got it: {_inside(pick(rng, some))}"
        if rng.random() < frames.AT_ONCE:
            about = pick(rng, missing) if missing and rng.random() < 0.3 else pick(rng, some)
            question = pick(rng, about.asked)
            if about in some or question not in answered:
                said, reply = f"{sentence(said)} {capital(question)}?", told_back(about.said) if about in some else phrasing.NOT_KNOWN
        talk.user(said).assistant(reply)
        if rng.random() < 0.25:
            interlude(rng, talk)
