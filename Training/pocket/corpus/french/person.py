# SPDX-License-Identifier: Apache-2.0
"""What the user says, as Hearth says it back (*tu travailles*) and as memory holds it (*l'utilisateur travaille*): the same words but for the person."""
import re

from .voice import elide, opens_with_vowel

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|\W|\d+|_")
_PARTICLES = frozenset("ne n me m te t le la les l lui leur y en".split())
_TOLD = {"me": "te", "m": "t", "moi": "toi", "mon": "ton", "ma": "ta", "mes": "tes", "notre": "votre", "nos": "vos", "nous": "vous",
         "mien": "tien", "mienne": "tienne", "miens": "tiens", "miennes": "tiennes", "moi-même": "toi-même", "nous-mêmes": "vous-mêmes"}
_NOTED = {"me": "se", "m": "s", "moi": "lui", "mon": "son", "ma": "sa", "mes": "ses", "notre": "leur", "nos": "leurs",
          "mien": "sien", "mienne": "sienne", "miens": "siens", "miennes": "siennes", "moi-même": "lui-même"}
_TU = {"suis": "es", "ai": "as", "vais": "vas"}
_IL = {"suis": "est", "ai": "a", "vais": "va", "peux": "peut", "veux": "veut", "vaux": "vaut"}
# Of "on", who are the user and others: the verbs whose ending does not tell, then the endings, the longest first where one ends in another.
_VOUS = {"a": "avez", "est": "êtes", "va": "allez", "doit": "devez", "veut": "voulez", "peut": "pouvez", "boit": "buvez", "lit": "lisez", "relit": "relisez", "vit": "vivez", "sait": "savez",
         "suit": "suivez", "poursuit": "poursuivez", "fuit": "fuyez", "dit": "dites", "redit": "redites", "rit": "riez", "sourit": "souriez", "suffit": "suffisez", "coud": "cousez", "tait": "taisez",
         "meurt": "mourez", "achète": "achetez", "rachète": "rachetez", "révèle": "révélez"}
_ENDINGS = (("prend", "prenez"), ("met", "mettez"), ("bat", "battez"), ("tient", "tenez"), ("vient", "venez"), ("dort", "dormez"), ("sert", "servez"), ("ourt", "ourez"), ("fait", "faites"), ("connaît", "connaissez"),
            ("ssoit", "sseyez"), ("çoit", "cevez"), ("oit", "oyez"), ("crit", "crivez"), ("uit", "uisez"), ("erdit", "erdisez"), ("redit", "redisez"), ("eint", "eignez"), ("aint", "aignez"), ("oint", "oignez"),
            ("geait", "giez"), ("çait", "ciez"), ("ait", "iez"), ("it", "issez"), ("art", "artez"), ("ort", "ortez"), ("ent", "entez"), ("d", "dez"), ("ra", "rez"),
            ("jette", "jetez"), ("ppelle", "ppelez"), ("ève", "evez"), ("ène", "enez"), ("èle", "elez"), ("ème", "emez"), ("èse", "esez"), ("aie", "ayez"), ("oie", "oyez"), ("uie", "uyez"), ("e", "ez"))
# What may stand between a verb of "on" and the infinitive of what they do to themselves.
_BETWEEN = r"(?: (?:pas|plus|jamais|tous|toutes|toujours|bien|de|à|par|fini|décidé|prévu|réussi|commencé|appris|voulu|pu|dû|failli|promis|choisi|essayé))*"
_OURS = re.compile(r"(?<!\bentre )(?<!\bchez )(?<!\bpour )(?<!\bavec )\b([Nn])ous ((?:(?:ne|qui|y|en|les?|la|lui|leur|nous) |[nl]')*)([a-zéèêàâîôûç]+(?:ons|mmes))\b")
_WE = {"sommes": "êtes", "faisons": "faites", "refaisons": "refaites", "disons": "dites", "redisons": "redites"}
# "Je suis" of *suivre*.
_FOLLOWS = re.compile(r"\bsuis (?=(?:un|une|des|le|la|les|mon|ma) (?:cours|régime|traitement|formation|stage|série|thérapie|atelier|rééducation|chaîne|match|leçon))")
# A noun phrase behind "mon": adjectives before it, the noun, what tells it from others.
_OWNED = re.compile(r"\b(mon|ma|mes) ((?:(?:meilleure?|petite?|grande?|gros|grosse|ancien|ancienne|premier|première|dernier|dernière|nouvel|nouvelle|nouveau|vieil|vieille|vieux|jeune|deux|trois|"
                    r"futur|future|beau|belle|vrai|vraie|seul|seule|propre|ex)s? )*[^\W\d_]+(?:[-'][^\W\d_]+)*(?: (?:aîné|aînée|cadet|cadette|jumeau|jumelle|noir|noire|blanc|blanche|gris|grise|roux|rousse|rouge|bleu|bleue|vert|verte|"
                    r"gauche|droit|droite|principal|principale|préféré|préférée|maternel|maternelle|paternel|paternelle|électrique|adoptif|adoptive)s?\b)*"
                    r"(?: (?:de |d'|du )(?:la |l')?[a-zéèêàâîôûç]+(?: de [a-zéèê]+)?)?)")
