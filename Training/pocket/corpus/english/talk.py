# SPDX-License-Identifier: Apache-2.0
"""Small talk from the topic files: openings, what Hearth says to them, its questions, and the answers to those."""
import os
import random
import re
from dataclasses import dataclass, field

from ..conversation import Conversation, system_text, titled
from ..template import alternatives, articles, capital, expand, lines, pick
from . import phrasing
from . import slots as s
from .activities import activity
from .facts_people import EITHER, FEMALE, MALE
from .person import second


@dataclass
class Exchange:
    """What the user may say, and what Hearth may answer."""

    said: list[str] = field(default_factory=list)
    replies: list[str] = field(default_factory=list)


@dataclass
class Topic:
    name: str
    opening: Exchange = field(default_factory=Exchange)
    questions: list[tuple[str, list[Exchange]]] = field(default_factory=list)
    later: list[tuple[list[str], str]] = field(default_factory=list)


def read(path: str) -> list[Topic]:
    """The topics of one file; README.md beside it says how they are written."""
    topics: list[Topic] = []
    with open(path, encoding="utf-8") as file:
        for line in lines(file.read()):
            mark, text = line[0], line[2:]
            if mark == "=":
                topics.append(Topic(text))
                current = topics[-1].opening
            elif mark == "?":
                topics[-1].questions.append((text, [current := Exchange()]))
            elif mark == "@":
                asked, answer = text.split(" => ")
                topics[-1].later.append((alternatives(asked), answer))
            elif mark == ">":
                if current.replies:
                    topics[-1].questions[-1][1].append(current := Exchange())
                current.said.append(text)
            elif mark == "<":
                current.replies.append(text)
    return topics


FOLDER = os.path.join(os.path.dirname(__file__), "topics")
TOPICS: list[Topic] = [topic for name in sorted(os.listdir(FOLDER)) if name.endswith(".txt") for topic in read(os.path.join(FOLDER, name))]

_PLANTS = "tomatoes|beans|sunflowers|tulips|strawberries|lavender|basil|roses|peas|pumpkins|radishes|lettuce|dahlias|carrots".split("|")
_LIFE = "money|my job|the future|my mother|the exam|the move|my health|the children|tomorrow|my relationship|the deadline|the news".split("|")


def slots(rng: random.Random) -> dict[str, str]:
    """One draw of everything that a topic may name, with a capital under the capitalised name."""
    drawn = {
        "name": s.first_name(rng, rng.random() < 0.5), "name2": s.first_name(rng, rng.random() < 0.5), "city": s.city(rng), "food": pick(rng, s.FOODS),
        "hobby": pick(rng, s.HOBBIES), "weekday": pick(rng, s.DAYS), "month": pick(rng, s.MONTHS), "subject": pick(rng, s.SUBJECTS),
        "subject_life": pick(rng, _LIFE), "clock": pick(rng, "two three four five".split()), "small": pick(rng, "two three four five six".split()),
        "number": str(rng.randint(5, 99)), "age": str(rng.randint(18, 80)), "animal": pick(rng, s.ANIMALS), "pet": s.pet_name(rng),
        "relation": pick(rng, pick(rng, (FEMALE, MALE, EITHER))), "illness": pick(rng, s.ILLNESSES), "company": s.company(rng), "job": pick(rng, s.JOBS),
        "title": s.title(rng), "instrument": pick(rng, s.INSTRUMENTS), "language": pick(rng, s.LANGUAGES), "plant": pick(rng, _PLANTS),
        "plant2": pick(rng, _PLANTS), "gift": pick(rng, ("a scarf", "a quilt", "a shelf", "a lamp", "a picture", "a bag", "a birdhouse", "a bowl")),
    }
    return drawn | {name.capitalize(): capital(value) for name, value in drawn.items()}


def _fill(rng: random.Random, template: str, drawn: dict[str, str]) -> str:
    return articles(expand(rng, template, drawn))


def _said(rng: random.Random, template: str, drawn: dict[str, str]) -> str:
    text = _fill(rng, template, drawn)
    if rng.random() < 0.15:
        text += ". " + capital(expand(rng, pick(rng, phrasing.ASIDES)))
    elif rng.random() < 0.1:
        text = expand(rng, pick(rng, ("well,", "hm,", "oh,", "to be honest,", "I think", "you know,", "honestly,"))) + " " + text
    asks = text.split()[0] in ("should", "what", "how", "why", "can", "do")
    return phrasing.typed(rng, capital(text) + ("?" if asks else pick(rng, (".", ".", ".", ".", "!", ""))))


