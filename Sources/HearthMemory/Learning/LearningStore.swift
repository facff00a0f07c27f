// SPDX-License-Identifier: Apache-2.0

/// What learning needs of a store beside passages and facts. Each method is one whole transaction.
public protocol LearningStore: PassageIndex, FactStore {
    /// Notes that these have been indexed and are to be looked at for facts.
    func noteIndexed(_ utterances: [Utterance], as kind: Passage.Kind) async throws
    /// Notes that these have been looked at for facts.
    func noteLookedAt(_ sources: [String], as kind: Passage.Kind) async throws
    /// Forgets that these were indexed.
    func noteUnknown(_ sources: [String]) async throws
    /// What was said and has not been indexed yet, the oldest first. What is private, or was said while the memory was
    /// off, never is among them.
    /// - Parameter last: only what was said after this message is looked through; `nil` for all, and all is meant where
    ///   it is not there any more.
    func unindexed(after last: String?, limit: Int) async throws -> [(kind: Passage.Kind, utterance: Utterance)]
    /// What has been indexed and not been looked at for facts yet, the oldest first.
    func unread(limit: Int) async throws -> [(kind: Passage.Kind, utterance: Utterance)]
    /// Whether something is still to be looked at: it may have been deleted meanwhile.
    func isUnread(_ source: String, as kind: Passage.Kind) async throws -> Bool
    /// What was said in the same conversation before, the oldest first.
    func said(before utterance: Utterance, limit: Int) async throws -> [Utterance]
    /// Facts that hold and cannot be found, because they are no passages yet.
    func unindexedFacts() async throws -> [Fact]
    /// Facts that hold or held, have no slot, and have not been read for one, the oldest first.
    func unfiledFacts(limit: Int) async throws -> [Fact]
    /// Keeps a fact as it was read into a slot, with the lines that the user wrote of it.
    /// - Parameters:
    ///   - twin: a fact that says the same, which takes its evidence and what the user wished for it; the fact itself
    ///     goes. `nil` where none does.
    ///   - closings: facts that it closes.
    /// - Returns: `false` where one of them has changed or gone since it was read, and nothing was kept.
    func file(_ edit: FactEdit, into twin: Fact?, closing closings: [FactEdit]) async throws -> Bool
    /// Erases what was learned from messages or entries: quotations, and each fact with its last one.
    func eraseEvidence(from sources: [String]) async throws
    /// Has facts quote another message, which has the same words.
    func move(_ quotations: [FactQuotation], to message: Utterance) async throws
    /// Erases single quotations, such as of sentences that an entry says no longer, and each fact with its last one.
    func erase(_ quotations: [FactQuotation]) async throws
}

extension LearningStore {
    package func unindexed(limit: Int) async throws -> [(kind: Passage.Kind, utterance: Utterance)] {
        try await unindexed(after: nil, limit: limit)
    }
}
