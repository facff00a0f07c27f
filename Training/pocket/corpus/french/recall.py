# SPDX-License-Identifier: Apache-2.0
"""Answers from what was said before or from what memory holds, and says so where neither has it."""
import random
import re
from dataclasses import replace

from ..conversation import Conversation, system_text
from . import names, phrasing, scenes, smalltalk
from .events import event
from .facts import Fact
from .kin import happening
from .voice import SAID, TOLD, elide, of, sentence, typed

LANGUAGE = "fr"


def remembered(rng: random.Random, found: list[Fact]) -> str:
    """A system message whose memory holds these facts."""
    return system_text(LANGUAGE, [sentence(one.note(rng)) for one in found])


def _asides(rng: random.Random, talk: Conversation, most: int) -> None:
    for _ in range(rng.randint(0, most)):
        said, reply = smalltalk.exchange(rng)
        talk.user(said).assistant(reply)


def buried(rng: random.Random, clauses: list[str]) -> str:
    """The clauses somewhere in a longer message about other things."""
    around = [sentence(event(rng, "+-=").said) if rng.random() < 0.4 else rng.choice(phrasing.BEFORE) for _ in range(rng.randint(2, 3))]
    around.insert(rng.randint(0, len(around)), sentence(rng.choice(phrasing.CHATS).format(", et ".join(clauses))))
    return typed(" ".join([*around, rng.choice(phrasing.AFTER)]), rng)


def _told(rng: random.Random, talk: Conversation, found: list[Fact]) -> None:
    """The user tells the facts, one to three in a message, with asides between."""
    rest = list(found)
    while rest:
        some = [rest.pop(0) for _ in range(min(len(rest), rng.choice((1, 1, 1, 2, 2, 3))))]
        clauses = [one.say(rng) for one in some]
        message = phrasing.tell_several(rng, clauses) if rng.random() < 0.85 else buried(rng, clauses)
        talk.user(message).assistant(phrasing.hear(rng, some))
        if rng.random() < 0.3:
            _asides(rng, talk, 1)


def _held_or_told(rng: random.Random, talk: Conversation, found: list[Fact]) -> None:
    """Begins with the facts in the memory block, or with the user telling them."""
    if rng.random() < 0.5:
        talk.system(remembered(rng, found))
    else:
        talk.system(system_text(LANGUAGE))
        _told(rng, talk, found)


def ask_known(rng: random.Random, talk: Conversation, one: Fact, follows: bool = False) -> None:
    """Question and answer; a pronoun will do where the owner was just spoken of, and a name may have been told in passing."""
    questions = one.again if follows and one.again else one.asked
    if one.tells_name and rng.random() < 0.35:
        questions = one.name_asked
    talk.user(phrasing.ask(rng, rng.choice(questions))).assistant(phrasing.answer(one))


def ask_unknown(rng: random.Random, talk: Conversation, one: Fact, follows: bool = False) -> None:
    question = rng.choice(one.again if follows and one.again else one.asked)
    talk.user(phrasing.ask(rng, question)).assistant(phrasing.NOT_KNOWN)


def _questions(rng: random.Random, talk: Conversation, found: list[Fact], share_unknown: float, count: int) -> None:
    """Some questions about the facts and some beside them; the skill is that of the last."""
    known = (rng.sample(found, len(found)) + rng.sample(found, len(found)))[:count]
    if rng.random() < 0.5:
        known.sort(key=lambda one: one.owner.noun)
    last = None
    for one in known:
        near = elsewhere = None
        if rng.random() < share_unknown:
            near = elsewhere = scenes.elsewhere(rng, found)
            ask_unknown(rng, talk, elsewhere, follows=last is not None and last.owner == near.owner and rng.random() < 0.7)
            talk.skill = "unknown"
        else:
            ask_known(rng, talk, one, follows=last is not None and last.owner == one.owner and rng.random() < 0.7)
            talk.skill = "recall"
        last = elsewhere or one
        if rng.random() < 0.2:
            _asides(rng, talk, 1)
            last = None


def from_conversation(rng: random.Random) -> Conversation:
    """Told in the conversation, asked later in it."""
    found = scenes.scene(rng, 1, 5)
    talk = Conversation("recall", LANGUAGE).system(system_text(LANGUAGE))
    _asides(rng, talk, 1)
    _told(rng, talk, found)
    _asides(rng, talk, 2)
    _questions(rng, talk, found, 0.28, rng.randint(4, 8))
    return talk


def from_memory(rng: random.Random) -> Conversation:
    """Held in memory, asked without being told."""
    found = scenes.scene(rng, 2, rng.choice((5, 9, 14)))
    talk = Conversation("recall", LANGUAGE).system(remembered(rng, found))
    _asides(rng, talk, 1)
    _questions(rng, talk, found, 0.28, rng.randint(5, 10))
    return talk


