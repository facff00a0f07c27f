# SPDX-License-Identifier: Apache-2.0
"""Short titles that take up what a conversation is about, in its own words: of the thing, the animal, the food, the person it began with."""
import random

from ..conversation import Conversation, system_text, titled
from ..template import articles, capital, expand, lines, pick
from . import phrasing
from . import slots as s
from .facts_people import EITHER, FEMALE, MALE

# what the user begins with => what Hearth says
_STARTS = """
my {n} [is gone|has vanished|has disappeared] [since Monday|] => Oh no, your {n}! Where did you see it last?
somebody [took|stole] my {n} [last night|at the station|at school|] => I'm sorry about your {n}. What will you do now?
my {n} [broke|fell apart|gave up] [this morning|yesterday|just now|] => What a pity about your {n}. Can it be saved?
I want to [repair|mend|fix] my {n} myself => A good plan. What is wrong with your {n}?
how do I [clean|wash] my {n} => Slowly and with warm water. Is your {n} very dirty?
I painted my {n} {colour} => A {colour} {n}, I'd like to see that! Are you happy with it?
I gave my {n} away [today|last week|] => Was it hard to let your {n} go?
I [found|got back] my {n} [today|again|after weeks] => How good that your {n} is back! Where was it?
my {p} gave me [an old|a beautiful|a strange] {one} => What a gift! What will you do with the {one}?
I dreamt [of|about] a {one} [last night|again|] => A {one}, how strange! What happened in the dream?
there is a {one} in front of [my door|the house] => A {one}? Whose might it be?
I [bought|ordered] a {one} [yesterday|online|] and I regret it => That happens. What is wrong with the {one}?
I need a new {one} [but they are so expensive|soon|] => What should your new {one} be like?
our {animal} is [ill|sick|limping] [again|since yesterday|] => Poor {animal}! Have you been to the vet?
our {animal} had [babies|little ones] => Congratulations to the {animal}! How many are there?
a {animal} [came|walked|ran] into the [house|garden|kitchen] => A {animal}! What did you do?
my {animal} won't eat => That is worrying. Since when does your {animal} not eat?
my {p} wants a {animal} => A {animal} is a big decision. What do you think?
I made {food} for the first time => Well done! How was the {food}?
I [burnt|ruined] the {food} => Oh no, the {food}! Was there something else to eat?
I have far too much {food} => Could you share the {food} with somebody?
I can't look at {food} any more => Have you had so much {food}?
do you have an idea for {food} => With {food} I would keep it simple. What do you have at home?
I [started|took up] {hobby} [this week|] => How do you like {hobby} so far?
I think I'm [too old|too slow|not made] for {hobby} => What makes you doubt about {hobby}?
I want to give up {hobby} => Has {hobby} stopped being fun?
I won a prize for {hobby} => Congratulations! You must be good at {hobby}.
I [long for|think so much of] {city} => What do you like most about {city}?
we [got lost|were late] on the way to {city} => At least you saw something on the way to {city}.
my {p} moved to {city} => {city} is far. Will you visit?
my {p} is getting married => How lovely for your {p}! Are you invited?
my {p} lost [a bet|everything at cards|the job] => I'm sorry for your {p}. How are they taking it?
my {p} is coming [to stay|for a week|on Sunday] => Are you looking forward to your {p}?
I lied to my {p} => Thank you for telling me. What would you like to say to your {p}?
my {p} is proud of me => That must feel good. What did your {p} say?
I owe my {p} money => Would your {p} give you more time?
I have to play the {instrument} for my {p} => The {instrument}! Which piece will you play?
the {instrument} is out of tune => Do you tune the {instrument} yourself?
I [keep forgetting|mix up] my {language} words => {language} takes time. How do you learn?
I failed in {subject} => I'm sorry. Is {subject} hard for you?
I need help with {subject} => What do you find hard in {subject}?
they want to make me a {job} => Would you like to be a {job}?
I no longer want to be a {job} => What tires you about being a {job}?
I have {illness} => I'm sorry. Rest well. Since when do you have {illness}?
I'm reading about {noun} => What have you learned about {noun}?
what do you think about {noun} => I only know a little about {noun}. What do you think?
I have to write [an essay|a text|two pages] on {noun} => What would you like to say about {noun}?
today everything was about {noun} => Was it too much {noun} for you?
I'm afraid of {noun} => Thank you for telling me. What is it about {noun}?
"""
_STARTS = [tuple(part.strip() for part in line.split("=>")) for line in lines(_STARTS)]
# what the user goes on with => what Hearth says
_MORE = [tuple(part.strip() for part in line.split("=>")) for line in lines("""
    [I don't know|no idea|hard to say] => That's all right. It may become clearer.
    [yes|yes, a little|I think so] => Good to hear. What comes next?
    [no|not really|not yet] => Maybe later, then.
    [since yesterday|since last week|for a month now] => That's [quite|rather] a while.
    [it's complicated|it's a long story] => I have time. Tell me, if you like.
    [my {p} helped me|I asked my {p}] => It's good that your {p} is there.
    [I'll think about it|I'll sleep on it] => There's no hurry.
    [that's how it is|what can I do] => You sound tired of it. Be kind to yourself.
    [it makes me happy|I'm glad about it] => I can hear it. Enjoy it!
    [it makes me sad|I feel bad about it] => I understand. That's hard.
""")]
_OPENINGS = [tuple(part.strip() for part in line.split("=>")) for line in lines("""
    [hi|hello|hey] [Hearth|there|] => Hello! What's on your mind?
    [good evening|good morning] => Hello! How are you?
    are you there => I'm here. What's on your mind?
    can I tell you something => Of course. I'm listening.
""")]
# Things, and what is no thing.
_SINGLE = """
    apartment apparatus art ball barn basement bed bedroom blanket boat bottle camp car cell chair clock clothes coat desk device drug
    equipment farm fence flag gate hall hat holder hospital hotel house kettle kitchen laboratory lamp letter mirror office photograph piece
    plane plant pocket porch product roof room shelter ship sidewalk station steps store structure truck wagon wall
""".split()
_NOUNS = """
    ability absence advantage affair afternoon age anger appearance arc aspect atmosphere authority balance belief century chance circumstance
    clarity coffee component concept conclusion consequence conviction curiosity danger darkness date day decade degree depth desire detail difference
    dinner disease distance doubt effect element emotion emphasis environment evidence example exception existence expression extent fact faith
    fashion feature flux force freedom future hatred health heart heat history hour idea illusion image importance independence influence
    interest issue joy judgment kind lack length level life limit majority manner mass matter meal memory milk mind minute model moment
    month morning mystery nature night opinion opportunity pain past pattern period phase plan pleasure point policy
    possibility power presence probability problem program purpose quality radiation rage rain range rate reading reality religion requirement result
    sample science season security self sense shadow sight significance situation skill smoke soil sort spectrum speed spring stage status
    strength style summer technique theory thing thought threat today tradition trouble truth type unity vacation value velocity view voice way
    weakness week weight whisky winter years yesterday
""".split()


