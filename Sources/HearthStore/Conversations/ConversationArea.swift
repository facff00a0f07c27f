// SPDX-License-Identifier: Apache-2.0

import GRDB

extension StoreArea {
    /// Sessions with their messages and drafts.
    static let conversations = StoreArea(
        name: "conversations",
        since: 1,
        tables: ["sessions", "messages", "drafts", "imported_sessions"],
        searchIndexes: ["session_title", "message_text"],
        counted: ["sessions", "messages"],
        migrations: conversationMigrations,
        firstRows: [
            "SELECT * FROM sessions ORDER BY lastMessageAt DESC LIMIT 1",
            "SELECT * FROM messages ORDER BY number DESC LIMIT 1",
        ],
        check: checkConversations,
        erasing: .conversations,
        exports: conversationExports)
}

/// Messages answer messages of their own session, and a session's newest message is its own.
private func checkConversations(_ database: Database) throws {
    let elsewhere = try Int.fetchOne(
        database,
        sql: """
            SELECT (SELECT count(*) FROM messages JOIN messages AS parents ON parents.id = messages.parent
                    WHERE parents.session <> messages.session)
                + (SELECT count(*) FROM sessions LEFT JOIN messages ON messages.id = sessions.leaf
                    WHERE sessions.leaf IS NOT NULL AND messages.session IS NOT sessions.id)
            """)
    guard elsewhere == 0 else {
        throw StoreError(.damaged, "\(elsewhere ?? 0) messages and sessions refer to messages of other sessions")
    }
}
