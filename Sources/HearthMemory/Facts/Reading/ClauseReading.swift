// SPDX-License-Identifier: Apache-2.0

/// The subject of a clause and its bearing, as far as its words show.
struct ClauseReading: Sendable, Equatable {
    /// Whom it is about.
    enum Subject: String, Sendable, CaseIterable {
        /// "I", "je"; the writer with others: "we", "on".
        case writer, writers
        /// Something of the writer's: "my knee"; a person of the writer's: "my sister".
        case own, ownPerson
        /// Something that happens to the writer: "the noise keeps me awake".
        case uponWriter
        /// Not said: "Lived in Split", "pas mariée".
        case unsaid
        case reader, other, empty
    }
    /// How it is said.
    enum Mood: String, Sendable, CaseIterable {
        case stated, asked, conditional, commanded, reported, believed
    }
    enum Tense: String, Sendable, CaseIterable { case present, past, future, obligation }

    var subject: Subject
    var mood: Mood
    var tense: Tense
    var isNegative: Bool
    /// The index of the subject's word, or of the first word that is no opener.
    var start: Int
    /// The words of the predicate.
    var predicate: ArraySlice<Word>

    init(_ clause: Clause, _ lexicon: Lexicon, isQuestion: Bool) {
        let words = clause.words
        let found = SubjectFinder(words: words, lexicon: lexicon).find()
        (subject, start) = found
        let after = min(words.count, subject == .unsaid ? start : start + 1)
        predicate = words[after...]
        tense = Self.tense(predicate, lexicon)
        isNegative = Self.isNegative(words, predicate, lexicon)
        mood = .stated
        mood = Self.mood(
            words, found, predicate, lexicon, isQuestion: isQuestion,
            isRelative: clause.joint.map(lexicon.relatives.contains) == true)
    }

    // MARK: Mood

    private static func mood(
        _ words: [Word], _ found: (subject: Subject, start: Int), _ predicate: ArraySlice<Word>, _ lexicon: Lexicon,
        isQuestion: Bool, isRelative: Bool
    ) -> Mood {
        let texts = words.filter { !$0.isQuoted }.map(\.text)
        guard let first = texts.first else { return .asked }
        if isQuestion || !isRelative && isInverted(texts, lexicon) { return .asked }
        if found.subject == .unsaid || found.subject == .uponWriter, lexicon.imperatives.contains(first) {
            return .commanded
        }
        if let object = words.dropFirst().first, object.isInverted, words[0].text != "est" {
            return lexicon.meWords.union(["toi", "le", "la", "les", "lui", "nous"]).contains(object.text)
                ? .commanded : .asked
        }
        if found.subject == .unsaid, let second = texts.dropFirst().first,
            ["please", "just", "now", "don't", "do"].contains(first),
            lexicon.imperatives.contains(second)
        {
            return .commanded
        }
        let isUnderCondition =
            texts.prefix(found.start + 1).contains(where: lexicon.conditions.contains) || hasPhrase(texts)
        if isUnderCondition || isConditional(predicate, lexicon) { return .conditional }
        let opening = texts.prefix(found.start)
        if opening.contains(where: lexicon.hearsay.contains)
            || texts.prefix(2).contains(where: lexicon.hearsay.contains)
        {
            return .reported
        }
        let verb = predicate.prefix(3).filter {
            !lexicon.negators.contains($0.text) && !lexicon.openers.contains($0.text)
        }.map(\.text)
        let reports: Bool =
            switch found.subject {
            case .other, .empty: predicate.prefix(8).contains { lexicon.reports.contains($0.text) }
            case .ownPerson: ReportedSpeech.isIn(predicate, lexicon)
            default: false
            }
        if reports { return .reported }
        if let verb = verb.first, lexicon.beliefs.contains(verb) { return .believed }
        return .stated
    }

