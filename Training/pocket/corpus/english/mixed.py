# SPDX-License-Identifier: Apache-2.0
"""Conversations in which everything may come up, as it does in life."""
import random

from ..conversation import Conversation
from ..template import pick
from . import define, memory, selfhood
from .talk import aside, ask_back, discuss, slots, TOPICS
from .worlds import World


def of_everything(rng: random.Random) -> Conversation:
    """Talk, telling, questions known and unknown, words, and questions to Hearth itself, in any order, up to ten turns."""
    world = World(rng, rng.randint(1, 5))
    held = [fact for fact in world.facts if rng.random() < 0.5]
    if any(fact.implied for fact in world.facts):
        held = list(world.facts)
    rest = [fact for fact in world.facts if fact not in held]
    talk = Conversation("talk", "en").system(memory.held_text(rng, held))
    world.facts = list(held)
    topic, drawn = None, slots(rng)
    while len(talk.messages) < pick(rng, (9, 13, 17, 21)):
        shape = rng.random()
        if shape < 0.2 and rest:
            fact = rest.pop()
            memory.tell(rng, talk, [fact])
            world.facts.append(fact)
        elif shape < 0.34 and topic is None:
            topic = pick(rng, TOPICS)
            discuss(rng, talk, topic, rng.randint(1, 3), drawn)
        elif shape < 0.46:
            aside(rng, talk)
        elif shape < 0.62 and world.facts:
            memory.ask_known(rng, talk, pick(rng, world.facts))
        elif shape < 0.72:
            memory.ask_unknown(rng, talk, world.absent())
        elif shape < 0.82 and topic is not None:
            ask_back(rng, talk, topic, drawn)
        elif shape < 0.92:
            asked, answer = selfhood.exchange(rng)
            talk.user(asked).assistant(answer)
        else:
            define.ask(rng, talk)
    return talk
