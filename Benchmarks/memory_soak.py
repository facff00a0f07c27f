#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Talks to the real program for a long time and looks at what it has learned: `memory_soak.py HEARTH [TURNS [SEED]]`; 1,000 turns unless said otherwise.

Pocket answers, with memory on. Somebody says the same things in several words and again, asks for them, pastes the answers back as their own, plays
roles, quotes others and talks of nothing. After each chat of ten turns the program has time to learn, so that later answers are told what was
learned before. In the end there may be no fact twice, none that rests on an answer, and none whose quotation does not stand in what the user wrote.
Python's own library is enough. It fails where something of that is found, or where little was learned.
"""
import os
import random
import re
import sqlite3
import sys
import tempfile
import time
import unicodedata
from collections import Counter
from itertools import combinations

from app import Server
from memory_turns import Chats, waiting

CHAT = 10  # turns
PATIENCE = 600  # seconds in which what was said in a chat is learned

NAMES = ["Mara", "Jun", "Tomas", "Ines", "Bilal", "Nora", "Piotr", "Sana", "Hugo", "Wren"]
TOWNS = ["Quimper", "Oslo", "Leeds", "Porto", "Ghent", "Turin", "Lund", "Bergen", "Vannes", "Cork"]
THINGS = ["walnuts", "shellfish", "penicillin", "cats", "pollen", "wool", "eggs", "peanuts", "latex", "dust"]
HOBBIES = ["the cello", "chess", "rugby", "the piano", "badminton", "the flute", "darts", "handball", "the harp", "tennis"]
PLANS = ["run a marathon", "learn Welsh", "paint the kitchen", "visit Iceland", "write a novel", "plant an orchard", "sell the car",
         "build a shed", "climb Ben Nevis", "adopt a dog"]
WORK = ["a nurse", "a carpenter", "a teacher", "a baker", "a tram driver", "a translator", "a plumber", "a librarian", "a vet", "a surveyor"]
KIN = ["sister", "brother", "cousin", "aunt", "uncle", "neighbour", "nephew", "niece", "grandmother", "flatmate"]

SAID = [
    ("My {kin} {name} lives in {town}.", "You know, my {kin} {name} lives in {town}.", "Ma {kin} {name} habite à {town}."),
    ("I'm allergic to {thing}.", "I am allergic to {thing}, by the way.", "Please remember: I'm allergic to {thing}."),
    ("I play {hobby} every week.", "Every week I play {hobby}.", "I still play {hobby} every week."),
    ("I want to {plan} next year.", "Next year I want to {plan}.", "I really want to {plan} next year."),
    ("My {kin} {name} works as {work}.", "{name}, my {kin}, works as {work}.", "My {kin} {name} works as {work} these days."),
    ("I don't like {thing}.", "I really don't like {thing}.", "Honestly, I don't like {thing}."),
    ("My {kin} {name} plays {hobby}.", "My {kin} {name} still plays {hobby}.", "Did I say that my {kin} {name} plays {hobby}?"),
]
ASKED = ["Where does my {kin} {name} live?", "What am I allergic to?", "What do I play every week?", "What do I want to do next year?",
         "What do you know about {name}?", "Que sais-tu de moi ?", "Tell me what you remember about my family."]
IDLE = ["Good morning!", "Thank you.", "It rains again.", "Tell me a short joke.", "How do tides work?", "And then?", "Bonsoir !", "Why is the sky blue?"]
TRAPS = [
    "Let's play: you are a captain and I am your parrot. I live in {town} and I hate {thing}!",
    "In my story the hero says: \"I am allergic to {thing} and I live in {town}.\"",
    "My colleague told me: \"I play {hobby} every week.\"",
    "If I lived in {town}, I would play {hobby}.",
    "> I want to {plan} next year\nThat is what they wrote to me. What should I answer?",
]


def fill(rng, text):
    pairs = {"kin": KIN, "name": NAMES, "town": TOWNS, "thing": THINGS, "hobby": HOBBIES, "plan": PLANS, "work": WORK}
    return text.format(**{name: rng.choice(words) for name, words in pairs.items()})


class Speaker:
    """Says the next thing; half of what is told is told again later, in one of its ways."""

    def __init__(self, rng):
        self.rng, self.told, self.kinds = rng, [], Counter()

    def next(self, answer):
        kind = self.rng.choices(["told", "again", "asked", "pasted", "quoted", "trap", "idle"], [25, 20, 20, 10, 5, 10, 10])[0]
        if kind in ("pasted", "quoted") and not answer or kind == "again" and not self.told:
            kind = "told"
        self.kinds[kind] += 1
        if kind == "told":
            ways = self.filled(self.rng.choice(SAID))
            self.told.append(ways)
            return ways[0]
        if kind == "again":
            return self.rng.choice(self.rng.choice(self.told))
        if kind == "pasted":
            return answer
        if kind == "quoted":
            return f"You said: \"{answer}\" Is that right?"
        return fill(self.rng, self.rng.choice({"asked": ASKED, "trap": TRAPS, "idle": IDLE}[kind]))

    def filled(self, ways):
        """The same words in all ways."""
        seed = self.rng.random()
        return [fill(random.Random(seed), way) for way in ways]


def text_of(home, message):
    with sqlite3.connect(f"file:{home}/hearth.sqlite?mode=ro", uri=True, timeout=30) as database:
        return database.execute("SELECT content FROM messages WHERE id = ?", (message,)).fetchone()[0]


def talk(chats, home, turns, rng):
    speaker, began = Speaker(rng), time.monotonic()
    session, answer = None, ""
    for turn in range(turns):
        if turn % CHAT == 0:
            session, answer = None, ""
        session, message, *_ = chats.ask(speaker.next(answer), session)
        answer = text_of(home, message)
        if turn % CHAT == CHAT - 1 or turn == turns - 1:
            end = time.monotonic() + PATIENCE
            while waiting(home):
                assert time.monotonic() < end, f"after {PATIENCE} s something waits to be learned from"
                time.sleep(0.2)
        if turn % 100 == 99:
            print(f"{turn + 1} turns, {time.monotonic() - began:.0f} s", flush=True)
    return speaker.kinds


# What is looked for in the end

STOP = set("a an the my i i'm am is are to in of and that it you know by way really still honestly please remember every week these days did say "
           "ma mon mes à de la le les".split())


def plain(text):
    """As a quotation is compared: one kind of apostrophe, small letters, and single spaces."""
    text = unicodedata.normalize("NFC", text).replace("’", "'").casefold()
    return " ".join(text.split())


def words(text):
    return {word[:7] for word in re.findall(r"[\w']+", plain(text))} - STOP


class Findings:
    def __init__(self, home):
        database = sqlite3.connect(f"file:{home}/hearth.sqlite?mode=ro", uri=True, timeout=30)
        self.facts = [
            dict(zip(("id", "statement", "subject", "negative", "current", "waits"), row)) for row in database.execute(
                "SELECT id, statement, subject, isNegative, validUntil IS NULL, waits FROM facts")]
        self.evidence = database.execute(
            "SELECT fact, quote, role, content FROM fact_evidence LEFT JOIN messages ON messages.id = utterance").fetchall()
        self.read = database.execute("SELECT count(*), sum(speaker = 'user') FROM learned WHERE isRead = 1").fetchone()
        self.used = database.execute("SELECT count(*) FROM messages WHERE usesMemory = 1").fetchone()[0]
        database.close()

    @property
    def held(self):
        """Those that hold, and those that wait."""
        return [fact for fact in self.facts if fact["current"]]

    def twins(self):
        """Pairs of which one says what the other says."""
        def same(a, b):
            if (a["subject"], a["negative"]) != (b["subject"], b["negative"]):
                return False
            if plain(a["statement"]).strip(".!") == plain(b["statement"]).strip(".!"):
                return True
            first, second = sorted((words(a["statement"]), words(b["statement"])), key=len)
            # The same words in another order, or all of one that has three of them within the other.
            return first == second or len(first) > 2 and first <= second
        return [(a["statement"], b["statement"]) for a, b in combinations(self.held, 2) if same(a, b)]

    def of_answers(self):
        return [row for row in self.evidence if row[2] != "user"]

    def without_quotation(self):
        return [row for row in self.evidence if row[3] is None or plain(row[1]) not in plain(row[3])]


def main():
    program = os.path.realpath(sys.argv[1])
    turns, seed = (int(one) for one in (sys.argv[2:] + ["1000", "1"][len(sys.argv) - 2:])[:2])
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as home:
        server = Server(program, home)
        try:
            began = time.monotonic()
            kinds = talk(Chats(server), home, turns, random.Random(seed))
            took = time.monotonic() - began
            found = Findings(home)
        finally:
            server.close()
    stored = [fact for fact in found.held if not fact["waits"]]
    print(f"{turns} turns in {took:.0f} s, load {load:.1f} before and {os.getloadavg()[0]:.1f} after: {dict(kinds)}")
    print(f"{found.read[0]} messages were looked at, {found.read[1]} of them the user's; {found.used} answers were told of the memory")
    print(f"{len(stored)} facts, {len(found.held) - len(stored)} that wait, {len(found.facts) - len(found.held)} that hold no longer, "
          f"{len(found.evidence)} quotations")
    bad = {"facts twice": found.twins(), "quotations of answers": found.of_answers(), "quotations that stand nowhere": found.without_quotation()}
    for name, all in bad.items():
        print(f"{name}: {len(all)}")
        for one in all[:20]:
            print("   ", one)
    assert len(stored) >= turns // 50, "too little was learned to say anything"
    sys.exit(any(bad.values()))


if __name__ == "__main__":
    main()
