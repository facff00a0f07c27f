# SPDX-License-Identifier: Apache-2.0
"""Things people did or will do, of an open class, and answers that take them up in the user's words."""
import random

from ..template import articles, capital, expand, lines, pick
from . import slots as s
from .facts import Attribute, Fact

# verb, its past, its gerund; what it takes; questions that fit it
VERBS: list[tuple[str, str, str, str, str]] = [
    tuple(part.strip() for part in line.split("/"))  # type: ignore[misc]
    for line in lines("""
    paint / painted / painting / the fence|the kitchen|a chair|the old door|the wall in the hall|a portrait of {n}|the garage / How does it look now?|Which colour did you choose?
    repair / repaired / repairing / the bike|the tap|an old radio|the roof|the lamp|my shoes|the washing machine|the garden gate / Does it work again?|Was it difficult?
    buy / bought / buying / {a} {t}|new shoes|a sofa|flowers|a second-hand bike|a coat|a new phone|tickets for {title} / Are you happy with it?|What do you like about it?
    visit / visited / visiting / {n}|my grandparents|the castle in {c}|the market|an old friend|{c}|the museum|my old school / How was it?|What did you like most?
    meet / met / meeting / {n}|{n} and {n2}|an old friend|the new neighbours|{n} in {c}|my cousin / What did you talk about?|How was it to see each other?
    call / called / calling / {n}|my mother|the bank|my brother|an old colleague|the doctor|the landlord / How did it go?|What did they say?
    write / wrote / writing / a letter to {n}|a poem|my diary|a story|a complaint|an email to {n}|a speech / Was it easy to find the words?|How did it feel?
    clean / cleaned / cleaning / the attic|the windows|the fridge|the whole house|my desk|the balcony|the oven / Did you find anything interesting?|Does it feel good now?
    sell / sold / selling / my old car|the piano|my bike|the house|some books|my {t} / Was it hard to let go?|Are you glad about it?
    find / found / finding / {a} {t} on the street|an old photo of {n}|my lost {t}|a kitten|a letter from {n}|ten euros / Where exactly?|What did you do then?
    lose / lost / losing / my {t}|my job|the match|my way in {c}|a bet against {n}|my patience / How did that happen?|How do you feel about it?
    plant / planted / planting / tomatoes|an apple tree|tulips|herbs on the balcony|roses|beans / Where did you plant it?|Do you like gardening?
    cook / cooked / cooking / {f}|{f} for {n}|dinner for the whole family|{f} with {n} / How did it taste?|Is it a favourite of yours?
    try / tried / trying / {h}|{f}|a new recipe|a new hairdresser|that café in {c}|yoga for the first time / How did you like it?|Would you do it again?
    build / built / building / a shelf|a birdhouse|a bed for {n}|a tree house|a snowman with {n}|a table / How long did it take?|Are you proud of it?
    finish / finished / finishing / my thesis|{title}|the scarf|the puzzle|the report|my first painting / How does it feel?|What comes next?
    start / started / starting / a course in {l}|{h}|a diary|a new job|therapy|a diet|{title} / What made you begin?|How is it so far?
    help / helped / helping / {n} with the move|my neighbour|my sister with her homework|{n} in the garden|a stranger / Was it a lot of work?|How did it go?
    watch / watched / watching / {title}|the stars|the birds in the garden|a match with {n}|the sunset|an old film / How was it?|What did you like about it?
    learn / learned / learning / a new song|to swim|to bake bread|how to knit|ten words of {l}|to play chess / Was it hard?|What do you want to learn next?
    organise / organised / organising / a party for {n}|the photos|a picnic|the cellar|a trip to {c} / Is it all ready?|Who is helping you?
    book / booked / booking / a flight to {c}|a table for two|a room in {c}|tickets for a concert|a course in {h} / When is it?|Are you looking forward to it?
    bake / baked / baking / bread|a cake for {n}|cookies|an apple pie|pizza / How did it turn out?|Who gets the first piece?
    break / broke / breaking / a glass|my favourite cup|the vase from {n}|my glasses|my arm / How did that happen?|Can it be fixed?
    forget / forgot / forgetting / {n}'s birthday|the keys|my umbrella in the train|an appointment|my password / What did you do then?|Was it bad?
    send / sent / sending / a parcel to {n}|a card to my aunt|flowers to {n}|the application|photos to {n} / Has there been an answer?|What did you write?
    walk / walked / walking / through the forest|along the river|home in the rain|to {c}|with {n} by the sea|around the lake / Did it do you good?|What did you see?
    drive / drove / driving / to {c}|{n} to the airport|through the snow|to the sea|all night / How was the journey?|Are you tired?
    play / played / playing / chess with {n}|cards|the {i}|football with the kids|{title} with {n}|table tennis / Who won?|Did you have fun?
    pack / packed / packing / my suitcase|boxes for the move|a picnic|presents for {n} / Is it all done?|What are you looking forward to?
    wash / washed / washing / the car|the curtains|the dog|all my jumpers / Was it a lot of work?|What will you do now?
    invite / invited / inviting / {n} for dinner|{n} and {n2}|the neighbours|my whole team / What will you cook?|What made you think of it?
    adopt / adopted / adopting / a {an}|an old cat|two rabbits|a {an} called {p} / How is the first day?|What is it like?
    order / ordered / ordering / {f}|a book about {h}|new glasses|a lamp|seeds for the garden / When will it come?|What made you choose that?
    cancel / cancelled / cancelling / the trip to {c}|dinner with {n}|my gym membership|the appointment / How do you feel about that?|What was the reason?
    join / joined / joining / a choir|a book club|a {h} group|the gym|a language class / How do you like the people?|What made you join?
    """)
]
_WHEN = lines("""
    today
    yesterday
    this morning
    last night
    on {d}
    last week
    at the weekend
    with a friend
    after work
    before lunch
""")
_COMMENTS = lines("""
    [How nice|That sounds good|Nice|Oh, nice]!
    [That's something|Not bad|Well done]!
    [I like that|I can picture it|That's good to hear].
    [How interesting|I see|Thank you for telling me].
    That [takes time|is no small thing|must have been something].
""")
_SAD = ("lose", "break", "forget", "cancel")
_SORRY = lines("""
    [Oh no|Oh dear|How annoying|That's a pity].
    I'm sorry [to hear that|about that].
""")


