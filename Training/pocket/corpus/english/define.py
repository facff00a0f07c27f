# SPDX-License-Identifier: Apache-2.0
"""Definitions and example sentences of common words: a few by hand, more from WordNet 3.0 (words.tsv; WORDNET.txt has its licence)."""
import os
import random
from dataclasses import dataclass

from ..conversation import Conversation, system_text
from ..template import articles, capital, expand, lines, pick
from . import phrasing
from . import slots as s
from .talk import interlude


@dataclass
class Word:
    word: str
    part: str
    field: str
    meaning: str
    example: str


# word / part / field / meaning / example
_OWN = """
umbrella / noun / artifact / something you hold over your head to stay dry in the rain / It was raining, so she opened her umbrella.
courage / noun / attribute / the strength to do something although you are afraid / It took courage to tell the truth.
bridge / noun / artifact / something built over a river or a road so that you can cross it / We walked over the bridge to the other side.
teacher / noun / person / somebody who helps others to learn, most often in a school / Our teacher explained it twice.
breakfast / noun / food / the first meal of the day / I had bread and honey for breakfast.
friend / noun / person / somebody you like and trust / My friend called me last night.
library / noun / artifact / a place where you can read and borrow books / I borrowed two books from the library.
winter / noun / time / the coldest season of the year / In winter it gets dark early.
summer / noun / time / the warmest season of the year / In summer we swim in the lake.
mountain / noun / object / a very high piece of land / They climbed the mountain in a day.
river / noun / object / a long stream of water that flows to the sea / The river was high after the rain.
island / noun / object / a piece of land with water all around it / We took a boat to the island.
kitchen / noun / artifact / the room where food is cooked / The kitchen smells of bread.
window / noun / artifact / an opening with glass in a wall, which lets light in / She opened the window to let in some air.
garden / noun / location / a piece of land by a house where plants grow / He grows beans in his garden.
candle / noun / artifact / a stick of wax that gives light when it burns / We lit a candle when the power went out.
key / noun / artifact / a small piece of metal that opens a lock / I can't find the key to the door.
mirror / noun / artifact / a piece of glass in which you can see yourself / He looked at himself in the mirror.
ladder / noun / artifact / two long bars with steps between them, to climb up / She climbed the ladder to pick apples.
letter / noun / communication / a message on paper that you send to somebody / I got a letter from my aunt.
holiday / noun / time / days on which you do not have to work or go to school / We spent our holiday by the sea.
neighbour / noun / person / somebody who lives next to you / Our neighbour waters the plants.
doctor / noun / person / somebody whose job is to help people who are ill / The doctor told me to rest.
dream / noun / cognition / the pictures and stories in your head while you sleep / I had a strange dream last night.
hope / noun / feeling / the feeling that something good may happen / She never gave up hope.
fear / noun / feeling / the feeling you have when you are in danger / His fear of dogs is gone.
joy / noun / feeling / a feeling of great happiness / The children shouted with joy.
anger / noun / feeling / the strong feeling when something is unfair / He left the room in anger.
patience / noun / attribute / the ability to wait calmly / Learning an instrument takes patience.
generous / adj / all / glad to give and to share / She is generous with her time.
brave / adj / all / not afraid to do something hard or dangerous / The brave girl jumped into the water.
tired / adj / all / needing rest or sleep / I was tired after the long walk.
lazy / adj / all / not wanting to work / The lazy cat slept all day.
honest / adj / all / telling the truth / Thank you for being honest with me.
curious / adj / all / wanting to know or to learn something / The curious child asked many questions.
lonely / adj / all / sad because you are alone / He felt lonely in the new city.
gentle / adj / all / soft and kind, not rough / She spoke in a gentle voice.
narrow / adj / all / not wide / The street is too narrow for a bus.
empty / adj / all / with nothing inside / The bottle is empty.
heavy / adj / all / hard to lift because it weighs a lot / This box is too heavy for me.
quiet / adj / all / with little or no noise / The house was quiet at night.
rare / adj / all / not found or not happening often / This bird is rare in our country.
borrow / verb / possession / to take something and give it back later / May I borrow your pen?
lend / verb / possession / to give something to somebody for some time / Can you lend me your umbrella?
whisper / verb / communication / to speak very softly / She whispered the answer in my ear.
forgive / verb / emotion / to stop being angry with somebody / He forgave his brother.
promise / verb / communication / to say that you will surely do something / I promise to call you tomorrow.
celebrate / verb / social / to do something special for a happy event / We celebrated her birthday with a cake.
repair / verb / change / to make something work again / He repaired the old clock.
climb / verb / motion / to go up something, using hands and feet / The cat climbed the tree.
swim / verb / motion / to move through water with arms and legs / I learned to swim in the lake.
cook / verb / creation / to make food ready to eat with heat / My father cooks soup on Sundays.
laugh / verb / body / to make a sound because something is funny / We laughed about his joke.
cry / verb / body / to have tears in your eyes, most often because you are sad / The baby began to cry.
forget / verb / cognition / to no longer have something in your mind / Don't forget your keys.
remember / verb / cognition / to have something in your mind from before / I remember our first day at school.
apologise / verb / communication / to say that you are sorry / He apologised for being late.
hurry / verb / motion / to do something or to go somewhere fast / We have to hurry to catch the train.
sunrise / noun / event / the time when the sun comes up in the morning / We got up early to see the sunrise.
harvest / noun / event / the time when ripe fruit and grain are brought in / The harvest was good this year.
thunder / noun / phenomenon / the loud noise after lightning / The dog is afraid of thunder.
rainbow / noun / phenomenon / an arch of colours in the sky when sun and rain meet / A rainbow stood over the hills.
shadow / noun / phenomenon / the dark shape behind something in the light / The tree's shadow fell on the wall.
journey / noun / act / the way from one place to another / The journey took six hours.
recipe / noun / communication / a list of what you need and what to do to cook something / She gave me her recipe for soup.
gift / noun / possession / something you give to somebody to make them happy / Thank you for the lovely gift.
secret / noun / communication / something that only a few people know / Can you keep a secret?
luck / noun / state / good things that happen by chance / With a little luck we'll catch the bus.
wisdom / noun / cognition / good judgement that comes with experience / Her grandmother was full of wisdom.
kindness / noun / attribute / being friendly and helping others / I will not forget your kindness.
"""


