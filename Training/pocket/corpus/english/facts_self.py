# SPDX-License-Identifier: Apache-2.0
"""What may be known about the user: who they are, what they like, how they live."""
import random

from ..template import pick
from . import slots as s
from .facts import Attribute, Fact, attribute
from .facts_life import ATTRIBUTES as LIFE
from .facts_life import life_slots


def _from(values: list[str]):
    return lambda rng: pick(rng, values)


def _words(text: str):
    return _from([word.strip() for word in text.replace("\n", "").split("|")])


def _any_name(rng: random.Random) -> str:
    return s.first_name(rng, rng.random() < 0.5)


def _simple(name: str, kind: str, value, noun: str, say: str, memory: str, extra_ask: str = "", ack: str = "") -> Attribute:
    """An attribute that is called `noun`: most questions and answers follow from that."""
    return attribute(
        name, kind, value, say=say, memory=memory,
        ask=f"""what is my {noun}
        what's my {noun}
        do you [know|remember] my {noun}
        do you [know|remember] what my {noun} is
        can you tell me my {noun}
        tell me my {noun}
        what was my {noun} again
        what did I say my {noun} was
        {extra_ask}""",
        reply=f"your {noun} is {{v}}",
        what=f"your {noun}\nwhat your {noun} is", ack=ack)


