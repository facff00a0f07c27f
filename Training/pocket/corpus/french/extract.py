# SPDX-License-Identifier: Apache-2.0
"""Messages and the facts they hold about their writer, each with its literal quote; many messages hold none."""
import os
import random
import re

from .. import messages
from ..conversation import Conversation, extraction
from ..template import expand, lines
from . import framed, phrasing, scenes
from .facts import Owner
from .kin import happening
from .person import third
from .slots import fill
from .voice import elide, hurry, sentence, spaced

LANGUAGE = "fr"
Found = tuple[str, str, str]

JOINTS = (". ", ". ", ", et ", " et ", ". Sinon, ", ", mais ", ". Et puis ", ", du coup ", ". Ah, et ", ". D'ailleurs, ", " ; ", ", par contre ", " parce que ")
LEADS = (
    "", "", "", "", "Salut, ", "Tu sais quoi ? ", "Bon, ", "Alors voilà, ", "Coucou ! ", "Au fait, ", "Je voulais te dire : ", "Franchement, ",
    "Bonjour Hearth, ", "Figure-toi que ", "En ce moment, ", "Pour tout te dire, ", "Dis, ", "Eh bien, ", "Je te raconte : ", "Ouf, ", "Hé, ", "Oh, ",
    "Comme tu le sais peut-être, ", "Grande nouvelle : ", "Rien de spécial, mais ", "Il faut que tu saches que ", "J'oubliais : ", "Ça y est, ", "Hier en rentrant je me disais : ",
    "Ce matin au marché, je l'ai raconté à tout le monde : ", "Tu te demandais, je crois : ", "Avec cette pluie, je t'écris un peu, ", "Pas grand-chose à raconter, sauf que ", "Tiens-toi bien : ", "Petite confidence, ",
    "Pendant que j'y pense, ", "Entre deux cafés, je t'annonce que ", "On m'a demandé de tes nouvelles, haha. Sinon, ", "Longue journée. ", "Je ne t'ai pas encore dit que ", "Bonne nouvelle, ", "Je réponds à ta question : ",
)
EMPTY = (
    "Il pleut encore.", "Quel temps !", "Tu vas bien ?", "C'est fou, non ?", "La vie est drôle.", "Quelle journée !", "On verra bien.",
    "Le film d'hier était long.", "Les trains sont toujours en retard.", "Il y a du bruit dans la rue.", "La boulangerie du coin a fermé.",
    "Qu'est-ce que tu en penses ?", "Tu as une idée ?", "C'est tout pour aujourd'hui.", "Merci de m'écouter.", "Ça m'a fait réfléchir.",
    "Comment tu fais pour tout retenir ?", "Les journaux n'en parlent pas.", "Le pain a encore augmenté.", "Bref, voilà.", "Bonne nuit !",
    "À demain !", "Il paraît que l'été sera chaud.", "C'est vrai que le lundi est long.", "Tu peux m'aider à y voir clair ?", "Les jours raccourcissent.",
)
with open(os.path.join(os.path.dirname(__file__), "hollow.txt"), encoding="utf-8") as _file:
    HOLLOW = lines(_file.read())
_OPENING = re.compile(r"(?:J'|L'|(?:Je|Ma|Mon|Mes|Le|La|Les|Notre|Nos|On|Nous|Ce|Cet|Cette|Un|Une|Depuis|Dans|Avec|Hier|Demain|Samedi|Dimanche|Lundi|À) )")


def _noted(quote: str) -> str | None:
    """The fact that the words say, if it can be said of the user in the third person."""
    noted = third(quote[:1].lower() + quote[1:] if _OPENING.match(quote) else quote)
    return noted if noted and "utilisateur" in noted else None


