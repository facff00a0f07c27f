// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthMemory

extension Store {
    public func unfiledFacts(limit: Int) async throws -> [Fact] {
        try await read { database in
            try FactRecord.fetchAll(
                database,
                sql: """
                    SELECT * FROM (\(try FactRecord.shown(in: database)))
                    WHERE slot IS NULL AND alsoSaid IS NULL AND waits = 0 ORDER BY number LIMIT ?
                    """, arguments: [limit]
            ).map { try $0.fact }
        }
    }

    public func file(_ edit: FactEdit, into twin: Fact?, closing closings: [FactEdit]) async throws -> Bool {
        try await write { database in
            // Words may have been erased meanwhile, and what was read of them is not to outlive them.
            let read = [edit.before] + closings.map(\.before) + [twin].compactMap { $0 }
            let now = try FactRecord.shown(read.map(\.id), in: database).map { try $0.fact }
            guard read.allSatisfy(now.contains) else { return false }
            if let twin {
                try database.merge(edit.before.id, into: twin.id)
            } else {
                let lines = try EditedLine.all(of: edit.before.id, in: database)
                try edit.after.save(waits: false, in: database)
                for line in lines { try line.restore(in: database) }
            }
            for closing in closings { try closing.after.save(waits: false, in: database) }
            return true
        }
    }
}

/// A line of the portrait in the user's words, which are told anew where a fact is.
private struct EditedLine {
    let id: String
    let text: String

    static func all(of fact: String, in database: Database) throws -> [EditedLine] {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT id, text FROM profile_lines JOIN profile_line_facts ON line = profile_lines.id
                WHERE fact = ? AND isEdited = 1
                """, arguments: [fact])
        return rows.map { EditedLine(id: $0["id"], text: $0["text"]) }
    }

    func restore(in database: Database) throws {
        try database.execute(
            sql: "UPDATE profile_lines SET isEdited = 1, text = ? WHERE id = ?", arguments: [text, id])
    }
}

extension Database {
    /// Gives a fact what another has that says the same: its evidence, and what the user wished for it. The other goes.
    fileprivate func merge(_ fact: String, into twin: String) throws {
        try execute(
            sql: """
                UPDATE facts SET isPinned = max(facts.isPinned, other.isPinned),
                    confidence = max(facts.confidence, other.confidence), time = coalesce(facts.time, other.time),
                    validFrom = min(facts.validFrom, other.validFrom)
                FROM (SELECT * FROM facts WHERE id = ?2) AS other WHERE facts.id = ?1
                """, arguments: [twin, fact])
        try execute(sql: "UPDATE OR IGNORE fact_evidence SET fact = ? WHERE fact = ?", arguments: [twin, fact])
        try execute(sql: "UPDATE facts SET supersededBy = ? WHERE supersededBy = ?", arguments: [twin, fact])
        try execute(sql: "DELETE FROM facts WHERE id = ?", arguments: [fact])
    }
}
