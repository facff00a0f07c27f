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
                let excused = exceptions.flatMap { $0.ranges(in: sentence) }
                let found = patterns.flatMap { $0.ranges(in: sentence) }
                if found.contains(where: { range in !excused.contains { $0.overlaps(range) } }) { return language }
            }
        }
        return nil
    }

    public static func concern(_ text: String) -> Bool { language(ofConcernIn: text) != nil }

    /// The words of each sentence, in lower case and without accents.
    private static func sentences(of text: String) -> [[String]] {
        let plain = text.prefix(20_000).replacing("’", with: "'")
        return own(String(plain)).replacing("n't", with: "nt").replacing("N'T", with: "nt")
            .split { ".!?;\n…".contains($0) }
            .map { FoldedWords.all(in: String($0)).map(\.withoutAccents) }
    }

    /// A text without what is quoted or code, unless that is all of it.
    private static func own(_ text: String) -> String {
        let bare = text.replacing(#/(?s)```.*?(?:```|$)/#, with: " ")
            .replacing(#/(?s)"[^"]*"|“[^”]*”|«[^»]*»/#, with: " ")
        return bare.contains(where: \.isLetter) ? bare : text
    }

    private static let rules: [(MemoryLanguage, [WordPattern], [WordPattern])] = [
        (.english, WordPattern.lines(english), WordPattern.lines(englishExceptions)),
        (.french, WordPattern.lines(french), WordPattern.lines(frenchExceptions)),
    ]
}