MESSAGES = [one for one in messages.read(os.path.join(os.path.dirname(__file__), "messages")) if all(_noted(quote) for _, quote in one.facts)]
# Sentences in which nothing holds of the writer: denied, supposed, someone else's, quoted, joked, asked, long past wishes.
WRAPS = (
    "Si un jour {said}, je te le dirai.", "Parfois je rêve que {said}, mais non.",
    "{Name} prétend que {said}, c'est faux.", "Dans le film, le héros dit : « {said} ».", 
    "Haha, et demain {said}, tant qu'on y est !", "Est-ce que tu crois que {said} ? Non, je blague.", "Dans la chanson, il y a « {said} ».",
    "C'est une blague : {said}.", "{Name} m'a écrit : « {said} ».", "On m'a demandé si {said}, et j'ai dit non.",
    "Le personnage du roman répète « {said} ».", "Comment traduit-on « {said} » en italien ?", "Pour rire, j'ai raconté que {said}.", "« {said} », a répondu {Name}.",
    "J'ai rêvé que {said}.", "Et si un jour {said}, tu imagines ?", "Je plaisante quand je dis que {said}.",
    "Écris une phrase avec « {said} ».", "Dans une autre vie, peut-être que {said}.", "{Name} voulait savoir si {said} ; pas du tout.",
)
OTHERS = (
    "<prénom> habite à <ville>.", "Le voisin de <prénom> a perdu <objet>.", "<prénom> est allergique <à allergène>, pas moi.", "Le maire de <ville> a démissionné.",
    "La sœur de <prénom> s'appelle <elle>.", "On dit que <ville> est une belle ville.", "<prénom> part <pays> <avenir>.", "Un acteur a acheté une maison à <ville>.",
    "<prénom> adore <plat>.", "Le chien de <prénom> s'appelle <animal>.", "<prénom> travaille chez <boîte>.", "À la radio, une dame avait <maladie>.",
    "<prénom> et <prénom:b> se marient <avenir>.", "Le prix du pain est passé à <petit> euros.", "Il paraît que <boîte> recrute.", "<prénom> a <âge> ans, je crois.",
    "L'équipe de <ville> a gagné <passé>.", "Le président de <boîte> s'appelle <prénom> <nomdefamille>.", "<prénom> n'aime pas <détesté>.", "La fille de <prénom> joue <de instrument>.",
)
NEGATED = (
    "Je n'ai pas de frère.", "Je ne suis pas allergique <à allergène>.", "Je n'habite pas à <ville>.", "Je ne travaille plus chez <boîte>.", "Je ne m'appelle pas <prénom>.",
    "Je n'ai jamais joué <de instrument>.", "Je ne pars plus <pays>.", "Je n'ai pas mal <douleur>.", "Je ne connais personne à <ville>.", "Je n'ai pas de chien.",
    "Je n'irai pas à <ville> <avenir>.", "Je n'ai rien acheté <passé>.", "Je ne suis pas <boulot>.", "Je n'ai pas vu <prénom> <passé>.", "Je ne pratique pas <sport>.",
    "Je n'ai pas encore <âge> ans.", "Je n'ai pas de rendez-vous <jour>.", "Je n'ai pas peur <de peur>.",
)
SUPPOSED = (
    "Si j'habitais à <ville>, je ferais <de sport>.", "Si j'avais un chien, je l'appellerais <animal>.", "J'aurais aimé être <boulot>.", "J'aurais pu naître à <ville>.",
    "Si je gagnais <prix>, j'achèterais <achat>.", "Imagine que je sois <boulot> !", "Supposons que j'aie <âge> ans.", "Si j'étais riche, je partirais <pays>.",
    "Il faudrait que j'aille à <ville>, mais je n'irai pas.", "Un jour, peut-être, je me mettrais <à loisir>, qui sait.", "Si ma sœur s'appelait <elle>, ce serait drôle.",
    "Ce n'est pas vrai que j'aie peur <de peur>.", "Je ferais un très mauvais <boulot>.", "Si tu avais une maison, elle serait à <ville> ?", "Disons que je m'appelle <prénom>, pour l'exemple.",
    "Admettons que je sois allergique <à allergène> : que faire ?", "Dans mon roman, l'héroïne a <petit> enfants et vit à <ville>.", "Dans le jeu, je suis un chevalier <de ville>.",
    "J'ai failli acheter <achat>, et puis non.", "On m'a pris pour <prénom>, c'était drôle.", "On croit souvent que je viens de <ville>, à tort.",
)
QUESTIONS = (
    "Tu connais <ville> ?", "Comment on cuisine <plat> ?", "Tu sais jouer <de instrument> ?", "Qu'est-ce que je pourrais offrir à quelqu'un ?", "Est-ce que <ville> est loin de <ville:b> ?",
    "C'est quoi <maladie> ?", "Tu préfères <saison> ou le silence ?", "Quel est le meilleur jour pour partir <pays> ?", "Combien coûte <achat> ?", "Tu penses quoi <de musique> ?",
    "Comment s'appelle la capitale du Pérou ?", "Est-ce qu'on peut manger <aliment> tous les jours ?", "Où habite ma sœur ?", "Tu te souviens de mon prénom ?", "Quel âge j'ai ?",
)


