# SPDX-License-Identifier: Apache-2.0
"""Long talks in which everything alternates: events, facts, questions, what is not known, and Hearth itself."""
import random

from ..conversation import Conversation, system_text
from . import define, phrasing, recall, scenes, selfhood, smalltalk, talk

LANGUAGE = "fr"


def of_everything(rng: random.Random) -> Conversation:
    """Four to ten exchanges; every question is about what was told or held before it, or honestly not known."""
    held = scenes.mixture(rng, rng.randint(2, 5)) if rng.random() < 0.5 else []
    known = list(held)
    conversation = Conversation("talk", LANGUAGE).system(recall.remembered(rng, held) if held else system_text(LANGUAGE))
    for _ in range(rng.randint(4, 8)):
        roll = rng.random()
        if roll < 0.28 or not known:
            one = scenes.elsewhere(rng, known) if known else scenes.draw(rng)
            conversation.user(phrasing.tell(rng, one.say(rng))).assistant(phrasing.hear(rng, [one]))
            known.append(one)
        elif roll < 0.5:
            recall.ask_known(rng, conversation, rng.choice(known))
            conversation.skill = "recall"
        elif roll < 0.62:
            recall.ask_unknown(rng, conversation, scenes.elsewhere(rng, known))
            conversation.skill = "unknown"
        elif roll < 0.8:
            talk.about(rng, conversation, talk.happening(rng), rng.choice((0, 0, 1)))
            conversation.skill = "talk"
        else:
            source, skill = rng.choice(((smalltalk.exchange, "talk"), (selfhood.exchange, "self"), (define.exchange, "define")))
            said, reply = source(rng)
            conversation.user(said).assistant(reply)
            conversation.skill = skill
    return conversation
