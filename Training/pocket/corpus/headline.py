# SPDX-License-Identifier: Apache-2.0
"""Titles of conversations: words of the user's that follow one another, so that a title is found and copied, not invented."""
import re

LONGEST = 6  # words
# What a title does not begin or end with.
_EDGES = {
    "en": frozenset("""a an the i i'm i've i'd i'll im ive me my mine myself we we're we've us our you you're your yours he he's she she's it it's its they they're them their his her him this that
that's these those there there's here who who's what what's which when where how why is are was were be been being am do does did don't doesn't didn't have has had haven't hasn't having can can't
could couldn't will won't would wouldn't should shouldn't shall may might must to of in on at by for from with about into onto over under after before since until till during
around through between near as than then so and or but if because while although though not no nor never too also very really just only even still already again almost quite rather pretty
maybe perhaps please thanks thank hi hello hey oh well okay ok yes yeah hm um ah wow so guess know way today tomorrow yesterday now soon later lately finally always often sometimes
usually ever once one's someone somebody something anything nothing everything everyone let let's lot lots bit kind sort much many more most some any all each every both such
think believe say said tell told want wants wanted need needs like liked feel feels get gets got getting go goes went gone going make makes made put take took come came see saw seem seems
honestly actually anyway sorry help question morning evening night day week good great nice dear hearth quick remember remind idea news fact record""".split()),
    "fr": frozenset("""le la les l un une des du de d au aux à a ai as avons avez ont avait avais ait je j tu t il elle on nous vous ils elles me m te se s moi toi lui leur y en mon ma mes ton ta tes son sa ses
notre nos votre vos leurs ce c cet cette ces ça cela ceci qui que qu quoi quel quelle quels quelles dont où quand comment pourquoi combien est es suis sont sommes êtes était étais être été
serai sera serais serait fais fait faire faut dois doit peux peut pouvoir veux veut voudrais vouloir vais va vas allons aller allé ne n pas plus jamais rien personne aucun aucune non oui et ou mais
donc or ni car si parce puisque lorsque comme pour par avec sans sous sur dans chez vers entre depuis pendant avant après jusqu jusque contre très trop bien mal peu beaucoup encore déjà
toujours souvent parfois aussi alors puis enfin ici là voilà voici bref bon bonne bonjour bonsoir salut coucou merci dis dire dit hé oh ah eh haha aujourd hui aujourd'hui hier demain maintenant
bientôt tard tôt matin soir midi nuit jour tout toute tous toutes même autre chose tiens fois sais savoir sait crois croire pense penser trouve sinon fait figure devine attends question hearth petite
rappelle souviens oublié désolé note précise ajoute info propos côté tel telle drôle idée""".split()),
}
_PARTS = {
    "en": re.compile(r"[.!?;:,…\"“”()]+\s*|\s+(?:and|but|because|so|then|while|when|if)\s+", re.IGNORECASE),
    "fr": re.compile(r"[.!?;:,…\"«»()]+\s*|\s+(?:et|mais|parce que|car|donc|puis|quand|si)\s+", re.IGNORECASE),
}


def headline(messages: list[str], language: str) -> str | None:
    """The first part of what the user said that has two words of weight, without the small words at its ends; else the best there is."""
    best: tuple[int, str] | None = None
    for message in messages:
        for part in _PARTS[language].split(message):
            words = _trimmed(part.split(), language)
            weight = sum(not _small(word, language) for word in words)
            if weight and len({word.lower() for word in words}) == len(words):
                if weight > 1:
                    return " ".join(words)
                if best is None or weight > best[0]:
                    best = weight, " ".join(words)
    return best and best[1]


def _trimmed(words: list[str], language: str) -> list[str]:
    while words and _small(words[0], language):
        words = words[1:]
    words = words[:LONGEST]
    while words and _small(words[-1], language):
        words = words[:-1]
    return words


def _small(word: str, language: str) -> bool:
    low = word.lower().replace("’", "'")
    if language == "fr" and "'" in low and low not in _EDGES["fr"]:
        low = low.split("'", 1)[1]
    return low in _EDGES[language] or not any(letter.isalnum() for letter in low)
