// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension AreaErasing {
    /// Facts that the user has refused are set aside for as long as that can be taken back. Those of a deleted session
    /// are not shown, and go with it.
    static let facts = AreaErasing(
        hidden: { date, database in
            let aside = try String.fetchAll(
                database, sql: "SELECT id FROM facts WHERE asideAt < ?",
                arguments: [date.timeIntervalSinceReferenceDate])
            return aside.map { Erasure(fact: $0) }
        },
        showHidden: { database in
            guard try database.columns(in: "facts").contains(where: { $0.name == "asideAt" }) else { return }
            try database.execute(sql: "UPDATE facts SET asideAt = NULL WHERE asideAt IS NOT NULL")
        },
        erase: { try Erasure.eraseFacts($0, in: $1) },
        isUnfinished: { erasure, database in
            let (table, rows, arguments) = erasure.evidence
            return try Bool.fetchOne(
                database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(rows))", arguments: arguments) ?? false
        })
}

extension Erasure {
    /// Before a fact's identifier in the place of a session's, which never begins so.
    static let factMark = "fact "
    /// Before that of a message or entry from which nothing is to be known any more.
    static let evidenceMark = "evidence from "

    init(fact: String) { self.init(session: Self.factMark + fact, upTo: nil) }

    init(evidenceFrom source: String) { self.init(session: Self.evidenceMark + source, upTo: nil) }

    /// What it removes: a fact, or the evidence from a message, a session or its messages up to one.
    fileprivate var evidence: (table: String, rows: String, arguments: StatementArguments) {
        if session.hasPrefix(Self.factMark) {
            return ("facts", "id = ?", [String(session.dropFirst(Self.factMark.count))])
        }
        if session.hasPrefix(Self.evidenceMark) {
            return ("fact_evidence", "utterance = ?", [String(session.dropFirst(Self.evidenceMark.count))])
        }
        if let span = LearnedSpan(self) { return ("fact_evidence", span.condition("session"), span.arguments) }
        guard let upTo else { return ("fact_evidence", "session = ?", [session]) }
        // The messages themselves are gone by now; what has a greater number was said later.
        return (
            "fact_evidence",
            "session = ? AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = utterance AND messages.number > ?)",
            [session, upTo]
        )
    }

    /// A fact goes with its last quotation. What it superseded stays as it was left.
    fileprivate static func eraseFacts(_ erasures: [Erasure], in database: Database) throws {
        let before = database.totalChangesCount
        let sources = erasures.map(\.session).filter { $0.hasPrefix(evidenceMark) }
        if !sources.isEmpty {
            // In one statement: no index finds what quotations are from, and a journal has thousands of entries.
            let names = sources.map { String($0.dropFirst(evidenceMark.count)) }
            let list = String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
            try database.erase("DELETE FROM fact_evidence WHERE utterance IN (SELECT value FROM json_each(?))", [list])
        }
        for erasure in erasures where !erasure.session.hasPrefix(evidenceMark) {
            let (table, rows, arguments) = erasure.evidence
            try database.erase("DELETE FROM \(table) WHERE \(rows)", arguments)
        }
        guard database.totalChangesCount > before else { return }
        try database.execute(
            sql: """
                DELETE FROM facts WHERE NOT EXISTS (SELECT 1 FROM fact_evidence WHERE fact = facts.id);
                """)
        try database.execute(
            sql: """
                UPDATE facts SET supersededBy = NULL
                WHERE supersededBy IS NOT NULL AND supersededBy NOT IN (SELECT id FROM facts)
                """)
        try database.retellFacts()
        try database.removeLostPassages()
    }
}

extension Database {
    /// A statement is part of a quotation. Where that has been erased, the fact says what the oldest one that is left
    /// says, and the passages of what it said before go.
    fileprivate func retellFacts() throws {
        let retold = """
            FROM facts WHERE NOT EXISTS (
                SELECT 1 FROM fact_evidence WHERE fact = facts.id AND instr(quote, statement) > 0)
            """
        try execute(sql: "DELETE FROM passages WHERE kind = 'fact' AND source IN (SELECT id \(retold))")
        // Backups of older versions have no such table.
        if try tableExists("recalled") {
            try execute(sql: "DELETE FROM recalled WHERE kind = 'fact' AND source IN (SELECT id \(retold))")
        }
        try execute(
            sql: """
                UPDATE facts SET statement = (SELECT quote FROM fact_evidence WHERE fact = facts.id ORDER BY saidAt, utterance LIMIT 1)
                WHERE id IN (SELECT id \(retold))
                """)
    }

    /// Passages of facts that are gone.
    fileprivate func removeLostPassages() throws {
        try execute(sql: "DELETE FROM passages WHERE kind = 'fact' AND source NOT IN (SELECT id FROM facts)")
    }
}
