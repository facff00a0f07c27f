# SPDX-License-Identifier: Apache-2.0
"""What Hearth says of itself: that it is small, what it can and cannot do, and where the user's words stay."""
import os
import random

from ..conversation import Conversation, system_text
from ..intents import read
from ..template import expand
from . import framed, phrasing, smalltalk
from .slots import fill
from .voice import spaced, typed

LANGUAGE = "fr"
INTENTS = read(os.path.join(os.path.dirname(__file__), "selfhood.txt"))
_POLITE = ("Dis-moi, ", "Au fait, ", "Hearth, ", "Une question : ", "Salut ! ", "Bonjour. ", "Juste une chose : ", "Et sinon, ", "D'accord. ", "Merci. ")


def exchange(rng: random.Random) -> tuple[str, str]:
    """A question about Hearth itself, or something it cannot do, and the answer."""
    intent = rng.choice(INTENTS)
    said = spaced(fill(expand(rng, rng.choice(intent.asked)), rng))
    if rng.random() < 0.15:
        lead = rng.choice(_POLITE)
        said = lead + (said if lead[-2] in ".!" else said[:1].lower() + said[1:])
    return typed(said, rng), intent.answer


def about_itself(rng: random.Random) -> Conversation:
    """Two to five such questions, now and then with an aside between."""
    talk = Conversation("self", LANGUAGE).system(system_text(LANGUAGE))
    for _ in range(rng.choice((2, 3, 4, 5))):
        if rng.random() < 0.15:
            said, reply = smalltalk.exchange(rng)
            talk.user(said).assistant(reply)
        if rng.random() < 0.4:
            said = phrasing.tell(rng, framed.own_clause(rng)[0].said)
            talk.user(said).assistant(phrasing.reply(rng, talk, said))
        said, reply = exchange(rng)
        talk.user(said).assistant(reply)
    return talk
