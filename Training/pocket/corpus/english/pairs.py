# SPDX-License-Identifier: Apache-2.0
"""Two things of one kind told in one breath, or one of two that belong together: only reading tells which of them is asked for."""
import random

from ..conversation import Conversation, system_text
from ..template import alternatives, articles, expand, lines, pick
from . import phrasing
from . import slots as s
from .facts_people import EITHER, FEMALE, MALE
from .talk import aside, told_back

_DRAWS = {
    "animal": lambda rng: pick(rng, s.ANIMALS), "pet": s.pet_name, "name": lambda rng: s.first_name(rng, rng.random() < 0.5), "age": lambda rng: str(rng.randint(2, 90)),
    "meal": lambda rng: pick(rng, ("breakfast", "lunch", "dinner", "tea")), "food": lambda rng: pick(rng, s.FOODS), "thing": lambda rng: pick(rng, s.THINGS[:50]), "item": lambda rng: pick(rng, s.THINGS[:50]), "price": lambda rng: str(rng.randint(2, 400)),
    "day": lambda rng: pick(rng, s.DAYS), "hobby": lambda rng: pick(rng, s.HOBBIES), "place": lambda rng: pick(rng, s.PLACES_HOME), "city": s.city,
    "kin": lambda rng: pick(rng, pick(rng, (FEMALE, MALE, EITHER))), "instrument": lambda rng: pick(rng, s.INSTRUMENTS), "job": lambda rng: pick(rng, s.JOBS), "colour": lambda rng: pick(rng, s.COLOURS),
    "clock": s.clock, "subject": lambda rng: pick(rng, s.SUBJECTS), "language": lambda rng: pick(rng, s.LANGUAGES), "title": s.title, "month": lambda rng: pick(rng, s.MONTHS),
}
# how both are told => each of them => questions => what {k} is, by which one is asked for => what {v} is
_ALIKE = [tuple(part.strip() for part in line.split("=>")) for line in lines("""
    [we've got|I have|we have] two pets[,|:] {1} and {2} => a {k} [called|named] {v} => what's my {k} called|what's the name of my {k}|do you remember my {k}'s name => animal => pet
    {1} and {2} => my {k} is [called|named] {v} => what's my {k} called|what's the name of my {k}|what is my {k}'s name => kin => name
    {1}, and {2} => my {k} {v} is a [good cook|great singer|bad driver|calm person] => what's my {k} called|what's my {k}'s name => kin => name
    [I have two children|there are two kids here|my nephews grow fast]: {1} and {2} => {k} is {v} => how old is {k}|what age is {k} => name => age
    [today|yesterday] I had {1} and {2} => {v} for {k} => what did I [have|eat] for {k}|what was there for {k} => meal => food
    {1} and {2} => the {k} cost {v} euros => how much did the {k} cost|what did I pay for the {k} => thing => price
    [every week|this week|] I have {1} and {2} => {v} on {k} => what do I have on {k}|what is on {k} => day => hobby
    [every week|this week|] I have {1} and {2} => {k} on {v} => when do I have {k}|on which day is {k} => hobby => day
    [I tidied up:|I sorted things:|] {1} and {2} => the {k} [is|are now] {v} => where did I put the {k}|where is the {k}|where are my {k} => thing => place
    {1}[,|] [and|but|while] {2} => {k} lives in {v} => where does {k} live|which city does {k} live in => name => city
    {1}[,|] [and|but|while] {2} => my {k} plays the {v} => what does my {k} play|which instrument does my {k} play => kin => instrument
    {1}[,|] [and|but|while] {2} => my {k} loves {v} => what does my {k} love|what does my {k} like => kin => food
    {1}[,|] and {2} => {k} is my {v} => who is {k}|who was {k} again => name => kin
    {1}[,|] and {2} => {k} works as a {v} => what does {k} do|what is {k}'s job => name => job
    {1}[,|] [and|but|while] {2} => {k} is learning {v} => what is {k} learning|which language is {k} learning => name => language
    {1}[,|] and {2} => {k} was born in {v} => when was {k} born|in which month was {k} born => name => month
    {1}[,|] [and|but] {2} => the {k} is {v} => what colour is the {k}|which colour does the {k} have => thing => colour
    [I'm reading two books:|on my table lie] {1} and {2} => {v} from {k} => which book is from {k}|what did {k} give me to read => name => title
    [I got presents:|I was given] {1} and {2} => a {v} from {k} => what did I get from {k}|what did {k} give me => name => thing
    [at school I have|I teach|I study] {1} and {2} => {v} with {k} => what do I have with {k}|which subject is with {k} => name => subject
""")]
# Sets of which some are told and others are not: what is said => how it is asked for.
_BELONGING = [[tuple(part.strip() for part in one.split("=>")) for one in lines(group)] for group in """
    I grew up in {city} => where did I grow up
    I [live in {city} now|live in {city}|moved to {city}] => where do I live [now|]
    I was born in {city} => where was I born
    I work in {city} => where do I work|which city do I work in
    I'd love to move to {city} => where would I love to move
-
    I used to be a {job} => what did I use to be|what was my job before
    I'm a {job} now => what's my job now|what do I do for a living|what am I by profession
    I wanted to become a {job} => what did I want to become
    my {kin} is a {job} too => what's my {kin}'s job
-
    I get up at {clock} => what time do I get up|when do I get up
    I go to bed at {clock} => what time do I go to bed|when do I go to bed
    I have lunch at {clock} => what time do I have lunch
    my bus leaves at {clock} => what time does my bus leave|when does my bus leave
-
    I leave on {day} => when do I leave|on which day do I leave
    I come back on {day} => when do I come back|on which day am I back
    I fly from {city} => where do I fly from
    I travel with {name} => who do I travel with|who is coming with me
-
    I love {food} => what do I love|which food do I love
    I can't stand {food} => what can't I stand|what do I hate
    I'm allergic to {food} => what am I allergic to|what should I avoid
    I don't eat {food} => what don't I eat|is there something I don't eat
    my favourite {hobby} teacher is {name} => who is my favourite {hobby} teacher
-
    I bought the {item} => what did I buy
    I sold the {item} => what did I sell
    I lost my {item} => what did I lose
    I found the {item} => what did I find
    I broke the {item} => what did I break
    I borrowed the {item} => what did I borrow
-
    the party is on {day} => when is the party|which day is the party
    it starts at {clock} => when does it start|what time does it start
    it's at {name}'s place => where is it|at whose place is it
    I'm bringing {food} => what am I bringing
    {name} is cooking => who is cooking
-
    my name is {name} => what's my name|do you know my name|what am I called
    I'm {age} => how old am I
    my {kin} is {age} => how old is my {kin}
    my {animal} is called {pet} => what's my {animal} called
    I play the {instrument} => what do I play|which instrument do I play
    I'm learning {language} => what am I learning|which language am I learning
-
    the {thing} was a present from {name} => who gave me the {thing}
    the {thing} comes from {city} => where does the {thing} come from
    the {thing} cost {price} euros => how much did the {thing} cost
    the {thing} is {place} => where is the {thing}
    the {thing} is {colour} => what colour is the {thing}
-
    I'm afraid of {animal}s => what am I afraid of
    I'm proud of my {kin} => who am I proud of
    I'm angry with {name} => who am I angry with
    I'm worried about my {kin} => who am I worried about
    I'm looking forward to {month} => what am I looking forward to
""".split("-\n")]
_JOINTS = (" and ", " and ", ", and ", " but ", ". ", ", ")


