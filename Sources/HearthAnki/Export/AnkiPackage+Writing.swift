// SPDX-License-Identifier: Apache-2.0

import EmberJSON
public import Foundation

extension AnkiPackage {
    /// Writes the package as an `.apkg` of the older kind, which every Anki since 2.1 opens: a database of schema 11,
    /// media by numbers.
    ///
    /// - Parameters:
    ///   - file: must not exist. It is gone after an error.
    ///   - now: the time of the files in the archive.
    ///   - watch: is told how many media files are packed, and can stop the work.
    /// - Throws: `AnkiError` `.unwritable`, `.unreadable` for media that are gone, `.cancelled`.
    public func write(to file: URL, at now: Date, watch: @escaping ImportWatch = { _ in true }) throws(AnkiError) {
        guard !FileManager.default.fileExists(atPath: file.path) else {
            throw AnkiError(.unwritable, file.lastPathComponent, "is there already")
        }
        let database = file.appendingPathExtension("database")
        // What is left of an earlier try, and of this one.
        try? FileManager.default.removeItem(at: database)
        defer { try? FileManager.default.removeItem(at: database) }
        do throws(AnkiError) {
            try CollectionWriter.write(collection, to: database, at: now)
            try pack(database, to: file, now, WorkWatch(ImportLimits(), watch))
        } catch {
            // The error says more than that something could not be removed.
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    private func pack(_ database: URL, to file: URL, _ now: Date, _ watch: WorkWatch) throws(AnkiError) {
        let zip = try ZipWriter(file, at: now)
        // The message `PackageMetadata` of Anki's `import_export.proto`: version 2, a database of schema 11.
        try zip.add("meta", [0x08, 2], packed: false)
        try zip.add("collection.anki21", from: try InputFile(database), packed: true) { () throws(AnkiError) in
            try watch.reached(.collection, 0, of: nil)
        }
        for (place, item) in media.enumerated() {
            try watch.reached(.media, place, of: media.count)
            try zip.add("\(place)", from: try InputFile(item.file), packed: false) { () throws(AnkiError) in
                try watch.reached(.media, place, of: media.count)
            }
        }
        let names = JSONObject(media.enumerated().map { ("\($0.offset)", .string($0.element.name)) })
        try zip.add("media", Array(JSON.object(names).text.utf8), packed: true)
        try zip.finish()
        try watch.reached(.media, media.count, of: media.count)
    }
}
