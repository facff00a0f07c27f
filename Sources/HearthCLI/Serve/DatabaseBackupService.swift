// SPDX-License-Identifier: Apache-2.0

package import Foundation
package import HearthChat
package import HearthEngine
import HearthMemory
package import HearthModels
package import HearthSecrets
package import HearthStore

/// Everything that is kept, as the app's settings handle it: the store, and what lies beside it.
package struct DatabaseBackupService: BackupService {
    private let folder: DataFolder
    private let store: Store
    /// Parts of the app that work on the stored data, and stop while it is replaced.
    private let participants: [any DataReplacementParticipant]
    private let secrets: SecretStore
    /// Is told when the settings have become others.
    private let changed: @Sendable () async -> Void

    package init(
        folder: DataFolder, store: Store, participants: [any DataReplacementParticipant], secrets: SecretStore,
        changed: @escaping @Sendable () async -> Void
    ) {
        self.folder = folder
        self.store = store
        self.participants = participants
        self.secrets = secrets
        self.changed = changed
    }

    package func backups() throws -> [BackupFile] { try store.backups().compactMap { BackupFile($0) } }

    package func backUp() async throws { try await telling { try await store.backUpNow(at: Date()) } }

    package func file(of id: BackupFile.ID) throws -> URL? { try backup(id)?.file }

    /// Only a name that is in the list is looked for, so none leads elsewhere.
    private func backup(_ id: BackupFile.ID) throws -> Backup? {
        try store.backups().first { $0.file.lastPathComponent == id }
    }

    package func restore(_ id: BackupFile.ID) async throws {
        guard let backup = try backup(id) else {
            throw ConversationError(.notFound, "This backup no longer exists.")
        }
        try await restore(backup)
    }

    package func restore(file: URL) async throws { try await restore(Backup(elsewhere: file)) }

    private func restore(_ backup: Backup) async throws {
        try await telling {
            // Answers that are being written do not end for a backup that is not whole.
            try await store.check(backup)
            try await participants.replaceEverything {
                _ = try await store.restore(backup, at: Date())
            }
        }
        await changed()
    }

    package func export(_ progress: @escaping @Sendable (Double) throws -> Void) async throws -> ExportFolder {
        let files = StoreFiles(folder: folder.url)
        let export = ExportFolder(files.exporting.appending(path: UUID().uuidString))
        try await telling {
            _ = try await store.export(to: export.url, progress: progress)
            try folder.exportModes(to: export.url)
        }
        return export
    }

    package func eraseEverything(_ progress: @escaping @Sendable (Double) -> Void) async throws {
        try await telling {
            try await participants.replaceEverything(forgettingTemporary: true) {
                try await store.eraseEverything(with: folder.erasedWithAll, progress: progress)
            }
        }
        await changed()
    }

    package func erasedFiles() -> Int { store.erasedFiles }

    /// Turns an error of the disk into words for people; pages themselves say how much room is missing.
    private func telling(_ work: () async throws -> Void) async throws {
        do { try await work() } catch let error as StoreError where error.room == nil { throw ConversationError(error) }
    }
}

extension DataFolder {
    /// Files that are erased with everything else: keys of other services, messages typed in the terminal's chat, and
    /// the texts of modes.
    var erasedWithAll: [URL] { [secrets, history, modes] }

    /// Adds what lies in no database to an export.
    /// - Throws: `StoreError`.
    func exportModes(to export: URL) throws {
        do { try ModesFolder(modes).export(to: export.appending(path: "modes")) } catch {
            throw StoreError(.disk, "\(modes.path): \(error.localizedDescription)")
        }
    }
}

extension ConversationError {
    /// Without paths: they are told to who runs the program, not to who uses it.
    init(_ error: StoreError) {
        let words =
            switch error.code {
            case .full: "There is too little room on the disk. Make some and try again."
            case .damaged, .foreign, .missing: "This backup is not whole, so nothing was changed."
            case .newer: "A newer Hearth has written this backup. Update Hearth first; nothing was changed."
            case .busy: "Another program is using Hearth’s data. End it and try again."
            case .denied, .disk, .notFound, .exists, .inconsistent:
                "The disk did not do what it should. hearth doctor says more."
            }
        self.init(.notSaved, words)
    }
}

extension BackupFile {
    /// - Returns: `nil` for a backup whose name has a day that no calendar has.
    init?(_ backup: Backup, _ contents: BackupContents? = nil) {
        let digits = backup.date.split { !$0.isNumber }.joined()
        let numbers = [(0, 4), (4, 2), (6, 2), (8, 2), (10, 2), (12, 2)].map { start, length in
            Int(digits.dropFirst(start).prefix(length)) ?? 0
        }
        let time = DateComponents(
            year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3], minute: numbers[4],
            second: numbers[5])
        guard let named = Calendar.current.date(from: time) else { return nil }
        let date = backup.kind == .replaced ? named : backup.time()
        // One that is gone by now has none.
        let size = try? backup.file.resourceValues(forKeys: [.fileSizeKey]).fileSize
        self.init(
            id: backup.file.lastPathComponent, madeAt: date ?? named, hasTime: date != nil, bytes: size ?? 0,
            isReplaced: backup.kind == .replaced,
            contents: contents.map {
                Contents(conversations: $0.sessions, messages: $0.messages, lastMessageAt: $0.lastMessageAt)
            })
    }
}
