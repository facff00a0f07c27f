// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthChat

/// Export of conversations. Deleted ones are not in it, even while they can still be restored.
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

/// A Markdown file for each session; those of a folder are in a folder of its name.
private func writeConversations(to export: ExportWriter) throws {
    try export.makeFolder("conversations")
    let columns = try MessageRecord.columns(in: export.database)
    let folders = try folderNames(export.database)
    for name in folders.values.sorted() { try export.makeFolder("conversations/\(name)") }
    let sessions = try SessionRecord.fetchCursor(
        export.database, sql: "SELECT * FROM sessions WHERE deletedAt IS NULL ORDER BY number")
    while let session = try sessions.next()?.session {
        let messages = try MessageRecord.fetchAll(
            export.database, sql: "SELECT \(columns) FROM messages WHERE session = ? ORDER BY number",
            arguments: [session.id]
        ).map { try $0.message }
        let place = session.folder.flatMap { folders[$0] }.map { "\($0)/" } ?? ""
        try export.write(
            Markdown.document(session, messages: messages), to: "conversations/\(place)\(fileName(of: session))")
        try export.part.add(1 + messages.count)
    }
}

/// The day, the title as far as it goes into a file's name, and the session's identifier, which makes it the only one.
private func fileName(of session: Session) -> String {
    let day = Timestamp(session.createdAt).day()
    let parts = [day, words(of: session.title), letters(of: session.id)]
    return parts.filter { !$0.isEmpty }.joined(separator: " ") + ".md"
}

/// The folders of the export by those of the app: no two are alike, also where a disk takes large letters for small
/// ones. A backup of an older Hearth has none.
private func folderNames(_ database: Database) throws -> [String: String] {
    guard try database.tableExists("folders") else { return [:] }
    let rows = try Row.fetchAll(
        database, sql: "SELECT id, name FROM folders WHERE deletedAt IS NULL ORDER BY createdAt, id")
    var (names, taken): ([String: String], Set<String>) = ([:], [])
    for row in rows {
        var name = words(of: row["name"])
        if name.isEmpty || !taken.insert(name.lowercased()).inserted {
            name = [name, letters(of: row["id"])].filter { !$0.isEmpty }.joined(separator: " ")
        }
        names[row["id"]] = name
    }
    return names
}

/// The beginning of a text, as far as it goes into a file's name.
private func words(of text: String) -> String {
    let words = text.split { !$0.isLetter && !$0.isNumber }.prefix(8).joined(separator: "-").prefix(40)
    // Systems allow 255 bytes; a letter may have many.
    return words.utf8.count > 160 ? "" : String(words)
}

private func letters(of id: String) -> String {
    String(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }.prefix(60))
}
