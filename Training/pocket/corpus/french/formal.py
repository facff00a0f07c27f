# SPDX-License-Identifier: Apache-2.0
"""Users who say *vous* to Hearth: their *tu* turned into *vous*, where that can be done without fault."""
import random
import re
from functools import wraps

from ..conversation import Conversation, Grammar

FORMS = """
tu te souviens|vous vous souvenez
tu t'en souviens|vous vous en souvenez
te souviens-tu|vous souvenez-vous
tu sais|vous savez
sais-tu|savez-vous
tu connais|vous connaissez
tu peux|vous pouvez
peux-tu|pouvez-vous
tu veux|vous voulez
tu vas bien|vous allez bien
comment tu vas|comment vous allez
tu vois|vous voyez
tu as besoin|vous avez besoin
tu as retenu|vous avez retenu
tu as appris|vous avez appris
tu as de la mémoire|vous avez de la mémoire
tu as des sentiments|vous avez des sentiments
tu es|vous êtes
es-tu|êtes-vous
t'es qui toi|qui êtes-vous
tu fais|vous faites
tu parles|vous parlez
tu comprends|vous comprenez
tu gardes|vous gardez
tu partages|vous partagez
tu envoies|vous envoyez
tu viens|vous venez
viens-tu|venez-vous
tu marches|vous marchez
tu fonctionnes|vous fonctionnez
tu m'espionnes|vous m'espionnez
tu m'aides|vous m'aidez
tu me dis|vous me dites
tu t'appelles|vous vous appelez
t'a créé|vous a créé
t'a fabriqué|vous a fabriqué
t'a entraîné|vous a entraîné
dois-je t'appeler|dois-je vous appeler
tu définirais|vous définiriez
tu en penses|vous en pensez
tu penses|vous pensez
tu te rends compte|vous vous rendez compte
je te dise|je vous dise
je te raconte|je vous raconte
te dire|vous dire
je te l'ai|je vous l'ai
je te dirai|je vous dirai
je te raconterai|je vous raconterai
je te laisse|je vous laisse
t'écrivant|vous écrivant
je t'écris|je vous écris
ce que je te dis|ce que je vous dis
te confier|vous confier
te demander|vous demander
te parler|vous parler
t'écouter|vous écouter
à ton avis|à votre avis
ton avis|votre avis
ton nom|votre nom
ta taille|votre taille
tu le saches|vous le sachiez
tu saches que|vous sachiez que
as-tu|avez-vous
tu te trompes|vous vous trompez
tu me connais|vous me connaissez
tu me fais rire|vous me faites rire
tu ferais|vous feriez
tu te souviendras|vous vous souviendrez
tu oublies|vous oubliez
tu retiens|vous retenez
tu rêves|vous rêvez
tu m'aimes|vous m'aimez
tu t'ennuies|vous vous ennuyez
je t'aime bien|je vous aime bien
tu as vu|vous avez vu
bonjour toi|bonjour à vous
à toi|à vous
et toi|et vous
dis-toi que|dites-vous que
figure-toi que|figurez-vous que
dis-moi|dites-moi
dis,|dites,
rappelle-moi|rappelez-moi
aide-moi|aidez-moi
explique-moi|expliquez-moi
parle-moi|parlez-moi
raconte-moi|racontez-moi
donne-moi|donnez-moi
écris-moi|écrivez-moi
fais-moi|faites-moi
présente-toi|présentez-vous
note bien|notez bien
n'oublie pas que|n'oubliez pas que
retiens que|retenez que
oublie ce que|oubliez ce que
devine quoi|devinez quoi
résume|résumez
définis|définissez
donne une|donnez une
calcule|calculez
attends|attendez
s'il te plaît|s'il vous plaît
"""
# Compiled once: each familiar form between word edges, with its polite one.
TABLE = [
    (re.compile(rf"(?<!\w){re.escape(familiar)}(?!\w)", re.IGNORECASE), polite)
    for familiar, polite in (line.split("|") for line in FORMS.strip("\n").splitlines())
]
FAMILIAR = re.compile(r"\b(?:tu|te|toi|ton|ta|tes)\b|\bt'|\b[a-zé]+-(?:tu|toi)\b", re.IGNORECASE)


def formal(text: str) -> str:
    """The message with *vous*, or as it was where a *tu* would be left over."""
    turned = text
    for familiar, polite in TABLE:
        turned = familiar.sub(lambda match, polite=polite: _capital_as(match.group(0), polite), turned)
    return text if FAMILIAR.search(turned) else turned


def _capital_as(model: str, text: str) -> str:
    return text[0].upper() + text[1:] if model[0].isupper() else text


def sometimes_formal(grammar: Grammar) -> Grammar:
    """The same grammar, with some users who say *vous* throughout."""

    @wraps(grammar)
    def drawn(rng: random.Random) -> Conversation:
        conversation = grammar(rng)
        if conversation.skill not in ("extract", "title") and rng.random() < 0.1:
            for message in conversation.messages:
                if message["role"] == "user":
                    message["content"] = formal(message["content"])
        return conversation

    return drawn
