# SPDX-License-Identifier: Apache-2.0
"""Things that happen to the user and others, with where, when, why and with whom; every question about one is answered by saying it back."""
import random
import re

from ..template import articles, expand, lines, pick
from . import slots as s
from .activities import VERBS, filled as completed
from .facts import Attribute, Fact
from .facts_people import EITHER, FEMALE, MALE
from .person import second, third

_PLACES = lines("""
    at the market
    in the garden
    at the station
    on the train to {c}
    in {c}
    at {n}'s place
    at work
    in the cellar
    by the river
    in the park
    at the airport
    in the library
    on the balcony
    at the old mill
    behind the school
    at a friend's house
""")
_TIMES = lines("""
    on {d}
    on {d} evening
    last {d}
    in {m}
    at {k}
    two days ago
    three weeks ago
    last summer
    in the spring
    the day before yesterday
    on my birthday
    before breakfast
    after the meeting
    at midnight
""")
_REASONS = lines("""
    because {n} asked me to
    because guests were coming
    because it was cheap
    because the {t} was broken
    because I was bored
    because I had promised it
    because of the rain
    because the doctor said so
    because {n} was ill
    because I wanted to surprise {n}
    because there was nothing to eat
    because the shop in {c} was closing
    to save money
    to cheer {n} up
    to thank {n}
    because I missed {n}
    because nobody else did it
    because of a bet
""")
# How a state is said, with its question: what stands after the verb is what is asked for. {x} is drawn from the last column.
_STATES = [tuple(part.strip() for part in line.split("=>")) for line in lines("""
    I'm saving for {x} => what am I saving for => what I'm saving for => {a} {t}|a trip to {c}|a house|a {i}
    I'm preparing for {x} => what am I preparing for => what I'm preparing for => a talk on {h}|the exam in {sub}|a journey to {c}|winter
    I'm waiting for {x} => [who|what] am I waiting for => [who|what] I'm waiting for => {n}|a call from {n}|the results|a parcel from {c}
    I'm looking for {x} => what am I looking for => what I'm looking for => {a} {t}|a flat in {c}|a new job|a present for {n}
    I'm worried about {x} => what am I worried about => what I'm worried about => {n}|the {t}|the rent|the test in {sub}
    I'm proud of {x} => [who|what] am I proud of => [who|what] I'm proud of => {n}|my {t}|my garden|my {i} playing
    I'm afraid of {x} => what am I afraid of => what I'm afraid of => {an}s|the dark|flying to {c}|lifts
    I'm tired of {x} => what am I tired of => what I'm tired of => {f}|the noise|{h}|waiting for {n}
    I'm thinking about {x} => what am I thinking about => what I'm thinking about => {h}|a move to {c}|{n}|my old {t}
    I'm good at {x} => what am I good at => what I'm good at => {h}|{sub}|{l}|cooking {f}
    I'm bad at {x} => what am I bad at => what I'm bad at => {h}|{sub}|names|{l}
    I dream of {x} => what do I dream of => what I dream of => a house in {c}|{a} {an}|a life as a {j}|{h} all day
    I belong to {x} => what do I belong to => what I belong to => a choir in {c}|a {h} club|the fire brigade
    I take care of {x} => [who|what] do I take care of => [who|what] I take care of => {n}|the neighbour's {an}|the {t}
    I share my room with {x} => who do I share my room with => who I share my room with => {n}|{n} and {n2}|{a} {an}
    I grew up with {x} => who did I grow up with => who I grew up with => {n}|my grandparents|three {an}s
    I spent my childhood in {x} => where did I spend my childhood => where I spent my childhood => {c}|{c}|a village near {c}
    I stopped {x} => what did I stop => what I stopped => {h}|eating {f}|learning {l}
    I've decided to {x} => what [did I decide|have I decided] to do => what I decided to do => learn {l}|move to {c}|sell my {t}|take up {h}|become a {j}
    I promised {n2} to {x} => what did I promise {n2} => what I promised {n2} => cook {f}|come to {c}|repair the {t}|stop {h}
    I have to {x} [tomorrow|this week|] => what do I have to do => what I have to do => call {n}|buy {a} {t}|pay the rent|go to {c}
    I never eat {x} => what do I never eat => what I never eat => {f}|{f} with {f2}
    I can't live without {x} => what can't I live without => what I can't live without => {f}|{h}|my {t}|{n}
    I was late because of {x} => why was I late => why I was late => the {t}|{n}|the snow|a lost {t}
    I'm in a bad mood because of {x} => why am I in a bad mood => why I'm in a bad mood => {n}|the news|the rain|my {t}
    I'm happy because of {x} => why am I happy => why I'm happy => {n}|the sun|a letter from {n}|my new {t}
    the {t} is for {x} => who is the {t} for => who the {t} is for => {n}|{n2}|my neighbour
    the {t} comes from {x} => where does the {t} come from => where the {t} comes from => {c}|{n}|a shop in {c}
    the {f} was made by {x} => who made the {f} => who made the {f} => {n}|{n2}|my neighbour
    {n2} gave me {x} => what did {n2} give me => what {n2} gave me => {a} {t}|{f}|a book about {h}
    {n2} lives in {x} => where does {n2} live => where {n2} lives => {c}
    {n2} works as a {x} => what does {n2} do => what {n2} does => {j}
    {n2} is learning {x} => what is {n2} learning => what {n2} is learning => {l}|{h}|the {i}
    {n2} plays the {x} => what does {n2} play => what {n2} plays => {i}
    {n2} can't stand {x} => what can't {n2} stand => what {n2} can't stand => {f}|{h}|{an}s
""")]


