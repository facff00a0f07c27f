# SPDX-License-Identifier: Apache-2.0
"""Talks about home, animals, neighbours, the garden and the table."""
from .stories import read

STORIES = read("""
U Mon chat <animal> n'est pas rentré depuis <petit> jours. | <animal>, mon chat, a disparu. Ça fait <petit> jours. | Je suis inquiet, mon chat <animal> ne revient pas depuis <petit> jours.
H Je comprends ton inquiétude pour <animal>. Est-ce que ça lui arrive de partir ? | Oh non, <animal>… <petit> jours, c'est long. Tu as demandé autour de toi ? | Ça doit être dur d'attendre. Où l'as-tu vu pour la dernière fois ?
u Jamais. D'habitude il dort sur mon lit. | J'ai demandé aux voisins, personne ne l'a vu. | Je l'ai vu près <de larue>, et depuis plus rien.
H D'accord. Et si tu mettais une affiche avec sa photo dans le quartier ? | Tu as pensé à appeler le refuge et le vétérinaire ? | Beaucoup de chats se cachent tout près. Tu as regardé dans les caves et les garages ?
u Bonne idée, je le fais <jour>. | Non, je les appelle tout de suite. | Pas encore. <prénom> va m'aider à chercher.
h J'espère que l'affiche ramènera <animal> vite. | Très bien. Décris bien <animal> et laisse ton numéro. | À deux, avec <prénom>, vous irez plus vite.
U Merci, ça me rassure un peu. | J'ai peur qu'il soit mort. | Je te dirai.
h Je pense à <animal> et à toi. Essaie de te reposer ce soir. | Je comprends cette peur. Rien n'est perdu tant qu'on cherche. | Tiens-moi au courant pour <animal>.
Q comment s'appelle mon chat | il s'appelle comment mon chat, déjà # Ton chat s'appelle <animal>. | Il s'appelle <animal>.
Q depuis combien de jours mon chat est parti # Depuis <petit> jours. | Ton chat <animal> est parti depuis <petit> jours.
N quel âge a mon chat # l'âge de ton chat
N de quelle couleur est mon chat # la couleur de ton chat

U On a adopté un chien <passé> ! Il s'appelle <animal>. | Ça y est, j'ai un chien, <animal> ! | <animal> est arrivé <passé>, c'est mon nouveau chien.
H Quelle joie ! Bienvenue à <animal>. Il est comment ? | <animal>, c'est un joli nom ! Comment se passent ses premiers jours ? | Félicitations ! Et <animal> s'habitue bien à toi ?
u Il est fou, il a déjà mangé une pantoufle. | Il pleure un peu la nuit. | Oui, il est très doux, il suit <prénom> partout.
h Pauvre pantoufle ! Qui s'en occupe avec toi ? | Il lui faut un peu de temps. Tu as pu installer son coin à lui ? | Le voilà conquis par <prénom>. Tu le promènes où ?
u <prénom> m'aide le soir. | Il a son panier dans l'entrée. | Près <de lieu>.
H Bonne organisation. Tu as choisi un vétérinaire ? | Parfait, les habitudes le rassureront. Qu'est-ce qui te plaît le plus chez <animal> ? | Très bien. Et toi, tu es content de l'avoir ?
u Oui, on y va <jour>. | Il me fait rire tout le temps. | Oui, je l'attendais depuis longtemps.
h Alors tout est en ordre. Profite de <animal> ! | Rire, c'est déjà beaucoup. Caresse <animal> de ma part. | Ça se sent. <animal> a de la chance.
Q comment s'appelle mon chien | c'est quoi le nom de mon chien # Ton chien s'appelle <animal>. | C'est <animal>.
N combien pèse mon chien # le poids de ton chien
N quelle est la race de mon chien # la race de ton chien

U Mon voisin <lui> fait du bruit jusqu'à <heure>. | Je n'en peux plus, <lui>, le voisin du <étage> étage, met la musique trop fort. | Encore une nuit gâchée par mon voisin <lui>.
H C'est épuisant. Tu as déjà pu en parler avec <lui> ? | Je comprends, le manque de sommeil use. Qu'est-ce que tu as essayé ? | Pas facile. Ça dure depuis longtemps ?
u Non, j'ai peur qu'il se fâche. | Je lui ai parlé, il a promis, et puis rien. | Ça dure depuis <durée>.
H Et si tu lui laissais un petit mot poli ? | Un autre voisin est peut-être gêné aussi. Tu pourrais lui demander ? | Veux-tu qu'on prépare ensemble une phrase simple à lui dire ?
u Un mot, pourquoi pas. | Je vais demander à <elle>, la voisine d'à côté. | Oui, je veux bien.
h Écris ce que tu ressens, sans l'accuser, et propose une heure. | À deux, avec <elle>, votre demande aura plus de poids. | Tu peux dire : « Bonsoir <lui>, je dors mal à cause du bruit, peut-on trouver un accord ? »
U D'accord, je le ferai <jour>. | Merci, c'est clair. | Et s'il refuse ?
h <jour>, très bien. Bon courage ! | Avec plaisir. Raconte-moi comment <lui> réagit. | Alors parles-en au propriétaire. Mais commence doucement.
Q comment s'appelle mon voisin | c'est quoi le nom du voisin bruyant # Ton voisin s'appelle <lui>. | C'est <lui>.
N quel est le métier de mon voisin # le métier de ton voisin

U J'ai envie de faire un petit potager sur mon balcon. | Je plante des tomates sur le balcon <avenir>. | Mon balcon est vide, je voudrais y planter quelque chose.
H Belle idée ! Ton balcon a du soleil ? | Ça va mettre de la vie. Qu'est-ce que tu aimerais y voir pousser ? | Chouette projet. Tu as beaucoup de place ?
u Oui, toute la matinée. | Surtout du basilic et de la menthe. | Pas beaucoup, la place de <petit> pots.
h Le matin suffit bien. Tu as de la terre ? | Le basilic aime la chaleur, la menthe aime l'eau. Tu as de la terre ? | <petit> pots, c'est parfait pour commencer. Tu as de la terre ?
u <prénom> doit m'en donner. | Pas encore, j'irai en acheter <jour>. | Oui, deux grands sacs.
h C'est gentil de la part de <prénom>. Qui arrosera en ton absence ? | D'accord, <jour>. Et qui arrosera en ton absence ? | Alors tu peux commencer ! Qui arrosera en ton absence ?
U Mon voisin <lui>. | Personne, je n'y avais pas pensé. | Je ne pars jamais.
h <lui> aura bien droit à quelques tomates. | Une bouteille percée dans la terre peut dépanner. | Alors tes plantes seront choyées !
N à quel étage est mon balcon # l'étage de ton balcon

U <prénom> vient dîner <jour> et je ne sais pas quoi cuisiner. | Je reçois <prénom> à dîner <jour>, je cherche une idée. | Que faire à manger pour <prénom> <jour> ?
H Qu'est-ce que <prénom> aime, d'habitude ? | Un dîner avec <prénom>, c'est sympa ! Tu as envie de simple ou de festif ? | Tu cuisines pour combien de personnes ?
u <prénom> aime <plat>, mais je n'en ai jamais fait. | Simple. Je sais que <prénom> aime <plat>. | On sera <petit>. Et <prénom> aime <plat>.
h Tu pourrais essayer une fois avant. Et pour le dessert ? | Alors pourquoi pas ça ? Et pour le dessert ? | C'est une bonne piste, même pour <petit>. Et pour le dessert ?
u Je pense faire <dessert>. | J'achèterai <dessert> à la boulangerie. | <prénom> apporte <dessert>.
H Ça fait un très bon menu. Tu veux faire une liste ? | Parfait. Prépare la table avant, ce sera plus tranquille. | Miam. Je ne peux pas goûter, mais ça a l'air bon.
u Oui, je la fais ce soir. | Merci, j'ai moins peur. | Haha, dommage pour toi.
h Très bien. Bon dîner avec <prénom> ! | Le plus important, c'est le moment ensemble. | Tu me raconteras le goût !
Q qui vient dîner | qui est-ce que je reçois à dîner # <prénom> vient dîner <jour>. | C'est <prénom>.
Q quand vient <prénom> | c'est quand le dîner # C'est <jour>. | Le dîner est <jour>.
N à quoi <prénom> est allergique # les allergies de <prénom>

U Je déménage à <ville> <avenir>. | Grande nouvelle, je pars vivre à <ville> <avenir> ! | Bientôt je quitte tout pour <ville>.
H Quel changement ! Qu'est-ce qui t'amène à <ville> ? | <ville>, c'est une grande étape. Tu te sens d'attaque ? | Félicitations ! Tu y connais quelqu'un ?
u J'ai trouvé un poste chez <boîte>. | Pas vraiment, mais j'ai besoin d'air. | Oui, <prénom> vit là-bas.
H Je comprends. Et les cartons, ça avance ? | Bien. Tu as trouvé un logement ? | D'accord. Qu'est-ce qui va te manquer ici ?
u Je n'ai rien commencé, il me reste <petit> semaines. | J'ai trouvé un studio près <de larue>. | Mes amis.
h <petit> semaines, ça suffit. Par quelle pièce veux-tu commencer ? | Un studio, parfait pour débuter. Qui t'aide le jour du départ ? | Tu pourras les inviter à <ville>. Qui va te manquer le plus ?
u La cuisine, c'est la pire. | <prénom:b>, avec sa camionnette. | <prénom:b>, surtout.
h Courage ! Commence par ce que tu utilises le moins. | Avec <prénom:b>, ça ira vite. | Garde un moment pour dire au revoir à <prénom:b>.
Q où est-ce que je déménage | je déménage dans quelle ville # Tu déménages à <ville>. | À <ville>.
N combien coûte mon loyer # le montant de ton loyer

U <appareil> est en panne depuis <passé>. | <appareil> vient de me lâcher. | Impossible de faire marcher <appareil>.
H Quelle tuile ! C'est encore sous garantie ? | C'est pénible. Tu connais quelqu'un qui sait réparer ? | Mince. Ça date de quand ?
u Non, c'est fini. | <prénom>, peut-être. | De <année>.
h Alors demande un devis avant de racheter. | Appelle <prénom>, ça ne coûte rien. | <année>, ça a bien servi. Peut-être une petite pièce à changer ?
U Le réparateur passe <jour>. | Un neuf coûte <prix>. | Je vais essayer moi-même.
h <jour>, d'accord. Note tes questions d'ici là. | <prix>, ça fait réfléchir. Regarde aussi d'occasion. | Coupe bien le courant avant, et va doucement.
N quelle est la marque de mon appareil # la marque de ton appareil
""")
