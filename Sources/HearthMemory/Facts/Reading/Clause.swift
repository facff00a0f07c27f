// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// A sentence in the writer's own words, and the clauses that it was cut into.
struct Sentence: Sendable {
    /// Counted in characters of the message, without the mark at its end.
    let range: Range<Int>
    /// The marks that end it, such as `.` or `?!`; empty at the end of a line.
    fileprivate(set) var end: String
    /// Whether words that are not the writer's stand right before or after it, or in it: a quotation that it
    /// introduces.
    let touchesForeign: Bool
    /// Emoji in it or after it.
    fileprivate(set) var signs: [Character]
    var clauses: [Clause] = []

    var isQuestion: Bool { end.contains("?") }
}

/// A part of a sentence with a subject of its own, or without any.
struct Clause: Sendable {
    let words: [Word]
    /// Its stretch of the message, without marks and joining words at its ends.
    let range: Range<Int>
    /// The word that joins it to the clause before; `nil` for the first and after a comma.
    let joint: String?
    /// Whether it begins with "that", so that it is said by the clause before.
    var isDependent = false
}

extension Clause: Equatable {
    static func == (a: Clause, b: Clause) -> Bool { a.range == b.range }
}

/// Cuts the own words of a message into sentences and clauses.
struct ClauseSplitter {
    let own: OwnWords
    let lexicon: Lexicon

    private var characters: [Character] { own.characters }

    private static let abbreviations: Set<String> = [
        "mr", "mrs", "ms", "dr", "st", "m", "mme", "mlle", "vs", "etc", "ex", "prof", "no", "av", "bd", "e.g", "i.e",
        "approx",
    ]

    // MARK: Sentences

    func sentences() -> [Sentence] {
        own.runs.flatMap { run in
            var sentences: [Sentence] = []
            var start = run.lowerBound
            var index = run.lowerBound
            while index < run.upperBound {
                guard let length = endMarks(at: index, in: run) else {
                    index += max(1, marks(at: index, in: run))
                    continue
                }
                let end = String(characters[index..<index + length])
                append(&sentences, start..<index, end, run)
                index += length
                start = index
            }
            append(&sentences, start..<run.upperBound, "", run)
            return sentences
        }
    }

    private func append(_ sentences: inout [Sentence], _ range: Range<Int>, _ end: String, _ run: Range<Int>) {
        let signs = characters[range].filter(Self.isSign) + end.filter(Self.isSign)
        let words = WordReader.words(in: characters, range).map(marked)
        guard let first = words.first, let last = words.last else {
            // Emoji between two marks belong to the sentence before them.
            guard let last = sentences.indices.last else { return }
            sentences[last].end += end
            sentences[last].signs += signs
            return
        }
        let touches =
            range.lowerBound == run.lowerBound && foreign(before: run.lowerBound)
            || range.upperBound == run.upperBound && foreign(after: run.upperBound)
        var sentence = Sentence(
            range: first.range.lowerBound..<last.range.upperBound, end: end, touchesForeign: touches, signs: signs)
        sentence.clauses = clauses(of: words)
        sentences.append(sentence)
    }

    private func marked(_ word: Word) -> Word {
        var word = word
        word.isQuoted = own.isName[word.range.lowerBound]
        return word
    }

    /// Whether somebody else's words stand on the same line.
    private func foreign(before index: Int) -> Bool { index > 0 && !characters[index - 1].isNewline }
    private func foreign(after index: Int) -> Bool { index < characters.count && !characters[index].isNewline }

    static func isSign(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        return scalar.properties.isEmojiPresentation || scalar.properties.isEmoji && scalar.value > 0x2000
    }

    /// How many characters the end of a sentence takes at a place; `nil` where none ends.
    private func endMarks(at index: Int, in run: Range<Int>) -> Int? {
        let character = characters[index]
        if character.isNewline || ";()[]•".contains(character) || Self.isSign(character) { return 1 }
        if "—–".contains(character) { return 1 }
        if character == "-", index > run.lowerBound, characters[index - 1].isWhitespace,
            index + 1 < run.upperBound, characters[index + 1].isWhitespace
        {
            return 1
        }
        if character == ":" {
            return index + 1 == run.upperBound || characters[index + 1].isWhitespace ? 1 : nil
        }
        guard ".!?…".contains(character) else { return nil }
        let length = marks(at: index, in: run)
        let after = index + length
        guard after == run.upperBound || !characters[after].isLetter && !characters[after].isNumber else { return nil }
        if character == ".", length == 1, isAbbreviation(before: index, in: run) { return nil }
        return length
    }

