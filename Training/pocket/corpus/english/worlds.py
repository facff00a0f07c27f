# SPDX-License-Identifier: Apache-2.0
"""Small worlds: facts that stand together in one conversation, and questions which they do not answer."""
import random

from . import facts_events, facts_open, facts_people, facts_self, facts_world
from .facts import Fact
from .facts_people import Person, person
from ..template import pick
from .activities import activity_fact

_SAME = {"mum": "mother", "mom": "mother", "dad": "father", "grandma": "grandmother", "grandpa": "grandfather", "fiancé": "partner", "flatmate": "roommate",
         "manager": "boss", "leader": "boss", "child": "child", "godchild": "child", "doctor": "doctor", "supervisor": "boss"}


def like(relation: str) -> str:
    """What two relations share that are too like to be told apart: little sister and sister, mum and mother."""
    last = relation.split()[-1]
    return _SAME.get(last, last)


class World:
    """Facts with distinct keys, and whoever they are about."""

    def __init__(self, rng: random.Random, size: int):
        """`size`: how many facts at least."""
        self.rng = rng
        self.facts: list[Fact] = []
        self.people: list[Person] = []
        while len(self.facts) < size:
            self._grow()

    @classmethod
    def alike(cls, rng: random.Random, people: int) -> "World":
        """The same one or two attributes of several people: only whose they are tells them apart."""
        world = cls(rng, 0)
        what = rng.sample(facts_people.ATTRIBUTES, pick(rng, (1, 1, 2)))
        for _ in range(people):
            who = world._meet()
            for one in what:
                world._add(who.fact(rng, one))
        rng.shuffle(world.facts)
        return world

    def _add(self, fact: Fact) -> None:
        if fact.key not in {known.key for known in self.facts} and fact.value not in {known.value for known in self.facts}:
            self.facts.append(fact)

    def _grow(self) -> None:
        rng = self.rng
        shape = rng.random()
        if rng.random() < 0.22:
            self._add(pick(rng, (facts_events.happening, facts_events.state))(rng))
        elif shape < 0.36:
            self._grow_people()
        elif shape < 0.41:
            self._add(activity_fact(rng))
        elif shape < 0.48:
            self._add(self._deed())
        elif shape < 0.52:
            self._add(facts_open.named_fact(rng))
        elif shape < 0.69:
            self._add(facts_self.self_fact(rng))
        elif shape < 0.76:
            for fact in facts_world.event_facts(rng):
                self._add(fact)
        elif shape < 0.82:
            self._add(facts_world.thing_fact(rng))
        elif shape < 0.86:
            self._add(facts_world.coded_fact(rng))
        elif shape < 0.91:
            self._add(facts_world.list_fact(rng))
        else:
            for fact in facts_people.pet_facts(rng):
                self._add(fact)

    def _grow_people(self) -> None:
        """One person with several facts, or several people with the same one."""
        rng = self.rng
        if rng.random() < 0.45:
            what = pick(rng, facts_people.ATTRIBUTES) if rng.random() < 0.6 else facts_people.name
            for _ in range(rng.randint(2, 3)):
                who = self._meet()
                self._add(who.fact(rng, what))
        elif rng.random() < 0.35:
            for fact in self._meet().facts_at_once(rng, pick(rng, facts_people.ATTRIBUTES[1:])):
                self._add(fact)
        else:
            who = self._meet()
            chosen = rng.sample(facts_people.ATTRIBUTES[1:], rng.randint(0, 2))
            named = rng.random() < 0.75
            if named or not chosen:
                self._add(who.fact(rng, facts_people.name))
            for what in chosen:
                self._add(who.fact(rng, what, by_name=named and rng.random() < 0.5))

    def _meet(self) -> Person:
        who = self._stranger()
        self.people.append(who)
        return who

    def _stranger(self) -> Person:
        """Somebody whose relation cannot be confused with those met."""
        met = {like(known.relation) for known in self.people}
        while like((who := person(self.rng)).relation) in met:
            pass
        return who

    def _deed(self) -> Fact:
        """What somebody did, of those met or of another."""
        rng = self.rng
        who = pick(rng, self.people) if self.people and rng.random() < 0.3 else self._stranger()
        words = who.slots(rng.random() < 0.4 and (who.relation, "name") in {fact.key for fact in self.facts}, rng)
        subject = (who.name,) * 3 if rng.random() < 0.4 and who not in self.people else (words["my"], words["your"], words["users"])
        return pick(rng, facts_open.deed(rng, subject, f"deed {who.relation}"))

    def absent(self) -> Fact:
        """Something that nothing here tells, most often close to what is told."""
        rng = self.rng
        keys = {fact.key for fact in self.facts}
        for _ in range(40):
            fact = self._candidate()
            if fact.key not in keys:
                return fact
        return self._stranger().fact(rng, facts_people.name)

    def _candidate(self) -> Fact:
        rng = self.rng
        near = pick(rng, self.facts) if self.facts else None
        shape = rng.random()
        relations = {who.relation: who for who in self.people}
        if near and shape < 0.35 and near.about in relations:  # the same person, something else
            who = relations[near.about]
            named = (who.relation, "name") in {fact.key for fact in self.facts}
            return who.fact(rng, pick(rng, facts_people.ATTRIBUTES), by_name=named and rng.random() < 0.4)
        if near and shape < 0.75:  # the same attribute of another
            if near.attribute in facts_people.ATTRIBUTES:
                return self._stranger().fact(rng, near.attribute)
            if near.attribute.name in ("where", "colour", "price"):
                return facts_world.thing_fact(rng)
            if near.attribute is facts_world.coded:
                return facts_world.coded_fact(rng)
            if near.attribute in facts_world.EVENT_FACTS:
                return facts_world.event_other(rng, near) if rng.random() < 0.5 else facts_world.event_facts(rng)[0]
            if near.attribute in (facts_open.called, facts_open.favourite):
                return facts_open.named_fact(rng)
            if near.about.startswith("deed "):
                return self._deed()
            if near.attribute.name == "did":
                return activity_fact(rng)
            if near.about == "user":
                return self._stranger().fact(rng, facts_people.COUNTERPARTS.get(near.attribute.name, facts_people.name))
            if near.attribute.kind == "events":
                return pick(rng, (facts_events.happening, facts_events.state))(rng)
        if shape < 0.86:
            return facts_self.self_fact(rng)
        if shape < 0.93:
            return self._stranger().fact(rng, pick(rng, facts_people.ATTRIBUTES))
        return pick(rng, (facts_world.thing_fact, facts_world.coded_fact, facts_world.list_fact, activity_fact, facts_open.named_fact, lambda rng: self._deed(), lambda rng: facts_people.pet_facts(rng)[0]))(rng)
