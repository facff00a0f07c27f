// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension AreaErasing {
    /// Facts that the user has refused are set aside for as long as that can be taken back. Those of a deleted session
    /// are not shown, and go with it.
    static let facts = AreaErasing(
        hidden: { date, database in
            // Backups of older versions have nothing set aside.
            guard try database.columns(in: "facts").contains(where: { $0.name == "asideAt" }) else { return [] }
            let aside = try String.fetchAll(
                database, sql: "SELECT id FROM facts WHERE asideAt < ?",
                arguments: [date.timeIntervalSinceReferenceDate])
            return aside.map { .fact($0) }
        },
        showHidden: { database in
            guard try database.columns(in: "facts").contains(where: { $0.name == "asideAt" }) else { return }
            try database.execute(sql: "UPDATE facts SET asideAt = NULL WHERE asideAt IS NOT NULL")
        },
        erase: { erasures, database in
            var quoted: Set<String> = []
            for erasure in erasures {
                if case .fact(let id) = erasure { try database.eraseFact(id) }
                guard let evidence = evidence(erasure) else { continue }
                quoted.formUnion(try database.eraseEvidence(evidence))
            }
            for fact in quoted.sorted() { try database.settleFact(fact) }
        },
        isUnfinished: { erasure, database in
            if case .fact(let id) = erasure { return try ErasedRows("facts", "id = ?", [id]).exist(in: database) }
            return try evidence(erasure)?.exist(in: database) ?? false
        })

    /// The quotations that an erasure removes.
    private static func evidence(_ erasure: Erasure) -> ErasedRows? {
        switch erasure {
        case .session(let id): ErasedRows("fact_evidence", "session = ?", [id])
        // The messages themselves are gone by now; those that have a greater number were said later.
        case .messages(let session, let last):
            ErasedRows(
                "fact_evidence",
                """
                session = ?
                    AND NOT EXISTS (SELECT 1 FROM messages WHERE messages.id = utterance AND messages.number > ?)
                """, [session, last])
        case .quotation(let fact, let source):
            ErasedRows("fact_evidence", "fact = ? AND utterance = ?", [fact, source])
        case .evidence(let source), .entry(let source): ErasedRows("fact_evidence", "utterance = ?", [source])
        case .learned(let span): ErasedRows("fact_evidence", span.condition("session"), span.arguments)
        // Entries are still there: the journal's area comes after this one.
        case .journal(let last):
            ErasedRows(
                "fact_evidence", "utterance IN (SELECT id FROM journal_entries WHERE number <= ?)", [last],
                reading: "journal_entries")
        case .folder, .fact, .passages, .draft, .photo, .reflection, .word, .card, .deck, .media, .orphans,
            .everything:
            nil
        }
    }
}

extension Database {
    /// A fact goes with its quotations, and with what was made of it.
    fileprivate func eraseFact(_ id: String) throws {
        try erase("UPDATE facts SET supersededBy = NULL WHERE supersededBy = ?", [id])
        try removeUses(of: id)
        try erase("DELETE FROM facts WHERE id = ?", [id])
    }

    /// - Returns: the facts that have lost a quotation.
    fileprivate func eraseEvidence(_ evidence: ErasedRows) throws -> Set<String> {
        guard try evidence.exist(in: self) else { return [] }
        let facts = try String.fetchSet(
            self, sql: "SELECT fact FROM fact_evidence WHERE \(evidence.condition)", arguments: evidence.arguments)
        try evidence.erase(in: self)
        return facts
    }

    /// Settles a fact that has lost a quotation. It goes with its last one. A statement, or the value in a slot, is
    /// part of a quotation. If that quotation is gone, the fact takes its statement from the oldest one that is left,
    /// and has no slot until that is read again.
    fileprivate func settleFact(_ id: String) throws {
        // Backups of older versions have no slots.
        let hasSlots = try columns(in: "facts").contains { $0.name == "slotValue" }
        let said = hasSlots ? "coalesce(slotValue, statement)" : "statement"
        let row = try Row.fetchOne(
            cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM fact_evidence WHERE fact = facts.id) AS isQuoted, EXISTS (
                        SELECT 1 FROM fact_evidence WHERE fact = facts.id AND instr(lower(quote), lower(\(said))) > 0) AS isSaid
                    FROM facts WHERE id = ?
                    """), arguments: [id])
        guard let row else { return }
        guard row["isQuoted"] else {
            try reopenFacts(supersededBy: id)
            return try eraseFact(id)
        }
        guard !row["isSaid"] else { return }
        try removeUses(of: id)
        try erase(
            """
            UPDATE facts SET \(hasSlots ? "slot = NULL, slotValue = NULL, relation = NULL," : "") statement = (
                SELECT quote FROM fact_evidence WHERE fact = facts.id ORDER BY saidAt, utterance LIMIT 1)
            WHERE id = ?
            """, [id])
    }

    /// Nothing says any more that these are over, unless what had replaced them was replaced itself.
    private func reopenFacts(supersededBy id: String) throws {
        try erase(
            """
            UPDATE facts SET
                validUntil = CASE WHEN later.supersededBy IS NULL THEN NULL ELSE facts.validUntil END,
                supersededBy = later.supersededBy
            FROM (SELECT supersededBy FROM facts WHERE id = ?1) AS later WHERE facts.supersededBy = ?1
            """, [id])
    }

    /// Passages of a fact, and prompts that it stands in.
    private func removeUses(of fact: String) throws {
        try erase("DELETE FROM passages WHERE source = ? AND kind = 'fact'", [fact])
        // Backups of older versions have no such table.
        guard try tableExists("recalled") else { return }
        try erase("DELETE FROM recalled WHERE source = ? AND kind = 'fact'", [fact])
    }
}
