# SPDX-License-Identifier: Apache-2.0
"""What the user says of himself or herself; and families of traits: favourites, codes, appointments, promises."""
from .facts import Trait

USER = [
    Trait("people", "ton prénom",
          ("{je} {me} appelle~ <prénom>", "{mon:prénom}, c'est <prénom>", "[moi, c'est|toi, c'est|l'utilisateur, c'est] <prénom>"),
          ("comment je m'appelle", "quel est mon prénom", "c'est quoi mon prénom", "tu te souviens de mon prénom", "je m'appelle comment",
           "tu connais mon prénom", "tu sais comment je m'appelle", "c'est quoi mon nom", "quel est mon nom"),
          "<prénom>"),
    Trait("people", "ton âge",
          ("{je} {ai} <âge> ans", "{je} [viens|viens|vient] d'avoir <âge> ans", "{je} {ai} fêté {mes} <âge> ans"),
          ("quel âge j'ai", "j'ai quel âge", "tu connais mon âge", "quel est mon âge"), "<âge> ans"),
    Trait("places", "la ville où tu habites",
          ("{je} habite~ à <ville>", "{je} [vis|vis|vit] à <ville>", "{je} {me} {suis} installé{e} à <ville>", "{je} {ai} emménagé à <ville>"),
          ("où j'habite", "dans quelle ville j'habite", "j'habite où", "où est-ce que je vis", "c'est quoi ma ville"), "à <ville>"),
    Trait("places", "ton adresse",
          ("{je} habite~ au <adresse>", "{mon:f adresse}, c'est <adresse>"),
          ("quelle est mon adresse", "c'est quoi mon adresse", "tu te souviens de mon adresse", "dans quelle rue j'habite"), "<adresse>"),
    Trait("places", "l'endroit d'où tu viens",
          ("{je} [viens|viens|vient] de <ville>", "{je} {ai} grandi à <ville>", "{je} {ai} passé {mon} enfance à <ville>"),
          ("d'où je viens", "où j'ai grandi", "dans quelle ville j'ai grandi", "où est-ce que j'ai passé mon enfance"), "de <ville>"),
    Trait("work", "ton métier",
          ("{je} {suis} <métier>", "{je} travaille~ comme <métier>", "{mon:métier}, c'est <métier>"),
          ("quel est mon métier", "je fais quoi dans la vie", "c'est quoi mon métier", "je travaille comme quoi", "quel travail je fais"),
          "<métier>"),
    Trait("work", "ton employeur",
          ("{je} travaille~ chez <boîte>", "{mon:employeur}, c'est <boîte>", "{je} {ai} un poste chez <boîte>", "{je} {suis} employé{e} chez <boîte>"),
          ("où je travaille", "chez qui je travaille", "je travaille dans quelle boîte", "quel est mon employeur"), "chez <boîte>"),
    Trait("people", "ton anniversaire",
          ("{mon:anniversaire} est le <date>", "{je} fête~ {mon} anniversaire le <date>", "{je} {suis} né{e} le <date>"),
          ("quand est mon anniversaire", "c'est quand mon anniversaire", "quelle est ma date d'anniversaire", "mon anniversaire tombe quand"),
          "le <date>"),
    Trait("health", "tes allergies",
          ("{je} {suis} allergique <à allergène>", "{je} {ai} une allergie <à allergène>", "{je} ne supporte~ pas <allergène>"),
          ("à quoi je suis allergique", "c'est quoi mon allergie", "je suis allergique à quoi", "quelle allergie j'ai"), "<à allergène>"),
    Trait("preferences", "l'instrument que tu joues",
          ("{je} joue~ <de instrument>", "{je} apprend[s|s|] <instrument>", "{mon:instrument}, c'est <instrument>"),
          ("de quel instrument je joue", "je joue de quoi", "quel instrument j'apprends", "c'est quoi mon instrument"), "<de instrument>"),
    Trait("work", "la langue que tu apprends",
          ("{je} apprend[s|s|] <langue>", "{je} {prends} des cours pour apprendre <langue>", "{je} {me} {suis} mis{e} à apprendre <langue>"),
          ("quelle langue j'apprends", "j'apprends quelle langue", "c'est quoi la langue que j'apprends"), "<langue>"),
    Trait("preferences", "ton passe-temps",
          ("{mon:passe-temps}, c'est <loisir>", "{je} {ai} une passion pour <loisir>", "{je} consacre~ {mes} dimanches <à loisir>"),
          ("quel est mon passe-temps", "c'est quoi mon loisir", "quelle est ma passion", "qu'est-ce que j'ai comme passe-temps"), "<loisir>"),
    Trait("feelings", "ce dont tu as peur",
          ("{je} {ai} peur <de peur>", "ce qui [me fait peur|te fait peur|fait peur à l'utilisateur], c'est <peur>", "{je} {ai} une phobie <de peur>"),
          ("de quoi j'ai peur", "qu'est-ce qui me fait peur", "j'ai peur de quoi"), "<de peur>"),
    Trait("plans", "l'endroit où tu pars en vacances",
          ("{je} [pars|pars|part] en vacances <pays>", "pour les vacances, {je} {vais} <pays>", "{je} passe~ {mes} vacances <pays>"),
          ("où je pars en vacances", "je vais où en vacances", "où est-ce que je passe mes vacances"), "<pays>"),
    Trait("plans", "le jour de ton départ",
          ("{je} [pars|pars|part] en voyage <jour>", "{mon:départ} est prévu <jour>", "{je} {prends} la route <jour>"),
          ("quand je pars", "quel jour je pars", "c'est quand mon départ", "quand est-ce que je prends la route"), "<jour>"),
    Trait("plans", "l'heure de ton train",
          ("{mon:train} part à <heure>", "{je} {prends} le train de <heure>", "{mon:train} est à <heure>"),
          ("à quelle heure est mon train", "mon train part à quelle heure", "quand part mon train", "c'est à quelle heure mon train"), "à <heure>"),
    Trait("plans", "ton projet",
          ("{je} {ai} pour projet de <projet>", "cette année, {je} {veux} <projet>", "{mon:grand projet}, c'est de <projet>"),
          ("quel est mon projet", "c'est quoi mon projet", "qu'est-ce que je veux faire cette année"), "<projet>"),
    Trait("health", "ton souci de santé",
          ("{je} {ai} <chronique>", "côté santé, {je} {ai} <chronique>"),
          ("c'est quoi mon souci de santé", "de quoi je souffre", "qu'est-ce que j'ai comme souci de santé"), "<chronique>"),
    Trait("health", "l'endroit où tu as mal",
          ("{je} {ai} mal <douleur>", "depuis hier, {je} {ai} mal <douleur>"),
          ("où j'ai mal", "j'ai mal où", "qu'est-ce qui me fait mal"), "<douleur>"),
    Trait("people", "ton nom de famille",
          ("{mon:nom de famille} est <nomdefamille>", "{je} {me} appelle~ <nomdefamille> de nom de famille"),
          ("quel est mon nom de famille", "c'est quoi mon nom de famille", "tu te souviens de mon nom de famille"), "<nomdefamille>"),
    Trait("work", "tes études",
          ("{je} étudie~ <études>", "à la fac, {je} étudie~ <études>"),
          ("qu'est-ce que j'étudie", "j'étudie quoi", "quelles études je fais", "c'est quoi mes études"), "<études>"),
    Trait("people", "ta pointure",
          ("{je} chausse~ du <pointure>", "{ma:pointure}, c'est le <pointure>"), ("quelle est ma pointure", "je chausse du combien"), "<pointure>"),
    Trait("people", "ta taille",
          ("{je} mesure~ un mètre <taille>", "{ma:taille}, c'est un mètre <taille>"), ("combien je mesure", "quelle est ma taille"), "un mètre <taille>"),
    Trait("places", "ton étage",
          ("{je} habite~ au <étage> étage", "{mon:appartement} est au <étage> étage"), ("à quel étage j'habite", "j'habite à quel étage"),
          "au <étage> étage"),
    Trait("work", "ta façon d'aller au travail",
          ("{je} {vais} au travail <véhicule>", "pour aller au travail, {je} {me} déplace~ <véhicule>"),
          ("comment je vais au travail", "je vais au travail comment"), "<véhicule>"),
    Trait("plans", "la personne que tu vois ce week-end",
          ("{je} [vois|vois|voit] <prénom> ce week-end", "ce week-end, {je} {vais} chez <prénom>", "{je} passe~ le week-end avec <prénom>"),
          ("qui je vois ce week-end", "chez qui je vais ce week-end", "avec qui je passe le week-end"), "<prénom>"),
    Trait("events", "l'endroit où tu as rencontré ton meilleur ami",
          ("{je} {ai} rencontré {mon} meilleur ami à <ville>", "{mon:meilleur ami} vient de <ville>, c'est là que {je} [l'ai rencontré|l'as rencontré|l'a rencontré]"),
          ("où j'ai rencontré mon meilleur ami", "dans quelle ville j'ai rencontré mon meilleur ami"), "à <ville>"),
]

