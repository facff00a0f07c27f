# SPDX-License-Identifier: Apache-2.0
"""Ways to say, to acknowledge, to ask, to answer and not to know: the wording around a fact."""
import os
import random

from .. import replies
from ..conversation import Conversation
from .facts import Fact
from .voice import elide, sentence, typed

PLAIN_REPLIES = replies.read(os.path.join(os.path.dirname(__file__), "replies.txt"))
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
HEARD = ("C'est noté.", "D'accord, je m'en souviendrai.", "Merci de me le dire.", "Je le retiens.", "Entendu.", "Bon à savoir.") * 2
NOW = (
    "ça a changé : {}", "finalement, {}", "maintenant, {}", "en fait je me suis trompé : {}", "correction : {}", "non, pardon, {}",
    "du nouveau : {}", "changement de programme, {}", "oublie ce que j'ai dit : {}", "depuis hier, {}", "erreur de ma part, {}",
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


def update(rng: random.Random, clause: str) -> str:
    """What holds from now on, and so takes the place of what was said before."""
    return elide(rng.choice(NOW).format(clause))


def hear(rng: random.Random, found: list[Fact]) -> str:
    """Hearth takes in what was said, and says some of it back."""
    told = ", et ".join(one.known for one in found[-rng.choice((1, 2, 3)) :])
    text = sentence(elide(f"C'est noté : {told}."))
    return f"{text} {rng.choice(MORE)}" if rng.random() < 0.45 else text


def ask(rng: random.Random, question: str) -> str:
    """The question as a message; lower case where it follows a comma."""
    frame = rng.choice(ASKS[:8] if question.startswith(("tu ", "rappelle")) else ASKS)
    return typed(behind(rng, sentence(elide(frame.format(question)), " ?")), rng)


# What answers Hearth's last question, in front of one of the user's own.
REPLIES = tuple(reply.strip() for reply in """
oui / ouais / bien sûr / un peu / pas mal / peut-être / je crois / je pense que oui / sûrement / évidemment / tout à fait / carrément / j'espère / c'est ça / exactement
non / pas vraiment / pas du tout / pas encore / je ne crois pas / pas sûr / rien de spécial / pas trop / jamais / aucune idée / bof / tant pis / non merci
merci / merci, c'est gentil / tu as raison / c'est vrai / d'accord / ok / super / parfait / très bien / chouette / haha / bonne idée / bien vu / je vois / ah bon
bonne idée, j'y vais demain / bonne idée, je le fais ce soir / je vais essayer / je vais y réfléchir / je vais leur demander / je m'en occupe demain / j'irai plus tard / je note / on verra
tout / un peu de tout / rien / la fin surtout / les gens / le bruit / l'attente / le silence / la musique / le réveil / la nourriture / la mer / les escaliers / le premier jour
parler devant tout le monde / me lever tôt / être seul / ne pas savoir / dire au revoir / recommencer à zéro / les revoir tous
fatigué / plutôt bien / comme d'habitude / beaucoup mieux / un peu nerveux / content, je crois / soulagé / triste, pour être franc / ça peut aller
en famille / avec des amis / seul, je pense / tous ensemble / à la maison / au jardin / dehors / en train / à pied / dans la cuisine
depuis longtemps / depuis l'école / depuis peu / la semaine dernière / tous les jours / de temps en temps / le week-end seulement / depuis toujours
c'était bien / c'était long / c'était froid / c'était mieux que la dernière fois / on a bien ri / on a parlé des heures / il a plu tout le temps / personne n'est venu / ça s'est bien passé
c'est une longue histoire / on en parlera plus tard / c'est tout pour l'instant / ça dépend / difficile à dire / qui sait / on verra bien / laisse tomber / peu importe
j'ai lu un peu / j'ai dormi / je suis resté au lit / j'ai fait le ménage / j'ai regardé la pluie / je n'ai rien fait du tout / je me suis promené
""".replace("\n", " / ").split(" / ") if reply.strip())


def behind(rng: random.Random, asked: str) -> str:
    """One question of five stands behind an answer to what Hearth asked."""
    if rng.random() >= 0.2:
        return asked
    return sentence(rng.choice(REPLIES), rng.choice((".", ".", ".", " !"))) + " " + asked


def answer(one: Fact) -> str:
    """A whole sentence."""
    return sentence(elide(one.known + "."))


# Never a guess; always the same words, so that only whether it is known is to be learned.
NOT_KNOWN = "Je ne le sais pas encore. Tu veux me le dire ?"


def reply(rng: random.Random, talk: Conversation, said: str) -> str:
    """What Hearth answers to what it is told, and has not answered before."""
    return replies.reply(rng, PLAIN_REPLIES, said, [message["content"] for message in talk.messages])
