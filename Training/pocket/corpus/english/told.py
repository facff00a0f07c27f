# SPDX-License-Identifier: Apache-2.0
"""Short conversations written out, with what is asked of them later."""
import os
import random
from collections.abc import Iterator

from .. import dialogues
from ..conversation import Conversation, system_text, titled
from ..template import capital, pick, sentence
from . import phrasing
from .framed import fill, own_clause
from .talk import interlude, told_back

DIALOGUES = dialogues.read(os.path.join(os.path.dirname(__file__), "dialogues"))


def asked(rng: random.Random) -> Conversation:
    """One or two conversations, and then everything about them."""
    talk = Conversation("recall", "en").system(system_text("en"))
    held = [dialogues.drawn(rng, one, fill, phrasing.PLAIN_REPLIES) for one in rng.sample(DIALOGUES, pick(rng, (1, 1, 2)))]
    for one in held:
        asks = 2 * rng.randrange(len(one.turns) // 2) if rng.random() < dialogues.AT_ONCE else None
        for turn, said, reply in zip(range(0, len(one.turns), 2), one.turns[::2], one.turns[1::2]):
            if turn == asks and not said.endswith("?") and (found := one.at_once(rng, turn)):
                said, reply = f"{sentence(said)} {capital(found[0])}?", told_back(found[1]) if found[1] else phrasing.NOT_KNOWN
            talk.user(phrasing.typed(rng, said)).assistant(reply)
    if rng.random() < 0.2:
        interlude(rng, talk)
    questions = [(question, told_back(answer)) for one in held for asked, answer in one.asked for question in rng.sample(asked, min(2, len(asked)))]
    questions += [(question, phrasing.NOT_KNOWN) for one in held for question in rng.sample(one.unknown, min(4, len(one.unknown)))]
    for question, answer in rng.sample(questions, min(len(questions), pick(rng, (2, 6, 14, 14)))):
        talk.user(phrasing.question(rng, question) if rng.random() < 0.4 else phrasing.behind(rng, capital(question) + "?")).assistant(answer)
        talk.skill = "unknown" if answer == phrasing.NOT_KNOWN else "recall"
    return talk


def singly(rng: random.Random, dialogue: dialogues.Dialogue) -> Iterator[Conversation]:
    """The conversation once for each thing that is asked of it, with that question alone at its end."""
    held = dialogues.drawn(rng, dialogue, fill, phrasing.PLAIN_REPLIES)
    known = [(pick(rng, questions), told_back(answer)) for questions, answer in held.asked]
    unknown = [(question, phrasing.NOT_KNOWN) for question in rng.sample(held.unknown, min(3, len(held.unknown)))]
    for question, answer in known + unknown:
        talk = Conversation("unknown" if answer == phrasing.NOT_KNOWN else "recall", "en").system(system_text("en"))
        for said, reply in zip(held.turns[::2], held.turns[1::2]):
            talk.user(said).assistant(reply)
        yield talk.user(capital(question) + "?").assistant(answer)


def heard(rng: random.Random) -> Conversation:
    """What people say, one thing after another, and plain replies: which of them fits is learned here."""
    talk = Conversation("talk", "en").system(system_text("en"))
    for _ in range(pick(rng, (2, 3, 4, 5))):
        said = own_clause(rng).said if rng.random() < 0.4 else pick(rng, dialogues.drawn(rng, pick(rng, DIALOGUES), fill, phrasing.PLAIN_REPLIES).turns[::2])
        if "?" not in said:
            talk.user(phrasing.telling(rng, [said]) if said[:1].islower() and said[-1:] not in ".!" else phrasing.typed(rng, said)).assistant(phrasing.reply(rng, talk, said))
    return talk if len(talk.messages) > 2 else heard(rng)


def named(rng: random.Random) -> Conversation:
    """The beginning of a conversation, and its title."""
    while True:
        talk = Conversation("talk", "en").system(system_text("en"))
        turns = dialogues.drawn(rng, pick(rng, DIALOGUES), fill, phrasing.PLAIN_REPLIES).turns
        for said, reply in list(zip(turns[::2], turns[1::2]))[: rng.randint(1, 4)]:
            talk.user(phrasing.typed(rng, said)).assistant(reply)
        if done := titled(talk):
            return done
