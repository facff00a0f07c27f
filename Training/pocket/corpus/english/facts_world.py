# SPDX-License-Identifier: Apache-2.0
"""Things, appointments, trips, lists and numbers: facts whose subject is an open class of its own."""
import random

from ..template import pick
from . import slots as s
from .facts import Attribute, Fact, attribute

where = attribute(
    "where", "places", lambda rng: pick(rng, s.PLACES_HOME),
    say="""I [put|left|keep|hid|stored] {my} {v}
    {my} [is|are] {v}
    {my}: {v}, [so that I don't forget|just so you know]
    I finally found a place for {my}: {v}
    we keep {my} {v}""",
    memory="""{users} [is|are] {v}
    the user keeps {users} {v}""",
    ask="""where [is|are] {my}
    where did I [put|leave|keep] {my}
    where do I keep {my}
    do you [know|remember] where {my} [is|are]
    where have I put {my}
    where can I find {my}
    I can't find {my}, where did I put it""",
    reply="{your} [is|are] {v}",
    what="""where {your} [is|are]
    where you put {your}""",
    ack="""[noted|good|all right], {your}: {v}. I'll remember it.
    [good idea|I'll keep that in mind]. [Do you often lose it?|Anything else you want me to keep in mind?]""",
)
colour = attribute(
    "colour", "preferences", lambda rng: pick(rng, s.COLOURS),
    say="""{my} [is|are] {v}
    I [painted|bought] {my} in {v}
    I chose {v} for {my}""",
    memory="""{users} [is|are] {v}""",
    ask="""what colour [is|are] {my}
    which colour [is|are] {my}
    what is the colour of {my}""",
    reply="{your} [is|are] {v}",
    what="""what colour {your} [is|are]
    the colour of {your}""",
)
price = attribute(
    "price", "events", lambda rng: f"{rng.randint(2, 900)} {pick(rng, ('euros', 'pounds', 'dollars'))}",
    say="""I paid {v} for {my}
    {my} cost me {v}
    I bought {my} for {v}
    I spent {v} on {my}""",
    memory="""the user paid {v} for {users}""",
    ask="""how much did {my} cost
    how much did I pay for {my}
    what did I pay for {my}
    what was the price of {my}""",
    reply="you paid {v} for {your}",
    what="""how much {your} cost
    what you paid for {your}""",
)
THINGS: list[Attribute] = [where, where, where, colour, price]
PLURAL = ("keys", "glasses", "scissors", "headphones", "boots", "papers", "games", "lights", "shears", "goggles", "batteries", "bulbs",
          "candles", "matches", "slippers", "gloves", "brushes", "stamps", "envelopes", "earrings")


def _number(text: str, phrase: str) -> str:
    """Settles `[is|are]` by the noun."""
    return text.replace("[is|are]", "are" if phrase.endswith(PLURAL) else "is")


def _settled(what: Attribute, noun: str) -> Attribute:
    def fix(options: list[str]) -> list[str]:
        return [_number(option, noun) for option in options]
    return Attribute(what.name, what.kind, what.value, fix(what.say), fix(what.memory), fix(what.ask), fix([what.reply])[0], fix(what.what), fix(what.again), what.ack)


def thing_fact(rng: random.Random, what: Attribute | None = None, of: str | None = None) -> Fact:
    of = of or pick(rng, s.THINGS)
    what = what or pick(rng, THINGS)
    the = "the" if rng.random() < 0.3 else "my"
    words = {"my": f"{the} {of}", "your": f"{'the' if the == 'the' else 'your'} {of}", "users": f"the {'user' + chr(39) + 's ' if the == 'my' else ''}{of}"}
    return Fact(_settled(what, of), words, of, what.value(rng))


EVENTS = """dentist appointment|doctor's appointment|job interview|driving test|eye test|piano lesson|parents' evening|flight to {c}|train to {c}|
concert|meeting with {p}|dinner with {p}|lunch with {p}|coffee with {p}|wedding of {p}|birthday party of {p}|{s} exam|{s} test|oral exam|haircut|
vet appointment|physiotherapy session|therapy session|team meeting|presentation|moving day|house viewing|theatre evening|football match|
choir rehearsal|book club|yoga class|Spanish class|half marathon|school play|graduation|blood test|X-ray|operation|car inspection|
phone call with {p}|video call with {p}|trip to {c}|holiday in {c}|conference in {c}|{r}'s wedding|{r}'s graduation|{r}'s birthday party|{r}'s concert|{p}'s wedding|{p}'s farewell party|{p}'s housewarming|job start at {b}|deadline for the {b} report|picnic|barbecue|
camping weekend|museum visit|swimming lesson|chess tournament|interview at {b}|appointment at the bank|final rehearsal|flea market|exhibition""".replace("\n", "").split("|")


RELATIVES = "sister brother mother father cousin aunt uncle son daughter niece nephew grandmother grandfather friend boss neighbour".split()


