# SPDX-License-Identifier: Apache-2.0
"""What happens to people, a line each: kind, mood, clause in three voices, title of two to six words.

Moods: `+` glad, `-` sad, `!` worried or under strain, `=` plain, `>` still to come, `x` a death.
"""
import random
from dataclasses import dataclass

from .events_daily import LINES as DAILY
from .facts import gendered
from .slots import fill_all
from .voice import NOTED, SAID, TOLD, voice

LINES = """
events + {je} {ai} réussi {mon} permis de conduire <passé> # Permis de conduire réussi
events + {je} {ai} eu {mon} examen <discipline> # Examen réussi
events - {je} {ai} raté {mon} examen <passé> # Examen raté
events - {je} {ai} raté {mon} train pour <ville> # Train raté pour <ville>
events - {je} {ai} perdu <objet> <passé> # Recherche <de objet>
events - {je} {me} {suis} fait voler <objet> à <ville> # Vol <de objet>
events + {je} {ai} retrouvé <objet> dans <endroit> # Objet perdu puis retrouvé
events = {je} {ai} acheté <achat> <passé> # Achat récent : <achat>
events = {je} {ai} vendu {mon} <bien> pour <prix> # Vente du <bien>
events + {je} {ai} adopté <compagnon> <passé> # Adoption : <compagnon>
events x {mon:chien} <animal> est mort <passé> # Mort du chien <animal>
events x {je} {ai} perdu {ma} grand-mère <passé> # Deuil de la grand-mère
events - {je} {me} {suis} disputé{e} avec <prénom> <passé> # Dispute avec <prénom>
events + {je} {me} {suis} réconcilié{e} avec <prénom> # Réconciliation avec <prénom>
events = {je} {ai} rencontré <prénom> <à lieu> <passé> # Rencontre avec <prénom>
events + {je} {ai} revu <prénom> après <durée> # Retrouvailles avec <prénom>
events = {je} {ai} déménagé à <ville> <passé> # Déménagement à <ville>
events + {je} {ai} fêté {mes} <âge> ans <passé> # Anniversaire des <âge> ans
events + {je} {ai} couru <kilomètres> <passé> # Course de <kilomètres>
events + {je} {ai} gagné un tournoi <desport> # Tournoi gagné
events - {je} {ai} perdu un match <desport> <passé> # Match perdu
events + {je} {ai} fini un puzzle de mille pièces # Puzzle de mille pièces
events = {je} {ai} visité <ville> avec <prénom> <passé> # Visite de <ville> avec <prénom>
events + {je} {suis} rentré{e} de vacances <passé> # Retour de vacances
events - {je} {suis} tombé{e} à vélo <passé> # Chute à vélo
events - {je} {ai} cassé {mon} téléphone <passé> # Téléphone cassé
events - {mon:ordinateur} est tombé en panne <passé> # Ordinateur en panne
events - {ma:voiture} est en panne depuis <semaine> # Voiture en panne
events ! {je} {ai} eu un accident de voiture <passé> # Accident de voiture
events + {je} {ai} cuisiné <de plat> pour <prénom> <passé> # <plat> pour <prénom>
events - {je} {ai} brûlé <plat> <passé> # Plat brûlé
events + <prénom> [m'a offert <cadeau>|t'a offert <cadeau>|a offert <cadeau> à l'utilisateur] <passé> # Cadeau de <prénom>
events + <prénom> [m'a invité|t'a invité|a invité l'utilisateur]{e} à dîner <passé> # Dîner chez <prénom>
events - <prénom> [m'a quitté|t'a quitté|a quitté l'utilisateur]{e} <passé> # Rupture avec <prénom>
events - <prénom> a oublié {mon:anniversaire} # Anniversaire oublié par <prénom>
events = {je} {ai} vu un concert à <ville> <passé> # Concert à <ville>
events = {je} {ai} planté des tomates sur {mon} balcon # Tomates sur le balcon
events + {mes:tomates} ont enfin rougi # Tomates du jardin
events = {je} {ai} repeint {ma} chambre en <couleur> # Chambre repeinte en <couleur>
events + {je} {ai} vu <bête> dans {mon} jardin <passé> # <bête> au jardin
events - {je} {ai} reçu une amende de <prix> # Amende de <prix>
events + {je} {ai} gagné <prix> à la loterie # Gain à la loterie
events ! il y a eu une fuite d'eau chez [moi|toi|l'utilisateur] <passé> # Fuite d'eau à la maison
events = {je} {ai} terminé un roman <passé> # Fin du roman
events + {je} {ai} appris à nager <passé> # Apprentissage de la nage
events = {je} {ai} assisté au mariage de <prénom> et <prénom:b> # Mariage de <prénom> et <prénom:b>
events x l'enterrement de [mon oncle|ton oncle|l'oncle de l'utilisateur] a eu lieu <passé> # Enterrement de l'oncle
events + {je} {suis} devenu/devenue oncle/tante <passé> # Nouveau bébé dans la famille
plans > {je} [pars|pars|part] <pays> <avenir> # Départ <pays>
plans > {je} [pars|pars|part] à <ville> <avenir> <trajet> # Départ <trajet> à <ville>
plans > {je} {vais} voir <prénom> <avenir> # Visite à <prénom>
plans > {je} {vais} <projet> <avenir> # Projet : <projet>
plans > {je} {veux} <projet> cette année # Envie de <projet>
plans > {je} {ai} décidé de <projet> # Décision : <projet>
plans > {je} {ai} rendez-vous chez <soignant> <jour> à <heure> # Rendez-vous chez <soignant>
plans > {je} {ai} un entretien chez <boîte> <jour> # Entretien chez <boîte>
plans > {je} {dois} appeler <soignant> <avenir> # Appeler <soignant>
plans > {je} organise~ <fête> <avenir> # Préparatifs pour <fête>
plans > {je} [suis invité|es invité|est invité]{e} à <fête> <avenir> # Sortie prévue : <fête>
plans > {je} {me} marie~ avec <prénom> <avenir> # Mariage avec <prénom>
plans > {je} déménage~ à <ville> <avenir> # Déménagement à <ville>
plans > {je} {prends} l'avion pour <ville> <jour> à <heure> # Avion pour <ville>
plans > {je} retrouve~ <prénom> <à lieu> <avenir> # Sortie avec <prénom>
plans > {je} commence~ un stage chez <boîte> <avenir> # Stage chez <boîte>
plans > {je} {vais} [m'|t'|s']inscrire à un cours <de loisir> # Cours <de loisir>
plans > {je} passe~ {mon} permis <avenir> # Permis de conduire
plans > {je} garde~ le chien de <prénom> <avenir> # Garde du chien de <prénom>
plans > {je} {dois} rendre un dossier <avenir> # Dossier à rendre
plans > {je} [reçois|reçois|reçoit] <prénom> à dîner <avenir> # Dîner avec <prénom>
plans > {je} compte~ acheter <achat> <avenir> # Achat prévu : <achat>
plans > {je} [cours|cours|court] un marathon à <ville> <avenir> # Marathon à <ville>
plans > {je} {vais} offrir <cadeau> à <prénom> # Cadeau pour <prénom>
plans > on fête les <âge> ans de {ma:mère} <avenir> # Anniversaire de la mère
plans > {je} économise~ pour acheter <achat> # Économies pour <achat>
plans > {je} {ai} réservé une table pour <petit> personnes <avenir> # Table pour <petit> personnes
work + {je} {ai} été embauché{e} chez <boîte> <passé> # Nouveau travail chez <boîte>
work - {je} {ai} perdu {mon} travail <passé> # Perte du travail
work = {je} travaille~ chez <boîte> depuis <durée> # Travail chez <boîte>
work = {je} {suis} <métier> depuis <durée> # Métier : <métier>
work + {je} {ai} eu une augmentation de <prix> # Augmentation de salaire
work ! {mon:chef} [me demande|te demande|demande à l'utilisateur] de travailler le <semaine> # Travail du <semaine>
work ! {je} {ai} une présentation à faire <avenir> # Présentation au travail
work = {je} {ai} changé de service chez <boîte> # Changement de service
work - {je} {me} ennuie~ au bureau # Ennui au bureau
work = {je} {fais} du télétravail le <semaine> # Télétravail du <semaine>
work ! {je} {ai} <petit> réunions <jour> # Journée de <petit> réunions
work + {je} {ai} signé un contrat chez <boîte> # Contrat chez <boîte>
work = {je} {ai} démissionné de chez <boîte> <passé> # Démission de chez <boîte>
work = {je} prépare~ un concours pour devenir <métier> # Concours pour devenir <métier>
work = {je} {suis} en stage chez <boîte> # Stage chez <boîte>
work = {je} {suis} à la retraite depuis <durée> # Vie à la retraite
work - {ma:collègue} [m'a accusé|t'a accusé|a accusé l'utilisateur]{e} d'une erreur # Tension avec une collègue
work = {je} étudie~ <études> à <ville> # Études à <ville>
work = {je} travaille~ de nuit à l'hôpital # Travail de nuit
work + {je} {ai} ouvert {mon} atelier à <ville> # Ouverture de l'atelier
work ! {je} {ai} du retard dans {mon} travail # Retard dans le travail
work = {je} cherche~ un emploi de <métier> # Recherche d'emploi
health ! {je} {ai} mal <douleur> depuis <durée> # Mal <douleur>
health ! {je} {ai} <maladie> # Maladie : <maladie>
health = {je} {suis} allergique <à allergène> # Allergie <à allergène>
health - {je} {me} {suis} cassé <os> <passé> # Fracture et repos
health ! {je} {ai} <chronique> # Souci de santé
health ! {je} {me} {fais} opérer <avenir> # Opération à venir
health ! {je} [dors|dors|dort] mal depuis <durée> # Mauvais sommeil
health + {je} {ai} arrêté de fumer <passé> # Arrêt du tabac
health ! {je} {prends} un traitement pour <organe> # Traitement en cours
health = {je} {suis} végétarien/végétarienne depuis <durée> # Régime végétarien
health ! {je} {me} {suis} tordu la cheville <passé> # Cheville tordue
health ! {je} {ai} de la fièvre depuis <petit> jours # Fièvre depuis <petit> jours
health + {mes:analyses} sont bonnes # Bonnes analyses
health = {je} porte~ des lunettes depuis <année> # Lunettes depuis <année>
health ! {je} {ai} des vertiges le matin # Vertiges du matin
health = {je} ne [bois|bois|boit] plus d'alcool depuis <durée> # Vie sans alcool
health = {je} {fais} <petit> séances de kiné par semaine # Séances de kiné
health ! {je} {ai} été hospitalisé{e} à <ville> <passé> # Hôpital à <ville>
feelings - {je} {me} [sens|sens|sent] <triste> # Moment difficile
feelings + {je} {me} [sens|sens|sent] <content> # Bonne humeur
feelings ! {je} {suis} stressé{e} par {mon} déménagement # Stress du déménagement
feelings ! {je} {ai} peur <de peur> # Peur <de peur>
feelings - <prénom> [me manque|te manque|manque à l'utilisateur] # Manque de <prénom>
feelings + {je} {suis} fier/fière de <prénom> # Fierté pour <prénom>
feelings + {je} {suis} amoureux/amoureuse de <prénom> # Amour pour <prénom>
feelings - {je} {suis} en colère contre <prénom> # Colère contre <prénom>
feelings - {je} {me} [sens|sens|sent] seul{e} depuis <durée> # Sentiment de solitude
feelings ! {je} {suis} inquiet/inquiète pour <prénom> # Inquiétude pour <prénom>
feelings - {je} regrette~ {mon} ancien quartier # Regret de l'ancien quartier
feelings ! {je} {ai} le trac avant {mon} concert # Trac avant le concert
feelings + {je} {suis} soulagé{e} d'avoir fini {mes} examens # Fin des examens
feelings - {je} {suis} déçu{e} par <prénom> # Déception avec <prénom>
feelings - {je} {suis} jaloux/jalouse de <prénom> # Jalousie envers <prénom>
feelings + {je} {ai} hâte de revoir <prénom> # Hâte de revoir <prénom>
feelings ! {je} {suis} débordé{e} en ce moment # Période chargée
feelings - {je} {me} [sens|sens|sent] coupable envers <prénom> # Culpabilité envers <prénom>
preferences = {je} adore~ <plat> # Goût pour <plat>
preferences = {je} déteste~ <détesté> # Dégoût pour <détesté>
preferences = {je} préfère~ <boisson> au café # <boisson> plutôt que le café
preferences = {je} ne supporte~ pas <nul> # Agacement contre <nul>
preferences = {je} aime~ surtout <musique> # Goût pour <musique>
preferences = {je} aime~ lire <genre> # Lecture : <genre>
preferences = {je} adore~ <loisir> # Passion pour <loisir>
preferences = {mon:dessert préféré} est <dessert> # Dessert préféré : <dessert>
preferences = {je} [n'aime|n'aimes|n'aime] pas <détesté> # Dégoût pour <détesté>
preferences = {je} raffole~ <de dessert> # Goût pour <dessert>
preferences = {je} {me} lève~ toujours à <heure> # Lever à <heure>
preferences = {je} préfère~ vivre à la campagne # Vie à la campagne
preferences = {je} [bois|bois|boit] <de boisson> tous les matins # <boisson> du matin
preferences = {je} joue~ <de instrument> # Pratique <de instrument>
preferences = {ma:fleur préférée} est <fleur> # Fleur préférée : <fleur>
preferences = {je} déteste~ parler au téléphone # Appels au téléphone
preferences = {je} voyage~ toujours <trajet> # Voyages <trajet>
preferences = {je} {fais} <de sport> le <semaine> # <sport> le <semaine>
preferences = {je} collectionne~ les <collection> # Collection de <collection>
places = {je} habite~ à <ville> depuis <durée> # Vie à <ville>
places = {je} habite~ <rue>, à <ville> # Logement à <ville>
places = {je} {ai} grandi à <ville> # Enfance à <ville>
places = {je} [viens|viens|vient] de <ville> # Origines à <ville>
places = {je} {ai} loué un studio à <ville> # Studio à <ville>
places = {je} {suis} né{e} à <ville> # Naissance à <ville>
places = {je} {ai} une maison de vacances à <ville> # Maison de vacances à <ville>
places = {je} [vis|vis|vit] au <étage> étage sans ascenseur # Appartement sans ascenseur
places = {mon:bureau} est <à lieu> # Bureau installé <à lieu>
places = {mes:parents} habitent à <ville> # Parents à <ville>
places + {je} {ai} trouvé un appartement à <ville> # Appartement trouvé à <ville>
places = {je} cherche~ un appartement à <ville> # Recherche d'appartement à <ville>
people = {ma:sœur} s'appelle <elle> # La sœur <elle>
people = {mon:frère} s'appelle <lui> # Le frère <lui>
people = {mon:f amie} <elle> habite à <ville> # Amie <elle> à <ville>
people = {mon:voisin} <lui> est <métier> # Le voisin <lui>
people = {je} {ai} <petit> enfants # Famille de <petit> enfants
people = {je} {ai} un fils, <lui> # Le fils <lui>
people = {je} {ai} une fille, <elle>, qui a <petit> ans # La fille <elle>
people = {je} {suis} marié{e} avec <prénom> depuis <durée> # Mariage avec <prénom>
people = {je} {ai} un chat qui s'appelle <animal> # Le chat <animal>
people = {mon:chien} s'appelle <animal> # Le chien <animal>
people = {je} {me} appelle~ <prénom> # Prénom : <prénom>
people = {je} {ai} <âge> ans # Âge : <âge> ans
people = {je} {suis} l'aîné{e} de <petit> enfants # Aîné de la famille
people + {ma:cousine} <elle> attend un bébé # Bébé de <elle>
people = {mon:père} vient de fêter ses <âge> ans # Anniversaire du père
people = {je} {suis} divorcé{e} depuis <durée> # Vie après le divorce
people = {je} {ai} une jumelle, <elle> # La jumelle <elle>
people = {ma:grand-mère} vit avec {moi} # Grand-mère à la maison
"""


