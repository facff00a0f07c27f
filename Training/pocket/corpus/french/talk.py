# SPDX-License-Identifier: Apache-2.0
"""Companion talk: stories told over several turns, and short talks about whatever happened."""
import random

from ..conversation import Conversation, system_text
from . import phrasing, recall, scenes, smalltalk
from .events import Event
from .facts import fact
from .followups import fitting
from .kin import happening, news
from .slots import fill
from .stories import Story, chosen
from .stories_days import STORIES as DAYS
from .stories_heart import STORIES as HEART
from .stories_home import STORIES as HOME
from .stories_people import STORIES as PEOPLE
from .stories_work import STORIES as WORK
from .voice import elide, sentence, typed

LANGUAGE = "fr"
STORIES: list[Story] = [*HOME, *PEOPLE, *WORK, *DAYS, *HEART]

REACTIONS = {
    "+": ("Bravo !", "Quelle bonne nouvelle !", "Ça fait plaisir à lire.", "Super !", "Chouette !", "Je suis content pour toi.", "Oh, c'est beau.",
          "Formidable !", "Voilà qui fait du bien.", "Félicitations !", "Tu peux en être fier.", "Ça se fête !"),
    "-": ("Je suis désolé pour toi.", "Aïe, ce n'est pas facile.", "Oh, je comprends que ça te pèse.", "Mince, c'est dur.", "Je suis triste de lire ça.",
          "Ça doit faire mal.", "Quel coup dur.", "Je comprends ta déception.", "Courage.", "C'est normal d'en avoir gros sur le cœur."),
    "!": ("Ça a l'air lourd à porter.", "Je comprends que tu t'inquiètes.", "Ce n'est pas rien.", "Respire, on va y voir clair.", "Prends soin de toi.",
          "Ça fait beaucoup d'un coup.", "Je suis là pour t'écouter.", "Oh, ce n'est pas simple.", "Je comprends que ça te stresse."),
    "x": ("Toutes mes condoléances.", "Je suis vraiment désolé pour toi.", "Quelle triste nouvelle.", "Je pense à toi.", "C'est une grande perte, je suis désolé."),
    "=": ("D'accord.", "Ah oui !", "Intéressant !", "Je vois.", "Tiens donc !", "C'est bon à savoir.", "Merci de me le raconter.", "Ah, très bien."),
    ">": ("Beau programme !", "Ça se prépare !", "Chouette projet.", "Voilà une chose à attendre.", "Ah, ça approche !", "Belle idée.", "Je note ça."),
}
HEALTH = ("D'accord, c'est important à savoir.", "Merci de me le dire.", "Je le retiens.", "C'est bon à savoir.", "Je comprends.")
GRAVE = ("Donc {}.", "Si je comprends bien, {}.", "{}, donc.")
ECHOES = ("{}, donc.", "Alors comme ça, {}.", "Si je comprends bien, {}.", "Donc {}.", "Ainsi, {}.", "{}, c'est bien ça.")
PARTING = (
    ("Je dois y aller.", "À bientôt ! Prends soin de toi."), ("Bonne nuit Hearth.", "Bonne nuit, dors bien."), ("Merci de m'avoir écouté.", "Avec plaisir. Je suis là quand tu veux."),
    ("À demain !", "À demain ! Passe une bonne soirée."), ("Ça m'a fait du bien d'en parler.", "J'en suis heureux. Reviens quand tu veux."), ("Bon, je file.", "File ! À tout à l'heure."),
    ("Merci pour tout.", "De rien, vraiment. À bientôt !"), ("Je vais me coucher.", "Repose-toi bien. À demain."),
)


def react(rng: random.Random, one: Event, echo: bool = False) -> str:
    """A few words that take up what was said."""
    plain_health = one.kind == "health" and one.mood == "="
    parts = [rng.choice(HEALTH if plain_health else REACTIONS[one.mood])]
    if echo or rng.random() < (0.25 if one.mood == "x" else 0.6):
        parts.append(sentence(elide(rng.choice(GRAVE if one.mood in "-!x" else ECHOES).format(one.told))))
        if rng.random() < 0.3:
            parts.pop(0)
    return " ".join(parts)


def about(rng: random.Random, talk: Conversation, one: Event, more: int, echo: bool = False) -> None:
    """The user tells of an event; Hearth takes it up and asks; the user answers, `more` times at most."""
    talk.user(phrasing.tell(rng, one.said, phrasing.CHATS))
    so_far = " ".join(message["content"] for message in talk.messages)
    lines = [line for line in fitting(one.kind, one.mood) if line[2] not in so_far]
    if "depuis" in one.said:
        lines = [line for line in lines if "epuis" not in line[2]]
    rng.shuffle(lines)
    reply = react(rng, one, echo)
    for _ in range(more):
        if "?" in reply or not lines:
            break
        _, _, question, pairs = lines.pop()
        said, next_reply = fill("\x1f".join(rng.choice(pairs)), rng).split("\x1f")
        talk.assistant(f"{reply} {question}").user(typed(sentence(said), rng))
        reply = sentence(next_reply)
    if "?" not in reply and lines and (len(reply.split()) < 5 or rng.random() < 0.6):
        reply = f"{reply} {lines.pop()[2]}"
    talk.assistant(reply)


