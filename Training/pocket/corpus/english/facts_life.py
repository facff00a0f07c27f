# SPDX-License-Identifier: Apache-2.0
"""How the user lives: habits, reasons, preferences between two things, counts, groups of people, aches and resolutions."""
import random

from ..template import pick
from . import slots as s
from .facts import Attribute, attribute


def _words(text: str):
    options = [word.strip() for word in text.replace("\n", "").split("|")]
    return lambda rng: pick(rng, options)


def _names(rng: random.Random) -> str:
    names = [s.first_name(rng, rng.random() < 0.5) for _ in range(rng.randint(2, 3))]
    return ", ".join(names[:-1]) + " and " + names[-1]


_REASONS = _words("""of the exam|of the noise|of my boss|of the weather|the holidays begin|my sister is coming|of a letter from the bank|I slept badly|of the match|
of the news|I lost my keys|nobody called|the concert is tonight|my cat is ill|I have to give a speech|of the long drive|I got the job|the train was late|
the dentist called|I miss my family|I passed the test|of my back|we won|my neighbour moved out|of a bad dream|I have too much to do|the sun is shining""")
_HABITS = _words("""go swimming|go to the choir|play chess|call my grandmother|clean the flat|go to the market|have therapy|meet my book club|bake bread|do yoga|
work from home|take piano lessons|volunteer at the food bank|play football|water the plants|go for a run|cook for my neighbours|have a team meeting|
go to the sauna|visit my uncle|teach children to read|go dancing|write in my diary|go bowling""")
_PARTS = _words("knee|back|left shoulder|right wrist|ankle|neck|elbow|hip|stomach|head|left ear|tooth|right foot|throat|thumb|left knee|right hand")
_RESOLUTIONS = _words("""stop smoking|drink less coffee|go to bed earlier|eat less sugar|run a marathon|read more|learn to cook|save money|call my parents more often|spend less time
on the phone|lose five kilos|find a new flat|change jobs|get a dog|write every day|learn to say no|go back to university|walk to work|grow vegetables|see a therapist|
renovate the kitchen|get my driving licence|sell the house|start my own business""".replace("\n", " "))
_SIDES = [("tea", "coffee"), ("cats", "dogs"), ("the sea", "the mountains"), ("mornings", "evenings"), ("books", "films"), ("trains", "planes"), ("summer", "winter"),
          ("rice", "potatoes"), ("the city", "the country"), ("sweet", "salty"), ("paper", "screens"), ("beer", "wine"), ("letters", "emails"), ("baths", "showers"),
          ("jazz", "rock"), ("butter", "margarine"), ("red", "blue"), ("maths", "history"), ("running", "swimming"), ("cake", "pie"), ("silence", "music")]


def _preferred(rng: random.Random) -> str:
    pair = pick(rng, _SIDES)
    first = rng.random() < 0.5
    return f"{pair[first]} to {pair[not first]}"


