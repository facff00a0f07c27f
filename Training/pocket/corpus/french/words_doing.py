# SPDX-License-Identifier: Apache-2.0
"""Verbs and adjectives of every day: word, class, definition, example."""

WORDS = """
absent|a|de quelqu'un qui n'est pas là|Deux élèves sont absents ce matin.
accepter|v|dire oui à ce que l'on propose|Elle accepte le travail avec joie.
accrocher|v|suspendre une chose à un clou ou à un crochet solide|Elle accroche son manteau derrière la porte.
acheter|v|donner de l'argent pour avoir une chose|Nous achetons le pain chaque matin.
actif|a|d'une personne qui fait beaucoup de choses|Ma grand-mère reste très active.
adorer|v|aimer énormément quelqu'un ou quelque chose|Les enfants adorent la tarte aux pommes.
adroit|a|d'une personne habile de ses mains|Le potier est adroit et rapide.
affamé|a|de quelqu'un qui a très faim|Les enfants rentrent affamés de la plage.
affirmer|v|dire une chose avec certitude|Il affirme que la porte était ouverte.
agile|a|de celui qui bouge avec légèreté et rapidité|Le chat est un animal agile.
agiter|v|remuer vivement dans tous les sens|Elle agite son mouchoir à la fenêtre.
agréable|a|de ce qui fait plaisir|Nous avons passé une soirée agréable.
aider|v|faire une partie du travail d'un autre|Il aide sa voisine à porter ses sacs.
aigu|a|d'un son très haut|La flûte donne un son aigu.
aimable|a|d'une personne gentille avec les autres|La boulangère est toujours aimable.
ajouter|v|mettre quelque chose en plus|Elle ajoute un peu de sel dans la soupe.
allumer|v|mettre le feu ou faire de la lumière|Il allume la lampe du salon.
amusant|a|de ce qui fait rire ou distrait|Ce jeu est amusant pour tous.
amuser|v|faire rire ou distraire agréablement|Le clown amuse les petits.
ancien|a|de ce qui existe depuis longtemps|Elle vit dans une ancienne ferme.
annoncer|v|faire savoir une nouvelle|La radio annonce de la neige pour demain.
applaudir|v|frapper dans ses mains pour montrer son plaisir|Le public applaudit les danseurs.
apprendre|v|acquérir un savoir que l'on n'avait pas|Elle apprend à nager cet été.
arracher|v|enlever en tirant très fort|Il arrache les mauvaises herbes du jardin.
arroser|v|verser de l'eau sur les plantes|Le soir, nous arrosons les tomates.
attacher|v|fixer avec une corde ou un lien|Elle attache le chien à la barrière.
attendre|v|rester là jusqu'à ce que quelqu'un ou quelque chose vienne|Nous attendons le bus sous la pluie.
attraper|v|saisir au passage ce qui bouge|Le chat attrape une souris.
autonome|a|de quelqu'un qui se débrouille seul|Cet enfant est déjà autonome.
avaler|v|faire descendre dans la gorge|Il avale son café en deux gorgées.
avancer|v|aller plus loin devant soi|La voiture avance lentement dans la neige.
avertir|v|prévenir quelqu'un d'un danger ou d'un fait|Le panneau avertit les conducteurs du virage.
aveugle|a|d'une personne qui ne voit pas|Un homme aveugle joue du piano.
baisser|v|mettre moins haut ou rendre moins fort|Tu peux baisser le son de la radio.
balayer|v|nettoyer le sol en poussant la poussière|Elle balaie la cuisine après le repas.
banal|a|de ce qui n'a rien d'original|Son histoire est plutôt banale.
bas|a|de ce qui a peu de hauteur|Cette table est trop basse pour manger.
beau|a|de ce qui plaît aux yeux|Ce jardin est le plus beau du village.
bercer|v|balancer doucement un bébé pour l'endormir|La grand-mère berce le petit en chantant.
blanc|a|de ce qui a la couleur de la neige|Elle porte une robe blanche.
blesser|v|faire mal au corps ou au cœur|Il s'est blessé au genou en tombant.
bleu|a|de ce qui a la couleur du ciel clair|Il a mis sa chemise bleue.
blond|a|de cheveux clairs, presque jaunes|Sa petite fille est blonde.
boire|v|prendre un liquide par la bouche|Les vaches boivent à la rivière.
bondir|v|sauter d'un coup avec force|Le chat bondit sur la table.
bouger|v|changer de place ou faire un mouvement|Ne bougez plus pendant la photo.
bousculer|v|heurter quelqu'un en passant trop vite|Un homme pressé a bousculé la dame.
brave|a|d'une personne qui n'a pas peur du danger|Un brave marin a plongé dans l'eau.
bref|a|de ce qui dure peu de temps|Son discours a été bref.
brillant|a|de ce qui renvoie une vive lumière|Elle aime les tissus brillants.
briller|v|donner une vive lumière|Les étoiles brillent dans le ciel noir.
briser|v|mettre en morceaux d'un coup|La balle a brisé la vitre.
brosser|v|frotter avec des poils durs pour rendre propre|Elle brosse ses dents avant de dormir.
bruyant|a|de ce qui fait beaucoup de son|Cette rue est bruyante le soir.
brûlant|a|de ce qui est beaucoup trop chaud|Attention, le café est brûlant.
brûler|v|détruire ou abîmer par le feu|Le bois brûle dans la cheminée.
bâiller|v|ouvrir grand la bouche par fatigue ou par ennui|Le bébé bâille dans son lit.
bâtir|v|construire avec des pierres, du bois ou des briques|Ils bâtissent une maison près du lac.
cacher|v|mettre là où personne ne peut voir|Le chien cache son os sous un arbre.
calculer|v|chercher un résultat avec des nombres|Le vendeur calcule le prix des fruits.
capable|a|d'une personne qui peut faire une chose|Elle est capable de courir une heure.
caresser|v|passer la main doucement sur quelqu'un ou un animal|Elle caresse le cheval sur le cou.
casser|v|mettre en plusieurs morceaux|Il a cassé une assiette en la lavant.
certain|a|de ce qui ne laisse aucun doute|Sa victoire est presque certaine.
chanter|v|faire de la musique avec sa voix|Les oiseaux chantent dès le matin.
charmant|a|de ce qui plaît par sa grâce|C'est un charmant petit village.
chaud|a|de ce qui a une température élevée|Le pain est encore chaud.
chauffer|v|élever la température|Il fait chauffer du lait pour le petit.
chercher|v|essayer de trouver|Elle cherche ses clés dans son sac.
cher|a|de ce qui coûte beaucoup d'argent|Ce manteau est trop cher pour moi.
choisir|v|prendre une chose plutôt qu'une autre|Tu peux choisir le gâteau que tu veux.
clair|a|de ce qui reçoit beaucoup de lumière|Sa chambre est grande et claire.
coller|v|faire tenir deux choses ensemble avec une pâte|Il colle un timbre sur la lettre.
comique|a|de ce qui fait rire|Nous avons vu un film comique.
commander|v|dire aux autres ce qu'ils doivent faire|Le capitaine commande tout le bateau.
comparer|v|regarder en quoi deux choses sont pareilles ou différentes|Elle compare les prix avant de payer.
compliqué|a|de ce qui demande beaucoup de réflexion|La règle du jeu est compliquée.
comprendre|v|saisir le sens de quelque chose|Je comprends enfin ta question.
compter|v|dire les nombres dans l'ordre|Le petit compte jusqu'à vingt.
conduire|v|faire rouler et diriger une voiture|Mon oncle conduit un gros camion.
conseiller|v|dire à quelqu'un ce qu'il devrait faire|Le médecin lui conseille de se reposer.
construire|v|faire en assemblant des morceaux|Les enfants construisent une cabane.
content|a|d'une personne satisfaite|Je suis content de te revoir.
copier|v|refaire exactement la même chose|Elle copie la recette dans son cahier.
coquet|a|de quelqu'un qui aime être bien habillé|Sa tante est très coquette.
correct|a|de ce qui ne contient pas de faute|Toutes tes réponses sont correctes.
coudre|v|assembler du tissu avec du fil|Il coud un bouton sur sa chemise.
coupable|a|de quelqu'un qui a commis une faute|Le chien a l'air coupable.
couper|v|séparer en morceaux avec une lame|Elle coupe le pain en tranches.
courir|v|aller vite sur ses jambes|Les enfants courent dans la cour.
court|a|de ce qui n'est pas long|Le chemin du retour est plus court.
couvrir|v|mettre une chose par-dessus une autre|La neige couvre les toits du village.
craintif|a|de quelqu'un qui a facilement peur|Le petit lapin est craintif.
creuser|v|faire un trou dans la terre|Le chien creuse sous la haie.
creux|a|de ce qui est vide à l'intérieur|L'oiseau dort dans un arbre creux.
crier|v|parler très fort ou pousser un son fort|Ne crie pas, le bébé dort.
croire|v|penser qu'une chose est vraie|Je crois que le train est parti.
croustillant|a|d'un aliment qui craque sous la dent|J'aime le pain bien croustillant.
cruel|a|d'une personne qui aime faire souffrir|Le roi était cruel avec son peuple.
cru|a|d'un aliment qui n'est pas cuit|Il mange des carottes crues.
cuisiner|v|préparer des plats pour le repas|Mon père cuisine du poisson ce soir.
célèbre|a|d'une personne que tout le monde connaît|Ce chanteur est devenu célèbre.
dangereux|a|de ce qui peut faire mal ou tuer|Ce virage est dangereux la nuit.
danser|v|bouger son corps au rythme de la musique|Ils dansent toute la nuit au village.
demander|v|dire que l'on veut savoir ou avoir quelque chose|Elle demande son chemin à un passant.
dernier|a|de ce qui vient après tous les autres|Il a raté le dernier bus.
dessiner|v|représenter avec un crayon|La petite dessine un bateau bleu.
difficile|a|de ce qui demande beaucoup d'efforts|Cet exercice est trop difficile.
différent|a|de ce qui n'est pas pareil|Les deux sœurs sont très différentes.
disparaître|v|cesser d'être visible|La lune disparaît derrière les nuages.
dormir|v|se reposer les yeux fermés, sans conscience|Le chat dort près du feu.
droit|a|de ce qui ne tourne ni ne penche|La route est droite jusqu'au village.
drôle|a|de ce qui fait rire|Ton histoire est vraiment drôle.
dur|a|de ce qui résiste quand on appuie|Le vieux pain est dur.
déchirer|v|mettre du papier ou du tissu en morceaux en tirant|Il déchire la lettre sans la lire.
décider|v|faire un choix après avoir réfléchi|Nous avons décidé de partir plus tôt.
décorer|v|rendre plus joli avec des ornements|Elle décore la table avec des fleurs.
découvrir|v|trouver ce que l'on ne connaissait pas|Ils découvrent une grotte sous la colline.
défendre|v|protéger contre une attaque|La chienne défend ses petits.
délicat|a|de ce qui est fin et demande du soin|Cette fleur est très délicate.
délicieux|a|de ce qui est très bon à manger|Ton gâteau est vraiment délicieux.
déménager|v|quitter son logement pour vivre ailleurs|Nous déménageons à la fin du mois.
détester|v|ne pas aimer du tout|Il déteste le bruit du réveil.
détruire|v|démolir complètement, ne rien laisser debout|Le feu a détruit la grange.
effacer|v|faire disparaître ce qui est tracé|Le maître efface le tableau.
efficace|a|de ce qui donne le résultat attendu|Ce remède est efficace contre la toux.
emballer|v|mettre dans du papier ou une boîte|La vendeuse emballe le vase avec soin.
embrasser|v|donner un baiser|Elle embrasse ses enfants avant de partir.
empiler|v|mettre des choses les unes sur les autres|Il empile les assiettes sur la table.
empêcher|v|rendre une action impossible|Le bruit m'empêche de travailler.
encourager|v|donner du cœur à quelqu'un pour qu'il continue|Le public encourage les coureurs.
ennuyeux|a|de ce qui n'intéresse pas du tout|Le film était long et ennuyeux.
enseigner|v|faire acquérir un savoir à quelqu'un|Ma sœur enseigne la musique aux enfants.
entendre|v|percevoir les sons par l'oreille|On entend la mer depuis la chambre.
entier|a|de ce à quoi rien ne manque|Il a mangé la tarte entière.
envoyer|v|faire partir vers quelqu'un|Elle envoie un colis à sa fille.
espérer|v|souhaiter qu'une chose arrive et y croire|Nous espérons du soleil pour dimanche.
essayer|v|faire un effort pour voir si l'on peut|Elle essaie d'ouvrir le bocal.
essuyer|v|frotter avec un linge pour sécher|Il essuie la vaisselle après le repas.
exact|a|de ce qui est juste, sans aucune erreur|Elle connaît l'heure exacte du départ.
expliquer|v|dire clairement pourquoi ou comment|Elle explique la règle du jeu.
fabriquer|v|faire un objet avec des matériaux|Cet ouvrier fabrique des chaises en bois.
facile|a|de ce qui se fait sans effort|Cette recette est facile à faire.
faible|a|de celui qui manque de force|Le malade est encore faible.
familier|a|de ce que l'on connaît bien|Cette voix lui semble familière.
fatigué|a|de quelqu'un qui a besoin de repos|Nous sommes fatigués après la marche.
faux|a|de ce qui n'est pas vrai|Cette nouvelle est tout à fait fausse.
fermer|v|boucher une ouverture, comme une porte|Il ferme la fenêtre avant l'orage.
fidèle|a|d'une personne qui ne trahit jamais ses amis|Son chien lui reste fidèle.
fier|a|de quelqu'un content de ce qu'il a fait|Mon frère est fier de son dessin.
flotter|v|rester à la surface de l'eau|Une feuille flotte sur le lac.
fondre|v|devenir liquide sous la chaleur|La glace fond au soleil.
fort|a|d'une personne qui a beaucoup de muscles|Il est assez fort pour porter l'armoire.
fouiller|v|chercher partout dans un endroit|Elle fouille dans le tiroir du bureau.
fou|a|d'une personne qui a perdu la raison|Le vieux roi est devenu fou.
frais|a|de ce qui est un peu froid|L'eau de la source est bien fraîche.
frapper|v|donner un ou plusieurs coups|On frappe à la porte.
freiner|v|ralentir ou arrêter un véhicule|Le cycliste freine avant le virage.
frotter|v|passer en appuyant plusieurs fois|Il frotte la casserole avec une éponge.
fuir|v|partir vite pour échapper à un danger|Les lapins fuient devant le renard.
furieux|a|d'une personne très en colère|Le voisin est furieux contre nous.
féliciter|v|dire à quelqu'un qu'il a bien réussi|Le maire félicite les pompiers.
fêter|v|marquer un jour heureux par un moment joyeux|Nous fêtons ses dix ans samedi.
gagner|v|être le meilleur dans un jeu ou une course|Notre équipe a gagné le match.
gai|a|d'une personne de bonne humeur|Elle est gaie du matin au soir.
garder|v|conserver avec soi, ne pas donner|Elle garde toutes ses vieilles lettres.
gauche|a|du côté où se trouve le cœur|Il écrit avec la main gauche.
gentil|a|d'une personne bonne et agréable avec les autres|Notre voisin est très gentil.
glacé|a|de ce qui est extrêmement froid|Le vent est glacé ce matin.
glisser|v|avancer sans effort sur une surface lisse|Les patins glissent sur la glace.
gonfler|v|remplir d'air pour rendre plus gros|Il gonfle les pneus de son vélo.
goûter|v|prendre un peu pour connaître la saveur|Goûtez cette soupe avant de la saler.
grandir|v|devenir plus haut avec les années|Cet arbre grandit très vite.
gratter|v|frotter avec les ongles|Le chien se gratte l'oreille.
grave|a|de ce qui peut avoir des suites très mauvaises|Sa blessure n'est pas grave.
grimper|v|monter en s'aidant des mains et des pieds|Le garçon grimpe dans le cerisier.
gris|a|d'une couleur entre le noir et le blanc|Le ciel est gris depuis hier.
grogner|v|faire entendre un bruit sourd et fâché|L'ours grogne au fond de la grotte.
gros|a|de ce qui occupe beaucoup de place|Un gros chat dort sur le mur.
guider|v|montrer le chemin à quelqu'un|Un berger nous guide dans la montagne.
gémir|v|pousser de petits sons plaintifs|Le chien gémit devant la porte.
gêner|v|mettre mal à l'aise ou être un obstacle|Ce camion gêne le passage.
habiter|v|vivre dans un lieu|Nous habitons au troisième étage.
haut|a|de ce qui s'élève loin du sol|Le mur du jardin est haut.
heureux|a|d'une personne remplie de joie|Les mariés sont heureux ensemble.
honnête|a|d'une personne qui ne vole pas et ne ment pas|Ce marchand est toujours honnête.
idiot|a|d'une personne ou d'une idée sans intelligence|Cette dispute est vraiment idiote.
imaginer|v|voir dans sa tête ce qui n'existe pas|Elle imagine une île pleine de fleurs.
immobile|a|de ce qui ne bouge pas|Le héron reste immobile dans l'eau.
impatient|a|d'une personne qui ne supporte pas d'attendre|Les enfants sont impatients de partir.
important|a|de ce qui compte beaucoup|Elle attend une lettre importante.
inconnu|a|de ce dont personne ne sait rien|Un homme inconnu frappe à la porte.
injuste|a|de ce qui ne respecte pas le droit de chacun|Cette punition me paraît injuste.
innocent|a|de quelqu'un qui n'a rien fait de mal|Le juge a déclaré cet homme innocent.
insulter|v|dire à quelqu'un des mots méchants|Il ne faut insulter personne.
intelligent|a|de quelqu'un qui comprend vite et bien|Le dauphin est un animal intelligent.
inutile|a|de ce qui ne sert à rien|Il est inutile de crier si fort.
inventer|v|créer ce qui n'existait pas encore|Mon oncle invente des jeux pour nous.
invisible|a|de ce que l'on ne peut pas voir|L'air est partout, mais il est invisible.
inviter|v|demander à quelqu'un de venir chez soi|Elle invite ses amis à dîner.
jeter|v|lancer loin de soi|Il jette une pierre dans l'étang.
jeune|a|d'une personne peu avancée en âge|Mon cousin est plus jeune que moi.
joli|a|de ce qui est agréable à regarder|Elle porte un joli foulard.
jouer|v|s'amuser avec des objets ou d'autres personnes|Les enfants jouent dans le sable.
joyeux|a|d'une personne pleine de gaieté|Les enfants chantent un air joyeux.
juste|a|de ce qui respecte le droit de chacun|Le partage du gâteau est juste.
lancer|v|envoyer loin avec la main|Elle lance la balle à son chien.
large|a|de ce qui est étendu d'un bord à l'autre|Le fleuve est large à cet endroit.
laver|v|rendre propre avec de l'eau|Il lave sa voiture le dimanche.
lent|a|de ce qui ne va pas vite|La tortue est un animal lent.
libre|a|de quelqu'un qui fait ce qu'il veut|Tu es libre de partir demain.
lisse|a|de ce qui n'a aucun creux ni aucune bosse|Le galet est lisse et rond.
lointain|a|de ce qui est à une grande distance|Elle rêve de pays lointains.
lécher|v|passer la langue sur quelque chose|Le chaton aime lécher sa patte.
léger|a|de ce qui ne pèse pas beaucoup|Ce panier vide est léger.
maigre|a|de celui qui a très peu de graisse|Le chien perdu était très maigre.
malade|a|de quelqu'un qui n'est pas en bonne santé|Ma sœur est malade depuis hier.
manger|v|prendre de la nourriture|Nous mangeons des crêpes ce soir.
marcher|v|avancer en posant un pied devant l'autre|Ils marchent le long de la plage.
mentir|v|dire ce que l'on sait être faux|Il ment pour ne pas être puni.
mesurer|v|chercher la taille ou la longueur|Le menuisier mesure la planche.
mince|a|de ce qui n'est pas épais|La glace est trop mince pour marcher.
minuscule|a|de ce qui est extrêmement petit|Une fourmi minuscule court sur la table.
moderne|a|de ce qui appartient à notre époque|Ils habitent une maison moderne.
modeste|a|d'une personne qui ne se vante pas|Ce grand savant reste modeste.
moelleux|a|de ce qui est tendre et agréable au toucher|Ce coussin est très moelleux.
mordre|v|serrer fort avec les dents|Le chien mord dans son os.
mouillé|a|de ce qui est plein d'eau|Ses cheveux sont encore mouillés.
mou|a|de ce qui s'enfonce quand on appuie|Le beurre est mou à cause du soleil.
muet|a|de quelqu'un qui ne parle pas|Il reste muet de surprise.
murmurer|v|dire d'une voix très faible|Il murmure quelques mots à sa femme.
mystérieux|a|de ce que l'on ne peut pas expliquer|Une lumière mystérieuse brille dans la forêt.
méchant|a|d'une personne qui cherche à faire du mal|Le loup du conte est méchant.
méfiant|a|d'une personne qui craint toujours d'être trompée|Le vieux fermier est méfiant.
mélanger|v|mettre ensemble plusieurs choses et les remuer|Elle mélange la farine et les œufs.
nager|v|avancer dans l'eau en bougeant bras et jambes|Elle nage jusqu'au bateau du pêcheur.
naître|v|venir au monde|Un enfant naît dans la maison voisine.
nerveux|a|d'une personne qui manque de calme|Il est nerveux avant son examen.
nettoyer|v|enlever la saleté|Nous nettoyons la salle après la fête.
neuf|a|de ce qui n'a pas encore servi|Elle a des chaussures neuves.
noir|a|de la couleur du charbon|Un chat noir traverse la route.
nombreux|a|de ce qui est en grande quantité|Les visiteurs sont nombreux cet été.
nourrir|v|donner à manger|La fermière nourrit ses poules.
obscur|a|d'un lieu sans lumière|La cave est froide et obscure.
observer|v|regarder longtemps et avec attention|Ils observent les oiseaux du marais.
obéir|v|faire ce qui est ordonné|Le chien obéit à son maître.
offrir|v|donner en cadeau|Il offre des fleurs à sa mère.
orgueilleux|a|d'une personne qui se croit meilleure que les autres|Il est trop orgueilleux pour demander pardon.
oublier|v|ne plus se souvenir|J'ai oublié mon parapluie dans le train.
ouvrir|v|faire que ce ne soit plus fermé|Elle ouvre les volets le matin.
paisible|a|de ce qui est tranquille, sans trouble|Nous vivons dans un village paisible.
paresseux|a|de quelqu'un qui n'aime pas faire d'efforts|Ce garçon est trop paresseux pour marcher.
pauvre|a|de quelqu'un qui a très peu d'argent|Le pêcheur était pauvre mais heureux.
peindre|v|couvrir de couleur avec un pinceau|Nous peignons la barrière en blanc.
perdre|v|ne plus avoir ou ne plus trouver|Il perd souvent ses gants.
permettre|v|laisser quelqu'un faire une chose|Ma mère me permet de sortir ce soir.
peser|v|mesurer le poids|Le marchand pesait les poires sur une balance.
piquer|v|percer un peu la peau|Une guêpe a piqué le jardinier.
plaisanter|v|dire des choses drôles pour faire rire|Mon voisin plaisante avec tout le monde.
planter|v|mettre une jeune pousse en terre|Elle plante des salades au printemps.
plat|a|d'une surface sans creux ni bosse|Posez le vase sur une pierre plate.
plein|a|de ce qui ne peut rien contenir de plus|Le panier est plein de cerises.
pleurer|v|verser des larmes|Le bébé pleure parce qu'il a faim.
plier|v|rabattre une partie sur une autre|Il plie les draps avec sa sœur.
pointu|a|de ce qui finit par un bout très fin|Ce couteau est long et pointu.
porter|v|tenir ou soutenir ce qui pèse|Le facteur porte un gros paquet.
pousser|v|appuyer pour faire avancer|Ils poussent la voiture en panne.
profond|a|de ce dont le fond est très loin|Le puits est profond et sombre.
propre|a|de ce qui n'a aucune tache|Mets une chemise propre pour sortir.
protéger|v|mettre à l'abri du danger|Le chapeau protège la tête du soleil.
prudent|a|de quelqu'un qui fait attention au danger|Sois prudent en traversant la rue.
précieux|a|de ce qui a une grande valeur|Elle range ses bijoux précieux dans un coffre.
préparer|v|mettre tout en ordre à l'avance|Elle prépare sa valise pour le voyage.
prêter|v|donner une chose qui sera rendue ensuite|Tu peux me prêter ton stylo.
punir|v|faire payer une faute à quelqu'un|Le maître a puni les deux garçons.
pâle|a|de ce qui a peu de couleur|Elle est pâle après sa maladie.
pêcher|v|prendre des poissons dans l'eau|Ils pêchent au bord de la rivière.
raconter|v|dire une histoire ou ce qui s'est passé|Grand-père raconte sa jeunesse aux enfants.
ralentir|v|aller moins vite|Le train ralentit avant la gare.
ramasser|v|prendre ce qui est par terre|Nous ramassons des noix sous l'arbre.
ranger|v|mettre chaque chose à sa place|Elle range ses jouets dans le coffre.
rapide|a|de ce qui va très vite|Le lièvre est plus rapide que nous.
rassurer|v|enlever à quelqu'un sa peur|Le médecin rassure les parents.
remercier|v|dire à quelqu'un que son aide nous a touché|Elle remercie son voisin pour son aide.
remplir|v|mettre dedans jusqu'en haut|Il remplit les verres de jus.
renverser|v|faire tomber ce qui était debout|Le chat a renversé le vase.
respirer|v|faire entrer et sortir l'air de son corps|On respire bien à la montagne.
riche|a|de quelqu'un qui a beaucoup d'argent|Un homme riche a acheté le château.
ridicule|a|de ce qui fait rire par moquerie|Ce chapeau lui donne un air ridicule.
rond|a|de ce qui a la forme d'un cercle|La lune est ronde cette nuit.
ronfler|v|faire du bruit avec le nez en dormant|Mon grand-père ronfle après le repas.
réfléchir|v|penser longuement avant d'agir ou de parler|Réfléchis bien avant de répondre.
réussir|v|arriver à faire ce que l'on voulait|Elle réussit très bien ses gâteaux.
rêver|v|voir des images pendant son sommeil|Il rêvait souvent de la mer.
sage|a|d'un enfant calme et obéissant|Les petits ont été sages toute la journée.
sale|a|de ce qui n'est pas propre|Ses mains sont sales après le jeu.
sauter|v|quitter le sol d'un élan|Les grenouilles sautent dans la mare.
sauver|v|tirer quelqu'un d'un danger|Le pompier sauve un chat du feu.
secouer|v|remuer fort plusieurs fois|Elle secoue la nappe par la fenêtre.
sombre|a|de ce qui reçoit peu de lumière|La forêt est sombre le soir.
sourire|v|montrer sa joie d'un mouvement des lèvres|La vendeuse sourit à tous les clients.
surveiller|v|regarder avec attention pour éviter un problème|Il surveille les enfants au bord de l'eau.
sécher|v|perdre toute son eau|Nous faisons sécher le linge au soleil.
tranquille|a|de ce qui est sans bruit ni agitation|Elle cherche un coin tranquille pour lire.
travailler|v|faire un effort utile, souvent pour un salaire|Mon frère travaille dans une boulangerie.
traverser|v|aller d'un côté à l'autre|Nous traversons la rue avec prudence.
trembler|v|bouger à petits coups à cause du froid|Le chien tremble sous la pluie.
tricher|v|ne pas suivre les règles pour gagner|Il triche toujours aux cartes.
triste|a|de quelqu'un qui a du chagrin|Il est triste depuis ton départ.
vendre|v|donner une chose contre de l'argent|Elle vend des légumes au marché.
verser|v|faire couler un liquide|Il verse le thé dans les tasses.
vide|a|de ce qui ne contient rien|La bouteille de lait est vide.
vieillir|v|prendre de l'âge|Notre chien vieillit doucement près de nous.
visiter|v|aller voir un lieu pour le connaître|Nous visitons un château ce matin.
voler|v|se déplacer dans l'air avec des ailes|Les hirondelles volent au-dessus du toit.
voyager|v|aller dans des pays ou des lieux lointains|Ils voyagent en train tout l'été.
échanger|v|donner une chose et en recevoir une autre|Ils échangent leurs billes dans la cour.
échouer|v|ne pas réussir ce que l'on voulait faire|Il a échoué à son examen.
éclater|v|se rompre d'un coup avec bruit|Le ballon a éclaté sur les épines.
écouter|v|faire attention à ce que l'on entend|Les élèves écoutent la maîtresse.
écraser|v|aplatir en appuyant très fort|Elle écrase les pommes de terre.
écrire|v|tracer des lettres et des mots|Il écrit une carte à sa tante.
égal|a|de ce qui a la même valeur ou la même taille|Elle coupe des parts égales.
élégant|a|d'une personne habillée avec goût|Il est élégant dans son costume gris.
énorme|a|de ce qui est extrêmement gros|Un énorme rocher bloque le chemin.
éplucher|v|enlever la peau d'un fruit ou d'un légume|Nous épluchons des carottes pour la soupe.
éteindre|v|arrêter le feu ou la lumière|Il éteint la lampe avant de dormir.
éternuer|v|chasser l'air par le nez d'un coup|Le poivre la fait éternuer.
étonner|v|surprendre par quelque chose que l'on n'attend pas|Sa réponse étonne toute la classe.
étrange|a|de ce qui surprend et semble bizarre|Un bruit étrange vient de la cave.
étroit|a|de ce qui n'est pas large|Ce couloir est sombre et étroit.
étudier|v|travailler pour acquérir des connaissances|Il étudie les plantes de la montagne.
"""
