// SPDX-License-Identifier: Apache-2.0

extension CareRules {
    /// What is denied, long past, an accident, a story or about others.
    static let frenchExceptions = """
        veux|voudrais|vais|souhaite|compte|pense|risque pas surtout|du|encore|vraiment|tout? me|m|de|a|d|en? me|m? mourir|suicider|tuer|mutiler|scarifier|faire|finir
        pas du|vraiment|encore? tout? envie|besoin de|d me|m|en? mourir|suicider|tuer|mutiler|scarifier|faire|finir
        plus envie|besoin de|d me|en? mourir|suicider|tuer|mutiler|faire|finir
        veux|voudrais plus me? mourir|suicider|tuer
        jamais voulu|pense|eu|songe|essaye|envisage|tente|fait|l? envie|de|d|a|au|idee|une? de|d|a|tentative? de|d|me? me|m? suicider|suicide|tuer|mourir|faire|mutiler
        jamais je? ne? me suiciderai|suicide|tuerai
        me suiciderai|suicide pas|jamais
        ai|avais|pas|jamais peur de|d mourir
        avais envie de|d me? mourir|suicider
        ne|n ~1 suis|etais pas ~1 suicidaire
        ne|n me coupe|mutile|scarifie|taillade|lacere|fais pas|plus|jamais
        me coupe|mutile|scarifie|taillade|lacere pas $|rassure|du|ne|t
        me coupe|mutile|scarifie|taillade|lacere plus $
        me coupe|entaille|taillade|lacere|brule|bruler|fais|suis ~6 en ~1 cuisine|cuisinant|rasant|epluchant|jardinant|bricolant|tombant|courant|portant|taillant|hachant|skiant|repassant
        va|vont|allez|vas|allait|font|fait|faire me tuer
        quelqu|il|elle|on|ils|elles|mere|pere|frere|soeur|mari|femme|chef|patron ~1 va|veut|voulait|allait|peut|pourrait|vont|veulent|essaie|essaye|menace|failli ~2 me tuer
        film|livre|roman|chanson|article|expose|dissertation|these|documentaire|serie|cours ~1 sur|qui|ou|parle|traite ~3 suicide*|mourir|vivre|mort|tuer
        suicide ~1 prevention|statistiques|taux|film|livre|roman|dissertation
        prevention|taux|statistiques|question|sujet ~2 suicide
        mon|mes frere|pere|ami|fils|mari|oncle|cousin|voisin|collegue|copain|personnage|heros ~1 veut|voulait|souhaite|souhaitait|pense|pensait|parle ~2 mourir|suicide*
        ma|mes soeur|mere|amie|fille|femme|tante|cousine|voisine|collegue|copine ~1 veut|voulait|souhaite|souhaitait|pense|pensait|parle ~2 mourir|suicide*
        il|elle|ils|elles|qui veut|voulait|veulent|souhaite|pense|pensait|parle ~2 mourir|suicide*
        il|elle|qui|frere|soeur|mere|pere|ami|amie|fils|fille|mari|femme|cousin|voisin|collegue|copine|copain est|etait suicidaire
        il|elle|qui|frere|soeur|mere|pere|ami|amie|fils|fille|mari|femme|cousin|voisin|collegue|copine|copain ~1 a|avait fait ~1 tentative de suicide
        il|elle|qui|frere|soeur|mere|pere|ami|amie|fils|fille|mari|femme|cousin|voisin|collegue|copine|copain ~1 a|ont|avait des|ses? idees|pensees|envies suicidaires|noires|de
        si je ~1 voulais ~1 mourir|vivre
        me|m? jeter|jette|sauter|saute ~6 elastique|parachute|parapente
        me|m? jeter|jette|sauter|saute ~6 en|dans ~1 reve|cauchemar|reves
        me|m? jeter|jette|sauter|saute ~3 fenetre|pont|toit|balcon de joie|bonheur
        elastique|parachute|parapente ~6 pont|toit|balcon|falaise
        dans ~1 jeu ~6 pont|toit|balcon|falaise
        pont|toit|balcon|falaise|etage ~3 dans ~1 piscine
        avale|pris # mg|milligrammes|g
        mere|pere|frere|soeur|mari|femme|fils|fille|il|elle|ils|elles|ami|amie ne|n? veut|veulent|voulait plus vivre
        """

