// SPDX-License-Identifier: Apache-2.0

import HearthModels

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
        let bare = withoutQuotations(withoutCode(text))
        return bare.contains(where: \.isLetter) ? bare : text
    }

    private static func withoutCode(_ text: String) -> String {
        // Every second piece stands between fences; one that nothing closes goes to the end.
        text.split(separator: "```", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined(separator: " ")
    }

    private static let closing: [Character: Character] = ["\"": "\"", "“": "”", "«": "»"]

    private static func withoutQuotations(_ text: String) -> String {
        var (bare, rest) = ("", text[...])
        // Marks that nothing behind them closes.
        var unclosed: Set<Character> = []
        while let first = rest.first {
            if let mark = closing[first], !unclosed.contains(first) {
                let end = rest.dropFirst().firstIndex(of: mark)
                StepCounter.add(rest.utf8.distance(from: rest.startIndex, to: end ?? rest.endIndex))
                if let end {
                    bare += " "
                    rest = rest[rest.index(after: end)...]
                    continue
                }
                unclosed.insert(first)
            }
            bare.append(rest.removeFirst())
        }
        return bare
    }

    /// The rules of one language.
    private struct Rules {
        let language: MemoryLanguage
        let patterns, exceptions, idioms, means: WordPatterns

        /// For each word of a sentence, whether it stands in any of some ranges.
        private static func marks(_ ranges: [Range<Int>], in sentence: [String]) -> [Bool] {
            StepCounter.add(ranges.reduce(sentence.count) { $0 + $1.count })
            var marks = Array(repeating: false, count: sentence.count)
            for index in ranges.joined() { marks[index] = true }
            return marks
        }

        func finds(in sentence: [String]) -> Bool {
            let found = patterns.ranges(in: sentence)
            guard !found.isEmpty else { return false }
            let exceptions = exceptions.ranges(in: sentence)
            let idioms = idioms.ranges(in: sentence)
            let lastMeans = means.ranges(in: sentence).map(\.lowerBound).max()
            let isException = Self.marks(exceptions, in: sentence)
            let isExcused = Self.marks(exceptions + idioms, in: sentence)
            return found.contains { range in
                let namesMeans = lastMeans.map { $0 >= range.upperBound } ?? false
                return !range.contains { namesMeans ? isException[$0] : isExcused[$0] }
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
