// SPDX-License-Identifier: Apache-2.0

import EmberJSON
public import Foundation

/// The journal written to a folder: Markdown, a file a day, the photos beside, and all of it once more as JSON.
///
/// `2026/2026-11-21.md`, `photos/2026-11-21-1.jpg`, `journal.json`.
public struct JournalFolder {
    private let store: any JournalStore
    private let folder: URL
    private let progress: (Double) throws -> Void
    private var names: [JournalPhoto.ID: String] = [:]
    private var made: Set<String> = []
    /// How many photos of the day that is being written there are so far.
    private var photosOfDay: (day: JournalDay, count: Int) = (.first, 0)

    /// How many entries are read at once.
    private static let atOnce = 200

    /// - Parameters:
    ///   - folder: is there, and empty.
    ///   - progress: is told how far it is, 0…1; what it throws ends the export.
    public init(_ store: any JournalStore, at folder: URL, progress: @escaping (Double) throws -> Void = { _ in }) {
        (self.store, self.folder, self.progress) = (store, folder, progress)
    }

    /// - Returns: how many entries and photos were written.
    /// - Throws: what reading and writing throws.
    public mutating func write() async throws -> (entries: Int, photos: Int) {
        let all = try await store.overview().entries
        let list = try JSONList(folder.appending(path: "journal.json"))
        var (query, day, photos): (JournalQuery, [JournalEntry], Int) = (JournalQuery(), [], 0)
        (query.newestFirst, query.limit) = (false, Self.atOnce)
        while true {
            try progress(all == 0 ? 1 : min(1, Double(query.offset) / Double(all)))
            let entries = try await store.entries(query)
            for entry in entries {
                if let first = day.first, first.day != entry.day {
                    try writeDay(day)
                    day = []
                }
                photos += try await writePhotos(of: entry)
                try list.add(json(entry))
                day.append(entry)
            }
            query.offset += entries.count
            if entries.count < Self.atOnce { break }
        }
        if !day.isEmpty { try writeDay(day) }
        try list.close()
        return (query.offset, photos)
    }

    private mutating func writeDay(_ entries: [JournalEntry]) throws {
        guard let day = entries.first?.day else { return }
        let year = String("\(day)".prefix(4))
        try makeFolder(year)
        let text = JournalMarkdown.file(entries) { "../\(names[$0.id] ?? "")" }
        try Data(text.utf8).write(to: folder.appending(path: "\(year)/\(day).md"))
    }

    private mutating func writePhotos(of entry: JournalEntry) async throws -> Int {
        var count = 0
        for photo in entry.photos {
            guard let file = try await store.photo(photo.id) else { continue }
            try makeFolder("photos")
            photosOfDay = photosOfDay.day == entry.day ? (entry.day, photosOfDay.count + 1) : (entry.day, 1)
            let name = "photos/\(entry.day)-\(photosOfDay.count).\(photo.kind.ending)"
            try file.data.write(to: folder.appending(path: name))
            names[photo.id] = name
            count += 1
        }
        return count
    }

    private mutating func makeFolder(_ name: String) throws {
        guard made.insert(name).inserted else { return }
        try FileManager.default.createDirectory(
            at: folder.appending(path: name), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
    }

    private func json(_ entry: JournalEntry) -> JSONObject {
        var object = JSONObject()
        object["id"] = .string(entry.id)
        object["date"] = .string("\(entry.day)")
        if let minute = entry.minute { object["time"] = .string(JournalMarkdown.clock(minute)) }
        object["text"] = .string(entry.text)
        if let mood = entry.mood { object["mood"] = .string(mood.name) }
        object["tags"] = .array(entry.tags.map(JSON.string))
        object["photos"] = .array(entry.photos.compactMap { names[$0.id] }.map(JSON.string))
        if let language = entry.language { object["language"] = .string(language) }
        object["createdAt"] = .string(entry.createdAt.formatted(.iso8601))
        object["changedAt"] = .string(entry.changedAt.formatted(.iso8601))
        return object
    }
}

/// A JSON array that is written element by element.
private final class JSONList {
    private let handle: FileHandle
    private var isEmpty = true

    init(_ file: URL) throws {
        try Data("{\"version\":1,\"entries\":[".utf8).write(to: file)
        handle = try FileHandle(forWritingTo: file)
        try handle.seekToEnd()
    }

    func add(_ object: JSONObject) throws {
        try handle.write(contentsOf: Data(((isEmpty ? "\n" : ",\n") + JSON.object(object).text).utf8))
        isEmpty = false
    }

    func close() throws {
        try handle.write(contentsOf: Data("\n]}\n".utf8))
        try handle.close()
    }
}
