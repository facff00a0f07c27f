// SPDX-License-Identifier: Apache-2.0

import Foundation
package import HearthChat
package import HearthStore
import Synchronization

/// What can be done about a store that cannot be opened, as the recovery page offers it.
package final class RecoveryDesk: Recovering {
    private let recovery: Mutex<Recovery>

    package init(_ recovery: Recovery) { self.recovery = Mutex(recovery) }

    private var current: Recovery { recovery.withLock { $0 } }

    package var problem: RecoveryProblem {
        let current = current
        return RecoveryProblem(
            kind: RecoveryProblem.Kind(current.problem.code), detail: current.problem.detail,
            backup: current.newestBackup.flatMap(KeptBackup.init))
    }

    package func restore() throws {
        guard let backup = current.newestBackup else { throw current.problem }
        try current.restore(backup, at: Date())
    }

    package func startAfresh() throws { try current.startAfresh(at: Date()).close() }

    package func export() throws -> ExportFolder {
        let export = ExportFolder(current.files.exporting.appending(path: UUID().uuidString))
        try current.export(to: export.url)
        return export
    }

    /// Opens the store, if it can be opened now.
    /// - Throws: `StoreError` for what is wrong still; the page then says that.
    package func open() throws -> Store {
        switch Store.open(in: current.files.folder) {
        case .ready(let store): return store
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
