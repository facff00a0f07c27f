# SPDX-License-Identifier: Apache-2.0
"""Questions that Hearth asks about what it was told, what users answer, and what Hearth says to each answer.

A line: what it suits, the question, then answers each with its reply after `>>`, all between bars. `KINDS` go with the
kind of what happened and its mood, `MOODS` with the mood alone.
"""

MOODS = """
+ Comment tu vas fêter ça ? | Avec <prénom>, autour d'un bon repas. >> Un repas avec <prénom>, parfait ! Régalez-vous. | On sort <avenir> ! >> Profite bien de la sortie ! | Je ne sais pas encore. >> Prends ton temps, l'idée viendra. | Un bon bain et au lit. >> Le repos, c'est une belle fête aussi. | Avec <dessert> ! >> Gourmand ! Garde une part pour demain.
+ À qui l'as-tu annoncé en premier ? | À <prénom>, bien sûr. >> Et <prénom> a sauté de joie ? | À mes parents. >> Ils doivent être fiers de toi. | À toi ! >> Je suis touché d'être le premier. | Personne, je savoure. >> Tu as raison, garde-le un peu pour toi.
+ Qu'est-ce que ça change pour toi ? | Tout ! >> C'est un vrai tournant, alors. | Je respire enfin. >> Quel soulagement, tu l'as bien gagné. | Pas grand-chose, mais ça fait plaisir. >> Même les petites joies comptent. | Je me sens plus libre. >> Cette liberté te va bien.
+ Tu t'y attendais ? | Pas du tout ! >> Les surprises comme ça font du bien. | Un peu, j'avais bien travaillé. >> Alors c'est mérité. | <prénom> m'avait prévenu. >> <prénom> avait vu juste ! | J'en rêvais depuis <durée>. >> Après <durée>, ça doit être encore plus beau.
+ Comment tu te sens, là ? | Sur un nuage. >> Reste-y encore un peu ! | Encore sous le choc. >> C'est normal, laisse la nouvelle descendre. | Calme et content. >> C'est un beau calme. | Épuisé mais heureux. >> Alors repose-toi avec le sourire.
- Tu as quelqu'un à qui en parler ? | Oui, <prénom> m'écoute. >> Je suis content que <prénom> soit là pour toi. | Non, pas vraiment. >> Alors parle-moi, prends ton temps. | Juste toi. >> Je suis là, et je t'écoute. | Je n'ose pas. >> C'est difficile de commencer. Une seule phrase suffit. | À ma mère, un peu. >> C'est bien. Elle sait trouver les mots ?
- Qu'est-ce qui te pèse le plus ? | Le silence, surtout. >> Le silence peut faire du bruit. Un peu de musique t'aiderait ? | De ne rien pouvoir faire. >> C'est dur d'attendre sans pouvoir agir. | La fatigue. >> Alors le repos d'abord, le reste après. | Je ne sais pas, tout. >> Quand tout pèse, on pose une chose à la fois. Laquelle ? | Les regrets. >> Les regrets disent que ça comptait pour toi.
- Comment tu tiens le coup ? | Comme je peux. >> C'est déjà beaucoup. Sois doux avec toi. | Mal, je dors peu. >> Sans sommeil tout paraît plus lourd. Tu peux te reposer ce soir ? | Ça va, <prénom> est là. >> Heureusement que <prénom> est là. | Je marche beaucoup, ça aide. >> Marcher remet les idées en place. Où vas-tu marcher ? | Je pleure souvent. >> Pleurer soulage. Tu n'as pas à t'en cacher ici.
- Tu veux en parler ou plutôt te changer les idées ? | En parler. >> D'accord, je t'écoute. Commence où tu veux. | Me changer les idées. >> Alors dis-moi : quel est ton dernier bon souvenir ? | Je ne sais pas. >> Pas besoin de choisir. On peut aller doucement. | Les deux. >> D'abord ce qui fait mal, ensuite ce qui fait sourire ?
- Qu'est-ce qui t'aiderait ce soir ? | Un câlin. >> Je n'ai pas de bras, mais mes mots sont pour toi. | Un film avec <prénom>. >> Un film avec <prénom>, c'est une bonne idée. | Rien, je crois. >> D'accord. Je reste là quand même. | Dormir. >> Alors couche-toi tôt, demain sera un autre jour.
! Qu'est-ce qui t'inquiète le plus ? | De ne pas y arriver. >> Tu as déjà surmonté des choses. Quel serait le premier petit pas ? | L'attente. >> L'attente est pénible. Qu'est-ce qui t'occupe bien l'esprit ? | Ce que va dire <prénom>. >> Et si tu en parlais simplement avec <prénom> ? | L'argent. >> C'est un vrai souci. Peux-tu faire le point sur papier ? | La douleur. >> Parles-en à un médecin, et ménage-toi.
! Est-ce que quelqu'un peut t'aider ? | Oui, <prénom>. >> Bien, appuie-toi sur <prénom>. | Je n'ai pas encore demandé. >> Demander est une force. À qui penses-tu ? | Non, personne. >> Tu peux déjà m'en parler, à moi. | <soignant>, peut-être. >> Bonne idée. Tu peux l'appeler quand ?
! Ça dure depuis longtemps ? | Depuis <durée>. >> <durée>, c'est long. Tu arrives à souffler un peu ? | Non, depuis hier. >> C'est tout récent. Laisse-toi un peu de temps. | Trop longtemps. >> Je comprends que tu en aies assez. | Ça va et ça vient. >> Et dans les bons moments, qu'est-ce qui change ?
! De quoi aurais-tu besoin, là, maintenant ? | De dormir. >> Alors laisse le reste pour demain. | De calme. >> Ferme la porte dix minutes, si tu peux. | Que l'on m'écoute. >> Je t'écoute. Raconte comme ça vient. | De temps. >> Qu'est-ce que tu pourrais remettre à plus tard ? | D'un café ! >> Va te le faire, je t'attends.
x Tu veux m'en parler un peu ? | Oui, merci. >> Je t'écoute. Quel souvenir te vient en premier ? | Pas maintenant. >> D'accord. Je suis là quand tu voudras. | C'est trop récent. >> Je comprends. Rien ne presse. | Je ne fais que pleurer. >> Laisse venir les larmes, elles disent ton amour.
x Comment te sens-tu aujourd'hui ? | Vide. >> Ce vide est à la mesure de ce lien. | Un peu mieux. >> Doucement, un jour après l'autre. | En colère. >> La colère fait partie du deuil. | Très triste. >> Je suis triste avec toi.
x Y a-t-il quelqu'un près de toi ? | <prénom> est là. >> Je suis content que <prénom> soit à tes côtés. | Non. >> Alors écris-moi autant que tu veux. | Toute la famille. >> C'est bien d'être ensemble dans ces moments. | Juste mon chat. >> Sa chaleur est une vraie compagnie.
x Quel souvenir gardes-tu ? | Son rire. >> Un rire comme ça ne s'oublie pas. | Nos promenades. >> Ces promenades sont à toi pour toujours. | Sa patience. >> Tu en as sûrement gardé un peu en toi. | Tous nos dimanches. >> De beaux dimanches, j'imagine.
= C'est important pour toi ? | Oui, assez. >> Alors je le garde en tête. | Pas vraiment. >> D'accord. Et le reste de ta journée ? | Plus que je ne pensais. >> C'est bon de s'en rendre compte. | C'est juste comme ça. >> Les petites choses ont leur place aussi.
= Qu'est-ce qui t'y a fait penser ? | Une photo. >> Les photos réveillent les souvenirs. | <prénom> m'en a parlé. >> Ah, <prénom> ! Vous en parlez souvent ? | Rien de spécial. >> Les idées viennent parfois toutes seules. | Une chanson à la radio. >> Une chanson suffit à tout faire revenir.
> Tu te sens comment à l'approche ? | J'ai hâte ! >> Cette impatience fait plaisir à lire. | J'ai un peu peur. >> Un peu de trac, c'est normal. Ça compte pour toi. | Je n'y pense pas trop. >> C'est une façon de rester calme. | J'ai plein d'énergie. >> Parfait, elle va te servir !
> Qui sera avec toi ? | <prénom>. >> Avec <prénom>, ce sera bien. | Personne, ce sera juste moi. >> Un moment rien qu'à toi. Profite bien. | Toute la famille. >> Ça va être animé ! | <prénom> et <prénom:b>. >> <prénom> et <prénom:b>, belle équipe !
> Il te reste des choses à préparer ? | Oui, presque tout. >> Commence par le plus simple. Ce serait quoi ? | Non, tout est prêt. >> Parfait, tu peux souffler. | Juste mon sac. >> Un sac, ça se fait vite. N'oublie pas l'essentiel ! | Il faut que j'appelle <prénom>. >> Appelle <prénom> dès que tu peux, ce sera fait.
> Depuis quand tu y penses ? | Depuis <durée>. >> <durée>, alors c'est une vraie envie. | Depuis toujours. >> Un vieux rêve, donc. | C'est tout récent. >> Les idées neuves ont du bon. | Depuis que <prénom> m'en a parlé. >> <prénom> a eu une bonne idée.
"""
KINDS = """
work +-!= Comment est l'ambiance là-bas ? | Plutôt bonne. >> Tant mieux, on y passe tant d'heures. | Un peu tendue. >> C'est fatigant. Avec qui t'entends-tu le mieux ? | <prénom> me fait rire. >> Heureusement qu'il y a <prénom> ! | Ça dépend des jours. >> Et aujourd'hui, c'était comment ?
work += Qu'est-ce qui te plaît là-dedans ? | Les gens. >> Les rencontres, c'est une belle raison. | Apprendre sans arrêt. >> Alors tu ne t'ennuies jamais. | Le calme. >> Le calme au travail, c'est un luxe. | Être utile. >> Se sentir utile, ça donne du sens.
work -! Qu'est-ce qui est le plus difficile ? | Les horaires. >> Les horaires usent. Tu arrives à récupérer ? | Mon chef. >> Ce n'est pas simple. Peux-tu lui parler calmement ? | Le stress. >> Le stress s'accumule. Qu'est-ce qui te détend le soir ? | De ne pas savoir la suite. >> L'incertitude fatigue. De quoi es-tu sûr, déjà ?
health -!= Tu as pu voir un médecin ? | Oui, <passé>. >> Bien. Suis ses conseils, moi je ne suis pas médecin. | Pas encore. >> Essaie de prendre rendez-vous, ce sera plus sûr. | J'y vais <jour>. >> <jour>, d'accord. Repose-toi en attendant. | Il dit que ce n'est pas grave. >> Voilà qui rassure. Et toi, tu te sens comment ?
health -! Qu'est-ce qui te soulage ? | La chaleur. >> Alors une bouillotte et du repos. | Le repos. >> Repose-toi sans culpabiliser. | Rien, pour l'instant. >> Si ça continue, parles-en vite à un médecin. | Parler un peu. >> Alors parlons. Comment s'est passée ta journée ?
health + Comment te sens-tu maintenant ? | Bien mieux ! >> Ça fait plaisir à lire. | Encore un peu faible. >> Va doucement, le corps prend son temps. | Plein d'énergie. >> Super ! Que vas-tu en faire ? | Ça va et ça vient. >> Les hauts et les bas sont normaux. Ménage-toi.
feelings -! Depuis quand tu te sens comme ça ? | Depuis <durée>. >> <durée>, c'est long à porter. Tu n'es pas seul. | Depuis le départ de <prénom>. >> Le départ de <prénom> a laissé un vide. | Je ne sais plus. >> Ce n'est pas grave. Parle-moi d'aujourd'hui. | Depuis ce matin. >> Il s'est passé quelque chose ce matin ?
feelings -! Qu'est-ce qui te ferait du bien ? | Voir <prénom>. >> Et si tu appelais <prénom> ? | Dormir. >> Alors accorde-toi une vraie nuit. | Une promenade. >> Bonne idée, même un petit tour suffit. | Je ne sais pas. >> On peut chercher ensemble, sans se presser.
feelings + Qu'est-ce qui te met dans cet état ? | Le soleil. >> Le soleil change tout ! | <prénom> ! >> <prénom> te fait du bien, ça se lit. | Une bonne nouvelle. >> Raconte-moi cette nouvelle ! | Rien, c'est juste un bon jour. >> Un bon jour sans raison, c'est le meilleur.
preferences = D'où ça te vient ? | De ma grand-mère. >> C'est un joli héritage. | De l'enfance. >> L'enfance laisse de ces traces ! | De <prénom>. >> <prénom> a bien fait de te montrer ça. | Aucune idée. >> Les goûts ont leurs mystères.
preferences = Depuis quand ? | Depuis toujours. >> Alors ça fait partie de toi. | Depuis <durée>. >> <durée>, c'est une vraie habitude. | C'est récent. >> On change, c'est bien aussi. | Depuis un voyage à <ville>. >> <ville> t'a donc marqué. Qu'y faisais-tu ?
preferences = Et qu'est-ce que tu aimes d'autre ? | <plat>. >> Bon choix ! Tu en manges souvent ? | <loisir>. >> Intéressant ! Tu en fais depuis longtemps ? | Le silence du matin. >> Le matin calme, je comprends. | Oh, plein de choses. >> J'ai le temps, raconte !
places += Tu t'y sens bien ? | Oui, très. >> C'est l'essentiel. | Pas encore. >> Ça viendra, laisse-toi du temps. | C'est un peu bruyant. >> Le bruit fatigue. Tu arrives à dormir ? | Comme chez moi. >> Alors c'est le bon endroit.
places += Comment est le quartier ? | Très calme. >> Parfait pour se reposer. | Plein de vie. >> Ça donne envie de sortir ! | Il y a un joli parc. >> Un parc, c'est précieux. Tu y vas souvent ? | Je ne le connais pas bien. >> Tu vas le découvrir petit à petit.
places += Tu y connais du monde ? | Oui, <prénom>. >> C'est bien d'avoir <prénom> tout près. | Personne. >> Les rencontres viendront. Par où commencer ? | Toute ma famille. >> Alors tu n'es jamais loin des tiens. | Quelques voisins. >> De bons voisins, ça compte.
people +=> Vous êtes proches ? | Très. >> Ce lien compte, ça se sent. | Pas vraiment. >> Tu aimerais que ça change ? | Moins qu'avant. >> Les liens bougent. Ça te manque ? | Comme les doigts de la main. >> C'est une chance d'avoir un lien pareil.
people +=> Vous vous voyez souvent ? | Toutes les semaines. >> C'est précieux, ces moments. | Trop peu. >> Et si tu proposais une date ? | Presque jamais. >> Un petit message peut faire plaisir. | Le <semaine>. >> Le <semaine>, c'est un joli rituel.
people -! Comment tu le prends ? | Ça m'inquiète. >> C'est normal, tu tiens à cette personne. | J'essaie d'aider. >> Ton aide compte. Pense à toi aussi. | Je suis triste. >> Je comprends ta tristesse. | Je ne sais pas quoi dire. >> Parfois, être là suffit.
people -! Tu peux faire quelque chose ? | Non, attendre. >> Attendre est difficile. Je te tiens compagnie. | J'y vais <avenir>. >> Ta visite fera du bien. | J'appelle tous les soirs. >> Ces appels comptent beaucoup, crois-moi. | Je cherche encore. >> Une idée simple suffit parfois, comme un mot ou un gâteau.
events += Comment ça s'est passé ? | Très bien. >> Tant mieux ! Qu'est-ce que tu en retiens ? | Mieux que prévu. >> Les bonnes surprises sont les meilleures. | Vite ! >> Trop vite, ou juste bien ? | C'était un peu long. >> L'important, c'est que ce soit fait.
events += Qui était avec toi ? | <prénom>. >> C'est bien d'avoir partagé ça avec <prénom>. | Personne. >> Un moment à toi, alors. | Des amis. >> Les amis rendent tout plus joyeux. | <prénom> et <prénom:b>. >> Avec <prénom> et <prénom:b>, ça fait de bons souvenirs.
events -! Et maintenant, que vas-tu faire ? | Je ne sais pas. >> Laisse-toi le temps d'y penser. | Recommencer. >> Voilà du courage. Par quoi commences-tu ? | Demander à <prénom>. >> <prénom> aura peut-être une bonne idée. | Attendre <jour>. >> D'accord, attendons <jour>. Et d'ici là, souffle un peu.
events -! Comment tu te sens ? | En colère. >> La colère est permise. Contre quoi, surtout ? | Un peu bête. >> Ça arrive à tout le monde, vraiment. | Triste. >> Je comprends. Prends soin de toi. | Ça va mieux. >> Bien. Le plus dur est derrière toi.
plans > Qu'est-ce qui te fait le plus envie là-dedans ? | La nouveauté. >> Le nouveau, ça réveille ! | Voir du monde. >> Voir du monde fait du bien. Qui, surtout ? | Le repos. >> J'espère que tu en auras beaucoup. | Changer d'air. >> Changer d'air, c'est parfois tout ce qu'il faut.
plans > Tu y vas avec quelqu'un ? | Oui, avec <prénom>. >> Avec <prénom>, ce sera bien. | Non, tout seul. >> On s'écoute mieux ainsi. Tu me raconteras ? | Peut-être. >> Il te reste du temps pour décider. | Avec toute la bande. >> Toute la bande ! Ça promet.
"""
Line = tuple[str, str, str, list[tuple[str, str]]]


def _read() -> list[Line]:
    """Kind (or *any*), moods, question, and pairs of answer and reply."""
    lines = []
    for text, keyed in ((MOODS, False), (KINDS, True)):
        for row in text.strip().splitlines():
            kind, row = row.split(" ", 1) if keyed else ("any", row)
            moods, row = row.split(" ", 1)
            question, *pairs = row.split(" | ")
            lines.append((kind, moods, question, [tuple(pair.split(" >> ")) for pair in pairs]))
    return lines


FOLLOWUPS = _read()


def fitting(kind: str, mood: str) -> list[Line]:
    """The questions that suit what happened; those of its kind first, for they are more to the point."""
    of_kind = [line for line in FOLLOWUPS if line[0] == kind and mood in line[1]]
    return of_kind + [line for line in FOLLOWUPS if line[0] == "any" and mood in line[1]]