def _read() -> list[Word]:
    own = [Word(*(part.strip() for part in line.split(" / "))) for line in lines(_OWN)]
    known = {word.word for word in own}
    with open(os.path.join(os.path.dirname(__file__), "words.tsv"), encoding="utf-8") as file:
        for line in file:
            word, part, name, meaning, example = line.rstrip("\n").split("\t")
            if word not in known:
                own.append(Word(word, part, name.split(".")[1], meaning, example))
    return own


WORDS = _read()

# Example sentences by kind of word, for words without one of their own.
_SENTENCES = {
    "person": "The {w} came in and sat down.|I met {a} {w} on the train.|Her uncle is {a} {w}.|The {w} smiled at us.",
    "artifact": "She put the {w} back in its place.|I saw {a} {w} in the shop window.|We need a new {w}.|He showed me his {w}.",
    "animal": "We saw {a} {w} in the field.|The {w} ran away when we came closer.|The children drew {a} {w}.",
    "food": "We had {w} for dinner.|I bought some {w} at the market.|This {w} tastes good.",
    "plant": "The {w} needs water and light.|There is {a} {w} in the garden.",
    "body": "My {w} hurts today.|The doctor looked at my {w}.",
    "time": "We talked about that {w} for a long time.|I will never forget that {w}.",
    "location": "We walked through the {w}.|The {w} is not far from here.",
    "object": "We could see the {w} from the window.|The {w} looked beautiful in the evening light.",
    "feeling": "There was {w} in her voice.|He could not hide his {w}.",
    "event": "Everybody talked about the {w}.|After the {w} we went home.",
    "act": "The {w} took longer than we thought.|Thank you for your {w}.",
    "communication": "I read the {w} twice.|Her {w} was short and clear.",
    "group": "The whole {w} was there.|Our {w} meets every week.",
    "substance": "There is {w} in the bottle.|We need more {w}.",
    "noun": "We talked about the {w} yesterday.|I had to think about the {w} for a while.|The {w} surprised us all.|That {w} is important to me.",
    "verb": "They want to {w} tomorrow.|You don't have to {w} today.|It is not easy to {w}.|I would like to {w} more often.",
    "adj": "It was a very {w} day.|The answer was {w}.|That sounds {w} to me.|She found the idea {w}.",
    "adv": "He did it {w}.|She answered {w}.|They {w} came to see us.",
}

