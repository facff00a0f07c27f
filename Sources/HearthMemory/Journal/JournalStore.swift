// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The storage that the journal needs. Each call is one transaction. Entries that are deleted and can still be brought
/// back are found by none of them.
public protocol JournalStore: Sendable {
    func entry(_ id: JournalEntry.ID) async throws -> JournalEntry?
    func entries(_ query: JournalQuery) async throws -> [JournalEntry]
    /// Entries in which all words occur, the last as a beginning; the newest first, those with the words side by side
    /// before others.
    func searchEntries(_ text: String, limit: Int) async throws -> [JournalFinding]
    /// The days that have entries, ascending.
    func days(_ range: ClosedRange<JournalDay>) async throws -> [JournalDaySummary]
    func overview() async throws -> JournalOverview
    /// Adds an entry, or puts it in the place of that with its identifier. Its draft goes. Photos are not touched.
    /// - Throws: `JournalError` `.invalid`.
    func save(_ entry: JournalEntry) async throws
    /// Hides entries until they are erased or brought back, and removes the passages of them.
    func deleteEntries(_ ids: [JournalEntry.ID], at date: Date) async throws
    func undeleteEntries(_ ids: [JournalEntry.ID]) async throws
    /// Erases for good what was deleted before a date: it is in no file afterwards, nor in backups.
    func erase(deletedBefore date: Date) async throws
    /// Erases entries for good, and all that was learned from them, here and in backups.
    func eraseEntries(_ ids: [JournalEntry.ID]) async throws
    /// The same for a day: its entries, those that could still be brought back, and its drafts.
    func eraseEntries(of day: JournalDay) async throws
    /// How many drafts a day has, and entries that are deleted and could still be brought back.
    func unseenCount(of day: JournalDay) async throws -> Int
    /// Erases all entries, drafts, photos and reflections for good, and all that was learned from entries, here and in
    /// backups.
    func eraseJournal() async throws

    func draft(_ id: JournalEntry.ID) async throws -> JournalDraft?
    /// The newest draft of an entry that is not there yet.
    func newestDraft(isTalk: Bool) async throws -> JournalDraft?
    func save(_ draft: JournalDraft) async throws
    /// Saves a draft in the place of one that is still as it was.
    /// - Returns: `false` where that was changed or erased meanwhile; then nothing is saved.
    func save(_ draft: JournalDraft, inPlaceOf former: JournalDraft) async throws -> Bool
    /// Removes a draft, and its photos where it has become no entry.
    func discardDraft(_ id: JournalEntry.ID) async throws

    func photos(of entry: JournalEntry.ID) async throws -> [JournalPhoto]
    func photo(_ id: JournalPhoto.ID) async throws -> PhotoFile?
    /// Adds a photo behind the others of an entry or draft.
    /// - Throws: `JournalError` `.invalid` where it has as many as it may have.
    func add(_ photo: PhotoFile, to entry: JournalEntry.ID) async throws -> JournalPhoto
    /// The same for several, all or none. Where there is neither an entry nor a draft yet, this draft is saved with
    /// them.
    func add(_ photos: [PhotoFile], with draft: JournalDraft) async throws
    func erasePhoto(_ id: JournalPhoto.ID) async throws

    /// Finds entries that are there already: the places of those with the same day and text, and without a text
    /// as many photos.
    func known(_ entries: [(day: JournalDay, text: String, photos: Int)]) async throws -> Set<Int>
    /// Entries of which the memory has no passage, the oldest first.
    func unrecalledEntries(limit: Int) async throws -> [JournalEntry]
    /// Adds entries with their photos, all or none. What was there before, as `known` says, is left out: another import
    /// may have brought it meanwhile.
    /// - Parameter next: the next entry and its photos; `nil` at the end. What it throws undoes everything.
    /// - Returns: what was left out.
    func importEntries(
        _ next: @escaping @Sendable () throws -> (JournalEntry, [PhotoFile])?
    ) async throws -> Set<JournalEntry.ID>

    func reflections(_ range: ClosedRange<JournalDay>) async throws -> [Reflection]
    func reflection(_ id: Reflection.ID) async throws -> Reflection?
    /// Saves a look back in the place of another one at the same week or month, which is erased.
    func save(_ reflection: Reflection) async throws
    func eraseReflection(_ id: Reflection.ID) async throws
}

/// A selection of entries.
public struct JournalQuery: Sendable, Equatable {
    public var from: JournalDay?
    public var until: JournalDay?
    /// These days alone, where it is not `nil`.
    public var days: [JournalDay]?
    public var tag: String?
    public var newestFirst = true
    public var offset = 0
    public var limit = 100

    public init(from: JournalDay? = nil, until: JournalDay? = nil) { (self.from, self.until) = (from, until) }
}

public struct JournalFinding: Sendable, Equatable {
    public var entry: JournalEntry
    /// A piece of its text; what was sought stands between U+E000 and U+E001.
    public var excerpt: String

    public init(entry: JournalEntry, excerpt: String) { (self.entry, self.excerpt) = (entry, excerpt) }
}

/// A day of the calendar.
public struct JournalDaySummary: Sendable, Equatable {
    public var day: JournalDay
    public var entries: Int
    /// That of the last entry that has one.
    public var mood: Mood?

    public init(day: JournalDay, entries: Int, mood: Mood?) {
        (self.day, self.entries, self.mood) = (day, entries, mood)
    }
}

public struct JournalOverview: Sendable, Equatable {
    public var entries = 0
    public var first: JournalDay?
    public var last: JournalDay?

    public init() {}
}

/// Typed text that is no entry yet.
public struct JournalDraft: Sendable, Equatable {
    /// The entry that it is of, or will become.
    public var entry: JournalEntry.ID
    public var day: JournalDay
    public var text: String
    public var mood: Mood?
    /// The guided talk that it comes from.
    public var talk: GuidedTalk?
    public var changedAt: Date

    public init(
        entry: JournalEntry.ID, day: JournalDay, text: String, mood: Mood? = nil, talk: GuidedTalk? = nil,
        changedAt: Date
    ) {
        (self.entry, self.day, self.text, self.mood) = (entry, day, text, mood)
        (self.talk, self.changedAt) = (talk, changedAt)
    }
}
