# SPDX-License-Identifier: Apache-2.0
"""People in the user's life, and animals: what may be known about each."""
import random
from dataclasses import dataclass

from ..template import pick
from . import slots as s
from .facts import Attribute, Fact, attribute
from .facts_open import did

FEMALE = """sister|big sister|little sister|older sister|younger sister|twin sister|mother|mum|mom|grandmother|grandma|aunt|niece|daughter|
wife|girlfriend|stepmother|stepsister|half-sister|mother-in-law|sister-in-law|goddaughter|granddaughter|godmother|great-aunt""".replace("\n", "").split("|")
MALE = """brother|big brother|little brother|older brother|younger brother|twin brother|father|dad|grandfather|grandpa|uncle|nephew|son|husband|
boyfriend|stepfather|stepbrother|half-brother|father-in-law|brother-in-law|godson|grandson|godfather|great-uncle""".replace("\n", "").split("|")
EITHER = """best friend|friend|old friend|school friend|cousin|boss|manager|colleague|new colleague|neighbour|upstairs neighbour|roommate|flatmate|
landlord|teacher|piano teacher|maths teacher|coach|dentist|doctor|therapist|physiotherapist|hairdresser|tutor|supervisor|assistant|partner|fiancé|
ex|pen pal|lawyer|accountant|babysitter|cleaner|mechanic|plumber|vet|yoga teacher|swimming coach|running partner|study partner|bandmate|
professor|team leader|intern|client|driving instructor|godchild|eldest child|youngest child|choir director|mentor""".replace("\n", "").split("|")

