// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthMemory

extension StoreArea {
    /// The lines of the user's portrait.
    static let profile = StoreArea(
        name: "profile",
        since: 15,
        tables: ["profile_lines", "profile_line_facts"],
        migrations: [Migration(15, "2026-11 portrait of the user", createProfile)],
        check: checkProfile,
        exports: [ExportStep(rowsOf: ["profile_lines"], write: writeProfile)])
}

/// A line lives as long as one of its facts. When it loses one, or one is told in other words, it says again what its
/// newest fact says: its own words may be those that are to go. Triggers see to that, whatever removes a fact, in
/// backups too.
private func createProfile(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE profile_lines (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                id TEXT NOT NULL UNIQUE,
                section TEXT NOT NULL,
                text TEXT NOT NULL,
                isEdited INTEGER NOT NULL CHECK (isEdited IN (0, 1)),
                isPinned INTEGER NOT NULL CHECK (isPinned IN (0, 1)),
                isHidden INTEGER NOT NULL CHECK (isHidden IN (0, 1))
            ) STRICT;

            CREATE TABLE profile_line_facts (
                line TEXT NOT NULL REFERENCES profile_lines (id) ON DELETE CASCADE,
                fact TEXT NOT NULL REFERENCES facts (id) ON DELETE CASCADE,
                PRIMARY KEY (line, fact)
            ) STRICT;
            CREATE INDEX profile_lines_of_fact ON profile_line_facts (fact);

            CREATE TRIGGER profile_line_loses_fact AFTER DELETE ON profile_line_facts BEGIN
                DELETE FROM profile_lines
                WHERE id = old.line AND NOT EXISTS (SELECT 1 FROM profile_line_facts WHERE line = old.line);
                UPDATE profile_lines SET isEdited = 0, text = (
                    SELECT statement FROM facts JOIN profile_line_facts ON fact = facts.id
                    WHERE line = old.line ORDER BY facts.number DESC LIMIT 1)
                WHERE id = old.line;
            END;
            CREATE TRIGGER profile_line_is_retold AFTER UPDATE OF statement ON facts
            WHEN old.statement <> new.statement BEGIN
                UPDATE profile_lines SET isEdited = 0, text = new.statement
                WHERE id IN (SELECT line FROM profile_line_facts WHERE fact = new.id);
            END;
            """)
}

private func checkProfile(_ database: Database) throws {
    let without = try Int.fetchOne(
        database,
        sql: """
            SELECT count(*) FROM profile_lines
            WHERE NOT EXISTS (SELECT 1 FROM profile_line_facts WHERE line = profile_lines.id)
            """)
    guard without == 0 else { throw StoreError(.damaged, "\(without ?? 0) lines of the portrait have no fact") }
}

/// One object a line, with the identifiers of the facts.
private func writeProfile(to export: ExportWriter) throws {
    try export.writeLines(ProfileRecord.self, try ProfileRecord.shown(in: export.database), to: "profile.jsonl")
}

/// A row of `profile_lines`, with its facts as JSON.
struct ProfileRecord: Codable, FetchableRecord {
    let id: String
    let section: String
    let text: String
    let isEdited: Bool
    let isPinned: Bool
    let isHidden: Bool
    let facts: [String]

    /// All lines, each with those of its facts that are shown.
    static func shown(in database: Database) throws -> String {
        """
        WITH shown AS (\(try FactRecord.shown(in: database)))
        SELECT profile_lines.*, (
            SELECT json_group_array(fact) FROM (
                SELECT fact FROM profile_line_facts JOIN shown ON shown.id = fact
                WHERE line = profile_lines.id ORDER BY shown.number)
        ) AS facts FROM profile_lines
        WHERE EXISTS (SELECT 1 FROM profile_line_facts JOIN shown ON shown.id = fact WHERE line = profile_lines.id)
        ORDER BY number
        """
    }

    /// - Throws: `StoreError` `.damaged` for a section that there is not.
    var line: ProfileLine {
        get throws {
            guard let section = ProfileLine.Section(rawValue: section) else {
                throw StoreError(.damaged, "line \(id) of the portrait: there is no section \(self.section)")
            }
            return ProfileLine(
                id: id, section: section, text: text, facts: facts, isEdited: isEdited, isPinned: isPinned,
                isHidden: isHidden)
        }
    }
}

extension ProfileLine {
    /// Writes it over the row that has its identifier. Facts that are gone by now are left out, and a line that has no
    /// other.
    func save(in database: Database) throws {
        let known = try facts.filter { fact in
            try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM facts WHERE id = ?)", arguments: [fact]) ?? false
        }
        guard !known.isEmpty else { return }
        let text = try known == facts && isEdited ? text : statement(of: known, in: database)
        let write = """
            INSERT INTO profile_lines (id, section, text, isEdited, isPinned, isHidden) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET section = excluded.section, text = excluded.text, isEdited = excluded.isEdited,
                isPinned = excluded.isPinned, isHidden = excluded.isHidden
            """
        let row: StatementArguments = [
            id, section.rawValue, text.withoutNulls, isEdited && known == facts, isPinned, isHidden,
        ]
        try database.execute(sql: write, arguments: row)
        for fact in known {
            try database.execute(
                sql: "INSERT OR IGNORE INTO profile_line_facts VALUES (?, ?)", arguments: [id, fact])
        }
        let others = databaseQuestionMarks(count: known.count)
        try database.execute(
            sql: "DELETE FROM profile_line_facts WHERE line = ? AND fact NOT IN (\(others))",
            arguments: [id] + StatementArguments(known))
        // Losing a fact has told the line anew; the words that it is to have are these.
        if database.changesCount > 0 { try database.execute(sql: write, arguments: row) }
    }

    /// The text, where it is what one of these facts says by now; else what the newest of them says. So nothing comes
    /// back that was forgotten while the line was made.
    private func statement(of facts: [String], in database: Database) throws -> String {
        let statements = try String.fetchAll(
            database,
            sql: """
                SELECT statement FROM facts WHERE id IN (\(databaseQuestionMarks(count: facts.count))) ORDER BY number DESC
                """, arguments: StatementArguments(facts))
        return statements.contains(text.withoutNulls) ? text : statements.first ?? ""
    }
}
