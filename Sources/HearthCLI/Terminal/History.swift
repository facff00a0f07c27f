// SPDX-License-Identifier: Apache-2.0

import EmberJSON
package import Foundation

/// The messages that were typed, kept across sessions in a file that only its owner can read.
///
/// The file has one JSON string in each line, oldest first.
package struct History: Sendable {
    package private(set) var entries: [String]
    /// The file that keeps them; `nil` keeps them in memory only.
    private let file: URL?

    package static let mostEntries = 1000
    /// Bytes of an entry that is worth keeping; a longer one was pasted.
    package static let longestEntry = 1 << 15

    /// Reads the file if there is one; lines that are damaged are left out.
    /// - Parameter writes: `false` looks at earlier messages without keeping new ones.
    package init(file: URL, writes: Bool = true) {
        entries = Self.read(file)
        self.file = writes ? file : nil
    }

    /// Adds a message, unless it repeats the last one.
    /// - Throws: an error of the file system; the message is then remembered until the program ends.
    package mutating func append(_ entry: String) throws {
        guard entries.last != entry, entry.utf8.count <= Self.longestEntry else { return }
        entries = Self.bounded(entries + [entry])
        guard let file else { return }
        // Another chat may have written in the meantime; its entries stay.
        try Self.write(Self.bounded(Self.read(file) + [entry]), to: file)
    }

    private static func bounded(_ entries: [String]) -> [String] { Array(entries.suffix(mostEntries)) }

    private static func read(_ file: URL) -> [String] {
        // A history that is not there or cannot be read is an empty one; writing it will say why.
        guard let data = try? Data(contentsOf: file) else { return [] }
        let lines = data.split(separator: UInt8(ascii: "\n"))
        return bounded(lines.suffix(mostEntries).compactMap { (try? JSON(parsing: Array($0)))?.string })
    }

    /// Writes a file beside the old one and then puts it in its place, so that there is always a whole one.
    private static func write(_ entries: [String], to file: URL) throws {
        let file = file.resolvingSymlinksInPath()
        let folder = file.deletingLastPathComponent()
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let fresh = folder.appending(path: ".history-\(UUID().uuidString)")
        let text = entries.map { JSON.string($0).text + "\n" }.joined()
        let descriptor = open(fresh.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: fresh.path]) }
        do {
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try handle.write(contentsOf: Data(text.utf8))
            try handle.close()
            guard rename(fresh.path, file.path) == 0 else {
                throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
            }
        } catch {
            try? FileManager.default.removeItem(at: fresh)  // what matters is why writing failed
            throw error
        }
    }
}
