// SPDX-License-Identifier: Apache-2.0

/// Which sentences of a message have an "I" that is not its writer: what somebody says after a colon or a comma, a
/// dream, a film, an exercise, a supposition.
struct ToldFrames: Sendable {
    /// What becomes of a sentence.
    enum Verdict: Sendable, Equatable {
        /// Its clauses from an index on cannot be facts.
        case refused(Refusal, from: Int)
        /// It stands behind such words, so it may be told as well: nothing of it is kept without asking.
        case onlyAsked
    }
    /// For each sentence of the message.
    let verdicts: [Verdict?]

    init(_ sentences: [Sentence], _ own: OwnWords, _ lexicon: Lexicon) {
        var verdicts: [Verdict?] = []
        var opened: Verdict?
        var isBehind = false
        for (number, sentence) in sentences.enumerated() {
            let reader = ToldSentence(sentence, own, lexicon)
            if reader.returnsToWriter { (opened, isBehind) = (nil, false) }
            let verdict = reader.verdict
            verdicts.append(opened ?? verdict ?? (isBehind ? .onlyAsked : nil))
            isBehind = isBehind || verdict != nil || opened != nil
            let ends = sentence.end.contains { ".!?…".contains($0) || $0.isNewline }
            if opened == nil, sentence.end.hasPrefix(":") {
                // What stands in quotation marks was left out, and what follows it is the writer's.
                let next = number + 1 < sentences.count ? sentences[number + 1].range.lowerBound : own.isOwn.count
                let isNext = own.isOwn[sentence.range.upperBound..<next].allSatisfy { $0 }
                opened = isNext ? reader.introduces : nil
            } else if ends {
                opened = nil
            }
            if sentence.end.contains(where: \.isNewline), !sentence.end.hasPrefix(":") { isBehind = false }
        }
        self.verdicts = verdicts
    }

    func refusal(sentence: Int, clause: Int) -> Refusal? {
        guard case .refused(let refusal, let from) = verdicts[sentence], clause >= from else { return nil }
        return refusal
    }

    func isOnlyAsked(_ sentence: Int) -> Bool { verdicts[sentence] == .onlyAsked }
}

/// One sentence, as far as it tells who speaks in it and behind it.
private struct ToldSentence {
    private let sentence: Sentence
    private let words: [Word]
    private let texts: [String]
    private let own: OwnWords
    private let lexicon: Lexicon

    init(_ sentence: Sentence, _ own: OwnWords, _ lexicon: Lexicon) {
        self.sentence = sentence
        self.own = own
        self.lexicon = lexicon
        words = sentence.clauses.flatMap(\.words)
        texts = words.map(\.text)
    }

    /// "In real life", « moi, »: what follows is the writer's again.
    var returnsToWriter: Bool {
        let joined = texts.prefix(4).joined(separator: " ") + " "
        return [
            "moi ", "quant à moi ", "en vrai ", "en réalité ", "dans la vraie vie ", "en vérité ", "me ", "myself ",
            "as for me ", "in real life ", "irl ", "in reality ",
        ].contains(where: joined.hasPrefix)
    }

    /// What the sentence itself is.
    var verdict: ToldFrames.Verdict? {
        if isSet { return .refused(.fiction, from: 0) }
        // That somebody dreamt is so; what they dreamt is not.
        if isDream { return .onlyAsked }
        if endsWithSpeaker { return .refused(.hearsay, from: 0) }
        return clauseAfterSpeech.map { .refused(.hearsay, from: $0) }
    }

