# SPDX-License-Identifier: Apache-2.0
"""Facts whose subject, verb and object are all open classes: who did what, and what anything of the user's is called."""
import random

from ..template import lines, pick
from . import slots as s
from .facts import Fact, attribute

# base / past / what it takes
_VERBS = [tuple(part.strip() for part in line.split("/")) for line in lines("""
    borrow / borrowed / {the} {t}|{the} car|twenty euros
    bring / brought / {food}|a cake|flowers|{the} {t} back|a bottle of wine
    break / broke / {the} {t}|a window|two plates|{the} old vase
    sell / sold / {the} car|a house|{the} {t}|{the} old piano
    find / found / {the} {t}|a wallet|a kitten|{the} missing {t}
    lose / lost / {the} {t}|a bet|a tooth|the car keys
    win / won / a prize|the match|{n} euros|a trip to {c}
    order / ordered / {food}|{a} {t}|a new sofa
    forget / forgot / {the} {t}|the appointment|the bread|an umbrella
    paint / painted / the hall|a portrait|the fence|the kitchen {col}
    cook / cooked / {food}|dinner|soup for everybody
    write / wrote / a letter|a song|a book about {h}|the report
    need / needed / {a} {t}|a lift to {c}|help with the move|more time
    buy / bought / {a} {t}|a boat|tickets to {c}|a house in {c}
    repair / repaired / {the} {t}|the heating|{the} bike|the roof
    recommend / recommended / {book}|a restaurant in {c}|{food}|a doctor
    invite / invited / us to dinner|the neighbours|me to {c}|everybody
    promise / promised / a trip to {c}|{food}|to help on {d}|a new {t}
    lend / lent me / {the} {t}|a book|{n} euros|a tent
    show / showed me / the photos from {c}|the new flat|how to bake {food}
    send / sent me / a card from {c}|a parcel|{n} euros|photos
    cancel / cancelled / the dinner|the trip to {c}|the rehearsal
    plant / planted / a cherry tree|tulips|beans
    study / studied / {sub}|in {c}|for the exam
""")]

_WHEN = ("", "", "", " yesterday", " last week", " this morning", " on Sunday", " in spring")


def _object(rng: random.Random, options: str) -> str:
    return pick(rng, options.split("|")).format(
        the=pick(rng, ("my", "the", "the")), a="a", t=pick(rng, s.THINGS[:50]), food=pick(rng, s.FOODS), n=rng.randint(5, 500), c=s.city(rng), col=pick(rng, s.COLOURS),
        h=pick(rng, s.HOBBIES), book=s.title(rng), d=pick(rng, s.DAYS), sub=pick(rng, s.SUBJECTS))


def did(rng: random.Random) -> str:
    """What anybody may have done, without a subject."""
    _, past, objects = pick(rng, _VERBS)
    return f"{past} {_object(rng, objects)}{pick(rng, _WHEN)}"


def deed(rng: random.Random, subject: tuple[str, str, str], about: str) -> tuple[Fact, Fact]:
    """What somebody did, asked for by the deed and by who did it. The subject as the user, Hearth and the memory name it."""
    base, past, objects = pick(rng, _VERBS)
    thing = _object(rng, objects)
    theirs, users = thing.replace("my ", "your "), thing.replace("my ", "the user's ")
    when = pick(rng, _WHEN)
    bare, whom, you = past.replace(" me", ""), (" me" if past.endswith(" me") else ""), (" you" if past.endswith(" me") else "")
    mine, yours, user = subject
    what = attribute(
        f"{base} what", "people", lambda rng: "", say=f"{mine} {past} {thing}{when}", memory=f"{user} {bare}{' the user' if whom else ''} {users}",
        ask=f"what did {mine} {base}{whom}\nwhat was it that {mine} {past}\ndo you [know|remember] what {mine} {past}",
        reply=f"{yours} {bare}{you} {theirs}", what=f"what {yours} {bare}{you}")
    who = attribute(
        f"who {base} {thing}", "people", lambda rng: "", say=f"{mine} {past} {thing}{when}", memory=f"{user} {bare}{' the user' if whom else ''} {users}",
        ask=f"who {past} {thing}\nwho was it that {past} {thing}\ndo you [know|remember] who {past} {thing}",
        reply=f"{yours} {bare}{you} {theirs}", what=f"who {bare}{you} {theirs}")
    return Fact(what, {}, about, theirs), Fact(who, {}, about, yours)


_NAMED = """boat|car|bike|house|guitar|robot vacuum|band|choir|team|blog|café|favourite plant|sourdough|garden gnome|tent|company|start-up|novel|school|
street|village|ship|hotel|theatre group|football club|cleaner robot|shop|newsletter|dance school|kindergarten|course|project|computer|printer|cactus|
fish|sheep|tractor|motorbike|record shop|hospital|clinic|ward|nursery|gym|bakery|library|magazine|radio show|secret recipe|planet|dragon""".replace("\n", "").split("|")
called = attribute(
    "called", "preferences", lambda rng: s.title(rng) if rng.random() < 0.3 else s.syllables(rng, 1, 3),
    say="my {rel} is called {v}\nI [named|called] my {rel} {v}\nthe name of my {rel} is {v}\nmy {rel}'s name is {v}\nmy {rel}, {v}, [is doing well|is great|needs attention]",
    memory="the user's {rel} is called {v}\n{v} is the name of the user's {rel}",
    ask="what is my {rel} called\nwhat's the name of my {rel}\nwhat did I [call|name] my {rel}\ndo you [know|remember] the name of my {rel}\nhow is my {rel} called",
    reply="your {rel} is called {v}", what="the name of your {rel}\nwhat your {rel} is called",
    ack="{v}, what a name for a {rel}! [How did you come up with it?|Who thought of that?|]")
favourite = attribute(
    "favourite of all", "preferences", lambda rng: s.title(rng) if rng.random() < 0.4 else s.syllables(rng, 1, 3),
    say="my favourite {rel} is {v}\n{v} is my favourite {rel}\nof every {rel} I know I like {v} best",
    memory="the user's favourite {rel} is {v}", ask="what is my favourite {rel}\nwhich {rel} do I like best\nwhat's my favourite {rel}",
    reply="your favourite {rel} is {v}", what="your favourite {rel}\nwhich {rel} you like best")


def named_fact(rng: random.Random) -> Fact:
    """What something of the user's is called, or the favourite of its kind; the kind itself may be an invented word."""
    kind = pick(rng, _NAMED) if rng.random() < 0.8 else s.syllables(rng, 1, 2).lower()
    what = called if rng.random() < 0.7 else favourite
    return Fact(what, {"rel": kind}, kind, what.value(rng))
