// SPDX-License-Identifier: Apache-2.0

/// Storage of facts. Each method is one whole transaction.
public protocol FactStore: Sendable {
    /// The facts that hold now, and those that held before where `history` is true; the oldest first.
    func facts(history: Bool) async throws -> [Fact]
    /// The facts that wait for the user, the oldest first.
    func queuedFacts() async throws -> [Fact]
    /// Keeps what has changed: facts that are new or have new evidence, validity or words. Of a fact that was read
    /// before, only what the caller has changed is written, whoever has changed it meanwhile; one that was erased
    /// meanwhile does not come back.
    func keep(_ changes: FactChanges) async throws
    /// The same for what was found in a message or an entry, unless that is gone or deleted by now: then nothing
    /// changes.
    /// - Returns: whether it was kept.
    func keep(_ changes: FactChanges, learnedFrom source: String) async throws -> Bool
    /// The same for what the user says is to be known: that counts more than that it was forgotten or refused before.
    func keep(_ changes: FactChanges, toldIn source: String) async throws -> Bool
    /// Those of these messages and entries that are there and not deleted.
    func sources(among utterances: [String]) async throws -> Set<String>
    /// The quotations that facts have of messages or entries, whether they are shown or not.
    func quotations(from sources: [String]) async throws -> [FactQuotation]
    /// Erases a fact, or one that waits, for good: here and in the backups that Hearth makes. What it superseded stays
    /// as it is.
    /// - Returns: whether there was one.
    @discardableResult
    func forgetFact(_ id: String) async throws -> Bool
    /// The facts among these that the user has refused for good: nothing that says the same is learned again.
    func refusedFacts(among facts: [Fact]) async throws -> Set<Fact.ID>
}

/// A stretch of a message or entry that a fact rests on.
public struct FactQuotation: Sendable, Hashable {
    public let fact: Fact.ID
    /// The message or entry.
    public let source: String
    public let quote: String

    public init(fact: Fact.ID, source: String, quote: String) {
        (self.fact, self.source, self.quote) = (fact, source, quote)
    }
}

extension FactStore {
    /// Looks through all facts, where a store has no index of their sources.
    public func quotations(from sources: [String]) async throws -> [FactQuotation] {
        try await (facts(history: true) + queuedFacts()).flatMap { fact in
            fact.evidence.filter { sources.contains($0.utterance) }.map {
                FactQuotation(fact: fact.id, source: $0.utterance, quote: $0.quote)
            }
        }
    }

    /// By default nothing is refused.
    public func refusedFacts(among facts: [Fact]) async throws -> Set<Fact.ID> { [] }

    /// By default all messages and entries are taken to be there.
    public func keep(_ changes: FactChanges, learnedFrom source: String) async throws -> Bool {
        try await keep(changes)
        return true
    }

    /// By default nothing has to be taken back.
    public func keep(_ changes: FactChanges, toldIn source: String) async throws -> Bool {
        try await keep(changes, learnedFrom: source)
    }

    /// By default no message or entry is known.
    public func sources(among utterances: [String]) async throws -> Set<String> { [] }
}

/// Changes of one step of learning, to be kept all together or not at all.
public struct FactChanges: Sendable, Equatable {
    /// New or changed facts. One that has waited waits no longer.
    public var facts: [Fact] = []
    /// New facts that wait for the user.
    public var queued: [Fact] = []
    /// Facts that no longer wait.
    public var settled: [String] = []
    /// Those of the facts that were known or waited before, as they were read.
    public var before: [Fact.ID: Fact] = [:]

    public init() {}

    /// Changes of one fact.
    public init(_ edits: [FactEdit]) {
        facts = edits.map(\.after)
        before = Dictionary(edits.map { ($0.before.id, $0.before) }) { first, _ in first }
    }

    public var isEmpty: Bool { facts.isEmpty && queued.isEmpty && settled.isEmpty }
}