    /// What it makes of the sentence behind its colon.
    var introduces: ToldFrames.Verdict? {
        if supposes { return .refused(.hypothetical, from: 0) }
        if isDream || isSet { return .refused(.fiction, from: 0) }
        if isExercise { return .refused(.quotation, from: 0) }
        let speaks = texts.contains(where: TellingWords.speech.contains) || sendsText
        guard speaks || textFromSomebody, let clause = sentence.clauses.last else { return nil }
        let read = ClauseReading(clause, lexicon, isQuestion: false)
        let isToldToWriter = texts.first == "on" && texts.dropFirst().first.map { ["m'", "nous"].contains($0) } == true
        if isToldToWriter { return .refused(.hearsay, from: 0) }
        // "You wrote that:" and "what I told you:" are corrected by what follows; "I repeat:" is so.
        if read.subject == .reader || isToldToReader { return nil }
        guard [.writer, .writers].contains(read.subject) else { return .refused(.hearsay, from: 0) }
        // What the writer has said to somebody else may be true.
        return textFromSomebody || read.tense == .past ? .onlyAsked : nil
    }

    /// "What I told you", « je te l'ai dit ».
    private var isToldToReader: Bool {
        texts.contains(where: lexicon.iWords.contains) && texts.contains(where: lexicon.youWords.contains)
            || texts.contains("you") && texts.contains("i")
    }

    // MARK: Who speaks

    /// "My sister left a message", « il m'a envoyé un SMS ».
    private var sendsText: Bool {
        texts.contains(where: TellingWords.sending.contains) && texts.contains(where: TellingWords.texts.contains)
    }

    /// "A text from Jun", « message de ma sœur ».
    private var textFromSomebody: Bool {
        texts.indices.contains { index in
            guard TellingWords.texts.contains(texts[index]) else { return false }
            let rest = texts.dropFirst(index + 1).prefix(4)
            guard let from = rest.firstIndex(where: ["from", "by", "de", "d'", "du"].contains) else { return false }
            let who = words.dropFirst(from + 1)
            guard let first = who.first, !lexicon.meWords.contains(first.text) else { return false }
            return first.isCapital || lexicon.myWords.contains(first.text) || texts[from] == "from"
                || lexicon.kin.contains(first.text)
        }
    }

    /// The clause behind "my sister said,".
    private var clauseAfterSpeech: Int? {
        let index = sentence.clauses.dropLast().firstIndex { clause in
            let read = ClauseReading(clause, lexicon, isQuestion: false)
            guard [.other, .ownPerson, .uponWriter].contains(read.subject) else { return false }
            let texts = clause.words.map(\.text)
            let tail = texts.reversed().drop { lexicon.meWords.contains($0) || $0 == "to" || $0 == "à" }
            return tail.first.map(TellingWords.saying.contains) == true
                && !texts.contains(where: lexicon.iWords.contains)
        }
        guard let index, sentence.clauses[index + 1].joint == nil, !sentence.clauses[index + 1].isDependent else {
            return nil
        }
        return index + 1
    }

    /// "…, she said", « …, m'a dit ma sœur ».
    private var endsWithSpeaker: Bool {
        guard
            let start = words.indices.dropFirst().last(where: { index in
                own.characters[words[index - 1].range.upperBound..<words[index].range.lowerBound].contains(",")
            })
        else { return false }
        let tag = texts[start...]
        guard tag.count <= 5, !tag.contains(where: { lexicon.iWords.contains($0) || lexicon.negators.contains($0) }),
            let verb = tag.prefix(4).firstIndex(where: TellingWords.saying.contains)
        else { return false }
        let isNamed = words[start...].contains { word in
            lexicon.kin.contains(word.text) || lexicon.otherSubjects.contains(word.text) || word.isCapital
        }
        // "…, he said he would come" goes on.
        return isNamed && tag.endIndex - verb <= 3
    }

    // MARK: What is not so

    /// The words without those that only lead up to them.
    private var content: ArraySlice<String> { texts.drop(while: lexicon.openers.contains) }

    private var supposes: Bool {
        let joined = content.prefix(3).joined(separator: " ") + " "
        return TellingWords.supposing.contains(where: joined.hasPrefix)
    }

    private var isDream: Bool {
        let joined = " " + texts.joined(separator: " ") + " "
        return TellingWords.dreams.contains(where: joined.contains)
    }

