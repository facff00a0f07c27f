# SPDX-License-Identifier: Apache-2.0
"""Definitions of common words with an example, and an honest answer for words that do not exist."""
import random

from ..conversation import Conversation, system_text
from . import names, smalltalk
from .voice import article, elide, indefinite, of, sentence, typed
from .words_doing import WORDS as DOING
from .words_life import WORDS as LIFE
from .words_nature import WORDS as NATURE
from .words_nouns import WORDS as NOUNS

LANGUAGE = "fr"


def _read(text: str) -> list[tuple[str, str, str, str]]:
    """Lines of word, class, definition and example, at bars.

    The class is m or f for a noun that is counted, M or F for one that is not, v for a verb, a for an adjective.
    """
    return [tuple(part.strip() for part in line.split("|")) for line in text.strip().splitlines()]


WORDS = [one for text in (NATURE, LIFE, NOUNS, DOING) for one in _read(text)]
ASKS = (
    "Que veut dire « {0} » ?", "Que signifie {0} ?", "C'est quoi la définition {1} ?", "Définis {0}.", "Donne-moi la définition {1}.", "Explique-moi le mot {0}.", "Ça veut dire quoi, {0} ?",
    "Tu connais le mot {0} ?", "Quel est le sens {1} ?", "{2}, ça veut dire quoi ?", "Peux-tu définir « {0} » ?", "Tu peux m'expliquer le mot « {0} » ?", "Le mot {0}, c'est quoi ?", "Je ne connais pas le mot {0}.",
    "définition {1}", "Comment tu définirais {0} ?", "Donne une définition et un exemple pour {0}.", "Un exemple avec le mot {0} ?", "J'ai lu le mot {0}, qu'est-ce que c'est ?",
)
NOUN_ASKS = ("C'est quoi, {0} ?", "Qu'est-ce que c'est, {0} ?", "Qu'est-ce que {0} ?", "{1}, c'est quoi ?", "Tu sais ce que c'est, {0} ?")
WITH_EXAMPLE = (
    "Donne aussi un exemple.", "Et un exemple ?", "Avec un exemple, s'il te plaît.", "Un exemple aussi.", "Tu as un exemple ?", "Mets-le dans une phrase.", "Et une phrase avec, s'il te plaît.", "Comment on l'emploie ?",
)
NO_WORD = (
    "Je ne connais pas le mot « {0} ».", "Je ne connais pas « {0} ». Je suis petit, mon vocabulaire aussi.", "« {0} » ? Je ne sais pas ce que ça veut dire.", "Ce mot, « {0} », je ne le connais pas.",
    "Je ne sais pas ce que veut dire « {0} », et je préfère ne pas inventer.",
)


def _noun(word: str, sort: str) -> str:
    return indefinite(word, sort) if sort in "mf" else article(word, sort.lower())


def asked(rng: random.Random, word: str, sort: str) -> str:
    """A way to ask for the word."""
    if sort in "mfMF" and rng.random() < 0.5:
        noun = _noun(word, sort)
        return typed(elide(rng.choice(NOUN_ASKS).format(noun, sentence(noun, ""))), rng)
    return typed(sentence(rng.choice(ASKS).format(word, of(f"« {word} »") if rng.random() < 0.3 else of(word), sentence(word, "")), ""), rng)


def answer(word: str, sort: str, meaning: str, example: str) -> str:
    """The definition and the example, as two sentences."""
    if sort in "mfMF":
        opening = f"{sentence(_noun(word, sort), '')}, c'est {meaning}"
    elif sort == "v":
        opening = f"{sentence(word, '')}, c'est {meaning}"
    else:
        opening = f"« {sentence(word, '')} » se dit {meaning}"
    return f"{sentence(opening)} Par exemple : « {example} »"


def exchange(rng: random.Random) -> tuple[str, str]:
    """A word asked for, and its definition with an example; now and then a word that nobody knows."""
    if rng.random() < 0.08:
        word = names.assembled(rng, "ure age oir ement esse isme eur ard".split()).lower()
        return asked(rng, word, rng.choice("mfa")), rng.choice(NO_WORD).format(word)
    word, sort, meaning, example = rng.choice(WORDS)
    question = asked(rng, word, sort)
    return question + (" " + rng.choice(WITH_EXAMPLE) if rng.random() < 0.4 else ""), answer(word, sort, meaning, example)


def words(rng: random.Random) -> Conversation:
    """One to three words."""
    talk = Conversation("define", LANGUAGE).system(system_text(LANGUAGE))
    if rng.random() < 0.15:
        said, reply = smalltalk.exchange(rng)
        talk.user(said).assistant(reply)
    for _ in range(rng.choice((1, 2, 3, 4, 5))):
        said, reply = exchange(rng)
        talk.user(said).assistant(reply)
    return talk
