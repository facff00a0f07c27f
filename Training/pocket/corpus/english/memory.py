# SPDX-License-Identifier: Apache-2.0
"""Answers from what was said or is remembered, and "I don't know" where it was not."""
import random
import re

from ..conversation import Conversation, system_text
from ..template import capital, expand, lines, pick
from . import facts_events, facts_people, phrasing
from .facts import Fact, renewed
from .extract import from_life
from .talk import aside as interlude
from .talk import told_back
from .worlds import World

THANKS = lines("""
    [thanks|thank you|thank you so much|thx]
    [right|exactly|yes|correct|yes, that's it]!
    [great|perfect|good|wonderful], [thanks|thank you|you remembered]
    [you have a good memory|well remembered]
    [okay|ah], [right|yes], I forgot
""")
WELCOME = lines("""
    [You're welcome|Gladly|Any time|With pleasure]! [Anything else?|Is there anything else on your mind?|What else can I do for you?|]
    [I'm glad I could help|Happy to help|That's what I'm here for]. [What's next?|How is the rest of your day?|]
""")


def held_text(rng: random.Random, facts: list[Fact]) -> str:
    """A system message whose memory holds these facts."""
    notes: list[str] = []
    for fact in facts:
        if fact.implied:
            continue
        note = fact.memory(rng)
        merged = joined(notes[-1], note, fact.slots.get("users", "")) if notes and rng.random() < 0.4 else None
        if merged:
            notes[-1] = merged
        else:
            notes.append(note)
    return system_text("en", notes)


def joined(first: str, second: str, subject: str) -> str | None:
    """Two sentences on one subject as one: "The user's sister is called Mara and lives in Rome.\""""
    head = capital(subject) + " "
    if subject and first.startswith(head) and second.startswith(head) and " and " not in first:
        return first.rstrip(".") + " and " + second[len(head):]
    return None


def heard(rng: random.Random, facts: list[Fact]) -> str:
    """An answer to what was just told."""
    fact = pick(rng, facts)
    own = fact.ack(rng)
    if own and rng.random() < 0.4:
        return own
    if rng.random() < 0.8:
        asked = pick(rng, phrasing.ACK_QUESTIONS) if rng.random() < 0.4 else ""
        return f"Got it: {_lowered(fact.reply())} {asked}".strip()
    return phrasing.acknowledged(rng)


def _lowered(text: str) -> str:
    """The start of an answer inside a sentence; names keep their capital."""
    return text[:1].lower() + text[1:] if text.startswith(("You", "It", "In ", "At ", "On ", "She", "He ", "The ")) else text


def clauses(rng: random.Random, facts: list[Fact]) -> list[str]:
    """What the user says of the facts; two on one subject may share it."""
    found: list[str] = []
    for fact in facts:
        clause = fact.say(rng)
        head = fact.slots.get("my", "-") + " "
        if found and rng.random() < 0.5 and clause.startswith(head) and found[-1].startswith(head) and " and " not in found[-1]:
            found[-1] += " and " + clause[len(head):]
        elif found and rng.random() < 0.5 and clause.startswith(head) and found[-1].startswith(head.strip()) and "he" in fact.slots:
            found.append(fact.slots["he"] + " " + clause[len(head):])
        else:
            found.append(clause)
    return found


def tell(rng: random.Random, talk: Conversation, facts: list[Fact]) -> None:
    """The user tells the facts, one to three a message."""
    rest = [fact for fact in facts if not fact.implied]
    while rest:
        some = [rest.pop(0) for _ in range(min(len(rest), pick(rng, (1, 1, 2, 2, 3))))]
        talk.user(phrasing.telling(rng, clauses(rng, some))).assistant(heard(rng, some))
        if rest and rng.random() < 0.25:
            interlude(rng, talk)


def hold_or_tell(rng: random.Random, talk: Conversation, facts: list[Fact], held: float) -> None:
    """Begins with the facts in the memory block, or with the user telling them."""
    if rng.random() < held:
        talk.system(held_text(rng, facts))
    else:
        talk.system(system_text("en"))
        tell(rng, talk, facts)


def asked(rng: random.Random, fact: Fact, again: bool) -> str:
    """The question: with a pronoun, indirect, or plain."""
    if again:
        return phrasing.question(rng, fact.again(rng))
    if rng.random() < 0.15:
        return phrasing.wondering(rng, fact.wonder(rng))
    return phrasing.question(rng, fact.ask(rng))


def ask_known(rng: random.Random, talk: Conversation, fact: Fact, again: bool = False) -> None:
    whose = fact.whose(rng) if fact.slots.get("he") in ("he", "she") and rng.random() < 0.15 else None
    talk.user(phrasing.question(rng, whose) if whose else asked(rng, fact, again)).assistant(fact.reply())
    if rng.random() < 0.1:
        talk.user(phrasing.typed(rng, capital(expand(rng, pick(rng, THANKS))))).assistant(expand(rng, pick(rng, WELCOME)))