    /// "as long as", « au cas où »; what would have been.
    private static func hasPhrase(_ texts: [String]) -> Bool {
        let joined = " " + texts.joined(separator: " ") + " "
        return [
            " as long as ", " in case ", " tant que ", " tant qu' ", " au cas où ", " à condition ", " would have ",
            " should have ", " could have ",
            " 'd have ", " aurais dû ", " aurais pu ", " aurait dû ", " aurais aimé ", " comme si ", " as if ",
            " had i ",
        ].contains(where: joined.contains)
    }

    /// "Am I …", "dois-je …", "had I …": a question or a condition without a mark.
    private static func isInverted(_ texts: [String], _ lexicon: Lexicon) -> Bool {
        guard texts.count > 1 else { return false }
        if lexicon.questionWords.contains(texts[0]), lexicon.language == "en" { return true }
        if lexicon.language == "fr" {
            if ["est-ce", "pourquoi", "comment", "combien", "qu'est-ce"].contains(texts[0]) { return true }
            return ["je", "tu", "vous", "il", "elle", "on"].contains(texts[1]) && !lexicon.openers.contains(texts[0])
                && !lexicon.conditions.contains(texts[0]) && !lexicon.times.contains(texts[0]) && texts[0] != "que"
                && texts[0] != "qu'"
                && !["je", "tu", "et", "mais"].contains(texts[0]) && texts.count < 9 && texts[0].hasSuffix("s")
        }
        return lexicon.auxiliaries.contains(texts[0])
            && ["i", "you", "he", "she", "it", "we", "they", "n't", "there"].contains(texts[1])
    }

    private static func isConditional(_ predicate: ArraySlice<Word>, _ lexicon: Lexicon) -> Bool {
        let head = predicate.prefix(lexicon.language == "fr" ? 4 : 3).map(\.text)
        // "I'd love to", "I would like to" are wishes of now; they are told apart by the features.
        return head.contains { lexicon.unreal.contains($0) && !($0 == "may" && head.count < 2) }
    }

    // MARK: Tense

    private static func tense(_ predicate: ArraySlice<Word>, _ lexicon: Lexicon) -> Tense {
        let head = predicate.prefix(4).map(\.text)
        if head.contains(where: ["must", "should", "need", "dois", "devons", "faut"].contains) { return .obligation }
        if lexicon.language == "fr" { return frenchTense(head, lexicon) }
        if head.contains(where: ["will", "'ll", "gonna", "shall"].contains) { return .future }
        if head.contains("going"), let at = head.firstIndex(of: "going"), head.dropFirst(at + 1).first == "to" {
            return .future
        }
        if let verb = head.first(where: { !lexicon.openers.contains($0) && !lexicon.negators.contains($0) }) {
            if ["was", "were", "had", "did"].contains(verb) || lexicon.past.contains(verb) { return .past }
            if verb.hasSuffix("ed"), verb.count > 3, verb != "need", verb != "used" { return .past }
            if verb == "used" { return .past }
        }
        return .present
    }

    private static func frenchTense(_ head: [String], _ lexicon: Lexicon) -> Tense {
        guard
            let verb = head.first(where: {
                !lexicon.negators.contains($0)
                    && !["me", "m'", "y", "en", "l'", "le", "la", "les", "lui", "leur", "nous", "se", "s'"].contains($0)
            })
        else { return .present }
        let isFuture = verb.count > 4 && ["rai", "rons", "ra"].contains { verb.hasSuffix($0) }
        if isFuture
            || ["vais", "allons"].contains(verb)
                && head.contains(where: { $0.hasSuffix("er") || $0.hasSuffix("ir") || $0.hasSuffix("re") })
        {
            return .future
        }
        if ["étais", "était", "avais", "avait"].contains(verb)
            || verb.count > 4 && (verb.hasSuffix("ais") || verb.hasSuffix("ait"))
                && !["fais", "sais", "vrais", "jamais", "fait"].contains(verb)
        {
            return .past
        }
        let after = head.drop { $0 != verb }.dropFirst()
        if ["ai", "a", "avons", "suis", "est", "sommes"].contains(verb),
            after.contains(where: { isParticiple($0, lexicon) })
        {
            return .past
        }
        return .present
    }