def one_fact(rng: random.Random) -> Found:
    """A clause that says something of its writer: kind, fact, and the clause, which is the quote; nothing denied."""
    while True:
        shape = rng.random()
        if shape < 0.45:
            own, note = framed.own_clause(rng)
            kind, said = own.kind, own.said
        elif shape < 0.75:
            one = happening(rng)
            kind, note, said = one.kind, one.noted, one.said
        else:
            drawn = scenes.draw(rng, Owner(gender=rng.choice("mf")) if rng.random() < 0.4 else None)
            which = rng.randrange(len(drawn.said))
            kind, note, said = drawn.kind, drawn.notes[which], drawn.said[which]
        if not re.search(r"\bn(e |')", said):
            return kind, sentence(note), said


def hollow(rng: random.Random) -> str:
    """A sentence that says nothing of its writer."""
    if rng.random() < 0.5:
        return spaced(fill(expand(rng, rng.choice(HOLLOW)), rng))
    roll = rng.random()
    if roll < 0.3:
        frame = rng.choice(WRAPS)
        said = happening(rng).said if rng.random() < 0.5 else framed.own_clause(rng)[0].said
        return sentence(elide(frame.format(said=said, Name="<prénom>")).replace("<prénom>", fill("<prénom>", rng)))
    pool = OTHERS if roll < 0.5 else NEGATED if roll < 0.66 else SUPPOSED if roll < 0.82 else QUESTIONS if roll < 0.91 else EMPTY
    return fill(rng.choice(pool), rng)


def _written(rng: random.Random, text: str, found: list[Found]) -> Conversation:
    """The message as typed, perhaps in a hurry, the quotes alike."""
    if rng.random() < 0.15:
        typed = hurry(rng)
        text = typed(text)
        found = [(kind, fact, typed(quote)) for kind, fact, quote in found]
        if rng.random() < 0.5:
            text = text.rstrip(".!?")
    placed = []
    for kind, fact, quote in found:
        if quote not in text:
            quote = quote[:1].upper() + quote[1:]
        placed.append((kind, fact, quote))
    return extraction(LANGUAGE, text, placed)


def facts(rng: random.Random) -> Conversation:
    """One to four facts, joined and padded with what holds none."""
    found = [one_fact(rng) for _ in range(rng.choice((1, 1, 1, 1, 2, 2, 3, 4)))]
    lead = rng.choice(LEADS) if rng.random() < 0.4 else ""
    text = lead + (sentence(found[0][2], "") if lead[-2:-1] in ".!?" and lead else found[0][2])
    if text.startswith(("Figure-toi que", "Il faut que tu saches que")):
        text = elide(text)
    for _, _, clause in found[1:]:
        if rng.random() < 0.15:
            text = sentence(text) + " " + hollow(rng) + " " + sentence(clause, "")
            continue
        joint = rng.choice(JOINTS)
        text = elide(text + joint + (sentence(clause, "") if joint == ". " else clause))
    text = sentence(text, rng.choice((".", ".", ".", " !", ", voilà.", "...")))
    if rng.random() < 0.35:
        text = f"{text} {hollow(rng)}"
    if rng.random() < 0.25:
        text = f"{rng.choice((rng.choice(EMPTY), hollow(rng)))} {text}"
    return _written(rng, text, found)


def nothing(rng: random.Random) -> Conversation:
    """A message that says nothing of its writer, however much it looks like it."""
    text = " ".join(hollow(rng) for _ in range(rng.choice((1, 1, 1, 2, 3))))
    if rng.random() < 0.12:
        text = phrasing.ask(rng, rng.choice(scenes.draw(rng).asked))
    return _written(rng, text, [])


def written(rng: random.Random) -> Conversation:
    """A message written out, perhaps with a sentence that says nothing before or behind it."""
    one = messages.drawn(rng, rng.choice(MESSAGES), lambda rng, text: spaced(framed.fill(rng, text)))
    text = one.text
    if rng.random() < 0.3:
        beside = rng.choice((rng.choice(EMPTY), hollow(rng)))
        text = f"{beside} {text}" if rng.random() < 0.5 else f"{sentence(text)} {beside}"
    return _written(rng, text, [(kind, sentence(_noted(quote)), quote) for kind, quote in one.facts])
