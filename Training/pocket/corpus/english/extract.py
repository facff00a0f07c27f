# SPDX-License-Identifier: Apache-2.0
"""Messages with facts about their writer, and with much that only looks like it."""
import os
import random
import re

from .. import messages
from ..conversation import Conversation, extraction
from ..template import articles, capital, expand, lines, pick, sentence
from . import facts_events, facts_people, facts_self, facts_world, framed, phrasing
from . import slots as s
from .activities import activity
from .facts import Fact
from .facts_people import Person, person
from .person import third
from .talk import SMALL, TOPICS, slots

# Clauses without a fact about the writer; {own} is a clause such as "I live in Oslo", {of} one about somebody else.
HYPOTHETICAL = lines("""
    if {own_if}, [everything would be easier|I'd be happier|that would be something|I wouldn't complain]
    imagine {own_if}
    [maybe|perhaps] one day I'll say that {own}
    what if {own_if}?
    I [dreamed|dreamt] [last night|] that {own}
    suppose {own_if}
    I would [never|not] say that {own}
    it would be [nice|funny|terrible] if {own_if}
    sometimes I pretend that {own}
    in my novel the hero says: {own}
    in the play I have to say "{Own}"
""")
NEGATED = lines("""
    it's not true that {own}
    I never said that {own}
    no, it isn't so that {own}
    people think that {own}, but [that's wrong|it's not true|no]
    my file says that {own}, [which is wrong|a mistake]
    somebody claims that {own}, [that's nonsense|it's not so]
""")
QUOTED = lines("""
    {n} said: "{Own}"
    {n} wrote to me: "{Own}."
    {n} [says|said|told me], "{Own}"
    "{Own}", said {n}
    the [song|poem|ad] goes: "{Own}"
    in the [book|film|letter] it says: "{Own}"
    {n} keeps saying: "{Own}"
""")
JOKES = lines("""
    [just kidding|haha|lol], {own}, [not really|of course not|kidding]
    {own}, [just kidding|that was a joke|haha, no]
    I'm [obviously|] the king of {c}, haha
    I could eat a whole {an}, [haha|just kidding]
    at this rate I'll be a {v} on the moon, lol
""")
GENERAL = lines("""
    people in {c} [are friendly|talk fast|walk a lot]
    {f} is [a classic|easy to make|popular in {c}]
    a {v} needs a lot of patience
    {d} is [usually|] a busy day [everywhere|in town]
    {h} is [popular|good for the back|not cheap]
    they say {f} [is|was] invented in {c}
    the [shop|museum|station] in {c} opens at {k}
    there was a report about {h} on the radio
    {l} is spoken by many people
    cats sleep most of the day
    the price of {f} went up
""")
ASKING = lines("""
    [do you know|have you heard of] {c}?
    how do you make {f}?
    is {h} hard to learn?
    can you [help me|remind me tomorrow|tell me a joke]?
    what does a {v} do [all day|]?
    what do you think about {h}?
    are you allergic to {al}?
    do you like {f}?
    which is better, {f} or {f2}?
    how do you say that in {l}?
    should I [buy|try] {f}?
    what's the weather like in {c}?
""")


with open(os.path.join(os.path.dirname(__file__), "hollow.txt"), encoding="utf-8") as _file:
    HOLLOW = lines(_file.read())
MESSAGES = messages.read(os.path.join(os.path.dirname(__file__), "messages"))


def _slots(rng: random.Random) -> dict[str, str]:
    return {"n": _somebody(rng), "c": s.city(rng), "f": pick(rng, s.FOODS), "f2": pick(rng, s.FOODS), "h": pick(rng, s.HOBBIES), "v": pick(rng, s.JOBS),
            "d": pick(rng, s.DAYS), "k": s.clock(rng), "l": pick(rng, s.LANGUAGES), "al": pick(rng, s.ALLERGENS), "an": pick(rng, s.ANIMALS)}


def _somebody(rng: random.Random) -> str:
    if rng.random() < 0.5:
        return s.first_name(rng, rng.random() < 0.5)
    return pick(rng, ("my ", "my ", "our ", "the ")) + pick(rng, pick(rng, (facts_people.FEMALE, facts_people.MALE, facts_people.EITHER)))


