# SPDX-License-Identifier: Apache-2.0
"""What Hearth says about itself, and what it is too small for."""
import os
import random

from ..conversation import Conversation, system_text
from ..intents import read
from ..template import expand, pick
from . import phrasing
from .framed import fill, own_clause
from .talk import interlude

INTENTS = read(os.path.join(os.path.dirname(__file__), "selfhood.txt"))
_POLITE = ("Can you tell me:", "Tell me,", "Hey,", "I need to know:", "Quick question:", "By the way,", "So,", "Hearth,", "Okay.", "Thanks!", "One more thing.")


def exchange(rng: random.Random) -> tuple[str, str]:
    """A question and its answer."""
    intent = pick(rng, INTENTS)
    asked = fill(rng, expand(rng, pick(rng, intent.asked)))
    if rng.random() < 0.15:
        lead = pick(rng, _POLITE)
        asked = lead + " " + (asked if lead[-1] in ".!" or asked.startswith(("I ", "I'")) else asked[:1].lower() + asked[1:])
    return phrasing.typed(rng, asked), intent.answer


def questions(rng: random.Random) -> Conversation:
    """Two to five questions to Hearth about itself or beyond it, with talk between."""
    talk = Conversation("self", "en").system(system_text("en"))
    for _ in range(pick(rng, (2, 3, 4, 5))):
        if rng.random() < 0.15:
            interlude(rng, talk)
        if rng.random() < 0.4:
            said = phrasing.telling(rng, [own_clause(rng).said])
            talk.user(said).assistant(phrasing.reply(rng, talk, said))
        asked, answer = exchange(rng)
        talk.user(asked).assistant(answer)
    return talk
