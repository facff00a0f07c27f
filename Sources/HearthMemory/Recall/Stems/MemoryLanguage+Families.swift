// SPDX-License-Identifier: Apache-2.0

/// Words of one family that the rules of suffixes leave apart: *peindre*, *peint* and *peinture*.
///
/// They meet when a question is read, not when a passage is indexed, so that what is indexed already is found by them.
extension MemoryLanguage {
    /// Stems of the other words of a stem's family.
    func family(of stem: String) -> Set<String> { self == .french ? Self.frenchFamilies[stem] ?? [] : [] }

    private static let frenchFamilies: [String: Set<String>] = {
        var families: [String: Set<String>] = [:]
        for family in frenchFamilyWords.split(separator: ",") {
            let stems = Set(family.split(whereSeparator: \.isWhitespace).map { french.stem(String($0)) })
            for stem in stems { families[stem, default: []].formUnion(stems.subtracting([stem])) }
        }
        return families
    }()

    /// Families, with commas between them; of each stem one word.
    private static let frenchFamilyWords = """
        peindre peint peignait peins peinture peintre, teindre teint teinture, éteindre éteint, craindre craint \
        craignait, plaindre plaint plaignait, joindre joint rejoindre rejoint, atteindre atteint, cuire cuit \
        cuisson, cuisiner cuisinier, traduire traduit traduisait traduction traducteur traductrice, produire \
        produit production, construire construction, conduire conducteur conductrice, détruire détruit \
        destruction, réduire réduit réduction, élire élu élus élection, relire relu relecture, lire lecture \
        lecteur lectrice, écrire écriture écrivain écrivait, décrire décrit décrite description, inscrire inscrit \
        inscription, plaire plaît plaisait, taire tait, conclure conclu conclusion, battre bat battu, rompre rompu \
        rompt rupture, interrompre interrompu interrompt interruption, coudre cousu cousait couture couturière, \
        résoudre résolu, mordre mordu morsure, cueillir cueillette, acquérir acquis acquisition, asseoir assis \
        assoit, fuir fui fuite, pleuvoir pleut pleuvait pluie pluvieux, permettre permet permis permise \
        permission, promettre promet promis promise promesse, remettre remet remis remise, admettre admet admis \
        admission, transmettre transmis transmission, surprendre surpris surprise, comprendre compréhension, \
        apprendre apprentissage apprenti, maintenir maintenu maintient, obtenir obtenu obtient obtention, retenir \
        retenu retient, contenir contient contenu, appartenir appartient, soutenir soutient soutenu, convenir \
        convenu convient, prévenir prévenu prévient, souvenir souvient souviens souvenu souvenirs, prévoir prévu \
        prévoit prévision, revoir revu revoit, interdire interdit interdite interdiction, contredire contredit, \
        sourire sourit, survivre survécu survit, poursuivre poursuivi poursuit, parcourir parcouru parcourt, \
        courir course coureur coureuse, couvrir couvert couverture, partir départ, revenir retour rentrer, \
        retourner retour, endormir endort, mentir mensonge, tendre tendu, défendre défendu défense, étendre \
        étendu, suspendre suspendu, confondre confondu confond confusion, fondre fondu fond, tordre tordu entorse, \
        dépendre dépend, payer paye paient, essayer essaye essais, envoyer envoient enverra, nettoyer nettoyage, \
        ennuyer ennuis, acheter achat acheteur, vendre vendeur vendeuse, promener promenade, élever élevage, peser \
        poids, espérer espoir, préférer préférence, répéter répétition, posséder possession, protéger protection, \
        inquiéter inquiétude, déménager déménageurs, commencer début, finir terminer, décider décision, choisir \
        choix, réussir réussite, échouer échec, perdre pertes, gagner gain victoire, blesser blessure, brûler \
        brûlure, soigner soin, guérir guérison, maigrir maigreur, vieillir vieux vieillesse, aimer amour, haïr \
        haine, travailler travail, étudier étude, démissionner démission, chanter chanson chanteur chanteuse \
        chorale, danser danseur danseuse, jouer jeu jeux joueur joueuse, sculpter sculpture sculpteur, \
        photographier photo photographe, nager natation nageur nageuse, pêcher pêcheur, chasser chasseur, jardiner \
        jardinage jardinier, coiffer coiffeur coiffeuse coiffure, voyager voyageur, visiter visiteur, louer \
        location loyer locataire, construire constructeur, tomber chute, voler voleur, cambrioler cambriolage \
        cambrioleur, disparaître disparu disparaît disparition, apparaître apparu apparaît apparition, paraître \
        paru paraît parution, publier publication, imprimer impression imprimeur, créer création créateur, \
        découvrir découvertes, trouver trouvaille, chercher recherche, oublier oubli, croire croyance, proposer \
        proposition, remercier merci, allonger long longueur, marier noces, signer signature, économiser économie, \
        servir service serveur serveuse, livrer livraison livreur, former formation, entraîner entraîneur, diriger \
        direction directeur directrice, garder gardien, peur peureux, santé sain, nom nommer prénom, musique \
        musical musicien, piano pianiste, hôpital hospitalier hospitaliser, boulanger boulangerie, bibliothèque \
        bibliothécaire, pharmacie pharmacien, école écolier scolaire, ville urbain, campagne rural, mer marin \
        maritime, montagne montagnard, italie italien, espagne espagnol, allemagne allemand, angleterre anglais, \
        portugal portugais, pologne polonais, belgique belge, chine chinois, grèce grecque
        """
}