FAVOURITES = (
    ("couleur préférée", "f", "le <couleur>"), ("plat préféré", "m", "<plat>"), ("dessert préféré", "m", "<dessert>"),
    ("fruit préféré", "m", "<fruit>"), ("boisson préférée", "f", "<boisson>"), ("saison préférée", "f", "<saison>"),
    ("fleur préférée", "f", "<fleur>"), ("animal préféré", "m", "<bête>"), ("sport préféré", "m", "<sport>"),
    ("matière préférée", "f", "<matière>"), ("instrument préféré", "m", "<instrument>"), ("musique préférée", "f", "<musique>"),
    ("genre de films préféré", "m", "<genre>"), ("ville préférée", "f", "<ville>"), ("prénom préféré", "m", "<prénom>"),
    ("nombre préféré", "m", "le <nombre>"), ("jour préféré", "m", "le <semaine>"), ("mois préféré", "m", "<mois>"),
)
CODES = (
    ("code du casier", "m"), ("numéro de chambre", "m"), ("numéro de dossier", "m"), ("numéro de place", "m"), ("code de l'immeuble", "m"),
    ("numéro de client", "m"), ("code du vélo", "m"), ("numéro de réservation", "m"), ("numéro de bureau", "m"), ("code de la valise", "m"),
    ("numéro d'adhérent", "m"), ("place de parking", "f"), ("code du portail", "m"), ("numéro de dossard", "m"), ("code de l'alarme", "m"),
)


