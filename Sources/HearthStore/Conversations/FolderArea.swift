// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat

extension StoreArea {
    /// Folders of sessions. What is in one says so itself, and stays where it goes.
    static let folders = StoreArea(
        name: "folders",
        since: foldersVersion,
        tables: ["folders"],
        migrations: [Migration(foldersVersion, "2026-11 folders and pins", createFolders)],
        erasing: .folders,
        exports: [
            ExportStep(rowsOf: ["folders"]) { export in
                try export.writeLines(
                    FolderRecord.self,
                    "SELECT id, name, createdAt FROM folders WHERE deletedAt IS NULL ORDER BY createdAt, id",
                    to: "folders.jsonl")
            }
        ])
}

private let foldersVersion = 28

/// Folders, and of a session whether it is pinned and which folder it is in. Each index has the sessions that one list
/// of the history shows, by date, so that no list reads more of them than it shows.
private func createFolders(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE folders (
                id TEXT PRIMARY KEY,
                name TEXT NOT NULL,
                createdAt REAL NOT NULL,
                deletedAt REAL
            ) STRICT;

            ALTER TABLE sessions ADD COLUMN isPinned INTEGER CHECK (isPinned = 1);
            ALTER TABLE sessions ADD COLUMN folder TEXT REFERENCES folders (id) ON DELETE SET NULL;
            CREATE INDEX sessions_pinned ON sessions (lastMessageAt) WHERE deletedAt IS NULL AND isPinned = 1;
            CREATE INDEX sessions_in_folder ON sessions (folder, deletedAt, lastMessageAt) WHERE folder IS NOT NULL;
            CREATE INDEX sessions_others ON sessions (lastMessageAt)
                WHERE deletedAt IS NULL AND isPinned IS NULL AND folder IS NULL;
            """)
}

extension AreaErasing {
    fileprivate static let folders = AreaErasing(
        hidden: { date, database in
            let hidden = try String.fetchAll(
                database, sql: "SELECT id FROM folders WHERE deletedAt < ?",
                arguments: [date.timeIntervalSinceReferenceDate])
            return hidden.map { .folder($0) }
        },
        showHidden: { database in
            try database.execute(sql: "UPDATE folders SET deletedAt = NULL WHERE deletedAt IS NOT NULL")
        },
        change: { erasure, database in
            guard case .folder(let id) = erasure else { return }
            try database.erase("UPDATE sessions SET folder = NULL WHERE folder = ?", [id])
        },
        rows: { erasure in
            switch erasure {
            case .folder(let id): [ErasedRows("folders", "id = ?", [id])]
            case .session, .messages, .fact, .evidence, .quotation, .passages, .learned, .entry, .draft, .photo,
                .reflection, .journal, .word, .card, .deck, .media, .orphans, .everything:
                []
            }
        })
}

/// A row of `folders`, but for what only the store knows.
struct FolderRecord: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "folders"

    let id: String
    let name: String
    let createdAt: Timestamp

    init(_ folder: SessionFolder) {
        (id, name, createdAt) = (folder.id, folder.name.withoutNulls, Timestamp(folder.createdAt))
    }
}
