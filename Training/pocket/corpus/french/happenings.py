# SPDX-License-Identifier: Apache-2.0
"""Plans, habits and events with more than one thing to ask about: a line is kind, clause, questions, answer, what is missing.

The same clause may stand on several lines, each asking for another part of it.
"""
import re

from .facts import Trait

OF_USER_LINES = """
plans|{je} {ai} rendez-vous chez <soignant> <jour> à <heure>|quand est mon rendez-vous chez <soignant> ; quel jour je vois <soignant>|<jour>|le jour de ton rendez-vous chez <soignant>
plans|{je} {ai} rendez-vous chez <soignant> <jour> à <heure>|à quelle heure je vois <soignant> ; à quelle heure est mon rendez-vous chez <soignant>|à <heure>|l'heure de ton rendez-vous chez <soignant>
plans|{je} {ai} rendez-vous chez <soignant> <jour> à <heure>|chez qui j'ai rendez-vous <jour> ; j'ai rendez-vous chez qui <jour>|chez <soignant>|ton rendez-vous prévu <jour>
plans|{je} déjeune~ avec <prénom> <jour>|avec qui je déjeune <jour> ; je mange avec qui <jour>|avec <prénom>|ton déjeuner prévu <jour>
plans|{je} déjeune~ avec <prénom> <jour>|quand je déjeune avec <prénom> ; quel jour je mange avec <prénom>|<jour>|le jour de ton déjeuner avec <prénom>
plans|{je} {prends} l'avion pour <ville> <jour> à <heure>|où je vais en avion ; pour quelle ville je prends l'avion|à <ville>|ton voyage en avion
plans|{je} {prends} l'avion pour <ville> <jour> à <heure>|à quelle heure est mon avion ; mon avion décolle à quelle heure|à <heure>|l'heure de ton avion
plans|{je} {prends} l'avion pour <ville> <jour> à <heure>|quel jour je prends l'avion ; quand est mon avion|<jour>|le jour de ton avion
plans|{je} [pars|pars|part] <pays> avec <prénom> <trajet>|avec qui je pars ; qui part avec moi|avec <prénom>|la personne avec qui tu pars en voyage
plans|{je} [pars|pars|part] <pays> avec <prénom> <trajet>|où je pars avec <prénom> ; je vais où avec <prénom>|<pays>|ton voyage avec <prénom>
plans|{je} [pars|pars|part] <pays> avec <prénom> <trajet>|comment je pars avec <prénom> ; on y va comment, avec <prénom>|<trajet>|ton trajet avec <prénom>
plans|{je} {vais} au cinéma avec <prénom> <jour>|avec qui je vais au cinéma ; qui va au cinéma avec moi|avec <prénom>|ta sortie au cinéma
plans|{je} {vais} au cinéma avec <prénom> <jour>|quand je vais au cinéma ; quel jour je vais au cinéma|<jour>|le jour de ton cinéma
plans|{je} {dois} rendre {mon} dossier à <prénom> <jour>|à qui je dois rendre mon dossier ; mon dossier, c'est pour qui|à <prénom>|la personne qui attend ton dossier
plans|{je} {dois} rendre {mon} dossier à <prénom> <jour>|quand je dois rendre mon dossier ; c'est pour quand mon dossier|<jour>|la date de ton dossier
plans|{je} {dois} acheter <cadeau> pour <prénom>|qu'est-ce que je dois acheter pour <prénom> ; je dois prendre quoi pour <prénom>|<cadeau>|le cadeau pour <prénom>
plans|{je} {dois} acheter <cadeau> pour <prénom>|pour qui je dois acheter <cadeau> ; <cadeau>, c'est pour qui|pour <prénom>|la personne à qui tu destines <cadeau>
plans|{je} {ai} un examen <discipline> <jour>|quand est mon examen <discipline> ; c'est quand l'examen <discipline>|<jour>|la date de ton examen <discipline>
plans|{je} {ai} un entretien chez <boîte> <jour>|où est mon entretien ; chez qui j'ai un entretien|chez <boîte>|ton entretien
plans|{je} {ai} un entretien chez <boîte> <jour>|quand est mon entretien chez <boîte> ; quel jour je vais chez <boîte>|<jour>|le jour de ton entretien chez <boîte>
plans|{je} {ai} réservé une table pour <petit> personnes à <heure>|pour combien de personnes j'ai réservé ; la table est pour combien|<petit> personnes|le nombre de couverts que tu as réservés
plans|{je} {ai} réservé une table pour <petit> personnes à <heure>|à quelle heure est la table ; j'ai réservé pour quelle heure|à <heure>|l'heure de ta réservation
plans|{je} retrouve~ <prénom> <à lieu> à <heure>|où je retrouve <prénom> ; on se voit où avec <prénom>|<à lieu>|le lieu de ton rendez-vous avec <prénom>
plans|{je} retrouve~ <prénom> <à lieu> à <heure>|à quelle heure je retrouve <prénom> ; je vois <prénom> à quelle heure|à <heure>|l'heure de ton rendez-vous avec <prénom>
events|<prénom> [m'a offert <cadeau>|t'a offert <cadeau>|a offert <cadeau> à l'utilisateur]|que m'a offert <prénom> ; qu'est-ce que <prénom> m'a offert|<cadeau>|le cadeau de <prénom>
events|<prénom> [m'a offert <cadeau>|t'a offert <cadeau>|a offert <cadeau> à l'utilisateur]|qui m'a offert <cadeau> ; c'est qui qui m'a offert <cadeau>|<prénom>|la personne qui t'a offert <cadeau>
events|{je} {ai} croisé <prénom> <à lieu> <passé>|où j'ai croisé <prénom> ; j'ai vu <prénom> où|<à lieu>|l'endroit où tu as croisé <prénom>
events|{je} {ai} croisé <prénom> <à lieu> <passé>|qui j'ai croisé <à lieu> ; j'ai vu qui <à lieu>|<prénom>|la personne que tu as croisée <à lieu>
events|{je} {ai} perdu <objet> à <ville>|qu'est-ce que j'ai perdu à <ville> ; j'ai perdu quoi à <ville>|<objet>|ce que tu as perdu à <ville>
events|{je} {ai} perdu <objet> à <ville>|où j'ai perdu <objet> ; dans quelle ville j'ai perdu <objet>|à <ville>|l'endroit où tu as perdu <objet>
events|{je} {ai} acheté <achat> à <prix>|combien j'ai dépensé pour <achat> ; ça m'a coûté combien, <achat>|<prix>|le prix que tu as payé
events|{je} {ai} acheté <achat> à <prix>|qu'est-ce que j'ai acheté à <prix> ; j'ai acheté quoi pour <prix>|<achat>|ton achat à <prix>
events|{je} {ai} prêté <prix> à <prénom> <passé>|à qui j'ai prêté de l'argent ; qui me doit de l'argent|à <prénom>|la personne qui te doit de l'argent
events|{je} {ai} prêté <prix> à <prénom> <passé>|combien me doit <prénom> ; combien j'ai prêté à <prénom>|<prix>|la somme que te doit <prénom>
events|{je} {ai} couru <kilomètres> à <ville>|combien de kilomètres j'ai couru ; j'ai couru combien à <ville>|<kilomètres>|la distance que tu as courue
events|{je} {ai} visité <ville> avec <prénom>|avec qui j'ai visité <ville> ; qui était avec moi à <ville>|avec <prénom>|la personne avec qui tu as visité <ville>
events|{je} {ai} visité <ville> avec <prénom>|quelle ville j'ai visitée avec <prénom> ; où je suis allé{e} avec <prénom>|<ville>|la ville que tu as visitée avec <prénom>
events|{je} {ai} mangé <de plat> chez <prénom> <passé>|qu'est-ce que j'ai mangé chez <prénom> ; j'ai mangé quoi chez <prénom>|<de plat>|ton repas chez <prénom>
events|{je} {ai} mangé <de plat> chez <prénom> <passé>|chez qui j'ai mangé <de plat> ; où j'ai mangé <de plat>|chez <prénom>|l'endroit où tu as mangé <de plat>
events|{je} {ai} appelé <prénom> <passé> pour parler de <topique>|de quoi j'ai parlé avec <prénom> ; pourquoi j'ai appelé <prénom>|de <topique>|ton appel avec <prénom>
work|{je} travaille~ avec <prénom> chez <boîte>|avec qui je travaille ; qui travaille avec moi|avec <prénom>|la personne avec qui tu travailles
work|{je} travaille~ chez <boîte> depuis <année>|depuis quand je travaille chez <boîte> ; depuis quelle année je suis chez <boîte>|depuis <année>|la date de ton arrivée chez <boîte>
work|{je} {fais} <petit> heures de réunion le <semaine>|combien d'heures de réunion j'ai le <semaine> ; j'ai combien de réunion le <semaine>|<petit> heures|tes réunions du <semaine>
work|{je} {suis} en congé du <date> au <date:b>|quand je suis en congé ; c'est quand mes congés|du <date> au <date:b>|la date de tes congés
work|{ma:réunion} avec <prénom> est <jour> à <heure>|quand est ma réunion avec <prénom> ; quel jour je vois <prénom> en réunion|<jour>|le jour de ta réunion avec <prénom>
work|{ma:réunion} avec <prénom> est <jour> à <heure>|à quelle heure est ma réunion avec <prénom>|à <heure>|l'heure de ta réunion avec <prénom>
health|{je} {prends} <remède> à <heure>|qu'est-ce que je prends à <heure> ; je prends quoi comme médicament|<remède>|ce que tu prends comme médicament
health|{je} {prends} <remède> à <heure>|à quelle heure je prends <remède>|à <heure>|l'heure à laquelle tu prends <remède>
health|{je} {me} {fais} opérer <jour> à <ville>|quand je me fais opérer ; c'est quand mon opération|<jour>|le jour de ton opération
health|{je} {me} {fais} opérer <jour> à <ville>|où je me fais opérer ; dans quelle ville je me fais opérer|à <ville>|l'endroit de ton opération
health|{je} {me} {suis} cassé <os> <passé>|qu'est-ce que je me suis cassé ; je me suis cassé quoi|<os>|ce que tu t'es cassé
preferences|{je} [bois|bois|boit] <de boisson> le matin et <de boisson:b> le soir|qu'est-ce que je bois le matin ; je bois quoi le matin|<de boisson>|ce que tu bois le matin
preferences|{je} [bois|bois|boit] <de boisson> le matin et <de boisson:b> le soir|qu'est-ce que je bois le soir ; je bois quoi le soir|<de boisson:b>|ce que tu bois le soir
preferences|{je} {fais} <de sport> le <semaine> avec <prénom>|quel jour je fais <de sport> ; je fais <de sport> quand|le <semaine>|ton jour de sport
preferences|{je} {fais} <de sport> le <semaine> avec <prénom>|avec qui je fais <de sport> ; qui fait <de sport> avec moi|avec <prénom>|la personne avec qui tu fais <de sport>
preferences|{je} collectionne~ les <collection>|qu'est-ce que je collectionne ; je collectionne quoi|les <collection>|ce que tu collectionnes
preferences|{je} déteste~ <détesté>|qu'est-ce que je déteste manger ; quel aliment je déteste|<détesté>|ce que tu détestes manger
preferences|{je} {me} couche~ à <heure>|à quelle heure je me couche ; je me couche à quelle heure|à <heure>|l'heure à laquelle tu te couches
preferences|{je} {me} lève~ à <heure>|à quelle heure je me lève ; je me lève à quelle heure|à <heure>|l'heure à laquelle tu te lèves
people|{je} {ai} <petit> enfants|combien d'enfants j'ai ; j'ai combien d'enfants|<petit> enfants|le nombre de tes enfants
people|{je} {ai} <petit> frères et sœurs|combien de frères et sœurs j'ai ; j'ai combien de frères et sœurs|<petit>|le nombre de tes frères et sœurs
people|{je} {ai} deux enfants, <lui> et <elle>|comment s'appellent mes enfants ; quels sont les prénoms de mes enfants|<lui> et <elle>|les prénoms de tes enfants
people|{mes:parents} s'appellent <lui> et <elle>|comment s'appellent mes parents ; quels sont les prénoms de mes parents|<lui> et <elle>|les prénoms de tes parents
people|{je} {suis} marié{e} avec <prénom> depuis <année>|depuis quand je suis marié{e} ; en quelle année je me suis marié{e}|depuis <année>|l'année de ton mariage
people|{je} [vis|vis|vit] avec <prénom> et <animal>|avec qui je vis ; qui vit avec moi|avec <prénom> et <animal>|les personnes qui vivent avec toi
places|{je} {ai} vécu <durée> à <ville>|combien de temps j'ai vécu à <ville> ; je suis resté{e} combien de temps à <ville>|<durée>|la durée de ton séjour à <ville>
places|{je} {ai} caché les clés dans <endroit>|où j'ai caché les clés ; où sont les clés|dans <endroit>|l'endroit où sont les clés
places|{je} {ai} garé la voiture <à lieu>|où j'ai garé la voiture ; la voiture est garée où|<à lieu>|l'endroit où est garée la voiture
feelings|{je} {suis} en colère contre <prénom>|contre qui je suis en colère ; après qui j'en ai|contre <prénom>|la personne contre qui tu es en colère
feelings|<prénom> [me manque|te manque|manque à l'utilisateur]|qui me manque ; c'est qui qui me manque|<prénom>|la personne qui te manque
feelings|{je} {suis} amoureux/amoureuse de <prénom>|de qui je suis amoureux/amoureuse ; j'aime qui|<prénom>|la personne que tu aimes
"""
OF_PERSON_LINES = """
plans|{o} part <pays> <jour> avec <prénom:z>|où part {o} ; où va {o} en voyage|<pays>|le voyage de {o}
plans|{o} part <pays> <jour> avec <prénom:z>|quand part {o} ; quel jour part {o}|<jour>|le jour où part {o}
plans|{o} part <pays> <jour> avec <prénom:z>|avec qui part {o} ; qui part avec {o}|avec <prénom:z>|la personne qui part avec {o}
plans|{o} se marie avec <prénom:z> <jour>|avec qui se marie {o} ; {o} se marie avec qui|avec <prénom:z>|le mariage de {o}
plans|{o} se marie avec <prénom:z> <jour>|quand se marie {o} ; c'est quand le mariage de {o}|<jour>|la date du mariage de {o}
plans|{o} arrive <trajet> à <heure>|à quelle heure arrive {o} ; {o} arrive à quelle heure|à <heure>|l'heure à laquelle arrive {o}
plans|{o} arrive <trajet> à <heure>|comment arrive {o} ; comment vient {o}|<trajet>|le trajet de {o}
events|{o} a perdu <objet> à <ville>|qu'est-ce que {o} a perdu ; {o} a perdu quoi|<objet>|ce que {o} a perdu
events|{o} a perdu <objet> à <ville>|où {o} a perdu <objet> ; dans quelle ville {o} a perdu <objet>|à <ville>|l'endroit où {o} a perdu <objet>
events|{o} a acheté <achat> pour <prix>|qu'est-ce que {o} a acheté ; {o} a acheté quoi|<achat>|ce que {o} a acheté
events|{o} a acheté <achat> pour <prix>|combien {o} a payé pour <achat> ; combien {o} a dépensé|<prix>|le prix que {o} a payé
people|{o} a deux enfants, <lui> et <elle>|comment s'appellent les enfants de {o} ; quels sont les prénoms des enfants de {o}|<lui> et <elle>|les prénoms des enfants de {o}
people|{o} vit avec <prénom:z> depuis <année>|avec qui vit {o} ; qui vit avec {o}|avec <prénom:z>|la personne qui vit avec {o}
people|{o} vit avec <prénom:z> depuis <année>|depuis quand {o} vit avec <prénom:z> ; depuis quelle année {o} vit avec <prénom:z>|depuis <année>|la date du couple de {o}
health|{o} s'est cassé <os> <passé>|qu'est-ce que {o} s'est cassé ; {o} s'est cassé quoi|<os>|ce que {o} s'est cassé
health|{o} a <maladie> depuis <petit> jours|quelle maladie a {o} ; qu'est-ce qu'a {o}|<maladie>|la maladie de {o}
work|{o} travaille de nuit <à lieu>|où travaille {o} la nuit ; {o} travaille où la nuit|<à lieu>|le travail de nuit de {o}
work|{o} a <petit> élèves dans sa classe|combien d'élèves a {o} ; {o} a combien d'élèves|<petit> élèves|le nombre d'élèves de {o}
preferences|{o} fait <de sport> le <semaine>|quel jour {o} fait <de sport> ; {o} fait <de sport> quand|le <semaine>|le jour de sport de {o}
preferences|{o} fait <de sport> le <semaine>|quel sport fait {o} le <semaine> ; que fait {o} le <semaine>|<de sport>|le sport de {o}
preferences|{o} collectionne les <collection>|qu'est-ce que {o} collectionne ; {o} collectionne quoi|les <collection>|la collection de {o}
"""


