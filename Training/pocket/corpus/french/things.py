# SPDX-License-Identifier: Apache-2.0
"""Word lists for the slots: each is one line of French nouns as its name asks for them, split at commas."""

LISTS = {
    "couleur": "rouge, bleu, vert, jaune, orange, violet, rose, noir, blanc, gris, turquoise, bordeaux, ocre, beige, lilas, corail,"
    " indigo, kaki, bleu nuit, vert sapin, vert pomme, gris perle, jaune moutarde, brun, ivoire, crème, marron, bleu ciel, rouge brique",
    "robe": "noir, blanc, gris, roux, tigré, tacheté, crème, brun, noir et blanc, gris cendré, roux et blanc, couleur sable",
    "plat": "les lasagnes, la ratatouille, le couscous, la raclette, les moules-frites, le pot-au-feu, les crêpes, la quiche, le tajine,"
    " les sushis, le curry, la blanquette, les pâtes au pesto, le gratin dauphinois, la paella, les falafels, le poulet rôti, le riz sauté,"
    " la soupe à l'oignon, les raviolis, le chili, la tartiflette, les galettes de sarrasin, le cassoulet, l'omelette aux champignons,"
    " le bo bun, les gnocchis, la choucroute, le risotto, la pizza aux artichauts, les aubergines farcies, le mafé, le thiéboudiène",
    "dessert": "la tarte au citron, le tiramisu, les profiteroles, la mousse au chocolat, le clafoutis, le flan, la crème brûlée,"
    " le riz au lait, les madeleines, la tarte aux poires, le fondant au chocolat, les beignets, la panna cotta, le sorbet à la mangue,"
    " l'île flottante, le cheesecake, les financiers, la tarte aux myrtilles, le baklava, les éclairs au café, le far breton",
    "fruit": "la mangue, la figue, la pêche, la cerise, la poire, la framboise, le kiwi, la grenade, la prune, l'abricot, la mandarine,"
    " le melon, la pastèque, le raisin, la groseille, la mirabelle, le litchi, la papaye, la nectarine, la rhubarbe, l'ananas",
    "boisson": "le thé vert, le café noir, le chocolat chaud, le thé à la menthe, la tisane de verveine, le jus de pomme, la limonade,"
    " le lait d'amande, le thé noir, l'eau pétillante, le cidre, le jus de grenade, le rooibos, le citron chaud, le maté, le cappuccino",
    "aliment": "les noix, les fraises, le lait, le gluten, les crevettes, les arachides, le kiwi, les œufs, le soja, le sésame, le poisson,"
    " les moules, la moutarde, le céleri, les pêches, les amandes, les noisettes, le lupin, les huîtres, le maïs",
    "allergène": "le pollen, les noix, la pénicilline, les fraises, les poils de chat, les crevettes, la poussière, les arachides, le latex,"
    " les piqûres de guêpe, les œufs, le soja, le sésame, les acariens, le nickel, les moisissures, l'aspirine, le kiwi, le pollen de bouleau",
    "détesté": "les endives, les choux de Bruxelles, le céleri, les betteraves, les anchois, le foie, les olives, la coriandre, les épinards,"
    " les huîtres, le fenouil, la réglisse, les navets, le fromage bleu, les raisins secs, les brocolis, les champignons, le tofu",
    "loisir": "la poterie, l'escalade, le jardinage, la natation, la photographie, le tricot, la randonnée, les échecs, la menuiserie,"
    " l'aquarelle, la course à pied, le yoga, la pâtisserie, le badminton, l'astronomie, la couture, la voile, le vélo, le théâtre,"
    " la pêche, l'origami, la calligraphie, le ping-pong, la danse, la gravure, le judo, l'équitation, les mots croisés, l'aviron,"
    " la pétanque, la reliure, le surf, la lecture, le chant, l'apiculture, la broderie, le bowling, la marche nordique, le tir à l'arc,"
    " la généalogie, le modélisme, le ski de fond, le patinage, la boxe, la spéléologie, la mosaïque, le skateboard, les jeux de société",
    "instrument": "le piano, la guitare, le violon, la flûte, la clarinette, le violoncelle, la batterie, l'accordéon, la trompette,"
    " la harpe, l'ukulélé, le saxophone, le hautbois, la contrebasse, l'orgue, la mandoline, le trombone, le banjo, le basson",
    "langue": "l'italien, le portugais, l'allemand, le japonais, l'arabe, le breton, le russe, le coréen, le grec, l'espagnol, le néerlandais,"
    " le polonais, le mandarin, le turc, le suédois, le hindi, le wolof, l'occitan, le basque, le finnois, la langue des signes, le roumain",
    "matière": "les maths, l'histoire, la biologie, la physique, le dessin, la géographie, la musique, le latin, la chimie, la philosophie,"
    " l'économie, l'anglais, le sport, la technologie",
    "genre": "les films policiers, les comédies, les documentaires, les westerns, les films d'horreur, les dessins animés, les romans noirs,"
    " la science-fiction, les films muets, les comédies musicales, les films d'aventure, les biographies",
    "musique": "le jazz, le rap, la musique baroque, le rock, le blues, la chanson française, le reggae, la techno, la musique celtique,"
    " le flamenco, la soul, la bossa-nova, le métal, l'opéra, la folk, le raï, le zouk, la musique classique",
    "saison": "le printemps, l'été, l'automne, l'hiver",
    "fleur": "le lilas, la pivoine, la tulipe, le coquelicot, l'iris, le jasmin, la jonquille, le tournesol, la lavande, la rose, le mimosa,"
    " l'hortensia, le dahlia, la glycine, le muguet, le bleuet, le camélia, la marguerite, le glaïeul, la violette",
    "bête": "la loutre, le renard, l'éléphant, la chouette, le hérisson, le dauphin, l'écureuil, le loup, la tortue, le panda, le héron,"
    " la girafe, le cheval, l'abeille, le manchot, le lynx, la baleine, le castor, le corbeau, la mésange, le pangolin, l'âne",
    "peur": "le vide, les araignées, l'orage, le noir, les serpents, l'avion, la foule, les souris, les ascenseurs, les chiens, les guêpes,"
    " les aiguilles, le dentiste, les profondeurs, les clowns, les ponts, le tonnerre, les tunnels",
    "teinte": "rouge, bleue, verte, grise, noire, blanche, jaune, orange, beige, violette, argentée, marron",
    "marque": "Peugeot, Renault, Citroën, Fiat, Toyota, Volvo, Skoda, Seat, Dacia, Opel, Honda, Mazda, Kia, Nissan, Suzuki, Ford",
    "endroit": "le tiroir du bureau, la boîte en fer, le placard de l'entrée, la poche du manteau bleu, le vide-poche, la cave, le grenier,"
    " la boîte à gants, l'étagère du haut, le sac à dos gris, le coffre de la voiture, le buffet, la table de nuit, l'armoire de la chambre,"
    " le panier en osier, la buanderie, la trousse rouge, le garage, le meuble du couloir, la boîte à couture, la bibliothèque,"
    " le pot en terre, la commode, le secrétaire, le cartable, la véranda, l'abri de jardin, la boîte à thé, le casier du bas",
    "lieu": "le marché, la piscine, le musée, le parc, la bibliothèque, la gare, la plage, le port, la mairie, le cinéma, le théâtre,"
    " la patinoire, le restaurant, le café du coin, la médiathèque, la salle des fêtes, le jardin botanique, le stade, la boulangerie,"
    " l'hôpital, l'aéroport, la pharmacie, l'école, le gymnase, le lac, la forêt, la librairie, le zoo, l'aquarium, le refuge",
    "soignant": "le dentiste, le médecin, l'ophtalmo, le kiné, l'ostéopathe, la dermatologue, le cardiologue, la gynécologue, l'orthophoniste,"
    " la podologue, l'allergologue, la pédiatre, le coiffeur, le banquier, la notaire, l'avocate, le garagiste, la vétérinaire, le tatoueur,"
    " le comptable, la diététicienne, la psychologue, l'orthodontiste, l'opticien, l'ORL, la sage-femme",
    "douleur": "au dos, à la tête, au genou, au ventre, à l'épaule, aux dents, à la cheville, au poignet, au cou, à la gorge, à la hanche,"
    " au coude, aux pieds, à l'oreille, au talon, aux yeux, au pouce",
    "os": "le bras, la jambe, le poignet, la cheville, le pied, le coude, le nez, le petit doigt, une côte, l'orteil, la clavicule",
    "maladie": "une angine, la grippe, une bronchite, une migraine, une otite, une sinusite, une gastro, une tendinite, la varicelle,"
    " un lumbago, une pneumonie, une sciatique, un rhume tenace, une cystite, un zona",
    "chronique": "du diabète, de l'asthme, de l'arthrose, de l'hypertension, une intolérance au lactose, de l'eczéma, des migraines,"
    " des insomnies, du cholestérol, des acouphènes, un souffle au cœur, des vertiges, de l'anémie, un ulcère",
    "sport": "la natation, l'escrime, le handball, le basket, le tennis, la course à pied, le rugby, le volley, le judo, l'escalade, l'aviron,"
    " le football, le badminton, la gymnastique, le cyclisme, le karaté, le yoga, le golf, la boxe, le triathlon",
    "cadeau": "une montre, un foulard, un livre de recettes, une théière, un casse-tête, une paire de gants, un carnet, un disque, une lampe,"
    " un bonsaï, une écharpe, un vase, un télescope, un tablier, un jeu de société, une gourde, un parfum, un sac à main, un couteau suisse,"
    " un appareil photo, une boîte à musique, un pull, une cafetière, des boucles d'oreilles, un abonnement au théâtre, un cerf-volant",
    "objet": "le parapluie, l'écharpe, le portefeuille, le téléphone, le casque, la montre, la gourde, le sac, le carnet, la valise, le bonnet,"
    " la trousse, le chargeur, l'agenda, le vélo, la carte bancaire, le passeport, la bague, l'appareil photo, la tablette",
    "achat": "un vélo, un canapé, une machine à laver, un ordinateur, un manteau, une table, un aspirateur, une guitare, un four, une tente,"
    " un réfrigérateur, un téléphone, une perceuse, une lampe, un tapis, une poussette, un matelas, une bibliothèque, des chaussures,"
    " une voiture d'occasion, un kayak, un piano numérique, une machine à coudre, une imprimante, un hamac, une télé",
    "véhicule": "en train, en voiture, à vélo, en bus, à pied, en tramway, en métro, en scooter, en bateau, à trottinette, en covoiturage",
    "trajet": "en train, en voiture, en avion, à vélo, en car, en bateau, à pied, en camping-car, en covoiturage",
    "pays": "en Italie, au Portugal, en Grèce, au Japon, en Écosse, au Maroc, en Islande, au Canada, en Norvège, au Pérou, en Tunisie,"
    " au Vietnam, en Irlande, au Sénégal, en Croatie, au Mexique, en Turquie, en Slovénie, au Brésil, en Suède, en Corse, en Bretagne,"
    " dans les Alpes, dans les Pyrénées, dans le Jura, à la Réunion, en Martinique, au Liban, en Argentine, en Sicile, en Crète",
    "métier": "infirmier/infirmière, boulanger/boulangère, instituteur/institutrice, comptable, architecte, dentiste, cuisinier/cuisinière,"
    " mécanicien/mécanicienne, avocat/avocate, fleuriste, journaliste, libraire, électricien/électricienne, vétérinaire, coiffeur/coiffeuse,"
    " facteur/factrice, pharmacien/pharmacienne, graphiste, serveur/serveuse, menuisier/menuisière, interprète, géologue, pilote,"
    " informaticien/informaticienne, jardinier/jardinière, maçon/maçonne, opticien/opticienne, ébéniste, ingénieur/ingénieure,"
    " traducteur/traductrice, photographe, plombier/plombière, pompier/pompière, policier/policière, éducateur/éducatrice, sage-femme,"
    " bibliothécaire, notaire, apiculteur/apicultrice, chauffeur/chauffeuse de bus, musicien/musicienne, kinésithérapeute,"
    " couturier/couturière, biologiste, fromager/fromagère, secrétaire, vendeur/vendeuse, luthier/luthière, agriculteur/agricultrice,"
    " chercheur/chercheuse, psychologue, caissier/caissière, orthophoniste, archéologue, potier/potière, ambulancier/ambulancière",
    "études": "le droit, la médecine, l'histoire, la biologie, les maths, la philosophie, l'architecture, la chimie, la géologie, les lettres,"
    " l'informatique, la psychologie, l'économie, la musicologie, la linguistique, la mécanique, le dessin industriel, l'agronomie",
    "projet": "repeindre la cuisine, planter un cerisier, apprendre à coudre, arrêter de fumer, ranger le grenier, écrire un roman,"
    " courir un semi-marathon, apprendre la guitare, rénover la salle de bains, adopter un chat, passer le permis moto, monter un potager,"
    " faire du bénévolat, changer de métier, construire une cabane, apprendre à nager, ouvrir un café, restaurer une vieille commode,"
    " traverser les Vosges à pied, tenir un journal, faire du pain, vendre la voiture, reprendre des études, installer une serre,"
    " dormir plus tôt, fabriquer une bibliothèque, trier les photos, lancer une chorale, apprendre à danser, faire un grand voyage",
    "fête": "un anniversaire, un mariage, une crémaillère, un baptême, une fête de quartier, un départ à la retraite, un pique-nique,"
    " un concert, une kermesse, une brocante, un tournoi de pétanque, une soirée jeux, un bal, un vide-grenier",
    "humeur": "fatigue, stress, tristesse, colère, ennui, découragement, inquiétude, solitude",
    "fatigué": "mou, ailleurs, dans la lune, à plat, patraque, ronchon, au ralenti, de travers",
    "temps": "gris, très chaud, froid, un temps superbe, un orage terrible, doux, moins deux, un vent fou",
    "gorgée": "un thé, un café, un chocolat chaud, une tisane, un jus d'orange, un lait chaud",
    "bien": "vélo, canapé, scooter, piano, vieux téléphone, ordinateur, buffet, appareil photo, kayak, fauteuil, tapis, violon",
    "compagnon": "un chat, un chien, un lapin, une tortue, un furet, un chaton, une perruche, un chiot, deux poules, un âne, un hamster",
    "triste": "triste, à plat, un peu perdu/perdue, découragé/découragée, vide, nul/nulle, mélancolique, de mauvaise humeur, démoralisé/démoralisée, à bout",
    "content": "heureux/heureuse, en pleine forme, apaisé/apaisée, très bien, plein/pleine d'énergie, serein/sereine, soulagé/soulagée, léger/légère, confiant/confiante, joyeux/joyeuse",
    "collection": "timbres, cartes postales, vinyles, coquillages, pièces anciennes, théières, badges, minéraux, bandes dessinées, dés à coudre",
    "organe": "le cœur, la thyroïde, le dos, les poumons, l'estomac, la peau, les reins, la tension",
    "signe": "bélier, taureau, gémeaux, cancer, lion, vierge, balance, scorpion, sagittaire, capricorne, verseau, poissons",
    "sang": "A positif, A négatif, B positif, B négatif, O positif, O négatif, AB positif, AB négatif",
    "téléphone": "Samsung, Nokia, Fairphone, Huawei, Sony, Motorola, Xiaomi, Honor, Oppo",
    "nation": "l'Italie, le Portugal, le Maroc, la Grèce, le Sénégal, le Chili, la Pologne, le Vietnam, le Liban, la Suède, le Mali, le Pérou, l'Inde, l'Irlande",
    "glace": "la vanille, la pistache, la fraise, le citron, le caramel, la noix de coco, le cassis, le café, la menthe, le melon, la cannelle, le spéculoos",
    "jeu": "le tarot, les dames, la belote, le scrabble, les dominos, le go, le rami, les petits chevaux, le backgammon, la pétanque, le uno, le billard",
    "film": "La Rivière, Le Dernier Été, Minuit moins dix, Les Oiseaux gris, Une île sans nom, Le Phare, La Maison bleue, Trois Valises, L'Hiver d'Ana, Le Grand Jour, Sous les tilleuls, La Fugue",
    "pizza": "la reine, la quatre fromages, la margherita, la napolitaine, la végétarienne, la calzone, la pizza au thon, la savoyarde",
    "fromage": "le comté, le roquefort, le chèvre frais, le brie, le cantal, le munster, le gouda, la mimolette, le reblochon, le saint-nectaire, la feta, le morbier",
    "légume": "la courgette, le poireau, l'aubergine, le chou-fleur, la carotte, le panais, l'artichaut, le poivron, la betterave, le haricot vert, le potimarron",
    "gorgeur": "le thé vert, le thé au jasmin, le thé fumé, le thé à la bergamote, le thé blanc, le thé aux épices",
    "moment": "le matin, le soir, midi, l'aube, la fin d'après-midi, minuit, l'heure du goûter, l'heure de la sieste",
    "remède": "une tisane de tilleul, un comprimé de fer, du magnésium, des gouttes pour les yeux, un sirop, de la vitamine D",
    "appareil": "la machine à laver, le four, le chauffage, mon ordinateur, le réfrigérateur, l'aspirateur, la cafetière, ma voiture, le lave-vaisselle, la chaudière",
    "topique": "la vente de la maison, l'été prochain, la santé de Mamie, ce vieux conflit, la fête de fin d'année, cette facture, la garde des enfants, l'héritage, ce projet de livre, la panne de voiture",
    "discipline": "de droit, de médecine, d'histoire, de biologie, de maths, de chimie, d'anglais, de philosophie, de géographie, d'économie, de physique, de musique, de latin, d'espagnol",
    "nul": "le temps, la pluie, le bruit, la circulation, la chaleur, le froid, le vent",
}
