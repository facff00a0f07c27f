// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import ZipFiles

/// A file with conversations of another program: a ZIP archive with lists, or one list.
///
/// A list is read as a stream, one conversation after another; only that conversation is in memory.
struct ChatFile {
    private let input: InputFile
    private let archive: ZipArchive?
    private let limits: ChatImportLimits
    /// The lists in the archive.
    private let lists: [ZipEntry]
    /// Names of other files in it.
    let otherFiles: [String]
    var size: Int { input.size }

    /// - Throws: `ChatImportError`.
    init(_ file: URL, limits: ChatImportLimits) throws(ChatImportError) {
        self.limits = limits
        do {
            input = try InputFile(file)
            let head = try input.bytes(at: 0, count: min(input.size, 4))
            archive = head.starts(with: [0x50, 0x4B]) ? try ZipArchive(input, most: limits.files) : nil
        } catch { throw ChatImportError(error) }
        let archive = archive
        let names = (archive.map { Array($0.names) } ?? []).filter { name in
            // What systems put beside files.
            !name.split(separator: "/").contains { $0.hasPrefix(".") || $0 == "__MACOSX" }
        }.sorted()
        let chosen = Self.lists(in: names)
        lists = chosen.compactMap { archive?[$0] }
        otherFiles = names.filter { !chosen.contains($0) && !Self.isPicture($0) }
        guard archive == nil || !lists.isEmpty else {
            throw ChatImportError(.unsupported, "there is no conversations.json in this archive")
        }
        guard bytes <= limits.listBytes else {
            throw ChatImportError(.tooLarge, "the conversations have more than \(limits.listBytes >> 30) GB")
        }
    }

    /// Bytes of all lists.
    private var bytes: Int { archive == nil ? input.size : lists.reduce(0) { $0 + $1.unpacked } }

    /// `conversations.json`, `conversations-000.json` and so on; else any lists, as Open WebUI calls them by dates.
    private static func lists(in names: [String]) -> [String] {
        let all = names.filter { $0.lowercased().hasSuffix(".json") }
        func last(_ name: String) -> String { name.split(separator: "/").last?.lowercased() ?? "" }
        let named = all.filter { last($0).wholeMatch(of: /conversations([-_]?\d+)?\.json/) != nil }
        if !named.isEmpty { return named }
        let beside = ["users", "user", "projects", "memories", "message_feedback", "shared_conversations"]
        return all.filter { name in !beside.contains { last(name) == "\($0).json" } }
    }

    private static func isPicture(_ name: String) -> Bool { ImportedText.isImage(name) }

    /// Reads every element of every list.
    /// - Parameters:
    ///   - progress: is told which part has been read, 0…1, at each piece; what it throws ends the work.
    ///   - body: is given the bytes of each element; `nil` for one that is too long.
    /// - Throws: `ChatImportError`, and what the two throw.
    func read(_ progress: @escaping (Double) throws -> Void, _ body: (_ element: [UInt8]?) throws -> Void) throws {
        var done = 0
        let all = Double(max(1, bytes))
        guard let archive else {
            return try list(input.name) { elements in
                try plainPieces { piece in
                    done += piece.count
                    try progress(Double(done) / all)
                    try elements.take(piece, body)
                }
            }
        }
        for entry in lists {
            try list(entry.name) { elements in
                try unpack(entry, of: archive) { piece in
                    done += piece.count
                    try progress(Double(done) / all)
                    try elements.take(piece, body)
                }
            }
        }
    }

    private func list(_ name: String, _ read: (inout JSONElements) throws -> Void) throws {
        var elements = JSONElements(longest: limits.conversationBytes)
        do {
            try read(&elements)
            try elements.end()
        } catch let error as JSONError {
            throw ChatImportError(.damaged, "\(name): \(error)")
        } catch let error as ArchiveError { throw ChatImportError(error) }
    }

    private func plainPieces(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
        let buffer = PieceBuffer(count: 256 << 10)
        var place = 0
        while place < input.size {
            let count = min(buffer.bytes.count, input.size - place)
            try input.read(at: place, into: UnsafeMutableRawBufferPointer(rebasing: buffer.bytes[..<count]))
            try take(buffer.first(count))
            place += count
        }
    }

    /// The archive's own reader throws its own errors alone; another one waits beside it.
    private func unpack(
        _ entry: ZipEntry, of archive: ZipArchive, _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        var other: (any Error)?
        var unpacked = 0
        do {
            try archive.unpack(entry) { (piece) throws(ArchiveError) in
                unpacked += piece.count
                guard unpacked <= 64 << 20 || unpacked / limits.expansion <= 2 * input.size else {
                    throw ArchiveError(.tooLarge, entry.name, "becomes far larger than its archive")
                }
                do { try take(piece) } catch {
                    other = error
                    throw ArchiveError(.cancelled, entry.name, "is not read to its end")
                }
            }
        } catch { throw other ?? error }
    }
}

extension ChatImportError {
    init(_ error: ArchiveError) {
        let code: Code =
            switch error.code {
            case .damaged, .notAPackage, .unreadable, .tooSlow, .unwritable: .damaged
            case .unsupported, .encrypted: .unsupported
            case .tooLarge: .tooLarge
            case .cancelled: .cancelled
            }
        self.init(code, error.description)
    }
}