def _about_writer(rng: random.Random) -> Fact:
    """A fact about the writer, of any kind."""
    shape = rng.random()
    if shape < 0.12:
        return person(rng).fact(rng, facts_people.name)
    if shape < 0.2:
        return person(rng).facts_at_once(rng, pick(rng, facts_people.ATTRIBUTES[1:]))[0]
    if shape < 0.27:
        return facts_people.pet_facts(rng)[0]
    if shape < 0.4:
        return facts_world.event_facts(rng)[0]
    if shape < 0.5:
        return facts_world.list_fact(rng)
    return facts_self.self_fact(rng)


_FEELINGS = frozenset("sad lonely happy bored stress loss breakup".split())
_WORK = frozenset("newjob interview boss praise meeting retire".split())
_PLANS = re.compile(r"\b(want to|will|going to|moving|tomorrow|soon|thinking about|getting married|coming|next (week|month|year)|(cooking|flying|travelling) to)\b|\bon \w+day\b")
_LIKES = re.compile(r"\b(love|hate|like|play|listen|my (new thing|passion))\b")
_MENTIONED = re.compile(r"\b(I|I'm|I've|I'd|we|my|me|us|our)\b")
_OWN = re.compile(r"(I|I'm|I've|we|we're|my|our) ")


def from_life(rng: random.Random) -> tuple[str, str]:
    """A clause about the writer from the topics of small talk, and its kind."""
    while True:
        topic = pick(rng, TOPICS)
        clause = articles(expand(rng, pick(rng, topic.opening.said), slots(rng)))
        if _OWN.match(clause) and "?" not in clause:
            break
    if topic.name in _FEELINGS:
        return "feelings", clause
    if topic.name in ("ill", "sleep"):
        return "health", clause
    if _PLANS.search(clause):
        return "plans", clause
    if topic.name in _WORK:
        return "work", clause
    if re.match(r"(my|our) ", clause) and topic.name in ("baby", "visit", "wedding", "fight"):
        return "people", clause
    return "preferences" if _LIKES.search(clause) else "events", clause


def _of_others(rng: random.Random) -> str:
    """A clause about somebody else's life."""
    who: Person = person(rng)
    fact = who.fact(rng, pick(rng, facts_people.ATTRIBUTES[1:]))
    stranger = f"{pick(rng, ('a', 'the', 'some'))} {pick(rng, ('woman', 'man', 'guy', 'neighbour', 'stranger'))} {pick(rng, ('on the train', 'next door', 'in the queue', 'I met', 'from work'))}"
    fact.slots |= {"my": pick(rng, (who.name, who.name, stranger))}
    text = fact.say(rng)
    return articles(text)


def _as_if(clause: str) -> str:
    for present, past in (("I'm ", "I were "), ("I am ", "I were "), ("I have ", "I had "), ("I live ", "I lived "), ("I work ", "I worked "), ("I play ", "I played "),
                          ("I love ", "I loved "), ("I drive ", "I drove "), ("I take ", "I took ")):
        if clause.startswith(present):
            return past + clause[len(present):]
    return clause


def _decoy(rng: random.Random) -> str:
    """A sentence without a fact about the writer."""
    if rng.random() < 0.5:
        return framed.fill(rng, expand(rng, pick(rng, HOLLOW)))
    own = facts_self.self_fact(rng).say(rng) if rng.random() < 0.5 else framed.own_clause(rng).said
    own_clause = own[:1].lower() + own[1:] if not own.startswith("I") else own
    words = _slots(rng) | {"own": own_clause, "Own": capital(own), "own_if": _as_if(own_clause)}
    family = rng.random()
    if family < 0.28:
        return sentence(_of_others(rng))
    options = HYPOTHETICAL if family < 0.42 else NEGATED if family < 0.52 else QUOTED if family < 0.66 else JOKES if family < 0.72 else GENERAL if family < 0.86 else ASKING
    return sentence(articles(expand(rng, pick(rng, options), words)))


# What is said beside, but nothing that its writer did.
_ASIDES = [aside for aside in phrasing.ASIDES if not re.match(r"\[?(I|we|my)\b", aside)]


def _chatter(rng: random.Random) -> str:
    if rng.random() < 0.7:
        return sentence(expand(rng, pick(rng, _ASIDES)))
    return sentence(capital(expand(rng, pick(rng, SMALL)[0])))


