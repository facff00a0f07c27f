// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text as the words that it is searched by.
enum FoldedWords {
    /// Bytes of a text that are read; more is not worth indexing as one passage.
    private static let longest = 1 << 16
    private static let longestWord = 40

    /// Runs of letters and digits, in lower case, with composed accents. An apostrophe ends a word: `don't` is `don`
    /// and `t`.
    static func all(in text: String) -> [String] {
        var words: [String] = []
        var word = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(longest) {
            if scalar.isOfWord {
                word.append(scalar)
            } else if !word.isEmpty {
                words.append(folded(word))
                word = String.UnicodeScalarView()
            }
        }
        if !word.isEmpty { words.append(folded(word)) }
        return words
    }

    /// A text without some names, and without an `'s` behind them.
    static func without(_ names: [String], in text: String) -> String {
        let names = Set(names.flatMap(all))
        var rest = text.unicodeScalars[...]
        var kept = String.UnicodeScalarView()
        while let first = rest.first {
            let word = first.isOfWord ? rest.prefix { $0.isOfWord } : rest.prefix(1)
            rest = rest[word.endIndex...]
            guard first.isOfWord, names.contains(folded(String.UnicodeScalarView(word))) else {
                kept.append(contentsOf: word)
                continue
            }
            let behind = rest.prefix(2).map(Character.init)
            if behind.count == 2, "'’".contains(behind[0]), behind[1] == "s" { rest = rest.dropFirst(2) }
        }
        return String(kept).split(separator: " ").joined(separator: " ")
    }

    private static func folded(_ word: String.UnicodeScalarView) -> String {
        let text = String(String(word).prefix(longestWord))
        return text.utf8.allSatisfy { $0 < 128 } ? text.lowercased() : text.lowercased().composed
    }
}

extension Unicode.Scalar {
    fileprivate var isOfWord: Bool {
        if isASCII { return (97...122).contains(value) || (48...57).contains(value) || (65...90).contains(value) }
        // U+0300…U+036F are accents that stand behind their letter.
        return properties.isAlphabetic || properties.numericType != nil || (0x300...0x36F).contains(value)
    }
}

extension String {
    /// Normalisation form C.
    var composed: String { precomposedStringWithCanonicalMapping }

    /// Letters without the marks on them: `é` → `e`.
    var withoutAccents: String {
        if utf8.allSatisfy({ $0 < 128 }) { return self }
        let scalars = decomposedStringWithCanonicalMapping.unicodeScalars.filter { !(0x300...0x36F).contains($0.value) }
        return String(String.UnicodeScalarView(scalars))
    }
}
