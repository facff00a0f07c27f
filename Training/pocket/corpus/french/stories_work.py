# SPDX-License-Identifier: Apache-2.0
"""Talks about work, school and money."""
from .stories import read

STORIES = read("""
U J'ai un entretien chez <boîte> <jour>. | <jour>, je passe un entretien chez <boîte> et j'ai peur. | Je stresse pour mon entretien chez <boîte>.
H Bravo d'être arrivé là ! C'est pour quel poste ? | Je comprends le stress. Quel est le poste ? | C'est une belle chance. Pour quel travail ?
U Un poste de <boulot>. | <boulot>. | Pour devenir <boulot>.
H Et pourquoi ce poste te plaît-il ? | Qu'est-ce qui te rend fier dans ton parcours ? | Quelle question redoutes-tu le plus ?
u Parce que c'est ce que j'ai toujours aimé. | J'ai travaillé <durée> chez <boîte:b>. | « Quels sont vos défauts ? »
h Dis-le avec ces mots-là, c'est sincère. | <durée>, c'est solide. Prépare un exemple concret. | Choisis un petit défaut, et dis comment tu le corriges.
U Et si j'ai un trou ? | D'accord, je vais m'entraîner avec <prénom>. | Merci, ça m'aide.
h Tu peux dire : « Laissez-moi réfléchir un instant. » C'est permis. | S'entraîner avec <prénom>, c'est parfait. | Avec plaisir. Dors bien la veille !
U L'entretien est à <heure>. | Je te raconterai. | Souhaite-moi bonne chance !
h À <heure>, donc. Arrive un quart d'heure avant. | J'y compte ! Bonne chance chez <boîte>. | Bonne chance ! Tu as de quoi les convaincre.
Q où est mon entretien | chez qui j'ai un entretien # Ton entretien est chez <boîte>. | Chez <boîte>.
N combien je serai payé # ton futur salaire

U Je suis épuisé, mon travail chez <boîte> me prend tout mon temps. | J'ai trop de travail chez <boîte>. | Je rentre tous les soirs à <heure>, je n'en peux plus.
H Ça fait beaucoup. Qu'est-ce qui te prend le plus d'énergie ? | Je comprends ta fatigue. Depuis combien de temps ? | Ce n'est pas tenable longtemps. Tu en as parlé à quelqu'un ?
u Les réunions. | Depuis <durée>. | À <elle>, ma collègue.
h Peux-tu en refuser une cette semaine ? | <durée>, c'est trop. As-tu pu prendre un jour de repos ? | Et qu'en pense <elle> ?
U Peut-être celle de <semaine>. | Non, pas encore. | Que je devrais en parler au chef.
h Alors commence par celle de <semaine>. Une de moins, c'est déjà ça. | Et si tu en demandais un pour <mois> ? | C'est un bon conseil. Prépare deux phrases claires.
U J'ai peur qu'on le prenne mal. | Oui, je vais le faire. | Je ne sais pas dire non.
h Tu as le droit de protéger ta santé. Reste calme et précis. | Bravo, c'est un vrai premier pas. | Essaie : « Je ne pourrai pas cette fois. » Rien de plus.
Q où je travaille | chez qui je travaille # Tu travailles chez <boîte>. | Chez <boîte>.
N comment s'appelle mon chef # le prénom de ton chef

U J'ai un examen <jour> et je n'ai rien révisé. | Mon examen est <jour>, je panique. | Je dois réviser <études> pour <jour>.
H Respire. Combien de chapitres te reste-t-il ? | On va s'organiser. Qu'est-ce que tu connais déjà ? | D'accord. Quelle est la partie la plus dure ?
u <petit> chapitres. | Le début, à peu près. | La fin, je n'y comprends rien.
h <petit> chapitres, ça se découpe. Un ou deux par jour ? | Alors pars de là, et avance par petits bouts. | Commence par elle tant que tu es frais.
U Je me déconcentre tout le temps. | Je révise mieux avec <prénom>. | Je vais faire un planning.
h Coupe ton téléphone, travaille vingt minutes, puis bouge un peu. | Alors propose à <prénom> de réviser ensemble. | Très bien. Garde une heure libre chaque jour.
U Merci, je m'y mets. | Et si je rate ? | C'est faisable, en fait.
h Allez, un premier pas suffit. Courage ! | Un examen ne dit pas qui tu es. Fais ce que tu peux. | Oui, c'est faisable. Je suis avec toi.
Q quand est mon examen | c'est quel jour mon examen # Ton examen est <jour>. | C'est <jour>.
N dans quelle salle est mon examen # la salle de ton examen

U J'ai perdu mon travail chez <boîte> <passé>. | <boîte> m'a licencié <passé>. | C'est fini, je ne travaille plus chez <boîte>.
H Je suis désolé, c'est un choc. Comment te sens-tu ? | Quel coup dur. Tu t'y attendais ? | Ce n'est pas rien. Tu as pu en parler autour de toi ?
u Perdu. | Pas du tout. | Seulement à <prénom>.
h C'est normal de se sentir perdu. Tu y as travaillé longtemps ? | Le choc est encore plus grand, alors. Tu y as travaillé longtemps ? | C'est bien que <prénom> le sache. Tu y as travaillé longtemps ?
U <durée>. | Assez pour m'y attacher. | J'y étais depuis <année>.
h <durée>, ça compte. Laisse-toi quelques jours. | On s'attache, oui. Laisse-toi quelques jours. | Depuis <année> ! Laisse-toi quelques jours.
U J'ai peur pour l'argent. | J'aimerais changer de métier. | Je ne veux rien faire pendant un moment.
h Note tes dépenses et tes droits, ça rend la peur plus petite. | Changer, pourquoi pas ? Qu'est-ce qui t'attire ? | Se reposer, c'est aussi se préparer.
Q chez qui je travaillais | où est-ce que je travaillais # Tu travaillais chez <boîte>. | Chez <boîte>.
N quel était mon poste # ton ancien poste

U Je commence chez <boîte> <jour> ! | J'ai décroché un poste de <boulot> chez <boîte> ! | C'est officiel, je suis <boulot> chez <boîte>.
H Félicitations ! Qu'est-ce qui te réjouit le plus ? | Quelle bonne nouvelle ! Comment tu te sens ? | Bravo ! Tu connais déjà l'équipe ?
u Apprendre un nouveau métier. | Un peu impressionné. | Seulement <prénom>.
h Apprendre, c'est stimulant. Tu commences à quelle heure ? | C'est normal au début. Tu commences à quelle heure ? | <prénom> pourra te guider. Tu commences à quelle heure ?
U À <heure>. | À <heure>, il faudra que je me lève tôt. | <heure>, je crois.
H <heure>, d'accord. Prépare tes affaires la veille. | Alors couche-toi tôt la veille ! | Note-le bien. Et comment iras-tu ?
U J'irai <véhicule>. | <véhicule>, comme d'habitude. | Sans doute <véhicule>.
H Parfait. Je te souhaite un beau premier jour. | Tout est prêt, alors. Bonne chance ! | Tu me raconteras ta première journée ?
Q à quelle heure je commence | je commence à quelle heure # Tu commences à <heure>. | À <heure>.
Q comment j'irai au travail | comment je vais y aller # Tu iras <véhicule>. | <véhicule>.
N combien de jours de congé j'ai # le nombre de tes jours de congé

U J'ai dû payer <prix> de réparation et mon budget est vide. | Une facture de <prix> vient d'arriver, je ne sais pas comment faire. | Je n'arrive pas à mettre de l'argent de côté.
H C'est un souci pesant. Sais-tu où part ton argent ? | Je comprends l'inquiétude. Tu notes tes dépenses ? | Voyons ça calmement. Quelle dépense te semble de trop ?
u Pas vraiment. | Non, jamais. | Les repas dehors.
h Note tout pendant une semaine, même les petits achats. | Essaie une semaine, sur un simple carnet. | Et si tu en gardais un par semaine, pour le plaisir ?
U D'accord, je commence <jour>. | Ça me fait peur de regarder. | <prénom> le fait déjà, je vais l'imiter.
h <jour>, parfait. Un petit pas suffit. | Je comprends. Mais ce qu'on voit fait moins peur que ce qu'on imagine. | Bonne idée, vous pourrez en parler ensemble.
Q combien j'ai dû payer # Tu as parlé de <prix>. | <prix>.
N quel est mon salaire # ton salaire

U Mon collègue <prénom> me coupe toujours la parole. | Au bureau, <prénom> s'attribue mes idées. | Je ne supporte plus <prénom>, au travail.
H C'est agaçant. Comment tu réagis, d'habitude ? | Je comprends ta colère. D'autres l'ont remarqué ? | Pas facile. Ça dure depuis longtemps ?
u Je me tais. | Oui, <prénom:b>. | Depuis <durée>.
h Se taire use. Tu pourrais dire : « Je termine, et je t'écoute. » | Avec <prénom:b> de ton côté, tu n'es pas seul. Vous pourriez en parler à trois. | <durée>, ça suffit. Une discussion calme vaut le coup.
U Je n'aime pas les conflits. | J'essaierai à la réunion de <semaine>. | Et si ça empire ?
h Ce n'est pas un conflit, c'est poser une limite. | <semaine>, parfait. Prépare ta phrase. | Alors parles-en à ton chef, avec des faits.
Q quel collègue m'agace | qui me pose problème au bureau # C'est <prénom>. | <prénom>.
N quel est le poste de <prénom> # le poste de <prénom>
""")