name = attribute(
    "name", "people", lambda rng: "",
    say="""{my} is called {v}
    {my}'s name is {v}
    {v} is {my}
    the name of {my} is {v}
    {my} goes by {v}
    {my}, {v}, [came over yesterday|called me this morning|sent me a photo|is visiting this week|made me laugh today]
    {my} {v} [came over yesterday|called me this morning|sent me a photo|is visiting this week|made me laugh today|helped me a lot|was here on Sunday]
    {my} {v} {deed}
    {my} {v} {deed}
    {my} {v} just {deed}
    [I had lunch with|I talked to|I met|I just saw|I visited|I phoned|I had a coffee with|I argued with|I went for a walk with] {my} {v} [today|yesterday|this morning|last night|]
    I have {a} {rel} [called|named] {v}
    {v}, {my}, [came over yesterday|called me this morning|just left|is staying with us]""",
    memory="""{users} is called {v}
    {users}'s name is {v}
    the user has {a} {rel} called {v}
    {v} is {users}""",
    ask="""what is {my}'s name
    what's {my}'s name
    what's {my} called
    what is {my} called
    what was {my}'s name [again|]
    what is the name of {my}
    do you [know|remember] {my}'s name
    do you [know|remember] what {my} is called
    can you tell me {my}'s name
    tell me {my}'s name
    how is {my} called
    remind me, what's {my} called
    do you [know|remember] who {my} is
    who is {my}
    {my}'s name, do you remember it""",
    reply="{your} is called {v}",
    what="""{your}'s name
    what {your} is called
    the name of {your}""",
    again="""what's {his} name
    what is {his} name
    and what is {he} called
    do you know {his} name""",
    ack="""[say hello to {v} from me|{v} is a lovely name|nice to know who {v} is|it's good to know {your}'s name]. [What is {he} like?|Do you see {him} often?|Are you close?|How long have you known {him}?|How is {he} doing?]""",
)
age = attribute(
    "age", "people", lambda rng: str(rng.randint(2, 96)),
    say="""{my} is {v} [years old|]
    {my} turned {v} [last week|yesterday|in spring|today|this month]
    {my} just turned {v}
    {my} is already {v}
    we celebrated {my}'s {v} years [on Sunday|yesterday|last weekend]""",
    memory="""{users} is {v} years old
    {users} is {v}""",
    ask="""how old is {my}
    what is {my}'s age
    what age is {my}
    do you [know|remember] how old {my} is
    how many years old is {my}""",
    reply="{your} is {v}",
    what="""how old {your} is
    {your}'s age""",
    again="""how old is {he}
    and how old is {he}
    what's {his} age""",
    ack="""{v}, [how nice|what a good age|time flies]! [Did {he} celebrate?|How is {he} doing?]""",
)
job = attribute(
    "job", "people", lambda rng: pick(rng, s.JOBS),
    say="""{my} is a {v}
    {my} works as a {v}
    {my} [started working|got a job] as a {v} [last month|in spring|]
    {my} is a {v} [now|by profession|and loves it]
    {my} earns {his} living as a {v}
    {my} is training to be a {v}""",
    memory="""{users} is a {v}
    {users} works as a {v}""",
    ask="""what does {my} do [for a living|for work|]
    what is {my}'s job
    what's {my}'s profession
    what does {my} work as
    do you [know|remember] what {my} does for a living
    what kind of work does {my} do""",
    reply="{your} is a {v}",
    what="""what {your} does for a living
    {your}'s job
    what {your}'s job is""",
    again="""what does {he} do for a living
    what's {his} job
    and what does {he} do""",
    ack="""a {v}, [how interesting|that must be interesting work|that's quite a job]. [Does {he} like it?|Does {he} talk about it much?]""",
)
home = attribute(
    "home", "people", s.city,
    say="""{my} lives in {v}
    {my} [moved|has moved|is moving] to {v}
    {my} [has a flat|has a house|rents a room|is living] in {v} [now|these days|]
    {my} settled in {v} [years ago|last year|]
    {my}'s home is in {v}""",
    memory="""{users} lives in {v}
    {users}'s home is in {v}""",
    ask="""where does {my} live
    [which|what] [city|town] does {my} live in
    where is {my} living
    do you [know|remember] where {my} lives
    where's {my}'s home
    what place does {my} live in""",
    reply="{your} lives in {v}",
    what="""where {your} lives
    which town {your} lives in""",
    again="""where does {he} live
    and where does {he} live
    which town does {he} live in""",
    ack="""{v}, [nice|I see|how nice]. [Is that far from you?|Do you visit {him} there?|Does {he} like it there?]""",
)
birthday = attribute(
    "birthday", "people", s.date,
    say="""{my}'s birthday is [on|] {v}
    {my} was born on {v}
    {my} has {his} birthday on {v}
    it is {my}'s birthday on {v}
    {v} is {my}'s birthday""",
    memory="""{users}'s birthday is on {v}
    {users} was born on {v}""",
    ask="""when is {my}'s birthday
    when was {my} born
    what day is {my}'s birthday
    on which date is {my}'s birthday
    do you [know|remember] when {my} has {his} birthday""",
    reply="{your}'s birthday is on {v}",
    what="""when {your}'s birthday is
    {your}'s birthday""",
    again="""when is {his} birthday
    and {his} birthday
    when was {he} born""",
    ack="""[I'll keep that in mind|good to know]. [Do you have an idea for a present?|How does {he} like to celebrate?]""",
)
hobby = attribute(
    "hobby", "people", lambda rng: pick(rng, s.HOBBIES),
    say="""{my} loves {v}
    {my}'s hobby is {v}
    {my} has taken up {v}
    {my} is crazy about {v}
    {my} spends every weekend on {v}
    {my} is really into {v}""",
    memory="""{users} loves {v}
    {users}'s hobby is {v}""",
    ask="""what is {my}'s hobby
    what does {my} [like|love] to do
    what does {my} do in {his} free time
    what is {my} into
    do you [know|remember] what {my}'s hobby is""",
    reply="{your} loves {v}",
    what="""what {your}'s hobby is
    what {your} does in {his} free time""",
    again="""what's {his} hobby
    what does {he} do in {his} free time""",
    ack="""{v}, [how nice|that sounds fun|lovely]! [Have you ever tried it too?|Do you join {him} sometimes?]""",
)
food = attribute(
    "food", "people", lambda rng: pick(rng, s.FOODS),
    say="""{my}'s favourite [food|dish|meal] is {v}
    {my} [loves|adores] {v}
    {my} could eat {v} every day
    nothing makes {my} happier than {v}
    {my} always asks for {v}""",
    memory="""{users}'s favourite food is {v}
    {users} loves eating {v}""",
    ask="""what is {my}'s favourite [food|dish|meal]
    what does {my} [like|love] to eat
    what food does {my} like [best|most]
    what should I cook for {my}""",
    reply="{your}'s favourite food is {v}",
    what="""what {your} likes to eat
    {your}'s favourite food""",
    again="""what does {he} like to eat
    what's {his} favourite food""",
    ack="""{v}, [a good choice|yum|tasty]! [Do you cook it for {him}?|Do you like it too?]""",
)
allergy = attribute(
    "allergy", "people", lambda rng: pick(rng, s.ALLERGENS),
    say="""{my} is allergic to {v}
    {my} has an allergy to {v}
    {my} can't stand {v}, [it's|that's] an allergy
    {my} reacts badly to {v}, it's an allergy""",
    memory="""{users} is allergic to {v}
    {users} has an allergy to {v}""",
    ask="""what is {my} allergic to
    what allergy does {my} have
    do you [know|remember] what {my} is allergic to
    is {my} allergic to anything
    what can't {my} eat or touch
    what should I keep away from {my}""",
    reply="{your} is allergic to {v}",
    what="""what {your} is allergic to
    whether {your} has an allergy""",
    again="""what is {he} allergic to
    is {he} allergic to anything""",
    ack="""[that must be hard sometimes|good to know|I'll keep that in mind]. [Does {he} have to be very careful?|How do you handle that at meals?]""",
)
car = attribute(
    "car", "people", lambda rng: pick(rng, s.COLOURS) + " " + pick(rng, (s.syllables(rng, 1, 2), "van", "estate car", "Beetle", "Volvo", "Fiat", "Toyota", "Renault")),
    say="""{my} drives a {v}
    {my} [has|bought|owns] a {v}
    {my} picked us up in {his} {v}""",
    memory="""{users} drives a {v}""",
    ask="""what [car|kind of car] does {my} [drive|have]
    which car does {my} drive""",
    reply="{your} drives a {v}",
    what="""what car {your} drives""",
    again="""what car does {he} drive""",
)
employer = attribute(
    "employer", "people", s.company,
    say="""{my} works [for|at] {v}
    {my} has a job at {v}
    {my} started at {v} [last month|in autumn|recently|]""",
    memory="""{users} works for {v}""",
    ask="""where does {my} work
    who does {my} work for
    which company does {my} work for
    what company is {my} at""",
    reply="{your} works for {v}",
    what="""where {your} works
    which company {your} works for""",
    again="""where does {he} work
    and where does {he} work""",
)
instrument = attribute(
    "instrument", "people", lambda rng: pick(rng, s.INSTRUMENTS),
    say="""{my} plays the {v}
    {my} is learning [to play|] the {v}
    {my} has played the {v} for years""",
    memory="""{users} plays the {v}""",
    ask="""what instrument does {my} play
    which instrument does {my} play
    what does {my} play""",
    reply="{your} plays the {v}",
    what="""what instrument {your} plays""",
    again="""which instrument does {he} play
    does {he} play an instrument""",
    ack="""the {v}, how lovely! [Have you heard {him} play?|Do you play something too?]""",
)
studies = attribute(
    "studies", "people", lambda rng: pick(rng, s.SUBJECTS),
    say="""{my} studies {v}
    {my} is studying {v} [in {x}|at university|]
    {my} is doing a degree in {v}""",
    memory="""{users} studies {v}""",
    ask="""what does {my} study
    what is {my} studying
    which subject does {my} study""",
    reply="{your} studies {v}",
    what="""what {your} studies""",
    again="""what does {he} study""",
)
pet = attribute(
    "pet", "people", lambda rng: f"{pick(rng, s.ANIMALS)} called {s.pet_name(rng)}",
    say="""{my} has a {v}
    {my} got a {v}
    {my} adopted a {v} [last week|in spring|]""",
    memory="""{users} has a {v}""",
    ask="""what [pet|animal] does {my} have
    does {my} have a pet
    what's {my}'s pet""",
    reply="{your} has a {v}",
    what="""whether {your} has a pet
    what pet {your} has""",
    again="""does {he} have a pet
    what pet does {he} have""",
)
arrival = attribute(
    "arrival", "people", s.day,
    say="""{my} is coming to visit {v}
    {my} arrives {v}
    {my} [will be here|is coming over|is coming to see us] {v}""",
    memory="""{users} is coming to visit {v}""",
    ask="""when is {my} coming [to visit|]
    when does {my} arrive
    when will {my} be here
    what day is {my} coming""",
    reply="{your} is coming {v}",
    what="""when {your} is coming
    when {your} arrives""",
    again="""when is {he} coming
    when does {he} arrive""",
    ack="""[that's something to look forward to|how nice]! [What will you do together?|How long is {he} staying?]""",
)
illness = attribute(
    "illness", "people", lambda rng: pick(rng, s.ILLNESSES),
    say="""{my} has {v}
    {my} is at home with {v}
    {my} is struggling with {v}""",
    memory="""{users} has {v}""",
    ask="""what's wrong with {my}
    what illness does {my} have
    what does {my} suffer from
    what is {my} ill with""",
    reply="{your} has {v}",
    what="""what is wrong with {your}""",
    again="""what's wrong with {him}""",
    ack="""oh, [I'm sorry to hear that|poor {your}|that's not nice]. [How is {he} feeling?|Is {he} getting better?|Who is looking after {him}?]""",
)
colour = attribute(
    "colour", "people", lambda rng: pick(rng, s.COLOURS),
    say="""{my}'s favourite colour is {v}
    {my} only wears {v}
    {my} likes {v} best, as a colour""",
    memory="""{users}'s favourite colour is {v}""",
    ask="""what is {my}'s favourite colour
    which colour does {my} like [best|]""",
    reply="{your}'s favourite colour is {v}",
    what="""{your}'s favourite colour
    which colour {your} likes""",
    again="""what's {his} favourite colour""",
)
origin = attribute(
    "origin", "people", lambda rng: pick(rng, s.COUNTRIES),
    say="""{my} comes from {v}
    {my} is from {v}
    {my} grew up in {v}""",
    memory="""{users} comes from {v}""",
    ask="""where does {my} come from
    where is {my} from
    which country is {my} from""",
    reply="{your} comes from {v}",
    what="""where {your} comes from
    which country {your} is from""",
    again="""where is {he} from""",
)
gift = attribute(
    "gift", "people", lambda rng: pick(rng, """a book|a scarf|a watch|a teapot|a jigsaw puzzle|a board game|flowers|a plant|a cookbook|a fountain pen|a
 bicycle bell|a necklace|earrings|a kite|a telescope|a sketchbook|a vase|a camera|headphones|a hammock|socks|a lamp|a perfume|a backpack""".replace("\n", "").split("|")),
    say="""{my} gave me {v} [for my birthday|at Christmas|]
    I got {v} from {my} [for my birthday|at Christmas|]
    {my} brought me {v}""",
    memory="""{users} gave the user {v}""",
    ask="""what did {my} give me
    what did I get from {my}
    which present did {my} give me""",
    reply="{your} gave you {v}",
    what="""what {your} gave you""",
    again="""what did {he} give me""",
)
ATTRIBUTES: list[Attribute] = [name, age, job, home, birthday, hobby, food, allergy, car, employer, instrument, studies, pet, arrival, illness, colour, origin, gift]