def told(rng: random.Random, story: Story, turns: int) -> tuple[list[tuple[str, str]], dict[str, list]]:
    """A story with its choices made and its slots filled: the exchanges, and its questions and gaps."""
    turns_taken = chosen(rng, story, turns)
    questions = [(rng.choice(asked), rng.choice(said)) for asked, said in story.questions]
    gaps = [(rng.choice(asked), lacks) for asked, lacks in story.missing]
    flat = turns_taken + [part for pair in questions + gaps for part in pair]
    filled = fill("\x1f".join(flat), rng).split("\x1f")
    count = len(turns_taken)
    exchanges = [(sentence(filled[i]), sentence(filled[i + 1])) for i in range(0, count, 2)]
    pairs = [(filled[i], filled[i + 1]) for i in range(count, len(filled), 2)]
    return exchanges, {"known": pairs[: len(questions)], "gaps": pairs[len(questions) :]}


def _opening(rng: random.Random) -> str:
    """The system message, a third of the time with some memory that has no bearing."""
    return recall.remembered(rng, scenes.mixture(rng, rng.randint(1, 5))) if rng.random() < 0.35 else system_text(LANGUAGE)


def start(rng: random.Random) -> Conversation:
    return Conversation("talk", LANGUAGE).system(_opening(rng))


def chat(rng: random.Random) -> Conversation:
    """A short talk about an event or two."""
    talk = start(rng)
    if rng.random() < 0.25:
        said, reply = smalltalk.greeting(rng)
        talk.user(said).assistant(reply)
    for _ in range(rng.choice((1, 1, 2, 3))):
        about(rng, talk, happening(rng), rng.choice((0, 1, 1, 2)))
    if rng.random() < 0.25:
        said, reply = rng.choice(PARTING)
        talk.user(said).assistant(reply)
    return talk


def small(rng: random.Random) -> Conversation:
    """A few exchanges of chit-chat, perhaps with an event in between."""
    talk = start(rng)
    for turn in range(rng.randint(1, 3)):
        said, reply = smalltalk.greeting(rng) if turn == 0 and rng.random() < 0.5 else smalltalk.exchange(rng)
        talk.user(said).assistant(reply)
    if rng.random() < 0.4:
        about(rng, talk, happening(rng), rng.choice((0, 1)))
    return talk


def by_name(rng: random.Random) -> Conversation:
    """Memory knows what somebody is called; the user does not say it, and Hearth uses the name."""
    who = scenes.several(rng, "person", rng.randint(1, 3))
    called = [fact(rng, one, scenes.TRAITS["person"][0]) for one in who]
    others = scenes.mixture(rng, rng.randint(0, 3))
    held = called + [one for one in others if one.owner.sort != "person"]
    rng.shuffle(held)
    talk = Conversation("talk", LANGUAGE).system(recall.remembered(rng, held))
    for one in rng.sample(called, rng.randint(1, len(called))):
        happened = news(rng, who=one.owner, known_as=one.bare)
        about(rng, talk, happened, rng.choice((0, 1)), echo=True)
    if rng.random() < 0.3:
        recall.ask_known(rng, talk, rng.choice(called))
        talk.skill = "recall"
    return talk


def _asked_back(rng: random.Random, talk: Conversation, exchanges: list[tuple[str, str]], rest: dict[str, list], share: float) -> None:
    """Questions about a story: those that what was told of it answers, and now and then one that nothing answers."""
    so_far = " ".join(said + " " + reply for said, reply in exchanges)
    for asked, answer in rest["known"]:
        words = answer.rstrip(".").split()
        value = [word for word in words if word[:1].isupper() or word[:1].isdigit()][1:] or [words[-1]]
        if rng.random() < share and all(word in so_far for word in value):
            talk.user(phrasing.ask(rng, asked)).assistant(sentence(answer))
            talk.skill = "recall"
    if rest["gaps"] and rng.random() < 0.75 * share:
        asked, _ = rng.choice(rest["gaps"])
        talk.user(phrasing.ask(rng, asked)).assistant(phrasing.NOT_KNOWN)
        talk.skill = "unknown"


def _exchanged(rng: random.Random, talk: Conversation, exchanges: list[tuple[str, str]]) -> None:
    for said, reply in exchanges:
        talk.user(typed(said, rng)).assistant(reply)


def story(rng: random.Random) -> Conversation:
    """A talk of several turns on one matter, sometimes asked back at its end."""
    talk = start(rng)
    exchanges, rest = told(rng, rng.choice(STORIES), rng.randint(1, 5))
    _exchanged(rng, talk, exchanges)
    _asked_back(rng, talk, exchanges, rest, 0.4)
    if rng.random() < 0.2:
        _exchanged(rng, talk, [rng.choice(PARTING)])
    return talk


def long(rng: random.Random) -> Conversation:
    """Up to ten turns: a whole story, something else, and then back to the first."""
    talk = start(rng)
    first, second = rng.sample(STORIES, 2)
    exchanges, rest = told(rng, first, rng.randint(3, 5))
    _exchanged(rng, talk, exchanges)
    if rng.random() < 0.5:
        _exchanged(rng, talk, told(rng, second, rng.randint(1, 3))[0])
    else:
        about(rng, talk, happening(rng), rng.choice((0, 1, 2)))
    _asked_back(rng, talk, exchanges, rest, 0.8)
    if rng.random() < 0.3:
        _exchanged(rng, talk, [rng.choice(PARTING)])
    return talk