def _traits(lines: str) -> tuple[Trait, ...]:
    """A trait for each line; bars inside brackets part voices, not columns."""
    traits = []
    for line in lines.strip().splitlines():
        kind, clause, asks, bare, lacks = re.split(r"\|(?![^\[]*\])", line)
        traits.append(Trait(kind, lacks, (clause,), tuple(asks.split(" ; ")), bare))
    return tuple(traits)


# What the user did, after *j'ai*: any of it with any circumstance.
_DEEDS = """
peint la barrière ; repeint le couloir ; réparé la lampe ; vendu <objet> ; acheté <achat> ; planté des tulipes ; préparé <plat> ; écrit une lettre à <prénom:d>
nettoyé le grenier ; construit une cabane ; trouvé <objet> ; cassé une vitre ; joué <de instrument> ; appris une chanson ; commandé <achat> ; rencontré <prénom:d>
appelé <prénom:d> ; oublié <objet> ; rangé la cave ; emballé les cadeaux ; vu <film> ; lavé les rideaux ; dessiné <bête> ; photographié <bête> ; gagné <prix>
organisé <fête> ; goûté <fromage> ; annulé la réunion ; signé le contrat ; promené le chien de <prénom:d> ; commencé <loisir> ; arrêté <sport> ; cueilli des mûres
perdu un pari ; invité <prénom:d> ; raconté une histoire à <prénom:d> ; fait un gâteau ; cousu un rideau ; lu un livre sur <bête> ; dormi ; pleuré ; dansé
"""
# kind of circumstance: how it is asked, what is missing, and what it may be
_CIRCUMSTANCES = {
    "où": ("l'endroit où", "<à lieu> ; à <ville> ; chez <prénom:c> ; dans la cuisine de <prénom:c> ; au bord de la rivière ; sur le balcon"),
    "quand": ("le moment où", "<passé> ; en <mois> ; à <heure> ; avant le petit déjeuner ; le jour de {mon} anniversaire ; juste après la réunion"),
    "pourquoi": ("la raison pour laquelle", "à cause de <prénom:c> ; pour remercier <prénom:c> ; parce que <prénom:c> était malade ; pour faire des économies ; à cause de la pluie ; "
                 "pour faire plaisir à <prénom:c> ; parce que personne d'autre ne le faisait ; à cause d'un pari"),
    "avec qui": ("la personne avec qui", "avec <prénom:a> ; avec <prénom:a> et <prénom:b>"),
}


