// SPDX-License-Identifier: Apache-2.0

extension CareRules {
    static let french = """
        me suicider
        me suiciderai|suicide
        suis|sens|deviens|etre suicidaire
        idees|pensees|envies suicidaires
        ai|j des? idees noires
        pense|penser|pensais|songe|songer|envisage|envie ~2 suicide|suicider
        envie|envies|pensees|pensee|idees|idee|pulsion|pulsions de|d suicide
        tentative de suicide
        veux|jveux|voudrais|aimerais|envie|envi|prefere|prefererais|souhaite|vais|ai|besoin|reve|autant|mieux de|d? ~1 mourir
        je veut ~1 mourir|crever
        mourir|mort|crever c est ~1 ce que je veux|voudrais|souhaite|demande
        ce que je veux|voudrais|souhaite|demande c est ~1 mourir|crever|mort
        merite de mourir $
        merite pas|plus de|d vivre|exister $
        veux|voudrais|aimerais|prefererais|souhaite etre mort|morte
        envie|envi|veux|jveux|voudrais|decide|vais|pense|penser|besoin|reve|autant d|de|a? en finir $
        envie|envi|veux|jveux|voudrais|decide|vais|pense|penser|besoin d|de|a? en finir ce|cette|demain|maintenant|aujourd soir|nuit|hui|$
        envie|veux|voudrais|decide|vais|pense|penser|besoin d|de|a? en finir avec la|ma vie
        envie|veux|voudrais|decide|vais|pense|penser|besoin d|de|a? en finir avec tout|moi
        en finir avec la|ma vie
        mettre|mets|mettrai|mis un? terme|fin a mes|ma|mon jours|vie|souffrances|existence
        attenter a mes jours
        m|me oter|enlever|ote la vie
        envie|veux|voudrais|vais|pense|penser|peur|pourrais|risque de|d|a? ~1 me tuer
        me tuer $
        vais|veux|jveux|voudrais|envie|envi|pense|penser|pourrais|besoin de|d? ~1 me flinguer|buter|crever|supprimer $
        vais|veux|jveux|voudrais|envie|envi|pense|penser de|d? ~1 me flinguer|buter|supprimer ce|cette|demain|si|un
        me foutre|fous|foutrai en l air
        me tirer|tire|tirerai une balle
        me tuer ce|cette|demain|un
        envie|veux|voudrais|vais|pense|penser|besoin|recommence|recommencer|continue|arrete|pulsion|pulsions|idee|tente|tentee|n de|a|d? me|m faire|fais du mal
        envie|veux|voudrais|vais|pense|penser|besoin|recommence|recommencer|continue|tente|tentee de|a|d? me mutiler|scarifier|bruler|blesser
        me mutile|scarifie|taillade|lacere
        me suis scarifie|scarifiee|mutile|mutilee|taillade|tailladee
        me fais du mal
        me suis fait du mal
        me taillader|lacerer
        recommence|recommencer|continue|arrete|envie|envi|veux|vais|besoin a|de|d? me couper|entailler $
        me coupe|entaille $
        me coupe|entaille encore|expres|volontairement
        me coupe|entaille tous|toutes|chaque les? soir|soirs|jour|jours|nuit|nuits
        me suis coupe|coupee|entaille|entaillee|brule|brulee|blesse|blessee expres|volontairement
        me brule|bruler avec des|une|ma|mes|la cigarette|cigarettes|briquet
        me mutiler|scarifier
        me coupe les veines|bras|poignets|cuisses
        me couper|trancher|tailler|taillader|entailler les|mes veines|poignets
        me suis ~1 ouvert|ouverte|coupe|coupee|taille|taillee|tranche|tranchee les veines|poignets
        m ouvrir|ouvre les veines
        envie|veux|vais|voudrais|pense|penser a|de|d? me pendre|noyer|empoisonner
        me pendre $
        me jeter|jette|jetterai sous|par|d|du|dans un|une|le|la|l? ~1 train|metro|fenetre|pont|vide|toit|balcon|falaise
        sauter|saute par|du|d un|la|le? ~1 fenetre|pont|toit|balcon
        me jeter|jette|jetterai du|d un? ~1 etage
        veux|jveux|vais|envie|pense|voudrais ~2 sauter du|d un? ~1 etage
        ne|n|veux|peux|ai|envie ~2 plus vivre
        plus envie|force|gout|raison|raisons de|d|a|au|la? vivre|vie|exister
        plus|aucune raison|raisons de vivre
        plus de|d|aucune raison|raisons de|d vivre|exister
        plus le? gout a la vie
        plus la|l|le? envie|force|gout|courage de|d vivre|continuer
        que tout s arrete
        marre|fatigue|fatiguee|assez|degoute|degoutee de|d vivre|exister $
        marre|fatigue|fatiguee|assez|degoute|degoutee de|d vivre|exister comme|et|je
        marre|fatigue|fatiguee|assez|degoute|degoutee de la vie $
        ne veux|voudrais|souhaite plus etre|exister la|ici|$ $
        plus envie d etre la $
        ne|n veux|voudrais|aimerais plus exister
        veux|jveux|voudrais|aimerais|prefererais|souhaite ne plus|pas exister
        ne plus|jamais ~1 me reveiller
        plus me reveiller
        m endormir et|pour ne plus|jamais
        m endormir et|pour ne pas me reveiller $
        veux|voudrais|aimerais|espere|esperais|prefererais ~1 ne pas me reveiller demain|$ $
        ne jamais|pas etre ne|nee
        voudrais|aimerais|veux|envie ~2 disparaitre pour toujours|definitivement
        mieux|tranquilles|heureux sans moi
        mieux ~2 si|quand je serai|etais|suis mort|morte|n
        mieux ~1 si|quand je n etais|serai|suis plus la
        si je mourais|disparaissais ~1 personne|qui|tout|ils|nul
        personne ~5 si je mourais|disparaissais
        vie ne|n vaut pas|plus la? peine
        avaler|avale|prendre|pris tous mes|les|ces? medicaments|cachets|comprimes|somniferes
        avale|avaler|avalerai ~2 boite|boites|plaquette|plaquettes|tube|flacon ~1 de|d ~1 somniferes|medicaments|cachets|comprimes|doliprane
        pris|prendre|prends tout|toute|toutes la|le|les boite|boites|plaquette|plaquettes|tube|flacon ~1 de|d ~1 somniferes|medicaments
        pris|prendre|prends tout|toute|toutes la|le|les boite|boites|plaquette|plaquettes|tube de|d ~1 cachets|comprimes|doliprane
        somniferes|medicaments|cachets|comprimes|doliprane|paracetamol d un coup
        somniferes|medicaments|cachets|comprimes pour ~2 mourir|finir
        avale|pris dix|quinze|vingt|trente|quarante|cinquante|cent|10|15|20|30|40|50|60|100 ~1 somniferes|medicaments|cachets|comprimes|doliprane|paracetamol
        faire|fais|ferai une overdose
        fait|faire une ts
        ecrit|ecris|ecrire ~1 ma lettre d adieu|adieux $
        veux|voudrais|aimerais|vais|envie ~1 rejoindre ~2 au ciel
        supporte|supporter ~1 plus de|la|d vivre|vie|exister
        peur|crains|risque de|d? me faire du mal $
        veux|jveux|voudrais|aimerais|prefererais|souhaite|envie|envi|autant de|d? ~1 crever $
        pense|penser ~2 a ma mort
        pense|penser souvent|toujours|sans ~1 a la mort
        pense|penser ~2 a la mort tous|chaque|tout|sans
        """

