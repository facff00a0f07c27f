# SPDX-License-Identifier: Apache-2.0
"""Short conversations written out, with what is asked of them later."""
import os
import random
from collections.abc import Iterator

from .. import dialogues
from ..conversation import Conversation, system_text, titled
from . import framed, phrasing, smalltalk
from .person import second
from .voice import sentence, spaced, typed

LANGUAGE = "fr"
DIALOGUES = dialogues.read(os.path.join(os.path.dirname(__file__), "dialogues"))


def _fill(rng: random.Random, text: str) -> str:
    return spaced(framed.fill(rng, text))


def asked(rng: random.Random) -> Conversation:
    """One or two conversations, and then everything about them."""
    talk = Conversation("recall", LANGUAGE).system(system_text(LANGUAGE))
    held = [dialogues.drawn(rng, one, _fill, phrasing.PLAIN_REPLIES) for one in rng.sample(DIALOGUES, rng.choice((1, 1, 2)))]
    for one in held:
        asks = 2 * rng.randrange(len(one.turns) // 2) if rng.random() < dialogues.AT_ONCE else None
        for turn, said, reply in zip(range(0, len(one.turns), 2), one.turns[::2], one.turns[1::2]):
            if turn == asks and not said.endswith("?") and (found := one.at_once(rng, turn)):
                said, reply = f"{sentence(said)} {sentence(found[0], ' ?')}", sentence(second(found[1])) if found[1] else phrasing.NOT_KNOWN
            talk.user(typed(said, rng, 0.1)).assistant(reply)
    if rng.random() < 0.2:
        said, reply = smalltalk.exchange(rng)
        talk.user(said).assistant(reply)
    questions = [(question, sentence(second(answer))) for one in held for asked, answer in one.asked for question in rng.sample(asked, min(2, len(asked)))]
    questions += [(question, phrasing.NOT_KNOWN) for one in held for question in rng.sample(one.unknown, min(4, len(one.unknown)))]
    for question, answer in rng.sample(questions, min(len(questions), rng.choice((2, 6, 14, 14)))):
        talk.user(phrasing.ask(rng, question) if rng.random() < 0.4 else typed(phrasing.behind(rng, sentence(question, " ?")), rng, 0.1)).assistant(answer)
        talk.skill = "unknown" if answer == phrasing.NOT_KNOWN else "recall"
    return talk


def singly(rng: random.Random, dialogue: dialogues.Dialogue) -> Iterator[Conversation]:
    """The conversation once for each thing that is asked of it, with that question alone at its end."""
    held = dialogues.drawn(rng, dialogue, _fill, phrasing.PLAIN_REPLIES)
    known = [(rng.choice(questions), sentence(second(answer))) for questions, answer in held.asked]
    unknown = [(question, phrasing.NOT_KNOWN) for question in rng.sample(held.unknown, min(3, len(held.unknown)))]
    for question, answer in known + unknown:
        talk = Conversation("unknown" if answer == phrasing.NOT_KNOWN else "recall", LANGUAGE).system(system_text(LANGUAGE))
        for said, reply in zip(held.turns[::2], held.turns[1::2]):
            talk.user(said).assistant(reply)
        yield talk.user(sentence(question, " ?")).assistant(answer)


def heard(rng: random.Random) -> Conversation:
    """What people say, one thing after another, and plain replies: which of them fits is learned here."""
    talk = Conversation("talk", LANGUAGE).system(system_text(LANGUAGE))
    for _ in range(rng.choice((2, 3, 4, 5))):
        said = framed.own_clause(rng)[0].said if rng.random() < 0.4 else rng.choice(dialogues.drawn(rng, rng.choice(DIALOGUES), _fill, phrasing.PLAIN_REPLIES).turns[::2])
        if "?" not in said:
            talk.user(phrasing.tell(rng, said) if said[:1].islower() and said[-1:] not in ".!" else typed(said, rng, 0.1)).assistant(phrasing.reply(rng, talk, said))
    return talk if len(talk.messages) > 2 else heard(rng)


def named(rng: random.Random) -> Conversation:
    """The beginning of a conversation, and its title."""
    while True:
        talk = Conversation("talk", LANGUAGE).system(system_text(LANGUAGE))
        turns = dialogues.drawn(rng, rng.choice(DIALOGUES), _fill, phrasing.PLAIN_REPLIES).turns
        for said, reply in list(zip(turns[::2], turns[1::2]))[: rng.randint(1, 4)]:
            talk.user(typed(said, rng, 0.1)).assistant(reply)
        if done := titled(talk):
            return done
