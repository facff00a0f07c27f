# SPDX-License-Identifier: Apache-2.0
"""Talks about travel, sport, hobbies, health and ordinary days."""
from .stories import read

STORIES = read("""
U Je pars <pays> <avenir> avec <prénom> ! | <prénom> et moi, on part <pays> <avenir>. | Nos billets sont pris, on va <pays> avec <prénom>.
H Quelle chance ! C'est la première fois ? | Ça fait rêver. Qu'est-ce que tu veux y voir ? | Beau voyage ! Vous partez combien de temps ?
u Oui, pour tous les deux. | La mer, surtout. | <durée>.
h Une première à deux, ça marque. Vous y allez comment ? | La mer change les idées. Vous y allez comment ? | <durée>, de quoi souffler. Vous y allez comment ?
U On y va <trajet>. | <trajet>, c'est moins cher. | <trajet>, et ça me fait un peu peur.
h Bien. Il te reste des choses à préparer ? | Malin. Il te reste des choses à préparer ? | Cette peur passe souvent en route. Il te reste des choses à préparer ?
U Ma valise ! | Mon passeport est périmé… | Rien du tout.
h Fais une liste : papiers, chaussures, pull, et un livre. | Occupe-t'en vite, cela peut prendre du temps. | Parfait, il ne reste qu'à compter les jours.
Q avec qui je pars | qui part avec moi # Tu pars avec <prénom>. | Avec <prénom>.
Q où est-ce que je pars # Tu pars <pays>. | <pays>.
N dans quel hôtel je dors # l'hôtel où tu dors

U Je me suis inscrit à une course de <nombre> kilomètres à <ville>. | Je vais courir <nombre> kilomètres à <ville> <avenir>. | Objectif : <nombre> kilomètres à <ville> !
H Quel défi ! Tu t'entraînes souvent ? | Bravo ! Tu as déjà couru cette distance ? | Belle motivation. Qu'est-ce qui t'a donné envie ?
u Le <semaine>, avec <prénom>. | Jamais autant. | Un pari avec <prénom>.
h À deux c'est plus facile. Comment va le corps ? | Alors monte petit à petit. Comment va le corps ? | Un pari, ça pousse ! Comment va le corps ?
U J'ai mal <douleur>. | En pleine forme. | Je suis vite essoufflé.
h Repose-toi quelques jours, et demande un avis si ça dure. | Super, garde ce rythme. | C'est normal au début. Ralentis, tu iras plus loin.
U Merci coach ! | J'ai hâte d'y être. | Et si j'abandonne ?
h Haha, à ton service. Bonne course à <ville> ! | Chaque sortie t'en rapproche. | Prendre le départ, c'est déjà gagner.
Q dans quelle ville je cours | où est ma course # Ta course est à <ville>. | À <ville>.
Q combien de kilomètres je dois courir # <nombre> kilomètres. | Tu vas courir <nombre> kilomètres.
N quel est mon numéro de dossard # ton numéro de dossard

U J'apprends <instrument> depuis <durée>. | J'ai commencé <instrument> avec <prénom>, mon prof. | Je me suis mis à la musique : <instrument> !
H Bravo ! Qu'est-ce qui t'a donné envie ? | C'est beau d'apprendre. Tu joues souvent ? | Quel joli choix. C'est difficile ?
u Un concert à <ville>. | Le <semaine> seulement. | Très. Mes doigts me font mal.
h Un concert peut changer une vie. Quel morceau travailles-tu ? | Dix minutes par jour aident plus qu'une heure par semaine. Quel morceau travailles-tu ? | Ça passera, tes doigts vont s'habituer. Quel morceau travailles-tu ?
U Une berceuse toute simple. | La chanson « <film> ». | Rien, juste des gammes.
h Une berceuse, c'est parfait pour la douceur. | « <film> », j'aimerais l'entendre. | Les gammes sont ingrates mais utiles. Choisis-toi une petite mélodie aussi.
U Je joue devant ma famille <avenir>. | Je manque de patience. | <prénom> dit que je progresse.
h Ils seront fiers. Respire avant de commencer. | La patience vient avec les petits progrès. Compte-les ! | Alors fais confiance à <prénom>.
N combien coûtent mes cours # le prix de tes cours

U Je n'arrive pas à dormir depuis <durée>. | Je dors très mal en ce moment. | Je me réveille toutes les nuits à <heure:n>.
H C'est épuisant. Quelque chose te tracasse ? | Je comprends, le manque de sommeil pèse. À quelle heure te couches-tu ? | Pas facile. Que fais-tu quand tu te réveilles ?
u Oui, le travail. | Jamais la même. | Je regarde mon téléphone.
h Pose tes soucis sur papier avant de te coucher, ils t'attendront demain. | Une heure fixe aide souvent. Tu pourrais essayer cette semaine ? | La lumière réveille. Et si tu le laissais dans une autre pièce ?
U Je vais essayer. | J'ai déjà tout essayé. | <prénom> me dit la même chose.
h Bien. Tu me diras demain comment c'était ? | Alors parles-en à un médecin, tu mérites de dormir. | <prénom> est de bon conseil. Commence dès ce soir.
N combien d'heures je dors # le nombre d'heures que tu dors

U J'ai mal <douleur> depuis <durée>. | Depuis <durée>, j'ai très mal <douleur>. | Toujours mal <douleur>, ça fait <durée>.
H Ça doit être pénible. Tu as vu un médecin ? | <durée>, c'est long. Qu'est-ce qui te soulage ? | Je suis désolé. C'est arrivé comment ?
u J'ai rendez-vous <jour>. | Le chaud, un peu. | En portant des cartons.
h <jour>, c'est bien. Note ce qui te fait mal pour en parler. | Alors chaleur et repos. Et demande un avis si ça dure. | Les cartons sont traîtres. Demande un avis, et ne force pas.
U J'ai peur que ce soit grave. | Merci docteur ! | Je déteste attendre.
h Je comprends. Seul un médecin pourra te rassurer, et ce sera bientôt clair. | Haha, je ne suis pas docteur, juste ton petit compagnon. | L'attente est longue. De quoi as-tu envie en attendant ?
Q où j'ai mal | j'ai mal où # Tu as mal <douleur>.
N quel médicament je prends # le médicament que tu prends

U Ce week-end je vais à <ville> avec <prénom>. | <prénom> m'emmène à <ville> ce week-end. | Week-end prévu à <ville> !
H Chouette ! Qu'est-ce que vous allez y faire ? | <ville>, bonne idée. Vous y allez comment ? | Ça fait envie. Tu y es déjà allé ?
u Voir <lieu>. | <trajet>. | Une fois, en <année>.
h Belle visite en vue. Et où dormez-vous ? | C'est agréable comme trajet. Et où dormez-vous ? | Depuis <année>, ça a dû changer ! Et où dormez-vous ?
U Chez une amie, <elle>. | À l'hôtel. | On verra bien.
h Chez <elle>, ce sera plus chaleureux. | Un peu de luxe ne fait pas de mal. | L'aventure ! Prévois quand même une couverture.
Q avec qui je pars ce week-end | qui va à <ville> avec moi # Tu pars avec <prénom>. | Avec <prénom>.
N à quelle heure je pars # l'heure de ton départ

U J'ai raté mon gâteau pour <prénom>. | Mon gâteau est tout plat et <prénom> arrive à <heure>. | Catastrophe, le gâteau de <prénom> a brûlé.
H Oh non ! C'était quel gâteau ? | Ça arrive aux meilleurs. Il te reste du temps ? | Mince ! Tu peux en sauver un morceau ?
u Une tarte, comme celle de ma mère. | Une heure. | Le milieu, oui.
h La tienne aura son goût à elle. As-tu des fruits ? | Une heure, c'est assez pour une mousse ou des fruits. | Coupe-le en petits carrés avec un peu de crème, personne ne verra rien.
U Tu me sauves ! | J'ai honte. | <prénom> va rire.
h Avec plaisir. Bon goûter ! | Pas de honte : le geste compte plus que le gâteau. | Et rire ensemble, c'est déjà une fête.
N quel âge a <prénom> # l'âge de <prénom>

U Je me suis mis à apprendre <langue>. | J'apprends <langue> depuis <durée>. | J'essaie d'apprendre <langue>, mais c'est dur.
H Bravo ! Pourquoi cette langue ? | C'est courageux. Comment tu apprends ? | Qu'est-ce qui te paraît le plus difficile ?
u Pour parler avec <prénom>. | Avec des cours le <semaine>. | La prononciation.
h Parler à <prénom> dans sa langue, quel cadeau ! | Le <semaine>, et un peu chaque jour, ce serait parfait. | Répète à voix haute, même seul. Ça vient à force.
U J'oublie tous les mots. | Je pars là-bas <avenir>. | Merci, ça me motive.
h Cinq mots par jour, pas plus, et on les revoit le lendemain. | Alors apprends d'abord à saluer, remercier et demander ton chemin. | Tant mieux ! Un peu chaque jour suffit.
Q quelle langue j'apprends | j'apprends quelle langue # Tu apprends <langue>. | <langue>.
N comment s'appelle mon professeur # le nom de ton professeur

U Je lis « <film> » en ce moment. | J'ai fini « <film> » <passé>. | <prénom> m'a prêté un roman, « <film> ».
H Qu'est-ce que tu en penses ? | De quoi ça parle ? | Ça te plaît ?
u C'est un peu lent, mais beau. | D'une famille qui déménage à <ville>. | Beaucoup !
h Les livres lents restent longtemps en tête. Ton personnage préféré ? | <ville>, ça donne un décor. Ton personnage préféré ? | Ça fait plaisir. Ton personnage préféré ?
u La grand-mère. | <prénom:b>, le héros. | Aucun, ils m'énervent tous.
h Les grands-mères ont souvent le meilleur rôle. | <prénom:b> te ressemble un peu ? | Alors l'auteur a réussi à te faire réagir !
Q quel livre je lis | c'est quoi le titre de mon livre # « <film> ».
N combien de pages a mon livre # le nombre de pages de ton livre
""")
