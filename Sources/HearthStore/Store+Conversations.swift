// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthChat

extension Store: ConversationStore {
    public func session(_ id: Session.ID) async throws -> Session? {
        try await read { try SessionRecord.shown($0, id)?.session }
    }

    public func messages(of session: Session.ID) async throws -> [Message] {
        try await read { database in
            guard try SessionRecord.shown(database, session) != nil else { return [] }
            return try MessageRecord.fetchAll(
                database.cachedStatement(
                    sql: "SELECT \(MessageRecord.columns) FROM messages WHERE session = ? ORDER BY number"),
                arguments: [session]
            ).map { try $0.message }
        }
    }

    public func message(_ id: Message.ID) async throws -> Message? {
        try await read { database in
            try MessageRecord.fetchOne(
                database,
                sql: """
                    SELECT \(MessageRecord.columns) FROM messages JOIN sessions ON sessions.id = messages.session
                    WHERE messages.id = ? AND sessions.deletedAt IS NULL
                    """, arguments: [id]
            )?.message
        }
    }

    public func messages(_ ids: [Message.ID]) async throws -> [Message] {
        try await read { database in
            let places = databaseQuestionMarks(count: ids.count)
            let records = try MessageRecord.fetchAll(
                database,
                sql: """
                    SELECT \(MessageRecord.columns) FROM messages JOIN sessions ON sessions.id = messages.session
                    WHERE messages.id IN (\(places)) AND sessions.deletedAt IS NULL
                    """, arguments: StatementArguments(ids))
            return try records.map { try $0.message }
        }
    }

    public func save(_ session: Session) async throws { try await save([], in: session) }

    public func save(_ messages: [Message], in session: Session) async throws {
        try await add([(session, messages)])
    }

    /// Saves many sessions with their messages, all or none of them.
    public func add(_ conversations: [(session: Session, messages: [Message])]) async throws {
        try await write { database in
            for (session, messages) in conversations {
                try SessionRecord(session).save(in: database)
                for message in messages { try MessageRecord(message).upsert(database) }
            }
        }
    }

    public func update(_ message: Message) async throws {
        try await write { database in
            let known = try Bool.fetchOne(
                database, sql: "SELECT 1 FROM messages WHERE id = ?", arguments: [message.id])
            guard known != nil else { throw StoreError(.notFound, "there is no message \(message.id)") }
            try MessageRecord(message).upsert(database)
        }
    }

    public func markInterrupted() async throws -> Int {
        try await write { database in
            try database.execute(sql: "UPDATE messages SET state = 'interrupted' WHERE state = 'arriving'")
            return database.changesCount
        }
    }

    public func draft(of session: Session.ID) async throws -> String? {
        try await read { database in
            try String.fetchOne(database, sql: "SELECT content FROM drafts WHERE session = ?", arguments: [session])
        }
    }

    public func saveDraft(_ text: String?, of session: Session.ID) async throws {
        try await write { database in
            guard let text, !text.isEmpty else {
                return try database.execute(sql: "DELETE FROM drafts WHERE session = ?", arguments: [session])
            }
            try database.execute(
                sql: "INSERT INTO drafts VALUES (?, ?) ON CONFLICT DO UPDATE SET content = excluded.content",
                arguments: [session, text.withoutNulls])
        }
    }
}

extension SessionRecord {
    /// A session that has not been deleted.
    static func shown(_ database: Database, _ id: String) throws -> SessionRecord? {
        try fetchOne(
            database.cachedStatement(sql: "SELECT * FROM sessions WHERE id = ? AND deletedAt IS NULL"), arguments: [id])
    }
}