def ask_unknown(rng: random.Random, talk: Conversation, fact: Fact, again: bool = False) -> None:
    talk.user(asked(rng, fact, again)).assistant(phrasing.NOT_KNOWN)


def questions(rng: random.Random, talk: Conversation, world: World, count: int) -> None:
    """Known and unknown in turn, some with a pronoun, some of another subject in few words."""
    talk.skill = "recall"
    before: Fact | None = None
    order = rng.sample(world.facts, len(world.facts))
    for _ in range(count):
        if not order and world.facts and rng.random() < 0.5:
            order = rng.sample(world.facts, len(world.facts))
        if not order or rng.random() < 0.33:
            fact = world.absent()
            ask_unknown(rng, talk, fact, again=_follows(rng, before, fact))
            talk.skill = "unknown"
            if rng.random() < 0.15:
                told = renewed(rng, fact) if fact.attribute is not facts_people.name else None
                if told:
                    talk.user(phrasing.telling(rng, [told.say(rng)])).assistant(heard(rng, [told]))
                    world.facts.append(told)
                    order.append(told)
        else:
            fact = order.pop()
            ask_known(rng, talk, fact, again=_follows(rng, before, fact))
            talk.skill = "recall"
        before = fact
        if rng.random() < 0.12:
            interlude(rng, talk)
            before = None


def _follows(rng: random.Random, before: Fact | None, fact: Fact) -> bool:
    return bool(before and before.about == fact.about and fact.attribute.again and fact.about != "user" and rng.random() < 0.6)


def told(rng: random.Random) -> Conversation:
    """Told in the conversation, asked later in it."""
    world = World(rng, pick(rng, (1, 2, 2, 3, 3, 4, 5, 6)))
    talk = Conversation("recall", "en").system(system_text("en"))
    if rng.random() < 0.25:
        interlude(rng, talk)
    tell(rng, talk, world.facts)
    for _ in range(pick(rng, (0, 0, 0, 1, 1, 2, 3))):
        interlude(rng, talk)
    questions(rng, talk, world, pick(rng, (4, 6, 8, 10)))
    return talk


def remembered(rng: random.Random) -> Conversation:
    """Held in the memory block, asked without being told."""
    world = World(rng, pick(rng, (1, 2, 3, 4, 5, 6, 8, 10)))
    talk = Conversation("recall", "en").system(held_text(rng, world.facts))
    if rng.random() < 0.3:
        interlude(rng, talk)
    questions(rng, talk, world, pick(rng, (5, 8, 10, 12)))
    return talk


def told_apart(rng: random.Random) -> Conversation:
    """The same of several people, each of whom is asked about."""
    world = World.alike(rng, rng.randint(2, 5))
    talk = Conversation("recall", "en")
    hold_or_tell(rng, talk, world.facts, 0.5)
    questions(rng, talk, world, len(world.facts) + pick(rng, (1, 2, 3)))
    return talk


def both(rng: random.Random) -> Conversation:
    """Some remembered, some told."""
    world = World(rng, rng.randint(3, 8))
    held = rng.randint(1, len(world.facts) - 1)
    while held < len(world.facts) and world.facts[held].implied:
        held += 1
    talk = Conversation("recall", "en").system(system_text("en", [fact.memory(rng) for fact in world.facts[:held]]))
    tell(rng, talk, world.facts[held:])
    if rng.random() < 0.5:
        interlude(rng, talk)
    questions(rng, talk, world, pick(rng, (4, 6, 8)))
    return talk


def updated(rng: random.Random) -> Conversation:
    """Told or remembered, then corrected: the newest holds."""
    world = World(rng, rng.randint(1, 4))
    candidates = [fact for fact in world.facts if fact.attribute is not facts_people.name and not fact.told_as] or [World(rng, 1).facts[0]]
    old = pick(rng, candidates)
    if old.attribute is facts_people.name:
        return told(rng)
    if old not in world.facts:
        world.facts.append(old)
    talk = Conversation("recall", "en")
    hold_or_tell(rng, talk, world.facts, 0.4)
    if rng.random() < 0.4:
        interlude(rng, talk)
    new = renewed(rng, old)
    world.facts[world.facts.index(old)] = new
    talk.user(phrasing.updating(rng, new.say(rng))).assistant(f"I've changed it: {_lowered(new.reply())}")
    if rng.random() < 0.4:
        interlude(rng, talk)
    ask_known(rng, talk, new)
    questions(rng, talk, world, rng.randint(0, 2))
    return talk


ABOUT = lines("""
    what did I [say|tell you] about {x}
    what was it about {x}
    what was that with {x}
    what do you know about {x}
    do you [remember|know] what I said about {x}
    what did I mention about {x}
    did I [say|tell you] anything about {x}
    what about {x}
    what's [the news|new] with {x}
    tell me what I said about {x}
    remind me what I said about {x}
""")
_NAMED = re.compile(r"\b((?:my|your|the|a|an) [a-z-]{3,}|[A-Z][a-z]+(?: [A-Z][a-z]+)*)\b")


