// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthChat
import Synchronization

/// What is erased is in no file of Hearth's afterwards: not in the database's free space, its index or its log, and not
/// in the backups that Hearth makes. What has been erased is noted until all that is done, so that an end of the
/// program in between is made up for.
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
        }
    }

    /// Erases for good what was deleted before `date`, and finishes what an earlier call could not.
    ///
    /// The sessions go in one transaction; cleaning up behind them takes many short ones, so that other calls need not
    /// wait.
    public func erase(deletedBefore date: Date) async throws {
        try await maintain { [self] in
            try eraseHidden(before: date)
            cleanUpOrTryAgain()
        }
    }

    /// Erases all messages of a session for good, its draft, and its title, which was made of them; the session stays.
    public func clear(_ session: Session.ID) async throws {
        try await maintain { [self] in
            try database.write { database in
                guard try SessionRecord.exists(database, session) else { return }
                let erasure = Erasure(session: session, upTo: try Inheritance.lastNumber(of: "messages", in: database))
                try erasure.apply(to: database)
                try erasure.note(in: database)
            }
            cleanUpOrTryAgain()
        }
    }

    /// Removes the traces of what has just been erased and noted.
    func removeTraces() async throws { try await maintain { [self] in cleanUpOrTryAgain() } }

    /// How many sessions have been erased whose traces are still to be removed.
    func erasuresToFinish() throws -> Int { try erasures().count }

    func erasures() throws -> [Erasure] {
        try database.read { try Erasure.fetchAll($0, sql: "SELECT * FROM erasures") }
    }

    /// The first half of erasing: what was deleted goes, and is noted. To be called from `maintain` alone.
    func eraseHidden(before date: Date) throws {
        try database.write { database in
            let erasures = try AreaErasing.hidden(before: date, in: database)
            try Erasure.remove(erasures, from: database)
            for erasure in erasures { try erasure.note(in: database) }
        }
    }

    /// What was erased is gone for everybody. Where its traces cannot be removed now, the note of it stays for the next
    /// call.
    func cleanUpOrTryAgain() {
        do { try cleanUp() } catch {
            guard let file = files?.database else { return }
            unclean.withLock { $0 = [UncleanCopy(file: file, error: StoreError(error, at: file))] }
        }
    }

    /// Removes the traces of what has been erased. To be called from `maintain` alone.
    ///
    /// A copy that cannot be cleaned does not make it fail; it is named in `uncleanCopies`, and the note stays.
    func cleanUp() throws {
        let erasures = try erasures()
        guard !erasures.isEmpty else { return unclean.withLock { $0 = [] } }
        try SearchIndex.forgetErased(in: database)
        let isFileClean = try overwriteUnusedBytes()
        let left = files.map { CleaningCopies(files: $0, erasures: erasures).run() } ?? []
        unclean.withLock { $0 = left }
        guard isFileClean, left.isEmpty else { return }
        try database.write { database in
            for erasure in erasures { try erasure.settle(in: database) }
        }
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