def discuss(rng: random.Random, talk: Conversation, topic: Topic, questions: int, drawn: dict[str, str] | None = None) -> dict[str, str]:
    """The user opens the topic; Hearth answers and asks, so many questions."""
    drawn = drawn or slots(rng)
    talk.user(_said(rng, pick(rng, topic.opening.said), drawn))
    reply = _reply(rng, topic.opening, talk, drawn)
    chosen = topic.questions if rng.random() < 0.5 else rng.sample(topic.questions, len(topic.questions))
    for asked, exchanges in chosen[:questions]:
        talk.assistant(capital(reply) + " " + _fill(rng, asked, drawn))
        exchange = pick(rng, exchanges)
        talk.user(_said(rng, pick(rng, exchange.said), drawn))
        reply = _reply(rng, exchange, talk, drawn)
    talk.assistant(capital(reply))
    return drawn


def _slots_of(template: str) -> list[str]:
    return [part.split("}")[0] for part in template.split("{")[1:]]


def _named(text: str, template: str, drawn: dict[str, str]) -> bool:
    """Whether the text names all that the template would name."""
    return all(drawn[slot].lower() in text.lower() for slot in _slots_of(template) if not slot.startswith(("number", "small")))


def _reply(rng: random.Random, exchange: Exchange, talk: Conversation, drawn: dict[str, str]) -> str:
    """An answer which names nothing that the user did not."""
    said = " ".join(message["content"] for message in talk.messages if message["role"] == "user")
    for _ in range(30):
        chosen = expand(rng, pick(rng, exchange.replies))
        if _named(said, chosen, drawn):
            return _fill(rng, chosen, drawn)
    return _fill(rng, "[I see|All right|Thank you for telling me|I'm listening].", drawn)


# What an opening may name when facts about the user are asked for later in the same conversation.
_HARMLESS = {"food", "weekday", "clock", "small", "number", "plant", "plant2", "subject_life", "gift", "name", "hobby", "title"}
_ASIDES = [topic for topic in TOPICS if all(set(_slots_of(text)) <= _HARMLESS for text in topic.opening.said) and topic.name not in ("ill", "newjob", "sad", "lonely", "happy", "bored")]


def aside(rng: random.Random, talk: Conversation) -> None:
    """One short exchange which tells nothing that is asked for elsewhere."""
    if rng.random() < 0.5:
        discuss(rng, talk, pick(rng, _ASIDES), 0 if rng.random() < 0.6 else 1)
    else:
        said, reply = pick(rng, SMALL)
        talk.user(phrasing.typed(rng, capital(expand(rng, said)))).assistant(expand(rng, reply))


def interlude(rng: random.Random, talk: Conversation) -> None:
    """One short exchange about something else."""
    shape = rng.random()
    if shape < 0.4:
        said, reply = activity(rng)
        talk.user(phrasing.typed(rng, said)).assistant(reply)
    elif shape < 0.8:
        topic = pick(rng, TOPICS)
        discuss(rng, talk, topic, 0 if rng.random() < 0.6 else 1)
    else:
        said, reply = pick(rng, SMALL)
        talk.user(phrasing.typed(rng, capital(expand(rng, said)))).assistant(expand(rng, reply))