@dataclass
class Person:
    """Somebody in the user's life."""

    relation: str
    female: bool
    name: str

    def slots(self, by_name: bool, rng: random.Random) -> dict[str, str]:
        he, his, him = ("she", "her", "her") if self.female else ("he", "his", "him")
        subject = (self.name,) * 3 if by_name else (f"my {self.relation}", f"your {self.relation}", f"the user's {self.relation}")
        return dict(zip(("my", "your", "users"), subject)) | {
            "he": he, "his": his, "him": him, "rel": self.relation, "a": "a", "x": s.city(rng), "deed": did(rng)}

    def fact(self, rng: random.Random, what: Attribute, by_name: bool = False) -> Fact:
        value = self.name if what is name else what.value(rng)
        return Fact(what, self.slots(by_name and what is not name, rng), self.relation, value)

    def facts_at_once(self, rng: random.Random, what: Attribute) -> list[Fact]:
        """The name and something else, told in one clause: "my sister Mara lives in Rome"."""
        fact, called = self.fact(rng, what, by_name=rng.random() < 0.4), self.fact(rng, name)
        both = pick(rng, ("{} " + self.name, "{} " + self.name, "{}, " + self.name + ","))
        fact.told_as = fact.slots | {"my": both.format(f"my {self.relation}"), "users": f"the user's {self.relation} {self.name}"}
        if both.endswith(","):
            fact.told_as["my"] = f"my {self.relation} {self.name}" if any("{my}'s" in text for text in what.say) else fact.told_as["my"]
        called.implied = True
        return [fact, called]


