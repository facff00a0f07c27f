// SPDX-License-Identifier: Apache-2.0

/// Says whether a clause can be a fact of its writer at all.
struct ClauseGuard {
    let reading: MessageReading
    let sentence: Sentence
    /// The sentence's place in the message.
    let number: Int
    let around: SentenceTraits
    let clause: Clause
    /// The clause's place in the sentence.
    let index: Int
    let read: ClauseReading

    private var lexicon: Lexicon { reading.lexicon }

    /// - Parameter isUnderCondition: whether a clause before it in the sentence was hypothetical.
    func refusal(isUnderCondition: Bool) -> Refusal? {
        if reading.frame.isRolePlay { return .rolePlay }
        if reading.frame.isJoke { return .joke }
        if reading.frame.instructs { return .instruction }
        if reading.frame.isOffRecord { return .offRecord }
        if let fiction = reading.frame.fictionFrom, number >= fiction, !isOwnWork { return .fiction }
        if let refusal = reading.told.refusal(sentence: number, clause: index) { return refusal }
        if around.hasPersonalNumber { return .personalNumber }
        switch read.mood {
        case .asked: return .question
        case .commanded: return .request
        case .conditional: return isWish ? nil : .hypothetical
        case .reported: return .hearsay
        case .stated, .believed: break
        }
        if isUnderCondition, clause.joint == nil || clause.joint == "and" || clause.joint == "et" {
            return .hypothetical
        }
        if let irony = reading.frame.ironyFrom, number >= irony { return .irony }
        if introducesQuotation { return .quotation }
        if read.subject == .uponWriter, TellingWords.endInSpeech(clause.words, lexicon) { return .hearsay }
        if isNotSo { return .notSo }
        if isAside { return .nothingSaid }
        if twists { return .joke }
        if read.subject == .unsaid, clause.joint.map(lexicon.relatives.contains) == true { return .otherPerson }
        if read.subject == .uponWriter,
            clause.joint.map({ ["who", "whose", "whom", "qui", "dont"].contains($0) }) == true
        {
            return .otherPerson
        }
        switch read.subject {
        case .other: return .otherPerson
        case .reader: return .reader
        case .empty: return .noSubject
        case .writer, .writers, .own, .ownPerson, .uponWriter, .unsaid: break
        }
        if clause.words.count > ClauseVerdicts.longest { return .tooLong }
        return saysSomething ? nil : .nothingSaid
    }

    /// The writer's own writing, reading or playing: "I'm writing a novel".
    private var isOwnWork: Bool {
        read.subject == .writer && number == reading.frame.fictionFrom
            && read.predicate.contains { lexicon.creating.contains($0.text) }
    }

    /// "I'd love to learn Greek", « j'aimerais apprendre le grec »: a condition in form, a wish of now in fact.
    private var isWish: Bool {
        guard read.subject == .writer, !clause.words.contains(where: { lexicon.conditions.contains($0.text) }) else {
            return false
        }
        let head = read.predicate.prefix(4).map(\.text)
        let wishes =
            ["love", "like", "prefer", "rather"].contains { head.contains($0) }
            && (head.contains("'d") || head.contains("would"))
        return wishes || head.contains { ["aimerais", "voudrais", "préférerais"].contains($0) }
    }

    /// "I almost moved", « j'ai failli partir », "I pretended that I lived there".
    private var isNotSo: Bool {
        let head = read.predicate.prefix(5).map(\.text)
        if head.contains("failli") { return true }
        // "I'm pretending to be fine" is so.
        let pretends = read.predicate.firstIndex { TellingWords.pretending.contains($0.text) }
        if let pretends, let next = read.predicate[(pretends + 1)...].first?.text,
            lexicon.iWords.contains(next) || lexicon.weWords.contains(next) || ["that", "que", "qu'"].contains(next)
        {
            return true
        }
        return zip(head, head.dropFirst()).contains { hedge, verb in
            switch hedge {
            case "almost", "nearly":
                lexicon.past.contains(verb) || verb.hasSuffix("ed") && verb.count > 3
            case "presque":
                read.tense == .past && (lexicon.past.contains(verb) || verb.hasSuffix("é") || verb.hasSuffix("ée"))
            default: false
            }
        }
    }

    /// A clause right before or after somebody's words says who says them.
    private var introducesQuotation: Bool {
        sentence.touchesForeign
            && clause.words.contains { lexicon.reports.contains($0.text) || Lexicon.texts.contains($0.text) }
    }

    /// "I'm a millionaire… in minutes of delay": what trails off and goes on in the same breath is taken back.
    private var twists: Bool {
        let trails = { (end: String) in end.contains("…") || end.hasPrefix("..") }
        func goesOn(_ sentence: Sentence) -> Bool { reading.own.characters[sentence.range.lowerBound].isLowercase }
        let next = number + 1 < reading.sentences.count ? reading.sentences[number + 1] : nil
        if trails(sentence.end), let next, goesOn(next) { return true }
        if number > 0, trails(reading.sentences[number - 1].end), goesOn(sentence), sentence.clauses.first == clause {
            return true
        }
        return around.isFigureOfSpeech
    }

    /// A heading, or words beside the sentence: "as I said", « comme je disais », "Work:".
    private var isAside: Bool {
        let texts = clause.words.map(\.text)
        if read.subject == .unsaid, sentence.end.hasPrefix(":") { return true }
        if ["comme", "as"].contains(texts[0]), clause.words.count < 7 { return true }
        if TellingWords.connects(texts) { return true }
        return [
            "i mean", "you know", "i guess", "je veux dire", "tu sais", "j' avoue", "no wait", "wait no", "wait",
            "scratch that", "non pardon", "non attends", "attends", "je me trompe",
        ].contains(texts.joined(separator: " "))
    }

    /// Whether there is a word with a meaning of its own beside the verb.
    private var saysSomething: Bool {
        let empty = [
            lexicon.openers, lexicon.vague, lexicon.articles, lexicon.prepositions, lexicon.negators, lexicon.being,
            lexicon.auxiliaries,
            lexicon.iWords, lexicon.meWords, lexicon.weWords, lexicon.times, lexicon.youWords,
        ]
        let isFull = clause.words.contains { word in
            word.text.count > 1 && !FactWorth.isTime(word) && !empty.contains { $0.contains(word.text) }
        }
        return isFull && clause.words.count >= 2 && FactWorth.saysSomething(clause.words)
    }
}
