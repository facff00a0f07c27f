# SPDX-License-Identifier: Apache-2.0
"""Definitions of common words with an example, and an honest answer for the others."""
import os
import random

from .. import lexicon
from ..conversation import Conversation, system_text
from . import names, smalltalk
from .voice import article, elide, indefinite, of, sentence, typed

LANGUAGE = "fr"
WORDS = lexicon.taught(os.path.dirname(__file__))
STRANGE = lexicon.strange(os.path.dirname(__file__))
UNKNOWN = 0.2  # how often a word is asked for that is not taught
INVENTED = 0.25  # how many of those are no words

# The word as it stands, with its preposition, and at the beginning of a sentence.
ASKS = (
    "Que veut dire {0} ?", "Que signifie {0} ?", "Que signifie le mot {0} ?", "Qu'est-ce que veut dire {0} ?", "Ça veut dire quoi, {0} ?", "Ça signifie quoi, {0} ?", "C'est quoi la définition {1} ?",
    "Quelle est la définition {1} ?", "Quel est le sens {1} ?", "Quel est le sens du mot {0} ?", "Définis {0}.", "Définis le mot {0}.", "Définition {1}.", "Donne-moi la définition {1}.",
    "Donne-moi le sens du mot {0}.", "Explique-moi {0}.", "Explique-moi le mot {0}.", "Explique {0} simplement.", "Tu connais le mot {0} ?", "{2}, ça veut dire quoi ?", "{2}, ça signifie quoi ?",
    "Peux-tu définir {0} ?", "Peux-tu m'expliquer {0} ?", "Tu peux m'expliquer le mot {0} ?", "Tu peux définir {0} pour moi ?", "Le mot {0}, c'est quoi ?", "Le mot {0}, ça veut dire quoi ?",
    "Je ne connais pas le mot {0}.", "Je ne sais pas ce que veut dire {0}.", "Comment tu définirais {0} ?", "Comment expliquer {0} ?", "J'ai lu le mot {0}, qu'est-ce que c'est ?",
)
NOUN_ASKS = (
    "C'est quoi, {0} ?", "C'est quoi {0} ?", "Qu'est-ce que c'est, {0} ?", "Qu'est-ce que {0} ?", "{1}, c'est quoi ?", "{1}, qu'est-ce que c'est ?", "Tu sais ce que c'est, {0} ?",
    "Dis-moi ce que c'est, {0}.", "Explique-moi ce que c'est, {0}.",
)
EXAMPLE_ASKS = ("Un exemple avec le mot {0} ?", "Donne-moi un exemple avec {0}.", "Fais une phrase avec {0}.", "Emploie {0} dans une phrase.")
# Behind the question, as part of it or as a sentence.
WITH_EXAMPLE = (
    ", avec un exemple", " et donne un exemple", " et fais une phrase avec", " et mets-le dans une phrase", ". Donne aussi un exemple.", ". Et un exemple ?", ". Avec un exemple, s'il te plaît.",
    ". Un exemple aussi.", ". Tu as un exemple ?", ". Mets-le dans une phrase.", ". Et une phrase avec, s'il te plaît.", ". Comment on l'emploie ?", ". Une phrase avec, merci.", ". Fais une phrase.",
)
NO_WORD = (
    "Je ne connais pas le mot « {0} ». Je suis petit, mon vocabulaire aussi.", "Je ne sais pas ce que veut dire « {0} », et je préfère ne pas inventer.",
)


def _noun(word: str, sort: str) -> str:
    return indefinite(word, sort) if sort in "mf" else article(word, sort.lower())


def _quoted(rng: random.Random, word: str) -> str:
    return rng.choice((word, word, f"« {word} »", f'"{word}"'))


def asked(rng: random.Random, word: str, sort: str) -> str:
    """A way to ask for the word, often with a wish for an example."""
    if sort in "mfMF" and rng.random() < 0.4:
        noun = _noun(word, sort)
        question = elide(rng.choice(NOUN_ASKS).format(noun, sentence(noun, "")))
    else:
        quoted = _quoted(rng, word)
        question = sentence(rng.choice(ASKS).format(quoted, of(quoted), sentence(quoted, "")), "")
    if rng.random() < 0.5:
        behind = rng.choice(WITH_EXAMPLE)
        question = question + behind[1:] if behind.startswith(".") else question.rstrip(" .?") + behind + (" ?" if question.endswith("?") else ".")
    return typed(question, rng)


def answer(one: lexicon.Word) -> str:
    """The definition and the example, as two sentences."""
    if one.sort in "mfMF":
        opening = f"{sentence(_noun(one.word, one.sort), '')}, c'est {one.meaning}"
    elif one.sort == "v":
        opening = f"{sentence(one.word, '')}, c'est {one.meaning}"
    else:
        opening = f"« {sentence(one.word, '')} » se dit {one.meaning}"
    return f"{sentence(opening)} {example(one)}"


def example(one: lexicon.Word) -> str:
    return f"Par exemple : « {one.example} »"


def exchange(rng: random.Random) -> tuple[str, str]:
    """A word asked for, and its definition with an example; now and then one that is not taught."""
    if rng.random() < UNKNOWN:
        invented = names.assembled(rng, "ure age oir ement esse isme eur ard".split()).lower(), rng.choice("mfa")
        word, sort = invented if rng.random() < INVENTED else rng.choice(STRANGE)
        return asked(rng, word, sort), rng.choice(NO_WORD).format(word)
    one = rng.choice(WORDS)
    if rng.random() < 0.05:
        return typed(rng.choice(EXAMPLE_ASKS).format(_quoted(rng, one.word)), rng), example(one)
    return asked(rng, one.word, one.sort), answer(one)


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
