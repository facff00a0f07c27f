// SPDX-License-Identifier: Apache-2.0

/// Guesses the next tokens from earlier text: speculative decoding without a draft model.
///
/// If the last few tokens have occurred before, the tokens that followed them then are guessed to follow again. The
/// model checks all of them in one pass over its weights, which costs little more than one token. A wrong guess changes
/// nothing but rounding: sums over several tokens may be rounded otherwise than over one, in the sixth digit of a logit
/// in reference precision, and by some tenths in fast precision, where that digit can round an activation to its other
/// neighbour. Source: Saxena 2023, "Prompt Lookup Decoding"; checking after Leviathan et al. 2023.
struct PromptLookup {
    /// For each run of `runLength` tokens, where the newest one ends.
    private var ends: [Run: Int] = [:]
    private var tokens: [Int32] = []
    /// Index of the token behind the previous occurrence of the current run; `nil` if there was none.
    private var found: Int?
    /// How many tokens are guessed at once: more while the guesses hold, fewer when they do not.
    private var length = Self.shortest

    private static let runLength = 3
    private static let shortest = 2
    private static let longest = 7

    private struct Run: Hashable {
        let a: Int32
        let b: Int32
        let c: Int32
    }

    mutating func append(_ new: some Sequence<Int32>) {
        for token in new {
            tokens.append(token)
            guard tokens.count >= Self.runLength else { continue }
            let run = Run(a: tokens[tokens.count - 3], b: tokens[tokens.count - 2], c: token)
            found = ends.updateValue(tokens.count, forKey: run)
        }
    }

    /// The tokens that may come next, none when nothing like it has been said.
    func guess(atMost count: Int) -> ArraySlice<Int32> {
        guard let found else { return [] }
        return tokens[found...].prefix(min(length, count))
    }

    /// Learns how many of the last guess were right.
    mutating func learn(guessed: Int, right: Int) {
        guard guessed > 0 else { return }
        length = right == guessed ? min(Self.longest, length * 2) : max(Self.shortest, (length + right) / 2)
    }
}
