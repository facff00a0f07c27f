// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
import HearthChat

/// Everything that a database holds, as files that other programs read.
///
/// `sessions.jsonl` and `messages.jsonl` have one JSON object a line, `settings.json` is one; dates are ISO 8601 in UTC.
/// `conversations/` has a Markdown file for each session, with the messages on the way to its newest one. What is deleted is
/// not in it, even while it can still be brought back.
struct Export {
    let database: any DatabaseReader
    /// Is told which part has been written, 0…1; what it throws calls the export off.
    let progress: (Double) throws -> Void

    init(_ database: any DatabaseReader, progress: @escaping (Double) throws -> Void = { _ in }) {
        (self.database, self.progress) = (database, progress)
    }

    /// Writes to a new folder, or into an empty one. All of it is from one moment; after an error, nothing of it is left.
    /// - Throws: `StoreError` `.exists` when there is something in the folder.
    /// - Returns: how many sessions and messages were written.
    @discardableResult
    func write(to folder: URL) throws -> (sessions: Int, messages: Int) {
        let isNew = !FileManager.default.fileExists(atPath: folder.path)
        try Self.prepare(folder)
        do { return try database.read { try write(to: folder, $0) } } catch {
            Self.remove(folder, itself: isNew)
            throw error
        }
    }

    private func write(to folder: URL, _ database: Database) throws -> (sessions: Int, messages: Int) {
        let part = ExportPart(try total(database), progress)
        let sessions = try writeLines(
            SessionRecord.self, "SELECT * FROM sessions WHERE deletedAt IS NULL ORDER BY number", database,
            folder.appending(path: "sessions.jsonl"), part)
        let messages = try writeLines(
            MessageRecord.self,
            """
            SELECT messages.* FROM messages JOIN sessions ON sessions.id = messages.session
            WHERE deletedAt IS NULL ORDER BY messages.number
            """, database, folder.appending(path: "messages.jsonl"), part)
        try writeSettings(database, folder.appending(path: "settings.json"))
        try writeConversations(database, folder.appending(path: "conversations"), part)
        return (sessions, messages)
    }

    /// Lines and conversations; what is hidden counts as well, which is of no weight.
    private func total(_ database: Database) throws -> Int {
        func count(_ table: String) throws -> Int {
            try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
        }
        return try 2 * count("sessions") + 2 * count("messages")
    }

    /// What cannot be removed is no worse than the error that led here.
    private static func remove(_ folder: URL, itself: Bool) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for place in itself ? [folder] : names.map({ folder.appending(path: $0) }) {
            try? FileManager.default.removeItem(at: place)
        }
    }

    private static func prepare(_ folder: URL) throws {
        if FileManager.default.fileExists(atPath: folder.path) {
            guard try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty else {
                throw StoreError(.exists, "\(folder.path): the folder is not empty; name a new one")
            }
        }
        try PrivateFiles.makeFolder(folder)
    }

    /// - Returns: how many lines were written.
    private func writeLines<Record: FetchableRecord & Encodable>(
        _ type: Record.Type, _ sql: String, _ database: Database, _ file: URL, _ part: ExportPart
    ) throws -> Int {
        let output = try ExportFile(file)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "Infinity", negativeInfinity: "-Infinity", nan: "NaN")
        var count = 0
        let records = try Record.fetchCursor(database, sql: sql)
        while let record = try records.next() {
            try output.write(encoder.encode(record) + Data("\n".utf8))
            count += 1
            try part.add(1)
        }
        try output.close()
        return count
    }

    /// Settings by name; each is JSON already.
    private func writeSettings(_ database: Database, _ file: URL) throws {
        let rows = try Row.fetchAll(database, sql: "SELECT name, value FROM settings ORDER BY name")
        let members = try rows.map { row in
            let name = String(decoding: try JSONEncoder().encode(row["name"] as String), as: UTF8.self)
            return "\(name): \(row["value"] as String)"
        }
        let output = try ExportFile(file)
        try output.write(Data("{\(members.joined(separator: ",\n"))}\n".utf8))
        try output.close()
    }

    private func writeConversations(_ database: Database, _ folder: URL, _ part: ExportPart) throws {
        try PrivateFiles.makeFolder(folder)
        let sessions = try SessionRecord.fetchCursor(
            database, sql: "SELECT * FROM sessions WHERE deletedAt IS NULL ORDER BY number")
        while let session = try sessions.next()?.session {
            let messages = try MessageRecord.fetchAll(
                database, sql: "SELECT * FROM messages WHERE session = ? ORDER BY number", arguments: [session.id]
            ).map { try $0.message }
            let output = try ExportFile(folder.appending(path: Self.fileName(of: session)))
            try output.write(Data(Markdown.document(session, messages: messages).utf8))
            try output.close()
            try part.add(1 + messages.count)
        }
    }

    /// The day, the title as far as it goes into a file's name, and the session's identifier, which makes it the only one.
    static func fileName(of session: Session) -> String {
        let day = Timestamp(session.createdAt).text.prefix(10)
        let words = session.title.split { !$0.isLetter && !$0.isNumber }.prefix(8).joined(separator: "-")
        let id = session.id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        // Systems allow 255 bytes; a letter may have many.
        let title = String(words.prefix(40)).utf8.count > 160 ? "" : String(words.prefix(40))
        return [String(day), title, String(id.prefix(60))].filter { !$0.isEmpty }.joined(separator: " ") + ".md"
    }
}

/// How much of an export has been written. It says so once for each thousandth.
final class ExportPart {
    private let total: Int
    private let report: (Double) throws -> Void
    private var done = 0
    private var told = -1

    init(_ total: Int, _ report: @escaping (Double) throws -> Void) {
        (self.total, self.report) = (max(1, total), report)
    }

    func add(_ count: Int) throws {
        done += count
        let now = min(done, total) * 1000 / total
        guard now > told else { return }
        told = now
        try report(Double(now) / 1000)
    }
}

extension Store {
    /// Writes everything to a folder, in open formats; see `Export`.
    ///
    /// - Parameter progress: is told which part has been written, 0…1; what it throws calls the export off.
    /// - Throws: `StoreError` `.exists` when there is something in the folder; `CancellationError` when that is what `progress` threw.
    /// - Returns: how many sessions and messages were written.
    @discardableResult
    public func export(
        to folder: URL, progress: @escaping @Sendable (Double) throws -> Void = { _ in }
    ) async throws -> (sessions: Int, messages: Int) {
        try await maintain { [self] in try Export(database, progress: progress).write(to: folder) }
    }
}
