# SPDX-License-Identifier: Apache-2.0
"""Nouns of every day: word, class, definition, example."""

WORDS = """
aile|f|le membre qui permet de voler|L'oiseau s'est cassé une aile.
ail|M|un bulbe blanc au goût fort|Ajoute un peu d'ail à la sauce.
ami|m|une personne que l'on aime bien|Son ami habite en face.
amour|M|le sentiment très fort qui unit deux personnes|Leur amour dure depuis vingt ans.
ampoule|f|une boule de verre qui éclaire|L'ampoule du couloir a grillé.
ancre|f|un crochet lourd qui retient un bateau|Les marins jettent l'ancre près du port.
anniversaire|m|la fête du jour de la naissance|Son anniversaire tombe un lundi.
année|f|une durée de douze mois|Cette année, la récolte est bonne.
appartement|m|un logement à l'étage d'un immeuble|Son appartement donne sur la cour.
argent|M|ce avec quoi on paie|Il n'a plus d'argent sur lui.
armoire|f|un grand meuble où l'on range les vêtements|Les draps sont dans l'armoire.
arrosoir|m|un récipient à long bec pour les plantes|Remplis ton arrosoir au robinet du jardin.
assiette|f|un plat rond et individuel pour manger|Il a vidé son assiette en silence.
autobus|m|un grand véhicule public de la ville|L'autobus s'arrête juste devant l'école.
avion|m|un appareil à ailes qui transporte des voyageurs|L'avion passe au-dessus des nuages.
avocat|m|une personne qui défend au tribunal|Son avocat parle pendant une heure.
aéroport|m|l'endroit où les avions se posent|Un taxi nous mène à l'aéroport.
bague|f|un bijou que l'on porte au doigt|Sa bague brille au soleil.
baignoire|f|une grande cuve où l'on se lave|Les enfants jouent dans la baignoire.
balle|f|une petite boule pour jouer|Le chien rapporte la balle.
ballon|m|une grosse boule gonflée pour jouer|Le ballon roule sous la voiture.
banane|f|un long fruit jaune que l'on pèle|Le bébé écrase sa banane.
banc|m|un long siège dehors, pour plusieurs personnes|Deux vieux parlent sur un banc.
banque|f|un lieu où l'on garde son argent|La banque ferme à cinq heures.
barbe|f|les poils qui poussent sur les joues|Sa barbe est toute blanche.
bateau|m|un véhicule qui flotte sur l'eau|Le bateau rentre au port.
bec|m|la bouche dure et pointue des oiseaux|Le merle tient un ver dans son bec.
beurre|M|une matière grasse faite avec la crème|Elle étale du beurre sur sa tartine.
bibliothèque|f|un lieu où l'on emprunte des livres|La bibliothèque est ouverte le samedi.
billet|m|un papier qui donne le droit d'entrer|Montrez votre billet à l'entrée.
biscuit|m|un petit gâteau sec et croquant|Le chien a volé un biscuit.
bol|m|un récipient rond et creux, sans anse|Le bol de lait est tiède.
bonbon|m|une petite friandise que l'on suce|Il garde un bonbon dans sa poche.
bonnet|m|une coiffe de laine pour l'hiver|Mets ton bonnet sur les oreilles.
botte|f|une chaussure haute contre la pluie|Elle met ses bottes pour sortir.
boucher|m|un commerçant qui vend de la viande|Le boucher aiguise son couteau.
bouche|f|l'ouverture par où l'on mange et parle|Ne parle pas la bouche pleine.
bouchon|m|un petit objet qui ferme un flacon|Le bouchon a sauté au plafond.
boulangerie|f|la boutique où l'on achète le pain|Une file attend devant la boulangerie.
boulanger|m|une personne qui fait et vend le pain|Le boulanger se lève très tôt.
bouteille|f|un récipient à col étroit pour les liquides|La bouteille est presque vide.
bouton|m|une petite pièce ronde qui ferme un vêtement|Il manque un bouton à ta veste.
boîte|f|un objet creux, souvent avec un couvercle|Elle range ses lettres dans une boîte.
bras|m|la partie du corps qui va jusqu'à la main|Elle porte le bébé dans ses bras.
brosse|f|un objet à poils pour nettoyer ou coiffer|Passe la brosse sur ton manteau.
buisson|m|un groupe serré de petits arbustes|Un lapin sort du buisson.
bureau|m|une table où l'on travaille|Son bureau est couvert de papiers.
bébé|m|un enfant très jeune|Le bébé rit aux éclats.
cadenas|m|une petite serrure que l'on accroche|La grille est fermée par un cadenas.
café|m|une boisson noire qui tient éveillé|Mon café est déjà froid.
cahier|m|un ensemble de feuilles reliées pour écrire|Il a oublié son cahier de calcul.
camion|m|un gros véhicule pour porter des marchandises|Le camion bloque toute la rue.
canapé|m|un long siège rembourré pour plusieurs personnes|Le chien n'a pas droit au canapé.
carafe|f|un récipient de verre pour servir l'eau|Remplis la carafe, s'il te plaît.
cartable|m|le sac de l'écolier|Son cartable pèse très lourd.
casquette|f|une coiffe à visière|Il porte sa casquette à l'envers.
casserole|f|un récipient à manche pour faire cuire|L'eau bout dans la casserole.
cave|f|une pièce fraîche sous la maison|Il garde ses pommes à la cave.
ceinture|f|une bande de cuir autour de la taille|Il serre sa ceinture d'un cran.
cerf|m|un animal des bois aux grandes cornes ramifiées|Un cerf traverse la clairière.
cerise|f|un petit fruit rouge à longue queue|Les oiseaux ont mangé les cerises.
cerveau|m|l'organe de la pensée, dans la tête|Le cerveau travaille même la nuit.
chaise|f|un siège avec un dossier, pour une personne|Il manque une chaise pour toi.
chaleur|F|la température élevée de ce qui est chaud en été|La chaleur nous empêche de dormir.
chambre|f|la pièce où l'on dort|Sa chambre est au fond à gauche.
chanson|f|un air court avec des paroles|Tout le monde connaît cette chanson.
chapeau|m|ce que l'on porte sur la tête|Le vent emporte son chapeau.
chat|m|un petit animal à moustaches qui miaule|Le chat dort près du feu.
chauffeur|m|une personne qui conduit un véhicule|Le chauffeur salue chaque voyageur.
chaussette|f|un petit vêtement que l'on met au pied|Il a un trou à sa chaussette.
chaussure|f|un objet que l'on porte aux pieds dehors|Tes chaussures sont pleines de boue.
chemin|m|un passage de terre à travers la campagne|Le chemin monte jusqu'à la ferme.
cheminée|f|un endroit où brûle le feu, dans une pièce|On se réchauffe devant la cheminée.
chemise|f|un vêtement à col et à boutons|Il repasse sa chemise blanche.
cheval|m|un grand animal que l'on monte|Le cheval galope dans le pré.
cheveu|m|un poil fin qui pousse sur la tête|Elle brosse ses longs cheveux.
cheville|f|l'endroit où tourne le pied|Il s'est tordu la cheville.
chien|m|un animal fidèle qui aboie|Le chien garde la maison.
chocolat|m|une douceur brune faite avec du cacao|Elle cache son chocolat dans un tiroir.
chou|m|un gros légume rond aux feuilles serrées|La soupe aux choux sent bon.
château|m|une grande demeure de roi ou de seigneur|Le château domine toute la vallée.
chèvre|f|un animal à cornes et à barbiche|La chèvre a mangé les fleurs.
cinéma|m|un lieu où l'on regarde des films|On va au cinéma demain soir.
cirque|m|un spectacle de clowns et d'acrobates|Le cirque s'installe sur la place.
citron|m|un fruit jaune au jus très acide|Je bois du thé au citron.
citrouille|f|un énorme légume orange d'hiver|Elle creuse une citrouille pour la fête.
client|m|une personne qui achète|Le client attend sa monnaie.
clou|m|une pointe de métal que l'on enfonce|Le tableau pend à un clou.
coccinelle|f|un petit insecte rouge à points noirs|Une coccinelle marche sur ma main.
cochon|m|un animal rose de la ferme, au groin rond|Le cochon se roule dans la boue.
coiffeur|m|une personne qui coupe les cheveux|Le coiffeur a coupé trop court.
colle|F|une matière qui fait tenir deux objets ensemble|La colle n'est pas encore sèche.
collier|m|un bijou que l'on porte au cou|Son collier de perles s'est cassé.
commode|f|un meuble bas avec plusieurs tiroirs|Les chaussettes sont dans la commode.
concombre|m|un long légume vert et plein d'eau|Coupe le concombre en tranches fines.
confiture|f|un mélange de fruits cuits avec du sucre|La confiture de prunes est prête.
coq|m|un oiseau de ferme qui chante à l'aube|Le coq réveille tout le village.
corde|f|un lien épais fait de fils tordus|Le bateau est attaché par une corde.
corne|f|une pointe dure sur la tête d'un animal|Le taureau baisse les cornes.
couloir|m|un passage étroit entre les pièces|Les enfants courent dans le couloir.
course|f|une épreuve où gagne le plus rapide|Elle a gagné la course.
coussin|m|un petit sac mou sur lequel on s'appuie|Le chat a choisi ce coussin.
couteau|m|un objet à lame qui sert à couper|Attention, ce couteau coupe beaucoup.
couverture|f|un tissu chaud que l'on met au lit|Elle ajoute une couverture en hiver.
cou|m|ce qui relie la tête au corps|La girafe allonge son long cou.
crabe|m|un animal à pinces qui marche de côté|Un crabe court sur le sable.
cravate|f|une bande de tissu nouée au cou|Il ne sait pas nouer sa cravate.
crayon|m|un bâton de bois à mine pour dessiner|Taille ton crayon avant d'écrire.
crocodile|m|un grand reptile aux mâchoires terribles|Le crocodile attend sous l'eau.
crème|F|la partie grasse qui monte sur le lait|Il met de la crème partout.
crêpe|f|une galette très fine, cuite à la poêle|Il fait sauter les crêpes.
cuillère|f|un couvert creux pour manger la soupe|Ajoute une cuillère de sucre.
cuisine|f|la pièce où l'on prépare les repas|Une bonne odeur vient de la cuisine.
cuisinier|m|une personne qui prépare les repas|Le cuisinier goûte la sauce.
danse|f|une suite de pas faits en rythme|Cette danse se fait à deux.
dentiste|m|une personne qui soigne la bouche|J'ai peur d'aller chez le dentiste.
dent|f|une petite pièce dure qui sert à mâcher|Ma fille a perdu une dent.
devoir|m|un travail que l'élève fait chez lui|Il finit ses devoirs avant le dîner.
dictée|f|un texte lu que les élèves écrivent|Elle a fait deux fautes à la dictée.
dimanche|m|le jour de repos après le samedi|Le dimanche, il dort plus tard.
doigt|m|une des cinq parties mobiles de la main|Il compte sur ses doigts.
dos|m|l'arrière du corps, des épaules aux reins|Il porte son sac sur le dos.
douche|f|un jet d'eau sous lequel on se lave|Il chante toujours sous la douche.
douleur|f|ce que l'on sent quand on a mal|La douleur passe peu à peu.
drap|m|un grand tissu fin qui couvre le matelas|Les draps sèchent au soleil.
dégoût|M|l'envie de repousser ce qui déplaît|Il repousse son assiette avec dégoût.
encre|F|un liquide coloré pour écrire|Il a de l'encre sur les doigts.
enthousiasme|M|une joie vive qui pousse à agir|Elle accepte notre idée avec enthousiasme.
escalier|m|une suite de marches pour monter ou descendre|Elle descend les escaliers en courant.
estomac|m|l'organe où arrive ce que l'on mange|Il court souvent l'estomac vide.
fauteuil|m|un siège confortable avec des bras|Grand-père dort dans son fauteuil.
fenêtre|f|une ouverture vitrée dans un mur|Le chat dort devant la fenêtre.
feu|m|la chaleur et la lumière de ce qui brûle|Le feu éclaire toute la pièce.
ficelle|f|un lien mince pour attacher les paquets|Le paquet est fermé par une ficelle.
fille|f|une enfant qui deviendra une femme|La fille court après son chien.
fils|m|un enfant garçon, pour ses parents|Leur fils apprend à nager.
flaque|f|un peu d'eau restée au sol après la pluie|Il saute dans chaque flaque.
fleur|f|la partie colorée et parfumée d'une plante|Elle pose des fleurs sur la table.
flocon|m|un petit morceau de neige qui tombe|Les flocons fondent sur sa main.
flûte|f|un instrument à trous dans lequel on souffle|Le berger joue de la flûte.
foin|M|une herbe coupée et séchée pour les bêtes|Les vaches mangent du foin en hiver.
fontaine|f|une construction d'où l'eau jaillit|Les pigeons boivent à la fontaine.
fourchette|f|un couvert à dents pour piquer les aliments|Ma fourchette est tombée par terre.
fraise|f|un petit fruit rouge couvert de grains|Les fraises du jardin sont petites.
frein|m|ce qui ralentit ou arrête un véhicule|Vérifie les freins de ton vélo.
frigo|m|un appareil qui garde les aliments au froid|Le beurre est dans le frigo.
froid|M|le manque de chaleur|Le froid pique les joues.
fromage|m|un aliment salé fait avec du lait caillé|Ce fromage sent très fort.
fruit|m|ce que donne un arbre après la fleur|Le panier est plein de fruits.
frère|m|un garçon né des mêmes parents|Mon frère joue de la trompette.
fusée|f|un engin qui part vers l'espace|La fusée monte dans le ciel.
gaieté|F|la bonne humeur de celui qui rit|Sa gaieté fait du bien.
gant|m|un vêtement de la main|J'ai perdu un gant dans la neige.
garage|m|un abri où l'on range la voiture|Le vélo est resté au garage.
gare|f|l'endroit où s'arrêtent les trains|Il attend son père à la gare.
garçon|m|un enfant qui deviendra un homme|Le garçon lance une pierre.
girafe|f|un animal d'Afrique au cou très long|La girafe mange les hautes feuilles.
gomme|f|un petit objet qui efface|Prête-moi ta gomme un instant.
goutte|f|une très petite boule de liquide|Une goutte tombe du toit.
guitare|f|un instrument à six cordes que l'on pince|Il joue de la guitare au coin du feu.
guêpe|f|un insecte jaune et noir qui pique|Une guêpe tourne autour du jus.
gâteau|m|une pâtisserie sucrée pour les fêtes|Le gâteau a quatre bougies.
hache|f|un outil lourd pour fendre le bois|Il fend les bûches à la hache.
haie|f|une clôture faite d'arbustes|Le ballon est passé sous la haie.
haine|F|le fait de détester quelqu'un|La haine ne mène à rien.
haricot|m|une graine ou une gousse verte que l'on mange|On cueille les haricots le matin.
heure|f|une durée de soixante minutes|Le train a une heure de retard.
hiver|m|la saison la plus froide|En hiver, la nuit tombe tôt.
huile|F|un liquide gras pour la cuisine|Verse un peu d'huile dans la poêle.
hôpital|m|un lieu où l'on soigne les malades|Il reste une semaine à l'hôpital.
hôtel|m|un lieu où dorment les voyageurs|Notre hôtel donne sur la mer.
immeuble|m|un grand bâtiment où habitent plusieurs familles|Notre immeuble a six étages.
infirmière|f|une femme qui donne les soins|L'infirmière change le pansement chaque matin.
inondation|f|une montée des eaux qui couvre les terres|L'inondation a noyé les champs.
jambe|f|le membre qui sert à marcher|Il a les jambes lourdes.
jambon|m|une cuisse de porc salée ou cuite|Je voudrais deux tranches de jambon.
jouet|m|un objet qui amuse les enfants|Range tes jouets avant de dormir.
joue|f|le côté rond du visage|Le froid lui rougit les joues.
jour|m|une durée de vingt-quatre heures|Il pleut depuis trois jours.
juge|m|une personne qui décide au tribunal|Le juge écoute les deux voisins.
jumeau|m|un enfant né le même jour que son frère|Les jumeaux portent le même pull.
jupe|f|un vêtement de femme, de la taille aux genoux|Elle porte une jupe à carreaux.
jus|m|le liquide que l'on presse des fruits|Il boit un jus de raisin.
lait|M|un liquide blanc que donnent les vaches|Le chat boit son lait.
lampe|f|un appareil qui donne de la lumière|Il allume la lampe pour lire.
langue|f|l'organe mou qui sent les goûts|Le chien tire la langue.
larme|f|une goutte d'eau qui coule des yeux|Une larme roule sur sa joue.
lavabo|m|un petit bassin où l'on se lave les mains|Le lavabo de l'étage est bouché.
leçon|f|ce qu'un élève doit apprendre|Elle récite sa leçon sans faute.
librairie|f|une boutique où l'on achète à lire|Il passe des heures à la librairie.
lion|m|un grand félin d'Afrique à crinière|Le lion dort à l'ombre.
lit|m|un meuble où l'on se couche pour dormir|Le chat dort sur mon lit.
livre|m|un ensemble de pages imprimées à lire|Elle finit un livre par semaine.
lèvre|f|le bord rose de la bouche|Elle se mord la lèvre.
lézard|m|un petit reptile à quatre pattes|Un lézard se chauffe au soleil.
magasin|m|un lieu où l'on vend des marchandises|Le magasin ouvre à neuf heures.
main|f|le bout du bras, avec cinq doigts|Donne-moi la main pour traverser.
maison|f|un bâtiment où vit une famille|Leur maison a des volets bleus.
manche|f|la partie du vêtement qui couvre le bras|Elle remonte ses manches pour laver.
manteau|m|un vêtement chaud que l'on porte dehors|Son manteau pend derrière la porte.
marché|m|un lieu en plein air où l'on vend|Elle achète ses fruits au marché.
marguerite|f|une fleur blanche au cœur jaune|Elle cueille une marguerite au bord du chemin.
mariage|m|la fête où deux personnes s'unissent|On a dansé à leur mariage.
marin|m|une personne qui travaille en mer|Les marins chantent sur le pont.
mari|m|un homme avec qui une femme est unie|Son mari prépare le dîner.
marmite|f|un grand récipient à couvercle pour la soupe|La marmite fume sur le feu.
marteau|m|un outil pour enfoncer les clous|Il tape fort avec son marteau.
match|m|une rencontre entre deux équipes|Le match finit sans but.
matelas|m|un grand coussin épais sur lequel on dort|Ce matelas est trop dur pour moi.
matin|m|le début de la journée|Ce matin, le lac est gelé.
maçon|m|un ouvrier qui bâtit les murs|Le maçon monte un mur de briques.
maître|m|un homme qui enseigne aux enfants|Le maître écrit au tableau.
menton|m|la pointe sous la bouche|Il a du chocolat sur le menton.
menuisier|m|un artisan qui fabrique des meubles|Le menuisier rabote une planche.
mer|f|une immense étendue d'eau salée|La mer est calme ce soir.
midi|M|le milieu de la journée|Nous mangeons toujours à midi juste.
minute|f|une durée de soixante secondes|Attends-moi encore une petite minute.
mois|m|une des douze parties de l'année|Le bébé a trois mois.
monnaie|F|les pièces que l'on rend au client|La caissière lui rend la monnaie.
montre|f|un petit objet au poignet qui donne l'heure|Sa montre retarde un peu.
moteur|m|la machine qui fait avancer un véhicule|Coupe le moteur, on est arrivés.
moto|f|un engin rapide et bruyant à deux roues|Sa moto fait trop de bruit.
mouche|f|un insecte noir qui tourne autour des aliments|Une mouche se pose sur le pain.
mouette|f|un oiseau blanc du bord de mer|Une mouette suit le bateau.
moustique|m|un petit insecte qui pique et siffle|Un moustique m'a piqué cette nuit.
muguet|M|une plante à clochettes blanches du mois de mai|Le muguet parfume toute la pièce.
mur|m|une paroi de pierre ou de brique|Un lézard grimpe sur le mur.
muscle|m|la chair qui fait bouger le corps|Ses muscles lui font mal.
musique|F|l'art de combiner les sons|La musique sort par la fenêtre.
musée|m|un lieu où l'on montre des œuvres|Le musée est fermé le mardi.
mère|f|une femme qui a des enfants|Ma mère chante en cuisinant.
médecin|m|une personne qui soigne les malades|Le médecin écoute son cœur.
nappe|f|un tissu que l'on étend avant le repas|Une tache rouge salit la nappe.
natation|F|le sport que l'on pratique à la piscine|Elle fait de la natation le mardi.
neveu|m|le fils d'un frère ou d'une sœur|Son neveu passe l'été ici.
nez|m|la partie du visage qui sent les odeurs|Son nez coule depuis ce matin.
nièce|f|la fille d'un frère ou d'une sœur|Elle tricote un pull pour sa nièce.
nuit|f|le temps sombre entre deux jours|La nuit, les hiboux chassent.
océan|m|une étendue d'eau qui sépare les continents|Le voilier traverse l'océan en trois semaines.
oie|f|un gros oiseau blanc à long cou|Les oies traversent la route.
oiseau|m|un animal à plumes et à deux ailes|L'oiseau chante sur la branche.
oncle|m|le frère du père ou de la mère|Mon oncle vit à la montagne.
ongle|m|la petite plaque dure au bout du doigt|Elle se coupe les ongles.
orchestre|m|un groupe de personnes qui jouent de la musique|L'orchestre attend le signal du chef.
ours|m|un gros animal poilu qui dort l'hiver|L'ours cherche du miel sauvage.
page|f|un côté d'une feuille de papier|Tourne la page sans faire de bruit.
paille|F|les tiges sèches des céréales|Le chien dort sur la paille.
pain|m|un aliment de farine et d'eau, cuit au four|Il coupe le pain encore chaud.
palmier|m|un arbre des pays chauds, sans branches|Un palmier ombrage la terrasse.
pantalon|m|un vêtement qui couvre les deux jambes|Son pantalon est trop court.
parapluie|m|un objet qui protège de l'averse|Elle ouvre son parapluie rouge.
parc|m|un grand espace vert où l'on se promène|Ils courent au parc chaque matin.
patte|f|le membre sur lequel marche un animal|Le chat lèche sa patte.
paysan|m|une personne qui cultive la terre|Le paysan sème son blé.
peigne|m|un objet à dents pour démêler les cheveux|Il cherche son peigne partout.
peintre|m|un artiste qui fait des tableaux|Le peintre mélange ses couleurs.
pelle|f|un outil large et plat pour creuser|Elle creuse le sable avec une pelle.
peur|f|ce que l'on ressent devant le danger|Il tremble de peur dans le noir.
pharmacien|m|une personne qui vend les médicaments|Le pharmacien lit mon ordonnance.
piano|m|un grand instrument à touches blanches et noires|Elle joue du piano chaque soir.
pied|m|le bout de la jambe, posé au sol|Elle marche pieds nus dans l'herbe.
pigeon|m|un oiseau gris très commun en ville|Les pigeons mangent nos miettes.
pilote|m|une personne qui conduit un avion|Le pilote annonce une tempête.
pince|f|un outil à deux branches pour serrer|Il tire le fil avec une pince.
piscine|f|un grand bassin où l'on nage|La piscine ouvre en juin.
place|f|un espace ouvert entouré de bâtiments|Le marché se tient sur la place.
plafond|m|la surface qui ferme le haut d'une pièce|Une araignée marche au plafond.
plaisir|m|ce que l'on sent quand on est content|Il mange avec un vrai plaisir.
plancher|m|un sol de bois dans une pièce|Le vieux plancher craque la nuit.
plateau|m|un support large pour porter des objets|Il apporte le café sur un plateau.
plombier|m|un ouvrier qui répare les tuyaux|Le plombier a réparé la fuite.
poche|f|un petit sac cousu dans un vêtement|Il garde les mains dans ses poches.
poire|f|un fruit sucré, plus large en bas|Cette poire est bien mûre.
poisson|m|un animal à nageoires qui vit dans l'eau|Le poisson tourne dans son bocal.
poivre|M|une épice noire qui pique la langue|Il éternue à cause du poivre.
policier|m|une personne qui fait respecter la loi|Un policier règle la circulation.
pomme|f|un fruit rond et croquant, rouge ou vert|Il croque une pomme verte.
pompier|m|une personne qui éteint les incendies|Les pompiers arrivent avec la grande échelle.
pont|m|une construction qui passe au-dessus de l'eau|Les bateaux glissent sous le pont.
porte|f|un panneau que l'on ouvre pour entrer ou sortir|Ferme la porte, il fait froid.
port|m|un abri pour les bateaux|Les pêcheurs rentrent au port.
poubelle|f|un récipient où l'on jette les déchets|Il sort la poubelle chaque soir.
poulet|m|une jeune volaille que l'on mange rôtie|Le poulet dore dans le four.
poule|f|un oiseau de ferme qui pond|Les poules picorent dans la cour.
poupée|f|une petite figure d'enfant pour s'amuser|Elle couche sa poupée dans un panier.
poêle|f|un ustensile plat à manche pour frire|Les œufs cuisent dans la poêle.
prix|m|ce que coûte une chose|Le prix du pain a monté.
professeur|m|une personne qui enseigne|Le professeur rend les copies.
pyjama|m|un vêtement de nuit|Il déjeune encore en pyjama.
père|m|un homme qui a des enfants|Son père répare la clôture.
pêcheur|m|une personne qui attrape des poissons|Le pêcheur répare son filet.
pêche|f|un fruit d'été à la peau douce|Le jus de pêche coule partout.
quartier|m|une partie de la cité, avec ses rues|Notre quartier est calme le dimanche.
queue|f|le bout arrière du corps d'un animal|Le chien remue la queue.
raquette|f|un objet à manche pour renvoyer la balle|Il casse sa raquette de colère.
rat|m|un rongeur gris plus gros qu'une souris|Un rat court le long du mur.
reine|f|une femme qui règne sur un pays|La reine salue la foule.
requin|m|un grand chasseur des mers aux dents pointues|Le requin a fait demi-tour.
restaurant|m|un lieu où l'on mange en payant|Ce restaurant est toujours plein.
rideau|m|un tissu suspendu devant une vitre|Tire les rideaux, le soleil tape.
riz|M|une petite graine blanche, très mangée en Asie|Le riz cuit en dix minutes.
robe|f|un vêtement de femme d'une seule pièce|Sa robe tourne quand elle danse.
robinet|m|un petit appareil qui laisse couler l'eau|Le robinet goutte toute la nuit.
roi|m|un homme qui règne sur un pays|Le roi porte une lourde couronne.
rose|f|une fleur parfumée à la tige piquante|Une rose rouge pousse au jardin.
roue|f|un cercle qui tourne et fait avancer|Une roue de la charrette grince.
route|f|une voie large où passent les voitures|La route traverse la forêt.
rue|f|une voie bordée de maisons, en ville|Les enfants jouent dans la rue.
râteau|m|un outil à dents pour ramasser les feuilles|Le râteau est contre le mur.
règle|f|un objet plat pour tracer des lignes|Trace un trait avec ta règle.
réveil|m|un appareil qui sonne le matin|Son réveil sonne à six heures.
salade|f|un plat froid de feuilles vertes|Il remue la salade avec soin.
salon|m|la pièce où l'on reçoit les invités|Ils prennent le thé au salon.
sandale|f|une chaussure ouverte pour la chaleur|Il y a du sable dans mes sandales.
sang|M|le liquide rouge qui coule dans le corps|Une goutte de sang perle au doigt.
saucisse|f|un boyau rempli de chair hachée|Les saucisses grillent sur le feu.
saule|m|un arbre souple du bord de l'eau|Les branches du saule touchent la rivière.
savon|m|un produit qui mousse et lave la peau|Ce savon sent la lavande.
scie|f|un outil à dents qui coupe le bois|La scie fait beaucoup de poussière.
seau|m|un récipient à anse pour porter l'eau|Il porte deux seaux d'eau.
semaine|f|une suite de sept jours|La semaine prochaine, je pars.
serpent|m|un animal long et sans pattes|Le serpent glisse entre les pierres.
serveur|m|une personne qui apporte les plats à table|Le serveur a oublié notre dessert.
serviette|f|un tissu avec lequel on s'essuie|Sa serviette est encore mouillée.
singe|m|un animal agile qui ressemble un peu à l'homme|Le singe saute de branche en branche.
siècle|m|une durée de cent ans|Ce pont date d'un autre siècle.
soir|m|la fin de la journée|Le soir, ils jouent aux cartes.
soldat|m|un homme de l'armée|Le soldat écrit à sa mère.
soupe|f|un bouillon chaud de légumes|La soupe est trop chaude.
souris|f|un petit rongeur à longue queue|Une souris vit sous le plancher.
statue|f|une figure de pierre ou de métal|Un oiseau dort sur la statue.
stylo|m|un objet à encre pour écrire|Mon stylo ne marche plus.
sucre|M|une matière blanche qui rend les aliments doux|Il met trop de sucre dans son thé.
sœur|f|une fille née des mêmes parents|Ma sœur dessine très bien.
table|f|un meuble plat, posé sur des pieds|Pose les verres sur la table.
talon|m|l'arrière du pied|Ses talons ont laissé des traces.
tambour|m|un instrument rond que l'on frappe|Le tambour ouvre la marche.
tante|f|la sœur du père ou de la mère|Ma tante fait de bonnes tartes.
tapis|m|une pièce de tissu épais posée au sol|Le bébé joue sur le tapis.
tarte|f|une pâte plate garnie de fruits|La tarte aux poires refroidit.
tasse|f|un petit récipient à anse pour les boissons chaudes|Il boit une tasse de thé.
thé|M|une boisson chaude de feuilles séchées|Elle boit son thé sans sucre.
théâtre|m|un lieu où les acteurs jouent|Le théâtre était plein hier soir.
tigre|m|un grand félin au pelage rayé|Le tigre avance sans bruit.
toit|m|la partie qui couvre le haut d'une maison|La pluie tombe sur le toit.
tomate|f|un fruit rouge et juteux, mangé comme légume|Les tomates mûrissent au soleil.
tonneau|m|un gros récipient de bois rond pour le vin|Le vin vieillit dans un tonneau.
tournevis|m|un outil à manche qui sert à serrer|Passe-moi le petit tournevis rouge.
tour|f|une construction haute et étroite|Du haut de la tour, on voit loin.
tracteur|m|un véhicule puissant pour les champs|Le tracteur laboure depuis ce matin.
train|m|une suite de wagons sur des rails|Le train part dans cinq minutes.
trompette|f|un instrument de cuivre au son éclatant|La trompette réveille les soldats.
tronc|m|la partie dure d'un arbre, sous les branches|Un cœur est gravé sur le tronc.
trottoir|m|le bord surélevé où l'on marche en ville|Reste bien sur le trottoir.
trésor|m|un amas de choses précieuses et cachées|Le trésor dort sous le vieux chêne.
tulipe|f|une fleur de printemps en forme de coupe|Les tulipes s'ouvrent au soleil.
tunnel|m|un passage creusé sous la terre|Le train entre dans le tunnel.
tête|f|le haut du corps, où sont les yeux|Il a mal à la tête.
usine|f|un grand bâtiment où l'on fabrique des objets|L'usine fume jour et nuit.
valise|f|un bagage rigide à poignée|Sa valise est trop lourde.
ventre|m|la partie du corps qui contient l'estomac|Mon ventre crie de faim.
verre|m|un petit récipient transparent pour boire|Elle boit un grand verre d'eau.
veste|f|un vêtement court, ouvert devant|Prends ta veste, le vent se lève.
viande|F|la chair des animaux que l'on mange|Elle ne mange plus de viande.
village|m|un petit groupe de maisons à la campagne|Tout le village est venu danser.
ville|f|un lieu avec beaucoup de rues et d'habitants|La ville s'éveille avant l'aube.
violon|m|un instrument à quatre cordes et à archet|Son violon chante sous ses doigts.
visage|m|la partie avant de la tête|Son visage est devenu tout rouge.
vis|f|une tige de métal que l'on tourne pour fixer|Il manque une vis à la chaise.
voile|f|une toile tendue au vent sur un bateau|La voile se gonfle d'un coup.
voiture|f|un véhicule à quatre roues et à moteur|La voiture ne démarre plus.
vélo|m|un engin à deux roues et à pédales|Elle va au travail à vélo.
yaourt|m|un dessert blanc et frais, un peu acide|Elle mange un yaourt aux fraises.
âne|m|un animal gris aux longues oreilles|Le vieil âne refuse d'avancer.
école|f|le lieu où les enfants apprennent|L'école ferme pendant deux mois.
église|f|un bâtiment où prient les chrétiens|Les cloches de l'église sonnent midi.
élève|m|un enfant qui apprend en classe|Chaque élève ouvre son livre.
éléphant|m|un énorme animal gris à trompe|L'éléphant boit à la rivière.
épicerie|f|une boutique d'aliments de toutes sortes|L'épicerie vend aussi des journaux.
épine|f|une pointe qui pique sur une tige|Elle a une épine dans le doigt.
équipe|f|un groupe qui joue ou travaille ensemble|Notre équipe a encore perdu.
été|m|la saison la plus chaude|L'été dernier fut très sec.
évier|m|le bassin où l'on lave les assiettes|Laisse ta tasse dans l'évier.
œil|m|l'organe avec lequel on voit|Il a un grain de sable dans l'œil.
œuf|m|ce que pond la poule, dans une coquille|Il casse trois œufs dans un bol.
"""
