// SPDX-License-Identifier: Apache-2.0

/// Notices an answer that goes round: its sentences are ones that it has said before, in whatever order and with
/// whatever between them.
///
/// Short sentences count neither way, and neither do code and tables, whose lines repeat in good answers as well.
struct SentenceWatch {
    private struct Limits {
        /// So many sentences in a row, each of which was said before this often.
        let inARow: Int
        let before: Int
        /// Or one sentence so often altogether.
        let ofOne: Int
    }

    private static let tiny = Limits(inARow: 4, before: 1, ofOne: 5)
    // A large model repeats because it was asked to, more often than not.
    private static let others = Limits(inARow: 12, before: 8, ofOne: 60)
    /// Letters and digits that a sentence has at least.
    private static let shortest = 12
    /// Characters after which a sentence without an end counts as one.
    private static let longest = 400

    private let limits: Limits
    private var said: [String: Int] = [:]
    private var sentence = ""
    private var length = 0
    private var isBehindEnd = false
    private var isCode = false
    private var row = 0

    init(isTiny: Bool) { limits = isTiny ? Self.tiny : Self.others }

    /// - Returns: whether the answer, with this text, goes round.
    mutating func isStuck(after text: String) -> Bool {
        for character in text {
            let isLineEnd = character.isNewline
            if isLineEnd || isBehindEnd && character.isWhitespace || length >= Self.longest {
                if ends() { return true }
            }
            isBehindEnd = ".!?…。！？".contains(character)
            guard !isLineEnd else { continue }
            sentence.append(character)
            length += 1
        }
        return false
    }

    /// Counts the sentence that has come to its end.
    private mutating func ends() -> Bool {
        defer { (sentence, length) = ("", 0) }
        let line = sentence.drop(while: \.isWhitespace)
        if line.hasPrefix("```") { isCode.toggle() }
        guard !isCode, !line.hasPrefix("|") else { return false }
        // The numbers of a list are others each time.
        let words = line.drop { !$0.isLetter }.lowercased().split { !$0.isLetter && !$0.isNumber }
        let key = words.joined(separator: " ")
        guard words.reduce(0, { $0 + $1.count }) >= Self.shortest else { return false }
        let before = said[key, default: 0]
        said[key] = before + 1
        row = before >= limits.before ? row + 1 : 0
        return row >= limits.inARow || before + 1 >= limits.ofOne
    }
}