def event_name(rng: random.Random) -> str:
    return pick(rng, EVENTS).format(c=s.city(rng), p=s.first_name(rng, rng.random() < 0.5), s=pick(rng, s.SUBJECTS), b=s.company(rng), r=pick(rng, RELATIVES))


when = attribute(
    "when", "plans", s.day,
    say="""{my} is {v}
    I have {an} {v}
    {my} [takes place|will be|has been set|is planned] {v}
    {v} I have {an}
    I've got {an} {v}
    {my} is coming up {v}""",
    memory="""{users} is {v}
    the user has {an_user} {v}""",
    ask="""when is {my}
    [what|which] day is {my}
    when do I have {an}
    do you [know|remember] when {my} is
    when was {my} again
    on which day is {my}
    when's {my}""",
    reply="{your} is {v}",
    what="""when {your} is
    which day {your} is""",
    again="""when is it
    what day is it""",
    ack="""[I'll remember|noted|good to know]: {v}. [Are you looking forward to it?|Are you nervous?|Do you feel ready for it?|Is there anything to prepare?]""",
)
time = attribute(
    "time", "plans", lambda rng: "at " + s.clock(rng),
    say="""{my} starts {v}
    {my} is {v}
    {my} begins {v}
    I have to be there {v} for {my}""",
    memory="""{users} is {v}
    {users} starts {v}""",
    ask="""what time is {my}
    [at|] what time does {my} start
    when does {my} [start|begin]
    what time do I have to be at {my}""",
    reply="{your} is {v}",
    what="""what time {your} is
    what time {your} starts""",
    again="""what time is it
    at what time
    what time does it start""",
    ack="""{v}, all right. [Is there anything to prepare?|How will you get there?]""",
)
place = attribute(
    "place", "plans", lambda rng: pick(rng, (lambda: "in " + s.street(rng), lambda: "in " + s.city(rng), lambda: "in room " + str(rng.randint(2, 399)), lambda: "at " + s.syllables(rng) + " Hall",
                                             lambda: "at the " + pick(rng, ("town hall", "library", "old mill", "community centre", "station", "town pool", "harbour", "castle", "park café", "school gym"))))(),
    say="""{my} is {v}
    {my} takes place {v}
    {my} will be {v}
    they moved {my}, it is {v}""",
    memory="""{users} is {v}
    {users} takes place {v}""",
    ask="""where is {my}
    where does {my} take place
    where do I have to go for {my}
    where will {my} be""",
    reply="{your} is {v}",
    what="""where {your} is
    where {your} takes place""",
    again="""where is it
    and where
    where does it take place""",
    ack="""{v}, [I see|nice]. [How will you get there?|Have you been there before?]""",
)
company = attribute(
    "company", "plans", lambda rng: s.first_name(rng, rng.random() < 0.5),
    say="""{v} is coming with me to {my}
    I'm going to {my} with {v}
    {v} is joining me for {my}""",
    memory="""{v} is coming to {users}""",
    ask="""who is coming with me to {my}
    who is joining me for {my}
    who am I going to {my} with""",
    reply="{v} is coming with you",
    what="""who is coming with you to {your}""",
    again="""who is coming with me
    and with whom
    who is joining me""",
)
EVENT_FACTS: list[Attribute] = [when, when, time, place, company]


def event_facts(rng: random.Random) -> list[Fact]:
    """One to three facts of one event."""
    what = event_name(rng)
    the = pick(rng, ("my", "my", "the"))
    if "'s " in what:
        the = "my" if what.split("'s ")[0] in RELATIVES else ""
    owner = {"my": ("my ", "your ", "the user's "), "the": ("the ",) * 3, "": ("",) * 3}[the]
    words = dict(zip(("my", "your", "users"), (one + what for one in owner)))
    words["an"] = words["my"] if "'s " in what else f"a {what}"
    words["an_user"] = words["users"] if "'s " in what else f"a {what}"
    chosen = {what.name: what for what in rng.sample(EVENT_FACTS, rng.randint(1, 3))}
    return [Fact(part, words, what, part.value(rng)) for part in chosen.values()]


def event_other(rng: random.Random, fact: Fact) -> Fact:
    """Something of the same event that was not told."""
    part = pick(rng, [part for part in EVENT_FACTS if part.name != fact.attribute.name])
    return Fact(part, fact.slots, fact.about, part.value(rng))


_CODED = """locker code|wifi password|door code|flight number|room number|customer number|phone number of the vet|bus line|seat number|table number|
order number|bike lock code|alarm code|safe combination|gate code|library number|parking space|membership number|licence plate|ticket number|
hotel room|platform|size of the window|PIN of the old phone|number of the plumber|invoice number|printer password|email password|garage code|postcode""".replace("\n", "").split("|")
coded = attribute(
    "code", "events", lambda rng: pick(rng, (s.code, s.code, lambda rng: s.syllables(rng) + str(rng.randint(10, 99)), lambda rng: pick(rng, "ABCDEFGHKLMNPRST") + str(rng.randint(2, 999))))(rng),
    say="""{my} is {v}
    {my}: {v}
    please [remember|note] that {my} is {v}
    they gave me {my}: {v}
    {v} is {my}""",
    memory="""{users} is {v}""",
    ask="""what is {my}
    what's {my}
    what was {my} again
    do you [know|remember] {my}
    can you tell me {my}
    I forgot {my}, what is it""",
    reply="{your} is {v}",
    what="""{your}
    what {your} is""",
    ack="""[noted|got it|all right]: {v}. I'll remember it.""",
)