_ASK = lines("""
    what does [the word|] "{w}" mean
    what does [the word|] {w} mean
    what is the meaning of [the word|] {w}
    what's the meaning of {w}
    [please|] define {w}
    define the word "{w}"
    explain the word {w} [to me|]
    can you explain [the word|] {w}
    what do you call {w}, I mean, what is it
    I don't know the word {w}, what does it mean
    give me a definition of {w}
    {w}: what does that mean
    how would you explain {w}
    what is meant by {w}
""")
_ASK_NOUN = lines("""
    what is {a} {w}
    what's {a} {w}
""")
_ASK_EXAMPLE = lines("""
    give me an example [sentence|] with {w}
    use [the word|] {w} in a sentence
    [can you make|make] a sentence with {w}
    an example sentence for {w}, please
    how do I use {w} in a sentence
    and an example for {w}
    show me how to use the word {w}
""")
# What is learned by heart has one wording.
_ANSWER = "{W}: {m}."
_EXAMPLE = 'For example: "{e}"'
_AGAIN = ("[and|] an example [please|]?", "[can you give me|give me] an example", "can you use it in a sentence?", "and in a sentence?", "how do I use it?")
_STRANGE = lines("""
    I don't know the word "{w}", sorry. I'm a small model and know only common words.
    "{W}" is a word I don't know. I'm small and know only common words.
    I'm not sure what "{w}" means, sorry. A bigger model or a dictionary knows more.
""")


def _example(word: Word) -> str:
    """Its own, or always the same of those for its kind."""
    if word.example:
        text = capital(word.example)
    else:
        rng = random.Random(word.word)
        text = articles(expand(rng, pick(rng, _SENTENCES.get(word.field, _SENTENCES[word.part]).split("|")), {"w": word.word, "a": "a"}))
    return text if text[-1] in ".!?" else text + "."


_BOTH = lines("""
    [and|] [give|show] me an example [sentence|] [too|as well|, please|]
    [and|] [an example|one example|a sentence with it|an example sentence] [too|as well|], please
    [and|] use it in a sentence [, please|]
    with an example [, please|]
    how [do I use it|would I use it|is it used]
    put it in a sentence [too|]
""")


def _asked(rng: random.Random, options: list[str], word: str) -> str:
    text = articles(expand(rng, pick(rng, options), {"w": word, "a": "a"}))
    mark = "?" if text.startswith(("what", "can", "how", "I don't")) or text.endswith("mean") else pick(rng, ("", "."))
    return phrasing.typed(rng, capital(text) + mark)


def ask(rng: random.Random, talk: Conversation) -> None:
    """A word asked for, its definition and an example."""
    if rng.random() < 0.06:
        strange = s.syllables(rng, 2, 3).lower()
        talk.user(_asked(rng, _ASK, strange)).assistant(expand(rng, pick(rng, _STRANGE), {"w": strange, "W": capital(strange)}))
        return
    one = WORDS[int(rng.random() ** 3 * len(WORDS))]
    example = _EXAMPLE.format(e=_example(one))
    if rng.random() < 0.06:
        talk.user(_asked(rng, _ASK_EXAMPLE, one.word)).assistant(example)
        return
    asks = _ASK_NOUN if one.part == "noun" and rng.random() < 0.4 else _ASK
    answer = _ANSWER.format(W=capital(one.word), m=one.meaning)
    both = rng.random() < 0.5
    asked = _asked(rng, asks, one.word)
    talk.user(f"{asked} {capital(expand(rng, pick(rng, _BOTH)))}{pick(rng, ('.', '?', ''))}" if both else asked)
    if both or rng.random() < 0.88:
        talk.assistant(f"{answer} {example}")
    else:
        talk.assistant(answer)
        if rng.random() < 0.6:
            talk.user(phrasing.typed(rng, capital(expand(rng, pick(rng, _AGAIN))))).assistant(example)


def word(rng: random.Random) -> Conversation:
    """A few words asked for, most with an example at once, some on a second question."""
    talk = Conversation("define", "en").system(system_text("en"))
    if rng.random() < 0.1:
        interlude(rng, talk)
    for _ in range(pick(rng, (1, 2, 3, 4, 5))):
        ask(rng, talk)
    return talk
