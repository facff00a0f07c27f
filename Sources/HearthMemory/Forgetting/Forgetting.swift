// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What the user wants the memory to forget. Conversations and entries themselves stay, to be deleted where they are.
public enum Forgotten: Sendable, Equatable {
    /// Facts, also those that wait, with the passages of what they were found in.
    case facts([Fact.ID])
    /// What was learned of messages or entries, or is still to be learned of them.
    case sources([String])
    /// Whatever is about somebody or names them.
    case person(String)
    /// What was said and written in a time: from its beginning to before its end.
    case time(Range<Date>)
    /// What was learned of a conversation or journal.
    case session(String)
    /// All that the memory knows.
    case everything
}

/// How much there is of something that is to be forgotten, or was.
public struct ForgottenCounts: Sendable, Equatable {
    public var facts = 0
    /// Facts that wait for the user.
    public var waiting = 0
    /// Quotations of these facts, or of others.
    public var quotations = 0
    /// Lines of the portrait that go.
    public var lines = 0
    public var passages = 0

    public init() {}
    public var isEmpty: Bool { facts + waiting + quotations + lines + passages == 0 }
}

/// What came of forgetting.
public struct ForgottenReport: Sendable, Equatable {
    public var counts: ForgottenCounts
    /// Backups that could not be cleaned yet. That is tried again, at the latest at the next start.
    public var uncleanCopies: Int

    public init(counts: ForgottenCounts, uncleanCopies: Int) {
        (self.counts, self.uncleanCopies) = (counts, uncleanCopies)
    }
}

/// Forgets for good: facts, evidence, lines, passages, stems, vectors, the index, and the backups that Hearth keeps.
public protocol ForgettingStore: Sendable {
    /// How much would be forgotten.
    func count(of forgotten: Forgotten) async throws -> ForgottenCounts
    /// Forgets, and returns when no byte is left in any file that can be written now.
    ///
    /// What it was learned from is not read again, and makes no passages again.
    /// - Parameters:
    ///   - refusing: whether facts that say the same are never learned again, also from other words.
    ///   - now: what is said and written after it is learned as ever.
    func forget(_ forgotten: Forgotten, refusing: Bool, at now: Date) async throws -> ForgottenReport
    /// Takes a fact out of sight, to be erased with the next `eraseSetAside`. What says the same is not learned again
    /// unless it is brought back.
    func setAside(_ id: Fact.ID, at date: Date) async throws
    /// Brings back what was set aside, and may be learned again.
    /// - Returns: whether it was still there.
    func bringBack(_ id: Fact.ID) async throws -> Bool
    /// Erases for good what was set aside before a date.
    func eraseSetAside(before date: Date) async throws
    /// Takes an act on facts back, all of it or nothing.
    /// - Returns: `false` where somebody has changed since what it changed.
    func revert(_ act: FactReversal) async throws -> Bool
    /// Facts that hold or held, that the user has confirmed, and that nothing says but these sessions: they go with
    /// them.
    func confirmedFacts(onlyIn sessions: [String]) async throws -> [Fact.ID]
    /// Those of them that can still be kept: of these sessions, only deleted ones count.
    func factsToKeep(of sessions: [String]) async throws -> [Fact.ID]
    /// Lets these facts outlive their deleted sessions: their quotations are copied. The copies go when a session is
    /// restored.
    func keepFacts(of sessions: [String]) async throws -> [Fact.ID]
    /// Lets messages or entries be learned from again.
    func include(_ sources: [String]) async throws
    /// Keeps facts that come from a file of the user's, also where their sources were forgotten before.
    func take(_ facts: KeptFacts, lines: [ProfileLine]) async throws
}

/// Facts, and those among them that wait for the user.
public struct KeptFacts: Sendable, Equatable {
    public var facts: [Fact]
    public var queued: [Fact]
    /// The messages and entries of their evidence that were there when they were taken down. A quotation whose source
    /// has been erased since does not come back; one that never had any, because it came from a file, does.
    public var sources: Set<String> = []

    public init(facts: [Fact] = [], queued: [Fact] = []) { (self.facts, self.queued) = (facts, queued) }
}

/// All that is needed to show what is known about the user, and to change it.
public typealias KnowledgeStore = FactStore & ProfileStore & ForgettingStore

/// Something that holds what the memory knows, beside the store, and lets go of it when something is forgotten.
public protocol MemoryCache: Sendable {
    func letGo() async
}

extension Recall: MemoryCache {
    public func letGo() { reset() }
}