def coded_fact(rng: random.Random) -> Fact:
    of = pick(rng, _CODED)
    the = pick(rng, ("the", "my"))
    words = {"my": f"{the} {of}", "your": f"{'the' if the == 'the' else 'your'} {of}", "users": f"the {'user' + chr(39) + 's ' if the == 'my' else ''}{of}"}
    return Fact(coded, words, of, coded.value(rng))


_GOODS = """milk|bread|eggs|butter|rice|onions|carrots|apples|bananas|tomatoes|coffee|tea|sugar|flour|yoghurt|cheese|honey|pasta|potatoes|lemons|soap|
toothpaste|light bulbs|batteries|cat food|olive oil|salt|oats|spinach|garlic|ginger|nuts|mushrooms|paper towels|stamps|candles|jam|leeks|pears""".replace("\n", "").split("|")
_TASKS = """call the landlord|water the plants|pay the rent|book the train|fix the tap|clean the windows|write to Grandma|return the library books|
buy stamps|renew my passport|wash the car|sort the photos|cancel the newspaper|order new glasses|mow the lawn|bake a cake|pick up the parcel|
change the sheets|empty the bins|phone the bank|repair the bike|iron the shirts|send the invoice|find a present|book a table""".replace("\n", "").split("|")


def _joined(rng: random.Random, words: list[str]) -> str:
    chosen = rng.sample(words, rng.randint(2, 4))
    return ", ".join(chosen[:-1]) + " and " + chosen[-1]


shopping = attribute(
    "shopping", "plans", lambda rng: _joined(rng, _GOODS),
    say="I need to buy {v}\non my shopping list [are|there are] {v}\nI have to get {v} [today|later|tomorrow|]\nI'm going to the shop for {v}\nwe are out of {v}",
    memory="the user needs to buy {v}\non the user's shopping list: {v}",
    ask="what do I need to buy\nwhat's on my shopping list\nwhat did I want to buy\nwhat do I have to get [at the shop|]\nwhat should I buy",
    reply="you need to buy {v}", what="what you need to buy\nwhat is on your shopping list", ack="[all right|noted], {v}. [Are you cooking something nice?|Anything else?]")
tasks = attribute(
    "tasks", "plans", lambda rng: _joined(rng, _TASKS),
    say="I have to {v} [today|tomorrow|this week|]\nI still need to {v}\nmy to-do list: {v}\nI want to {v} [this weekend|]\nI mustn't forget to {v}",
    memory="the user has to {v}\nthe user wants to {v}",
    ask="what do I have to do\nwhat's on my to-do list\nwhat did I want to do\nwhat mustn't I forget\nwhat do I still need to do",
    reply="you have to {v}", what="what you have to do\nwhat is on your to-do list", ack="[that's quite a list|noted]. [What will you start with?|Which one is the most urgent?]")
trip = attribute(
    "trip", "plans", lambda rng: f"to {pick(rng, (s.city(rng), s.city(rng), pick(rng, s.COUNTRIES)))} {s.day(rng)}",
    say="I'm [going|travelling|flying|driving|taking the train] {v}\nwe're [going|travelling|flying] {v}\nI've booked a trip {v}\nI want to go {v}\nI'm planning a trip {v}",
    memory="the user is travelling {v}\nthe user plans a trip {v}",
    ask="where am I [going|travelling]\nwhat are my travel plans\nwhere is my trip going\nwhat trip have I planned\nwhere do I want to travel",
    reply="you're going {v}", what="where you are travelling\nwhat trip you have planned", ack="how exciting! [Have you been there before?|What do you want to see?|Who is going with you?]")
ate = attribute(
    "ate", "events", lambda rng: pick(rng, s.FOODS),
    say="I [cooked|made|had|ate] {v} {m}\n{m} I [had|made|ate] {v}\nwe had {v} {m}",
    memory="the user had {v} {m}", ask="what did I [eat|have|cook] {m}\nwhat did I have to eat {m}", reply="you had {v}", what="what you ate {m}", ack="{v}, yum! [Was it good?|Did you cook it yourself?|Who did you eat with?]")
LISTS: list[Attribute] = [shopping, tasks, trip, ate]


def list_fact(rng: random.Random) -> Fact:
    what = pick(rng, LISTS)
    meal = pick(rng, ("for breakfast", "for lunch", "for dinner", "last night", "on Sunday", "yesterday"))
    return Fact(what, {"m": meal}, "user " + (meal if what is ate else ""), what.value(rng))
