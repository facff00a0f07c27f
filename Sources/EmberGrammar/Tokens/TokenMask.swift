// SPDX-License-Identifier: Apache-2.0

/// The tokens that may come next: one bit for each token of the vocabulary.
package final class TokenMask: Sendable {
    package let words: [UInt64]
    package let count: Int
    /// The most tokens that the shortest way to the end takes behind one of these.
    let worstClosing: Int

    init(words: [UInt64], worstClosing: Int) {
        self.words = words
        self.worstClosing = worstClosing
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    /// Without some tokens; the same where nothing would remain.
    func without(_ tokens: [Int32]) -> TokenMask {
        var words = words
        for token in tokens { words[Int(token) / 64] &= ~(1 << UInt64(token % 64)) }
        let mask = TokenMask(words: words, worstClosing: worstClosing)
        return mask.count > 0 ? mask : self
    }

    /// Without some of its tokens.
    func removing(_ tokens: [Int32]) -> TokenMask {
        guard !tokens.isEmpty else { return self }
        var words = words
        for token in tokens { words[Int(token) / 64] &= ~(1 << UInt64(token % 64)) }
        return TokenMask(words: words, worstClosing: worstClosing)
    }

    /// In ascending order.
    var tokens: [Int32] {
        var result: [Int32] = []
        result.reserveCapacity(count)
        for (index, word) in words.enumerated() {
            var rest = word
            while rest != 0 {
                result.append(Int32(index * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return result
    }

    package func contains(_ token: Int) -> Bool {
        token >= 0 && token / 64 < words.count && words[token / 64] >> UInt64(token % 64) & 1 != 0
    }

    /// The lowest token of the mask, or `nil` when it is empty.
    package var first: Int? {
        words.firstIndex { $0 != 0 }.map { $0 * 64 + words[$0].trailingZeroBitCount }
    }
}
