// SPDX-License-Identifier: Apache-2.0

/// Whether somebody writes of harming themselves, in English or French, by rules alone.
///
/// A sentence counts where a pattern stands in it and no exception overlaps that: idioms (`kill myself laughing`),
/// accidents, and what is denied or long past. What stands in quotation marks, in code or about others does not count.
public enum CareRules {
    /// The language in which it is written of; `nil` where nothing is.
    public static func language(ofConcernIn text: String) -> MemoryLanguage? {
        for sentence in sentences(of: text) {
            for (language, patterns, exceptions) in rules {
                let found = patterns.ranges(in: sentence)
                guard !found.isEmpty else { continue }
                let excused = exceptions.ranges(in: sentence)
                if found.contains(where: { range in !excused.contains { $0.overlaps(range) } }) { return language }
            }
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

    private static let rules: [(MemoryLanguage, WordPatterns, WordPatterns)] = [
        (.english, WordPatterns(english), WordPatterns(englishExceptions)),
        (.french, WordPatterns(french), WordPatterns(frenchExceptions)),
    ]
}