def _more(rng: random.Random, text: str) -> str:
    slots = {"m": pick(rng, s.MONTHS), "k": s.clock(rng), "t": pick(rng, s.THINGS[:40]), "j": pick(rng, s.JOBS), "sub": pick(rng, s.SUBJECTS), "f2": pick(rng, s.FOODS)}
    for name, value in slots.items():
        text = text.replace("{" + name + "}", value)
    return completed(rng, text)


def _fact(name: str, about: str, value: str, said: str, asked: str, clause: str) -> Fact:
    """All in the user's words."""
    asks = [asked, asked, f"do you know {clause}", f"do you remember {clause}", f"can you tell me {clause}"]
    return Fact(Attribute(name, "events", lambda rng: "", [said], [third(said)], asks, second(said), [second(clause)]), {}, about, value.removeprefix("my "))


def happening(rng: random.Random) -> Fact:
    """What the user or somebody did, with circumstances, and a question about it or one of them."""
    base, past, _, objects, _ = pick(rng, VERBS)
    thing = articles(completed(rng, pick(rng, objects.split("|"))))
    around = {"who": "with " + s.first_name(rng, rng.random() < 0.5), "where": _more(rng, pick(rng, _PLACES)), "when": _more(rng, pick(rng, _TIMES)), "why": _more(rng, pick(rng, _REASONS))}
    if " with " in thing or base in ("help", "invite"):
        del around["who"]
    if base in ("walk", "drive", "visit") or " in " in thing or " to " in thing:
        del around["where"]
    drawn = rng.sample(list(around), pick(rng, (1, 1, 2, 2)))
    chosen = [one for one in around if one in drawn]
    tail = " ".join(around[one] for one in chosen)
    about = pick(rng, chosen if base == "visit" else [*chosen, "what"])
    if about == "what":
        word = "where" if base in ("walk", "drive") else "who" if base in ("meet", "call", "help", "invite") else "what"
        given = "" if rng.random() < 0.5 else " " + around[pick(rng, chosen)]
        asked, clause = f"{word} did I {base}{given}", f"{word} I {past}{given}"
    else:
        end = " with" if about == "who" else ""
        asked, clause = f"{about} did I {base} {thing}{end}", f"{about} I {past} {thing}{end}"
    who = "I" if rng.random() < 0.7 else "we" if rng.random() < 0.3 else f"my {pick(rng, pick(rng, (FEMALE, MALE, EITHER)))}" if rng.random() < 0.6 else s.first_name(rng, rng.random() < 0.5)
    asked, clause = (re.sub(r"\bI\b", who, text, count=1) for text in (asked, clause))
    first = len(chosen) == 1 and chosen[0] in ("where", "when") and rng.random() < 0.4
    said = f"{tail} {who} {past} {thing}" if first else f"{who} {past} {thing} {tail}"
    return _fact(f"{base} {about}", f"{who} {base}", thing, said, asked, clause)


def state(rng: random.Random) -> Fact:
    """Something that holds of the user or of somebody, and the question for what stands in it."""
    row = pick(rng, _STATES)
    value = _more(rng, pick(rng, row[3].split("|")))
    drawn = {"n2": s.first_name(rng, rng.random() < 0.5), "t": pick(rng, s.THINGS[:40]), "f": pick(rng, s.FOODS)}

    def filled(text: str) -> str:
        for name, one in drawn.items():
            text = text.replace("{" + name + "}", one)
        return text

    word = "who" if value[:1].isupper() and rng.random() < 0.6 else "what"
    asked, clause = (expand(rng, filled(text).replace("[who|what]", word)) for text in row[1:3])
    said = articles(expand(rng, filled(row[0]).replace("{x}", value)))
    return _fact(row[0], f"state {filled(row[1])}", value, said, asked, clause)