# Two words for one thing are one attribute, so that one is never unknown while the other is told.
_ALIKE = {"movie": "film", "dish": "food"}
ATTRIBUTES: list[Attribute] = [
    _simple("own name", "people", _any_name, "name", """my name is {v}
        I'm {v}
        I am {v}
        I'm called {v}
        [you can call|call|please call] me {v}
        {v} here
        the name's {v}
        people call me {v}""", "the user's name is {v}\nthe user is called {v}", """who am I
        what am I called
        do you know who I am
        what do people call me""",
        ack="[nice to meet you|good to meet you|hello|hi|lovely to meet you], {v}! [How are you today?|What's on your mind?|How has your day been?]"),
    attribute("own age", "people", lambda rng: str(rng.randint(9, 94)),
        say="I'm {v} years old\nI am {v}\nI turned {v} [last week|yesterday|in spring|today]\nI just turned {v}\nI'll be {v} [soon|next month]\nat {v}, [I feel young still|I have time to learn]",
        memory="the user is {v} years old\nthe user is {v}", ask="how old am I\nwhat is my age\nwhat's my age\ndo you [know|remember] how old I am",
        reply="you're {v}", what="how old you are\nyour age", ack="{v}, a good age! [How do you feel about it?|Did you celebrate?]"),
    attribute("own home", "places", s.city,
        say="I live in {v}\nI'm living in {v} [now|these days|]\nI moved to {v} [last year|in spring|a month ago|]\nmy home is in {v}\nI [rent|have] a [small|] flat in {v}\nwe live in {v}\nwe've settled in {v}",
        memory="the user lives in {v}\nthe user's home is in {v}", ask="where do I live\n[which|what] [city|town] do I live in\ndo you [know|remember] where I live\nwhere's my home\nwhere is my flat",
        reply="you live in {v}", what="where you live\nwhich town you live in",
        ack="{v}, [nice|how nice|I see]! [Do you like it there?|How long have you lived there?|What do you like most about it?]"),
    attribute("own street", "places", lambda rng: f"{rng.randint(1, 180)} {s.street(rng)}",
        say="my address is {v}\nI live at {v}\nwe moved to {v}\nour new place is at {v}", memory="the user lives at {v}\nthe user's address is {v}",
        ask="what is my address\nwhat's my address\nwhich street do I live in\nwhat street and number do I live at", reply="you live at {v}", what="your address\nwhich street you live in"),
    attribute("own origin", "places", lambda rng: s.city(rng) if rng.random() < 0.6 else pick(rng, s.COUNTRIES),
        say="I come from {v}\nI'm from {v}\nI grew up in {v}\nI was born in {v}\nI'm originally from {v}", memory="the user comes from {v}\nthe user grew up in {v}\nthe user was born in {v}",
        ask="where do I come from\nwhere am I from\nwhere did I grow up\nwhere was I born", reply="you come from {v}", what="where you come from\nwhere you grew up",
        ack="{v}! [What do you miss most about it?|Do you go back sometimes?|What was it like there?]"),
    attribute("own job", "work", _from(s.JOBS),
        say="I'm a {v}\nI work as a {v}\nI am a {v} [by trade|by profession|]\nI [just started|started working] as a {v}\nI've been a {v} for {n} years\nmy job is being a {v}\nI earn my living as a {v}",
        memory="the user is a {v}\nthe user works as a {v}", ask="what do I do for a living\nwhat is my job\nwhat's my job\nwhat's my profession\nwhat do I work as\ndo you [know|remember] what I do for work\nwhat kind of work do I do",
        reply="you're a {v}", what="what you do for a living\nyour job\nwhat your job is",
        ack="a {v}, [how interesting|that must keep you busy|that's important work]! [What do you like most about it?|How was your day at work?|How did you come to it?]"),
    attribute("own employer", "work", s.company,
        say="I work [for|at] {v}\nI started at {v} [on Monday|last month|]\nI have a [new|] job at {v}\nmy employer is {v}\nI got hired by {v}", memory="the user works for {v}\nthe user works at {v}",
        ask="where do I work\nwho do I work for\nwhich company do I work for\nwhat's my employer called\nwhat company am I at", reply="you work for {v}", what="where you work\nwhich company you work for",
        ack="[how is it|what's it like] at {v}? [Are your colleagues nice?|]"),
    attribute("own birthday", "people", s.date,
        say="my birthday is [on|] {v}\nI was born on {v}\nit's my birthday on {v}\nI have my birthday on {v}", memory="the user's birthday is on {v}\nthe user was born on {v}",
        ask="when is my birthday\nwhen's my birthday\nwhat day is my birthday\nwhen was I born\ndo you [know|remember] my birthday", reply="your birthday is on {v}", what="when your birthday is\nyour birthday",
        ack="I'll remember that. [How do you like to celebrate?|Do you plan a party?]"),
    *(
        _simple(f"favourite {_ALIKE.get(noun, noun)}", "preferences", value, f"favourite {noun}", f"""my favourite {noun} is {{v}}
        my favourite {noun} has always been {{v}}
        I'd say my favourite {noun} is {{v}}
        {{v}} is my favourite {noun}
        {more}""", f"the user's favourite {noun} is {{v}}", f"which {noun} do I like [best|most]\nwhat {noun} do I [like best|love most]",
            ack="{v}, [good choice|nice|lovely]! [What do you like about it?|Since when?|How did you discover it?]")
        for noun, value, more in (
            ("colour", _from(s.COLOURS), "I like {v} best of all colours"),
            ("food", _from(s.FOODS), "there's no better food than {v}"),
            ("dish", _from(s.FOODS), "of all dishes I like {v} most"),
            ("drink", _from(s.DRINKS), "I drink {v} whenever I can, it's my favourite drink"),
            ("book", s.title, "the book I love most is {v}"),
            ("film", s.title, "the film I love most is {v}"),
            ("movie", s.title, "I have seen {v} five times, it's my favourite movie"),
            ("song", s.title, "the song I keep humming is {v}, my favourite song"),
            ("band", lambda rng: f"the {s.syllables(rng, 1, 2)}s", "no band is better than {v}"),
            ("season", _words("spring|summer|autumn|winter|early spring|late summer"), "{v} is the season I like best"),
            ("animal", _words("the otter|the fox|the elephant|the owl|the hedgehog|the whale|the penguin|the badger|the octopus|the heron|the bear|the deer"), ""),
            ("flower", _words("the tulip|the rose|the sunflower|lavender|the peony|the poppy|the lily|the daisy|the iris|the snowdrop"), ""),
            ("sport", _from(s.HOBBIES[:34]), "the sport I like most is {v}"),
            ("city", s.city, "the city I love most is {v}"),
            ("author", lambda rng: f"{_any_name(rng)} {s.surname(rng)}", "the author I read most is {v}"),
            ("teacher", lambda rng: f"{pick(rng, ('Mr', 'Mrs', 'Ms'))} {s.surname(rng)}", ""),
            ("cheese", _words("brie|camembert|gouda|cheddar|feta|manchego|gruyère|stilton|mozzarella|pecorino"), ""),
            ("cake", _words("carrot cake|cheesecake|apple cake|lemon cake|plum cake|poppy seed cake|walnut cake|chocolate cake"), ""),
            ("game", s.title, "the game I play most is {v}"),
            ("podcast", s.title, ""),
            ("number", lambda rng: str(rng.randint(2, 99)), ""),
            ("restaurant", lambda rng: pick(rng, ("Chez ", "", "The ", "Casa ", "")) + s.syllables(rng), "we always eat at {v}, my favourite restaurant"),
            ("tree", _words("the birch|the oak|the willow|the beech|the maple|the larch|the chestnut|the olive tree"), ""),
            ("ice cream flavour", _words("pistachio|vanilla|hazelnut|lemon|strawberry|mint|mango|coffee|caramel|coconut"), ""),
        )
    ),
    attribute("own allergy", "health", _from(s.ALLERGENS),
        say="I'm allergic to {v}\nI am allergic to {v}\nI have an allergy to {v}\nI can't have {v}, I'm allergic\nmy body can't handle {v}, it's an allergy\nthe doctor says I'm allergic to {v}\nit turns out I'm allergic to {v}",
        memory="the user is allergic to {v}\nthe user has an allergy to {v}", ask="what am I allergic to\nwhat allergy do I have\nam I allergic to anything\ndo you [know|remember] what I'm allergic to\nwhat should I avoid because of my allergy",
        reply="you're allergic to {v}", what="what you are allergic to\nwhether you have an allergy",
        ack="that's good to know, I'll remember it. [Is it very bad?|When did you find out?|Is it hard to avoid?]"),
    attribute("own illness", "health", _from(s.ILLNESSES),
        say="I have {v}\nI've got {v}\nI'm [struggling|dealing] with {v}\nI've had {v} [for days|since Monday|for years|all week]\nthe doctor says I have {v}\nI came down with {v}\nmy doctor found {v}",
        memory="the user has {v}", ask="what illness do I have\nwhat am I struggling with\nwhat's wrong with my health\nwhat did I say I have\nwhat health problem do I have",
        reply="you have {v}", what="what illness you have\nwhat health problem you have",
        ack="I'm sorry to hear that. [Is it getting better?|Are you able to rest?|Have you seen a doctor?|What helps you?]"),
    attribute("medication", "health", lambda rng: f"{rng.randint(1, 4)}{pick(rng, ('0', '00', '5'))} mg of {s.syllables(rng, 2, 3).lower()}",
        say="I take {v} [every morning|every evening|a day]\nI have to take {v}\nthe doctor put me on {v}\nI was prescribed {v}", memory="the user takes {v}", ask="what medicine do I take\nwhich medication do I take\nwhat did the doctor prescribe me\nwhat is my dose",
        reply="you take {v}", what="what medicine you take"),
    attribute("diet", "preferences", _words("vegetarian|vegan|lactose intolerant|pescatarian|gluten free|on a low-salt diet|on a sugar-free diet"),
        say="I'm {v}\nI've been {v} for {n} years\nI'm {v} [now|these days]\nmy diet: I'm {v}", memory="the user is {v}", ask="what is my diet\nwhat kind of diet do I follow\nwhat should you know about how I eat", reply="you're {v}", what="what diet you follow",
        ack="[good to know|I'll keep that in mind]. [Is it easy for you?|What do you like to cook?]"),
    attribute("own hobby", "preferences", _from(s.HOBBIES),
        say="I love {v}\nmy hobby is {v}\nI've taken up {v}\nI'm [really into|crazy about] {v}\nI do {v} [every week|every Sunday|in my free time]\nin my free time I do {v}\nI enjoy {v} a lot\n{v} is what I do to relax",
        memory="the user loves {v}\nthe user's hobby is {v}\nthe user enjoys {v}", ask="what is my hobby\nwhat's my hobby\nwhat do I do in my free time\nwhat do I [enjoy|love] doing\nwhat am I into\nwhat do I do to relax",
        reply="you love {v}", what="what your hobby is\nwhat you do in your free time",
        ack="{v}, [how nice|that sounds lovely|what a nice way to spend time]! [How did you start?|What do you like about it?|How often do you do it?]"),
    attribute("dislike", "preferences", lambda rng: pick(rng, (s.FOODS, s.DRINKS, s.HOBBIES))[rng.randint(0, 18)],
        say="I [hate|can't stand|really dislike|don't like] {v}\n{v} is not for me, I can't stand it\nI never liked {v}\nI would do anything to avoid {v}, I hate it", memory="the user dislikes {v}\nthe user does not like {v}\nthe user hates {v}",
        ask="what do I hate\nwhat can't I stand\nwhat do I dislike\nwhat did I say I don't like", reply="you don't like {v}", what="what you don't like\nwhat you dislike", ack="I see, no {v} for you. [What do you like instead?|What bothers you about it?]"),
    attribute("fear", "feelings", _words("spiders|heights|flying|the dark|thunderstorms|dogs|needles|snakes|deep water|lifts|crowds|speaking in public|clowns|wasps|the dentist|tunnels|mice|driving on motorways|bridges"),
        say="I'm [afraid|scared|terrified] of {v}\nI have a fear of {v}\n{v} [scare|scares] me\nI've always been afraid of {v}", memory="the user is afraid of {v}", ask="what am I afraid of\nwhat am I scared of\nwhat's my biggest fear\nwhat scares me",
        reply="you're afraid of {v}", what="what you are afraid of", ack="that's understandable. [When did it start?|What helps you when it happens?|How do you cope with it?]"),
    attribute("own instrument", "preferences", _from(s.INSTRUMENTS),
        say="I play the {v}\nI'm learning [to play|] the {v}\nI've been playing the {v} for {n} years\nI [started|take] {v} lessons", memory="the user plays the {v}\nthe user is learning the {v}",
        ask="[what|which] instrument do I play\nwhat do I play\nwhich instrument am I learning\ndo I play an instrument", reply="you play the {v}", what="which instrument you play\nwhether you play an instrument",
        ack="the {v}, how lovely! [What do you like to play?|How long have you been playing?|Do you practise a lot?]"),
    attribute("learning", "plans", _from(s.LANGUAGES),
        say="I'm learning {v}\nI'm trying to learn {v}\nI started [learning|a course in] {v} [last month|]\nI want to learn {v} [this year|]\nI take {v} lessons", memory="the user is learning {v}",
        ask="[which|what] language am I learning\nwhat am I learning\nwhich language did I start", reply="you're learning {v}", what="which language you are learning",
        ack="{v}, [that's a beautiful language|how brave|well done]! [What made you choose it?|How is it going?|What is the hardest part?]"),
    attribute("own studies", "work", _from(s.SUBJECTS),
        say="I study {v}\nI'm studying {v} [at university|in {x}|]\nI'm doing a degree in {v}\nI'm in my {o} year of {v}", memory="the user studies {v}", ask="what do I study\nwhat am I studying\nwhich subject do I study\nwhat's my degree in",
        reply="you study {v}", what="what you study\nwhat you are studying", ack="{v}, [interesting|how interesting]! [What do you like about it?|How is it going?|Is it hard?]"),
    attribute("own car", "preferences", lambda rng: pick(rng, s.COLOURS) + " " + pick(rng, (s.syllables(rng, 1, 2), "van", "Volvo", "Fiat", "Toyota", "Renault", "Ford")),
        say="I drive a {v}\nI have a {v}\nI bought a {v}\nmy car is a {v}", memory="the user drives a {v}", ask="what car do I [drive|have]\nwhich car do I drive\nwhat kind of car do I have", reply="you drive a {v}", what="what car you drive"),
    attribute("current book", "preferences", s.title,
        say="I'm reading {v} [at the moment|right now|]\nI just started reading {v}\nI'm halfway through {v}, [it's a good book|what a book]\nthe book on my bedside table is {v}", memory="the user is reading {v}",
        ask="what am I reading\n[which|what] book am I reading\nwhat's the book I'm reading called", reply="you're reading {v}", what="what you are reading\nwhich book you are reading", ack="[is it good|how do you like it]? [Who is it by?|What is it about?]"),
    attribute("commute", "work", _words("by bus|by train|by bike|on foot|by tram|by car|by ferry|on a scooter|by metro|by motorbike"),
        say="I go to work {v}\nI [commute|travel to work] {v}\nI get to work {v}", memory="the user goes to work {v}", ask="how do I get to work\nhow do I commute\nhow do I go to work", reply="you go to work {v}", what="how you get to work", ack="[how long does it take|do you like that]?"),
    attribute("wake", "preferences", s.clock,
        say="I get up at {v} [every day|every morning]\nI wake up at {v} [these days|every morning|]\nmy alarm goes off at {v}", memory="the user gets up at {v}", ask="when do I get up\nwhat time do I get up\nwhat time do I wake up\nwhen does my alarm go off", reply="you get up at {v}", what="when you get up", ack="[do you sleep well|is that hard for you]?"),
    attribute("own team", "preferences", lambda rng: pick(rng, ("FC ", "", "")) + s.city(rng) + pick(rng, ("", " United", " Rovers", " City", " Bears", " Tigers")),
        say="I support {v}\nI'm a fan of {v}\nmy team is {v}", memory="the user supports {v}", ask="which team do I support\nwhat's my team\nwhat team am I a fan of", reply="you support {v}", what="which team you support", ack="[did they win lately|how are they doing this season|do you go to the matches]?"),
    attribute("children", "people", lambda rng: pick(rng, ("two children", "three children", "four children", "twins", "one child", "a daughter and a son", "two daughters", "three sons", "two sons", "five children")),
        say="I have {v}\nI'm a parent of {v}\nwe have {v}", memory="the user has {v}", ask="how many children do I have\ndo I have children\ndo I have kids\nhow many kids do I have", reply="you have {v}", what="whether you have children\nhow many children you have", ack="[how lovely|that must keep you busy]! [How old are they?|What are their names?]"),
    attribute("dream", "plans", _words("""to open a small bakery|to write a novel|to sail around the world|to live by the sea|to buy a farm|to learn to fly|to run a marathon|to see the northern lights|
        to build my own house|to have a garden|to become a teacher|to visit every continent|to start a bookshop|to live abroad|to keep bees|to record an album"""),
        say="my dream is {v}\nI've always dreamed {v}, really\nsome day I want {v}\nmy big wish is {v}", memory="the user's dream is {v}", ask="what is my dream\nwhat do I dream of\nwhat's my big wish\nwhat do I want to do some day", reply="your dream is {v}", what="what your dream is", ack="[what a beautiful dream|that's a lovely dream]! [What would be the first step?|What draws you to it?]"),
    attribute("shoe size", "preferences", lambda rng: str(rng.randint(34, 48)), say="my shoe size is {v}\nI wear size {v} shoes\nI take a size {v} in shoes", memory="the user's shoe size is {v}", ask="what is my shoe size\nwhat's my shoe size\nwhat size shoes do I wear", reply="your shoe size is {v}", what="your shoe size"),
    attribute("height", "people", lambda rng: f"{rng.randint(148, 205)} cm", say="I'm {v} tall\nmy height is {v}", memory="the user is {v} tall", ask="how tall am I\nwhat is my height", reply="you're {v} tall", what="how tall you are"),
    attribute("blood type", "health", _words("A positive|A negative|B positive|B negative|O positive|O negative|AB positive|AB negative"), say="my blood type is {v}\nI'm {v}, blood type I mean", memory="the user's blood type is {v}", ask="what is my blood type\nwhat's my blood type", reply="your blood type is {v}", what="your blood type"),
    attribute("mood", "feelings", _words("tired|sad|lonely|happy|nervous|excited|stressed|proud|angry|relieved|worried|grateful|bored|calm|homesick|jealous|overwhelmed|hopeful|confused|disappointed|anxious|cheerful|exhausted"),
        say="I feel {v} [today|right now|]\nI'm [so|really|a bit|very|] {v} [today|this morning|]\nI've been feeling {v} [lately|all week|]", memory="the user feels {v}\nthe user is feeling {v}",
        ask="how do I feel\nhow am I feeling\nwhat did I say about my mood\nhow did I say I feel", reply="you feel {v}", what="how you feel", ack="thank you for telling me that you feel {v}. [What brought it on?|Do you want to talk about it?|Since when?]"),
]


# What is told and asked most often.
CORE = [one for one in ATTRIBUTES if one.name in ("own name", "own age", "own home", "own job", "own origin", "own birthday")]


def self_slots(rng: random.Random) -> dict[str, str]:
    return life_slots(rng) | {"n": str(rng.randint(2, 30)), "x": s.city(rng), "o": pick(rng, ("first", "second", "third", "fourth", "last"))}


def self_fact(rng: random.Random, what: Attribute | None = None) -> Fact:
    shape = rng.random()
    what = what or pick(rng, CORE if shape < 0.2 else LIFE if shape < 0.45 else ATTRIBUTES)
    words = self_slots(rng)
    keyed = {"reason": "mood", "habit": "day", "count": "many", "group": "group", "since": "began"}.get(what.name)
    return Fact(what, words, "user " + words[keyed] if keyed else "user", what.value(rng))
