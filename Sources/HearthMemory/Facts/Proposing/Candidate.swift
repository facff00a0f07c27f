// SPDX-License-Identifier: Apache-2.0

/// What a message may say of its writer: a quotation that may become a fact.
struct Candidate: Sendable {
    enum Form: String, Sendable {
        /// A clause, or part of one.
        case clause
        /// Somebody's name and what they are to the writer: "my flatmate Jun".
        case person
    }

    let form: Form
    /// What is quoted, in characters of the message.
    let range: Range<Int>
    /// The same as text: it stands literally in the message.
    let quote: String
    /// The statement, in the writer's words, without what only leads up to it.
    let statement: String
    /// `user`, or whom of the writer's people it is about.
    let subject: String
    let isNegative: Bool
    /// What is seen in it, by name; see `Traits`.
    var traits: [String: Double]
}

/// Why a part of a message cannot become a fact.
enum Refusal: String, Sendable, CaseIterable {
    case rolePlay, joke, instruction, offRecord, fiction, personalNumber, question, request, hypothetical, hearsay,
        otherPerson, reader, noSubject, nothingSaid, irony
    case quotation, tooLong
    /// Pretended, or almost done.
    case notSo
}

/// Goes through the clauses of a message: refuses what cannot be a fact of its writer, and proposes the others.
struct ClauseProposer {
    let reading: MessageReading

    /// A statement of more words tells a story.
    static let longest = 28

    private var lexicon: Lexicon { reading.lexicon }

    /// - Parameter isCancelled: is asked at each sentence; what was found so far is returned when it says so.
    func propose(isCancelled: () -> Bool = { false }) -> (candidates: [Candidate], refused: [Refusal]) {
        var candidates: [Candidate] = []
        var refused: [Refusal] = []
        for (number, sentence) in reading.sentences.enumerated() {
            var isUnderCondition = false
            var before: Refusal?
            if isCancelled() { break }
            let around = SentenceTraits(sentence, number, in: reading)
            for (index, clause) in sentence.clauses.enumerated() {
                let isLast = index == sentence.clauses.count - 1
                let read = ClauseReading(
                    clause, lexicon, isQuestion: sentence.isQuestion && (isLast || sentence.clauses.count < 3))
                let guardian = ClauseGuard(
                    reading: reading, sentence: sentence, number: number, around: around, clause: clause, index: index,
                    read: read)
                var refusal = guardian.refusal(isUnderCondition: isUnderCondition)
                if clause.isDependent, let before { refusal = before }
                before = refusal
                if refusal == .hypothetical { isUnderCondition = true }
                if refusal == nil || refusal == .otherPerson || refusal == .noSubject {
                    candidates += people(in: clause, around, read)
                }
                if let refusal {
                    refused.append(refusal)
                } else if candidates.last?.range != clause.range {
                    // Else the clause says no more than who somebody is.
                    candidates.append(candidate(clause, sentence, number, around, read))
                }
            }
        }
        return (candidates, refused)
    }

    private func candidate(
        _ clause: Clause, _ sentence: Sentence, _ number: Int, _ around: SentenceTraits, _ read: ClauseReading
    ) -> Candidate {
        let traits = Traits(
            reading: reading, sentence: sentence, number: number, around: around, clause: clause, read: read)
        return Candidate(
            form: .clause, range: clause.range, quote: reading.text(clause.range), statement: statement(clause),
            subject: read.subject == .ownPerson ? owner(clause, read) : "user", isNegative: read.isNegative,
            traits: traits.all)
    }

    /// The clause without the words that only lead up to it.
    private func statement(_ clause: Clause) -> String {
        let first = clause.words.first { !Self.fillers.contains($0.text) } ?? clause.words[0]
        return reading.plain(first.range.lowerBound..<clause.range.upperBound)
    }

    private static let fillers = Lexicon.set(
        """
        well so ok okay oh ah hey hi hello yeah yes no anyway also actually honestly frankly basically sorry btw fyi update plus haha lol bon bah
        ben bref alors sinon enfin donc et mais puis eh oui non ouais and but or perso franchement honnêtement voilà tiens
        """)

