// SPDX-License-Identifier: Apache-2.0

extension Lexicon {
    static let french = Lexicon(
        language: "fr",
        iWords: set("je j'"),
        weWords: set("on nous"),
        youWords: set("tu t' te toi ton ta tes vous votre vos t"),
        otherSubjects: set("il elle ils elles quelqu'un personne"),
        emptySubjects: set("ça c' ce cela ceci y"),
        meWords: set("me m' moi"),
        myWords: set("mon ma mes notre nos mien mienne"),
        theirWords: set("son sa ses leur leurs lui"),
        articles: set(
            "le la les l' un une des du ce cet cette ces chaque tout toute tous toutes quelques aucun aucune d' de"),
        joining: set("et mais car donc puisque puisqu' parce ou or alors puis"),
        conditions: set("si s' imagine imaginons supposons suppose admettons pourvu sauf"),
        times: set("quand lorsque lorsqu' depuis avant après pendant dès jusqu'à où comme tant"),
        relatives: set("qui dont lequel laquelle lesquels"),
        prepositions: set(
            """
            à au aux en dans de du d' sur sous pour par avec sans chez depuis avant après pendant vers entre dès jusque contre côté chaque tous
            toutes ce cet cette le la il
            """),
        openers: set(
            """
            bon bah ben bref alors sinon enfin donc et mais puis oh ah eh hé oui non ouais si bonjour salut coucou merci voilà aujourd'hui hier
            demain maintenant là ici déjà toujours souvent parfois jamais encore aussi surtout franchement honnêtement sincèrement perso
            personnellement moi nous finalement récemment dernièrement actuellement d'ailleurs ailleurs du coup en fait plus car parce que qu'
            puisque quand heureusement malheureusement ce cette soir matin midi après-midi lundi mardi mercredi jeudi vendredi samedi dimanche
            ps pour info tiens tant pis mieux peut-être depuis or ou normalement d'habitude habitude vraiment même pourtant cependant aujourd
            hui côté
            """),
        negators: set("ne n' pas jamais aucun aucune sans ni rien personne plus non guère"),
        questionWords: set("quoi pourquoi comment quand où combien quel quelle quels quelles est-ce qu'est-ce"),
        auxiliaries: set("est-ce peux peut pouvez faut dois as est"),
        unreal: set(
            """
            serais aurais voudrais aimerais pourrais devrais irais ferais serait aurait voudrait aimerait pourrait devrait irait ferait dirais dirait
            vivrais prendrais achèterais planterais préférerais saurais faudrait serions aurions pourrions étais
            """),
        hedges: set(
            "peut-être probablement sûrement presque quasiment semble apparemment hypothétiquement éventuellement"),
        beliefs: set(
            "crois pense sais imagine suppose espère doute demande trouve sens veux savais pensais croyais rêve rêvé"),
        reports: set(
            """
            dit dis disait disent répète répond répondu raconte raconté affirme prétend pense croit jure écrit demande demandé explique appelle
            crie annonce annoncé assure soutient
            """),
        hearsay: set("apparemment paraît selon soi-disant soi entendu d'après"),
        imperatives: set(
            """
            écris écrivez traduis traduisez résume résumez explique expliquez dis dites donne donnez fais faites montre aide aidez trouve trouvez
            imagine imagines imaginons joue jouons suppose supposons ignore ignorez oublie oubliez souviens souvenez rappelle rappelez note notez
            retiens retenez enregistre ajoute supprime affiche répète continue réponds répondez appelle corrige corrigez vérifie vérifiez rédige
            rédigez compare convertis compte définis propose suggère choisis demande demandez arrête arrêtez garde mets prends regarde regardez
            lis relis sois soyez fait reformule calcule classe trie complète liste transforme invente décris parle considère
            """),
        jokes: set(
            "lol mdr ptdr haha hahaha hihi blague blagues rigole plaisante déconne déconner plaisanter humour ironie 😂 🤣 😜 😉 🙃 😏 xd"
        ),
        praise: set(
            """
            génial super bravo magnifique parfait formidable merveilleux merveilleuse fantastique quel quelle bonheur joie chic youpi félicitations
            excellent ravi ravie top sympa adorable
            """),
        hyperbole: set(
            "million millions milliard milliards milliardaire multimilliardaire millionnaire littéralement licorne mourir crever planète univers mars tuer tue immortel"
        ),
        being: set("suis sommes est sont étais était été être c'est"),
        having: set("ai avons a eu avais avait possède adopté acheté hérité"),
        living: set(
            """
            habite habitons vis vit vivons vivais habitais habitait déménagé déménage déménageons installé installée emménagé grandi né née
            loue appartement maison studio coloc colocation logement
            """),
        likes: set(
            """
            aime adore préfère aimons adorons apprécie kiffe raffole fan passionné passionnée préféré préférée plaît plaisir dingue mordu accro
            important compte tiens
            """),
        dislikes: set("déteste hais horreur supporte marre ras-le-bol dégoûte insupportable horripile peur"),
        working: set(
            """
            travaille bosse travail boulot job poste bureau patron patronne chef collègue collègues métier embauché embauchée viré virée licencié
            licenciée retraite retraité retraitée chômage infirmier infirmière prof professeur professeure enseignant enseignante ingénieur
            ingénieure médecin stage stagiaire alternance cdi cdd intérim apprenti apprentie freelance entreprise boîte clients atelier magasin
            boutique libraire boulanger boulangère cuisinier cuisinière serveur serveuse comptable avocat avocate menuisier électricien plombier
            paysagiste graphiste développeur développeuse traducteur traductrice journaliste étudiant étudiante
            """),
        planning: set(
            """
            vais allons va partons pars prévu réservé réserve compte veux voudrais prochain prochaine demain bientôt projet inscrit inscrite pars
            rendez-vous rdv entretien examen voyage vacances mariage vol train commence reprends passe irai ferai aurai serai prendrai partirai
            partira ira ferons serons aurons irons
            """),
        duties: set("dois devons faut devoir doit"),
        habits: set(
            """
            toujours souvent jamais chaque tous toutes parfois régulièrement d'habitude habitude quotidien hebdomadaire rarement encore lundis
            mardis mercredis jeudis vendredis samedis dimanches matin soir
            """),
        feelings: set(
            """
            heureux heureuse triste fier fière angoissé angoissée inquiet inquiète stressé stressée peur seul seule épuisé épuisée crevé crevée
            fatigué fatiguée soulagé soulagée ravi ravie jaloux jalouse honte coupable manque manquent pleuré pleure colère énervé énervée calme
            déprimé déprimée perdu perdue vide ému émue content contente déçu déçue nerveux nerveuse sens senti sentie ressens furieux furieuse
            panique terrifié terrifiée amoureux amoureuse
            """),
        health: set(
            """
            allergique allergie allergies asthme migraine migraines diabète diabétique mal douleur douleurs blessé blessée cassé cassée foulé foulée
            opéré opérée opération médecin hôpital diagnostic diagnostiqué diagnostiquée médicament médicaments traitement thérapie psy kiné
            enceinte grossesse cancer malade grippe fièvre rhume covid insomnie insomnies dors dormir tension végétarien végétarienne végane
            cœliaque intolérant intolérante gluten lactose fume fumer clope cigarette alcool sobre lunettes sourd sourde handicap tdah autiste
            anxiété dépression dentiste vaccin avc entorse sciatique tendinite arthrose kilos
            """),
        body: set(
            """
            genou genoux dos tête épaule épaules hanche hanches cheville poignet cou pied pieds jambe jambes bras main mains œil yeux oreille
            oreilles dent dents ventre estomac peau cœur poumons gorge doigt doigts orteil coude cheveux sommeil nez
            """),
        kin: set(
            """
            mère maman père papa sœur frère fils fille femme mari compagne compagnon conjoint conjointe copine copain fiancé fiancée tante tata
            tatie oncle tonton cousin cousine cousins cousines nièce neveu grand-mère mamie mémé grand-père papi papy pépé petit-fils petite-fille
            parents enfants enfant gosses gamins bébé jumeaux jumelles jumelle jumeau belle-mère beau-père belle-sœur beau-frère demi-sœur
            demi-frère beau-fils belle-fille marraine parrain filleul filleule ami amie amis amies pote potes coloc colocataire colocataires voisin
            voisine voisins collègue collègues patron patronne chef prof médecin dentiste psy propriétaire ex meuf mec chien chienne chat chatte
            chaton chiot cheval lapin hamster perroquet tortue élève élèves équipe famille grands-parents
            """),
        study: set(
            """
            étudie études étudié fac université école lycée collège licence master thèse doctorat diplôme diplômé diplômée cours formation
            apprends appris apprend examen examens concours bac passé parle joue chante stage
            """),
        changes: set(
            """
            commencé arrêté quitté fini terminé déménagé marié mariée divorcé divorcée séparé séparée pacsé pacsée acheté vendu perdu trouvé
            réussi raté gagné rejoint devenu devenue adopté changé cassé mort morte né née signé inscrit inscrite démissionné rencontré obtenu reçu
            reçue ouvert lancé repris
            """),
        chatter: set(
            """
            pense crois sais dis dit demande vois entends comprends oublie rappelle souviens remercie promets jure écris parle essaie cherche
            espère imagine trouve
            """),
        progress: set("train"),
        timeWords: set(
            """
            aujourd'hui hier demain maintenant matin soir après-midi nuit semaine week-end mois an ans année années depuis dernier dernière
            prochain prochaine lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août septembre
            octobre novembre décembre printemps été automne hiver heure heures minutes
            """),
        vague: set("ça cela ce c' y en truc trucs chose choses quelque rien tout le la l' les comme"),
        fiction: set(
            """
            personnage jdr héros héroïne roman histoire chapitre intrigue scène paroles couplet refrain poème chanson rime scénario narrateur
            narratrice conte nouvelle protagoniste fable pièce
            """),
        roles: set(
            """
            prétends jeu rôle rôles roi reine prince princesse chevalier sorcier sorcière magicien dragon elfe nain vampire pirate gobelin
            empereur impératrice capitaine vaisseau baguette épée château trône royaume couronne détective interrogatoire robot extraterrestre
            zombie fantôme sirène loup-garou galaxie donjon quête sire messire condamne comme
            """),
        past: set(
            """
            allé allée pris dit marché couru vu senti fait trouvé parti partie rencontré mangé bu dormi passé pleuré ri resté restée venu venue
            donné grandi vécu travaillé eu été commencé fini acheté vendu perdu gagné raté réussi déménagé tombé tombée appelé envoyé reçu reçue
            """),
        creating: set("écris écrire écrit lis lire joue peins dessine compose regarde"))
}
