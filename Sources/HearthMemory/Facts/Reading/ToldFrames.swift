// SPDX-License-Identifier: Apache-2.0

/// Finds sentences whose "I" is not the writer: what somebody says after a colon or a comma, a
/// dream, a film, an exercise, a supposition.
struct ToldFrames: Sendable {
    /// The decision on a sentence.
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
            // What stands in quotation marks was left out, and what follows it is the writer's.
            let next = number + 1 < sentences.count ? sentences[number + 1] : nil
            let until = next?.range.lowerBound ?? own.isOwn.count
            let isNext = own.isOwn[sentence.range.upperBound..<until].allSatisfy { $0 }
            let behind = sentence.end.hasPrefix(":") && isNext ? reader.introduces(next) : nil
            let verdict = reader.verdict ?? (behind == nil ? nil : reader.onlyNamesSpeaker)
            verdicts.append(opened ?? verdict ?? (isBehind ? .onlyAsked : nil))
            isBehind = isBehind || verdict != nil || opened != nil
            let ends = sentence.end.contains { ".!?…".contains($0) || $0.isNewline }
            if opened == nil, sentence.end.hasPrefix(":") {
                opened = behind
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

    /// The decision on the sentence itself.
    var verdict: ToldFrames.Verdict? {
        if let stage { return stage }
        if let index = storyClause { return .refused(.fiction, from: index) }
        // That somebody dreamt is so; what they dreamt is not.
        if isDream { return .onlyAsked }
        if endsWithSpeaker { return tellsOfIllness(nil) ? .onlyAsked : .refused(.hearsay, from: 0) }
        return clauseAfterSpeech.map { tellsOfIllness(nil) ? .onlyAsked : .refused(.hearsay, from: $0) }
    }

    /// The decision on the sentence behind its colon.
    func introduces(_ next: Sentence?) -> ToldFrames.Verdict? {
        if supposes { return .refused(.hypothetical, from: 0) }
        if isDream { return .refused(.fiction, from: 0) }
        if let stage { return stage }
        if let exercise { return exercise }
        if let label = SpeakerLabel(words, lexicon).verdict(before: next) { return label }
        let speaks = texts.contains(where: TellingWords.speech.contains) || sendsText
        guard speaks || textFromSomebody, let clause = sentence.clauses.last else { return nil }
        let read = ClauseReading(clause, lexicon, isQuestion: false)
        // "You wrote that:" and "what I told you:" are corrected by what follows; "I repeat:" is so.
        if read.subject == .reader || isToldToReader { return nil }
        if read.subject == .unsaid { return introducesUnsaid }
        if onlyAsks { return .onlyAsked }
        let isToldToWriter = texts.first == "on" && texts.dropFirst().first.map { ["m'", "nous"].contains($0) } == true
        if isToldToWriter { return .refused(.hearsay, from: 0) }
        guard [.writer, .writers].contains(read.subject) else {
            return tellsOfIllness(next) ? .onlyAsked : .refused(.hearsay, from: 0)
        }
        // What the writer has said to somebody else may be true.
        return textFromSomebody || read.tense == .past ? .onlyAsked : nil
    }

    /// The same without a subject: "Text from Jun:" is Jun's, "Got a text from Jun:" and "Told my boss:" may be
    /// the writer's, "As requested:" is.
    private var introducesUnsaid: ToldFrames.Verdict? {
        let isReceived = content.first.map(TellingWords.received.contains) == true
        if textFromSomebody { return isReceived ? .onlyAsked : .refused(.hearsay, from: 0) }
        guard texts.contains(where: lexicon.kin.contains) else { return nil }
        // « Dit ma sœur : » is hers.
        let isInverted = lexicon.language == "fr" && !texts.contains { ["à", "au", "aux"].contains($0) }
        return isInverted ? .refused(.hearsay, from: 0) : .onlyAsked
    }

    /// "My teacher made us repeat:" says no more than who speaks.
    var onlyNamesSpeaker: ToldFrames.Verdict? {
        guard let clause = sentence.clauses.last else { return nil }
        let isLabel = exercise != nil || SpeakerLabel(words, lexicon).verdict(before: nil) != nil
        let read = ClauseReading(clause, lexicon, isQuestion: false)
        let isToldToWriter = texts.first == "on" && read.subject == .writers
        let isOthers = isToldToWriter || [.other, .ownPerson, .uponWriter].contains(read.subject)
        let speaks = clause.words.contains { TellingWords.speech.contains($0.text) }
        return isLabel || isOthers && speaks
            ? .refused(.hearsay, from: isLabel ? 0 : sentence.clauses.count - 1) : nil
    }

    /// "She asked what I do:" is answered by what follows.
    private var onlyAsks: Bool {
        let verbs = texts.filter(TellingWords.speech.contains)
        return !verbs.isEmpty && verbs.allSatisfy(TellingWords.asking.contains)
    }

    /// Whether a doctor says what is wrong with somebody: that may be the writer.
    private func tellsOfIllness(_ next: Sentence?) -> Bool {
        guard texts.contains(where: TellingWords.healers.contains) else { return false }
        let all = texts + (next?.clauses.flatMap(\.words).map(\.text) ?? [])
        return all.contains {
            !TellingWords.healers.contains($0) && (lexicon.health.contains($0) || lexicon.body.contains($0))
        }
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

    /// The clause behind "my sister said,", "she's like,".
    private var clauseAfterSpeech: Int? {
        let index = sentence.clauses.dropLast().firstIndex { clause in
            let read = ClauseReading(clause, lexicon, isQuestion: false)
            guard [.other, .ownPerson, .uponWriter, .empty].contains(read.subject) else { return false }
            return (TellingWords.endInSpeech(clause.words, lexicon) || endsInManner(clause))
                && !clause.words.contains { lexicon.iWords.contains($0.text) }
        }
        guard let index, sentence.clauses[index + 1].joint == nil, !sentence.clauses[index + 1].isDependent else {
            return nil
        }
        return index + 1
    }

    /// "She goes", "he was like", « elle fait »; not "when he goes".
    private func endsInManner(_ clause: Clause) -> Bool {
        let texts = clause.words.map(\.text)
        let isUnder = texts.contains { lexicon.times.contains($0) || lexicon.conditions.contains($0) }
        guard let last = texts.last, texts.count <= 4, !isUnder else { return false }
        return ["goes", "fait"].contains(last)
            || last == "like" && texts.contains(where: lexicon.being.contains)
    }

    /// "…, she said", « …, m'a dit ma sœur ».
    private var endsWithSpeaker: Bool {
        guard
            let start = words.indices.dropFirst().last(where: { index in
                own.characters[words[index - 1].range.upperBound..<words[index].range.lowerBound].contains(",")
            })
        else { return false }
        let tag = texts[start...]
        guard tag.count <= 5, !["as", "comme"].contains(texts[start]),
            !tag.contains(where: { lexicon.iWords.contains($0) || lexicon.negators.contains($0) }),
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
        if TellingWords.dreams.contains(where: joined.contains) { return true }
        guard
            let dream = texts.indices.dropFirst(2).first(where: { index in
                let phrase = " " + texts[(index - 2)...index].joined(separator: " ") + " "
                return TellingWords.openDreams.contains(phrase)
            })
        else { return false }
        guard let next = texts.dropFirst(dream + 1).first else { return true }
        let closed = [
            lexicon.prepositions, lexicon.times, lexicon.openers, lexicon.iWords, lexicon.weWords,
            lexicon.otherSubjects, lexicon.emptySubjects, lexicon.joining, lexicon.relatives,
        ]
        return next == "que" || next == "qu'" || closed.contains { $0.contains(next) }
    }

    /// The clause with "a story where I", « un roman où je ».
    private var storyClause: Int? {
        sentence.clauses.firstIndex { clause in
            let texts = clause.words.map(\.text)
            return texts.indices.contains { index in
                guard TellingWords.stories.contains(texts[index]) else { return false }
                // A French adjective stands behind its noun, and « nouvelle » may be one.
                let gap = lexicon.language == "fr" && texts[index] != "nouvelle" ? 1 : 0
                let rest = texts[(index + 1)...]
                return (0...gap).contains { opensStory(rest.dropFirst($0), behind: rest.prefix($0)) }
            }
        }
    }

    private func opensStory(_ rest: ArraySlice<String>, behind adjective: ArraySlice<String>) -> Bool {
        guard !adjective.contains(where: { lexicon.prepositions.contains($0) || lexicon.articles.contains($0) }),
            let first = rest.first
        else { return false }
        if first == "where" || first == "où" { return true }
        return ["in", "dans"].contains(first)
            && rest.dropFirst().first.map { ["which", "lequel", "laquelle"].contains($0) } == true
    }

    /// "In the film, I", « dans mon rêve je ».
    private var stage: ToldFrames.Verdict? {
        let start = texts.prefix(4).firstIndex { ["in", "dans"].contains($0) }
        guard let start, texts[..<start].allSatisfy(lexicon.openers.contains) else { return nil }
        let determiners = lexicon.articles.union(lexicon.myWords).union(["this", "that", "another", "le", "la", "l'"])
        let rest = texts.dropFirst(start + 1)
        guard let first = rest.first, determiners.contains(first),
            let noun = rest.prefix(3).firstIndex(where: TellingWords.stages.contains), noun + 1 < words.count
        else { return nil }
        let gap = own.characters[words[noun].range.upperBound..<words[noun + 1].range.lowerBound]
        let isMade = texts.dropFirst(noun + 1).prefix(4).contains {
            lexicon.creating.contains($0) || TellingWords.made.contains($0)
        }
        guard !isMade, gap.contains(",") || lexicon.iWords.contains(texts[noun + 1]) || texts[noun + 1] == "on" else {
            return nil
        }
        guard TellingWords.looseStages.contains(texts[noun]) else { return .refused(.fiction, from: 0) }
        // "In my new role" is work, « dans cette pièce » may be a room.
        return ["role", "rôle"].contains(texts[noun]) && lexicon.myWords.contains(first) ? nil : .onlyAsked
    }

    /// "Exercise:", "My kid's homework:"; the writer's own homework may tell of the writer.
    private var exercise: ToldFrames.Verdict? {
        guard !texts.contains(where: lexicon.iWords.contains) else { return nil }
        let isMine = texts.contains(where: lexicon.myWords.contains)
        if content.prefix(5).contains(where: TellingWords.schoolwork.contains) {
            let isOfSomebody = texts.contains { lexicon.kin.contains($0) || lexicon.theirWords.contains($0) }
            return isMine && !isOfSomebody ? .onlyAsked : .refused(.quotation, from: 0)
        }
        return !isMine && content.prefix(3).contains(where: TellingWords.exercises.contains)
            ? .refused(.quotation, from: 0) : nil
    }
}