    /// "my sister", « ma sœur », "Dad": whom a clause about one of the writer's people is about.
    private func owner(_ clause: Clause, _ read: ClauseReading) -> String {
        let words = clause.words.dropFirst(read.start)
        guard let kin = words.prefix(5).first(where: { lexicon.kin.contains($0.text) }) else {
            return words.first?.text ?? "user"
        }
        let next = words.drop { $0 != kin }.dropFirst().first
        if let next, next.isCapital,
            reading.plain(kin.range.upperBound..<next.range.lowerBound).allSatisfy({ $0 == " " || $0 == "," })
        {
            return reading.text(next.range)
        }
        return reading.text(kin.range)
    }

    // MARK: People

    /// Names of the writer's people, with what they are to the writer.
    private func people(in clause: Clause, _ around: SentenceTraits, _ read: ClauseReading) -> [Candidate] {
        guard read.mood != .asked, read.mood != .conditional, read.mood != .reported || read.subject == .ownPerson
        else { return [] }
        let words = clause.words
        return words.indices.compactMap { index in
            guard
                let range = PersonName(words: words, lexicon: lexicon, characters: reading.own.characters).range(
                    at: index)
            else { return nil }
            var traits = around.all
            traits["person"] = 1
            return Candidate(
                form: .person, range: range, quote: reading.text(range), statement: reading.plain(range),
                subject: "user",
                isNegative: false, traits: traits)
        }
    }
}

/// Reads "my brother Anselm", « ma marraine, Solange », "a half-sister, Odile", "my best mate is Dougie", "colleague of
/// mine, Ferdinand".
struct PersonName {
    let words: [Word]
    let lexicon: Lexicon
    let characters: [Character]

    /// What to quote, where the word at an index says what somebody is to the writer and a name follows.
    func range(at index: Int) -> Range<Int>? {
        guard lexicon.kin.contains(words[index].text) else { return nil }
        guard let start = owner(before: index) else { return nil }
        var next = index + 1
        while next < words.count,
            [
                "of", "mine", "à", "moi", "is", "'s", "called", "named", "est", "s'", "appelle", "since", "school",
                "nommé", "nommée", "depuis", "l'", "école", "c'",
            ].contains(words[next].text),
            next < index + 5
        { next += 1 }
        guard next < words.count, isName(next), isClose(words[next - 1], words[next]) else { return nil }
        return words[start].range.lowerBound..<words[next].range.upperBound
    }

    /// Where the phrase begins: at "my", or at "a" after "I have".
    private func owner(before index: Int) -> Int? {
        for at in stride(from: index - 1, through: max(0, index - 4), by: -1) {
            if lexicon.myWords.contains(words[at].text) { return at }
            let has = at > 0 && lexicon.having.contains(words[at - 1].text)
            if ["a", "an", "un", "une"].contains(words[at].text), has { return at }
            if lexicon.theirWords.contains(words[at].text) || ["the", "le", "la"].contains(words[at].text) {
                return nil
            }
        }
        let isOfMine =
            words.dropFirst(index + 1).prefix(2).map(\.text) == ["of", "mine"]
            || words.dropFirst(index + 1).prefix(2).map(\.text) == ["à", "moi"]
        if isOfMine { return index }
        // "Tonton Roger", "Mum" need no owner.
        return [
            "tonton", "tata", "tatie", "aunt", "auntie", "uncle", "tante", "oncle", "mamie", "papi", "granny",
            "grandma", "nana", "cousin", "cousine",
        ].contains(words[index].text) ? index : nil
    }

    private func isName(_ index: Int) -> Bool {
        let word = words[index]
        return word.isCapital && word.text.count > 1 && !lexicon.iWords.contains(word.text)
            && !lexicon.timeWords.contains(word.text)
            && !lexicon.openers.contains(word.text) && !lexicon.kin.contains(word.text)
    }

    /// Whether only spaces and a comma stand between two words.
    private func isClose(_ before: Word, _ after: Word) -> Bool {
        characters[before.range.upperBound..<after.range.lowerBound].allSatisfy {
            $0.isWhitespace || $0 == "," || $0 == ":"
        }
    }
}
