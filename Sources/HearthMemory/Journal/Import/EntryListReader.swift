// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Reads the JSON of Day One, or of Hearth's own export, one entry after another.
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

    mutating func read(into result: inout JournalImport) throws(JournalError) {
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
                    let value = try reader.readValue()
                    guard let entry = value.object else { throw reader.unexpected("an entry") }
                    add(entry, to: &result)
                    if result.entries.count > most { break }
                }
            }
            try reader.end()
        } catch { throw JournalError(.damaged, "\(name): \(error)") }
        guard hasEntries else { throw JournalError(.unsupported, "\(name) has no list of entries") }
        guard result.entries.count <= most else { throw JournalError(.tooLarge, "there are more than \(most) entries") }
    }

    private func add(_ object: JSONObject, to result: inout JournalImport) {
        result.leaveOut(.videos, object["videos"]?.array?.count ?? 0)
        for key in ["audios", "pdfAttachments"] { result.leaveOut(.otherMedia, object[key]?.array?.count ?? 0) }
        if object["date"] != nil, object["creationDate"] == nil {
            result.kind = .hearth
            addOurs(object, to: &result)
        } else {
            addDayOne(object, to: &result)
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

    private func addDayOne(_ object: JSONObject, to result: inout JournalImport) {
        guard let date = object["creationDate"]?.string.flatMap({ try? Date($0, strategy: .iso8601) }) else {
            return result.leaveOut(.noDate)
        }
        let zone = object["timeZone"]?.string.flatMap { TimeZone(identifier: $0) } ?? .gmt
        let day = JournalDay(date, in: zone)
        guard day >= .first, day <= .last else { return result.leaveOut(.noDate) }
        var text = object["text"]?.string ?? ""
        var entry = JournalImport.Entry(day: day, text: "")
        let seconds = Int(date.timeIntervalSince1970) + zone.secondsFromGMT(for: date)
        entry.minute = object["isAllDay"]?.bool == true ? nil : ((seconds % 86_400) + 86_400) % 86_400 / 60
        entry.createdAt = date
        entry.tags = tags(object)
        let photos = object["photos"]?.array?.compactMap(\.object) ?? []
        // In the order of the text, then those that it does not name.
        let places = photos.map { photo in
            photo["identifier"]?.string.flatMap { text.range(of: "dayone-moment://\($0)") }?.lowerBound ?? text.endIndex
        }
        entry.photos = photos.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { file(of: photos[$0]) }
        text = text.replacing(#/!\[[^\]]{0,200}\]\(dayone-moment:[^)]{0,200}\)/#, with: "")
        // It puts a backslash before signs that need none.
        entry.text = text.replacing(#/\\([.!(),'’])/#) { String($0.1) }
        result.entries.append(entry)
    }

    private func tags(_ object: JSONObject) -> [String] {
        (object["tags"]?.array ?? []).compactMap(\.string).map { String($0.prefix(JournalEntry.longestTag)) }
            .filter { !$0.allSatisfy(\.isWhitespace) }
    }

    /// Where the photo is, by the checksum that names it.
    private func file(of photo: JSONObject) -> String {
        let name = photo["md5"]?.string ?? photo["identifier"]?.string ?? ""
        let kind = photo["type"]?.string ?? "jpeg"
        let names = [kind, "jpeg", "jpg", "png", "webp"].map { "\(folder)photos/\(name).\($0)" }
        return names.first { archive?.has($0) ?? false } ?? names[0]
    }
}