# Said in front of a fact or after it, outside of its quote.
BEFORE = lines("""
    by the way,
    oh, and
    you know,
    well,
    honestly,
    so
    [today|yesterday] I noticed again:
    I have to say,
    just so you know,
    what you should know:
    dear diary,
    between us,
    finally:
    and
    but
    also,
    one more thing:
    believe it or not,
    please remember:
""")
AFTER = lines("""
    , [and that's good|and I'm happy about it|which is great]
    , [but it's fine|but don't tell anyone|but that's okay]
    , [you know|by the way|as always|I think I told you]
    , [so wish me luck|so let's see|so there's that]
    , [it's a long story|more about that later]
""")


def message(rng: random.Random) -> Conversation:
    """A message of one to seven sentences with zero to four facts."""
    count = pick(rng, (0, 0, 1, 1, 1, 1, 2, 2, 3, 4))
    facts: dict[object, tuple[str, str]] = {}
    while len(facts) < count:
        shape = rng.random()
        if shape < 0.18:
            key = told = from_life(rng)
        elif shape < 0.55:
            own = framed.own_clause(rng)
            key = told = own.kind, own.said
        else:
            fact = pick(rng, (facts_events.happening, facts_events.state))(rng) if shape < 0.65 else _about_writer(rng)
            key, told = fact.key, (fact.attribute.kind, fact.say(rng))
            if not _MENTIONED.search(told[1]):
                continue
        facts.setdefault(key, told)
    pieces: list[tuple[str, str] | str] = list(facts.values())
    for _ in range(pick(rng, (0, 0, 0, 1, 1, 2)) + (1 if not facts else 0)):
        pieces.insert(rng.randint(0, len(pieces)), _decoy(rng) if rng.random() < 0.6 else _chatter(rng))
    text, found = "", []
    lower = rng.random() < 0.06
    for piece in pieces:
        if isinstance(piece, str):
            text += piece + " "
            continue
        kind, clause = piece
        before = expand(rng, pick(rng, BEFORE)) if rng.random() < 0.3 else ""
        after = expand(rng, pick(rng, AFTER)) if rng.random() < 0.2 else ""
        if text and not before and rng.random() < 0.15 and text.rstrip().endswith("."):
            text = text.rstrip()[:-1] + pick(rng, (" and ", ", and ", ", "))
            before = " "
        quote = clause if before else capital(clause)
        text += (capital(before) + " " if before.strip() else "") + quote + after + pick(rng, (". ", ". ", ". ", ". ", "! "))
        found.append((kind, capital(third(clause)) + ".", quote))
    text = text.strip()
    if rng.random() < 0.06:
        text = text.rstrip(".")
    if lower:
        text = text.lower()
        found = [(kind, fact, quote.lower()) for kind, fact, quote in found]
    return extraction("en", text, found)


def written(rng: random.Random) -> Conversation:
    """A message written out, perhaps with a sentence without a fact before or behind it."""
    one = messages.drawn(rng, pick(rng, MESSAGES), framed.fill)
    text = one.text
    if rng.random() < 0.3:
        beside = _decoy(rng) if rng.random() < 0.6 else _chatter(rng)
        text = f"{beside} {text}" if rng.random() < 0.5 else f"{sentence(text)} {beside}"
    return extraction("en", text, [(kind, capital(third(quote)) + ".", quote if quote in text else capital(quote)) for kind, quote in one.facts])


def corrected(rng: random.Random) -> Conversation:
    """The writer corrects themselves: only what holds in the end is a fact."""
    fact = facts_self.self_fact(rng)
    while (other := fact.attribute.value(rng)) == fact.value:
        pass
    wrong = Fact(fact.attribute, fact.slots, fact.about, other).say(rng)
    right = fact.say(rng)
    joint = pick(rng, (". No, wait, ", ". Sorry, I mean ", ", no, that's wrong: ", ". That's no longer true: ", ". I was wrong, ", ". Correction: ", " - no, ", ". Not any more, now "))
    return extraction("en", f"{capital(wrong)}{joint}{right}.", [(fact.attribute.kind, capital(third(right)) + ".", right)])


def did(rng: random.Random) -> Conversation:
    """What the writer did or plans, of an open class."""
    text, quote, found = "", "", []
    for _ in range(rng.randint(1, 2)):
        if rng.random() < 0.4:
            text += _decoy(rng) + " "
        said, _ = activity(rng)
        quote = said.rstrip(".!")
        text += sentence(said) + " "
        fact = capital(third(quote)) + "."
        kind = "plans" if fact.startswith(("The user wants", "The user would", "The user is going to", "The user is planning")) else "events"
        found.append((kind, fact, quote))
    return extraction("en", text.strip(), found)