def alike(rng: random.Random) -> Conversation:
    """Two of a kind in one sentence, now and then three, each asked for; and one that was not told."""
    both, one, asks, keyed, valued = pick(rng, _ALIKE)
    keys, values = _several(rng, keyed, 4), _several(rng, valued, 3)
    parts = [articles(expand(rng, one, {"k": key, "v": value})) for key, value in zip(keys, values)]
    count = 3 if rng.random() < 0.25 else 2
    second = " and ".join(parts[1:count]) if count == 2 else f"{parts[1]} and {parts[2]}"
    first = parts[0] + ("," if count == 3 else "")
    said = expand(rng, both.replace("{1}", "\x01").replace("{2}", "\x02")).replace("\x01", first).replace("\x02", second)
    said = said.replace(",,", ",").replace(", and " + second, ", " + second) if count == 3 else said
    talk = Conversation("recall", "en").system(system_text("en"))
    _tell(rng, talk, [said])
    for number in rng.sample(range(4), pick(rng, (2, 2, 3, 4))):
        known = number < count
        _ask(rng, talk, pick(rng, alternatives(asks)).replace("{k}", keys[number]), parts[number] if known else None)
    return talk


def belonging(rng: random.Random) -> Conversation:
    """Some of what belongs together is told; what is asked for may be another part of it."""
    talk = Conversation("recall", "en").system(system_text("en"))
    told: list[tuple[str, str | None]] = []
    for group in rng.sample(_BELONGING, pick(rng, (1, 1, 2))):
        drawn = {name: draw(rng) for name, draw in _DRAWS.items()}
        chosen = rng.sample(group, min(len(group), pick(rng, (2, 3, 3, 4))))
        kept = pick(rng, (1, 2, 2, len(chosen)))
        # Each is drawn anew, but what the thing, the animal or the person is.
        filled = [(articles(_filled(rng, said, drawn)), _filled(rng, pick(rng, alternatives(asks)), drawn)) for said, asks in chosen]
        clauses = [said for said, _ in filled[:kept]]
        _tell(rng, talk, [pick(rng, _JOINTS).join(clauses)] if len(clauses) == 2 and rng.random() < 0.6 else clauses)
        told += [(asked, said if number < kept else None) for number, (said, asked) in enumerate(filled)]
    for asked, said in rng.sample(told, len(told)):
        _ask(rng, talk, asked, said)
    return talk


_FIXED = frozenset(("thing", "kin", "animal", "hobby"))


def _filled(rng: random.Random, text: str, drawn: dict[str, str]) -> str:
    for name in _DRAWS:
        if name not in _FIXED and "{" + name + "}" in text:
            text = text.replace("{" + name + "}", _DRAWS[name](rng))
    return expand(rng, text, drawn)


def _several(rng: random.Random, what: str, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        one = _DRAWS[what](rng)
        if one not in found:
            found.append(one)
    return found


def _tell(rng: random.Random, talk: Conversation, clauses: list[str]) -> None:
    talk.user(phrasing.telling(rng, clauses)).assistant(phrasing.acknowledged(rng))
    for _ in range(pick(rng, (0, 0, 1, 1, 2))):
        aside(rng, talk)


def _ask(rng: random.Random, talk: Conversation, asked: str, said: str | None) -> None:
    asked = phrasing.question(rng, expand(rng, asked))
    talk.user(asked).assistant(told_back(said) if said else phrasing.NOT_KNOWN)
    talk.skill = "recall" if said else "unknown"
