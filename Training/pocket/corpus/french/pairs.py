# SPDX-License-Identifier: Apache-2.0
"""Two things of one kind told in one breath, or one of two that belong together: only reading tells which of them is asked for."""
import random

from ..conversation import Conversation, system_text
from . import phrasing, smalltalk
from .slots import SLOTS, fill
from .voice import SAID, TOLD, elide, sentence, voice

LANGUAGE = "fr"
# how both are told => each of them => questions; <k> is what one is asked for by, <v> what is asked for, then the slots of both
_ALIKE = [tuple(part.strip() for part in line.split("=>")) for line in """
{1} et {2} | {1}, et {2} => <k> a <v> ans => quel âge a <k> ; <k> a quel âge => prénom => âge
{1} et {2} | {1}, alors que {2} => <k> habite à <v> => où habite <k> ; <k> habite où ; dans quelle ville vit <k> => prénom => ville
{1} et {2} | {1} et puis {2} => <k> est né en <v> => quand est né <k> ; en quel mois est né <k> => lui => mois
{1} et {2} | {1} mais {2} => <k> travaille chez <v> => où travaille <k> ; chez qui travaille <k> => prénom => boîte
{1} et {2} | {1}, {2} => <k> joue <de v> => de quel instrument joue <k> ; <k> joue de quoi => prénom => instrument
{1} et {2} | {1} et enfin {2} => <k> apprend <v> => qu'est-ce que <k> apprend ; quelle langue apprend <k> => prénom => langue
{1} et {2} | {1}, {2} => <k> arrive <v> => quand arrive <k> ; quel jour arrive <k> => prénom => semaine
{1} et {2} | à midi {1}, le soir {2} => <k> mange <v> => qu'est-ce que <k> mange ; <k> mange quoi => prénom => plat
{1} et {2} | {1} tandis que {2} => <k> adore <v> => qu'est-ce que <k> adore ; <k> adore quoi => prénom => plat
{1} et {2} | {1} mais {2} => <k> aime le <v> => quelle couleur aime <k> ; <k> aime quelle couleur => prénom => couleur
{1} et {2} | {1} ; {2} => <k> m'a offert <v> => qu'est-ce que <k> m'a offert ; <k> m'a offert quoi => prénom => achat
{1} et {2} | {1} et aussi {2} => <k> part <v> => où part <k> ; <k> part où => prénom => pays
{1} et {2} | {1}, {2} => le train pour <k> part à <v> => à quelle heure part le train pour <k> ; quand part le train pour <k> => ville => heure
{1} et {2} | {1} mais {2} => l'hôtel à <k> coûte <v> => combien coûte l'hôtel à <k> ; quel est le prix de l'hôtel à <k> => ville => prix
{1} et {2} | cette semaine {1} et {2} => {j} {ai} rendez-vous avec <k> <v> => quand est-ce que {j} {ai} rendez-vous avec <k> ; quel jour {je} [vois|vois|voit] <k> => prénom => semaine
{1} et {2} | {1} et {2} => <k> est {mon} <v> => qui est <k> ; c'est qui, <k> => lui => parenté
""".strip().splitlines()]
# Sets of which some are told and others are not: what is said => how it is asked for.
_BELONGING = [[tuple(part.strip() for part in one.split("=>")) for one in group.strip().splitlines()] for group in """
{j} {ai} grandi à <ville> => où est-ce que {j} {ai} grandi ; {j} {ai} grandi où
{j} [habite|habites|habite] à <ville:b> => où est-ce que {j} [habite|habites|habite] ; {je} vis où maintenant ; dans quelle ville {j} [habite|habites|habite]
{je} {suis} né{e} à <ville:c> => où est-ce que {je} {suis} né{e} ; {je} {suis} né{e} où
{je} [travaille|travailles|travaille] à <ville:d> => où est-ce que {je} [travaille|travailles|travaille] ; dans quelle ville {je} [travaille|travailles|travaille]
-
avant {j} étais <boulot> => {j} étais quoi avant ; quel était {mon} ancien métier
maintenant {je} {suis} <boulot:b> => quel est {mon} métier ; {je} [fais|fais|fait] quoi dans la vie ; c'est quoi {mon} métier maintenant
{je} [rêve|rêves|rêve] d'être <boulot:c> => {je} [rêve|rêves|rêve] de quel métier ; quel métier me fait rêver
{ma} sœur est <boulot:d> => quel est le métier de {ma} sœur ; {ma} sœur fait quoi
-
{je} {me} [lève|lèves|lève] à <heure> => à quelle heure est-ce que {je} {me} [lève|lèves|lève] ; quand est-ce que {je} {me} [lève|lèves|lève]
{je} {me} [couche|couches|couche] à <heure:b> => à quelle heure est-ce que {je} {me} [couche|couches|couche] ; {je} {me} [couche|couches|couche] quand
{je} [déjeune|déjeunes|déjeune] à <heure:c> => à quelle heure est-ce que {je} [déjeune|déjeunes|déjeune]
{mon} bus passe à <heure:d> => à quelle heure passe {mon} bus
-
{je} [pars|pars|part] <semaine> => quel jour est-ce que {je} [pars|pars|part] ; {je} [pars|pars|part] quand
{je} [reviens|reviens|revient] <semaine:b> => quel jour est-ce que {je} [reviens|reviens|revient] ; {je} [rentre|rentres|rentre] quand
{je} [pars|pars|part] avec <prénom> => avec qui est-ce que {je} [pars|pars|part] ; qui part avec moi
{je} [pars|pars|part] de <ville> => d'où est-ce que {je} [pars|pars|part]
-
{j} [adore|adores|adore] <plat> => qu'est-ce que {j} [adore|adores|adore] ; {j} [adore|adores|adore] quoi
{je} [déteste|détestes|déteste] <plat:b> => qu'est-ce que {je} [déteste|détestes|déteste] ; {je} [déteste|détestes|déteste] quoi
{je} {suis} allergique <à allergène> => à quoi est-ce que {je} {suis} allergique ; {je} {suis} allergique à quoi
{mon} plat préféré, c'est <plat:c> => quel est {mon} plat préféré ; tu connais {mon} plat préféré
-
{j} {ai} acheté <achat> => qu'est-ce que {j} {ai} acheté ; {j} {ai} acheté quoi
{j} {ai} perdu <objet> => qu'est-ce que {j} {ai} perdu ; {j} {ai} perdu quoi
{j} {ai} cassé <objet:b> => qu'est-ce que {j} {ai} cassé
{j} {ai} oublié <objet:c> dans le train => qu'est-ce que {j} {ai} oublié dans le train ; {j} {ai} oublié quoi
{j} {ai} prêté <objet:d> à <prénom> => qu'est-ce que {j} {ai} prêté à <prénom>
-
la fête est <semaine> => quel jour est la fête ; c'est quand, la fête
ça commence à <heure> => à quelle heure ça commence
c'est chez <prénom> => c'est chez qui
{j} [apporte|apportes|apporte] <plat> => qu'est-ce que {j} [apporte|apportes|apporte]
<prénom:b> fait la cuisine => qui fait la cuisine
-
{je} {me} [appelle|appelles|appelle] <prénom> => comment je m'appelle ; tu connais mon prénom ; tu sais comment je m'appelle
{j} {ai} <âge> ans => quel âge j'ai ; tu sais quel âge j'ai
{ma} fille s'appelle <elle:b> => comment s'appelle {ma} fille ; quel est le prénom de {ma} fille
{mon} fils s'appelle <lui:c> => comment s'appelle {mon} fils ; quel est le prénom de {mon} fils
{mon} chien s'appelle <animal> => comment s'appelle {mon} chien
{mon} chat s'appelle <animal:b> => comment s'appelle {mon} chat
{je} [joue|joues|joue] <de instrument> => de quel instrument est-ce que {je} [joue|joues|joue]
{j} [apprends|apprends|apprend] <langue> => qu'est-ce que {j} [apprends|apprends|apprend] ; quelle langue est-ce que {j} [apprends|apprends|apprend]
-
{ma} mère a <âge> ans => quel âge a {ma} mère
{mon} père a <âge:b> ans => quel âge a {mon} père
{ma} mère habite à <ville> => où habite {ma} mère
{mon} père habite à <ville:b> => où habite {mon} père
{ma} mère collectionne les <collection> => qu'est-ce que {ma} mère collectionne
{mon} frère est <boulot> => quel est le métier de {mon} frère
-
le lundi {je} [fais|fais|fait] <de sport> => qu'est-ce que {je} [fais|fais|fait] le lundi
le jeudi {je} [fais|fais|fait] <de sport:b> => qu'est-ce que {je} [fais|fais|fait] le jeudi
le samedi {je} [vais|vas|va] à <ville> => où est-ce que {je} [vais|vas|va] le samedi
en <mois> {je} [pars|pars|part] <pays> => où est-ce que {je} [pars|pars|part] en <mois> ; {je} [pars|pars|part] où en <mois>
""".split("\n-\n")]
_JOINTS = (" et ", " et ", ", et ", " mais ", ". ", ", ")
_KIN = "frère, cousin, oncle, neveu, parrain, beau-frère, grand-père, filleul, voisin, collègue".split(", ")


