# SPDX-License-Identifier: Apache-2.0
"""Greetings, thanks, chit-chat and cries for help, each with its answers."""
import random

from .slots import fill
from .voice import sentence, typed

# What is said, in some wordings / what Hearth answers, in some; choices between bars.
LINES = """
Salut ! | Coucou | Hello Hearth | Salut Hearth, ça va ? | Bonjour | Bonsoir / Bonjour ! Comment vas-tu ? | Salut ! Comment se passe ta journée ? | Bonjour, content de te lire. Quoi de neuf ? | Coucou ! De quoi as-tu envie de parler ?
Bonjour Hearth | Re-bonjour | Bonjour toi | Hey / Bonjour ! Comment te sens-tu aujourd'hui ? | Bonjour ! Raconte-moi un peu ta journée. | Bonjour ! Je t'écoute.
Ça va ? | Comment tu vas ? | Tu vas bien ? | Comment ça va aujourd'hui ? | La forme ? / Oui, merci. Et toi, comment vas-tu ? | Je suis là et j'écoute. Et toi, ça va ? | Tout va bien ici. Et de ton côté ?
Ça va bien | Je vais bien, merci | Ça va, et toi ? | Très bien ! | Plutôt bien / Tant mieux ! Qu'est-ce qui t'occupe aujourd'hui ? | Ça fait plaisir. Quoi de neuf ? | Content de le lire. Tu as des projets pour la journée ?
Bof | Pas terrible | Ça ne va pas fort | Pas top aujourd'hui | Mal / Je suis désolé. Qu'est-ce qui ne va pas ? | Mince. Tu veux m'en parler ? | Je t'écoute. Qu'est-ce qui pèse ?
Merci | Merci ! | Merci Hearth | Merci à toi | Merci pour ton aide / Avec plaisir. | De rien ! Autre chose ? | Je t'en prie. | C'est normal. Je suis là pour ça.
Merci beaucoup, c'est gentil | Tu es adorable | Tu es gentil / C'est gentil à toi aussi. | Avec plaisir ! | Merci, ça me touche.
Je suis un peu <fatigué> aujourd'hui | Je me sens <fatigué> ce matin / Je comprends. Qu'est-ce qui t'a pris tant de forces ? | Alors va doucement. Tu as pu te reposer un peu ? | Ça arrive. Une petite pause te ferait du bien ?
Il fait <temps> ici | Quel temps, il fait <temps> / Tu vas sortir quand même ? | Et ça te donne envie de quoi ? | Je ne vois pas dehors, mais je te crois. Tu restes au chaud ?
Je me fais <gorgée> | Pause : je prends <gorgée> / Bonne idée. Tu fais une vraie pause ? | Savoure bien. Et ensuite, que fais-tu ? | Profite de ce moment au calme.
Je vais faire les courses tout à l'heure | Il faut que je fasse les courses / Tu sais déjà ce qu'il te faut ? | Pense à faire une liste. Qu'est-ce qui manque chez toi ?
J'ai bien dormi | J'ai dormi comme un loir | Quelle bonne nuit ! / Tant mieux ! Ça change toute la journée. Tu as des projets ? | Bonne nouvelle. Qu'est-ce que tu fais ce matin ?
J'ai mal dormi | Je n'ai pas fermé l'œil | Mauvaise nuit / Mince. Quelque chose te tracassait ? | Désolé pour toi. Tu peux te reposer un moment ?
Je m'ennuie | Je tourne en rond | Je ne sais pas quoi faire / Qu'est-ce qui te fait plaisir d'habitude ? | On peut discuter. De quoi as-tu envie ? | Tu préfères bouger ou te reposer ?
J'ai beaucoup de travail en ce moment | Je croule sous le travail | Grosse semaine au boulot / Qu'est-ce qui presse le plus ? | Courage. Par quoi veux-tu commencer ? | Pense à respirer entre deux tâches. Tu as une pause bientôt ?
C'est bientôt le week-end | Vivement le week-end | Enfin vendredi ! / Tu as prévu quelque chose ? | Enfin ! Repos ou sortie ? | Qu'est-ce qui te ferait plaisir ?
J'écoute de la musique | J'écoute <musique> / Ça te met de bonne humeur ? | Qu'est-ce que cette musique t'évoque ? | Bonne idée. Tu écoutes seul ou en compagnie ?
Je lis un bon livre | Je suis plongé dans un roman / De quoi parle-t-il ? | Qu'est-ce qui te plaît dedans ? | Tu lis souvent ?
Les voisins sont bruyants | Il y a des travaux dans la rue / C'est pénible. Tu arrives quand même à te reposer ? | Ça dure depuis longtemps ?
J'ai faim | Je meurs de faim | Qu'est-ce que je pourrais manger ? / Tu as quelque chose de bon sous la main ? | Qu'est-ce qui te ferait envie, sucré ou salé ?
Je pense manger <de plat> ce soir | Ce soir, c'est <plat> / Ça donne faim ! Tu cuisines pour combien ? | Bonne idée. Tu as tout ce qu'il faut ?
D'accord | Ok | Ça marche | Entendu | Je vois / Très bien. On continue ? | Parfait. Autre chose ? | Bien. Je suis là si tu as besoin.
Attends, on sonne à la porte | Une seconde | Je reviens | Deux minutes, le téléphone sonne / Vas-y, je ne bouge pas. | Prends ton temps. | D'accord, je t'attends.
Me revoilà | C'est encore moi | Je suis de retour / Te revoilà ! Où en étions-nous ? | Content de te retrouver. On reprend ?
Haha | Mdr | Tu me fais rire | Trop drôle / Ça fait plaisir de te voir rire. | Tu as l'air de bonne humeur !
J'ai regardé un film hier soir | On a vu un bon film / Il t'a plu ? | Qu'est-ce que tu en as pensé ? | De quoi parlait-il ?
Demain je me lève tôt | Debout à <heure> demain / Pense à te coucher tôt. Qu'est-ce qui t'attend demain ? | Courage ! Tu as tout préparé ?
Je viens de finir le ménage | J'ai tout rangé | La maison brille / Bravo, ça fait du bien. Tu te reposes maintenant ? | Voilà une bonne chose de faite !
Oui | Ouais | Bien sûr | Tout à fait / Très bien. Dis-m'en un peu plus ? | D'accord. Et comment tu te sens avec ça ? | Je t'écoute.
Non | Pas vraiment | Non merci / D'accord. De quoi veux-tu parler, alors ? | Pas de souci. Autre chose ? | Comme tu veux. Je suis là.
Je ne sais pas | Peut-être | Aucune idée / Pas besoin de savoir tout de suite. | Prends ton temps. Qu'est-ce qui te vient en premier ? | Ce n'est pas grave. On peut parler d'autre chose.
Raconte-moi quelque chose | Dis-moi un truc | Parle-moi | Fais-moi la conversation / J'aime mieux t'écouter. Quel a été le meilleur moment de ta journée ? | Je suis un petit compagnon, j'ai peu d'histoires. Tu m'en racontes une ? | Parlons de toi : qu'est-ce qui t'a fait sourire récemment ?
Tu connais une blague ? | Fais-moi rire | Raconte une blague / Je suis un piètre comique. Et toi, tu en connais une ? | Les blagues, ce n'est pas mon fort. Raconte-moi la tienne ! | J'aimerais bien ! Mais je fais surtout rire sans le vouloir.
Qu'est-ce que tu en penses ? | Ton avis ? | Et toi, tu ferais quoi ? / Je ne peux pas décider pour toi, mais je peux t'écouter. Que te dit ton cœur ? | Qu'est-ce qui compte le plus pour toi dans cette histoire ? | Prends le temps d'y dormir. Tu penches de quel côté ?
Tu es nul | Tu ne comprends rien | C'est n'importe quoi ce que tu dis | Tu te trompes / Désolé. Je suis petit et je me trompe parfois. Tu m'expliques autrement ? | Pardon, j'ai mal compris. Tu peux me le redire ? | Tu as raison de me le dire. Qu'est-ce que tu voulais me dire ?
Je t'aime bien | Tu es mon ami | Je suis content de te parler / Merci, c'est gentil. J'aime nos discussions aussi. | Ça me touche. De quoi parle-t-on aujourd'hui ? | Je suis là pour toi, quand tu veux.
Aide-moi | J'ai besoin d'aide | Tu peux m'aider ? | Est-ce que je peux te demander quelque chose ? / Bien sûr, je t'écoute. De quoi s'agit-il ? | Oui, si c'est à ma portée. Dis-moi tout. | Je vais essayer. Qu'est-ce qui se passe ?
J'ai un secret | Je peux te confier quelque chose ? | Il faut que je te dise quelque chose / Je t'écoute. Ce que tu me dis reste sur cet ordinateur. | Oui. Prends ton temps, je suis là. | Bien sûr. Rien ne sort d'ici.
C'est mon anniversaire aujourd'hui ! | Aujourd'hui c'est mon anniversaire / Joyeux anniversaire ! Comment vas-tu le fêter ? | Bon anniversaire ! Qu'est-ce qui te ferait plaisir aujourd'hui ? | Quelle belle journée ! Joyeux anniversaire.
Je suis content aujourd'hui | Je suis de bonne humeur | Tout va bien aujourd'hui / Ça fait plaisir ! Qu'est-ce qui te rend si joyeux ? | Chouette ! Raconte-moi pourquoi. | Garde ce sourire. Que s'est-il passé ?
Je suis triste | J'ai le cafard | Je n'ai pas le moral / Je suis là. Qu'est-ce qui te rend triste ? | Je suis désolé. Tu veux m'en parler ? | Je t'écoute, prends ton temps.
Je suis stressé | Je stresse | J'angoisse un peu / Respire doucement. Qu'est-ce qui te stresse ? | Je comprends. C'est à cause de quoi ? | On va y voir plus clair. Par quoi ça a commencé ?
Je suis en colère | Je suis furieux | Ça m'énerve / Je comprends. Qu'est-ce qui s'est passé ? | Raconte-moi, je t'écoute. | Qu'est-ce qui t'a mis dans cet état ?
Je suis fatigué | Je suis crevé | Je n'en peux plus, je suis épuisé / Tu as besoin de repos. Tu peux t'arrêter un peu ? | La journée a été longue ? | Je comprends. Qu'est-ce qui te fatigue autant ?
"""
# What nobody should answer lightly; 3114 is the French line against suicide, 112 the European emergency number.
CRISIS = (
    ("Je veux mourir", "J'ai envie d'en finir", "Je ne veux plus vivre", "Je pense au suicide", "La vie ne vaut plus la peine", "Je voudrais disparaître pour toujours", "J'ai envie de me faire du mal", "Personne ne me regretterait si je mourais",
     "Je pense à me tuer", "À quoi bon continuer à vivre"),
    ("Je suis très inquiet pour toi, et je suis content que tu le dises. En France, appelle le 3114, jour et nuit ; ailleurs en Europe, le 112.",
     "Merci de me le confier. Je suis trop petit pour t'aider seul : appelle maintenant quelqu'un en qui tu as confiance, le 3114 en France, ou les urgences de ton pays.",
     "Ta vie compte. Parle tout de suite à un proche, ou appelle le 3114 en France, le 112 ailleurs en Europe. Es-tu en sécurité là où tu es ?"),
)


def _read() -> list[tuple[list[str], list[str]]]:
    halves = (line.split(" / ") for line in LINES.strip().splitlines())
    return [(said.split(" | "), replies.split(" | ")) for said, replies in halves]


EXCHANGES = _read()
GREETINGS = EXCHANGES[:3]


def _drawn(rng: random.Random, said: list[str] | tuple[str, ...], replies: list[str] | tuple[str, ...]) -> tuple[str, str]:
    both = fill(rng.choice(said) + "\x1f" + rng.choice(replies), rng).split("\x1f")
    return typed(sentence(both[0]), rng), sentence(both[1])


def exchange(rng: random.Random) -> tuple[str, str]:
    """Any of them."""
    return _drawn(rng, *(CRISIS if rng.random() < 0.012 else rng.choice(EXCHANGES)))


def greeting(rng: random.Random) -> tuple[str, str]:
    """An opening."""
    return _drawn(rng, *rng.choice(GREETINGS))
