# SPDX-License-Identifier: Apache-2.0
"""Short titles for conversations of one to four exchanges."""
import random
import re

from ..conversation import Conversation, titled
from . import define, phrasing, scenes, selfhood, smalltalk, talk
from .kin import happening
from .voice import TOLD, article, elide


def of_event(rng: random.Random) -> Conversation:
    """A talk about an event; the title names the event."""
    while True:
        one = happening(rng)
        if 2 <= len(one.title.split()) <= 6:
            break
    conversation = talk.start(rng)
    if rng.random() < 0.3:
        said, reply = smalltalk.exchange(rng)
        conversation.user(said).assistant(reply)
    talk.about(rng, conversation, one, rng.randint(0, 2))
    return titled(conversation, one.title)


def of_question(rng: random.Random) -> Conversation:
    """A talk that opens with a word to explain, a question about Hearth, or a fact; the title names that."""
    conversation = talk.start(rng)
    roll = rng.random()
    if roll < 0.35:
        word, sort, meaning, example = rng.choice(define.WORDS)
        said, reply = define.asked(rng, word, sort), define.answer(word, sort, meaning, example)
        title = elide(rng.choice(("Le mot {0}", "Définition de {0}", "Sens du mot {0}", "Que veut dire {0}")).format(word))
    elif roll < 0.65:
        title, said, reply = selfhood.titled_exchange(rng)
    else:
        said, reply, title = _fact(rng)
    conversation.user(said).assistant(reply)
    if rng.random() < 0.3:
        conversation.user(rng.choice(("Merci.", "D'accord, merci.", "Ok.", "Super, merci !"))).assistant(rng.choice(("Avec plaisir.", "De rien !", "Je t'en prie.")))
    return titled(conversation, title[:1].upper() + title[1:])


def _fact(rng: random.Random) -> tuple[str, str, str]:
    """A fact of somebody told, what Hearth says, and the title: *Métier de la sœur*."""
    while True:
        one = scenes.draw(rng, scenes.owner_of(rng, rng.choice(("person", "pet", "thing"))))
        words = one.lacks.replace(one.owner.phrase(TOLD), article(one.owner.noun, one.owner.gender))
        title = _contracted(re.sub(r"^(le |la |les |l')", "", words))
        if not words.startswith("ce ") and 2 <= len(title.split()) <= 6 and " tu " not in words and " t'" not in words:
            return phrasing.tell(rng, rng.choice(one.said)), phrasing.hear(rng, [one]), title


def _contracted(text: str) -> str:
    return elide(re.sub(r"\bde le (?!\w+er\b)", "du ", re.sub(r"\bde le (?=[aeiouéèêh])", "de l'", text)))


def of_story(rng: random.Random) -> Conversation:
    """A longer talk; the title names its matter."""
    while True:
        exchanges, rest = talk.told(rng, rng.choice(talk.STORIES), rng.randint(1, 4))
        title = rest["title"][0]
        said = " ".join(part for pair in exchanges for part in pair)
        names = [word for word in title.split()[1:] if word[:1].isupper() or word[:1].isdigit()]
        if 2 <= len(title.split()) <= 6 and all(name in said for name in names):
            break
    conversation = talk.start(rng)
    for user, reply in exchanges:
        conversation.user(user).assistant(reply)
    return titled(conversation, title[:1].upper() + title[1:])
