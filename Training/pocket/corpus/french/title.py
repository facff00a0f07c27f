# SPDX-License-Identifier: Apache-2.0
"""Short titles for conversations of one to four exchanges."""
import random

from ..conversation import Conversation, titled
from . import define, phrasing, scenes, selfhood, smalltalk, talk
from .kin import happening


def of_event(rng: random.Random) -> Conversation:
    """A talk about an event."""
    conversation = talk.start(rng)
    if rng.random() < 0.3:
        said, reply = smalltalk.exchange(rng)
        conversation.user(said).assistant(reply)
    talk.about(rng, conversation, happening(rng), rng.randint(0, 2))
    return titled(conversation) or of_event(rng)


def of_question(rng: random.Random) -> Conversation:
    """A talk that opens with a word to explain, a question about Hearth, or a fact."""
    conversation = talk.start(rng)
    roll = rng.random()
    if roll < 0.35:
        said, reply = define.exchange(rng)
    elif roll < 0.5:
        said, reply = selfhood.exchange(rng)
    else:
        one = scenes.draw(rng, scenes.owner_of(rng, rng.choice(("person", "pet", "thing"))))
        said = phrasing.tell(rng, one.say(rng))
        reply = phrasing.hear(rng, [one])
    conversation.user(said).assistant(reply)
    if rng.random() < 0.3:
        conversation.user(rng.choice(("Merci.", "D'accord, merci.", "Ok.", "Super, merci !"))).assistant(rng.choice(("Avec plaisir.", "De rien !", "Je t'en prie.")))
    return titled(conversation) or of_question(rng)


def of_story(rng: random.Random) -> Conversation:
    """A longer talk."""
    exchanges, _ = talk.told(rng, rng.choice(talk.STORIES), rng.randint(1, 4))
    conversation = talk.start(rng)
    for user, reply in exchanges:
        conversation.user(user).assistant(reply)
    return titled(conversation) or of_story(rng)