def _favourite(noun: str, gender: str, value: str) -> Trait:
    form, yours = ("ma", "ta") if gender == "f" else ("mon", "ton")
    mine = f"{form} {noun}"
    which = "quelle" if gender == "f" else "quel"
    bare = noun.split(" préféré")[0]
    return Trait(
        "preferences", f"{yours} {noun}",
        (f"{{{form}:{noun}}} est {value}", f"{{{form}:{noun}}}, c'est {value}", f"comme {bare}, {{je}} préfère~ {value}"),
        (f"{which} est {mine}", f"c'est quoi {mine}", f"tu te souviens de {mine}", f"je préfère {which} {bare}", f"tu connais {mine}"), value)


def _code(noun: str, gender: str) -> Trait:
    form, which = ("ma", "quelle") if gender == "f" else ("mon", "quel")
    mine = f"{form} {noun}"
    return Trait(
        "places", f"{'ta' if gender == 'f' else 'ton'} {noun}",
        (f"{{{form}:{noun}}} est le <code>", f"{{{form}:{noun}}}, c'est le <code>", f"pour {{{form}}} {noun}, {{je}} {{ai}} le <code>"),
        (f"{which} est {mine}", f"c'est quoi {mine}", f"tu te souviens de {mine}", f"rappelle-moi {mine}"), "le <code>")


USER += [_favourite(*entry) for entry in FAVOURITES] + [_code(*entry) for entry in CODES]
