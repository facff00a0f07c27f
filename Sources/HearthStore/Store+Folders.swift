// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthChat

/// The lists of the history: pins, folders, days.
extension Store {
    /// Sessions of a list that were written to before `date`, the newest first.
    ///
    /// There are more than `limit` where several have the date of the last one, so that the next page, asked for with
    /// that date, misses none.
    public func sessions(in list: SessionList, before date: Date?, limit: Int) async throws -> [Session] {
        let end = date?.timeIntervalSinceReferenceDate ?? .infinity
        return try await read { try list.sessions($0, before: end, limit: max(limit, 1)) }
    }

    public func pin(_ sessions: [Session.ID], _ isPinned: Bool) async throws {
        let value: Bool? = isPinned ? true : nil
        try await set("isPinned", value, of: sessions)
    }

    public func move(_ sessions: [Session.ID], to folder: SessionFolder.ID?) async throws {
        try await set("folder", folder, of: sessions)
    }

    private func set(
        _ column: String, _ value: (any DatabaseValueConvertible & Sendable)?, of sessions: [Session.ID]
    ) async throws {
        try await write { database in
            try database.execute(
                sql: """
                    UPDATE sessions SET \(column) = ?
                    WHERE id IN (\(databaseQuestionMarks(count: sessions.count))) AND deletedAt IS NULL
                    """, arguments: [value] + StatementArguments(sessions))
        }
    }

    // MARK: Folders

    public func folders() async throws -> [SessionFolder] { try await read { try Self.folders($0, "TRUE") } }

    public func folder(_ id: SessionFolder.ID) async throws -> SessionFolder? {
        try await read { try Self.folders($0, "id = ?", [id]).first }
    }

    private static func folders(
        _ database: Database, _ condition: String, _ arguments: StatementArguments = []
    ) throws -> [SessionFolder] {
        let inside = "FROM sessions WHERE folder = folders.id AND deletedAt IS NULL"
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, name, createdAt, (SELECT count(*) \(inside)) AS count,
                    (SELECT lastMessageAt \(inside) ORDER BY lastMessageAt DESC LIMIT 1) AS last
                FROM folders WHERE deletedAt IS NULL AND \(condition)
                ORDER BY max(createdAt, ifnull(last, createdAt)) DESC, id
                """, arguments: arguments)
        return rows.map { row in
            var folder = SessionFolder(
                id: row["id"], name: row["name"], createdAt: Date(timeIntervalSinceReferenceDate: row["createdAt"]))
            folder.count = row["count"]
            return folder
        }
    }

    public func save(_ folder: SessionFolder) async throws {
        try await write { try FolderRecord(folder).upsert($0) }
    }

    public func delete(folder: SessionFolder.ID, at date: Date) async throws {
        try await write { database in
            try database.execute(
                sql: "UPDATE folders SET deletedAt = ? WHERE id = ? AND deletedAt IS NULL",
                arguments: [date.timeIntervalSinceReferenceDate, folder])
        }
    }

    public func undelete(folder: SessionFolder.ID) async throws {
        try await write { database in
            try database.execute(sql: "UPDATE folders SET deletedAt = NULL WHERE id = ?", arguments: [folder])
        }
    }
}

extension SessionList {
    /// - Parameter limit: more come where several have the date of the last one.
    fileprivate func sessions(_ database: Database, before end: Double, limit: Int) throws -> [Session] {
        func rows(_ index: String, _ condition: String, _ arguments: StatementArguments = []) throws -> [Session] {
            let shown = "sessions INDEXED BY \(index) WHERE \(condition) AND deletedAt IS NULL AND lastMessageAt < ?"
            let last = try Double.fetchOne(
                database.cachedStatement(
                    sql: "SELECT lastMessageAt FROM \(shown) ORDER BY lastMessageAt DESC LIMIT 1 OFFSET ?"),
                arguments: arguments + [end, limit - 1])
            return try SessionRecord.fetchAll(
                database.cachedStatement(
                    sql: "SELECT * FROM \(shown) AND lastMessageAt >= ? ORDER BY lastMessageAt DESC, number DESC"),
                arguments: arguments + [end, last ?? -.infinity]
            ).map(\.session)
        }
        switch self {
        case .all: return try rows("sessions_shown", "TRUE")
        case .pinned: return try rows("sessions_pinned", "isPinned = 1")
        case .folder(let id): return try rows("sessions_in_folder", "folder = ?", [id])
        case .others:
            let others = try rows("sessions_others", "isPinned IS NULL AND folder IS NULL")
            let hidden = try String.fetchAll(database, sql: "SELECT id FROM folders WHERE deletedAt IS NOT NULL")
            guard !hidden.isEmpty else { return others }
            // Those of a folder that can still be brought back are in none meanwhile.
            let freed = try hidden.flatMap { try rows("sessions_in_folder", "folder = ? AND isPinned IS NULL", [$0]) }
            return (others + freed).sorted { $0.lastMessageAt > $1.lastMessageAt }
        }
    }
}
