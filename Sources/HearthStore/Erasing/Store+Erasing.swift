// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthChat

/// What is erased is in no file of Hearth's afterwards: not in the database's free space, its index or its log, and not in the
/// backups that Hearth makes. What has been erased is noted until all that is done, so that an end of the program in between is
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
        }
    }

    /// Erases for good what was deleted before `date`, and finishes what an earlier call could not.
    ///
    /// The sessions go in one transaction; cleaning up behind them takes many short ones, so that other calls need not wait.
    public func erase(deletedBefore date: Date) async throws {
        try await maintain { [self] in
            try database.write { database in
                let end = date.timeIntervalSinceReferenceDate
                try database.execute(
                    sql: """
                        INSERT INTO erasures SELECT id, NULL FROM sessions WHERE deletedAt < ?
                        ON CONFLICT DO UPDATE SET upTo = NULL
                        """, arguments: [end])
                try database.execute(sql: "DELETE FROM sessions WHERE deletedAt < ?", arguments: [end])
            }
            try cleanUp()
        }
    }

    /// Erases all messages of a session for good, its draft, and its title, which was made of them; the session stays.
    public func clear(_ session: Session.ID) async throws {
        try await maintain { [self] in
            try database.write { database in
                try database.execute(
                    sql: """
                        INSERT INTO erasures SELECT session, max(number) FROM messages WHERE session = ? GROUP BY session
                        ON CONFLICT DO UPDATE SET upTo = max(upTo, excluded.upTo)
                        """, arguments: [session])
                try Erasure(session: session, upTo: .max).apply(to: database)
            }
            try cleanUp()
        }
    }

    /// How many sessions have been erased whose traces are still to be removed.
    func erasuresToFinish() throws -> Int {
        try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM erasures") ?? 0 }
    }

    /// Removes the traces of what has been erased. To be called from `maintain` alone.
    func cleanUp() throws {
        let erasures = try database.read { try Erasure.fetchAll($0, sql: "SELECT * FROM erasures") }
        guard !erasures.isEmpty else { return }
        try SearchIndex.forgetErased(in: database)
        do { try database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } } catch let error
            as DatabaseError
            where error.resultCode == .SQLITE_BUSY
        {
            // Another program reads the log, so it cannot be emptied now. The note stays, and with the next call it will be.
            return
        }
        for backup in try backups() { try backup.apply(erasures) }
        try database.write { database in
            for erasure in erasures { try erasure.settle(in: database) }
        }
        try database.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
    }
}