    private static func isParticiple(_ word: String, _ lexicon: Lexicon) -> Bool {
        lexicon.past.contains(word)
            || word.count > 3 && ["é", "ée", "és", "ées", "i", "ie", "u", "ue"].contains { word.hasSuffix($0) }
    }

    // MARK: Polarity

    /// Whether the predicate, or a clause without one, is negated. "ne … que" is not, nor is a question tag.
    private static func isNegative(_ words: [Word], _ predicate: ArraySlice<Word>, _ lexicon: Lexicon) -> Bool {
        let texts = (predicate.count == words.count ? words[...] : predicate).filter { !$0.isQuoted }.map(\.text)
        let before = words.prefix(words.count - predicate.count).map(\.text)
        if lexicon.language == "fr" {
            let strong = ["pas", "jamais", "aucun", "aucune", "guère"]
            let near = texts.prefix(7)
            if near.contains(where: strong.contains), !isJustNot(near) { return true }
            if near.first == "ne" || near.first == "n'",
                near.contains(where: ["plus", "rien", "personne", "ni"].contains)
            {
                return true
            }
            if texts.first == "plus", texts.count > 1, ["de", "d'", "aucun"].contains(texts[1]) { return true }
            return texts.first == "sans" || before.contains { ["jamais", "aucun", "aucune"].contains($0) }
                || near.contains("ni")
        }
        let near = texts.prefix(6)
        if near.contains(where: ["not", "n't", "never", "cannot", "neither", "nor"].contains), !isJustNot(near) {
            return true
        }
        if near.prefix(4).contains(where: ["no", "none", "nobody", "nothing"].contains) { return true }
        if before.contains(where: ["never", "no", "none", "neither"].contains) { return true }
        return texts.contains("anymore")
            || zip(texts, texts.dropFirst()).contains { $0 == "no" && $1 == "longer" || $0 == "any" && $1 == "more" }
    }

    /// "not only", "pas seulement", "pas mal".
    private static func isJustNot(_ words: ArraySlice<String>) -> Bool {
        zip(words, words.dropFirst()).contains { first, second in
            ["not", "pas"].contains(first) && ["only", "just", "seulement", "mal", "que", "juste"].contains(second)
        }
    }
}

/// Finds the subject of a clause.
struct SubjectFinder {
    let words: [Word]
    let lexicon: Lexicon

    func find() -> (subject: ClauseReading.Subject, start: Int) {
        var index = 0
        var isAdverbial = false
        while index < words.count {
            let word = words[index]
            if word.isQuoted { return (.other, index) }
            if lexicon.language == "fr", word.text == "t'", index + 1 < words.count { return (.reader, index) }
            if let subject = pronoun(at: index) { return (subject, index) }
            if index > 0, isAdverbial, index < 9 {
                // Inside an adverbial, until a pronoun comes: "every Sunday I …".
                index += 1
                continue
            }
            if lexicon.myWords.contains(word.text) { return (owned(at: index), index) }
            if lexicon.openers.contains(word.text), !startsNounPhrase(index) {
                index += 1
                continue
            }
            if lexicon.prepositions.contains(word.text) || lexicon.times.contains(word.text)
                || lexicon.conditions.contains(word.text),
                hasPronoun(after: index)
            {
                isAdverbial = true
                index += 1
                continue
            }
            return (noun(at: index), index)
        }
        // Nothing but adverbials: "every day".
        return (.unsaid, min(firstContent, max(0, words.count - 1)))
    }

    private var firstContent: Int { words.firstIndex { !lexicon.openers.contains($0.text) } ?? 0 }

    private func hasPronoun(after index: Int) -> Bool {
        words.dropFirst(index + 1).prefix(8).contains {
            lexicon.iWords.contains($0.text) || lexicon.weWords.contains($0.text)
        }
    }