def told_apart(rng: random.Random) -> Conversation:
    """The same trait of several owners, each of which is asked about."""
    found = scenes.look_alikes(rng, rng.randint(2, 5))
    talk = Conversation("recall", LANGUAGE)
    _held_or_told(rng, talk, found)
    _questions(rng, talk, found, 0.25, len(found) + rng.randint(1, 3))
    return talk


def from_both(rng: random.Random) -> Conversation:
    """Some held in memory, some told; asked of either."""
    found = scenes.mixture(rng, rng.randint(4, 8))
    held = found[: len(found) // 2]
    talk = Conversation("recall", LANGUAGE).system(remembered(rng, held))
    _told(rng, talk, found[len(held) :])
    _asides(rng, talk, 1)
    _questions(rng, talk, found, 0.28, rng.randint(4, 8))
    return talk


ABOUT = (
    "qu'est-ce que je t'ai dit {de}", "qu'est-ce que j'ai dit à propos {de}", "tu te souviens de ce que j'ai dit {de}", "c'était quoi déjà, avec {x}", "qu'est-ce que tu sais {de}",
    "et {x}, alors", "rappelle-moi ce que j'ai dit {de}", "je t'ai parlé {de}", "que s'est-il passé avec {x}", "quoi de neuf avec {x}", "tu sais quelque chose {de}",
)
_NAMED = re.compile(r"\b((?:mon|ma|mes|le|la|les) [\wéèêàâîôûçœ-]{4,}|[A-ZÉÈÎ][\wéèêàâîôûçœ-]{2,})(?=[ .,]|$)")


def said_about(rng: random.Random) -> Conversation:
    """Whatever was said, asked for by one thing that it names; or by one that nothing names."""
    talk = Conversation("recall", LANGUAGE).system(system_text(LANGUAGE))
    told = list({one.said: one for one in (happening(rng) for _ in range(rng.randint(2, 5)))}.values())
    for one in told:
        reply = sentence(elide(f"C'est noté : {one.told}.")) if rng.random() < 0.4 else rng.choice(phrasing.MORE)
        talk.user(phrasing.tell(rng, one.said)).assistant(reply)
        if rng.random() < 0.2:
            _asides(rng, talk, 1)
    said = " ".join(message["content"] for message in talk.messages if message["role"] == "user").lower()
    for one in rng.sample(told, len(told)):
        names = [name for name in _NAMED.findall(one.said) if said.count(name.split()[-1].lower()) == 1]
        if names and rng.random() < 0.75:
            _ask_about(rng, talk, rng.choice(names), sentence(one.told), "recall")
        else:
            other = (_NAMED.findall(happening(rng).said) or ["mon vélo"])[0]
            if other.split()[-1].lower() not in said:
                _ask_about(rng, talk, other, phrasing.NOT_KNOWN, "unknown")
    return talk


def _ask_about(rng: random.Random, talk: Conversation, name: str, answer: str, skill: str) -> None:
    talk.user(phrasing.ask(rng, rng.choice(ABOUT).format(de=of(name), x=name))).assistant(answer)
    talk.skill = skill


def updated(rng: random.Random) -> Conversation:
    """Told or held, then corrected: the newest holds."""
    found = scenes.scene(rng, 2, 4)
    changeable = [one for one in found if "<" in one.trait.bare]
    if not changeable:
        return from_conversation(rng)
    old = rng.choice(changeable)
    new = scenes.changed(rng, old)
    talk = Conversation("recall", LANGUAGE)
    _held_or_told(rng, talk, found)
    _asides(rng, talk, 1)
    said = sentence(phrasing.update(rng, new.say(rng)))
    talk.user(said).assistant(f"C'est corrigé : {new.known}.")
    _asides(rng, talk, 2)
    ask_known(rng, talk, new)
    others = [one for one in found if one is not old]
    if others and rng.random() < 0.4:
        ask_known(rng, talk, rng.choice(others))
    return talk


def nothing_held(rng: random.Random) -> Conversation:
    """A question at the very start, with nothing to answer it from."""
    found = scenes.scene(rng, 1, 5) if rng.random() < 0.6 else []
    talk = Conversation("unknown", LANGUAGE).system(remembered(rng, found))
    _asides(rng, talk, 1)
    for _ in range(rng.randint(1, 3)):
        one = scenes.elsewhere(rng, found) if found else scenes.draw(rng)
        ask_unknown(rng, talk, one)
        if rng.random() < 0.35:
            # The bare value only where nothing else in the clause would be left unsaid.
            whole = bool(one.owner.name) or len(one.trait.says) == 1 or rng.random() < 0.6
            said = one.say(rng) if whole else one.bare
            talk.user(sentence(said)).assistant(phrasing.hear(rng, [one]))
            found.append(one)
            if rng.random() < 0.5:
                _asides(rng, talk, 2)
                ask_known(rng, talk, one)
    return talk


def who_is(rng: random.Random) -> Conversation:
    """Asked by name: who Mara is, or what Mara does."""
    owners = scenes.several(rng, "person", rng.randint(2, 4))
    named = [replace(one, name=names.name(rng, one.gender)) for one in owners]
    people = [scenes.draw(rng, one) for one in named]
    talk = Conversation("recall", LANGUAGE)
    _held_or_told(rng, talk, people)
    _asides(rng, talk, 1)
    for one in rng.sample(people, rng.randint(1, 2)):
        yours = one.owner.phrase(1).removesuffix(" " + one.owner.name)
        question = rng.choice(("qui est {0}", "c'est qui, {0}", "tu sais qui est {0}", "{0}, c'est qui pour moi")).format(one.owner.name)
        talk.user(phrasing.ask(rng, question)).assistant(f"{one.owner.name}, c'est {yours}.")
    if rng.random() < 0.35:
        stranger = names.name(rng)
        talk.user(phrasing.ask(rng, f"et qui est {stranger}"))
        talk.assistant(phrasing.NOT_KNOWN)
        talk.skill = "unknown"
    return talk


ABOUT_ME = (
    "que sais-tu de moi", "qu'est-ce que tu sais de moi", "tu sais quoi sur moi", "dis-moi ce que tu sais de moi", "tu te souviens de quoi sur moi",
    "qu'est-ce que tu as retenu sur moi", "résume ce que tu sais de moi", "tu me connais bien", "de quoi te souviens-tu",
)
ABOUT_SOMEBODY = ("que sais-tu de {0}", "qu'est-ce que tu sais sur {0}", "parle-moi de {0}", "tu te souviens de {0}", "dis-moi ce que tu sais de {0}", "tu connais {0}")
NOTHING = (
    "Pas grand-chose encore : tu ne m'as rien dit. Par quoi veux-tu commencer ?", "Je ne sais encore rien de toi. Tu te présentes ?",
    "Rien pour l'instant, nous venons de nous rencontrer. Comment t'appelles-tu ?", "Je ne te connais pas encore. Raconte-moi un peu !",
)
NOBODY_KNOWN = (
    "Je ne sais encore rien de {0}. Tu m'en parles ?", "Tu ne m'as pas encore parlé de {0}.", "Je ne connais pas encore {0}.", "Rien encore sur {0}, raconte-moi.",
)


def summary(rng: random.Random) -> Conversation:
    """What Hearth knows of the user, or of somebody: all of it where it is little, and nothing where there is nothing."""
    found = scenes.mixture(rng, rng.randint(1, 3)) if rng.random() < 0.75 else []
    talk = Conversation("recall" if found else "unknown", LANGUAGE)
    if not found or rng.random() < 0.6:
        talk.system(remembered(rng, found))
    else:
        talk.system(system_text(LANGUAGE))
        _told(rng, talk, found)
    _asides(rng, talk, 1)
    people = [one for one in found if one.owner.sort in ("person", "pet")]
    if people and rng.random() < 0.5:
        one = rng.choice(people)
        talk.user(phrasing.ask(rng, elide(_of_somebody(rng, one.owner.phrase(SAID)))))
        talk.assistant(phrasing.answer(one))
    elif found:
        clauses = [one.known for one in found]
        listed = clauses[0] if len(clauses) == 1 else ", ".join(clauses[:-1]) + ", et " + clauses[-1]
        opening = rng.choice(("Je sais que {}.", "Voici ce que je sais : {}.", "{}.", "Tu m'as dit que {}.", "Pour l'instant, je sais que {}."))
        talk.user(phrasing.ask(rng, rng.choice(ABOUT_ME))).assistant(sentence(elide(opening.format(listed))))
    else:
        talk.user(phrasing.ask(rng, rng.choice(ABOUT_ME))).assistant(rng.choice(NOTHING))
    if rng.random() < 0.3:
        stranger = scenes.elsewhere(rng, found).owner if found else scenes.owner_of(rng, "person")
        if stranger.noun and all(stranger.noun != one.owner.noun for one in found):
            talk.user(phrasing.ask(rng, elide(_of_somebody(rng, stranger.phrase(SAID)))))
            talk.assistant(elide(rng.choice(NOBODY_KNOWN).format(stranger.phrase(TOLD))))
            talk.skill = "unknown"
    return talk


def _of_somebody(rng: random.Random, phrase: str) -> str:
    return rng.choice(ABOUT_SOMEBODY).format(phrase)
