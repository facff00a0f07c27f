# SPDX-License-Identifier: Apache-2.0
"""How English is put around a fact: openers, questions, typing habits, and ways of not knowing."""
import os
import random
import re

from .. import replies
from ..conversation import Conversation
from ..template import capital, expand, lines, pick, sentence

PLAIN_REPLIES = replies.read(os.path.join(os.path.dirname(__file__), "replies.txt"))
OPENERS = lines("""
    by the way,
    oh,
    so,
    you know,
    guess what:
    just so you know,
    I wanted to tell you something:
    did I mention it?
    for the record,
    one more thing:
    today I can tell you:
    well,
    okay so
    I think I told nobody yet, but
    something you should know:
    hey,
    also,
    and
    news:
    please remember:
    don't forget:
    fun fact:
""")
CLOSERS = lines("""
    , you know
    , by the way
    , believe it or not
    , just so you know
    , as it happens
    , I think I said that before
    , finally
    , thankfully
    , which is [nice|great|funny|a bit odd]
    , and I'm [happy|glad|curious] about it
    , if you want to know
""")
# Said before or after the fact and about nothing that is asked later.
ASIDES = lines("""
    it [rained|snowed|was windy|was sunny] [all day|all morning|this morning|again]
    the [bus|train|tram] was [late|full|early] [again|today|]
    I [just had|am drinking] a [coffee|cup of tea|glass of water]
    what a [day|week|morning|night]
    I can't believe it's already [evening|autumn|the weekend|Monday again]
    the [neighbours|kids next door|people upstairs] are [loud|quiet] today
    [sorry|excuse me] for the [long message|typos|rambling]
    I [slept|worked|walked] a lot [today|yesterday]
    [the weather is|it is] [lovely|terrible|so-so|grey|warm] today
    I should [go to bed|get up|eat something|go outside] soon
    I'm [sitting in the kitchen|on the sofa|at my desk|on the balcony|in the park] right now
    nothing special [happened|is planned] otherwise
    [time flies|life is funny|that's how it goes|it is what it is]
    I [cleaned|tidied] the [flat|kitchen|bathroom] [this morning|yesterday|]
    [anyway|well], that's [it|all] [for now|from me|]
    I hope you're [fine|well] in there
    there was a [funny|long|strange] queue at the [bakery|post office|supermarket]
    I [forgot|found] my [hat|scarf|bag] on the [bus|train]
    we [laughed|talked|argued] [a lot|for hours|a little]
    the [soup|coffee|bread] was [good|cold|too salty]
    my phone [was empty|fell down|kept ringing]
    someone is [mowing the lawn|drilling|practising the trumpet] outside
""")
QUESTION_OPENERS = lines("""
    hey,
    tell me,
    quick question:
    by the way,
    remind me,
    one question:
    so,
    okay,
    now,
    I forgot:
    help me out:
    let me test you:
    wait,
    hm,
    and
    sorry,
    do you remember?
    just checking:
""")


# What answers Hearth's last question, in front of one of the user's own.
REPLIES = lines("""
    [yes|yeah|yep|sure|of course|definitely|absolutely|certainly|I think so|I guess so|kind of|a bit|maybe|perhaps|probably|hopefully|I hope so]
    [no|nope|not really|not yet|not at all|I don't think so|hardly|never mind|not that I know|nothing special|nothing much|no, thanks]
    [it is|it was|it does|it did|they are|they were|he is|she was|I am|I do|I did|I will|I have|we did|we will]
    [it isn't|it wasn't|it didn't|they aren't|I'm not|I don't|I didn't|I won't|I haven't|we didn't]
    [fine|good|great|okay|ok|all right|lovely|perfect|nice|cool|wow|oh well|never mind|too bad]
    [thanks|thank you|thank you, that's kind|that helps|you're right|exactly|true|right|haha|lol]
    [good idea|great idea|that's a thought|that's a good point], I'll [try that|do that|think about it|do it tomorrow|give it a go|ask them]
    I'll [do it|call them|ask|go|rest a bit|make some tea|write it down|see|try|manage|tell you later] [tonight|tomorrow|later|soon|in a minute|after work|]
    [everything|nothing|all of it|most of it|the food|the people|the quiet|the noise|the waiting|the first day|the stairs|the silence|the music|my friends|the sea|mostly the weather]
    [getting up|talking to strangers|being alone|speaking in front of everyone|not knowing|the early hours|saying goodbye|being late|starting over|seeing them all again]
    [a little tired|quite well|so-so|much better|a bit nervous|happy, actually|excited|relieved|sad, to be honest|the same as ever]
    [with my family|with friends|alone, I think|together with the others|at home|in the garden|in the kitchen|outside|by train|on foot]
    [for years|since school|not long|a while ago|last week|just now|every day|now and then|only at weekends|all my life]
    [I can't say|I don't know|hard to say|no idea|who knows|we'll see|it depends|not sure|let's see|time will tell]
    [it's a long story|I'd rather not say|let's talk about that later|that's all for now|enough of that|but that's not important]
    [it was|it is] [wonderful|terrible|a lot of fun|a bit boring|too loud|very long|worth it|quiet|cold|better than last time]
    [we laughed a lot|we talked for hours|nobody came|it rained the whole time|it went well|it went badly|I nearly fell asleep|I had to smile|everybody was happy]
    [I cooked|I read a bit|I slept|I went for a walk|I stayed in|I cleaned up|I watched the rain|I did nothing at all]
""")


