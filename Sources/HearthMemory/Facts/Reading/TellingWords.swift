// SPDX-License-Identifier: Apache-2.0

/// The words of both languages that tell who speaks, or that nobody does.
enum TellingWords {
    /// Verbs behind which somebody's words may stand: behind a colon.
    static let speech = Lexicon.set(
        """
        said says say saying told tells telling wrote writes written texted texts posted posts tweeted tweets replied replies answered answers
        shouted shouts whispered whispers announced announces added declared declares claimed claims confessed admitted insisted repeats
        emailed mailed messaged repeat recite commented complained complains swore swears explained explains asked asks yelled cried
        dit dis disait disaient disent dite écrit écrivait écrivent écrite posté poste publié publie tweeté répond répondu répondait réponse
        raconte raconté racontait annonce annoncé annonçait affirme affirmé affirmait prétend prétendu prétendait jure juré avoue avoué confie
        confié déclare déclaré explique expliqué expliquait répète répété répétait crie crié criait murmure murmuré chuchote chuchoté hurle
        hurlé ajoute ajouté demande demandé assure assuré soutient commente commenté texté soupire soupiré répéter réciter
        """)
    /// The same behind a comma: only what is hardly ever said of anything else.
    static let saying = Lexicon.set(
        "said says told tells wrote writes texted whispered dit disait écrit écrivait répond répondu répète murmure")
    static let sending = Lexicon.set(
        """
        sent sends left leaves got gets received writes wrote posted envoyé envoie envoyait laissé laisse reçu reçoit posté mis met publié
        """)
    static let texts = Lexicon.set(
        """
        message messages text sms texto mail email e-mail letter lettre note mot voicemail vocal post statut status tweet story commentaire
        comment carte card télégramme courriel whatsapp réponse reply answer
        """)
    static let supposing = [
        "imagine ", "imagines ", "imaginons ", "imaginez ", "suppose ", "supposons ", "supposez ", "supposing ",
        "admettons ", "disons que ", "mettons que ", "disons qu' ", "let 's say ", "let 's imagine ", "let 's suppose ",
        "let 's pretend ", "say i ", "picture this ", "dans une autre vie ", "in another life ", "hypothèse ",
        "hypothetically ", "hypothesis ",
    ]
    static let dreams = [
        " rêvé que ", " rêvé qu' ", " rêve que je ", " rêve que j' ", " fait un cauchemar ",
        " dreamt that ", " dreamed that ", " dreamt i ", " dreamed i ", " dreamt we ", " dreamed we ",
        " had a nightmare ", " had this dream ", " fait un drôle de rêve ", " fait un rêve étrange ",
    ]
    /// The same unless a noun follows: "I had a dream", not "I had a dream job".
    static let openDreams = [" had a dream ", " fait un rêve "]
    /// Words beside which an "I" is somebody else's: "in the film".
    static let stages = Lexicon.set(
        """
        film movie dream dreams nightmare game videogame book novel story play episode scene role scenario exercise sketch simulation universe
        series sitcom musical opera film rêve rêves cauchemar jeu livre roman histoire pièce série épisode scène rôle scénario exercice sketch
        univers conte comédie opéra nouvelle dictée
        """)
    /// Those of them that are also of the writer's own life: a job, a room, an affair.
    static let looseStages = Lexicon.set("role rôle pièce nouvelle histoire")
    /// "A story where I", « un film où je ».
    static let stories = Lexicon.set(
        """
        story novel book film movie dream game poem song tale musical roman histoire livre rêve jeu poème conte chanson nouvelle
        """)
    static let made = Lexicon.set(
        "saw seen bought gave love like vu vue acheté achetée offert prêté aime adore lis regarde écris")
    static let exercises = Lexicon.set(
        """
        exercice exercices dictée dictées devinette charade énigme traduction thème version exercise exercises dictation riddle worksheet
        translation quiz homework lyrics paroles refrain quote quotation citation proverb proverbe
        """)
    /// Work for school, which is written in the first person about nobody.
    static let schoolwork = Lexicon.set("homework worksheet dictation devoir devoirs dictée")
    /// Behind these the writer answers.
    static let asking = Lexicon.set("ask asks asked demande demandé demandait")
    static let pretending = Lexicon.set("pretend pretended pretending semblant")
    static let received = Lexicon.set("got get received receive reçu reçois eu")
    /// Verbs that only before a colon or behind a name are verbs of speech: "she goes:", « il me sort : ».
    static let manner = Lexicon.set("goes went like fait faisait sort sortait")
    /// People who tell others what is wrong with them.
    static let healers = Lexicon.set(
        """
        doctor doctors dr gp dentist nurse surgeon midwife physio cardiologist dermatologist psychiatrist specialist consultant médecin
        docteur dentiste infirmière infirmier sage-femme chirurgien chirurgienne kiné cardiologue dermatologue psychiatre spécialiste
        gynécologue toubib
        """)
    /// The words of "that said" and « autrement dit », which nobody says.
    private static let connecting = Lexicon.set(
        """
        that this all being been having with which said c' est autrement cela ceci ça étant ayant ainsi comme proprement vite à vrai dire dit enough
        """)

    /// "That being said", « cela dit », « autrement dit ».
    static func connects(_ texts: [String]) -> Bool {
        texts.count > 1 && texts.allSatisfy(connecting.contains)
    }

    /// Whether a clause ends with a verb of speech, so that it only says who speaks.
    static func endInSpeech(_ words: [Word], _ lexicon: Lexicon) -> Bool {
        let texts = words.map(\.text)
        let tail = texts.reversed().drop { lexicon.meWords.contains($0) || $0 == "to" || $0 == "à" }
        return tail.first.map(saying.contains) == true && !connects(texts)
    }
}
