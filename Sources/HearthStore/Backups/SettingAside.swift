// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Backups that are not whole are moved to where they are in nobody's way, and back when they are whole again.
enum SettingAside {
    /// Moves a backup with what SQLite has put beside it to a folder, under a name that nothing has there.
    /// - Returns: where it lies now: where it was, when it cannot be moved.
    @discardableResult
    static func move(_ backup: Backup, to folder: URL) -> URL {
        let place = backup.place(in: folder)
        do {
            try PrivateFiles.makeFolder(folder.deletingLastPathComponent())
            try PrivateFiles.makeFolder(folder)
        } catch { return backup.file }
        guard rename(backup.file.path, place.path) == 0 else { return backup.file }
        // Most have none of these.
        for ending in ["-journal", "-wal", "-shm"] { rename(backup.file.path + ending, place.path + ending) }
        return place
    }
}