    /// "In the film, I", « dans mon rêve je ».
    private var isSet: Bool {
        let start = texts.prefix(4).firstIndex { ["in", "dans", "within", "during", "pendant"].contains($0) }
        guard let start, texts[..<start].allSatisfy(lexicon.openers.contains) else { return false }
        let determiners = lexicon.articles.union(lexicon.myWords).union(["this", "that", "another", "le", "la", "l'"])
        let rest = texts.dropFirst(start + 1)
        guard let first = rest.first, determiners.contains(first),
            let noun = rest.prefix(3).firstIndex(where: TellingWords.stages.contains), noun + 1 < words.count
        else { return false }
        let gap = own.characters[words[noun].range.upperBound..<words[noun + 1].range.lowerBound]
        let isMade = texts.dropFirst(noun + 1).prefix(4).contains {
            lexicon.creating.contains($0) || TellingWords.made.contains($0)
        }
        return !isMade && (gap.contains(",") || lexicon.iWords.contains(texts[noun + 1]) || texts[noun + 1] == "on")
    }

    private var isExercise: Bool {
        content.prefix(3).contains(where: TellingWords.exercises.contains)
            && !texts.contains { lexicon.iWords.contains($0) || lexicon.myWords.contains($0) }
    }
}

/// The words of both languages that tell who speaks, or that nobody does.
private enum TellingWords {
    /// Verbs behind which somebody's words may stand: behind a colon.
    static let speech = Lexicon.set(
        """
        said says say saying told tells telling wrote writes written texted texts posted posts tweeted tweets replied replies answered answers
        shouted shouts whispered whispers announced announces added declared declares claimed claims confessed admitted insisted repeats
        emailed mailed messaged commented complained complains swore swears explained explains asked asks yelled cried
        dit dis disait disaient disent dite écrit écrivait écrivent écrite posté poste publié publie tweeté répond répondu répondait réponse
        raconte raconté racontait annonce annoncé annonçait affirme affirmé affirmait prétend prétendu prétendait jure juré avoue avoué confie
        confié déclare déclaré explique expliqué expliquait répète répété répétait crie crié criait murmure murmuré chuchote chuchoté hurle
        hurlé ajoute ajouté demande demandé assure assuré soutient commente commenté texté soupire soupiré
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
        comment carte card télégramme courriel whatsapp
        """)
    static let supposing = [
        "imagine ", "imagines ", "imaginons ", "imaginez ", "suppose ", "supposons ", "supposez ", "supposing ",
        "admettons ", "disons que ", "mettons que ", "disons qu' ", "let 's say ", "let 's imagine ", "let 's suppose ",
        "let 's pretend ", "say i ", "picture this ", "dans une autre vie ", "in another life ", "hypothèse ",
        "hypothetically ", "hypothesis ",
    ]
    static let dreams = [
        " rêvé que ", " rêvé qu' ", " rêve que je ", " rêve que j' ", " fait un rêve ", " fait un cauchemar ",
        " dreamt that ", " dreamed that ", " dreamt i ", " dreamed i ", " dreamt we ", " dreamed we ", " had a dream ",
        " had a nightmare ", " had this dream ", " fait un drôle de rêve ", " fait un rêve étrange ",
    ]
    /// Where an "I" is somebody else's: "in the film".
    static let stages = Lexicon.set(
        """
        film movie dream nightmare game videogame book novel story play episode scene role scenario exercise sketch simulation universe
        series sitcom musical opera film rêve cauchemar jeu livre roman histoire pièce série épisode scène rôle scénario exercice sketch
        univers conte comédie opéra nouvelle dictée
        """)
    static let made = Lexicon.set(
        "saw seen bought gave love like vu vue acheté achetée offert prêté aime adore lis regarde écris")
    static let exercises = Lexicon.set(
        """
        exercice exercices dictée dictées devinette charade énigme traduction thème version exercise exercises dictation riddle worksheet
        translation quiz homework lyrics paroles refrain
        """)
}
