// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthWords

/// A file that words are taken along in.
public enum WordsOutFile {
    public enum Kind: String, Sendable, CaseIterable {
        /// Words alone, for spreadsheets.
        case csv
        /// All that Hearth knows of them but media.
        case json
        /// A package of Anki, with schedule, log and media.
        case apkg

        public var hasReviews: Bool { self != .csv }
        public var hasMedia: Bool { self == .apkg }
    }

    /// Writes words to a new file. Blocks the thread until it is written.
    ///
    /// - Parameters:
    ///   - words: what `WordStore.exportWords` gives.
    ///   - file: must not exist. It is gone after an error.
    ///   - days: the user's time zone and start of the day.
    /// - Throws: `AnkiError` `.unwritable`, `.cancelled`.
    public static func write(
        _ words: WordImport, as kind: Kind, to file: URL, days: UserDays, at now: Date,
        watch: @escaping ImportWatch = { _ in true }
    ) throws(AnkiError) {
        switch kind {
        case .csv: try write(Data(DelimitedWriter.text(words).utf8), to: file)
        case .json:
            let data: Data
            do { data = try WordFile.json(words) } catch {
                throw AnkiError(.unwritable, file.lastPathComponent, "cannot be written as JSON: \(error)")
            }
            try write(data, to: file)
        case .apkg:
            let folder = MediaFolder()
            let package = try AnkiPackage(words, days: days, at: now, media: folder.url)
            try package.write(to: file, at: now, watch: watch)
        }
    }

    private static func write(_ data: Data, to file: URL) throws(AnkiError) {
        let output = try OutputFile(file)
        do throws(AnkiError) {
            try [UInt8](data).withUnsafeBufferPointer { (bytes) throws(AnkiError) in
                try output.write(UnsafeRawBufferPointer(bytes))
            }
            try output.finish()
        } catch {
            // The error says more than that something could not be removed.
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }
}