def _drawn(rng: random.Random) -> dict[str, str]:
    illness = pick(rng, s.ILLNESSES)
    one = s.syllables(rng) if rng.random() < 0.15 else pick(rng, _SINGLE)
    return {
        "one": one, "n": pick(rng, s.THINGS) if rng.random() < 0.6 else one, "p": pick(rng, FEMALE + MALE + EITHER), "colour": pick(rng, s.COLOURS),
        "animal": s.syllables(rng) if rng.random() < 0.1 else pick(rng, s.ANIMALS), "food": pick(rng, s.FOODS), "hobby": pick(rng, s.HOBBIES),
        "city": s.city(rng), "instrument": pick(rng, s.INSTRUMENTS), "language": pick(rng, s.LANGUAGES), "subject": pick(rng, s.SUBJECTS),
        "job": pick(rng, s.JOBS), "illness": illness,
        "noun": s.syllables(rng) if rng.random() < 0.1 else pick(rng, _NOUNS),
    }


def _exchange(rng: random.Random, talk: Conversation, said: str, reply: str, drawn: dict[str, str]) -> None:
    talk.user(phrasing.typed(rng, capital(articles(expand(rng, said, drawn))) + pick(rng, (".", ".", "!"))))
    talk.assistant(capital(articles(expand(rng, reply, drawn))))


def conversation(rng: random.Random) -> Conversation:
    """A few exchanges that begin with one thing, and the title that names it."""
    drawn, talk = _drawn(rng), Conversation("talk", "en").system(system_text("en"))
    if rng.random() < 0.2:
        _exchange(rng, talk, *pick(rng, _OPENINGS), drawn)
    said, reply = pick(rng, _STARTS)
    if said.startswith(("how ", "what ", "do ")):
        talk.user(phrasing.question(rng, articles(expand(rng, said, drawn)))).assistant(capital(articles(expand(rng, reply, drawn))))
    else:
        talk.user(phrasing.typed(rng, capital(articles(expand(rng, said, drawn))) + ".")).assistant(capital(articles(expand(rng, reply, drawn))))
    for said, reply in rng.sample(_MORE, pick(rng, (0, 0, 1, 1, 2, 3))):
        _exchange(rng, talk, said, reply, drawn | {"p": pick(rng, FEMALE + MALE + EITHER)})
    return titled(talk) or conversation(rng)
