# SPDX-License-Identifier: Apache-2.0
"""Words of nature, animals, weather, plants, food and the body: word, class, definition, example."""

WORDS = """
abeille|f|un insecte qui vole de fleur en fleur et fabrique le miel|Une abeille s'est posée sur la lavande.
abricot|m|un petit fruit orange à noyau, doux et sucré|Elle a mangé un abricot bien mûr.
aigle|m|un grand oiseau au bec crochu qui chasse du haut du ciel|Un aigle tournait au-dessus de la montagne.
algue|f|une plante qui pousse dans l'eau|La mer a laissé des algues sur le sable.
amande|f|une graine ovale que l'on mange, enfermée dans une coque|Il croque une amande avant le sport.
arbre|m|une grande plante avec un tronc, des branches et des feuilles|Nous avons déjeuné sous un arbre.
arc-en-ciel|m|une bande de couleurs courbée dans le ciel quand il y a soleil et pluie|Un arc-en-ciel est apparu après l'averse.
araignée|f|une petite bête à huit pattes qui tisse une toile|L'araignée attend au milieu de sa toile.
aube|F|le moment où le jour commence à paraître|Ils sont partis à l'aube pour éviter la chaleur.
automne|M|la saison où les feuilles jaunissent et tombent, entre l'été et l'hiver|En automne, la forêt devient rousse.
averse|f|une pluie forte qui dure peu de temps|L'averse nous a surpris sans parapluie.
avoine|F|une céréale que mangent les chevaux et qu'on sert en flocons|Elle prépare de l'avoine au petit déjeuner.
baie|f|un petit fruit rond et charnu, souvent sauvage|Ne mange pas cette baie, tu ne la connais pas.
baleine|f|un très grand animal marin qui respire à la surface|La baleine a soufflé tout près du bateau.
banquise|F|une couche de glace qui flotte sur la mer|L'ours marche sur la banquise.
berger|m|une personne qui garde les moutons|Le berger rentre avec son troupeau.
blé|M|une céréale dont on tire la farine du pain|Le blé est mûr en juillet.
bois|M|la matière dure des arbres|Cette table est en bois clair.
boue|F|de la terre mêlée d'eau|Ses bottes sont pleines de boue.
bourgeon|m|la petite pousse d'une plante d'où sortira une feuille ou une fleur|Le cerisier a déjà des bourgeons.
branche|f|une partie de l'arbre qui part du tronc|L'oiseau chante sur une branche.
brise|f|un petit vent léger et agréable|Une brise fraîche venait du lac.
brouillard|M|un nuage posé près du sol qui empêche de voir loin|On roulait lentement dans le brouillard.
brume|F|un brouillard léger|La brume se lève sur la rivière.
caillou|m|une petite pierre|Il a un caillou dans sa chaussure.
canard|m|un oiseau aux pattes palmées qui nage sur les étangs|Le canard traverse la mare.
carotte|f|un légume orange et long qui pousse dans la terre|Le lapin grignote une carotte.
cascade|f|une chute d'eau entre des rochers|On entend la cascade depuis le sentier.
champ|m|un terrain où l'on cultive des plantes|Le tracteur travaille dans le champ.
champignon|m|un être vivant avec un pied et un chapeau, qui pousse dans l'humidité|Nous avons cueilli un champignon dans le bois.
châtaigne|f|un fruit brun d'automne que l'on fait griller|On vend des châtaignes chaudes sur la place.
chenille|f|la larve d'un papillon, avec beaucoup de petites pattes|La chenille mange la feuille du chou.
chêne|m|un grand arbre solide qui donne des glands|Un vieux chêne se dresse au bord du chemin.
chouette|f|un oiseau de nuit aux grands yeux ronds|La chouette crie dans le grenier.
ciel|M|l'espace que l'on voit au-dessus de nous|Le ciel est tout rose ce soir.
clairière|f|un endroit sans arbres au milieu d'une forêt|Nous avons dansé dans une clairière.
cœur|m|l'organe qui fait circuler le sang|Mon cœur bat vite après la course.
colline|f|une petite hauteur aux pentes douces|Le village est construit sur une colline.
coquillage|m|un petit animal marin à coquille, ou sa coquille vide|Elle ramasse un coquillage sur la plage.
corbeau|m|un grand oiseau noir à la voix rauque|Un corbeau se pose dans le champ.
coude|m|l'articulation au milieu du bras|Il s'est cogné le coude contre la porte.
crépuscule|M|la lumière faible qui suit le coucher du soleil|Les chauves-souris sortent au crépuscule.
cygne|m|un grand oiseau blanc au long cou qui vit sur l'eau|Le cygne glisse sur le lac.
dauphin|m|un animal marin joueur et très habile|Un dauphin a sauté devant nous.
désert|m|une région très sèche où presque rien ne pousse|Il fait froid la nuit dans le désert.
dune|f|une colline de sable formée par le vent|Les enfants roulent en bas de la dune.
écorce|f|l'enveloppe du tronc et des branches d'un arbre|L'écorce du bouleau est blanche.
écureuil|m|un petit animal à la queue touffue qui vit dans les arbres|L'écureuil cache ses noisettes.
éclair|m|une lumière vive dans le ciel pendant l'orage|Un éclair a illuminé la chambre.
épaule|f|la partie du corps où le bras s'attache au tronc|Il porte son sac sur l'épaule.
épi|m|le bout de la tige du blé où se trouvent les grains|Un épi de blé plie sous son poids.
érable|m|un arbre dont une espèce donne un sirop sucré|Les feuilles de l'érable sont rouges.
escargot|m|un petit animal mou et lent qui porte sa coquille|Après la pluie, l'escargot sort.
étang|m|une étendue d'eau calme, plus petite qu'un lac|On pêche au bord de l'étang.
étoile|f|un point brillant dans le ciel de la nuit|Une étoile brille au-dessus du toit.
falaise|f|une paroi de roche très raide, souvent au bord de la mer|Ne t'approche pas de la falaise.
farine|F|une poudre obtenue en écrasant des grains|Il faut de la farine pour la pâte.
fenouil|M|un légume blanc au goût d'anis|Je mets du fenouil dans la soupe.
feuille|f|la partie plate et verte d'une plante|Une feuille tombe devant la fenêtre.
figue|f|un fruit violet ou vert, tendre et plein de petites graines|La figue se mange à la fin de l'été.
fleuve|m|une grande rivière qui va jusqu'à la mer|Le bateau remonte le fleuve.
forêt|f|une grande étendue couverte d'arbres|Ils se promènent dans la forêt.
fougère|f|une plante verte des bois, aux feuilles découpées et sans fleurs|Le sentier est bordé de fougères.
fourmi|f|un petit insecte qui vit en groupe et travaille beaucoup|Une fourmi porte une miette.
front|m|le haut du visage, au-dessus des yeux|Elle a de la fièvre, son front est chaud.
galet|m|une pierre lisse et ronde, polie par l'eau|Il lance un galet dans la mer.
gel|M|le froid qui change l'eau en glace|Le gel a abîmé les fleurs.
genou|m|l'articulation au milieu de la jambe|Le petit est tombé sur le genou.
givre|M|une fine couche de glace blanche sur les choses froides|Le givre couvre le pare-brise.
glace|F|de l'eau devenue dure à cause du froid|La glace craque sur l'étang.
gland|m|le fruit du chêne|Le sanglier cherche des glands.
gorge|f|l'intérieur du cou, par où passent l'air et les aliments|J'ai mal à la gorge.
graine|f|la petite partie d'une plante d'où naît une nouvelle plante|Il sème une graine dans le pot.
grêle|F|de la pluie qui tombe en grains de glace|La grêle a cassé des vitres.
grenouille|f|un petit animal vert qui saute et vit près de l'eau|La grenouille plonge dans la mare.
grotte|f|un grand creux naturel dans la roche|Une source coule au fond de la grotte.
hérisson|m|un petit animal couvert de piquants|Le hérisson se roule en boule.
herbe|F|une plante fine et verte qui couvre les prés|L'herbe est encore mouillée.
hibou|m|un oiseau de nuit avec deux touffes de plumes sur la tête|Le hibou dort le jour.
hirondelle|f|un oiseau noir et blanc qui revient au printemps|L'hirondelle fait son nid sous le toit.
île|f|une terre entourée d'eau|Ils passent l'été sur une île.
jardin|m|un terrain où l'on fait pousser des fleurs ou des légumes|Mon grand-père est au jardin.
lac|m|une grande étendue d'eau entourée de terre|Le lac est gelé en hiver.
lapin|m|un petit animal à longues oreilles qui saute|Le lapin s'est sauvé du clapier.
lave|F|la roche fondue qui sort d'un volcan|La lave coule vers la vallée.
légume|m|une plante que l'on mange salée, comme la carotte ou le chou|Mange un légume à chaque repas.
lierre|M|une plante grimpante toujours verte|Le lierre couvre le vieux mur.
loup|m|un animal sauvage qui ressemble à un grand chien|Le loup hurle dans la nuit.
loutre|f|un animal à fourrure qui nage très bien|La loutre joue avec un caillou.
lune|F|l'astre qui tourne autour de la Terre et brille la nuit|La lune est pleine ce soir.
marée|f|le mouvement de la mer qui monte et descend|La marée basse découvre les rochers.
marais|m|une terre couverte d'eau peu profonde et de plantes|Des hérons vivent dans le marais.
menthe|F|une plante au goût très frais|Elle met de la menthe dans son thé.
merle|m|un oiseau noir au bec jaune qui chante bien|Un merle chante dès le matin.
miel|M|une matière sucrée et dorée faite par les abeilles|Il met du miel sur sa tartine.
moisson|f|la récolte des céréales|Toute la famille aide à la moisson.
montagne|f|une très haute élévation de terrain|Ils montent à la montagne en été.
mousse|F|une plante courte et douce qui pousse à l'ombre|La mousse recouvre la pierre.
mouton|m|un animal d'élevage qui donne de la laine|Le mouton vient d'être tondu.
mûre|f|un petit fruit noir des ronces|Nous faisons de la confiture de mûres.
neige|F|de l'eau gelée qui tombe en flocons blancs|La neige a recouvert les toits.
nid|m|l'abri que l'oiseau construit pour ses œufs|Il y a un nid dans la haie.
noisette|f|un petit fruit rond à coque dure|L'écureuil ouvre une noisette.
noyau|m|la partie dure au centre de certains fruits|Attention au noyau de la cerise.
nuage|m|une masse de gouttes d'eau qui flotte dans le ciel|Un gros nuage cache le soleil.
oignon|m|un légume rond qui fait pleurer quand on le coupe|Il coupe un oignon pour la soupe.
ombre|f|une zone sans lumière directe|Asseyons-nous à l'ombre du mur.
orage|m|un mauvais temps avec des éclairs et du tonnerre|L'orage a coupé le courant.
oreille|f|l'organe avec lequel on entend|Il lui parle à l'oreille.
ortie|f|une plante dont les feuilles piquent la peau|J'ai touché une ortie avec la main.
os|m|une partie dure du corps qui forme le squelette|Le chien ronge un os.
papillon|m|un insecte aux grandes ailes colorées|Un papillon jaune vole dans le pré.
paume|f|l'intérieur de la main|La pièce tenait dans la paume de sa main.
peau|F|l'enveloppe du corps|Sa peau est douce.
pétale|m|chacune des parties colorées d'une fleur|Un pétale de rose est tombé.
phoque|m|un animal marin à fourrure courte qui se repose sur les rochers|Le phoque dort au soleil.
plage|f|un bord de mer ou de lac couvert de sable ou de galets|On se retrouve à la plage.
pluie|F|de l'eau qui tombe des nuages|La pluie tape contre la vitre.
plume|f|ce qui couvre le corps des oiseaux|Elle a trouvé une plume bleue.
poignet|m|l'articulation entre la main et le bras|Elle porte un bracelet au poignet.
poireau|m|un légume long, blanc et vert|Il met un poireau dans le potage.
pollen|M|une poudre fine que produisent les fleurs|Le pollen me fait éternuer.
potiron|m|un gros légume orange d'automne|On fait une soupe avec le potiron.
poumon|m|l'organe avec lequel on respire|L'air frais remplit ses poumons.
pré|m|un terrain couvert d'herbe|Les vaches sont dans le pré.
printemps|M|la saison qui suit l'hiver, quand tout refleurit|Au printemps, les jours rallongent.
puits|m|un trou profond creusé pour trouver de l'eau|Il tire un seau d'eau du puits.
racine|f|la partie d'une plante qui est sous la terre|La racine de l'arbre soulève le trottoir.
raisin|M|le fruit de la vigne, en petits grains|On récolte le raisin en septembre.
renard|m|un animal roux et rusé au museau pointu|Le renard rôde près des poules.
rivière|f|un cours d'eau de taille moyenne|Ils se baignent dans la rivière.
rocher|m|une grosse masse de pierre|Elle s'assoit sur un rocher.
ronce|f|une plante à épines qui donne des mûres|Ma manche s'est prise dans une ronce.
rosée|F|les petites gouttes d'eau posées sur l'herbe le matin|La rosée mouille nos chaussures.
roseau|m|une plante haute et souple du bord de l'eau|Le vent fait plier le roseau.
ruisseau|m|un petit cours d'eau|Le ruisseau passe sous le pont.
sable|M|de très petits grains de roche|Les enfants jouent dans le sable.
sanglier|m|un cochon sauvage des forêts|Un sanglier a traversé la route.
sapin|m|un arbre à aiguilles, toujours vert|Le sapin sent bon la résine.
sécheresse|F|un long temps sans pluie|La sécheresse a vidé le puits.
sel|M|une matière blanche qui donne du goût aux plats|Il manque du sel dans la soupe.
sève|F|le liquide qui nourrit les plantes|La sève monte au printemps.
soleil|M|l'étoile qui éclaire et chauffe la Terre|Le soleil se lève derrière la colline.
source|f|l'endroit où l'eau sort de la terre|L'eau de la source est glacée.
sourcil|m|la ligne de poils au-dessus de l'œil|Elle lève un sourcil, étonnée.
taupe|f|un petit animal presque aveugle qui creuse sous la terre|La taupe a fait des trous dans la pelouse.
tempête|f|un vent très violent, souvent avec de la pluie|La tempête a arraché des tuiles.
tige|f|la partie d'une plante qui porte les feuilles et les fleurs|La tige de la rose a des épines.
tonnerre|M|le bruit qui suit l'éclair|Le tonnerre a réveillé le bébé.
tortue|f|un animal lent qui porte une carapace|La tortue mange une feuille de salade.
tournesol|m|une grande fleur jaune qui se tourne vers le soleil|Un champ de tournesols borde la route.
trèfle|m|une petite plante à trois feuilles|Elle cherche un trèfle à quatre feuilles.
troupeau|m|un groupe d'animaux qui vivent ensemble|Le troupeau traverse le village.
vache|f|un animal d'élevage qui donne du lait|La vache rumine dans le pré.
vague|f|une masse d'eau qui monte et retombe à la surface de la mer|Une vague a renversé le château de sable.
vallée|f|un creux allongé entre des montagnes|Le train suit la vallée.
vent|M|de l'air qui se déplace|Le vent a emporté mon chapeau.
verger|m|un terrain planté d'arbres fruitiers|Ils cueillent des pommes au verger.
verglas|M|une mince couche de glace sur le sol|Il a glissé sur le verglas.
vigne|f|la plante qui donne le raisin|La vigne pousse sur le coteau.
volcan|m|une montagne d'où peut sortir de la lave|Le volcan s'est réveillé.
"""
