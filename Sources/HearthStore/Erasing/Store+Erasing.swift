// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthChat
import Synchronization

/// Erased things are in no file of Hearth's afterwards: not in the database's free space, its index or its log, and not
/// in the backups that Hearth makes. They are noted until all that is done, so that an end of the program in between is
/// made up for.
extension Store {
    public func delete(_ session: Session.ID, at date: Date) async throws {
        try await write { database in
            try database.execute(
                sql: "UPDATE sessions SET deletedAt = ? WHERE id = ? AND deletedAt IS NULL",
                arguments: [date.timeIntervalSinceReferenceDate, session])
        }
    }

    public func undelete(_ session: Session.ID) async throws {
        try await write { database in
            try database.execute(sql: "UPDATE sessions SET deletedAt = NULL WHERE id = ?", arguments: [session])
            try database.removeCopiedEvidence(of: session)
        }
    }

    /// Erases for good what was deleted before `date`, and finishes what an earlier call could not.
    public func erase(deletedBefore date: Date) async throws {
        try await maintain { [self] in try eraseHidden(before: date) }
        try await cleanUpAfterErasing()
    }

    /// Erases all messages of a session for good, its draft, and its title, which was made of them; the session stays.
    public func clear(_ session: Session.ID) async throws {
        try await erase(onlyInBackups: true) { database in
            guard try SessionRecord.exists(database, session) else { return ([], ()) }
            return ([.messages(of: session, upTo: try RestoreCarryOver.lastNumber(of: "messages", in: database))], ())
        }
    }

    /// How many things have been erased whose traces are still to be removed.
    func erasuresToFinish() throws -> Int { try erasureNotes().count }

    func erasureNotes() throws -> [Erasure.Note] { try database.read(Erasure.notes) }

    /// The first half of erasing: what was deleted goes, and is noted. To be called from `maintain` alone.
    func eraseHidden(before date: Date) throws {
        try eraseHiddenDecks(before: date)
        try database.write { database in
            let erasures = try AreaErasing.hidden(before: date, in: database)
            try Erasure.remove(erasures, from: database)
            try Erasure.note(erasures, in: database)
        }
    }
}

// MARK: Cleaning up

extension Store {
    /// Removes the traces of what has just been erased and noted: at once, or in the background, where one clean-up
    /// serves all erasures that came before it.
    func cleanUpAfterErasing() async throws {
        guard cleansLater else { return try await finishCleaning() }
        let isBegun = isCleaning.exchange(true, ordering: .acquiringAndReleasing)
        guard !isBegun else { return }
        Task {
            try? await self.maintain { [self] in
                isCleaning.store(false, ordering: .releasing)
                cleanUpOrTryAgain()
            }
        }
    }

    /// Waits until the traces of all that was erased before are removed, as far as they can be.
    public func finishCleaning() async throws { try await maintain { [self] in cleanUpOrTryAgain() } }

    /// Cleans up; if traces cannot be removed now, the notes stay for the next call.
    func cleanUpOrTryAgain() {
        do { try cleanUp() } catch {
            guard let file = files?.database else { return }
            unclean.withLock { $0 = [UncleanCopy(file: file, error: StoreError(error, at: file))] }
        }
    }

    /// Removes the traces of what has been erased, in many short transactions. To be called from `maintain` alone.
    ///
    /// A copy that cannot be cleaned does not make it fail; it is named in `uncleanCopies`, and the note stays.
    func cleanUp() throws {
        let notes = try erasureNotes()
        guard !notes.isEmpty else { return unclean.withLock { $0 = [] } }
        try SearchIndex.forgetErased(in: database)
        let isFileClean = try overwriteUnusedBytes()
        let left = files.map { CleaningCopies(files: $0, notes: notes).run() } ?? []
        unclean.withLock { $0 = left }
        guard isFileClean, left.isEmpty else { return }
        try database.write { try Erasure.settle(notes, in: $0) }
        try database.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
    }

    /// Empties the log into the file, and the file of what SQLite has left in its pages.
    /// - Returns: `false` while another program reads the log, so that it cannot be emptied.
    private func overwriteUnusedBytes() throws -> Bool {
        do { return try UnusedBytes.overwrite(in: database) } catch let error as DatabaseError
            where error.resultCode == .SQLITE_BUSY
        { return false }
    }
}
