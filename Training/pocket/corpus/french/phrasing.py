# SPDX-License-Identifier: Apache-2.0
"""Ways to say, to acknowledge, to ask, to answer and not to know: the wording around a fact."""
import random

from .facts import Fact
from .voice import elide, of, sentence, typed

TELLS = (
    "{}", "{}", "{}", "au fait, {}", "tu sais, {}", "je voulais te dire que {}", "il faut que je te dise : {}", "note bien que {}",
    "pour info, {}", "tiens, {}", "je te l'ai peut-être déjà dit, mais {}", "retiens que {}", "il se trouve que {}", "eh bien, {}",
    "une chose à savoir : {}", "sinon, {}", "en fait, {}", "voilà : {}", "petit détail, {}", "j'ajoute que {}", "à propos, {}",
    "n'oublie pas que {}", "figure-toi que {}", "bon, {}", "je te raconte : {}", "alors, {}", "{}, voilà", "{}, tu vois", "{}, au fait",
    "autre chose : {}", "ah oui, {}", "je précise que {}", "dis-toi que {}", "et puis {}", "ça n'a rien à voir, mais {}", "tu peux noter que {}",
)
CHATS = (
    "{}", "{}", "{}", "{}", "{}", "au fait, {}", "tu sais, {}", "il faut que je te dise : {}", "tiens, {}", "il se trouve que {}", "eh bien, {}", "en fait, {}",
    "voilà : {}", "figure-toi que {}", "bon, {}", "je te raconte : {}", "alors, {}", "{}, voilà", "{}, tu vois", "{}, tu te rends compte", "ah, {}", "devine quoi : {}",
)
BEFORE = (
    "Salut !", "Bonjour Hearth.", "Coucou, c'est encore moi.", "J'ai passé une drôle de journée.", "Il pleut depuis ce matin ici.",
    "Je viens de rentrer.", "Je bois un café en t'écrivant.", "Bon, la journée est finie.", "Je suis en pause.", "Enfin un peu de calme.",
    "J'ai rangé tout l'après-midi.", "La semaine a été longue.", "Je ne dors pas, alors je t'écris.", "Il fait un temps superbe.",
    "J'attends le bus.", "Ce matin, tout allait de travers.", "Je pensais à quelque chose.", "On vient de finir de manger.",
    "Désolé, j'étais au téléphone.", "Je suis revenu à mon bureau.", "J'ai cinq minutes devant moi.", "Le chauffage est en panne, il fait froid.",
    "La machine à laver tourne, je patiente.", "Je regarde la neige tomber.", "Les voisins font du bruit, comme toujours.",
)
AFTER = (
    "Voilà, tu sais tout.", "Je voulais que tu le saches.", "Bref.", "Bon, je vais faire du thé.", "Ça peut servir.", "On en reparlera.",
    "C'est tout pour l'instant.", "Sinon, rien de neuf.", "Je te laisse deux minutes.", "Enfin, tu vois.", "Il est déjà tard, d'ailleurs.",
    "Et il pleut toujours.", "Ça m'est revenu d'un coup.", "Je le note ici pour ne pas l'oublier.", "La journée n'est pas finie.",
)
HEARD = (
    "C'est noté : {}.", "D'accord, {}.", "Bien noté, {}.", "Merci de me le dire. Je retiens que {}.", "Entendu : {}.", "Très bien, je m'en souviendrai : {}.",
    "Je note que {}.", "Ah, {} ! C'est noté.", "Compris, {}.", "Je garde ça en tête : {}.", "Donc {}, c'est retenu.", "Oh, {}. Merci pour l'info.",
)
MORE = (
    "Tu veux m'en dire plus ?", "Et toi, comment te sens-tu aujourd'hui ?", "Qu'est-ce qui t'y fait penser ?", "Tu veux que je retienne autre chose ?",
    "Comment s'est passée ta journée ?", "Et à part ça ?", "Tu y penses souvent ?", "Ça compte pour toi ?", "De quoi as-tu envie de parler ?",
)
ASKS = (
    "{} ?", "{} ?", "{} ?", "au fait, {} ?", "dis, {} ?", "dis-moi, {} ?", "hé, {} ?", "petite question : {} ?", "je ne sais plus, {} ?",
    "j'ai un trou, {} ?", "alors, {} ?", "{}, déjà ?", "tu te souviens ? {} ?", "attends, {} ?", "question : {} ?", "Hearth, {} ?",
    "je vérifie quelque chose : {} ?", "j'ai oublié : {} ?", "{}, tu t'en souviens ?", "{}, à ton avis ?", "tu peux me rappeler : {} ?",
    "et sinon, {} ?", "rappelle-moi : {} ?", "aide-moi, {} ?", "{}, s'il te plaît ?", "encore une chose : {} ?", "oh, {} ?",
)
ANSWERS = (
    "{}.", "{}.", "{}.", "D'après ce que tu m'as dit, {}.", "Tu m'as dit que {}.", "Si je me souviens bien, {}.", "Oui : {}.", "Bien sûr : {}.",
    "Je m'en souviens : {}.", "{}, tu me l'as dit.", "Oui, je le sais : {}.", "Je crois bien que {}.", "C'est simple : {}.", "Je te le rappelle : {}.",
)
SHORT = ("{}.", "C'est {}.", "{}, tu me l'as dit.", "Je dirais {}, d'après toi.", "{}, si je me souviens bien.", "Tu m'as dit : {}.")
# {0} is what is missing, {1} the verb that takes it, {2} *dit le prénom de …* or *parlé du métier de …*.
NOT_KNOWN = (
    "Je ne le sais pas encore.", "Je ne {1} pas encore {0}.", "Tu ne m'as pas encore {2}.", "Ça, je ne le sais pas encore.", "Je ne {1} pas {0}.",
    "Tu ne m'en as pas encore parlé, je ne sais pas.", "Je ne sais pas, tu ne me l'as pas encore dit.", "Aucune idée, tu ne me l'as pas encore dit.",
    "Je n'ai rien noté là-dessus : je ne le sais pas encore.", "Je l'ignore encore, tu ne me l'as pas dit.", "Tu ne m'as rien dit à ce sujet, donc je ne le sais pas.",
    "Je ne {1} pas encore {0}, tu ne m'en as rien dit.", "Pas encore ! Tu ne m'as jamais {2}.", "Désolé, je ne le sais pas encore.", "Je préfère ne pas inventer : je ne {1} pas {0}.",
    "Je cherche, mais non : tu ne m'as pas encore {2}.", "Là, je ne sais pas encore.", "Je ne trouve pas ça dans ce que tu m'as dit.", "Je ne peux pas le savoir, tu ne m'as pas {2}.",
    "Je ne sais pas encore, tu ne m'as pas {2}.", "Ça ne me dit rien, tu ne m'as pas encore {2}.", "Je n'en sais rien pour l'instant.", "Je ne m'en souviens pas : je crois que tu ne me l'as jamais dit.",
)
INVITES = (
    "Tu veux me le dire ?", "Dis-le-moi et je m'en souviendrai.", "Tu me l'apprends ?", "Si tu me le dis, je le retiens.", "C'est quoi ?",
    "Raconte-moi, si tu veux.", "Tu veux bien m'en parler ?", "Je veux bien l'apprendre.", "Je le noterai volontiers.", "",  "", "",
)


