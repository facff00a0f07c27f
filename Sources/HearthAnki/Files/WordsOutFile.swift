// SPDX-License-Identifier: Apache-2.0

import Dispatch
public import Foundation
public import HearthWords

/// A file that words are taken along in.
public enum WordsOutFile {
    public enum Kind: String, Sendable, CaseIterable {
        /// Words alone, letter by letter, for programs.
        case csv
        /// The same for people who open it as a spreadsheet: no cell is a formula.
        case spreadsheet
        /// All that Hearth knows of them but media.
        case json
        /// A package of Anki, with schedule, log and media.
        case apkg

        /// The ending of the file's name, without a dot.
        public var ending: String { self == .spreadsheet ? Kind.csv.rawValue : rawValue }

        public var hasReviews: Bool { self == .json || self == .apkg }
        public var hasMedia: Bool { self == .apkg }
    }

    /// Writes the words of a store to a new file, on a thread of its own. Pictures and sounds are brought out of the
    /// store one by one, so that never more than one is in memory.
    ///
    /// - Parameters:
    ///   - deck: with those in it; `nil` for all.
    ///   - file: must not exist. It is gone after an error.
    ///   - days: the user's time zone and start of the day.
    /// - Returns: how many words it has.
    /// - Throws: `AnkiError` `.unwritable`; what the store throws.
    public static func write(
        deck: Int64?, of store: any WordStore, as kind: Kind, to file: URL, days: UserDays, at now: Date
    ) async throws -> Int {
        let words = try await store.exportWords(deck: deck, withReviews: kind.hasReviews, withMedia: false)
        let folder = MediaFolder()
        var media: [AnkiMedia] = []
        if kind.hasMedia { media = try await bring(mediaOf: words, of: store, to: folder.url) }
        let files = media
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            DispatchQueue.global(qos: .utility).async {
                done.resume(
                    with: Result {
                        guard kind == .apkg else { return try write(words, as: kind, to: file, days: days, at: now) }
                        try AnkiPackage(words, days: days, at: now, media: files).write(to: file, at: now)
                    })
            }
        }
        withExtendedLifetime(folder) {}
        return words.words.count
    }

    private static func bring(
        mediaOf words: WordImport, of store: any WordStore, to folder: URL
    ) async throws -> [AnkiMedia] {
        let media = try OutgoingMedia(in: folder)
        let names = Set(words.words.flatMap(\.content.mediaNames))
        for name in names.sorted() {
            // One that is gone meanwhile was deleted with its word.
            if let file = try await store.media(name) { try media.add(file) }
        }
        return media.files
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
        case .csv, .spreadsheet:
            let text = DelimitedWriter.text(words, guardsFormulas: kind == .spreadsheet)
            try write(to: file) { try $0(Data(text.utf8)) }
        case .json:
            try write(to: file) { sink in
                do { try WordFile.write(words, to: sink) } catch let error as AnkiError { throw error } catch {
                    throw AnkiError(.unwritable, file.lastPathComponent, "cannot be written as JSON: \(error)")
                }
            }
        case .apkg:
            let folder = MediaFolder()
            let package = try AnkiPackage(words, days: days, at: now, media: folder.url)
            try package.write(to: file, at: now, watch: watch)
        }
    }

    /// - Parameter body: gives the pieces of the file to the function that it gets.
    private static func write(to file: URL, _ body: ((Data) throws -> Void) throws -> Void) throws(AnkiError) {
        let output = try OutputFile(file)
        do {
            try body { piece in try piece.withUnsafeBytes { try output.write($0) } }
            try output.finish()
        } catch {
            // The error says more than that something could not be removed.
            try? FileManager.default.removeItem(at: file)
            throw error as? AnkiError ?? AnkiError(.unwritable, file.lastPathComponent, "cannot be written: \(error)")
        }
    }
}
