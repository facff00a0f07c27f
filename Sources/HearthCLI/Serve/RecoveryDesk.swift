// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HearthChat
import HearthEngine
package import HearthStore
import Synchronization

/// Restores a backup, starts afresh or exports when a store cannot be opened, as the recovery page offers it.
package final class RecoveryDesk: Recovering {
    private let recovery: Mutex<Recovery>

    package init(_ recovery: Recovery) { self.recovery = Mutex(recovery) }

    private var current: Recovery { recovery.withLock { $0 } }

    package var problem: RecoveryProblem {
        let current = current
        var problem = RecoveryProblem(
            kind: RecoveryProblem.Kind(current.problem.code), detail: current.problem.detail,
            backup: current.newestBackup.flatMap { BackupFile($0, current.contents) },
            room: current.problem.room)
        (problem.writtenUntil, problem.lostMessages) = (current.loss?.until, current.loss?.messages)
        return problem
    }

    package func restore() throws {
        guard let backup = current.newestBackup else { throw current.problem }
        try current.restore(backup, at: Date())
    }

    package func startAfresh() throws { try current.startAfresh(at: Date()).close() }

    package func export() throws -> ExportFolder {
        let export = ExportFolder(current.files.exporting.appending(path: UUID().uuidString))
        try current.export(to: export.url)
        try DataFolder(environment: ["HEARTH_HOME": current.files.folder.path]).exportModes(to: export.url)
        return export
    }

    /// Opens the store, if it can be opened and used now.
    /// - Parameter use: makes what needs the open store.
    /// - Throws: `StoreError` for what is wrong still; the page then says that.
    package func open<Result>(_ use: (Store) async throws -> Result) async throws -> Result {
        switch Store.open(in: current.files.folder, cleansLater: true) {
        case .ready(let store):
            do { return try await use(store) } catch let problem as StoreError {
                let files = current.files
                recovery.withLock { $0 = Recovery(problem: problem, files: files) }
                throw problem
            }
        case .unusable(let next):
            recovery.withLock { $0 = next }
            throw next.problem
        }
    }
}

extension RecoveryProblem.Kind {
    init(_ code: StoreError.Code) {
        self =
            switch code {
            case .damaged, .inconsistent: .damaged
            case .missing, .notFound: .missing
            case .foreign: .foreign
            case .newer: .newer
            case .denied: .denied
            case .full: .full
            case .busy: .busy
            case .disk, .exists: .disk
            }
    }
}
