// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// Notices an answer that has come to say the same few words again and again, from which no model finds back.
///
/// Here only an exact repetition counts, and only one with letters: rules, tables and rows of numbers repeat as well.
/// Sentences that come again with others between them are noticed by `SentenceWatch`.
struct RepetitionWatch {
    /// How often the same must have been said. A large model repeats because it was asked to, more often than not.
    private struct Limits {
        /// Of what is at most `short` bytes long, and altogether at least so many bytes.
        let shortOnes: Int
        let bytes: Int
        let longOnes: Int
    }

    private static let tiny = Limits(shortOnes: 12, bytes: 100, longOnes: 5)
    private static let others = Limits(shortOnes: 60, bytes: 400, longOnes: 14)
    private static let short = 20
    private static let longest = 120
    /// It is looked for after so many new bytes.
    private static let step = 24

    private let limits: Limits
    private var sentences: SentenceWatch
    private var text: [UInt8] = []
    private var new = 0

    init(isTiny: Bool) {
        limits = isTiny ? Self.tiny : Self.others
        sentences = SentenceWatch(isTiny: isTiny)
    }

    /// - Returns: whether the answer, with this piece, repeats itself.
    mutating func isStuck(after event: CompletionEvent) -> Bool {
        guard case .piece(let piece) = event else { return false }
        switch piece {
        case .text(let more), .thought(let more):
            if sentences.isStuck(after: more) { return true }
            text += more.utf8
            new += more.utf8.count
        case .textWasThought: return false
        }
        guard new >= Self.step else { return false }
        new = 0
        // No more than is looked at.
        text = text.suffix(Self.longest * (limits.longOnes + 1))
        return repeats
    }

    private var repeats: Bool {
        (1...Self.longest).contains { length in
            guard text.count > 2 * length else { return false }
            var same = 0
            while same + length < text.count, text[text.count - 1 - same] == text[text.count - 1 - same - length] {
                same += 1
            }
            let all = same + length
            guard all >= length * (length <= Self.short ? limits.shortOnes : limits.longOnes), all >= limits.bytes
            else { return false }
            // The period may begin inside a character; in twice as much, each of its characters is whole once.
            let said = String(decoding: text.suffix(2 * length), as: UTF8.self)
            return said.unicodeScalars.contains(where: \.properties.isAlphabetic)
        }
    }
}
