# SPDX-License-Identifier: Apache-2.0
"""Talks about family, friends and love."""
from .stories import read

STORIES = read("""
U Je me suis disputé avec <prénom> <passé>. | <prénom> et moi, on ne se parle plus. | J'ai crié sur <prénom> et je m'en veux.
H Mince, ça doit te peser. Qu'est-ce qui s'est passé ? | Je comprends que tu y penses. À propos de quoi ? | Les disputes laissent un goût amer. Comment ça a commencé ?
U Une histoire d'argent, <prix>. | Pour une bêtise, une histoire de ménage. | Il y a eu un mensonge. | Je ne sais même plus.
h L'argent abîme vite les liens. <prix>, c'est important pour toi ? | Les bêtises cachent parfois autre chose. Tu étais fatigué ? | Un mensonge, ça fait mal. Tu en as parlé franchement ? | Alors c'était peut-être un trop-plein. Tu étais sous pression ?
U Oui, un peu. | Oui, et je n'ai pas trouvé les mots. | Sans doute.
H Que voudrais-tu dire à <prénom>, là, maintenant ? | Et si tu faisais le premier pas ? | Tu as envie de te réconcilier avec <prénom> ?
u Que je regrette. | J'ai peur de sa réaction. | Oui, vraiment.
h Alors dis-le comme ça : « Je regrette. » C'est simple et fort. | Un petit message laisse à <prénom> le temps de répondre. | Un mot sincère suffit souvent. Tu pourrais lui écrire cette semaine.
U D'accord, je vais lui écrire <jour>. | Merci, je m'en sens capable. | Je vais essayer.
H C'est courageux. Tu me diras ce que <prénom> répond ? | Bravo, le premier pas est le plus dur. | Je suis fier de toi. Bonne chance avec <prénom>.
Q avec qui je me suis disputé | je me suis disputé avec qui # Avec <prénom>. | Tu t'es disputé avec <prénom>.
N où habite <prénom> # l'endroit où habite <prénom>

U Ma sœur <elle> a <âge> ans <jour> et je n'ai pas de cadeau. | C'est l'anniversaire de ma sœur <elle> <jour>, il me faut une idée. | Que puis-je offrir à ma sœur <elle> ?
H Cherchons ensemble. Qu'est-ce que <elle> aime faire ? | Bonne question ! Quel est son passe-temps ? | Voyons… De quoi parle <elle> en ce moment ?
U Elle adore <loisir>. | Elle ne parle que d'un voyage <pays>. | Elle a déjà tout, je crois.
h Quelque chose autour de sa passion, alors. Tu as un budget ? | Un carnet de voyage ou un guide lui plairait. Tu as un budget ? | Alors un moment avec toi vaut mieux qu'un objet. Qu'aimez-vous faire ensemble ?
U À peu près <prix>. | Pas plus de <prix>. | <prix>, pas plus.
H Avec <prix>, tu peux faire plaisir. Et un petit mot écrit à la main ? | C'est très bien. Tu pourrais l'emballer avec une photo de vous deux. | D'accord, <prix>. Le plus important, c'est que ça lui ressemble.
U Je pense lui prendre <cadeau>. | Et <cadeau>, qu'en penses-tu ? | Finalement, je vais lui offrir <cadeau>.
H <cadeau>, c'est une belle idée pour <elle>. | Je crois que <elle> va aimer. Tu l'achètes quand ? | Très bon choix. Pense au petit mot !
Q quel cadeau je pense offrir à ma sœur | qu'est-ce que je vais offrir à <elle> # Tu penses lui offrir <cadeau>.
Q quel est mon budget pour le cadeau | combien je veux dépenser # Ton budget est de <prix>. | <prix>.
N où habite ma sœur # la ville où vit ta sœur

U Ma fille est née <passé> ! Elle s'appelle <elle>. | Je suis papa ! La petite <elle> est née <passé>. | <elle> est née <passé>, je suis maman !
H Toutes mes félicitations ! Bienvenue à <elle>. Comment va tout le monde ? | Quelle merveilleuse nouvelle ! Comment se passent les premières nuits ? | <elle>, quel joli prénom ! Tu te sens comment ?
u Tout le monde va bien. | On ne dort plus. | Je plane complètement.
h C'est le principal. Qui vient vous aider ? | C'est le début, ça va se calmer. Qui vient vous aider ? | Profite de ce nuage ! Qui vient vous aider ?
U <prénom> passe tous les jours. | Ma mère arrive <jour>. | Personne pour l'instant.
h Heureusement que <prénom> est là. Acceptez toute l'aide qu'on vous offre. | Ta mère sera d'un grand secours. Repose-toi dès que tu peux. | Alors dors quand <elle> dort, le ménage attendra.
U Merci. Elle pèse déjà <petit> kilos ! | J'ai peur de mal faire. | Je suis si heureux.
h <petit> kilos, elle grandit bien ! | Tous les parents ont cette peur. Tu apprends avec elle. | Ce bonheur se lit. Embrasse <elle> de ma part.
Q comment s'appelle ma fille | quel est le prénom de ma fille # Ta fille s'appelle <elle>. | Elle s'appelle <elle>.
N à quelle heure est née ma fille # l'heure de sa naissance

U Mon grand-père <lui> me manque. Il est mort il y a <durée>. | Ça fait <durée> que mon grand-père <lui> est parti. | Je pense à mon grand-père <lui>, mort il y a <durée>.
H Je suis désolé. Comment était <lui> ? | Je comprends. Quel souvenir te revient le plus ? | C'est un manque qui reste. Que faisiez-vous ensemble ?
U Il m'a appris <loisir>. | On mangeait <plat> tous les dimanches. | Il racontait des histoires de <ville>, où il a grandi.
H C'est un beau cadeau qu'il t'a laissé. Tu y repenses souvent ? | Ces moments sont à toi. Tu les partages avec quelqu'un ? | J'aime ce souvenir. Qu'est-ce que tu as gardé de lui ?
u Oui, surtout le soir. | Avec <prénom>, parfois. | Sa vieille montre.
h Le soir, les souvenirs parlent plus fort. Tu peux m'en raconter un. | C'est bien, <prénom> aussi s'en souvient. | Une montre, c'est un peu de son temps. Tu la portes ?
U Parfois. Ça me fait du bien d'en parler. | Merci de m'écouter. | J'aurais voulu lui dire au revoir.
h Alors parle-m'en autant que tu veux. | C'est normal. <lui> comptait beaucoup pour toi. | Tu peux le lui dire en pensée, ou dans une lettre.
Q comment s'appelait mon grand-père | quel était le prénom de mon grand-père # Ton grand-père s'appelait <lui>. | Il s'appelait <lui>.
N quel était le métier de mon grand-père # le métier de ton grand-père

U J'ai rencontré quelqu'un ! <prénom>, à <ville>. | Je crois que je suis amoureux de <prénom>. | J'ai un premier rendez-vous avec <prénom> <jour>.
H Oh, raconte ! Qu'est-ce qui te plaît chez <prénom> ? | Voilà une jolie nouvelle. Comment est <prénom> ? | Ton cœur bat plus vite ? Qu'est-ce qui t'attire ?
U Son rire. | On parle pendant des heures. | Tout, je crois.
h Un rire, ça dit beaucoup. Vous vous revoyez quand ? | Quand les mots coulent, c'est bon signe. Vous vous revoyez quand ? | Rien que ça ! Vous vous revoyez quand ?
U <jour>, on va <à lieu>. | <jour> à <heure>. | Je ne sais pas encore.
h Bonne idée comme sortie. Tu as le trac ? | C'est noté, <jour> à <heure>. Tu as le trac ? | Et si tu proposais une date ? Tu as le trac ?
U Un peu, oui. | Énormément ! | Non, je suis calme.
h Un peu de trac, c'est charmant. Reste toi-même. | Respire. <prénom> a sans doute le trac aussi. | Parfait, profite de chaque minute.
U Et si je ne plais pas ? | Merci, tu me rassures. | Je te raconterai.
h Tu plais déjà assez pour un deuxième rendez-vous. Reste simple. | Avec plaisir. Passe un beau moment avec <prénom>. | J'y compte bien ! Bonne chance.
Q qui j'ai rencontré | de qui je suis amoureux # <prénom>. | C'est <prénom>.
N quel âge a <prénom> # l'âge de <prénom>

U Mon fils <lui> ne me parle plus. | Mon fils <lui> a <petit> ans et il s'enferme dans sa chambre. | Je ne comprends plus mon fils <lui>.
H C'est dur pour un parent. Depuis quand ça dure ? | Ça doit t'inquiéter. Depuis quand ? | Je comprends. Quelque chose a changé récemment ?
u Depuis <durée>. | Depuis la rentrée. | Il a changé d'école.
h <durée>, c'est long. Y a-t-il un moment où il parle plus facilement ? | La rentrée est un cap. Y a-t-il un moment où il parle plus facilement ? | Changer d'école, c'est perdre ses repères. Y a-t-il un moment où il parle plus facilement ?
U En voiture, parfois. | Quand on cuisine ensemble. | Non, jamais.
h En voiture on ne se regarde pas, c'est plus simple. Profites-en. | Cuisinez donc plus souvent ! Laisse-le choisir le plat. | Alors écris-lui un mot. Sans question, juste pour dire que tu es là.
U Bonne idée, on fera <plat> <jour>. | Je vais essayer doucement. | Et s'il refuse ?
h Parfait. Et ne parle de rien de grave, juste du plat. | Doucement, c'est le bon rythme. | S'il refuse, ce n'est pas grave. Il saura que la porte est ouverte.
Q comment s'appelle mon fils | quel est le prénom de mon fils # Ton fils s'appelle <lui>. | <lui>.
N dans quelle école va mon fils # l'école de ton fils

U Mon amie <elle> se marie avec <lui> <jour>, et je suis témoin. | Je dois faire un discours au mariage de <elle> et <lui>. | <elle> m'a choisi comme témoin pour son mariage avec <lui>.
H Quel honneur ! Tu te sens d'attaque ? | Belle preuve d'amitié. Qu'est-ce qui te fait peur là-dedans ? | Félicitations ! Tu connais <elle> depuis longtemps ?
u Pas du tout. | Parler devant tout le monde. | Depuis <durée>.
h Alors commençons petit. Quel souvenir avec <elle> te fait sourire ? | Un discours court suffit. Quel souvenir avec <elle> te fait sourire ? | <durée>, ça fait des souvenirs ! Lequel te fait sourire ?
U Notre voyage à <ville>. | Le jour où on s'est perdus en forêt. | Son fou rire au théâtre.
h Raconte ce voyage à <ville> en trois phrases, et finis par un vœu. | Se perdre en forêt, c'est parfait pour faire rire. Finis par un vœu. | Un fou rire, c'est contagieux. Raconte-le, puis finis par un vœu.
U C'est tout ? | Bonne idée, je note. | Et si je pleure ?
h Oui, c'est tout. Les discours courts sont les meilleurs. | Lis-le deux fois à voix haute avant. | Si tu pleures, tout le monde sera ému avec toi.
Q qui se marie | de qui je suis témoin # <elle> se marie avec <lui>. | C'est <elle>, avec <lui>.
N dans quelle salle est le mariage # le lieu du mariage

U Ma mère est à l'hôpital de <ville> depuis <passé>. | Ma mère a <maladie> et je suis loin. | Je m'inquiète pour ma mère, elle a <âge> ans et vit seule à <ville>.
H Je comprends ton inquiétude. Comment va-t-elle aujourd'hui ? | C'est dur d'être loin. Qui est auprès d'elle ? | Ça te pèse, je le sens. Qu'est-ce qui t'inquiète le plus ?
u Un peu mieux. | <prénom>, mon frère. | Qu'elle tombe et que personne ne l'entende.
h C'est déjà ça. Tu as pu lui parler ? | Heureusement que <prénom> est là. Tu as pu lui parler ? | C'est une vraie crainte. Un voisin pourrait-il passer ?
U Oui, <passé>. | Pas encore. | Je vais me renseigner.
H Un appel lui fera du bien, et à toi aussi. | Tu fais de ton mieux, même de loin. | Une chose à la fois. Quand comptes-tu la voir ?
U J'irai <jour>. | J'aimerais y aller <avenir>. | Dès que je peux.
H Elle sera contente de te voir. Et toi, tu tiens le coup ? | Bien. D'ici là, pense à dormir. | C'est un bon plan. Je suis là si tu veux parler.
Q où est ma mère | dans quelle ville est ma mère # Ta mère est à <ville>.
N comment s'appelle ma mère # le prénom de ta mère
""")
