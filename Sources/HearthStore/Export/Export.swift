// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

/// Everything that a database holds, as files that other programs read.
///
/// `sessions.jsonl` and `messages.jsonl` have one JSON object a line, `settings.json` is one; dates are ISO 8601 in
/// UTC, and in Markdown in the user's time zone.
///
/// `facts.jsonl` has facts with their quotations, `facts.md` the same for people, `profile.jsonl` the lines of the
/// portrait, `remembered.jsonl` what passages were made of. `decks.jsonl`, `flashcards.jsonl`, `cards.jsonl` and
/// `reviews.jsonl` have the rows of the tables, `media/` the files of cards. `conversations/` has a Markdown file for
/// each session, with the messages on the way to its newest one, in a folder where the session is in one;
/// `folders.jsonl` has the folders. What is deleted is not in it, even while it can still
/// be brought back.
struct Export {
    let database: any DatabaseReader
    /// Is told which part has been written, 0…1; what it throws calls the export off.
    let progress: (Double) throws -> Void

    init(_ database: any DatabaseReader, progress: @escaping (Double) throws -> Void = { _ in }) {
        (self.database, self.progress) = (database, progress)
    }

    /// Writes to a new folder, or into an empty one. All of it is from one moment; after an error, nothing of it is
    /// left.
    /// - Throws: `StoreError` `.exists` when there is something in the folder.
    /// - Returns: how much was written.
    @discardableResult
    func write(to folder: URL) throws -> StoreContents {
        let isNew = !FileManager.default.fileExists(atPath: folder.path)
        try Self.prepare(folder)
        do { return try database.read { try write(to: folder, $0) } } catch {
            Self.remove(folder, itself: isNew)
            throw error
        }
    }

    private func write(to folder: URL, _ database: Database) throws -> StoreContents {
        let steps = try StoreArea.all(in: database).flatMap(\.exports)
        // What is hidden counts as well, which is of no weight.
        let total = try steps.flatMap(\.rowsOf).reduce(0) { try $0 + StoreArea.rows(of: $1, in: database) }
        let export = ExportWriter(folder, database, ExportPart(total, progress))
        for step in steps { try step.write(export) }
        let lines = { (name: String) in export.lines["\(name).jsonl", default: 0] }
        return StoreContents(
            sessions: lines("sessions"), messages: lines("messages"), entries: lines("journal"),
            words: lines("flashcards"), facts: lines("facts"))
    }

    /// Removes what is in a folder, and the folder too for `itself`. Ignores errors: they are no worse than the
    /// one that led here.
    private static func remove(_ folder: URL, itself: Bool) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for place in itself ? [folder] : names.map({ folder.appending(path: $0) }) {
            try? FileManager.default.removeItem(at: place)
        }
    }

    private static func prepare(_ folder: URL) throws {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: folder.path, isDirectory: &isFolder) {
            guard isFolder.boolValue else {
                throw StoreError(.exists, "\(folder.path) is a file; name a new folder")
            }
            guard try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty else {
                throw StoreError(.exists, "\(folder.path): the folder is not empty; name a new one")
            }
        }
        do { try PrivateFiles.makeFolder(folder) } catch { throw StoreError(error, at: folder) }
    }
}

extension Store {
    /// Writes everything to a folder, in open formats; see `Export`.
    ///
    /// - Parameter progress: is told which part has been written, 0…1; what it throws calls the export off.
    /// - Throws: `StoreError` `.exists` when there is something in the folder; `CancellationError` when that is what
    ///   `progress` threw.
    /// - Returns: how much was written.
    @discardableResult
    public func export(
        to folder: URL, progress: @escaping @Sendable (Double) throws -> Void = { _ in }
    ) async throws -> StoreContents {
        try await maintain { [self] in try Export(database, progress: progress).write(to: folder) }
    }
}
