// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthModels

/// Hears of changes in the journal, so that the memory follows them. With an entry that is erased, the store
/// erases what was made of it.
public protocol JournalReading: Sendable {
    /// Whether it finds facts in entries; who imports many may wish that it does not.
    var findsFacts: Bool { get }
    /// Entries were written or changed.
    func saved(_ entries: [Utterance], findingFacts: Bool) async throws
    /// Entries that were deleted are back, as they were.
    func restored(_ entries: [Utterance]) async throws
}

/// The journal can be recalled, and nothing is learned from it.
public struct RecalledJournal: JournalReading {
    private let recall: Recall

    public init(_ recall: Recall) { self.recall = recall }

    public var findsFacts: Bool { false }

    public func saved(_ entries: [Utterance], findingFacts: Bool) async throws {
        // A text that no passage can be made of would leave the old ones.
        let empty = entries.filter { $0.text.allSatisfy(\.isWhitespace) }
        if !empty.isEmpty { try await recall.forget(.entry, sources: empty.map(\.id)) }
        try await recall.remember(entries, as: .entry)
    }

    public func restored(_ entries: [Utterance]) async throws { try await recall.remember(entries, as: .entry) }
}

/// The journal, with what the rest of the memory has to hear of it.
public struct Journal: Sendable {
    public let store: any JournalStore
    public let recall: Recall
    let reader: any JournalReading
    private let deletions: DeletionQueue

    /// How long a deleted entry can be brought back.
    public static let undoTime = Duration.seconds(8)

    /// - Parameters:
    ///   - reader: hears of entries; `nil` has them recalled and nothing more.
    ///   - deletions: the app's deletions; `nil` for a queue of its own.
    public init(
        _ store: any JournalStore, recall: Recall, reader: (any JournalReading)? = nil, deletions: DeletionQueue? = nil
    ) {
        (self.store, self.recall, self.deletions) = (store, recall, deletions ?? DeletionQueue())
        self.reader = reader ?? RecalledJournal(recall)
    }

    public var findsFacts: Bool { reader.findsFacts }

    /// Saves an entry, and has the memory read it.
    public func save(_ entry: JournalEntry, in zone: TimeZone) async throws {
        try await store.save(entry)
        try await reader.saved([entry.utterance(in: zone)], findingFacts: true)
    }

    /// Deletes entries; they can be brought back for `undoTime`, then they are erased. Until then what was learned from
    /// them is hidden with them, and nothing of it is found.
    public func delete(_ ids: [JournalEntry.ID], at date: Date) async throws {
        try await store.deleteEntries(ids, at: date)
        let store = store
        for id in ids {
            await deletions.add(Self.key(of: id), for: Self.undoTime + .seconds(2)) {
                // What cannot be erased now is tried again at the next deletion and the next start.
                try? await store.erase(deletedBefore: date.addingTimeInterval(0.01))
            }
        }
    }

    private static func key(of entry: JournalEntry.ID) -> DeletionQueue.Key { .init("entry", entry) }

    /// Restores deleted entries whose time is not over.
    public func undelete(_ ids: [JournalEntry.ID], in zone: TimeZone) async throws {
        for id in ids {
            let store = store
            let restoration = try await deletions.restore(Self.key(of: id)) { try await store.undeleteEntries([id]) }
            guard restoration == .restored, let entry = try await store.entry(id) else { continue }
            try await reader.restored([entry.utterance(in: zone)])
        }
    }

    /// Erases a day for good, here and in backups: its entries, what was just deleted, and drafts.
    public func eraseDay(_ day: JournalDay) async throws { try await store.eraseEntries(of: day) }

    /// All entries of a day; `nil` for those of all days.
    public func entries(of day: JournalDay?) async throws -> [JournalEntry] {
        var query = JournalQuery(from: day, until: day)
        query.limit = 100_000
        return try await store.entries(query)
    }

    /// Erases the whole journal for good, here and in backups.
    public func eraseAll() async throws { try await store.eraseJournal() }

    /// Has the memory read entries that it may not know, a few at a time.
    func read(_ entries: [JournalEntry], in zone: TimeZone, findingFacts: Bool) async throws {
        for start in stride(from: 0, to: entries.count, by: 200) {
            let some = entries[start..<min(start + 200, entries.count)]
            try await reader.saved(some.map { $0.utterance(in: zone) }, findingFacts: findingFacts)
        }
    }
}
