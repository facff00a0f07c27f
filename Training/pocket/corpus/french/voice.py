# SPDX-License-Identifier: Apache-2.0
"""French mechanics: one clause in three voices, elision, contraction, agreement, and hurried typing.

A clause is written once. `{je} {ai} perdu {mes} clés` is said by the user (*j'ai perdu mes clés*), told by Hearth
(*tu as perdu tes clés*) and noted in memory (*l'utilisateur a perdu ses clés*). Where a verb is irregular its three
forms stand in brackets, `{je} [bois|bois|boit]`; `~` is the *s* of *tu* alone: `{je} aime~`;
`{ma:sœur}` opens a clause, and is *la sœur de l'utilisateur* when noted.
"""
import random
import re
import unicodedata
from collections.abc import Callable

SAID, TOLD, NOTED = 0, 1, 2

PERSONS = {
    "je": ("je", "tu", "l'utilisateur"),
    "j": ("je", "tu", "il"),
    "me": ("me", "te", "se"),
    "moi": ("moi", "toi", "lui"),
    "mon": ("mon", "ton", "son"),
    "ma": ("ma", "ta", "sa"),
    "mes": ("mes", "tes", "ses"),
    "notre": ("notre", "votre", "leur"),
    "nos": ("nos", "vos", "leurs"),
    "ai": ("ai", "as", "a"),
    "suis": ("suis", "es", "est"),
    "vais": ("vais", "vas", "va"),
    "fais": ("fais", "fais", "fait"),
    "dois": ("dois", "dois", "doit"),
    "peux": ("peux", "peux", "peut"),
    "veux": ("veux", "veux", "veut"),
    "avais": ("avais", "avais", "avait"),
    "prends": ("prends", "prends", "prend"),
    "mets": ("mets", "mets", "met"),
}

MUTE = (
    "homme histoire habitude hiver hier hôpital hôpit hôtel huile humeur herbe heure heureu habit horaire honnête humain"
    " humour huître hélène henri hortense honor horloge horreur horrible hirondelle héberg hésit héritag humid haleine"
    " harmon hypoth hélicopt hebdo hallu humble hommage horizon hospitali hectare"
).split()
VOWEL = "aeiouàâäéèêëîïôöùûüœæ"
ELIDED = re.compile(
    r"(?<![\w'’-])(jusque|lorsque|puisque|quoique|que|de|le|la|je|me|te|se|ne)\s+(?=(\w+))", re.IGNORECASE
)
CONTRACTED = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}
UNELIDED = ("onze", "onzième", "huit", "oui", "ouistiti", "yaourt", "uns", "hui")


def opens_with_vowel(word: str) -> bool:
    """Whether articles and *de* elide before this word: vowels, a mute h, and y before a consonant."""
    lower = word.lower()
    if lower.startswith(UNELIDED):
        return False
    if lower[:1] in VOWEL:
        return True
    if lower[:1] == "y":
        return len(lower) == 1 or lower[1] not in VOWEL
    return lower.startswith(tuple(MUTE))


def elide(text: str) -> str:
    """Writes *l'ami*, *d'Alice*, *qu'il*, *s'il*, *c'est* wherever the full words met."""

    def shortened(match: re.Match) -> str:
        word, following = match.group(1), match.group(2)
        return word[:-1] + "'" if opens_with_vowel(following) else match.group(0)

    text = ELIDED.sub(shortened, text)
    text = re.sub(r"(?<![\w'’-])([Ss])i (?=ils?\b)", r"\1'", text)
    return re.sub(r"(?<![\w'’-])([Cc])e (?=es[t]\b|étai)", r"\1'", text)


def of(noun: str) -> str:
    """*de* before a noun phrase: *du frère*, *des voisins*, *de la sœur*, *d'Alice*."""
    return _contracted("de", noun)


def to(noun: str) -> str:
    """*à* before a noun phrase: *au frère*, *aux voisins*, *à l'ami*."""
    return _contracted("à", noun)


