# SPDX-License-Identifier: Apache-2.0
"""Words of feelings, people, things, places, actions and qualities: word, class, definition, example."""

WORDS = """
accord|m|le fait de penser ou de décider la même chose|Ils ont trouvé un accord sur le prix.
adieu|m|un salut que l'on dit quand on se quitte pour longtemps|Il lui a fait ses adieux à la gare.
agenda|m|un carnet où l'on note ses rendez-vous|J'ai écrit la date dans mon agenda.
aiguille|f|une fine tige de métal pour coudre|Elle cherche une aiguille et du fil.
amitié|F|le lien entre des personnes qui s'aiment bien et se font confiance|Leur amitié dure depuis l'école.
ancêtre|m|une personne de la famille qui a vécu longtemps avant nous|Son ancêtre était marin.
angoisse|F|une peur forte sans cause précise|L'angoisse l'empêche de dormir.
atelier|m|un lieu où l'on travaille de ses mains|Le potier ferme son atelier à midi.
audace|F|le courage de faire ce qui est risqué|Il faut de l'audace pour tout quitter.
aveu|m|le fait de reconnaître ce que l'on a fait|Son aveu a surpris tout le monde.
avenir|M|le temps qui viendra|Elle pense souvent à l'avenir.
avis|m|ce que l'on pense d'une chose|Donne-moi ton avis sur ce tableau.
bagage|m|un sac ou une valise que l'on emporte en voyage|Son bagage est resté dans le train.
balai|m|un objet à long manche pour nettoyer le sol|Le balai est derrière la porte.
balcon|m|une petite plate-forme devant une fenêtre, à l'étage|Elle lit sur le balcon.
barque|f|un petit bateau sans pont|La barque avance sans bruit.
berceuse|f|une chanson douce pour endormir un enfant|Sa mère chante une berceuse.
bienveillance|F|la volonté de faire du bien aux autres|Elle écoute avec bienveillance.
bonheur|M|l'état d'une personne pleinement heureuse|Le bonheur tient parfois à peu de chose.
bougie|f|un bâton de cire avec une mèche que l'on allume|On a soufflé la bougie.
boussole|f|un instrument dont l'aiguille montre le nord|La boussole nous a remis sur le chemin.
brouette|f|un petit chariot à une roue que l'on pousse|Il remplit la brouette de feuilles.
cachette|f|un endroit secret où l'on cache quelque chose|Personne ne connaît ma cachette.
cadeau|m|un objet que l'on donne pour faire plaisir|Elle ouvre son cadeau.
calendrier|m|un tableau des jours et des mois de l'année|Le calendrier est au mur de la cuisine.
carnet|m|un petit cahier de poche|Il note ses idées dans un carnet.
carrefour|m|l'endroit où plusieurs routes se croisent|Tourne à droite au carrefour.
chagrin|M|une peine profonde|Elle a pleuré de chagrin.
chance|F|un hasard heureux|Quelle chance, il restait deux places !
chantier|m|un lieu où l'on construit|Le chantier fait du bruit dès huit heures.
charpente|f|l'ensemble des poutres qui portent un toit|La charpente de la grange est en chêne.
chuchotement|m|une parole dite tout bas|On entendait un chuchotement dans le noir.
ciseau|m|un outil tranchant pour travailler le bois ou la pierre|Le sculpteur tient son ciseau.
clé|f|un objet de métal qui ouvre une serrure|La clé tourne mal dans la serrure.
clocher|m|la tour d'une église où sont les cloches|On voit le clocher de loin.
colère|F|une émotion vive quand quelque chose nous blesse ou nous révolte|Sa colère est vite retombée.
complice|m|une personne qui aide une autre à faire quelque chose en secret|Il a trouvé un complice pour la surprise.
compliment|m|une parole gentille sur quelqu'un|Ce compliment l'a fait rougir.
confiance|F|le sentiment que l'on peut compter sur quelqu'un|Je lui fais confiance.
conseil|m|un avis donné pour aider|Ton conseil m'a bien servi.
couette|f|une couverture épaisse et légère|Il reste au chaud sous la couette.
courage|M|la force d'agir malgré la peur|Il a eu le courage de dire la vérité.
coutume|f|une habitude ancienne d'un groupe|C'est une coutume du village.
cousin|m|le fils de mon oncle ou de ma tante|Mon cousin vient pour les vacances.
crainte|F|le sentiment que quelque chose de mauvais peut arriver|Elle parle sans crainte.
curiosité|F|l'envie de savoir et de découvrir|Sa curiosité l'a mené loin.
dette|f|l'argent que l'on doit à quelqu'un|Il a remboursé sa dette.
deuil|M|la tristesse que l'on vit après la mort de quelqu'un|Toute la famille est en deuil.
doute|M|l'état de celui qui n'est pas sûr|J'ai un doute sur la date.
échelle|f|un objet à barreaux pour monter|L'échelle est contre le mur.
écharpe|f|une longue bande de tissu que l'on porte au cou|Mets ton écharpe, il fait froid.
écho|m|un son qui revient après avoir frappé un obstacle|L'écho répond dans la vallée.
égoïsme|M|le défaut de celui qui ne pense qu'à lui|Son égoïsme a lassé ses amis.
élan|m|le mouvement que l'on prend avant de sauter|Elle prend son élan et saute.
ennui|M|le sentiment de trouver le temps long|L'ennui le rend grognon.
enquête|f|une recherche pour trouver la vérité|L'enquête a duré deux ans.
entracte|m|la pause au milieu d'un spectacle|On a mangé une glace à l'entracte.
entrepôt|m|un grand bâtiment où l'on garde des marchandises|Les caisses sont à l'entrepôt.
envie|f|le désir d'avoir ou de faire quelque chose|J'ai envie d'une promenade.
épreuve|f|un moment difficile, ou une partie d'un examen|La dernière épreuve était l'oral.
équilibre|M|la position stable de ce qui ne tombe pas|Il a perdu l'équilibre sur la poutre.
escale|f|un arrêt pendant un long voyage|Le bateau fait escale au port.
espoir|M|le fait d'attendre une bonne chose avec confiance|Elle garde espoir.
étagère|f|une planche fixée au mur pour poser des objets|Le livre est sur l'étagère.
étranger|m|une personne qui vient d'un autre pays|Un étranger demande son chemin.
fable|f|une petite histoire qui donne une leçon|L'institutrice lit une fable.
facteur|m|une personne qui apporte le courrier|Le facteur passe vers dix heures.
fatigue|F|le besoin de repos après un effort|La fatigue lui ferme les yeux.
fierté|F|le plaisir d'avoir bien fait|Il montre son dessin avec fierté.
foire|f|un grand marché avec des jeux et des spectacles|La foire revient chaque printemps.
foule|f|un grand nombre de personnes réunies|La foule attend devant la salle.
four|m|un appareil fermé pour cuire les aliments|Le gâteau est au four.
frisson|m|un tremblement léger dû au froid ou à la peur|Un frisson lui parcourt le dos.
frontière|f|la limite entre deux pays|Nous avons passé la frontière à midi.
gourde|f|une bouteille solide que l'on emporte|Remplis ta gourde avant de partir.
grange|f|un bâtiment de ferme où l'on garde le foin|Les chats dorment dans la grange.
grenier|m|la pièce sous le toit d'une maison|Les vieux jouets sont au grenier.
habitude|f|ce que l'on fait souvent, sans y penser|Il a l'habitude de se lever tôt.
hamac|m|une toile suspendue où l'on se couche|Elle dort dans le hamac.
hameau|m|un tout petit groupe de maisons à la campagne|Ce hameau compte six maisons.
hasard|M|ce qui arrive sans qu'on l'ait prévu|Nous nous sommes croisés par hasard.
héritage|m|ce que l'on reçoit d'une personne après sa mort|La maison vient d'un héritage.
honte|F|le sentiment gênant d'avoir mal fait|Il a rougi de honte.
horloge|f|un appareil qui indique l'heure|L'horloge de la gare est en avance.
humeur|F|l'état d'esprit du moment|Elle est de bonne humeur.
impôt|m|l'argent que chacun verse à l'État|Il paie ses impôts en automne.
insomnie|f|la difficulté à dormir|Son insomnie dure depuis un mois.
ivresse|F|l'état d'une personne qui a trop bu|L'ivresse le faisait tituber.
jalousie|F|la peur ou le dépit de voir un autre avoir ce que l'on veut|La jalousie a gâché leur amitié.
joie|F|une émotion vive et heureuse|Elle a sauté de joie.
justice|F|le respect des droits de chacun|Il demande seulement la justice.
lampadaire|m|un grand pied qui porte une lampe et éclaire la rue|Le lampadaire s'allume à la nuit.
lanterne|f|une boîte transparente où brûle une lumière|La lanterne éclaire le sentier.
lessive|F|le lavage du linge, ou le produit qui sert à le laver|Il fait la lessive le samedi.
liberté|F|le pouvoir de faire ses propres choix|Elle tient à sa liberté.
loyer|m|la somme payée chaque mois pour un logement|Le loyer a encore augmenté.
maire|m|la personne élue qui dirige une commune|Le maire a ouvert la fête.
mémoire|F|la capacité de se souvenir|Ma grand-mère a une bonne mémoire.
mensonge|m|une chose fausse que l'on dit exprès|Ce mensonge lui pèse.
métier|m|le travail que l'on fait pour vivre|Son métier lui plaît.
miroir|m|une surface qui renvoie l'image|Elle se regarde dans le miroir.
moquerie|f|une parole qui rit de quelqu'un|Cette moquerie l'a blessé.
nostalgie|F|un regret doux du passé|Il pense à son village avec nostalgie.
oreiller|m|un coussin où l'on pose la tête pour dormir|Mon oreiller est trop dur.
orgueil|M|une trop haute idée de soi|Son orgueil l'empêche de s'excuser.
orphelin|m|un enfant qui a perdu ses parents|L'orphelin a été élevé par sa tante.
outil|m|un objet qui sert à travailler|Le marteau est un outil.
panier|m|un objet à anse pour porter des choses|Elle remplit son panier de pommes.
pardon|M|le fait de ne plus en vouloir à quelqu'un|Il a demandé pardon.
paresse|F|le refus de faire des efforts|Par paresse, il prend l'ascenseur.
patience|F|la qualité de celui qui sait attendre|La pêche demande de la patience.
péage|m|un endroit où l'on paie pour passer|Il y a la queue au péage.
phare|m|une tour dont la lumière guide les bateaux|Le phare tourne dans la nuit.
pinceau|m|un outil à poils pour peindre|Trempe le pinceau dans la couleur.
pitié|F|la peine que l'on ressent devant le malheur d'un autre|Elle a eu pitié du chaton.
promesse|f|l'engagement de faire une chose|Il a tenu sa promesse.
proverbe|m|une courte phrase qui dit une vérité connue|Ma grand-mère a un proverbe pour tout.
prudence|F|l'attention que l'on met à éviter le danger|Elle conduit avec prudence.
quai|m|l'endroit où l'on monte dans un train ou un bateau|Le train arrive au quai numéro deux.
querelle|f|une dispute avec des mots vifs|Leur querelle a duré toute la soirée.
radeau|m|des planches attachées ensemble qui flottent|Les enfants construisent un radeau.
rancune|F|le souvenir amer d'un tort subi|Il ne garde pas rancune.
recette|f|les indications pour préparer un plat|Elle suit la recette de sa mère.
refuge|m|un lieu où l'on est à l'abri|Ils ont dormi dans un refuge.
regret|m|la peine d'avoir fait ou pas fait une chose|Il est parti sans regret.
remords|M|le malaise d'avoir mal agi|Le remords le réveille la nuit.
rêve|m|les images que l'on voit en dormant|J'ai fait un drôle de rêve.
rumeur|f|une nouvelle qui circule sans être sûre|Cette rumeur est fausse.
ruse|f|un moyen habile de tromper|Par ruse, il a gagné la partie.
sagesse|F|la qualité de celui qui juge et agit bien|Elle parle avec sagesse.
salaire|m|l'argent reçu pour un travail|Son salaire tombe en fin de mois.
secret|m|une chose que l'on ne doit pas dire|Elle garde bien un secret.
serrure|f|le mécanisme qui ferme une porte à clé|La serrure est rouillée.
seuil|m|l'entrée d'une maison, au pied de la porte|Il attend sur le seuil.
solitude|F|le fait d'être seul|La solitude lui pèse le dimanche.
souci|m|une pensée qui inquiète|Ce retard me donne du souci.
soupir|m|un souffle long qui dit la fatigue ou le soulagement|Elle a poussé un soupir.
souvenir|m|ce qui revient à la mémoire|J'ai un bon souvenir de cet été.
surprise|f|une chose que l'on n'attendait pas|Quelle surprise de te voir ici !
tabouret|m|un siège sans dossier|Il s'assoit sur un tabouret.
tendresse|F|un sentiment doux d'affection|Elle le regarde avec tendresse.
théière|f|un récipient où l'on prépare le thé|La théière est brûlante.
tiroir|m|un casier que l'on tire dans un meuble|Les ciseaux sont dans le tiroir.
trac|M|la peur que l'on ressent avant de parler ou de jouer en public|Il a le trac avant chaque concert.
tristesse|F|l'état d'une personne qui a de la peine|La tristesse se lisait sur son visage.
tutelle|f|la protection légale d'une personne par une autre|Son grand-père est sous tutelle.
vaisselle|F|les assiettes, plats et verres dont on se sert à table|C'est mon tour de faire la vaisselle.
vertige|M|l'impression que tout tourne|Elle a le vertige en haut de l'échelle.
voisin|m|une personne qui habite tout près|Mon voisin arrose mes plantes.
volet|m|un panneau qui ferme une fenêtre de l'extérieur|Ferme les volets, il fait nuit.
abandonner|v|laisser quelque chose ou quelqu'un pour toujours|Il ne faut pas abandonner un animal.
accueillir|v|recevoir quelqu'un qui arrive|Elle accueille ses invités en souriant.
admirer|v|regarder avec plaisir et respect|Nous admirons le coucher du soleil.
apaiser|v|rendre plus calme|Sa voix apaise le bébé.
avouer|v|reconnaître que l'on a fait quelque chose|Il a avoué sa faute.
bavarder|v|parler longtemps de choses légères|Elles bavardent sur le banc.
bouder|v|montrer par son silence que l'on est fâché|Il boude dans sa chambre.
bricoler|v|faire soi-même de petits travaux|Mon père bricole au garage.
chuchoter|v|parler tout bas|Elle chuchote à l'oreille de son frère.
consoler|v|aider quelqu'un à être moins triste|Il console son amie.
convaincre|v|amener quelqu'un à être d'accord|Tu m'as convaincu de venir.
cueillir|v|prendre une fleur ou un fruit sur la plante|On va cueillir des cerises.
deviner|v|trouver sans qu'on nous le dise|Devine qui arrive demain !
douter|v|ne pas être sûr|Je doute de son histoire.
emprunter|v|prendre une chose pour la rendre plus tard|J'ai emprunté un livre.
épargner|v|mettre de l'argent de côté|Elle épargne un peu chaque mois.
errer|v|marcher sans but|Le chien erre dans les rues.
éviter|v|faire en sorte de ne pas rencontrer ou subir|Il évite les embouteillages.
flâner|v|se promener sans se presser|Nous flânons le long du quai.
frémir|v|trembler un peu|Les feuilles frémissent au vent.
gaspiller|v|dépenser ou utiliser sans profit|Ne gaspille pas l'eau.
grignoter|v|manger un peu, à petites bouchées|Elle grignote un biscuit.
guérir|v|retrouver la santé|Il a guéri en une semaine.
hésiter|v|ne pas savoir que choisir|J'hésite entre deux manteaux.
imiter|v|faire comme quelqu'un d'autre|Il imite très bien sa tante.
jardiner|v|s'occuper d'un jardin|Elle aime jardiner le matin.
moissonner|v|couper et ramasser les céréales|On moissonne en juillet.
négliger|v|ne pas prendre assez soin|Il néglige sa santé.
oser|v|avoir le courage de faire|Elle a osé poser la question.
pardonner|v|ne plus en vouloir à quelqu'un|Je lui ai pardonné.
partager|v|donner une part aux autres|Ils partagent le gâteau.
patienter|v|attendre avec calme|Merci de patienter un instant.
pétrir|v|presser une pâte avec les mains|Le boulanger pétrit la pâte.
planer|v|rester en l'air sans battre des ailes|L'aigle plane au-dessus de nous.
plonger|v|entrer dans l'eau la tête la première|Il plonge du rocher.
promettre|v|s'engager à faire une chose|J'ai promis de l'appeler.
ramper|v|avancer en se traînant sur le ventre|Le serpent rampe dans l'herbe.
récolter|v|ramasser ce que la terre a produit|On récolte les pommes de terre.
refuser|v|ne pas accepter|Elle a refusé l'offre.
regretter|v|être triste d'avoir fait ou perdu quelque chose|Il regrette ses paroles.
réparer|v|remettre en bon état|Il répare le vélo de sa fille.
rougir|v|devenir rouge, souvent de gêne|Elle rougit dès qu'on la regarde.
semer|v|mettre des graines en terre|On sème les radis au printemps.
soigner|v|s'occuper d'un malade pour qu'il guérisse|L'infirmier soigne la blessure.
sursauter|v|faire un petit saut de surprise|Le bruit l'a fait sursauter.
tisser|v|croiser des fils pour faire une étoffe|Elle tisse un tapis.
trébucher|v|perdre l'équilibre en heurtant quelque chose du pied|Il a trébuché sur la marche.
tricoter|v|faire un tissu de laine avec deux aiguilles|Mamie tricote une écharpe.
vanter|v|dire beaucoup de bien de quelqu'un ou de quelque chose|Il vante les plats de sa mère.
amer|a|d'un goût fort et peu sucré, comme celui du café noir|Ce chocolat est très amer.
avare|a|de quelqu'un qui n'aime pas dépenser ni donner|Il est trop avare pour offrir un café.
bavard|a|de quelqu'un qui parle beaucoup|Mon coiffeur est très bavard.
calme|a|de ce qui est sans bruit ni agitation|La rue est calme le dimanche.
courageux|a|de quelqu'un qui agit malgré sa peur|Le pompier a été courageux.
curieux|a|de quelqu'un qui veut tout savoir|Le chat est curieux de tout.
discret|a|de quelqu'un qui ne se fait pas remarquer et garde les secrets|Tu peux lui parler, il est discret.
distrait|a|de quelqu'un qui pense à autre chose|Distrait, il a oublié son sac.
doux|a|de ce qui est agréable à toucher, ou d'une personne gentille|Ce pull est très doux.
épais|a|de ce qui a une grande épaisseur|Le brouillard est épais ce matin.
fade|a|de ce qui manque de goût|La soupe est fade sans sel.
fragile|a|de ce qui se casse facilement|Attention, ce vase est fragile.
généreux|a|de quelqu'un qui donne volontiers|Elle est généreuse avec tout le monde.
gourmand|a|de quelqu'un qui aime manger de bonnes choses|Il est gourmand, surtout de gâteaux.
humide|a|de ce qui est un peu mouillé|Le linge est encore humide.
immense|a|de ce qui est très, très grand|La plage est immense.
inquiet|a|de quelqu'un qui craint quelque chose|Il est inquiet pour son fils.
jaloux|a|de quelqu'un qui envie les autres ou craint de perdre leur amour|Le petit est jaloux de sa sœur.
lourd|a|de ce qui pèse beaucoup|Cette valise est trop lourde.
maladroit|a|de quelqu'un qui n'est pas habile|Maladroit, il a renversé son verre.
mûr|a|d'un fruit prêt à être mangé|La poire est bien mûre.
naïf|a|de quelqu'un qui croit tout ce qu'on lui dit|Il est trop naïf en affaires.
patient|a|de quelqu'un qui sait attendre|Sois patient, le bus arrive.
poli|a|de quelqu'un qui respecte les règles de la politesse|Ce garçon est très poli.
rare|a|de ce qu'on trouve peu souvent|C'est un timbre rare.
rusé|a|de quelqu'un d'habile à tromper|Le renard est rusé dans les contes.
sincère|a|de quelqu'un qui dit ce qu'il pense vraiment|Son merci était sincère.
solide|a|de ce qui résiste et ne casse pas|La corde est solide.
souple|a|de ce qui plie sans casser|La danseuse est très souple.
têtu|a|de quelqu'un qui ne change pas facilement d'avis|Mon âne est têtu.
tiède|a|de ce qui n'est ni chaud ni froid|L'eau du bain est tiède.
timide|a|de quelqu'un qui n'ose pas parler devant les autres|Elle était timide à l'école.
utile|a|de ce qui rend service|Ce couteau est très utile.
vaste|a|de ce qui est très étendu|La plaine est vaste.
"""
