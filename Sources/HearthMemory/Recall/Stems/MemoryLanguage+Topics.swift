// SPDX-License-Identifier: Apache-2.0

/// Topics that people ask for by one word and tell by others: « problème de santé » for an asthma attack, « métier »
/// for a post as a librarian.
///
/// A model of meaning finds such passages by itself. Common small ones have learned English alone, so French has these
/// lists, written from general knowledge of what diaries speak of.
extension MemoryLanguage {
    /// Stems of what a passage on the same topic may say; empty for a stem that names no topic.
    func related(to stem: String) -> Set<String> { self == .french ? Self.frenchTopics[stem] ?? [] : [] }

    private static let frenchTopics: [String: Set<String>] = {
        var topics: [String: Set<String>] = [:]
        for line in frenchTopicWords.split(separator: "\n") {
            let sides = line.split(separator: ":").map { $0.split(separator: " ").map { french.stem(String($0)) } }
            guard sides.count == 2 else { continue }
            for head in sides[0] { topics[head, default: []].formUnion(sides[0] + sides[1]) }
        }
        for head in topics.keys { topics[head]?.remove(head) }
        return topics
    }()

    /// A topic a line: the words that a question names it by, a colon, and the words that tell of it.
    private static let frenchTopicWords = """
        santé maladie malade médical: médecin hôpital clinique infirmière infirmier traitement médicament douleur \
        mal fièvre grippe allergie allergique asthme diabète cancer opération opérer chirurgien urgences \
        ordonnance diagnostic symptôme consultation vaccin virus migraine tension cœur fracture blessure plâtre \
        kiné cardiologue dermatologue dentiste pharmacie guérir soigner examen analyse scanner irm prise
        blessure accident blesser: tomber chute cassé fracture entorse plâtre urgences ambulance saigner coupure \
        brûlure cogner hôpital collision renverser
        métier profession travail emploi carrière boulot: travailler bureau patron patronne collègue entreprise \
        société embaucher embauche poste contrat cdi cdd salaire licencier licenciement chômage retraite stage \
        démission démissionner promotion réunion chef directeur directrice ingénieur professeur enseignant \
        enseignante infirmier infirmière avocat avocate comptable vendeur vendeuse cuisinier cuisinière boulanger \
        boulangère artisan menuisier plombier électricien architecte journaliste traducteur traductrice libraire \
        bibliothécaire coiffeur coiffeuse pharmacien chercheur chercheuse ouvrier fonctionnaire
        ville endroit lieu village région pays: habiter vivre quartier rue place centre paris lyon marseille \
        toulouse bordeaux lille nantes strasbourg montpellier rennes nice grenoble bruxelles genève montréal \
        londres berlin madrid rome lisbonne barcelone france belgique suisse espagne italie allemagne angleterre \
        portugal bretagne normandie provence alsace banlieue campagne commune département
        habiter logement maison appartement loger demeurer: déménager déménagement emménager louer locataire loyer \
        propriétaire étage studio immeuble voisin voisine chambre colocation colocataire clé adresse résidence \
        quartier bail
        voisin voisine: étage palier immeuble escalier mur dessus dessous porte
        déménager déménagement: carton cartons emménager camion clés appartement maison quitter installer partir \
        loyer bail
        voyage vacances voyager séjour partir: train avion billet valise hôtel gare aéroport mer plage montagne \
        camping route passeport réserver location visiter randonnée île étranger retour
        transport véhicule: voiture train bus métro tram vélo avion bateau moto taxi trottinette camion permis \
        conduire
        voiture conduire garage: moteur panne pneu essence garagiste permis freins batterie rouler contrôle \
        réparation
        animal animaux: chien chienne chat chatte chaton chiot oiseau poisson lapin hamster cheval poule tortue \
        vétérinaire perroquet perruche adopter
        chien chat: vétérinaire croquettes laisse promener gamelle litière miauler aboyer patte poil adopter \
        refuge
        famille parents parent proche: père mère frère sœur fils fille enfant oncle tante cousin cousine neveu \
        nièce mari femme jumeau jumelle jumeaux
        enfant bébé enfants: fils fille naissance enceinte grossesse accoucher crèche école maternelle nounou \
        petit petite jumeaux garçon
        naissance naître bébé: accoucher accouchement enceinte grossesse maternité jumeaux prénom fille garçon
        couple amour amoureux amoureuse compagnon compagne: mari femme aimer embrasser baiser mariage fiancer \
        fiançailles rencontrer rencontre rupture quitter séparation divorce divorcer copain copine ensemble \
        tendresse
        séparation rupture divorce séparer: divorcer quitter ex avocat garde tribunal
        mariage marier épouser: fiançailles fiancé fiancée noces robe mairie église témoin alliance bague
        mort décès mourir décéder: enterrement obsèques deuil cimetière tombe cercueil funérailles veuf veuve \
        perdre disparu cendres
        dispute conflit disputer fâcher: crier colère reproche reprocher engueuler désaccord claquer bouder \
        excuser pardon réconcilier brouille querelle
        colère énerver fâché: furieux furieuse rage crier agacer insupportable énervé râler
        peur craindre crainte inquiet inquiétude: angoisse angoissé angoissée anxieux stress trembler panique \
        inquiéter phobie redouter
        tristesse triste chagrin pleurer: larmes pleuré déprimé cafard mélancolie deuil malheureux peine déprime
        joie heureux heureuse bonheur content: contente ravi ravie rire sourire fier fière fierté fêter \
        soulagement soulagé
        fatigue fatigué fatiguée épuisé: dormir sommeil insomnie épuisée crevé crevée repos sieste
        sommeil dormir insomnie: nuit réveil réveiller rêve cauchemar coucher sieste endormir oreiller lit
        fête célébrer anniversaire: gâteau bougies cadeau inviter invité invités champagne soirée noël réveillon \
        danser surprise
        cadeau offrir: offert paquet emballer surprise anniversaire noël donner recevoir
        repas manger plat nourriture cuisine dîner déjeuner: cuisiner cuire recette restaurant table four assiette \
        soupe salade viande poisson légumes pâtes riz pain fromage gratin tarte gâteau poulet pizza crêpes dessert \
        goûter
        boisson boire: café thé vin bière eau jus verre tasse alcool champagne chocolat tisane
        gâteau dessert pâtisserie: tarte chocolat crème sucre four pâte biscuit crêpe cuire macaron
        régime végétarien alimentation: viande végétarienne végan gluten sucre kilos poids maigrir manger légumes
        musique instrument musical: piano guitare violon violoncelle flûte batterie trompette saxophone chanson \
        chanter chant chorale chœur concert orchestre partition jouer morceau mélodie groupe disque audition \
        répétition accordéon harpe clarinette
        concert spectacle théâtre: salle scène billet chanteur chanteuse groupe orchestre pièce comédien \
        répétition représentation applaudir opéra danse festival
        sport sportif entraînement exercice: courir course footing football foot rugby tennis natation nager \
        piscine vélo judo escalade yoga gym gymnastique basket handball ski marathon marche randonnée match club \
        entraîner boxe escrime danse musculation
        course courir marathon: kilomètres entraînement footing dossard semi baskets arrivée
        livre lecture lire roman: auteur autrice auteure romans bibliothèque librairie chapitre page écrivain \
        poème poésie bd éditeur
        écrire écriture texte: roman poème manuscrit carnet lettre page éditeur éditrice publier chapitre phrase \
        nouvelle
        film cinéma série: acteur actrice réalisateur documentaire salle séance épisode télévision écran
        art artistique peinture dessin: peindre dessiner aquarelle tableau toile croquis exposition musée galerie \
        sculpture poterie céramique photo crayon pinceau
        loisir passion hobby activité: jouer dessin peinture photo jardin tricot couture lecture musique sport \
        poterie chorale échecs cuisine randonnée pêche cours atelier
        couture tricot coudre: tricoter laine aiguille machine tissu pull écharpe robe broderie crochet
        jardin jardinage plante potager: planter arroser semer tomates fleurs rosier arbre graines légumes récolte \
        tondre haie balcon compost semis serre
        école classe scolaire collège lycée: élève professeur maîtresse maître note bulletin rentrée devoirs cours \
        instituteur institutrice prof bac brevet récréation orientation
        études université étudier diplôme formation: étudiant étudiante fac master licence thèse examen concours \
        cours soutenance mémoire partiel bac amphi révision réviser inscription
        examen concours test: réviser révision note résultat réussir rater oral écrit épreuve bac permis admis \
        reçu
        langue apprendre parler: anglais espagnol allemand italien arabe chinois japonais portugais polonais russe \
        cours vocabulaire accent traduire
        argent prix coût somme payer coûter combien montant: euros euro payé salaire loyer facture dette prêt \
        crédit banque compte économies épargne acheter vendre cher budget impôts héritage
        achat acheter acquérir: acheté commander commande magasin prix euros payer neuf occasion livraison
        vendre vente vendu: acheteur acheteurs acheter euros notaire signer annonce prix
        rénovation travaux bricolage réparer: peindre peinture plombier électricien fuite outil perceuse marteau \
        mur carrelage cuisine bain toit artisan devis réparation chantier chaudière étagère
        panne problème cassé ennui souci: casser réparer fuite coupure accident bloqué perdu erreur difficulté
        vêtement habit porter: robe pull manteau chaussures pantalon chemise jupe veste écharpe chapeau bottes \
        costume
        temps météo climat: pluie pleuvoir soleil neige neiger orage vent froid chaud chaleur canicule gel \
        brouillard tempête degrés gris
        religion foi croire: église messe dieu prière prier mosquée temple ramadan pâques baptême synagogue prêtre
        association bénévole bénévolat engagement: bénévoles aider collecte maraude manifestation militant asso \
        réunion banque alimentaire cause
        téléphone appeler appel: téléphoner sms message répondeur raccrocher coup joindre portable numéro
        lettre courrier message: mail écrire répondre réponse enveloppe poste recevoir envoyer carte
        ordinateur informatique internet: portable logiciel écran site application programme disque wifi
        ami amie amitié: copain copine rencontrer retrouver inviter ensemble confidence collègue
        rencontrer rencontre connaître: présenter première dîner fois soirée invité hasard
        nom prénom appeler surnom: appelle appelait nommer prénommer baptiser nommé s'appelle
        date quand échéance limite délai: avant jusqu janvier février mars avril mai juin juillet août septembre \
        octobre novembre décembre jours avance retard
        âge ans anniversaire: vieux vieille jeune année soixante quarante cinquante
        projet intention prévoir vouloir envie: bientôt prochain prochaine inscrire décider décision idée plan \
        futur lancer rêver compter espérer
        décision décider choisir choix hésiter: préférer préférence choisi renoncer finalement accepter refuser \
        hésitation hésite comparer visiter
        préférer préféré favori aimer goût: adorer adore préférence meilleur plaire préférée
        détester: horreur supporter déteste dégoût haïr
        résultat réussir réussite succès: gagner gagné reçu admis prix obtenir victoire premier réussi
        perdre perdu égarer: retrouver chercher retrouvé disparaître oublier oublié clé
        oublier oubli mémoire: souvenir rappeler souvenirs alzheimer perdre confondre trou
        trouver retrouver découvrir: caché chercher cherché trouvaille grenier cave
        aide aider soutien soutenir: aidé service accompagner soutenu épauler conseil secours
        conseil conseiller recommander: proposer suggérer psy avis dire
        psychologue thérapie psy: séance thérapeute psychiatre dépression angoisse parler divan
        couleur teinte: rouge bleu vert jaune noir blanc rose violet orange gris marron
        nombre combien quantité: deux trois quatre cinq six sept huit neuf dix douze vingt cent mille
        frère sœur: aîné aînée cadet cadette jumeau jumelle fratrie
        """
}