@dataclass
class Event:
    """One drawn event: what the user says, what Hearth tells back, what memory notes, and its title."""

    kind: str
    mood: str
    said: str
    told: str
    noted: str
    title: str


def _parsed() -> list[tuple[str, str, str, str]]:
    entries = []
    for line in (LINES.strip() + "\n" + DAILY.strip()).splitlines():
        head, title = line.split(" # ")
        kind, mood, clause = head.split(" ", 2)
        entries.append((kind, mood, clause, title))
    return entries


EVENTS = _parsed()


def drawn(rng: random.Random, entry: tuple[str, str, str, str]) -> Event:
    """The event with its slots filled."""
    kind, mood, clause, title = entry
    clause, title = fill_all([clause, title], rng)
    gender = rng.choice("mf")

    def spoken(person: int, gender: str) -> str:
        agreed = gendered(clause, gender).replace("{e}", "e" if gender == "f" else "")
        return voice(agreed, person)

    title = gendered(title, gender)
    return Event(kind, mood, spoken(SAID, gender), spoken(TOLD, gender), spoken(NOTED, "m"), title[:1].upper() + title[1:])


def event(rng: random.Random, moods: str = "+-!=>x") -> Event:
    """Any event of these moods."""
    return drawn(rng, rng.choice([entry for entry in EVENTS if entry[1] in moods]))