    /// Idioms, each with the harmless thing that it names: a bare preposition would excuse `with my gun` too.
    static let frenchIdioms = """
        mourir debout
        mourir de|d ~1 rire|faim|soif|honte|chaud|froid|ennui|peur|fatigue|envie|curiosite|jalousie|bonheur|vieillesse|plaisir
        envie|veux|voudrais|aimerais ~2 mourir vieux|vieille|idiot|idiote|riche|centenaire
        envie|veux|voudrais|aimerais|reve ~2 mourir ~4 vieux|vieille|entoure|entouree
        envie|veux|voudrais|aimerais|reve ~2 mourir sur scene
        plutot mourir $
        plutot|prefere|prefererais|autant mourir que|plutot que? de|d? manger|boire|aller|porter|regarder|ecouter|perdre|avouer|demander|chanter|danser|parler|lire|acheter|epouser|voter|rater|partager|courir|cuisiner|quitter|dire|mentir|conduire|nager|skier
        lacere|taillade ~4 ronces|epines|barbeles|rosier|rosiers|buisson|chat
        balle dans|a le|la|l ~1 pied|pieds|jambe
        flinguer|buter|crever les? le|la|les|mon|ma|mes|des
        ts de|d ~1 bio|biologie|maths|physique|lycee
        etre|suis mort|morte de|d|du ~1 rire|fatigue|honte|peur|trouille|faim|soif|froid|chaud|jalousie
        exister sur|dans|chez ~3 facebook|internet|instagram|reseaux|fichier|fichiers|donnees|base|liste|listes|google
        reveiller demain? a|avant|vers ~1 #|midi|heure|cinq|six|sept|huit|neuf|dix|onze|aube
        reveiller demain? en retard|sursaut|sueur|forme|pleine|nage
        reveiller demain? trop|aussi|si tot|tard|fatigue|fatiguee
        reveiller demain? fatigue|fatiguee|seul|seule
        reveiller pour aller|travailler|boire|nourrir|le|la
        reveiller avec ~2 mal|migraine|rhume|torticolis|gueule|fievre
        reveiller ~1 bebe|enfants|voisins
        en finir|finir ~2 avec ce|cet|cette|ces|mon|mes|le|les|l|son|sa|leur|notre|un|une|du
        en finir|finir ~2 avec la|ma declaration|vaisselle|lessive|peinture|toux|grippe|cigarette|comptabilite|paperasse|these|cuisine|presentation|dissertation|liste|reunion|procrastination|malbouffe|poussiere|corvee|voiture|salle|facture|facturation|saison|serie
        me tue|tuer au ~1 travail|boulot|bureau|sport
        me tue|tuer a la|l tache|ouvrage|usine
        me tue|tuer a te|vous|lui|leur|le|la|les? repeter|expliquer|dire|travailler|essayer|courir|etudier
        me tue|tuer pour ~2 entreprise|boite|boulot|travail|patron|rien|eux|examen|concours
        me|m faire|fais|suis|decide|fait ~2 mal au|a|aux|l|la ~1 dos|genou|genoux|pied|pieds|epaule|cheville|doigt|hanche|mollet|coude|nuque|oeil|dent|dents|gencives|orteil|orteils|talon|yeux|oreilles|travailler
        me|m faire|fais|suis|fait ~2 mal en ~1 tombant|courant|portant|jardinant|skiant|soulevant|jouant|dansant|sautant|bricolant|glissant
        me|m faire|fais|suis|fait ~2 mal avec ~2 chaussures|talons|halteres|skis|velo|escarpins
        me blesser en ~1 skiant|tombant|courant|jouant|sautant|jardinant|bricolant|portant|dansant|grimpant
        me blesser au|a|aux|l|la ~1 dos|genou|genoux|foot|football|tennis|ski|rugby|sport|entrainement|escalade|epaule|cheville|velo|moto|handball|judo
        me blesser pendant ~1 match|entrainement|course|seance|vacances
        eviter|sans de|d? me blesser|bruler
        me bruler avec ~3 four|eau|cafe|the|soupe|huile|casserole|fer|poele|plaque|barbecue|plat
        me bruler les|la doigts|langue|ailes
        me couper les|la|le|une cheveux|ongles|frange|barbe|moustache|parole|faim|pain
        me coupe encore ~1 tranche|part|morceau|bout
        me noyer dans|sous ~2 verre|travail|chagrin|papiers|details|paperasse|mails|messages|taches|dossiers|chiffres|cafe
        me pendre au|a ~1 cou|levres|basques|telephone|oreilles|crochets|lustre
        me jeter|jette a l eau
        me jeter|jette dans ses|tes|vos|leurs|les bras
        pont ~4 elastique
        veux|peux|ai|envie ~1 plus vivre ~1 a|en|chez|loin|seul|seule|ici|de
        veux|peux|ai|envie ~1 plus vivre ~1 avec lui|elle|eux|mes|mon|ma|toi|vous|des|ces|les|ton|tes
        veux|peux|ai|envie ~1 plus vivre ~1 dans|sans ~2 ville|appartement|appart|maison|quartier|pays|studio|rue|region|campagne|immeuble|village|bruit|froid|voiture|chauffage|internet|chien|chat|jardin|balcon
        plus de? envie|raison|raisons|force de vivre ~1 a|en|chez|seul|seule|ici
        plus de? envie|raison|raisons|force de vivre ~1 avec lui|elle|eux|mes|mon|ma|toi|vous|des
        plus de? envie|raison|raisons|force de vivre ~1 dans ~2 ville|appartement|maison|quartier|pays|rue|region|campagne|immeuble|village
        plus de vivre ~1 a|avec|en|dans|chez
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets ce matin|midi
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets a|aux l? heure|heures|temps|midi
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets avec|avant|apres|pendant|au ~3 repas|petit|dejeuner|diner|eau|manger|nourriture|cafe|the|lait|jus|yaourt
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets dans ~2 ordre|pilulier|semainier
        avale|pris ~2 comprimes|cachets|medicaments|somniferes|doliprane|paracetamol ~3 par jour|semaine|mois|an
        avale|pris ~2 comprimes|cachets|medicaments|somniferes|doliprane|paracetamol ~3 en ~1 jours|semaines|mois|ans
        avale|pris ~2 comprimes|cachets|medicaments|somniferes|doliprane|paracetamol ~3 cette|ce semaine|annee|mois|hiver|ete
        avale|pris ~2 comprimes|cachets|medicaments|somniferes|doliprane|paracetamol ~3 depuis ~1 janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|mois|semaines|ans|operation|printemps|ete|automne|hiver
        avale|pris ~2 comprimes|cachets de|d ~1 magnesium|vitamine|vitamines|calcium|zinc|spiruline|levure|curcuma|menthe|propolis
        pris|prendre|prends ~8 a|de la|ma pharmacie
        pris|prendre|prends ~8 pour ~2 voyage|demenagement|vacances|mere|pere|grand|voisine|voisin
        pris|prendre|prends ~8 en voyage|vacances
        sans moi pour ~2 match|soiree|soir|reunion|fois|week|semaine|projet|dossier|demain
        sans moi ce|cette soir|semaine|fois|week|midi
        sans moi demain
        sans moi au|dans|a|en ~1 piano|batterie|but|buts|cuisine|defense|chant|equipe|bureau|reunion|maison
        fenetre du rez
        overdose de|d cafe|chocolat|reunions|travail|sucre|series|ecrans|sport|nouvelles|infos|bonbons
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets prescrits|correctement|regulierement
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets comme ~3 prescrit|prevu|habitude|ordonnance|toujours|convenu|medecin|pharmacien
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets chaque|tous les? matin|matins|jour|jours|soir|soirs|midi
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets le|du|au matin|midi|soir|reveil|jour
        ce que je veux dire|savoir|faire
        me coupe|couper ~4 de|du|des|d|l? l? actualite|monde|reseaux|internet
        """

    /// What people harm themselves with. No idiom excuses a sentence that goes on with one of them.
    static let frenchMeans = """
        medicament|medicaments|cachet|cachets|comprime|comprimes|somnifere|somniferes|pilules|doliprane|paracetamol|xanax|insuline|overdose
        fusil|pistolet|revolver|carabine|arme|balle|balles
        couteau|couteaux|cutter|lame|lames|rasoir|rasoirs|ciseaux|scalpel|briquet|cigarette|cigarettes
        corde|pont|falaise|rails|veines|poignets
        vodka|whisky|rhum|alcool|javel|poison|gaz
        """
}
