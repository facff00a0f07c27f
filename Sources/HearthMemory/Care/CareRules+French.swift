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
        veux|jveux|voudrais|aimerais|envie|envi|prefere|prefererais|souhaite|vais|ai|besoin|reve|autant|mieux de|d? ~1 mourir|mourrir
        je veut ~1 mourir|mourrir|crever
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
        vais|veux|jveux|voudrais|envie|envi|pense|penser de|d? ~1 me flinguer|buter|supprimer demain|si|maintenant
        vais|veux|jveux|voudrais|envie|envi|pense|penser de|d? ~1 me flinguer|buter|supprimer ce|cette|un soir|nuit|matin|semaine|week|jour
        me foutre|fous|foutrai en l air $|ce|cette|demain|maintenant|bientot|et|je|avant|avec|aujourd|si|quand|parce|pour|sous|contre|du
        me foutre|fous|foutrai en l air un jour
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
        me coupe|entaille la|le nuit|soir
        me coupe|entaille tous|toutes|chaque les? soir|soirs|jour|jours|nuit|nuits
        me suis coupe|coupee|entaille|entaillee|brule|brulee|blesse|blessee expres|volontairement
        me brule|bruler avec des|une|un|mon|ma|mes|le|la cigarette|cigarettes|briquet
        me coupe|entaille avec ~2 rasoir|lame|lames|cutter|couteau|ciseaux
        me coupe|entaille pour ~2 sentir|calmer|oublier|punir|soulager|vivant|vivante
        envie|envi|veux|besoin|recommence|recommencer de|a|d? me faire mal
        quoi bon vivre|exister $|encore|comme
        me mutiler|scarifier
        me coupe les veines|bras|poignets|cuisses
        me couper|trancher|tailler|taillader|entailler les|mes veines|poignets
        me suis ~1 ouvert|ouverte|coupe|coupee|taille|taillee|tranche|tranchee les veines|poignets|bras|cuisses
        m ouvrir|ouvre les veines
        envie|veux|vais|voudrais|pense|penser a|de|d? me pendre|noyer|empoisonner
        me pendre $
        me jeter|jette|jetterai sous|par|d|du|dans un|une|le|la|l? ~1 train|metro|fenetre|pont|vide|toit|balcon|falaise
        sauter|saute par|du|d un|la|le? ~1 fenetre|pont|toit|balcon
        me jeter|jette|jetterai du|d un? ~1 etage
        me jeter|jette|jetterai sous|devant un|une|le|la|les|l ~1 rer|tram|tramway|bus|tgv|camion|roues
        me jeter|jette|jetterai devant un|une|le|la|les|l ~1 train|metro|voiture|voitures
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
        veux|voudrais pas me reveiller $|demain|jamais
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
        somniferes|medicaments|cachets|comprimes pour ~1 mourir|suicider|tuer
        somniferes|medicaments|cachets|comprimes pour en finir $|maintenant|demain|bientot|vite
        somniferes|medicaments|cachets|comprimes pour en finir ce|cette|une soir|nuit|fois
        avale|pris dix|quinze|vingt|trente|quarante|cinquante|cent|10|15|20|30|40|50|60|100 ~1 somniferes|medicaments|cachets|comprimes|doliprane|paracetamol
        faire|fais|ferai une overdose
        fait|faire une ts
        ecrit|ecris|ecrire ~1 ma lettre d adieu|adieux $
        veux|voudrais|aimerais|vais|envie ~1 rejoindre ~2 au ciel
        supporte|supporter ~1 plus de|la|d vivre|vie|exister
        peux plus de|d vivre|exister $|comme|je|et
        peux plus de la vie $
        a quoi bon continuer a? vivre
        peur|crains|risque de|d? me faire du mal $
        veux|jveux|voudrais|aimerais|prefererais|souhaite|envie|envi|autant de|d? ~1 crever $
        pense|penser ~2 a ma mort
        pense|penser souvent|toujours|sans ~1 a la mort
        pense|penser ~2 a la mort tous|chaque|tout|sans
        """
}