    /// How many marks that can end a sentence stand at a place.
    private func marks(at index: Int, in run: Range<Int>) -> Int {
        let count = characters[index..<run.upperBound].prefix { ".!?…".contains($0) }.count
        StepCounter.add(count)
        return count
    }

    private func isAbbreviation(before index: Int, in run: Range<Int>) -> Bool {
        let word = characters[run.lowerBound..<index].reversed().prefix { $0.isLetter || $0 == "." }.reversed()
        let text = String(word).lowercased()
        return Self.abbreviations.contains(text) || text.count == 1 && text != "i"
    }

    // MARK: Clauses

    private func clauses(of words: [Word]) -> [Clause] {
        var cuts: [(at: Int, joint: String?)] = [(0, nil)]
        for index in words.indices.dropFirst() {
            let isAfterComma = gap(words[index - 1], words[index]).contains(",")
            if let joint = joint(at: index, of: words, afterComma: isAfterComma) {
                cuts.append((index, joint.isEmpty ? nil : joint))
            }
        }
        let ends = cuts.dropFirst().map(\.at) + [words.count]
        return zip(cuts, ends).compactMap { cut, end in clause(Array(words[cut.at..<end]), joint: cut.joint) }
    }

    private func gap(_ before: Word, _ after: Word) -> Substring {
        String(characters[before.range.upperBound..<after.range.lowerBound])[...]
    }

    /// The word that begins a clause at an index, empty for a comma alone; `nil` where none begins.
    private func joint(at index: Int, of words: [Word], afterComma: Bool) -> String? {
        let word = words[index].text
        let isBegun = index > 0 && lexicon.joining.contains(words[index - 1].text)
        if isBegun { return nil }
        if lexicon.joining.contains(word), index + 1 < words.count {
            let causes = Self.causes.contains(word)
            if causes || hasSubject(at: index + 1, of: words) || afterComma && hasPredicate(at: index + 1, of: words) {
                return word
            }
            return nil
        }
        guard afterComma else { return nil }
        let asks =
            lexicon.questionWords.contains(word) && index + 1 < words.count
            && lexicon.auxiliaries.contains(words[index + 1].text)
        if lexicon.relatives.contains(word) || lexicon.conditions.contains(word) || asks { return word }
        return hasSubject(at: index, of: words) || namesSomebody(at: index, of: words)
            || lexicon.negators.contains(word) && word != "n'" && word != "ne" ? "" : nil
    }

    private static let causes: Set<String> = [
        "because", "'cause", "cos", "although", "though", "car", "parce", "puisque", "puisqu'", "mais", "but",
    ]

    /// Whether the words from an index begin with a subject, be it after an adverb.
    private func hasSubject(at index: Int, of words: [Word]) -> Bool {
        for word in words[index...].prefix(3) {
            if isPronoun(word.text) || lexicon.myWords.contains(word.text) { return true }
            guard
                lexicon.openers.contains(word.text) || lexicon.conditions.contains(word.text)
                    || lexicon.times.contains(word.text)
            else { return false }
        }
        return false
    }

    /// "…, Lina is seven": a name and a verb.
    private func namesSomebody(at index: Int, of words: [Word]) -> Bool {
        guard words[index].isCapital, index + 1 < words.count, !words[index + 1].isCapital else { return false }
        return Self.verbs.contains(words[index + 1].text)
    }

    private static let verbs: Set<String> = [
        "is", "'s", "was", "has", "had", "says", "said", "wants", "works", "lives", "est", "a", "était", "avait", "dit",
        "veut", "travaille", "habite",
    ]

    /// Whether a predicate with the subject of the clause before begins here: ", and work as a nurse".
    private func hasPredicate(at index: Int, of words: [Word]) -> Bool {
        lexicon.negators.contains(words[index].text) || lexicon.past.contains(words[index].text)
    }

    private func isPronoun(_ text: String) -> Bool {
        lexicon.iWords.contains(text) || lexicon.weWords.contains(text) || lexicon.otherSubjects.contains(text)
            || lexicon.emptySubjects.contains(text) && text != "that" && text != "this" && text != "what"
                && text != "ce"
            || text == "you" || text == "tu" || text == "vous"
    }

    /// A clause without the joining words at its beginning and the marks around it.
    private func clause(_ words: [Word], joint: String?) -> Clause? {
        var inner = words[...]
        var isDependent = false
        while let first = inner.first,
            lexicon.joining.contains(first.text) || first.text == "que" || first.text == "qu'",
            inner.count > 1
        {
            isDependent = isDependent || first.text == "que" || first.text == "qu'"
            inner.removeFirst()
        }
        guard let first = inner.first, let last = inner.last else { return nil }
        return Clause(
            words: Array(inner), range: first.range.lowerBound..<last.range.upperBound, joint: joint,
            isDependent: isDependent)
    }
}
