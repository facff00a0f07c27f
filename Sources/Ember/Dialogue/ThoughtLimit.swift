// SPDX-License-Identifier: Apache-2.0

/// Ends a thought that has become too long, by saying which tokens come next.
struct ThoughtLimit: Sendable {
    /// Tokens that a thought may have.
    private let budget: Int
    /// Tokens that close a thought.
    private let end: [Int32]
    private var splitter: ThinkingSplitter
    private var count = 0
    private var hasEnded = false

    init(budget: Int, end: [Int], splitter: ThinkingSplitter) {
        self.budget = budget
        self.end = end.map { Int32($0) }
        self.splitter = splitter
    }

    /// The tokens that an answer has to begin with.
    mutating func begin() -> [Int32] { endIfTooLong() }

    /// Takes the text that the next token completes.
    /// - Returns: the tokens that have to follow it.
    mutating func append(_ text: String) -> [Int32] {
        if splitter.isThinking { count += 1 }
        _ = splitter.append(text)
        return endIfTooLong()
    }

    private mutating func endIfTooLong() -> [Int32] {
        guard !hasEnded, splitter.isThinking, count >= budget else { return [] }
        hasEnded = true
        return end
    }
}
