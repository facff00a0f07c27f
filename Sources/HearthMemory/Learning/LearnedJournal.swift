// SPDX-License-Identifier: Apache-2.0

/// The journal, learned from like conversations: it can be recalled, and facts are found in it.
public struct LearnedJournal: JournalReading {
    private let learning: Learning

    public init(_ learning: Learning) { self.learning = learning }

    public var findsFacts: Bool { true }

    public func saved(_ entries: [Utterance], findingFacts: Bool) async throws {
        // A text that no passage can be made of would leave the old ones.
        let empty = entries.filter { $0.text.allSatisfy(\.isWhitespace) }
        try await learning.forget(.entry, sources: empty.map(\.id))
        try await learning.learn(
            entries.filter { !$0.text.allSatisfy(\.isWhitespace) }, as: .entry, findingFacts: findingFacts)
    }

    public func restored(_ entries: [Utterance]) async throws { try await learning.restore(entries) }
}