    private func startsNounPhrase(_ index: Int) -> Bool {
        guard ["ce", "cette", "this", "that", "cet"].contains(words[index].text), index + 1 < words.count else {
            return false
        }
        return !lexicon.timeWords.contains(words[index + 1].text)
    }

    private func pronoun(at index: Int) -> ClauseReading.Subject? {
        let text = words[index].text
        if lexicon.iWords.contains(text) { return .writer }
        if lexicon.weWords.contains(text), text != "nous" || index == 0 || words[index - 1].text != "chez" {
            return .writers
        }
        if lexicon.otherSubjects.contains(text) { return .other }
        if ["you", "tu", "vous"].contains(text) { return .reader }
        if lexicon.emptySubjects.contains(text), text != "y", !isDetermining(index) {
            return touchesWriter ? .uponWriter : .empty
        }
        return nil
    }

    /// "this year", "ce matin": no subject, but what stands before a noun.
    private func isDetermining(_ index: Int) -> Bool {
        guard ["this", "that", "these", "those", "ce", "cet", "cette", "what"].contains(words[index].text),
            index + 1 < words.count
        else { return false }
        let next = words[index + 1].text
        return ![
            "is", "'s", "was", "isn't", "means", "makes", "made", "will", "est", "sera", "sont", "qui", "que", "n'",
            "qu'",
        ].contains(next)
    }

    /// Something of the writer's, or somebody.
    private func owned(at index: Int) -> ClauseReading.Subject {
        let near = words.dropFirst(index + 1).prefix(4)
        let noun = near.prefix { !Self.verbs.contains($0.text) }
        return noun.contains { lexicon.kin.contains($0.text) } ? .ownPerson : .own
    }

    private static let verbs: Set<String> = [
        "is", "'s", "was", "has", "had", "are", "were", "est", "a", "sont", "était", "ont", "avait", "and", "et",
    ]

    private func noun(at index: Int) -> ClauseReading.Subject {
        let word = words[index]
        let isArticle = lexicon.articles.contains(word.text) || lexicon.theirWords.contains(word.text)
        if lexicon.negators.contains(word.text) { return touchesWriter ? .uponWriter : .unsaid }
        if isPerson(word) { return .ownPerson }
        if isArticle || word.isCapital && index > 0 || isName(at: index) { return touchesWriter ? .uponWriter : .other }
        return touchesWriter && !lexicon.past.contains(word.text) ? .uponWriter : .unsaid
    }

    /// "Mum", "papa" without more: the writer's own.
    private func isPerson(_ word: Word) -> Bool { Self.familiar.contains(word.text) }
    static let familiar: Set<String> = [
        "mum", "mom", "dad", "mummy", "daddy", "granny", "grandma", "grandpa", "gran", "nan", "maman", "papa", "mamie",
        "papi", "papy", "tonton",
        "tata", "tatie", "mémé", "pépé",
    ]

    /// A capital that the beginning of a sentence does not explain: a name before a verb.
    private func isName(at index: Int) -> Bool {
        let word = words[index]
        guard word.isCapital, index + 1 < words.count else { return false }
        if words[index + 1].isCapital, !lexicon.iWords.contains(words[index + 1].text) { return true }
        let verbs = [
            "is", "'s", "was", "has", "had", "says", "said", "wants", "works", "lives", "and", "est", "dit", "veut",
            "et", "travaille", "habite",
        ]
        // « Léa a »; in English it is an article: "Posted a".
        let isVerb = verbs.contains(words[index + 1].text) || words[index + 1].text == "a" && lexicon.language == "fr"
        return isVerb && !lexicon.past.contains(word.text)
            || lexicon.past.contains(words[index + 1].text) && !lexicon.openers.contains(word.text)
                && !lexicon.feelings.contains(word.text)
                && !lexicon.past.contains(word.text) && lexicon.language == "en"
    }

    private var touchesWriter: Bool {
        words.contains { (lexicon.meWords.contains($0.text) && $0.text != "c'") && !$0.isQuoted && $0.text != "myself" }
    }
}
