// SPDX-License-Identifier: Apache-2.0

/// Expressions of FTS5 for a text that somebody typed into a search field.
///
/// Any text is a query: an operator of FTS5 is a word here. White space separates words; between double quotes,
/// and where signs join them as in `well-known`, they have to stand side by side.
struct SearchQuery: Equatable {
    struct Tier: Equatable {
        let expression: String
        /// Whether everything that it finds is found by a later one too, so that it need not look everywhere.
        var isForOrder = false
    }

    /// Expressions that match less and less closely; empty when the text has no word.
    let tiers: [Tier]
    /// Words to mark in an excerpt.
    private(set) var words: [Word] = []

    struct Word: Equatable {
        /// In lower case and without accents.
        let text: String
        /// Whether words that begin so are meant, too.
        let isBegun: Bool
    }

    /// More words than these do not make a query more exact, only slower.
    static let mostPhrases = 16

    init(_ text: String) {
        let phrases = Self.phrases(in: text).prefix(Self.mostPhrases)
        guard let last = phrases.last else {
            tiers = []
            return
        }
        let quoted = phrases.map { "\"\($0)\"" }
        let all = quoted.joined(separator: " AND ")
        var tiers = [Tier(expression: all)]
        if phrases.count > 1 {
            tiers.insert(Tier(expression: "\"\(phrases.joined(separator: " "))\"", isForOrder: true), at: 0)
        }
        // The last word may be unfinished. After a single letter there is too much to come.
        let end = text.unicodeScalars.last
        if last.utf8.count > 1, let end, end != "\"", !end.properties.isWhitespace {
            tiers.append(Tier(expression: all + "*"))
        }
        self.tiers = tiers
        let isBegun = tiers.last?.expression.hasSuffix("*") == true
        for (place, phrase) in phrases.enumerated() {
            var reader = SearchWords(phrase, from: phrase.startIndex)
            while let word = reader.next() { words.append(Word(text: word.text, isBegun: false)) }
            guard place == phrases.count - 1, isBegun, let last = words.popLast() else { continue }
            words.append(Word(text: last.text, isBegun: true))
        }
    }

    /// The words, or quoted runs of words, that have something the index knows: a letter or a digit.
    private static func phrases(in text: String) -> [String] {
        // Every second piece stood between quotes; an opening quote alone quotes to the end. By scalars, as FTS5 reads
        // it: a quote and an accent behind it would be one character.
        text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).enumerated().flatMap {
            index, piece in
            index.isMultiple(of: 2) ? piece.split(whereSeparator: \.properties.isWhitespace) : [piece]
        }
        .map { String($0) }
        .map { $0.withoutNulls }
        .filter { $0.unicodeScalars.contains(where: isIndexed) }
    }

    /// Whether the tokenizer `unicode61` makes words of a scalar. Source: SQLite, "FTS5 Extension", section 4.3.1.
    static func isIndexed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .privateUse:
            true
        default: false
        }
    }
}