def tell(rng: random.Random, clause: str, frames: tuple[str, ...] = TELLS) -> str:
    """A clause of the user's as a message of one to three sentences."""
    text = sentence(elide(rng.choice(frames).format(clause)))
    if rng.random() < 0.22:
        text = f"{rng.choice(BEFORE)} {text}"
    if rng.random() < 0.15:
        text = f"{text} {rng.choice(AFTER)}"
    return typed(text, rng)


def tell_several(rng: random.Random, clauses: list[str]) -> str:
    """Several clauses in one message."""
    joints = (", et ", ". ", ". Et ", ", et puis ", ". Sinon, ", ". Ah, et ", " et ", ". En plus, ", ". Par contre, ")
    text = clauses[0]
    for clause in clauses[1:]:
        joint = rng.choice(joints)
        text += joint + (sentence(clause, "") if joint.endswith(". ") else clause)
    return tell(rng, text)


def hear(rng: random.Random, found: list[Fact]) -> str:
    """Hearth takes in what was said, and says it back in other words."""
    told = ", et ".join(rng.choice(one.told[: len(one.said)]) for one in found[-rng.choice((1, 2, 3)) :])
    text = sentence(elide(rng.choice(HEARD).format(told)))
    return f"{text} {rng.choice(MORE)}" if rng.random() < 0.45 else text


def ask(rng: random.Random, question: str) -> str:
    """The question as a message; lower case where it follows a comma."""
    frame = rng.choice(ASKS[:8] if question.startswith(("tu ", "rappelle")) else ASKS)
    return typed(sentence(elide(frame.format(question)), " ?"), rng)


def answer(rng: random.Random, one: Fact) -> str:
    """The value, in a sentence or alone."""
    if one.bare and rng.random() < 0.25:
        frames = SHORT if not one.bare.startswith(("de ", "d'", "du ", "des ")) else SHORT[:1]
        return sentence(elide(rng.choice(frames).format(one.bare)))
    return sentence(elide(rng.choice(ANSWERS).format(rng.choice(one.told))))


def not_known(rng: random.Random, lacks: str) -> str:
    """That Hearth does not know it yet; never a guess."""
    known = "sais" if lacks.startswith("ce ") else "connais"
    text = elide(rng.choice(NOT_KNOWN).format(lacks, known, _said(lacks)))
    return f"{text} {rng.choice(INVITES)}".strip()


def _said(lacks: str) -> str:
    """*dit* before names, ages and whole clauses, else *parlé de*."""
    plain = ("ce ", "le prénom", "l'âge", "le nom", "ton prénom", "ton âge", "la couleur", "l'adresse", "ton adresse", "le jour", "qui ")
    return f"dit {lacks}" if lacks.startswith(plain) else f"parlé {of(lacks)}"
