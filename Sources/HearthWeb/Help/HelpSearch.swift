// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// Words that are looked for in texts, whatever their case and accents.
struct HelpSearch {
    private let words: [String]

    init(_ query: String) {
        let words = query.split { !$0.isLetter && !$0.isNumber }
        self.words = words.prefix(20).map { Self.folded(String($0)) }
    }

    var isEmpty: Bool { words.isEmpty }

    /// Whether all words are somewhere in these texts, be it as parts of others.
    func isIn(_ texts: [String]) -> Bool {
        guard !isEmpty else { return true }
        let text = Self.folded(texts.joined(separator: "\n"))
        return words.allSatisfy { text.contains($0) }
    }

    private static func folded(_ text: String) -> String {
        var folding = TextFolding(keepsAccents: false)
        return String(decoding: folding.folded(text), as: UTF8.self)
    }
}