ATTRIBUTES: list[Attribute] = [
    attribute("reason", "feelings", _REASONS,
        say="I'm [so|very|a bit|] {mood} because {v}\nbecause {v} I'm {mood}\nI feel {mood} [today|] because {v}", memory="the user is {mood} because {v}\nthe user feels {mood} because {v}",
        ask="why am I {mood}\nwhat makes me {mood}\nwhy did I say I'm {mood}\nwhat's the reason that I'm {mood}", reply="because {v}",
        what="why you are {mood}", ack="I see why you're {mood}. [How long has it been like that?|What could help?|Tell me more?]"),
    attribute("habit", "events", _HABITS,
        say="[every|each] {day} I {v}\non {day}s I {v}\nI {v} every {day}\nI always {v} on {day}s", memory="the user has a habit on {day}s: {v}\nevery {day} the user likes to {v}",
        ask="what do I do on {day}s\nwhat do I do every {day}\nwhat is my {day} habit\nwhat happens every {day}", reply="on {day}s you {v}", what="what you do on {day}s",
        ack="[a nice habit|that sounds good]. [Since when do you do that?|What do you like about it?]"),
    attribute("ache", "health", _PARTS,
        say="my {v} hurts [again|today|]\nI have a pain in my {v}\nI hurt my {v} [yesterday|at the gym|]\nmy {v} has been hurting [for days|all week]\nI have trouble with my {v}\nI had an operation on my {v}", memory="the user's {v} hurts\nthe user has trouble with their {v}",
        ask="what hurts\nwhere does it hurt\nwhere do I have pain\nwhat did I say hurts\nwhich part of my body hurts", reply="your {v} hurts", what="what hurts\nwhere it hurts",
        ack="I'm sorry about your {v}. [Since when does it hurt?|Have you seen a doctor?|What helps?]"),
    attribute("resolution", "plans", _RESOLUTIONS,
        say="I want to {v} [this year|from now on|]\nI've decided to {v}\nI'm trying to {v}\nmy resolution is to {v}\nI'm going to {v}\nmy plan is to {v}\nI have made up my mind: I will {v}", memory="the user wants to {v}\nthe user plans to {v}",
        ask="what is my resolution\nwhat have I decided\nwhat do I want to change\nwhat am I trying to do\nwhat's my plan\nwhat did I decide to do", reply="you want to {v}", what="what your resolution is\nwhat you have decided",
        ack="[that's a good plan|that takes courage|a good decision]. [What will be the first step?|What made you decide that?|How can you make it easy?]"),
    attribute("preference", "preferences", _preferred,
        say="I prefer {v}\nI've always preferred {v}\nI definitely prefer {v}\nif I can choose, I prefer {v}", memory="the user prefers {v}", ask="what do I prefer\nwhich one do I prefer\nwhat did I say I prefer\ndo you know what I prefer",
        reply="you prefer {v}", what="what you prefer", ack="[I see|good to know], {v}. [Has it always been like that?|Why is that?]"),
    attribute("likes", "preferences", lambda rng: pick(rng, pick(rng, (s.FOODS, s.DRINKS, s.HOBBIES, s.ANIMALS[:1] + ["old maps", "rain", "trains", "board games", "silence", "jazz", "crossword puzzles", "flea markets", "museums", "long walks"]))),
        say="I [love|adore|really like] {v}\nI can't get enough of {v}\n{v} makes me happy\nI'm a big fan of {v}", memory="the user loves {v}\nthe user likes {v}", ask="what do I [love|like]\nwhat makes me happy\nwhat am I a big fan of",
        reply="you love {v}", what="what you love\nwhat makes you happy", ack="{v}, [nice|how nice]! [What do you like about it?|Since when?]"),
    attribute("count", "preferences", lambda rng: str(rng.randint(2, 40)),
        say="I have {v} {many}\nI own {v} {many}\nI've got {v} {many} [at home|now|]\nwe have {v} {many}", memory="the user has {v} {many}", ask="how many {many} do I have\nhow many {many} have I got\nwhat's the number of {many} I have",
        reply="you have {v} {many}", what="how many {many} you have", ack="{v} {many}, [wow|that's quite something]! [How did that come about?|Which one do you like best?]"),
    attribute("group", "people", _names,
        say="my {group} are called {v}\nmy {group} are {v}\nthe names of my {group} are {v}\n{v} are my {group}\nmy {group} {v} [were here|came over|called|are visiting] [yesterday|today|this week|]", memory="the user's {group} are called {v}\n{v} are the user's {group}",
        ask="what are my {group} called\nwhat are the names of my {group}\nwho are my {group}\ndo you [know|remember] the names of my {group}\nhow are my {group} called", reply="your {group} are called {v}",
        what="the names of your {group}\nwhat your {group} are called", ack="{v}, [lovely names|nice]! [How are they doing?|Do you see them often?]"),
    attribute("since", "events", lambda rng: str(rng.randint(1975, 2024)),
        say="I {began} in {v}\nit was in {v} that I {began}\nin {v} I {began}", memory="the user {began} in {v}", ask="when did it happen that I {began}\nwhich year was it when I {began}\nin which year was it that I {began}", reply="in {v}",
        what="in which year you {began}", ack="{v}, [that's a while ago|I see]. [What do you remember of that time?|Was it a good year?]"),
    attribute("application", "work", s.company,
        say="I [applied|sent an application] to {v}\nI have applied for a job at {v}", memory="the user applied for a job at {v}", ask="where did I apply\nwhich company did I apply to\nwhere have I sent my application", reply="you applied at {v}",
        what="where you applied", ack="I keep my fingers crossed for {v}. [What would you do there?|When will you hear from them?]"),
    attribute("project", "work", s.title,
        say="my project is called {v}\nI'm working on a project called {v}\nat work I'm in charge of {v}\nI lead the project {v}", memory="the user works on a project called {v}", ask="what is my project called\nwhat am I working on\nwhich project am I in charge of", reply="your project is called {v}",
        what="what your project is called\nwhat you are working on", ack="{v}, [sounds interesting|I see]. [What is it about?|Is it going well?]"),
    attribute("hours", "work", lambda rng: str(rng.randint(12, 60)),
        say="I work {v} hours a week\nI have a {v}-hour week\nmy week has {v} working hours", memory="the user works {v} hours a week", ask="how many hours do I work\nhow long is my working week", reply="you work {v} hours a week", what="how many hours you work", ack="{v} hours, [I see|all right]. [Is that a good amount for you?|Do you have enough time for yourself?]"),
    attribute("happened", "events", _words("""won a prize|had a car accident|saw a whale|missed my plane|got my driving licence|became an uncle|became an aunt|was on the radio|met my old teacher|found a wallet|
        fell off my bike|got engaged|handed in my thesis|moved house|sold my car|ran my first marathon|had my hair cut short|quit my job|got a scholarship|lost my wallet|was in hospital|got divorced|bought a flat"""),
        say="I {v} [last week|yesterday|this morning|in spring|last year|on Monday|]\n[last week|yesterday|in spring|last year] I {v}\nguess what, I {v}", memory="the user {v}".replace("my", "their"), ask="what happened to me\nwhat did I tell you happened\nwhat was my news\nwhat's the big thing I told you", reply="you {v}", what="what happened to you\nwhat your news is",
        ack="[oh, tell me more|that's news]! [How did it feel?|How are you now?|How did it happen?]"),
]
_MOODS = "nervous happy sad angry proud tired worried excited relieved stressed lonely annoyed grateful restless".split()
_MANY = """cousins|plants|bikes|pairs of shoes|books about trains|guitars|hens|colleagues|cups|aunts|fish|old radios|stamps from Norway|nieces|teapots|bee hives|watches|
houseplants|records|grandchildren|chairs|jumpers|maps|brothers|sisters|cacti|board games|kites|recipes from my grandmother|hats""".replace("\n", "").split("|")
_GROUPS = """children|kids|parents|grandparents|sisters|brothers|cats|dogs|best friends|twins|flatmates|neighbours|colleagues|rabbits|goldfish|daughters|sons|nieces|nephews|
cousins|budgies|bandmates|godchildren|hens|aunts|bosses|teachers""".replace("\n", "").split("|")
_BEGAN = """got married|moved here|finished school|started this job|learned to drive|met my wife|met my husband|stopped smoking|bought the house|got my first bike|came to this country|
started to paint|had my first child|retired|graduated""".replace("\n", "").split("|")


def life_slots(rng: random.Random) -> dict[str, str]:
    return {"mood": pick(rng, _MOODS), "day": pick(rng, s.DAYS), "many": pick(rng, _MANY), "group": pick(rng, _GROUPS), "began": pick(rng, _BEGAN)}
