// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthModels
import ZipFiles

/// Reads files of strangers away from the threads that answer pages.
actor JournalFileReading {
    private let queue = ReadingQueue("hearth.journal.import")
    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    /// - Throws: `JournalError`, `CancellationError` and what `progress` throws.
    func read(
        _ file: URL, name: String, holder: (any AnyObject & Sendable)?, limits: JournalImportLimits,
        progress: @escaping @Sendable (Double) throws -> Void
    ) throws -> JournalImport {
        try JournalFileReader(file, name: name, holder: holder, limits: limits, progress: progress).read()
    }
}

/// Reads a file from a stranger as entries.
///
/// It asks its task whether it is cancelled at each entry and each piece that it unpacks.
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
                ? try json([(name, { bytes })], nil) : try markdown([(name, { bytes })], nil)
        }
        return try checked(&result)
    }

    private func archive(_ archive: JournalArchive) throws -> JournalImport {
        // What systems put beside files begins with a dot.
        let names = archive.names.filter {
            !$0.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
        }
        let lists = names.filter { $0.lowercased().hasSuffix(".json") }
        let ours = lists.filter { $0 == "journal.json" || $0.hasSuffix("/journal.json") }
        let texts = names.filter { name in [".md", ".markdown", ".txt"].contains { name.lowercased().hasSuffix($0) } }
        // Day One has a list for each journal beside the folder of photos.
        let depth = lists.map { $0.count { $0 == "/" } }.min() ?? 0
        let top = lists.filter { $0.count { $0 == "/" } == depth }
        // Hearth's own has other lists beside it; a journal of Day One may have any name.
        let isOurs = ours.count == 1 && top.count > 1 && top.contains { $0.hasSuffix("settings.json") }
        if lists.contains(where: { $0.lowercased().hasSuffix("journal.json") }) || (texts.isEmpty && !top.isEmpty) {
            let read = isOurs || top.isEmpty ? ours : top
            return try json(read.map { name in (name, { try archive.text(name) }) }, archive)
        }
        guard !texts.isEmpty else {
            throw JournalError(.unsupported, "\(name) has neither Day One’s JSON nor Markdown files in it")
        }
        return try markdown(texts.map { name in (name, { try archive.text(name) }) }, archive)
    }

    /// A file of text, by its name; its bytes are unpacked when it is read.
    private typealias TextFile = (name: String, bytes: () throws -> [UInt8])

    private func json(_ lists: [TextFile], _ archive: JournalArchive?) throws -> JournalImport {
        var result = JournalImport(name: name, kind: .dayOne)
        result.source = archive
        for list in lists {
            var reader = EntryListReader(list.name, try list.bytes(), archive, most: limits.entries)
            try reader.read(into: &result) { try Task.checkCancellation() }
            try progress(0.2)
        }
        return result
    }

    private func markdown(_ files: [TextFile], _ archive: JournalArchive?) throws -> JournalImport {
        var result = JournalImport(name: name, kind: .markdown)
        result.source = archive
        let pictures = PictureNames(archive?.names ?? [])
        for (place, file) in files.enumerated() {
            if place % 50 == 0 { try progress(0.4 * Double(place) / Double(files.count)) }
            guard let text = FileText(try file.bytes()) else {
                result.leaveOut(.unreadable)
                continue
            }
            let entries = MarkdownEntries(text, file: file.name, pictures, most: limits.entries) {
                try Task.checkCancellation()
            }
            try entries.add(to: &result)
        }
        return result
    }

    /// Bytes of a text with the white space at its ends.
    private static let longestUntrimmed = 2 * JournalEntry.longestText

    /// Leaves out what cannot be kept, and sorts what can.
    private func checked(_ result: inout JournalImport) throws -> JournalImport {
        var (kept, seen): ([JournalImport.Entry], Set<[String]>) = ([], [])
        var photos = CheckedPhotos(of: result.photos, progress: progress)
        for var entry in result.entries {
            try Task.checkCancellation()
            guard entry.text.utf8.count <= Self.longestUntrimmed else {
                result.leaveOut(.unreadable)
                continue
            }
            entry.text = entry.text.trimmingCharacters(in: .whitespacesAndNewlines)
            guard entry.text.utf8.count <= JournalEntry.longestText else {
                result.leaveOut(.unreadable)
                continue
            }
            entry.tags = Array(entry.tags.prefix(JournalEntry.mostTags))
            entry.photos = try photos.kept(of: entry.photos, in: &result)
            if entry.text.isEmpty && entry.photos.isEmpty && entry.mood == nil {
                result.leaveOut(.empty)
            } else if !seen.insert(["\(entry.day)", entry.text] + entry.photos).inserted {
                result.leaveOut(.twice)
            } else {
                kept.append(entry)
            }
        }
        result.entries = kept.sorted { ($0.day, $0.minute ?? 0) < ($1.day, $1.minute ?? 0) }
        return result
    }
}

/// Looks which photos can be kept, each once however many entries name it. One that is damaged is left out; an archive
/// that is dangerous is refused.
private struct CheckedPhotos {
    private let all: Int
    private let progress: (Double) throws -> Void
    private var done = 0
    private var known: [JournalImport.PhotoName: JournalImport.Reason?] = [:]

    init(of all: Int, progress: @escaping (Double) throws -> Void) {
        (self.all, self.progress) = (max(1, all), progress)
    }

    /// The photos that an entry keeps. Those behind the most that it may have are not looked at.
    mutating func kept(of names: [String], in result: inout JournalImport) throws -> [String] {
        var kept: [String] = []
        for (place, name) in names.enumerated() {
            guard kept.count < PhotoFile.mostOfEntry else {
                result.leaveOut(.tooManyPhotos, names.count - place)
                break
            }
            done += 1
            if done % 5 == 0 { try progress(0.4 + 0.6 * Double(done) / Double(all)) }
            let fault = try known[name] ?? Self.fault(of: name, in: result.source)
            known[name] = .some(fault)
            if let fault { result.leaveOut(fault) } else { kept.append(name) }
        }
        return kept
    }

    /// Why a photo cannot be kept; `nil` for one that can.
    private static func fault(of name: String, in source: JournalArchive?) throws -> JournalImport.Reason? {
        guard let source else { return .missingPhotos }
        do {
            _ = try source.photo(name)
            return nil
        } catch {
            switch error.code {
            case .invalid, .damaged: return .badPhotos
            case .missing: return .missingPhotos
            default: throw error
            }
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
    ///   - folder: where the file is that the text is in.
    func find(_ path: String, from folder: [String]) -> String? {
        let path = path.removingPercentEncoding ?? path
        guard !names.isEmpty, !path.contains("://") else { return nil }
        var parts = folder
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
        }
        let name = parts.joined(separator: "/")
        if names.contains(name) { return name }
        return byLastPart[String(path.split(separator: "/").last ?? "")]
    }
}
