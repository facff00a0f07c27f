// SPDX-License-Identifier: Apache-2.0

/// Many patterns. Those that a sentence can have are found by its words, since each message is read for all of them.
struct WordPatterns: Sendable {
    /// By a word that has to be there.
    private var byWord: [String: [WordPattern]] = [:]
    /// By the beginning of such a word.
    private var byBeginning: [(beginning: String, pattern: WordPattern)] = []
    private var others: [WordPattern] = []

    /// Patterns of a text, one a line.
    init(_ text: String) {
        for line in text.split(separator: "\n") {
            let pattern = WordPattern(String(line))
            let needed = pattern.needed
            if needed.isEmpty { others.append(pattern) }
            for word in needed {
                if word.last == "*" {
                    byBeginning.append((String(word.dropLast()), pattern))
                } else {
                    byWord[word, default: []].append(pattern)
                }
            }
        }
    }

    /// The places at which any of them stands in a sentence; one that stands there in two ways may be there twice.
    func ranges(in words: [String]) -> [Range<Int>] {
        var candidates = others
        for word in Set(words) {
            candidates += byWord[word] ?? []
            for (beginning, pattern) in byBeginning where word.hasPrefix(beginning) { candidates.append(pattern) }
        }
        return candidates.flatMap { $0.ranges(in: words) }
    }
}