def person(rng: random.Random, without: set[str] = frozenset()) -> Person:
    """Somebody whose relation to the user is not among `without`."""
    while True:
        shape = rng.random()
        female = shape < 0.35 or (shape > 0.7 and rng.random() < 0.5)
        relation = pick(rng, FEMALE if shape < 0.35 else MALE if shape < 0.7 else EITHER)
        if relation not in without:
            return Person(relation, female, s.first_name(rng, female))


animal_name = attribute(
    "name", "people", s.pet_name,
    say="""{my} is called {v}
    {my}'s name is {v}
    {my} {v} [is asleep on the sofa|knocked over a vase|wants to be fed|is hiding again|woke me up at six|made me laugh]
    I have a {rel} [called|named] {v}
    we [got|adopted|took in] a {rel} [called|named] {v}
    I [fed|brushed|played with] {my} {v} [this morning|]
    we [named|called] {my} {v}""",
    memory="""{users} is called {v}
    the user has a {rel} called {v}""",
    ask="""what is {my}'s name
    what's {my} called
    what did I [call|name] {my}
    how is {my} called
    do you [know|remember] {my}'s name
    what was the name of {my}""",
    reply="{your} is called {v}",
    what="""{your}'s name
    what {your} is called""",
    again="""what's its name
    what is it called""",
    ack="""{v}, [what a good name for a {rel}|that's a sweet name|lovely]! [How long have you had {v}?|What does {v} like best?|Is {v} still young?]""",
)
animal_age = attribute(
    "age", "people", lambda rng: f"{rng.randint(2, 19)} {pick(rng, ('years', 'months', 'years'))} old",
    say="{my} is {v}\n{my} is [already|only] {v}", memory="{users} is {v}", ask="how old is {my}\nwhat age is {my}",
    reply="{your} is {v}", what="how old {your} is", again="how old is it")
animal_colour = attribute(
    "coat", "people", lambda rng: pick(rng, s.COLOURS),
    say="{my} is {v}\n{my} has a {v} coat", memory="{users} is {v}", ask="what colour is {my}\nwhich colour is {my}",
    reply="{your} is {v}", what="what colour {your} is", again="what colour is it")


def pet_facts(rng: random.Random) -> list[Fact]:
    """The user's own animal, with one to three facts."""
    animal = pick(rng, s.ANIMALS)
    words = {"my": f"my {animal}", "your": f"your {animal}", "users": f"the user's {animal}", "rel": animal, "he": "it", "his": "its", "him": "it"}
    chosen = [animal_name] + rng.sample([animal_age, animal_colour], rng.randint(0, 2))
    return [Fact(what, words, animal, what.value(rng)) for what in chosen]


# What of another person is easily taken for what is known of the user.
COUNTERPARTS: dict[str, Attribute] = {
    "own name": name, "own age": age, "own home": home, "own job": job, "own employer": employer, "own birthday": birthday, "own hobby": hobby,
    "own allergy": allergy, "own illness": illness, "own instrument": instrument, "own studies": studies, "own car": car, "own origin": origin,
    "favourite food": food, "favourite colour": colour,
}