def _circumstantial() -> tuple[Trait, ...]:
    """The deeds with one circumstance asked for, some with another beside it, and the deeds themselves."""
    split = re.compile(r"\s*[;\n]\s*").split
    may_be = {word: split(options) for word, (_, options) in _CIRCUMSTANCES.items()}
    traits = []
    for number, deed in enumerate(split(_DEEDS.strip())):
        did = f"{{je}} {{ai}} {deed}"
        for word, (missing, _) in _CIRCUMSTANCES.items():
            value = may_be[word][number % len(may_be[word])]
            # Another beside it, unless both may name somebody.
            free = [values for other, values in may_be.items() if other != word and "prénom:c" not in value + _CIRCUMSTANCES[other][1]]
            beside = f" {free[0][number % 3 % len(free[0])]}" if number % 2 and free else ""
            asks = (f"{word} {did}", f"{word} est-ce que {did}", f"{did} {word}")
            traits.append(Trait("events", f"{missing} {did}", (f"{did}{beside} {value}",), asks[:2] if word == "pourquoi" else asks, value))
        verb, _, thing = deed.partition(" ")
        if thing and not thing.startswith(("<prénom", "une lettre", "une histoire")):
            place = may_be["où"][number % 3]
            asks = (f"qu'est-ce que {{je}} {{ai}} {verb} {place}", f"{{je}} {{ai}} {verb} quoi {place}")
            traits.append(Trait("events", f"ce que {{je}} {{ai}} {verb} {place}", (f"{did} {place}",), asks, thing))
    return tuple(traits)


OF_USER = _traits(OF_USER_LINES)
CIRCUMSTANTIAL = _circumstantial()
OF_PERSON = _traits(OF_PERSON_LINES)
