// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Reads the JSON of Day One, of jrnl, or of Hearth's own export, one entry after another.
///
/// Sources: files that Day One writes (`metadata`, `entries` with `creationDate`, `timeZone`, `text`, `tags`, `photos`
/// with `identifier`, `md5` and `type`), described at dayoneapp.com, "Exporting entries".
struct EntryListReader {
    private let name: String
    private let archive: JournalArchive?
    private let folder: String
    private let most: Int
    private var reader: JSONReader

    init(_ name: String, _ bytes: [UInt8], _ archive: JournalArchive?, most: Int) {
        (self.name, self.archive, self.most) = (name, archive, most)
        folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        reader = JSONReader(isMarked ? Array(bytes.dropFirst(3)) : bytes, depthLimit: 24)
    }

    /// - Parameter check: is called at each entry; what it throws ends the work.
    mutating func read(into result: inout JournalImport, _ check: () throws -> Void) throws {
        var hasEntries = false
        do {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                guard key == "entries", try reader.peek() == .array else {
                    try reader.skipValue()
                    continue
                }
                hasEntries = true
                try reader.beginArray()
                while try reader.nextElement() {
                    try check()
                    let value = try reader.readValue()
                    guard let entry = value.object else { throw reader.unexpected("an entry") }
                    add(entry, to: &result)
                    guard result.entries.count <= most else {
                        throw JournalError(.tooLarge, "there are more than \(most) entries")
                    }
                }
            }
            try reader.end()
        } catch let error as JSONError { throw JournalError(.damaged, "\(name): \(error)") }
        guard hasEntries else { throw JournalError(.unsupported, "\(name) has no list of entries") }
    }

    private func add(_ object: JSONObject, to result: inout JournalImport) {
        result.leaveOut(.videos, object["videos"]?.array?.count ?? 0)
        for key in ["audios", "pdfAttachments"] { result.leaveOut(.otherMedia, object[key]?.array?.count ?? 0) }
        if object["date"] != nil, object["creationDate"] == nil, object["body"] != nil || object["starred"] != nil {
            addJrnl(object, to: &result)
        } else if object["date"] != nil, object["creationDate"] == nil {
            result.kind = .hearth
            addOurs(object, to: &result)
        } else {
            DayOneEntry(object).map { add($0, to: &result) } ?? result.leaveOut(.noDate)
        }
    }

    private func addOurs(_ object: JSONObject, to result: inout JournalImport) {
        guard let day = object["date"]?.string.flatMap({ JournalDay($0) }) else { return result.leaveOut(.noDate) }
        var entry = JournalImport.Entry(day: day, text: object["text"]?.string ?? "")
        entry.minute = object["time"]?.string.flatMap { WrittenDate.minute($0) }
        entry.mood = object["mood"]?.string.flatMap { Mood(named: $0) }
        entry.tags = tags(object)
        entry.createdAt = object["createdAt"]?.string.flatMap { try? Date($0, strategy: .iso8601) }
        entry.photos = (object["photos"]?.array ?? []).compactMap(\.string).map { folder + $0 }
        result.entries.append(entry)
    }

    /// As jrnl writes it: the first sentence is the title. Source: jrnl.sh, "Formats", JSON.
    private func addJrnl(_ object: JSONObject, to result: inout JournalImport) {
        result.kind = .jrnl
        guard let day = object["date"]?.string.flatMap({ JournalDay($0) }) else { return result.leaveOut(.noDate) }
        let parts = [object["title"]?.string, object["body"]?.string].compactMap { $0 }
        var entry = JournalImport.Entry(day: day, text: parts.filter { !$0.isEmpty }.joined(separator: "\n\n"))
        entry.minute = object["time"]?.string.flatMap { WrittenDate.minute($0) }
        // They stand in the text too, with a sign before them.
        entry.tags = tags(object).map { $0.hasPrefix("@") ? String($0.dropFirst()) : $0 }.filter { !$0.isEmpty }
        result.entries.append(entry)
    }

    private func add(_ found: DayOneEntry, to result: inout JournalImport) {
        guard found.text.utf8.count <= Self.longest else { return result.leaveOut(.unreadable) }
        var entry = JournalImport.Entry(day: found.day, text: "")
        (entry.minute, entry.createdAt) = (found.minute, found.date)
        entry.tags = tags(found.object) + [journal].compactMap(\.self)
        let photos = found.object["photos"]?.array?.compactMap(\.object) ?? []
        // In the order of the text, then those that it does not name.
        var named: [String: Int] = [:]
        let bare = TextPictures.taken(from: found.text) { address in
            guard let identifier = DayOneEntry.moment(address) else { return false }
            named[identifier] = named[identifier] ?? named.count
            return true
        }
        let places = photos.map { $0["identifier"]?.string.flatMap { named[$0] } ?? named.count }
        entry.photos = photos.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { file(of: photos[$0]) }
        entry.text = DayOneEntry.withoutEscapes(bare)
        let details = found.details
        if !details.isEmpty {
            let text = entry.text.trimmingCharacters(in: .whitespacesAndNewlines)
            entry.text = text.isEmpty ? details : text + "\n\n" + details
        }
        result.entries.append(entry)
    }

    /// Bytes of a text before its pictures are taken out; what is longer is too long without them, too.
    private static let longest = 2 * JournalEntry.longestText

    /// The journal of Day One that the file is of, where it has a name of its own: it becomes a tag.
    private var journal: String? {
        let file = String(name.dropFirst(folder.count))
        guard archive != nil, file.lowercased().hasSuffix(".json") else { return nil }
        let journal = String(file.dropLast(5).prefix(JournalEntry.longestTag))
        return journal.isEmpty || journal.lowercased() == "journal" ? nil : journal
    }

    private func tags(_ object: JSONObject) -> [String] {
        (object["tags"]?.array ?? []).compactMap(\.string).map { String($0.prefix(JournalEntry.longestTag)) }
            .filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// Finds the photo by the checksum that names it.
    private func file(of photo: JSONObject) -> String {
        let name = photo["md5"]?.string ?? photo["identifier"]?.string ?? ""
        let kind = photo["type"]?.string ?? "jpeg"
        let names = [kind, "jpeg", "jpg", "png", "webp"].map { "\(folder)photos/\(name).\($0)" }
        return names.first { archive?.has($0) ?? false } ?? names[0]
    }
}
