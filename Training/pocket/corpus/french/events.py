# SPDX-License-Identifier: Apache-2.0
"""What happens to people, a line each: kind, mood, clause in three voices.

Moods: `+` glad, `-` sad, `!` worried or under strain, `=` plain, `>` still to come, `x` a death.
"""
import random
from dataclasses import dataclass

from .events_daily import LINES as DAILY
from .facts import gendered
from .slots import fill
from .voice import NOTED, SAID, TOLD, voice

LINES = """
events + {je} {ai} réussi {mon} permis de conduire <passé>
events + {je} {ai} eu {mon} examen <discipline>
events - {je} {ai} raté {mon} examen <passé>
events - {je} {ai} raté {mon} train pour <ville>
events - {je} {ai} perdu <objet> <passé>
events - {je} {me} {suis} fait voler <objet> à <ville>
events + {je} {ai} retrouvé <objet> dans <endroit>
events = {je} {ai} acheté <achat> <passé>
events = {je} {ai} vendu {mon} <bien> pour <prix>
events + {je} {ai} adopté <compagnon> <passé>
events x {mon:chien} <animal> est mort <passé>
events x {je} {ai} perdu {ma} grand-mère <passé>
events - {je} {me} {suis} disputé{e} avec <prénom> <passé>
events + {je} {me} {suis} réconcilié{e} avec <prénom>
events = {je} {ai} rencontré <prénom> <à lieu> <passé>
events + {je} {ai} revu <prénom> après <durée>
events = {je} {ai} déménagé à <ville> <passé>
events + {je} {ai} fêté {mes} <âge> ans <passé>
events + {je} {ai} couru <kilomètres> <passé>
events + {je} {ai} gagné un tournoi <desport>
events - {je} {ai} perdu un match <desport> <passé>
events + {je} {ai} fini un puzzle de mille pièces
events = {je} {ai} visité <ville> avec <prénom> <passé>
events + {je} {suis} rentré{e} de vacances <passé>
events - {je} {suis} tombé{e} à vélo <passé>
events - {je} {ai} cassé {mon} téléphone <passé>
events - {mon:ordinateur} est tombé en panne <passé>
events - {ma:voiture} est en panne depuis <semaine>
events ! {je} {ai} eu un accident de voiture <passé>
events + {je} {ai} cuisiné <de plat> pour <prénom> <passé>
events - {je} {ai} brûlé <plat> <passé>
events + <prénom> [m'a offert <cadeau>|t'a offert <cadeau>|a offert <cadeau> à l'utilisateur] <passé>
events + <prénom> [m'a invité|t'a invité|a invité l'utilisateur]{e} à dîner <passé>
events - <prénom> [m'a quitté|t'a quitté|a quitté l'utilisateur]{e} <passé>
events - <prénom> a oublié {mon:anniversaire}
events = {je} {ai} vu un concert à <ville> <passé>
events = {je} {ai} planté des tomates sur {mon} balcon
events + {mes:tomates} ont enfin rougi
events = {je} {ai} repeint {ma} chambre en <couleur>
events + {je} {ai} vu <bête> dans {mon} jardin <passé>
events - {je} {ai} reçu une amende de <prix>
events + {je} {ai} gagné <prix> à la loterie
events ! il y a eu une fuite d'eau chez [moi|toi|l'utilisateur] <passé>
events = {je} {ai} terminé un roman <passé>
events + {je} {ai} appris à nager <passé>
events = {je} {ai} assisté au mariage de <prénom> et <prénom:b>
events x l'enterrement de [mon oncle|ton oncle|l'oncle de l'utilisateur] a eu lieu <passé>
events + {je} {suis} devenu/devenue oncle/tante <passé>
plans > {je} [pars|pars|part] <pays> <avenir>
plans > {je} [pars|pars|part] à <ville> <avenir> <trajet>
plans > {je} {vais} voir <prénom> <avenir>
plans > {je} {vais} <projet> <avenir>
plans > {je} {veux} <projet> cette année
plans > {je} {ai} décidé de <projet>
plans > {je} {ai} rendez-vous chez <soignant> <jour> à <heure>
plans > {je} {ai} un entretien chez <boîte> <jour>
plans > {je} {dois} appeler <soignant> <avenir>
plans > {je} organise~ <fête> <avenir>
plans > {je} [suis invité|es invité|est invité]{e} à <fête> <avenir>
plans > {je} {me} marie~ avec <prénom> <avenir>
plans > {je} déménage~ à <ville> <avenir>
plans > {je} {prends} l'avion pour <ville> <jour> à <heure>
plans > {je} retrouve~ <prénom> <à lieu> <avenir>
plans > {je} commence~ un stage chez <boîte> <avenir>
plans > {je} {vais} [m'|t'|s']inscrire à un cours <de loisir>
plans > {je} passe~ {mon} permis <avenir>
plans > {je} garde~ le chien de <prénom> <avenir>
plans > {je} {dois} rendre un dossier <avenir>
plans > {je} [reçois|reçois|reçoit] <prénom> à dîner <avenir>
plans > {je} compte~ acheter <achat> <avenir>
plans > {je} [cours|cours|court] un marathon à <ville> <avenir>
plans > {je} {vais} offrir <cadeau> à <prénom>
plans > on fête les <âge> ans de {ma:mère} <avenir>
plans > {je} économise~ pour acheter <achat>
plans > {je} {ai} réservé une table pour <petit> personnes <avenir>
work + {je} {ai} été embauché{e} chez <boîte> <passé>
work - {je} {ai} perdu {mon} travail <passé>
work = {je} travaille~ chez <boîte> depuis <durée>
work = {je} {suis} <métier> depuis <durée>
work + {je} {ai} eu une augmentation de <prix>
work ! {mon:chef} [me demande|te demande|demande à l'utilisateur] de travailler le <semaine>
work ! {je} {ai} une présentation à faire <avenir>
work = {je} {ai} changé de service chez <boîte>
work - {je} {me} ennuie~ au bureau
work = {je} {fais} du télétravail le <semaine>
work ! {je} {ai} <petit> réunions <jour>
work + {je} {ai} signé un contrat chez <boîte>
work = {je} {ai} démissionné de chez <boîte> <passé>
work = {je} prépare~ un concours pour devenir <métier>
work = {je} {suis} en stage chez <boîte>
work = {je} {suis} à la retraite depuis <durée>
work - {ma:collègue} [m'a accusé|t'a accusé|a accusé l'utilisateur]{e} d'une erreur
work = {je} étudie~ <études> à <ville>
work = {je} travaille~ de nuit à l'hôpital
work + {je} {ai} ouvert {mon} atelier à <ville>
work ! {je} {ai} du retard dans {mon} travail
work = {je} cherche~ un emploi de <métier>
health ! {je} {ai} mal <douleur> depuis <durée>
health ! {je} {ai} <maladie>
health = {je} {suis} allergique <à allergène>
health - {je} {me} {suis} cassé <os> <passé>
health ! {je} {ai} <chronique>
health ! {je} {me} {fais} opérer <avenir>
health ! {je} [dors|dors|dort] mal depuis <durée>
health + {je} {ai} arrêté de fumer <passé>
health ! {je} {prends} un traitement pour <organe>
health = {je} {suis} végétarien/végétarienne depuis <durée>
health ! {je} {me} {suis} tordu la cheville <passé>
health ! {je} {ai} de la fièvre depuis <petit> jours
health + {mes:analyses} sont bonnes
health = {je} porte~ des lunettes depuis <année>
health ! {je} {ai} des vertiges le matin
health = {je} ne [bois|bois|boit] plus d'alcool depuis <durée>
health = {je} {fais} <petit> séances de kiné par semaine
health ! {je} {ai} été hospitalisé{e} à <ville> <passé>
feelings - {je} {me} [sens|sens|sent] <triste>
feelings + {je} {me} [sens|sens|sent] <content>
feelings ! {je} {suis} stressé{e} par {mon} déménagement
feelings ! {je} {ai} peur <de peur>
feelings - <prénom> [me manque|te manque|manque à l'utilisateur]
feelings + {je} {suis} fier/fière de <prénom>
feelings + {je} {suis} amoureux/amoureuse de <prénom>
feelings - {je} {suis} en colère contre <prénom>
feelings - {je} {me} [sens|sens|sent] seul{e} depuis <durée>
feelings ! {je} {suis} inquiet/inquiète pour <prénom>
feelings - {je} regrette~ {mon} ancien quartier
feelings ! {je} {ai} le trac avant {mon} concert
feelings + {je} {suis} soulagé{e} d'avoir fini {mes} examens
feelings - {je} {suis} déçu{e} par <prénom>
feelings - {je} {suis} jaloux/jalouse de <prénom>
feelings + {je} {ai} hâte de revoir <prénom>
feelings ! {je} {suis} débordé{e} en ce moment
feelings - {je} {me} [sens|sens|sent] coupable envers <prénom>
preferences = {je} adore~ <plat>
preferences = {je} déteste~ <détesté>
preferences = {je} préfère~ <boisson> au café
preferences = {je} ne supporte~ pas <nul>
preferences = {je} aime~ surtout <musique>
preferences = {je} aime~ lire <genre>
preferences = {je} adore~ <loisir>
preferences = {mon:dessert préféré} est <dessert>
preferences = {je} [n'aime|n'aimes|n'aime] pas <détesté>
preferences = {je} raffole~ <de dessert>
preferences = {je} {me} lève~ toujours à <heure>
preferences = {je} préfère~ vivre à la campagne
preferences = {je} [bois|bois|boit] <de boisson> tous les matins
preferences = {je} joue~ <de instrument>
preferences = {ma:fleur préférée} est <fleur>
preferences = {je} déteste~ parler au téléphone
preferences = {je} voyage~ toujours <trajet>
preferences = {je} {fais} <de sport> le <semaine>
preferences = {je} collectionne~ les <collection>
places = {je} habite~ à <ville> depuis <durée>
places = {je} habite~ <rue>, à <ville>
places = {je} {ai} grandi à <ville>
places = {je} [viens|viens|vient] de <ville>
places = {je} {ai} loué un studio à <ville>
places = {je} {suis} né{e} à <ville>
places = {je} {ai} une maison de vacances à <ville>
places = {je} [vis|vis|vit] au <étage> étage sans ascenseur
places = {mon:bureau} est <à lieu>
places = {mes:parents} habitent à <ville>
places + {je} {ai} trouvé un appartement à <ville>
places = {je} cherche~ un appartement à <ville>
people = {ma:sœur} s'appelle <elle>
people = {mon:frère} s'appelle <lui>
people = {mon:f amie} <elle> habite à <ville>
people = {mon:voisin} <lui> est <métier>
people = {je} {ai} <petit> enfants
people = {je} {ai} un fils, <lui>
people = {je} {ai} une fille, <elle>, qui a <petit> ans
people = {je} {suis} marié{e} avec <prénom> depuis <durée>
people = {je} {ai} un chat qui s'appelle <animal>
people = {mon:chien} s'appelle <animal>
people = {je} {me} appelle~ <prénom>
people = {je} {ai} <âge> ans
people = {je} {suis} l'aîné{e} de <petit> enfants
people + {ma:cousine} <elle> attend un bébé
people = {mon:père} vient de fêter ses <âge> ans
people = {je} {suis} divorcé{e} depuis <durée>
people = {je} {ai} une jumelle, <elle>
people = {ma:grand-mère} vit avec {moi}
"""


@dataclass
class Event:
    """One drawn event: what the user says, what Hearth tells back, and what memory notes."""

    kind: str
    mood: str
    said: str
    told: str
    noted: str


def _parsed() -> list[tuple[str, str, str]]:
    entries = []
    for line in (LINES.strip() + "\n" + DAILY.strip()).splitlines():
        kind, mood, clause = line.split(" ", 2)
        entries.append((kind, mood, clause))
    return entries


EVENTS = _parsed()


def drawn(rng: random.Random, entry: tuple[str, str, str]) -> Event:
    """The event with its slots filled."""
    kind, mood, clause = entry
    clause = fill(clause, rng)
    gender = rng.choice("mf")

    def spoken(person: int, gender: str) -> str:
        agreed = gendered(clause, gender).replace("{e}", "e" if gender == "f" else "")
        return voice(agreed, person)

    return Event(kind, mood, spoken(SAID, gender), spoken(TOLD, gender), spoken(NOTED, "m"))


def event(rng: random.Random, moods: str = "+-!=>x") -> Event:
    """Any event of these moods."""
    return drawn(rng, rng.choice([entry for entry in EVENTS if entry[1] in moods]))