def _contracted(preposition: str, noun: str) -> str:
    for article in ("le", "les"):
        if noun.startswith(article + " "):
            return CONTRACTED[f"{preposition} {article}"] + noun[len(article) :]
    return elide(f"{preposition} {noun}")


def article(noun: str, gender: str) -> str:
    """*le*, *la* or *l'* with the noun."""
    return elide(("le " if gender == "m" else "la ") + noun)


def indefinite(noun: str, gender: str) -> str:
    """*un* or *une* with the noun."""
    return ("un " if gender == "m" else "une ") + noun


def possessive(noun: str, gender: str, person: int = SAID) -> str:
    """*mon*, *ma*, *ton* … with the noun; feminine nouns that open with a vowel take *mon*."""
    feminine = gender == "f" and not opens_with_vowel(noun)
    return PERSONS["ma" if feminine else "mon"][person] + " " + noun


def _possessed(form: str, noun: str, person: int) -> str:
    """`{ma:sœur}` is *ma sœur*, *ta sœur*, *la sœur de l'utilisateur*; `{mon:f amie}` is *mon amie*, *l'amie de …*."""
    gender = "f" if form == "ma" or noun.startswith("f ") else "m"
    noun = noun.removeprefix("f ")
    if person != NOTED:
        return f"{PERSONS[form][person]} {noun}"
    return ("les " + noun if form == "mes" else article(noun, gender)) + " de l'utilisateur"


def voice(clause: str, person: int) -> str:
    """The clause as the user says it, as Hearth tells it back, or as memory notes it."""
    clause = re.sub(r"\[([^|\]]*)\|([^|\]]*)\|([^\]]*)\]", lambda match: match.group(person + 1), clause)
    clause = re.sub(r"\{(mon|ma|mes):([^}]*)\}", lambda match: _possessed(match.group(1), match.group(2), person), clause)
    clause = clause.replace("~", "s" if person == TOLD else "")
    clause = re.sub(r"\{(\w+)\}", lambda match: PERSONS[match.group(1)][person], clause)
    if person == NOTED:
        clause = re.sub(r"(?<=de l'utilisateur) ([A-ZÀÉÈÎÔ][\w-]+) (?=[a-zé])", r", \1, ", clause)
    return elide(clause)


def sentence(text: str, stop: str = ".") -> str:
    """A capital at the front, and a stop at the end unless there is one."""
    text = text.strip()
    text = text[:1].upper() + text[1:]
    return text if text[-1:] in ".!?…»" else text + stop


def spaced(text: str) -> str:
    """A space before the marks that French sets apart, where a template has lost it."""
    return re.sub(r"(?<! )([!?;:])", r" \1", text)


def uncapital(text: str) -> str:
    return text[:1].lower() + text[1:]


def plain(text: str) -> str:
    """The text without accents, letter by letter."""
    stripped = "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c))
    return stripped.replace("œ", "oe").replace("Œ", "Oe")


def hurry(rng: random.Random) -> Callable[[str], str]:
    """How somebody in a hurry types: a function to put over a message and, alike, over a quote from it."""
    steps = []
    if rng.random() < 0.8:
        steps.append(str.lower)
    if rng.random() < 0.6:
        steps.append(plain)
    if rng.random() < 0.4:
        steps.append(lambda text: re.sub(r"(?<=\w), ", " ", text))
    if rng.random() < 0.25:
        steps.append(lambda text: re.sub(r"\b([jcldmtsn]|qu)'", r"\1", text, flags=re.IGNORECASE))

    def typed(text: str) -> str:
        for step in steps:
            text = step(text)
        return text

    return typed


def typed(text: str, rng: random.Random, share: float = 0.2) -> str:
    """A user's message, sometimes in a hurry and without its last stop."""
    if rng.random() >= share:
        return text
    text = hurry(rng)(text)
    return text.rstrip(" .?!") if rng.random() < 0.6 else text