    static let frenchExceptions = """
        mourir debout
        mourir de|d rire|faim|soif|honte|chaud|froid|ennui|peur|fatigue|envie|curiosite|jalousie|bonheur|vieillesse|plaisir
        envie|veux|voudrais|aimerais ~2 mourir vieux|vieille|tranquille|idiot|idiote|heureux|heureuse|riche|chez|dans|en|entoure|entouree
        ne|n|pas ~2 veux|voudrais|ai|envie|vais|souhaite ~1 pas ~3 mourir|suicider|tuer|mutiler|mal
        ne|n ~1 plus envie|veux ~2 mourir|suicider
        ne|n ~2 jamais ~2 me|de ~2 suicider|tuer|mal|mourir
        ai|avais|pas|jamais peur de|d mourir
        plutot mourir que
        mourir que|plutot
        avais|voulais ~3 mourir|suicider
        ne|n ~1 suis|etais pas ~1 suicidaire
        me coupe|mutile|scarifie|taillade|lacere pas|plus|jamais
        ne|n me coupe|mutile|scarifie|taillade|lacere|fais pas|plus|jamais
        lacere|taillade ~2 en|sur|contre
        balle dans|a le|la|l ~1 pied|pieds|jambe
        flinguer|buter|crever les? le|la|les|mon|ma|mes|des|un|une
        ts de|d|en
        mort de|du|des
        exister dans|sur|chez|pour
        reveiller a|avant|en|trop|aussi|si|tot|tard|pour|le|la|les|avec|fatigue|fatiguee|seul|seule
        en finir ce|cette soir|nuit avec
        me tue|tuer au|a|pour
        me tuer au|a|pour le|la|travail|tache|te|expliquer|repeter|dire
        va|vont|allez|vas|allait|font|fait|faire me tuer
        quelqu|il|elle|on|ils|elles|mere|pere|frere|soeur|mari|femme|chef|patron ~4 me tuer
        en finir avec ce|cet|cette|ces|mon|mes|le|les|l|son|sa|leur|notre|un|une
        decide|fait|fais|faire|fais me|m? ~1 mal au|a|en|aux
        fait mal
        me faire du mal en|avec|a
        me blesser en|au|a|avec|pendant
        peur|risque|eviter|sans de|d? me blesser|bruler
        me bruler en|avec|les
        me couper les cheveux|ongles
        me noyer dans|sous ~2 verre|travail|chagrin|papiers|details|paperasse|mails|messages|taches|dossiers|chiffres|cafe
        me pendre au|a
        me jeter|jette a l|dans ses|tes|mes
        me|m? jeter|jette|sauter|saute ~6 elastique|parachute|parapente|reve|cauchemar|joie|bonheur
        elastique|parachute|piscine|jeu ~6 pont|toit|balcon|falaise
        du|d|un pont ~4 elastique|piscine
        film|livre|roman|chanson|article|expose|dissertation|cours|personnage|these|documentaire ~8 suicide*|mourir|vivre|mort|tuer
        suicide* ~4 prevention|statistiques|taux|film|livre|roman|dissertation
        mon|ma|mes frere|soeur|mere|pere|ami|amie|fils|fille|mari|femme|oncle|cousin|voisin|collegue|voisine|copine|copain ~4 mourir|suicide*|suicidaire
        il|elle|ils|elles|qui ~3 veut|voulait|veulent|pense|pensait|est|s ~3 mourir|suicide*|suicidaire
        si je ~1 voulais|veux ~1 mourir|vivre
        veux|peux|ai|envie ~1 plus vivre ~1 a|avec|en|dans|chez|comme|sans|loin|seul|seule|ici|de
        plus de? envie|raison|raisons|force de vivre ~1 a|avec|en|dans|chez|seul|seule|ici
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets a|avec|ce|cet|comme|matin|aujourd|avant|apres|correctement|chaque|au|le|la|les|prescrits|du|sans|dans
        sans moi pour|demain|ce|cette|a|au|en|dans
        plus de vivre ~1 a|avec|en|dans|chez
        fenetre du rez
        overdose de|d cafe|chocolat|reunions|travail|sucre|series|ecrans|sport|nouvelles|infos|bonbons
        """
}
