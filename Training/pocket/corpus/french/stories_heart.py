# SPDX-License-Identifier: Apache-2.0
"""Talks about moods: loneliness, worry, anger, doubt, joy, and days with nothing in them."""
from .stories import read

STORIES = read("""
U Je me sens seul à <ville>. | Les soirées sont longues depuis que je vis à <ville>. | Je n'ai personne à qui parler à <ville>.
H Je suis content que tu me le dises. Ça dure depuis quand ? | La solitude pèse, je comprends. Qu'est-ce qui te manque le plus ? | C'est dur. Tu as des gens que tu aimes, ailleurs ?
u Depuis <durée>. | Rire avec quelqu'un. | <prénom>, mais c'est loin.
h <durée>, c'est long. Qu'est-ce qui te faisait sortir, avant ? | Rire, oui… Qu'est-ce qui te faisait sortir, avant ? | Loin, mais là quand même. Qu'est-ce qui te faisait sortir, avant ?
U Je faisais <de sport>. | J'allais <à lieu>. | Rien de spécial.
H Et si tu essayais d'y revenir, même une fois ? | Un petit rendez-vous par semaine peut tout changer. Lequel ? | D'accord. Qu'est-ce qui te tenterait, même un peu ?
u Peut-être <jour>. | Un cours de cuisine, pourquoi pas. | Marcher un peu.
h <jour>, c'est noté. Je te demanderai ! | Un cours de cuisine, on y parle facilement. | Marche jusqu'à un endroit que tu aimes. Je t'attends ici.
N comment s'appellent mes voisins # le nom de tes voisins

U Je n'ai envie de rien aujourd'hui. | Journée nulle. | Je suis à plat, je ne sais pas pourquoi.
H Ça arrive. Tu as mangé quelque chose ? | Je suis là. Qu'est-ce qui a rendu la journée si grise ? | Pas besoin de raison. Tu as bien dormi ?
u Non, pas faim. | Rien, justement. | Très mal.
h Essaie quelque chose de petit, un fruit ou un thé. | Les jours vides fatiguent aussi. Une petite chose agréable, pour finir ? | Alors ne demande pas trop à cette journée.
U Bon, je vais faire un thé. | Je vais appeler <prénom>. | Je vais me recoucher.
h Parfait. Bois-le chaud et sans te presser. | Bonne idée, une voix amie fait du bien. | Repose-toi. Demain sera un autre jour.

U J'ai passé une journée parfaite ! | Aujourd'hui, tout m'a souri. | Quelle belle journée, à <ville> avec <prénom> !
H Raconte ! Quel a été le meilleur moment ? | Ça fait plaisir ! Qu'est-ce qui l'a rendue si belle ? | Quel bonheur de lire ça. Qu'avez-vous fait ?
u Le pique-nique avec <prénom>. | Il n'y avait rien de prévu. | On a marché <kilomètres>.
h Un pique-nique avec <prénom>, c'est simple et parfait. | Sans plan, tout devient possible. | <kilomètres>, bravo ! Vos jambes vont bien ?
U Je voudrais que ça dure. | On recommence <avenir>. | Oui, et je vais bien dormir.
h Garde une image de ce jour, elle te servira. | Alors il y aura une suite. Chouette ! | Dors bien, tu l'as mérité.

U J'ai peur <de peur> et j'en ai honte. | Ma peur <de peur> me gâche la vie. | Je voudrais ne plus avoir peur <de peur>.
H Il n'y a pas de honte à avoir. Ça a commencé quand ? | Je comprends. Qu'est-ce qui se passe dans ces moments-là ? | Beaucoup de gens ont cette peur. Quand la sens-tu le plus ?
u Quand j'avais <petit> ans. | Mon cœur bat très vite. | Quand je suis seul.
h À <petit> ans, ça marque. Qu'est-ce qui t'a déjà aidé, même un peu ? | C'est le corps qui s'alarme. Qu'est-ce qui t'a déjà aidé, même un peu ? | Être seul grossit tout. Qu'est-ce qui t'a déjà aidé, même un peu ?
U Respirer lentement. | La main de <prénom>. | Rien, pour le moment.
h Respirer lentement, c'est un bon outil. Garde-le. | Une main amie, ça compte. <prénom> le sait ? | Alors allons-y doucement, un tout petit pas à la fois.
Q de quoi j'ai peur | j'ai peur de quoi # Tu as peur <de peur>.

U J'hésite entre <ville> et <ville:b>. | Je dois choisir entre un poste à <ville> et un autre à <ville:b>. | <ville> ou <ville:b>, je n'arrive pas à me décider.
H Pas simple. Qu'est-ce qui t'attire à <ville> ? | Je comprends. Qu'est-ce qui compte le plus pour toi ? | Prenons le temps. Que dit ton cœur ?
u La mer toute proche. | Être près de <prénom>. | <ville:b>, je crois.
h La mer, c'est tous les jours. Et à <ville:b> ? | Alors où serais-tu le plus près de <prénom> ? | Qu'est-ce qui te retient de l'écouter ?
u Un meilleur salaire. | À <ville:b>. | La peur de me tromper.
h Mer ou salaire… Imagine-toi un matin dans chaque ville. Où souris-tu ? | Voilà peut-être ta réponse. | On peut se tromper et changer. Rien n'est fermé.
U Tu choisirais quoi, toi ? | Merci, j'y vois plus clair. | Je dois répondre <jour>.
h Je ne peux pas choisir pour toi, mais je peux t'aider à y penser. | Je suis content. Laisse passer une nuit. | <jour>, il te reste un peu de temps. Dors dessus.
Q entre quelles villes j'hésite # Tu hésites entre <ville> et <ville:b>.
N quand je dois partir # la date de ton départ

U Je suis furieux contre <prénom>. | <prénom> m'a mis hors de moi. | J'ai encore de la colère contre <prénom>.
H Je t'écoute. Qu'a fait <prénom> ? | La colère dit qu'une chose compte. Laquelle ? | Raconte. Que s'est-il passé ?
u Il y a eu un mensonge devant tout le monde. | Le respect. | Une promesse non tenue, encore.
h Être trompé en public, c'est humiliant. | Le respect, c'est la base. Tu pourrais le lui dire ? | Une promesse brisée fait mal, surtout la deuxième fois.
U J'ai envie de tout casser. | Je voudrais me calmer. | Je ne lui parlerai plus.
h Sors marcher dix minutes avant de répondre. | Respire lentement cinq fois. Puis écris tout, sans rien envoyer. | Peut-être. Mais attends demain pour décider.
Q contre qui je suis en colère | qui m'a mis en colère # Contre <prénom>. | <prénom>.

U J'ai arrêté de fumer il y a <durée>. | Je voudrais arrêter de fumer. | Je veux prendre de meilleures habitudes.
H Bravo de t'y mettre ! Qu'est-ce qui t'a décidé ? | C'est une belle décision. Qu'est-ce qui est le plus dur ? | Bonne idée. Par quoi veux-tu commencer ?
u Ma fille <elle>. | Le soir, après le repas. | Par <loisir>, un peu chaque jour.
h Pour <elle>, quelle belle raison. Pense à elle dans les moments durs. | Après le repas, bouge un peu ou fais un thé. | Un peu chaque jour, c'est la bonne méthode.
U Et si je craque ? | <prénom> le fait avec moi. | Merci pour ton soutien.
h Si tu craques, tu recommences. Ça ne gâche rien. | À deux avec <prénom>, c'est plus facile. | Je suis là tous les jours, tu sais.
N combien de cigarettes je fumais # le nombre de tes cigarettes

U Mon ami d'enfance <lui> s'éloigne de moi. | Je ne reconnais plus mon ami <lui>. | <lui> et moi, ce n'est plus comme avant.
H Ça doit te rendre triste. Que s'est-il passé ? | Les amitiés changent parfois. Depuis quand ? | Qu'est-ce qui a changé entre vous ?
u Il s'est marié et a déménagé à <ville>. | Depuis <durée>. | Il ne répond plus à mes messages.
h Une nouvelle vie à <ville> prend de la place. Tu le lui as dit ? | <durée>, et le manque est là. Tu le lui as dit ? | Ce silence fait mal. Tu le lui as dit ?
U Non, je n'ose pas. | Oui, mais il n'a rien répondu. | À quoi bon ?
h Un simple « tu me manques » peut rouvrir la porte. | Alors laisse-lui du temps, tu as fait ta part. | Parce que cette amitié compte pour toi, non ?
Q comment s'appelle mon ami d'enfance | quel ami s'éloigne # C'est <lui>. | <lui>.
N quel âge a <lui> # l'âge de <lui>
""")