def filled(rng: random.Random, text: str) -> str:
    slots = {
        "n": s.first_name(rng, rng.random() < 0.5), "n2": s.first_name(rng, rng.random() < 0.5), "t": pick(rng, s.THINGS[:40]), "a": "a", "c": s.city(rng),
        "f": pick(rng, s.FOODS), "h": pick(rng, s.HOBBIES), "l": pick(rng, s.LANGUAGES), "title": s.title(rng), "i": pick(rng, s.INSTRUMENTS),
        "an": pick(rng, s.ANIMALS), "p": s.pet_name(rng), "d": pick(rng, s.DAYS),
    }
    return expand(rng, text, slots)


def activity_fact(rng: random.Random) -> Fact:
    """What the user did, as something that can be asked for later."""
    base, past, _, objects, asks = pick(rng, VERBS)
    thing = filled(rng, pick(rng, objects.split("|")))
    who = base in ("visit", "meet", "call", "help", "invite") and thing[:1].isupper()
    asked = "who" if who else "where" if base in ("walk", "drive") else "what"
    how = {"know": f"{asked} you {past}"}
    did = Attribute(
        "did", "events", lambda rng: "",
        [f"I {past} {{v}}[ today| yesterday| this morning| last week| on Sunday|]", f"[today|yesterday|last night|at the weekend] I {past} {{v}}", f"I've just {past} {{v}}" if past.endswith("ed") else f"I {past} {{v}}"],
        [f"the user {past} {{v}}"],
        [f"{asked} did I {base}", f"{asked} was it that I {past}", f"do you [know|remember] {asked} I {past}", f"can you tell me {asked} I {past}", f"what did I tell you that I {past}" if asked == "what" else f"{asked} did I {base}"],
        f"you {past} {{v}}",
        [f"{asked} you {past}"],
        ack=[f"you {past} {{v}}, [I see|nice|all right]. {question}" for question in asks.split("|")] if base not in _SAD else [])
    return Fact(did, how, f"user {base}", thing)


def activity(rng: random.Random) -> tuple[str, str]:
    """What the user did, does or wants to do, and an answer that takes it up and asks one question."""
    base, past, gerund, objects, asks = pick(rng, VERBS)
    thing = filled(rng, pick(rng, objects.split("|")))
    theirs = thing.replace("my ", "your ")
    shape = rng.random()
    sad = base in _SAD
    comment = expand(rng, pick(rng, _SORRY if sad else _COMMENTS))
    asked = pick(rng, asks.split("|"))
    if shape < 0.62 or sad:
        when = " " + filled(rng, pick(rng, _WHEN)) if rng.random() < 0.45 else ""
        said = f"I {pick(rng, ('', '', 'just ', 'finally '))}{past} {thing}{when}"
        echo = f"you {past} {theirs}"
    elif shape < 0.8:
        said = expand(rng, f"I[ want|'d like|'m going|'m planning|'m thinking about it: I want] to {base} {thing}[ soon| tomorrow| this week| next month|]")
        echo = f"you want to {base} {theirs}"
        asked = pick(rng, ("When will you do it?", "What made you think of it?", "Are you looking forward to it?", "What do you need for it?", "Will somebody help you?"))
    else:
        said = f"I'm {gerund} {thing}" + pick(rng, (" right now", " today", " at the moment", ""))
        echo = f"you're {gerund} {theirs}"
        asked = pick(rng, ("How is it going?", "Are you enjoying it?", "Is it a lot of work?", "How long have you been at it?"))
    said = articles(capital(said)) + pick(rng, (".", ".", ".", "!", ""))
    reply = pick(rng, (f"{comment} {capital(echo)}. {asked}", f"{capital(echo)}, {_soft(comment)} {asked}", f"{comment} {asked}", f"So {echo}. {asked}", f"{comment} So {echo}. {asked}"))
    return said, articles(reply)


def _soft(comment: str) -> str:
    """A comment inside a sentence."""
    return comment if comment.startswith("I") and comment[1:2] in " '" else comment[:1].lower() + comment[1:]