def _value(rng: random.Random, what: str) -> str:
    return rng.choice(_KIN) if what == "parenté" else SLOTS[what](rng)


def _several(rng: random.Random, what: str, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        one = _value(rng, what)
        if one not in found:
            found.append(one)
    return found


def alike(rng: random.Random) -> Conversation:
    """Two of a kind in one sentence, each asked for; and one that was not told."""
    both, one, asks, keyed, valued = rng.choice(_ALIKE)
    keys, values = _several(rng, keyed, 4), _several(rng, valued, 2)
    parts = [fill(one, rng, k=key, v=value) for key, value in zip(keys, values)]
    frame = rng.choice(both.split(" | ")).strip()
    talk = Conversation("recall", LANGUAGE).system(system_text(LANGUAGE))
    _tell(rng, talk, [elide(frame.format("", *(voice(part, SAID) for part in parts)))])
    for number in rng.sample(range(4), rng.choice((2, 2, 3, 4))):
        asked = fill(rng.choice(asks.split(" ; ")), rng, k=keys[number])
        _ask(rng, talk, asked, parts[number] if number < 2 else None)
    return talk


def belonging(rng: random.Random) -> Conversation:
    """Some of what belongs together is told; what is asked for may be another part of it."""
    talk = Conversation("recall", LANGUAGE).system(system_text(LANGUAGE))
    ending = rng.choice(("", "e"))
    told: list[tuple[str, str | None]] = []
    for group in rng.sample(_BELONGING, rng.choice((1, 1, 2))):
        chosen = rng.sample(group, min(len(group), rng.choice((2, 3, 3, 4))))
        kept = rng.choice((1, 2, 2, len(chosen)))
        filled = [fill(said + "\x1f" + rng.choice(asks.split(" ; ")), rng).replace("{e}", ending).split("\x1f") for said, asks in chosen]
        clauses = [voice(said, SAID) for said, _ in filled[:kept]]
        _tell(rng, talk, [rng.choice(_JOINTS).join(clauses)] if len(clauses) == 2 and rng.random() < 0.6 else clauses)
        told += [(asked, said if number < kept else None) for number, (said, asked) in enumerate(filled)]
    for asked, said in rng.sample(told, len(told)):
        _ask(rng, talk, asked, said)
    return talk


def _tell(rng: random.Random, talk: Conversation, clauses: list[str]) -> None:
    talk.user(phrasing.tell_several(rng, clauses)).assistant(rng.choice(phrasing.HEARD + phrasing.MORE))
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        said, reply = smalltalk.exchange(rng)
        talk.user(said).assistant(reply)


def _ask(rng: random.Random, talk: Conversation, asked: str, said: str | None) -> None:
    talk.user(phrasing.ask(rng, voice(asked, SAID))).assistant(sentence(voice(said, TOLD).replace(" m'a ", " t'a ")) if said else phrasing.NOT_KNOWN)
    talk.skill = "recall" if said else "unknown"