_NAME = re.compile(r"(?<=de l'utilisateur) ([A-ZÀÉÈÎÔ][\w-]+) (?=[a-zé])")


def second(clause: str) -> str:
    """*je promène mon chien* as *tu promènes ton chien*"""
    clause = re.sub(r"(?<![-\w])([Oo])n (?!me |nous |te )((?:ne |n'|y |en )*)(se |s')?((?:ne |n'|y |en |les? |la |l'|leur |lui )*)([a-zéèêàâîôûç]+(?:-[a-zéèêàâîôûç]+)*)(" + _BETWEEN + r" (?:se |s')(?=[a-zéèêàâîôûç]+(?:er|ir|re)\b))?", _vous, clause)
    clause = re.sub(r"(?i)(?<=qu)'(?=vous )", "e ", _OURS.sub(_ours, clause))
    return _changed(clause, _TOLD, "tu", _tu)


def _vous(match: re.Match) -> str:
    verb = match.group(5)
    known = _VOUS.get(verb) or next((verb[: -len(ending)] + new for ending, new in _ENDINGS if verb.endswith(ending)), None)
    if not known:
        return match.group(0)
    known = re.sub(r"è(?=[^aeiouy]+ez$)", "é", known)
    themselves = re.sub(r"se $|s'$", "vous ", match.group(6) or "")
    return ("V" if match.group(1) == "O" else "v") + "ous " + match.group(2) + ("vous " if match.group(3) else "") + match.group(4) + known + themselves


def _ours(match: re.Match) -> str:
    verb = match.group(3)
    return ("V" if match.group(1) == "N" else "v") + "ous " + re.sub(r"\bnous\b", "vous", match.group(2)) + (_WE.get(verb) or re.sub("(?<=g)e?$", "", verb[:-3].replace("ç", "c")) + "ez")


def third(clause: str) -> str | None:
    """*je promène mon chien* as *l'utilisateur promène son chien*; nothing where "me" is not the subject's own, or "on" is said."""
    bare = re.sub(r"\b(?:je (?:ne |n')?|j'|que je )(?:me |m')", "je ", clause)
    if re.search(r"\b(me|nous|moi|on)\b|m'", bare, re.IGNORECASE):
        return None
    owned = _OWNED.search(clause)
    subject = re.search(r"\b(je|j'|j)\b", clause)
    if owned and (subject is None or owned.start() < subject.start()):
        # The words of the phrase wait behind a mark, so that nothing in them is taken for another person.
        noun = owned.group(2)
        whose = ("les " if owned.group(1) == "mes" else "l'" if opens_with_vowel(noun) else "le " if owned.group(1) == "mon" else "la ") + noun + " de l'utilisateur"
        before, after = clause[: owned.start()], clause[owned.end():]
        before = re.sub(r"\bde $", "de ", before)
        after = _changed(after, _NOTED, "il", _il)
        text = re.sub(r"\bde le ", "du ", before + whose)
        text = re.sub(r"\bde les ", "des ", text)
        text = re.sub(r"\bà le ", "au ", re.sub(r"\bà les ", "aux ", text))
        return elide(_NAME.sub(r", \1, ", text + after))
    return _changed(clause, _NOTED, "l'utilisateur", _il)


def _tu(verb: str) -> str:
    if verb in _TU:
        return _TU[verb]
    if verb.endswith("rai") and verb != "vrai":
        return verb[:-1] + "s"
    return verb + "s" if verb.endswith("e") else verb


def _il(verb: str) -> str:
    if verb in _IL:
        return _IL[verb]
    if verb.endswith("rai"):
        return verb[:-1]
    if verb.endswith(("ds", "ts", "cs")):
        return verb[:-1]
    return verb[:-1] + "t" if verb.endswith(("s", "x")) else verb


def _changed(clause: str, words: dict[str, str], subject: str, verb) -> str:
    clause = _FOLLOWS.sub("suis\x1f ", clause)
    out: list[str] = []
    waits = False
    for part in _WORD.findall(clause):
        low = part.lower()
        if low in ("je", "j"):
            out.append(subject if low == "je" else subject + " ")
            waits = True
            if subject == "l'utilisateur":
                subject = "il"
            continue
        if low == "'" and out and clause and out[-1].endswith((subject + " ", "l'utilisateur ", "il ", "tu ")) and waits:
            continue
        if part[:1].isalpha():
            if waits and low not in _PARTICLES:
                waits = False
                # A verb with its subject behind it ("ai-je") does not occur in what is told.
                part = verb(part)
            elif low in words and not (low == "m" and len(part) == 1 and part.isupper()):
                part = words[low]
        out.append(part)
    text = "".join(out)
    return elide(re.sub(r"(?<=suis)\x1f", "", re.sub(r"\b(?:es|est)\x1f", lambda match: "suis" if match.group(0)[:2] == "es" and len(match.group(0)) == 3 else "suit", text)))