WONDERING = lines("""
    I [forgot|can't remember|don't remember] {w}.
    [can|could] you [tell|remind] me {w}?
    [do you|do you still] [know|remember] {w}?
    [any idea|do you happen to know] {w}?
    [tell|remind] me {w}.
    did I [ever|] tell you {w}?
    [have I told|did I tell] you {w}?
    I wonder if you know {w}.
    what do you know about this: {w}?
    {w}?
    and {w}?
    say, {w}?
    I'd like to know {w}.
""")


def wondering(rng: random.Random, clause: str) -> str:
    """An indirect question about a clause such as "what my sister is called"."""
    return typed(rng, capital(expand(rng, pick(rng, WONDERING), {"w": clause})))


def question(rng: random.Random, text: str) -> str:
    """A question as people type it."""
    if rng.random() < 0.25:
        text = pick(rng, QUESTION_OPENERS) + " " + text
    if rng.random() < 0.08:
        text += pick(rng, (", do you know", ", remember", " again", ", please", ", can you tell me"))
    mark = "?" if not text.startswith(("tell me my", "tell me {")) or rng.random() < 0.5 else "."
    return typed(rng, behind(rng, capital(text) + mark))


def behind(rng: random.Random, asked: str) -> str:
    """One question of five stands behind an answer to what Hearth asked."""
    if rng.random() >= 0.2:
        return asked
    reply = expand(rng, pick(rng, REPLIES))
    return (capital(reply) if rng.random() < 0.9 else reply) + pick(rng, (". ", ". ", ". ", "! ")) + asked


UPDATES = lines("""
    actually, {c}
    correction: {c}
    no wait, {c}
    things have changed: {c}
    change of plan: {c}
    sorry, I got that wrong: {c}
    I made a mistake earlier, {c}
    update: {c} now
    it's different now: {c}
    scratch that, {c}
    they changed it: {c}
    forget what I said, {c}
    since yesterday {c}
""")


def updating(rng: random.Random, clause: str) -> str:
    """A message that says what holds from now on."""
    return typed(rng, capital(expand(rng, pick(rng, UPDATES), {"c": clause})) + ".")


def telling(rng: random.Random, clauses: list[str]) -> str:
    """Several clauses in one message, with things said around them."""
    parts: list[str] = []
    for clause in clauses:
        if rng.random() < 0.22:
            parts.append(sentence(expand(rng, pick(rng, ASIDES))))
        if rng.random() < 0.25:
            clause = pick(rng, OPENERS) + " " + clause
        elif rng.random() < 0.1:
            clause += expand(rng, pick(rng, CLOSERS))
        if parts and rng.random() < 0.18 and not parts[-1].endswith(("?", "!")):
            parts[-1] = parts[-1].rstrip(".") + pick(rng, (" and ", ", and ", ", but ", "; ")) + clause + "."
        else:
            parts.append(sentence(clause))
    if rng.random() < 0.2:
        parts.append(sentence(expand(rng, pick(rng, ASIDES))))
    return typed(rng, " ".join(parts))


def typed(rng: random.Random, text: str) -> str:
    """Most people type as taught; some drop capitals, marks or letters."""
    if rng.random() < 0.86:
        return text
    shape = rng.random()
    if shape < 0.3:
        return text.rstrip(".?!")
    if shape < 0.55:
        return text[:1].lower() + text[1:].rstrip(".?")
    if shape < 0.75:
        return text.replace("'", "").rstrip(".?!")
    if shape < 0.85:
        return text.lower().rstrip(".")
    return slipped(rng, text)


def slipped(rng: random.Random, text: str) -> str:
    """Two letters swapped or one lost, in a word in lower case, so that names stay as they are."""
    words = [match for match in re.finditer(r"\b[a-z]{5,}\b", text)]
    if not words:
        return text
    word = pick(rng, words)
    at = rng.randint(word.start() + 1, word.end() - 3)
    return text[:at] + (text[at + 1] + text[at] + text[at + 2:] if rng.random() < 0.5 else text[at + 1:])


NOT_KNOWN = "I don't know that yet. Will you tell me?"  # always the same words, so that only whether it is known is to be learned


ACKS = lines("""
    Thank you for telling me[, I'll remember that|]. {q}
    [Good to know|Noted|All right|I see|Got it], I'll keep that in mind. {q}
    [That's nice to hear|How interesting|How nice|I'm glad you told me]. {q}
    [I'll remember that|I'll keep it in mind|I won't forget it]. {q}
    [Okay|Thanks|Thank you]! {q}
""")
ACK_QUESTIONS = lines("""
    What else is on your mind?
    How do you feel about it?
    How is your day otherwise?
    Is there more to tell?
    What's next for you today?
    Do you want to tell me more?
    What else should I know?
    How are you today?
""")


def acknowledged(rng: random.Random) -> str:
    asked = pick(rng, ACK_QUESTIONS) if rng.random() < 0.7 else ""
    return expand(rng, pick(rng, ACKS), {"q": asked})


def reply(rng: random.Random, talk: Conversation, said: str) -> str:
    """What Hearth answers to what it is told, and has not answered before."""
    return replies.reply(rng, PLAIN_REPLIES, said, [message["content"] for message in talk.messages])
