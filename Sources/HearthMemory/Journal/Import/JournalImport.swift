// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Contents of a file for the journal, and what it would leave out.
public struct JournalImport: Sendable {
    public enum Kind: String, Sendable { case dayOne, markdown, jrnl, hearth }

    /// Why something is left out.
    public enum Reason: String, Sendable, CaseIterable {
        /// The journal has an entry of that day with that text.
        case known
        /// It is in the file more than once.
        case twice
        /// No text and no photo.
        case empty
        /// Nothing says of which day it is.
        case noDate
        /// It is not text, or too long.
        case unreadable
        case videos
        /// Sounds and documents.
        case otherMedia
        /// An entry names a photo that is not in the file.
        case missingPhotos
        /// A photo is not one that Hearth keeps.
        case badPhotos
        /// More photos than an entry may have.
        case tooManyPhotos
    }

    /// A photo by its name in the archive. No file is ever called by that name.
    public typealias PhotoName = String

    public struct Entry: Sendable, Equatable {
        public var day: JournalDay
        public var minute: Int?
        public var text: String
        public var mood: Mood?
        public var tags: [String] = []
        public var photos: [PhotoName] = []
        public var createdAt: Date?

        public init(day: JournalDay, minute: Int? = nil, text: String) {
            (self.day, self.minute, self.text) = (day, minute, text)
        }
    }

    /// As the browser or the user named it.
    public var name: String
    public var kind: Kind
    /// By day and time.
    public var entries: [Entry] = []
    public var leftOut: [Reason: Int] = [:]
    /// The place of the photos.
    var source: JournalArchive?

    public init(name: String, kind: Kind) { (self.name, self.kind) = (name, kind) }

    public var photos: Int { entries.reduce(0) { $0 + $1.photos.count } }
    public var tags: Int { Set(entries.flatMap(\.tags)).count }
    public var sumLeftOut: Int { leftOut.values.reduce(0, +) }

    public mutating func leaveOut(_ reason: Reason, _ count: Int = 1) {
        if count > 0 { leftOut[reason, default: 0] += count }
    }
}

/// Limits of an import; whatever exceeds them is refused with one sentence.
public struct JournalImportLimits: Sendable {
    /// Files of an archive.
    public var files = 100_000
    /// Bytes of one file of text, and of all.
    public var textFileBytes = 64 << 20
    public var textBytes = 192 << 20
    /// Bytes of all photos, unpacked.
    public var photoBytes = 8 << 30
    /// How many times larger than itself an archive may become once 64 MiB are unpacked. Text becomes 3 to 10 times
    /// larger, photos not at all.
    public var expansion = 60
    public var entries = 100_000

    public init() {}
}

extension Journal {
    /// Reads a file of another journal: Day One's JSON, alone or in its archive with photos, a folder of Markdown files
    /// as an archive, one such file, or what Hearth has exported. Nothing is saved.
    ///
    /// - Parameters:
    ///   - holder: is held as long as the file is needed.
    ///   - progress: is told how far it is, 0…1; what it throws ends the work.
    /// - Throws: `JournalError` for a file that cannot be read, also `.cancelled`; `CancellationError`.
    public func read(
        _ file: URL, name: String, holder: (any AnyObject & Sendable)? = nil, limits: JournalImportLimits = .init(),
        progress: @escaping @Sendable (Double) throws -> Void
    ) async throws -> JournalImport {
        var result = try await JournalFileReading().read(
            file, name: name, holder: holder, limits: limits, progress: progress)
        let known = try await store.known(result.entries.map { ($0.day, $0.text, $0.photos.count) })
        result.leaveOut(.known, known.count)
        result.entries = result.entries.enumerated().filter { !known.contains($0.offset) }.map(\.element)
        try progress(1)
        return result
    }

    /// Adds what was read, all of it or nothing, and has the memory read it.
    ///
    /// - Parameter progress: is told how far it is, 0…1; what it throws undoes everything.
    /// - Returns: the same without what another import has brought meanwhile.
    @discardableResult
    public func add(
        _ batch: JournalImport, findingFacts: Bool, at now: Date, in zone: TimeZone,
        progress: @escaping @Sendable (Double) throws -> Void
    ) async throws -> JournalImport {
        let source = batch.source
        let added = AddedEntries(batch.entries, at: now, source)
        let known = try await store.importEntries {
            try progress(0.9 * added.fraction)
            return try added.next()
        }
        // From here on they are there; what the memory does not read now it reads at the next start.
        try? await read(added.all.filter { !known.contains($0.id) }, in: zone, findingFacts: findingFacts)
        try? progress(1)
        var batch = batch
        batch.leaveOut(.known, known.count)
        batch.entries = zip(batch.entries, added.all).filter { !known.contains($1.id) }.map(\.0)
        return batch
    }

    /// Has the memory read what it does not know, such as after an end in the middle of an import.
    public func catchUp(in zone: TimeZone) async throws {
        // Of some no passage is made; they come again, and are read once.
        var tried: Set<JournalEntry.ID> = []
        while true {
            try Task.checkCancellation()
            let entries = try await store.unrecalledEntries(limit: 100 + tried.count).filter { !tried.contains($0.id) }
            guard !entries.isEmpty else { return }
            try await read(entries, in: zone, findingFacts: false)
            tried.formUnion(entries.map(\.id))
        }
    }
}

/// Entries on their way into the store, one at a time, each with its photos.
private final class AddedEntries: @unchecked Sendable {
    // The store asks for one after another, on one thread at a time.
    private let entries: [JournalImport.Entry]
    private let now: Date
    private let source: JournalArchive?
    private var place = 0
    private(set) var all: [JournalEntry] = []

    init(_ entries: [JournalImport.Entry], at now: Date, _ source: JournalArchive?) {
        (self.entries, self.now, self.source) = (entries, now, source)
    }

    var fraction: Double { entries.isEmpty ? 1 : Double(place) / Double(entries.count) }

    func next() throws -> (JournalEntry, [PhotoFile])? {
        guard place < entries.count else { return nil }
        let entry = entries[place]
        place += 1
        let photos = try entry.photos.map { name throws(JournalError) in
            guard let source else { throw JournalError(.missing, "the photos are gone") }
            return try source.photo(name)
        }
        let added = JournalEntry(
            day: entry.day, minute: entry.minute, text: entry.text, mood: entry.mood, tags: entry.tags,
            createdAt: entry.createdAt ?? now, changedAt: now)
        all.append(added)
        return (added, photos)
    }
}
