// SPDX-License-Identifier: Apache-2.0

extension CareRules {
    static let french = """
        me suicider
        me suiciderai|suicide
        suis|sens|deviens|etre suicidaire
        idees|pensees|envies suicidaires
        ai|j des? idees noires
        pense|penser|pensais|songe|songer|envisage|envie ~2 suicide|suicider
        tentative de suicide
        veux|voudrais|aimerais|envie|prefere|prefererais|souhaite|vais|ai|besoin de|d? ~1 mourir
        veux|voudrais|aimerais|prefererais|souhaite etre mort|morte
        envie|veux|voudrais|decide|vais|pense|penser|besoin d|de|a? en finir $
        envie|veux|voudrais|decide|vais|pense|penser|besoin d|de|a? en finir avec la|ma vie
        envie|veux|voudrais|decide|vais|pense|penser|besoin d|de|a? en finir avec tout|moi
        en finir avec la|ma vie
        mettre|mets|mettrai|mettre un? terme|fin a mes jours|ma
        mettre|mets|mettrai un? terme|fin a mes jours|ma vie
        attenter a mes jours
        m|me oter|enlever|ote la vie
        envie|veux|voudrais|vais|pense|penser|peur|pourrais|risque de|d|a? ~1 me tuer
        me tuer $
        me tuer ce|cette|demain|un
        envie|veux|voudrais|vais|pense|penser|besoin|recommence|recommencer|continue|arrete|pulsion|pulsions|idee|tente|tentee|n de|a|d? me|m faire|fais du mal
        envie|veux|voudrais|vais|pense|penser|besoin|recommence|recommencer|continue|tente|tentee de|a|d? me mutiler|scarifier|bruler|blesser
        je me mutile|scarifie|fais du? mal? encore|depuis|chaque|tous|pour|$
        me mutiler|scarifier
        me coupe les veines|bras|poignets|cuisses
        me couper les veines
        m ouvrir|ouvre les veines
        envie|veux|vais|voudrais|pense|penser a|de|d? me pendre|noyer|empoisonner
        me pendre $
        me jeter|jette|jetterai sous|par|d|du|dans un|une|le|la|l? ~1 train|metro|fenetre|pont|vide|toit|balcon|falaise
        sauter|saute par|du|d un|la|le? ~1 fenetre|pont|toit|balcon
        ne|n|veux|peux|ai|envie ~2 plus vivre|$
        plus envie|force|gout|raison|raisons de|d|a|au|la? vivre|vie|exister
        plus|aucune raison|raisons de vivre
        plus la|l|le? envie|force|gout|courage de|d vivre|continuer
        que tout s arrete
        marre|fatigue|fatiguee|assez|degoute|degoutee de|d vivre|exister $
        marre|fatigue|fatiguee|assez|degoute|degoutee de|d vivre|exister comme|et|je
        marre|fatigue|fatiguee|assez|degoute|degoutee de la vie $
        ne veux|voudrais|souhaite plus etre|exister la|ici|$
        ne|n veux|voudrais|aimerais plus exister
        ne plus|jamais ~1 me reveiller
        plus me reveiller
        m endormir et|pour ne plus|jamais
        ne jamais|pas etre ne|nee
        voudrais|aimerais|veux|envie ~2 disparaitre pour toujours|definitivement
        mieux|tranquilles|heureux sans moi
        mieux ~2 si|quand je serai|etais|suis mort|morte|n
        vie ne|n vaut pas|plus la? peine
        avaler|avale|prendre|pris tous mes|les|ces? medicaments|cachets|comprimes|somniferes
        faire|fais|ferai une overdose
        supporte|supporter ~1 plus de|la|d vivre|vie|exister
        peur|crains|risque de|d? me faire du mal $
        envie de|d crever $
        pense|penser ~2 a ma mort
        pense|penser souvent|toujours|sans ~1 a la mort
        """

    static let frenchExceptions = """
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
        me noyer dans|sous ~2 verre|travail|chagrin|papiers|details|paperasse
        me pendre au|a
        me jeter|jette a l|dans ses|tes|mes
        sauter|saute du pont|toit|balcon ~3 elastique|parachute
        elastique|parachute|piscine|jeu ~6 pont|toit|balcon|falaise
        du|d|un pont ~4 elastique|piscine
        film|livre|roman|chanson|article|expose|dissertation|cours|personnage|these|documentaire ~8 suicide*|mourir|vivre|mort|tuer
        suicide* ~4 prevention|statistiques|taux|film|livre|roman|dissertation
        mon|ma|mes frere|soeur|mere|pere|ami|amie|fils|fille|mari|femme|oncle|cousin|voisin|collegue|voisine|copine|copain ~4 mourir|suicide*|suicidaire
        il|elle|ils|elles|qui ~3 veut|voulait|veulent|pense|pensait|est|s ~3 mourir|suicide*|suicidaire
        si je ~1 voulais|veux ~1 mourir|vivre
        veux|peux|ai|envie ~1 plus vivre ~1 a|avec|en|dans|chez|comme|sans|loin|seul|seule|ici|de
        plus envie|raison|force de vivre ~1 a|avec|en|dans|chez|seul|seule|ici
        prendre|pris tous mes|les|ces? medicaments|comprimes|cachets a|avec|ce|cet|comme|matin|aujourd|avant|apres|correctement|chaque|au
        overdose de|d cafe|chocolat|reunions|travail|sucre
        """
}
