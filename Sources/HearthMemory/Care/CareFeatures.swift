// SPDX-License-Identifier: Apache-2.0

/// The features of a window, as keys of the model: words in a row, letters in a row, signs and their neighbours,
/// and what a negation reaches. `Training/care/text.py` makes the same.
struct CareFeatures {
    private(set) var groups: [Set<UInt32>] = []

    /// Words between two signs that belong together.
    private static let near = 6
    /// Words that a negation reaches.
    private static let scope = 4
    private static let space = SpelledText.Word(" ".utf8)

    init(of window: [SpelledText.Word], _ signs: WordKinds) {
        let kinds = window.indices.map { signs.kinds(of: window, at: $0) }
        groups = [
            Self.words(window), Self.letters(window),
            Self.signs(window, kinds, signs.names).union(Self.denied(window, kinds, signs)),
        ]
    }

    /// Words, two and three in a row, and two with one between them.
    private static func words(_ window: [SpelledText.Word]) -> Set<UInt32> {
        var found: Set<UInt32> = []
        let row = [SpelledText.Word("^".utf8)] + window + [SpelledText.Word("$".utf8)]
        for (first, second) in zip(row, row.dropFirst()) { found.insert(key("b", first, space, second)) }
        for index in window.indices {
            found.insert(key("w", window[index]))
            guard index + 2 < window.count else { continue }
            found.insert(key("s", window[index], space, window[index + 2]))
            found.insert(key("t", window[index], space, window[index + 1], space, window[index + 2]))
        }
        return found
    }

    /// Three to five letters in a row, with the edges of words.
    private static func letters(_ window: [SpelledText.Word]) -> Set<UInt32> {
        var found: Set<UInt32> = []
        for word in window where !SpelledText.isPunctuation(word) && word[0] < 0x80 {
            let edged = SpelledText.Word("<".utf8) + word + SpelledText.Word(">".utf8)
            for size in 3...5 where size <= edged.count {
                for start in 0...(edged.count - size) { found.insert(key("c", edged[start..<(start + size)])) }
            }
        }
        return found
    }

    /// Signs, the words beside them, and two that stand near each other.
    private static func signs(
        _ window: [SpelledText.Word], _ kinds: [[Int]], _ names: [[UInt8]]
    ) -> Set<UInt32> {
        var found: Set<UInt32> = []
        for index in window.indices {
            for first in kinds[index] {
                found.insert(key("k", names[first]))
                if index + 1 < window.count { found.insert(key("m", names[first], space, window[index + 1])) }
                if index > 0 { found.insert(key("m", window[index - 1], space, names[first])) }
                for other in index...min(window.count - 1, index + near) {
                    for second in kinds[other] where other > index || first < second {
                        found.insert(key("p", names[first], space, names[second]))
                    }
                }
            }
        }
        return found
    }

    private static func denied(_ window: [SpelledText.Word], _ kinds: [[Int]], _ signs: WordKinds) -> Set<UInt32> {
        var found: Set<UInt32> = []
        var left = 0
        for index in window.indices {
            if SpelledText.isPunctuation(window[index]) { left = 0 }
            if left > 0 {
                left -= 1
                found.insert(key("n", window[index]))
                for kind in kinds[index] { found.insert(key("N", signs.names[kind])) }
            }
            if kinds[index].contains(where: signs.denials.contains) {
                left = scope
                if index > 0 { found.insert(key("n", SpelledText.Word("<".utf8), window[index - 1])) }
            }
        }
        return found
    }

    /// FNV-1a with the finish of MurmurHash3.
    private static func key(_ group: Unicode.Scalar, _ parts: ArraySlice<UInt8>...) -> UInt32 {
        key(group, parts)
    }

    private static func key(_ group: Unicode.Scalar, _ parts: [UInt8]...) -> UInt32 {
        key(group, parts.map { $0[...] })
    }

    private static func key(_ group: Unicode.Scalar, _ parts: [ArraySlice<UInt8>]) -> UInt32 {
        var key = (0x811C_9DC5 ^ group.value) &* 0x0100_0193
        for part in parts { for byte in part { key = (key ^ UInt32(byte)) &* 0x0100_0193 } }
        key = (key ^ key >> 16) &* 0x85EB_CA6B
        key = (key ^ key >> 13) &* 0xC2B2_AE35
        return key ^ key >> 16
    }
}
