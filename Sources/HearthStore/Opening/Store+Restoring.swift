// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

extension Store {
    /// Finds out whether a backup is whole, which reads all of it.
    /// - Throws: what restoring it would.
    public func check(_ backup: Backup) async throws {
        try await maintain { _ = try Restoring.check(backup.file) }
    }

    /// Puts a backup in the place of what is kept now, while the store stays open. What there was becomes a backup
    /// itself.
    ///
    /// The backup is copied, checked and brought to the newest schema beside the database; then it takes over in one
    /// transaction, so that there is always the one or the other. A conversation that was just deleted cannot be
    /// brought back afterwards. Who writes meanwhile waits, and writes into what was restored.
    /// - Throws: `StoreError` `.notFound`, `.foreign`, `.newer`, `.damaged` when the file is no whole backup; `.full`.
    @discardableResult
    public func restore(_ backup: Backup, at now: Date) async throws -> Restoration {
        guard let files else { throw StoreError(.notFound, "a store in memory has no backups") }
        return try await maintain { [self] in
            let contents = try Restoring.check(backup.file)
            // What gives way has no hidden conversations, else nobody could ever erase them, and no traces of what was
            // erased.
            try eraseHidden(before: .distantFuture)
            try cleanUp()
            defer { try? DatabaseCopy.removeIfThere(files.restoring) }  // What stays is removed with the next start.
            let next = try Restoring.prepare(backup.file, heirOf: database, files)
            defer { try? next.close() }  // It was only read by then.
            // Who saves something meanwhile waits: between the copy and the takeover it would get into neither.
            let former = try database.writeWithoutTransaction { current in
                // What was erased since the copy was made is erased in it too, and counts go on after it.
                try Restoring.carryOver(next, from: database, backup.file, files)
                let former = try Restoring.keep(database, files, at: now)
                try next.read { try $0.backup(to: current) }
                return former
            }
            return Restoration(former: former, contents: contents.amount)
        }
    }
}