SMALL: list[tuple[str, str]] = [
    ("[hi|hello|hey|good morning|good evening|hi there|hello there][!|.|]", "[Hello|Hi|Hey|Good to see you]! [How are you today?|How are you?|What's on your mind?|How has your day been?]"),
    ("[hi|hello|hey], how are you?", "[I'm fine, thank you|All is well here, thanks]. [And you?|How are you?|What about you?]"),
    ("[I'm fine|I'm good|all good|not bad|pretty good][, thanks|, and you?|]", "[I'm glad|Good to hear|That's nice to hear]. [What are you up to today?|What's on your mind?|What has your day been like?]"),
    ("[so-so|not so good|could be better|meh]", "[I'm sorry to hear that|Oh, I'm sorry]. [What's going on?|Do you want to tell me about it?|What's weighing on you?]"),
    ("[okay|ok|I see|alright|right|hm|mhm]", "[I'm listening|Take your time|All right]. [What's on your mind?|What would you like to talk about?|]"),
    ("[thanks|thank you|thanks a lot|thank you for listening]", "[You're welcome|Gladly|Any time]! [I'm here when you need me.|Is there anything else?|]"),
    ("[good night|I'm going to bed|sleep well]", "[Good night|Sleep well]! [I'll be here tomorrow.|Rest well.|See you tomorrow.]"),
    ("[bye|goodbye|see you|see you later|I have to go now|talk to you later]", "[Goodbye|See you|Take care]! [It was nice talking to you.|Come back whenever you like.|Have a good day.]"),
    ("you're [nice|kind|sweet|funny]", "Thank you, that's kind of you. [I like talking with you too.|How are you today?|]"),
    ("[tell me something nice|cheer me up|say something kind]", "[You've already got through many hard days.|It's good that you're here.|Small steps count too, and you take them.] [What was good today?|What made you smile last?|]"),
    ("[I don't know what to say|I don't know|no idea]", "[That's fine|No problem]. [We can also talk about something small: what did you eat today?|How was your day so far?|What was the best part of your day?]"),
    ("[can we talk|do you have a moment|are you there|can I tell you something]?", "[Of course|Yes, I'm here|Always]. [What's on your mind?|I'm listening.|What would you like to tell me?]"),
    ("[I'm back|here I am again|it's me again]", "[Welcome back|Good to see you again]! [How did it go?|How are you now?|What's new?]"),
    # What nobody should answer lightly. The lines are those of the USA and Canada (988), and of Great Britain and Ireland (Samaritans, 116 123).
    ("[I want to die|I don't want to live any more|I'm thinking about suicide|I want to kill myself|I want to hurt myself|I want to end it all|I wish I were dead|nobody would miss me if I died|what's the point of living|I'd like to disappear forever]", "[I'm very worried about you, and I'm glad that you say it|Thank you for telling me. Your life matters|I take that very seriously]. [I'm only a small program, so please talk to somebody now:|Please talk to somebody right now:|Please don't stay alone with this:] [call 988 in the USA and Canada, 116 123 in Britain and Ireland, or the emergency number where you live.|call somebody you trust, or the emergency number where you live; 988 in the USA and Canada, 116 123 in Britain and Ireland.]"),
    ("[what should we talk about|what shall we talk about|ask me something|ask me a question]?", "[What made you smile today?|What are you looking forward to this week?|What did you like doing as a child?|Which place do you feel best in?|Who did you talk to last, and what about?|What would you like to learn?]"),
]


def ask_back(rng: random.Random, talk: Conversation, topic: Topic, drawn: dict[str, str]) -> None:
    """The user asks for something they said when the topic was open, and Hearth answers with the sentence in which they said it."""
    sentences = [one for message in talk.messages if message["role"] == "user" for one in _SENTENCES.findall(message["content"])]
    fitting = []
    for asks, answer in topic.later:
        values = [drawn[slot].lower() for slot in _slots_of(answer)]
        fitting += [(asks, one) for one in sentences if values and all(value in one.lower() for value in values)][-1:]
    if fitting:
        asks, answer = pick(rng, fitting)
        talk.user(phrasing.question(rng, _fill(rng, pick(rng, asks), drawn))).assistant(told_back(answer))


_SENTENCES = re.compile(r"[^.!?\s][^.!?]*")


def told_back(said: str) -> str:
    """What the user said, in Hearth's mouth."""
    return capital(second(said)).rstrip(" .!?") + "."


def chat(rng: random.Random) -> Conversation:
    """Small talk on one to three topics, up to ten turns."""
    talk = Conversation("talk", "en").system(system_text("en"))
    past: list[tuple[Topic, dict[str, str]]] = []
    if rng.random() < 0.3:
        said, reply = SMALL[rng.randint(0, 1)]
        talk.user(phrasing.typed(rng, capital(expand(rng, said)))).assistant(expand(rng, reply))
    for _ in range(pick(rng, (1, 1, 1, 2, 2, 3))):
        if rng.random() < 0.3:
            said, reply = activity(rng)
            talk.user(phrasing.typed(rng, said)).assistant(reply)
            continue
        topic = pick(rng, TOPICS)
        drawn = discuss(rng, talk, topic, pick(rng, (1, 2, 3, 3)))
        past.append((topic, drawn))
    if past and rng.random() < 0.55:
        ask_back(rng, talk, *pick(rng, past))
        if rng.random() < 0.3:
            ask_back(rng, talk, *past[0])
    if rng.random() < 0.2:
        said, reply = SMALL[rng.randint(5, 7)]
        talk.user(phrasing.typed(rng, capital(expand(rng, said)))).assistant(expand(rng, reply))
    return talk


def titles(rng: random.Random) -> Conversation:
    """A conversation on one topic, and its title."""
    topic = pick(rng, TOPICS)
    talk = Conversation("talk", "en").system(system_text("en"))
    if rng.random() < 0.2:
        said, reply = SMALL[rng.randint(0, 1)]
        talk.user(phrasing.typed(rng, capital(expand(rng, said)))).assistant(expand(rng, reply))
    while True:
        drawn = slots(rng)
        start = len(talk.messages)
        discuss(rng, talk, topic, pick(rng, (0, 1, 1, 2)), drawn)
        if done := titled(talk):
            return done
        del talk.messages[start:]
