# SPDX-License-Identifier: Apache-2.0
"""Conversations about frames: some told or remembered, all of them asked for."""
import os
import random
import re

from .. import frames
from ..conversation import Conversation, system_text
from ..frames import Told
from . import phrasing, slots, smalltalk
from .person import second, third
from .voice import elide, sentence, typed

LANGUAGE = "fr"
SITUATIONS = frames.read(os.path.join(os.path.dirname(__file__), "frames"))


def fill(rng: random.Random, text: str) -> str:
    """A man's or a woman's words."""
    return slots.fill(text.replace("{e}", rng.choice(("", "e"))), rng)


def own_clause(rng: random.Random) -> tuple[Told, str]:
    """What somebody says of their own life, and how memory holds it."""
    while True:
        situation = rng.choice(SITUATIONS)
        one = frames.drawn(rng, situation, [rng.choice(situation.frames)], fill)[0]
        noted = third(one.said)
        if noted and "utilisateur" in noted:
            return one, sentence(noted)


def known(rng: random.Random) -> Conversation:
    """A few situations, of each a part told or remembered; everything is asked for, told or not."""
    told: list[Told] = []
    missing: list[Told] = []
    changed: list[tuple[Told, Told]] = []
    for situation in rng.sample(SITUATIONS, rng.choice((1, 1, 2, 2, 3))):
        chosen = rng.sample(situation.frames, min(rng.choice((2, 3, 4, 5)), len(situation.frames)))
        kept = rng.choice((1, 2, 2, 3, len(chosen)))
        *found, other = frames.drawn(rng, situation, [*chosen, chosen[0]], fill)
        told += found[:kept]
        missing += found[kept:]
        if rng.random() < 0.3 and other.said != found[0].said:
            changed.append((found[0], other))
    rng.shuffle(told)
    held = [one for one in told if third(one.said)]
    held = held if rng.random() < 0.25 else held[: len(held) // 2] if rng.random() < 0.15 else []
    talk = Conversation("recall", LANGUAGE).system(system_text(LANGUAGE, [sentence(third(one.said)) for one in held]))
    _tell(rng, talk, [one for one in told if one not in held], missing)
    for old, new in changed:
        talk.user(sentence(phrasing.update(rng, new.said))).assistant(f"C'est corrigé : {second(new.said)}.")
        told[told.index(old)] = new
        if rng.random() < 0.3:
            _aside(rng, talk)
    answered = {question for one in told for question in one.asked}
    questions = [(question, _back(one)) for one in told for question in rng.sample(one.asked, min(3, len(one.asked)))]
    questions += [(question, phrasing.NOT_KNOWN) for one in missing for question in rng.sample(one.asked, min(2, len(one.asked))) if question not in answered]
    for question, answer in rng.sample(questions, min(len(questions), rng.choice((3, 6, 14)))):
        talk.user(phrasing.ask(rng, question) if rng.random() < 0.4 else typed(phrasing.behind(rng, sentence(question, " ?")), rng, 0.1)).assistant(answer)
        talk.skill = "unknown" if answer == phrasing.NOT_KNOWN else "recall"
        if rng.random() < 0.06:
            _aside(rng, talk)
    return talk


_BEFORE = frozenset("à au aux en le la les de du des chez dans pour avec avant sur par depuis un une".split())
_NAMED = re.compile(r"(?:une?|le|la|les|mon|ma|mes|son|sa|ses|des?|du|à|aux?|en|chez|dans|pour|avec|avant|sur|par|depuis|deux|trois|quatre|cinq|six|sept|huit|neuf|dix) |[ld]'|[A-ZÉ\d]")
_NOW = (
    "c'est {now} maintenant", "c'est {now}", "c'est {now}, pas {was}", "finalement c'est {now}", "en fait c'est {now}", "ce sera {now}", "maintenant c'est {now}", "c'est plutôt {now}",
    "c'était {now}", "ça devient {now}",
)
_LEADS = ("", "", "ah non, ", "pardon, ", "oh, ", "changement de programme, ", "je me suis trompé : ", "je viens d'apprendre que ", "petite correction : ", "je confondais, ", "oublie ce que j'ai dit, ", "du nouveau : ",
          "bon, ", "figure-toi que ", "on me dit aujourd'hui que ", "j'ai vérifié, ", "j'ai changé d'avis, ")


def changed(rng: random.Random) -> Conversation:
    """Something is told, and then is otherwise, without being named again; what stays is asked for as well, and what nobody told."""
    while True:
        situation = rng.choice(SITUATIONS)
        if found := frames.revised(rng, situation, fill, _BEFORE, _NAMED):
            break
    old, new, was, now = found
    others = frames.drawn(rng, situation, rng.sample(situation.frames, min(4, len(situation.frames))), fill)
    others = [one for one in others if not set(one.asked) & set(new.asked)]
    told, missing = others[: rng.choice((0, 1, 2))], others[2:]
    talk = Conversation("recall", LANGUAGE).system(system_text(LANGUAGE))
    _tell(rng, talk, told)
    _tell(rng, talk, [old])
    if rng.random() < 0.4:
        _aside(rng, talk)
    holds = rng.choice(_NOW).format(now=now, was=was)
    said = typed(sentence(elide(rng.choice(_LEADS) + holds)), rng)
    talk.user(said).assistant(phrasing.reply(rng, talk, said) if rng.random() < 0.7 else rng.choice(phrasing.HEARD))
    if rng.random() < 0.3:
        _aside(rng, talk)
    questions = [(question, sentence(second(holds))) for question in rng.sample(new.asked, min(2, len(new.asked)))]
    questions += [(question, _back(one)) for one in told for question in rng.sample(one.asked, 1)]
    questions += [(question, phrasing.NOT_KNOWN) for one in missing for question in rng.sample(one.asked, 1)]
    for question, answer in rng.sample(questions, len(questions)):
        talk.user(phrasing.ask(rng, question) if rng.random() < 0.4 else typed(phrasing.behind(rng, sentence(question, " ?")), rng, 0.1)).assistant(answer)
    return talk


def _back(one: Told) -> str:
    """Said back by Hearth."""
    return sentence(second(one.said))


def _aside(rng: random.Random, talk: Conversation) -> None:
    said, reply = smalltalk.exchange(rng)
    talk.user(said).assistant(reply)


def _tell(rng: random.Random, talk: Conversation, told: list[Told], missing: list[Told] = ()) -> None:
    answered = {question for one in told for question in one.asked}
    rest = list(told)
    while rest:
        some = [rest.pop() for _ in range(min(len(rest), rng.choice((1, 1, 1, 2, 2, 3))))]
        clauses = [one.said for one in some]
        said = phrasing.tell_several(rng, clauses) if rng.random() < 0.6 else typed(" ".join(sentence(one) for one in clauses), rng)
        shape = rng.random()
        reply = phrasing.reply(rng, talk, said) if shape < 0.6 else rng.choice(phrasing.HEARD + phrasing.MORE) if shape < 0.9 else f"C'est noté : {second(rng.choice(clauses))}."
        if rng.random() < frames.AT_ONCE:
            about = rng.choice(missing) if missing and rng.random() < 0.3 else rng.choice(some)
            question = rng.choice(about.asked)
            if about in some or question not in answered:
                said, reply = f"{sentence(said)} {sentence(question, ' ?')}", _back(about) if about in some else phrasing.NOT_KNOWN
        talk.user(said).assistant(reply)
        if rng.random() < 0.25:
            _aside(rng, talk)
