# SPDX-License-Identifier: Apache-2.0
"""What the user says, as Hearth says it back ("you work") and as memory holds it ("the user works"): the same words but for the person."""
import re

_YOU = {"i": "you", "i'm": "you're", "i've": "you've", "i'd": "you'd", "i'll": "you'll", "me": "you", "my": "your", "mine": "yours", "myself": "yourself",
        "we": "you", "we're": "you're", "we've": "you've", "we'd": "you'd", "we'll": "you'll", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves"}
_THEY = {"i": "they", "i'm": "they're", "i've": "they've", "i'd": "they'd", "i'll": "they'll", "me": "them", "my": "their", "mine": "theirs", "myself": "themselves",
         "we": "they", "we're": "they're", "we've": "they've", "we'd": "they'd", "we'll": "they'll", "us": "them", "our": "their", "ours": "theirs", "ourselves": "themselves"}
_USER = _THEY | {"i": "the user", "i'm": "the user is", "i've": "the user has", "i'd": "the user would", "i'll": "the user will", "me": "the user", "my": "the user's",
                 "we": "the user", "we're": "the user is", "we've": "the user has", "we'd": "the user would", "we'll": "the user will", "us": "the user", "our": "the user's"}
_BE = {"you": {"am": "are", "was": "were"}, "they": {"am": "are", "was": "were"}, "the user": {"are": "is", "am": "is", "were": "was"}}
_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "don't": "doesn't", "haven't": "hasn't", "am": "is", "are": "is", "were": "was"}
# What does not change with the person: auxiliaries, and past forms that do not end in -ed.
_UNCHANGED = frozenset("""can could will would should must may might can't cannot couldn't won't wouldn't shouldn't didn't wasn't had hadn't did used was is has does
ate bought broke brought built burnt came caught chose cut drank drew drove dreamt fell felt flew forgot found fought gave got grew heard held hid hit hurt kept knew lay learnt led left
lent let lit lost made meant met overslept paid put quit ran rang read rode rose said sang sat saw sent set shot slept sold sowed spent spoke stole stood stuck swam swept taught threw
thought told took tore understood upset went woke won wore wove wrote began became bit blew bound bred cost dealt dug fed froze hung knelt knit laid leapt rebuilt sank sewed shook shut slid
spilt split spread sprang stung struck swore wept withdrew""".split())
# What may stand between the subject and its verb.
_ADVERBS = frozenset("""just never always really usually often also still finally only now once already almost recently actually sometimes mostly even both all secretly
totally rarely definitely probably hardly simply long first first, no longer certainly honestly truly mainly normally""".split())
_WORD = re.compile(r"[A-Za-z]+(?:['’][A-Za-z]+)*|[^A-Za-z]+")


def second(clause: str) -> str:
    """ "I'm painting my bike" as "you're painting your bike\""""
    out, before = [], ""
    for word in _WORD.findall(clause):
        low = word.lower()
        if low in _YOU and not _roman(word, before):
            word = _YOU[low]
        elif before in ("i", "we", "and i") and low in _BE["you"]:
            word = _BE["you"][low]
        out.append(word)
        if word[:1].isalpha():
            before = low
    return "".join(out)


def third(clause: str) -> str:
    """ "I paint my bike" as "the user paints their bike\""""
    out: list[str] = []
    before, named, verb = "", False, False
    for word in _WORD.findall(clause):
        low = word.lower()
        if not word[:1].isalpha():
            out.append(word)
            continue
        if low in _USER and not _roman(word, before):
            verb = low in ("i", "we") and not named
            plural = low in ("i", "we") and named
            word = (_THEY if named else _USER)[low]
            named = True
            before = "they" if plural else low
            out.append(word)
            continue
        if verb and low not in _ADVERBS:
            word, verb = inflected(low, word), False
        elif before == "they" and low in _BE["they"]:
            word = _BE["they"][low]
        out.append(word)
        before = low
    return "".join(out)


def inflected(low: str, word: str) -> str:
    """A verb behind "the user"."""
    if low in _IRREGULAR:
        return _IRREGULAR[low]
    if low in _UNCHANGED or low.endswith("ed") and low not in ("need", "feed", "breed", "speed", "exceed"):
        return word
    if low.endswith(("s", "sh", "ch", "x", "z", "o")):
        return word + "es"
    return word[:-1] + "ies" if low.endswith("y") and low[-2:-1] not in "aeiou" else word + "s"


def yours(memory: str) -> str:
    """What memory holds, as Hearth tells it: "the user's sister" is "your sister", "the user plays" is "you play"."""
    text = re.sub(r"\b([Tt])he user's\b", lambda match: "Your" if match.group(1) == "T" else "your", memory)
    text = re.sub(r"(?:(?<=^)|(?<=because )|(?<=that )|(?<=when ))([Tt])he user ((?:\w+ )?)([\w']+)", _spoken_to, text)
    text = re.sub(r"\b([Tt])he user\b", lambda match: "You" if match.group(1) == "T" else "you", text)
    return re.sub(r"\b(their|they|them|themselves|they're)\b", lambda match: {"their": "your", "themselves": "yourself", "they're": "you're"}.get(match.group(1), "you"), text)


def _spoken_to(match: re.Match) -> str:
    you, adverb, verb = "You" if match.group(1) == "T" else "you", match.group(2), match.group(3)
    if adverb and adverb.strip() not in _ADVERBS:
        return f"{you} {_bare(adverb.strip())} {verb}"
    return f"{you} {adverb}{_bare(verb)}"


def _bare(verb: str) -> str:
    """A verb without the ending of the third person."""
    known = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "doesn't": "don't", "hasn't": "haven't", "isn't": "aren't", "wasn't": "weren't"}
    if verb in known:
        return known[verb]
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("shes", "ches", "sses", "xes", "zes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def _roman(word: str, before: str) -> bool:
    """Whether an "I" counts and is no pronoun."""
    return word == "I" and before in ("part", "henry", "volume", "chapter", "world")
