// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import ZipFiles

/// Reads a file from a stranger as entries.
struct JournalFileReader {
    private let file: URL
    private let name: String
    private let holder: (any AnyObject & Sendable)?
    private let limits: JournalImportLimits
    private let progress: (Double) throws -> Void

    init(
        _ file: URL, name: String, holder: (any AnyObject & Sendable)?, limits: JournalImportLimits,
        progress: @escaping (Double) throws -> Void
    ) {
        (self.file, self.name, self.holder) = (file, name, holder)
        (self.limits, self.progress) = (limits, progress)
    }

    func read() throws -> JournalImport {
        let input: InputFile
        let head: [UInt8]
        do {
            input = try InputFile(file)
            head = try input.bytes(at: 0, count: min(input.size, 512))
        } catch { throw JournalError(error) }
        var result: JournalImport
        if head.starts(with: [0x50, 0x4B]) {
            result = try archive(JournalArchive(input, holder: holder, limits: limits))
        } else {
            guard input.size <= limits.textFileBytes else {
                throw JournalError(.tooLarge, "\(name) has more than \(limits.textFileBytes >> 20) MB")
            }
            let bytes: [UInt8]
            do { bytes = try input.bytes(at: 0, count: input.size) } catch { throw JournalError(error) }
            let first = head.first { ![0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF].contains($0) }
            result =
                first == UInt8(ascii: "{")
                ? try json([(name, bytes)], nil) : try markdown([(name, { bytes })], nil)
        }
        return try checked(&result)
    }

    private func archive(_ archive: JournalArchive) throws -> JournalImport {
        let names = archive.names
        let lists = names.filter { $0.lowercased().hasSuffix(".json") }
        let ours = lists.filter { $0.lowercased().hasSuffix("journal.json") }
        let texts = names.filter { name in [".md", ".markdown", ".txt"].contains { name.lowercased().hasSuffix($0) } }
        // Day One has a list for each journal beside the folder of photos.
        let depth = lists.map { $0.count { $0 == "/" } }.min() ?? 0
        let top = lists.filter { $0.count { $0 == "/" } == depth }
        if !ours.isEmpty || (texts.isEmpty && !top.isEmpty) {
            return try json((ours.isEmpty ? top : ours).map { ($0, try archive.text($0)) }, archive)
        }
        guard !texts.isEmpty else {
            throw JournalError(.unsupported, "\(name) has neither Day One’s JSON nor Markdown files in it")
        }
        return try markdown(texts.map { name in (name, { try archive.text(name) }) }, archive)
    }

    private func json(_ lists: [(name: String, bytes: [UInt8])], _ archive: JournalArchive?) throws -> JournalImport {
        var result = JournalImport(name: name, kind: .dayOne)
        result.source = archive
        for list in lists {
            var reader = EntryListReader(list.name, list.bytes, archive, most: limits.entries)
            try reader.read(into: &result)
            try progress(0.2)
        }
        return result
    }

    private func markdown(
        _ files: [(name: String, bytes: () throws -> [UInt8])], _ archive: JournalArchive?
    ) throws -> JournalImport {
        var result = JournalImport(name: name, kind: .markdown)
        result.source = archive
        let pictures = PictureNames(archive?.names ?? [])
        for (place, file) in files.enumerated() {
            if place % 50 == 0 { try progress(0.4 * Double(place) / Double(files.count)) }
            guard let text = String(validating: try file.bytes(), as: UTF8.self), !text.contains("\0") else {
                result.leaveOut(.unreadable)
                continue
            }
            MarkdownEntries(text, file: file.name, pictures).add(to: &result)
            guard result.entries.count <= limits.entries else {
                throw JournalError(.tooLarge, "there are more than \(limits.entries) entries")
            }
        }
        return result
    }

    /// Leaves out what cannot be kept, and sorts what can.
    private func checked(_ result: inout JournalImport) throws -> JournalImport {
        var (kept, seen): ([JournalImport.Entry], Set<[String]>) = ([], [])
        let photos = max(1, result.photos)
        var done = 0
        for var entry in result.entries {
            entry.text = entry.text.trimmingCharacters(in: .whitespacesAndNewlines)
            entry.tags = Array(entry.tags.prefix(JournalEntry.mostTags))
            let all = entry.photos
            entry.photos = try all.filter { name in
                done += 1
                if done % 5 == 0 { try progress(0.4 + 0.6 * Double(done) / Double(photos)) }
                return try isPhoto(name, &result)
            }
            if entry.photos.count > PhotoFile.mostOfEntry {
                result.leaveOut(.tooManyPhotos, entry.photos.count - PhotoFile.mostOfEntry)
                entry.photos = Array(entry.photos.prefix(PhotoFile.mostOfEntry))
            }
            if entry.text.isEmpty && entry.photos.isEmpty && entry.mood == nil {
                result.leaveOut(.empty)
            } else if entry.text.utf8.count > JournalEntry.longestText {
                result.leaveOut(.unreadable)
            } else if !seen.insert(["\(entry.day)", entry.text] + entry.photos).inserted {
                result.leaveOut(.twice)
            } else {
                kept.append(entry)
            }
        }
        result.entries = kept.sorted { ($0.day, $0.minute ?? 0) < ($1.day, $1.minute ?? 0) }
        return result
    }

    /// Whether a photo can be kept. One that is damaged is left out; an archive that is dangerous is refused.
    private func isPhoto(_ name: String, _ result: inout JournalImport) throws -> Bool {
        do {
            guard let source = result.source else { throw JournalError(.missing, "there are no photos") }
            _ = try source.photo(name)
            return true
        } catch let error as JournalError where [.invalid, .damaged].contains(error.code) {
            result.leaveOut(.badPhotos)
            return false
        } catch let error as JournalError where error.code == .missing {
            result.leaveOut(.missingPhotos)
            return false
        }
    }
}

/// Pictures of an archive, found by what a text calls them.
struct PictureNames {
    private let names: Set<String>
    private let byLastPart: [String: String]

    init(_ all: [String]) {
        names = Set(all)
        byLastPart = Dictionary(all.map { (String($0.split(separator: "/").last ?? ""), $0) }) { first, _ in first }
    }

    /// - Parameters:
    ///   - path: as it stands in the text.
    ///   - file: the file that the text is in.
    func find(_ path: String, from file: String) -> String? {
        let path = path.removingPercentEncoding ?? path
        guard !path.contains("://") else { return nil }
        var parts = file.split(separator: "/").dropLast().map(String.init)
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        let name = parts.joined(separator: "/")
        if names.contains(name) { return name }
        return byLastPart[String(path.split(separator: "/").last ?? "")]
    }
}
