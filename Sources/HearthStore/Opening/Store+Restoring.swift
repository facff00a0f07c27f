// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

extension Store {
    /// Puts a backup in the place of what is kept now, while the store stays open. What there was becomes a backup itself.
    ///
    /// The backup is copied, checked and brought to the newest schema beside the database; then it takes over in one transaction, so
    /// that there is always the one or the other. Callers see to it that nobody writes meanwhile: that would be in the former alone.
    /// - Throws: `StoreError` `.notFound`, `.foreign`, `.newer`, `.damaged` when the file is no whole backup; `.full`.
    @discardableResult
    public func restore(_ backup: Backup, at now: Date) async throws -> Restoration {
        guard let files else { throw StoreError(.notFound, "a store in memory has no backups") }
        return try await maintain { [self] in
            let counts = try Restoring.check(backup.file)
            // Else the former would have traces of what was erased.
            try cleanUp()
            let former = Backup(.replaced, at: now, calendar: .current, in: files.backups)
            let copy = files.restoring
            defer { try? DatabaseCopy.removeIfThere(copy) }  // What stays is removed with the next start.
            try DatabaseCopy.write(Restoring.readOnly(backup.file), to: copy)
            let next = try DatabaseQueue(path: copy.path, configuration: Self.configuration())
            defer { try? next.close() }  // It was only read by then.
            try migrate(next)
            try DatabaseCopy.write(database, to: former.file)
            try next.backup(to: database)
            return Restoration(former: former.file, sessions: counts.sessions, messages: counts.messages)
        }
    }
}