def said_about(rng: random.Random) -> Conversation:
    """Whatever was said, asked for by one thing that it names; or by one that nothing names."""
    talk = Conversation("recall", "en").system(system_text("en"))
    told: list[str] = []
    for _ in range(rng.randint(2, 5)):
        kind, clause = from_life(rng) if rng.random() < 0.5 else ("events", facts_events.happening(rng).say(rng))
        if clause in told:
            continue
        told.append(clause)
        talk.user(phrasing.telling(rng, [clause])).assistant(f"Got it: {_lowered(told_back(clause))}" if rng.random() < 0.4 else phrasing.acknowledged(rng))
        if rng.random() < 0.2:
            interlude(rng, talk)
    said = " ".join(message["content"] for message in talk.messages if message["role"] == "user")
    for clause in rng.sample(told, len(told)):
        names = [name for name in _NAMED.findall(clause) if said.count(name.split()[-1]) == 1]
        if names and rng.random() < 0.75:
            name = re.sub(r"^an? ", "the ", pick(rng, names))
            talk.user(phrasing.question(rng, expand(rng, pick(rng, ABOUT), {"x": name}))).assistant(told_back(clause))
            talk.skill = "recall"
        else:
            other = pick(rng, _NAMED.findall(from_life(rng)[1]) or ["my bike"])
            if other.split()[-1].lower() not in said.lower():
                talk.user(phrasing.question(rng, expand(rng, pick(rng, ABOUT), {"x": other}))).assistant(phrasing.NOT_KNOWN)
                talk.skill = "unknown"
    return talk


NOTHING = lines("""
    [Not much|Nothing] yet. [Tell me something about you|I'd like to hear about you], if you like.
    I don't know anything about you yet. What would you like me to know?
    You haven't told me anything about yourself yet. Where shall we start?
""")
ABOUT_ME = lines("""
    what do you know about me
    what have you learned about me
    what do you remember about me
    tell me what you know about me
    do you know anything about me
""")


def long(rng: random.Random) -> Conversation:
    """Much told, much talk between, many questions."""
    world = World(rng, rng.randint(4, 10))
    held = rng.choice((0, 0, 2, 4))
    while 0 < held < len(world.facts) and world.facts[held].implied:
        held += 1
    talk = Conversation("recall", "en").system(held_text(rng, world.facts[:held]))
    tell(rng, talk, world.facts[held:])
    for _ in range(rng.randint(1, 4)):
        interlude(rng, talk)
    questions(rng, talk, world, rng.randint(4, 8))
    return talk


def all_known(rng: random.Random) -> Conversation:
    """What Hearth knows of the user, or of somebody, all of it at once."""
    world = World(rng, pick(rng, (0, 1, 2, 3)))
    talk = Conversation("recall" if world.facts else "unknown", "en")
    if rng.random() < 0.6 or not world.facts:
        talk.system(held_text(rng, world.facts))
    else:
        talk.system(system_text("en"))
        tell(rng, talk, world.facts)
    talk.user(phrasing.question(rng, pick(rng, ABOUT_ME)))
    if not world.facts:
        return talk.assistant(expand(rng, pick(rng, NOTHING)))
    return talk.assistant(" ".join(fact.reply() for fact in world.facts))


def nothing_told(rng: random.Random) -> Conversation:
    """Questions at the very start: nothing is known, nothing is invented."""
    world = World(rng, 0)
    talk = Conversation("unknown", "en").system(system_text("en"))
    if rng.random() < 0.4:
        interlude(rng, talk)
    for _ in range(rng.randint(1, 3)):
        ask_unknown(rng, talk, world.absent())
    return talk


def who(rng: random.Random) -> Conversation:
    """Asked by name: who Mara is."""
    world = World(rng, 0)
    people = [facts_people.person(rng) for _ in range(rng.randint(1, 4))]
    people = list({one.relation: one for one in people}.values())
    world.people, world.facts = people, [one.fact(rng, facts_people.name) for one in people]
    talk = Conversation("recall", "en")
    hold_or_tell(rng, talk, world.facts, 0.5)
    for one in rng.sample(people, min(len(people), 2)):
        asked = pick(rng, ("who is {n}", "who's {n}", "do you know who {n} is", "do you remember {n}", "who was {n} again", "what do you know about {n}", "how do I know {n}"))
        talk.user(phrasing.question(rng, asked.format(n=one.name)))
        talk.assistant(f"{one.name} is your {one.relation}.")
    if rng.random() < 0.6:
        stranger = facts_people.person(rng).name
        if stranger not in {one.name for one in people}:
            talk.skill = "unknown"
            talk.user(phrasing.question(rng, pick(rng, ("who is {n}", "who's {n}", "do you know {n}", "do you remember {n}", "how old is {n}", "where does {n} live", "what does {n} do for a living")).format(n=stranger)))
            talk.assistant(phrasing.NOT_KNOWN)
    return talk
