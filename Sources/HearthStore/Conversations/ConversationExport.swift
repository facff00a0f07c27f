// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat

/// What is deleted is not in it, even while it can still be brought back.
let conversationExports = [
    ExportStep(rowsOf: ["sessions"]) { export in
        try export.writeLines(
            SessionRecord.self, "SELECT * FROM sessions WHERE deletedAt IS NULL ORDER BY number",
            to: "sessions.jsonl")
    },
    ExportStep(rowsOf: ["messages"]) { export in
        try export.writeLines(
            MessageRecord.self,
            """
            SELECT \(try MessageRecord.columns(in: export.database)) FROM messages JOIN sessions ON sessions.id = messages.session
            WHERE deletedAt IS NULL ORDER BY messages.number
            """, to: "messages.jsonl")
    },
    ExportStep(rowsOf: ["sessions", "messages"], write: writeConversations),
]

/// A Markdown file for each session.
private func writeConversations(to export: ExportFolder) throws {
    try export.makeFolder("conversations")
    let columns = try MessageRecord.columns(in: export.database)
    let sessions = try SessionRecord.fetchCursor(
        export.database, sql: "SELECT * FROM sessions WHERE deletedAt IS NULL ORDER BY number")
    while let session = try sessions.next()?.session {
        let messages = try MessageRecord.fetchAll(
            export.database, sql: "SELECT \(columns) FROM messages WHERE session = ? ORDER BY number",
            arguments: [session.id]
        ).map { try $0.message }
        try export.write(
            Markdown.document(session, messages: messages), to: "conversations/\(fileName(of: session))")
        try export.part.add(1 + messages.count)
    }
}

/// The day, the title as far as it goes into a file's name, and the session's identifier, which makes it the only one.
private func fileName(of session: Session) -> String {
    let day = Timestamp(session.createdAt).day()
    let words = session.title.split { !$0.isLetter && !$0.isNumber }.prefix(8).joined(separator: "-")
    let id = session.id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    // Systems allow 255 bytes; a letter may have many.
    let title = String(words.prefix(40)).utf8.count > 160 ? "" : String(words.prefix(40))
    return [day, title, String(id.prefix(60))].filter { !$0.isEmpty }.joined(separator: " ") + ".md"
}
