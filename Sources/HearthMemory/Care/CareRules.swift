// SPDX-License-Identifier: Apache-2.0

/// Whether somebody writes of harming themselves, in English or French, by rules alone.
///
/// A sentence counts where a pattern stands in it and no exception overlaps that: accidents, and what is denied, long
/// past or about others. Idioms (`kill myself laughing`) are exceptions too, unless the sentence goes on with something
/// that people harm themselves with. What stands in quotation marks or code does not count.
public enum CareRules {
    /// The language in which it is written of; `nil` where nothing is.
    public static func language(ofConcernIn text: String) -> MemoryLanguage? {
        for sentence in sentences(of: text) {
            if let language = rules.first(where: { $0.finds(in: sentence) })?.language { return language }
        }
        return nil
    }

    public static func concern(_ text: String) -> Bool { language(ofConcernIn: text) != nil }

    /// The words of each sentence, in lower case and without accents.
    private static func sentences(of text: String) -> [[String]] {
        let short = text.utf8.count > longest ? String(text.prefix(longest)) : text
        return own(short).split { ".!?;\n…".contains($0) }.map { sentence in
            var plain = String(sentence)
            if plain.unicodeScalars.contains(where: { $0 == "’" || $0 == "'" }) {
                plain = plain.replacing("’", with: "'").replacing("n't", with: "nt").replacing("N'T", with: "nt")
            }
            return FoldedWords.all(in: plain).map(\.withoutAccents)
        }
    }

    private static let longest = 20_000

    /// A text without what is quoted or code, unless that is all of it.
    private static func own(_ text: String) -> String {
        // Most have neither, and the expressions look at every place.
        guard text.unicodeScalars.contains(where: { "`\"“«".unicodeScalars.contains($0) }) else { return text }
        let bare = text.replacing(code, with: " ").replacing(quotation, with: " ")
        return bare.contains(where: \.isLetter) ? bare : text
    }

    // Made once, since all messages are looked at. Regular expressions are not marked as sendable; to match changes
    // none.
    private nonisolated(unsafe) static let code = #/(?s)```.*?(?:```|$)/#
    private nonisolated(unsafe) static let quotation = #/(?s)"[^"]*"|“[^”]*”|«[^»]*»/#

    /// The rules of one language.
    private struct Rules {
        let language: MemoryLanguage
        let patterns, exceptions, idioms, means: WordPatterns

        func finds(in sentence: [String]) -> Bool {
            let found = patterns.ranges(in: sentence)
            guard !found.isEmpty else { return false }
            let exceptions = exceptions.ranges(in: sentence)
            let idioms = idioms.ranges(in: sentence)
            let means = means.ranges(in: sentence)
            return found.contains { range in
                let namesMeans = means.contains { $0.lowerBound >= range.upperBound }
                return !(namesMeans ? exceptions : exceptions + idioms).contains { $0.overlaps(range) }
            }
        }
    }

    private static let rules = [
        Rules(
            language: .english, patterns: WordPatterns(english), exceptions: WordPatterns(englishExceptions),
            idioms: WordPatterns(englishIdioms), means: WordPatterns(englishMeans)),
        Rules(
            language: .french, patterns: WordPatterns(french), exceptions: WordPatterns(frenchExceptions),
            idioms: WordPatterns(frenchIdioms), means: WordPatterns(frenchMeans)),
    ]
}
