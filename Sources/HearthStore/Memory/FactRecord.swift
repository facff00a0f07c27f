// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthMemory

/// A row of `facts`, with its evidence as JSON.
struct FactRecord: Codable, FetchableRecord {
    let id: String
    let statement: String
    let subject: String
    let kind: String
    let isNegative: Bool
    let time: String?
    let confidence: Double
    let validFrom: Timestamp
    let validUntil: Timestamp?
    let supersededBy: String?
    let waits: Bool
    /// `nil` in databases of older versions.
    let isPinned: Bool?
    let isHidden: Bool?
    let slot: String?
    let slotValue: String?
    let relation: String?
    let alsoSaid: String?
    let evidence: [Quotation]

    struct Quotation: Codable {
        let utterance: String
        let session: String
        let quote: String
        /// Seconds since 2001-01-01 UTC.
        let saidAt: Double
    }

    /// All rows but those that are set aside, and those whose evidence is only in deleted sessions and entries that can
    /// still be brought back.
    static func shown(in database: Database) throws -> String {
        let hasWishes = try database.columns(in: "facts").contains { $0.name == "asideAt" }
        let shown = try database.tableExists("journal_entries") ? shown : shown.replacing(isInNoHiddenEntry, with: "")
        return shown.replacing("ORDER BY number", with: (hasWishes ? "AND asideAt IS NULL " : "") + "ORDER BY number")
    }

    /// Of evidence: what it quotes is not deleted.
    static let isShown = "session NOT IN (SELECT id FROM sessions WHERE deletedAt IS NOT NULL)" + isInNoHiddenEntry
    private static let isInNoHiddenEntry =
        " AND utterance NOT IN (SELECT id FROM journal_entries WHERE deletedAt IS NOT NULL)"

    private static let shown = """
        SELECT facts.*, (
            SELECT json_group_array(json_object(
                'utterance', utterance, 'session', session, 'quote', quote, 'saidAt', saidAt))
            FROM (
                SELECT * FROM fact_evidence
                WHERE fact = facts.id AND \(isShown)
                ORDER BY saidAt, utterance)
        ) AS evidence FROM facts
        WHERE EXISTS (
            SELECT 1 FROM fact_evidence
            WHERE fact = facts.id AND \(isShown))
        ORDER BY number
        """

    /// Those of some facts that are there, shown or not, with all of their evidence.
    static func known(_ ids: [String], in database: Database) throws -> [FactRecord] {
        try fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT facts.*, (
                        SELECT json_group_array(json_object(
                            'utterance', utterance, 'session', session, 'quote', quote, 'saidAt', saidAt))
                        FROM (SELECT * FROM fact_evidence WHERE fact = facts.id ORDER BY saidAt, utterance)
                    ) AS evidence FROM facts WHERE id IN (SELECT value FROM json_each(?))
                    """), arguments: [try ForgottenRows.list(ids)])
    }

    /// - Throws: `StoreError` `.damaged` for a kind that there is not.
    var fact: Fact {
        get throws {
            guard let kind = Fact.Kind(rawValue: kind) else {
                throw StoreError(.damaged, "fact \(id): there is no kind \(self.kind)")
            }
            var fact = Fact(
                id: id, statement: statement, subject: subject, kind: kind, isNegative: isNegative, time: time,
                confidence: confidence,
                validFrom: validFrom.date, validUntil: validUntil?.date, supersededBy: supersededBy,
                evidence: evidence.map {
                    FactEvidence(
                        utterance: $0.utterance, session: $0.session, quote: $0.quote,
                        date: Date(timeIntervalSinceReferenceDate: $0.saidAt))
                })
            (fact.isPinned, fact.isHidden) = (isPinned ?? false, isHidden ?? false)
            if let slot, let slotValue { fact.slot = SlotValue(name: slot, value: slotValue, relation: relation) }
            fact.alsoSaid = alsoSaid.flatMap(AlsoSaid.init)
            return fact
        }
    }
}

extension Fact {
    /// Writes it over the row that has its identifier, with the evidence that the row lacks. Evidence that was
    /// forgotten is left out; a fact that has no other is not kept.
    /// - Parameter isTrusted: whether evidence counts that was forgotten before, because the user brings it back.
    func save(waits: Bool, isTrusted: Bool = false, in database: Database) throws {
        let valid = try isTrusted ? evidence : evidence.filter { try !database.isForgotten($0) }
        guard try !valid.isEmpty || database.isFact(id) else { return }
        try database.execute(
            sql: """
                INSERT INTO facts (id, statement, subject, kind, isNegative, time, confidence, validFrom, validUntil, supersededBy, waits,
                    isPinned, isHidden, slot, slotValue, relation, alsoSaid)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET statement = excluded.statement, subject = excluded.subject, kind = excluded.kind,
                    isNegative = excluded.isNegative, time = excluded.time, confidence = excluded.confidence,
                    validFrom = excluded.validFrom, validUntil = excluded.validUntil, supersededBy = excluded.supersededBy,
                    waits = excluded.waits, isPinned = excluded.isPinned, isHidden = excluded.isHidden, slot = excluded.slot,
                    slotValue = excluded.slotValue, relation = excluded.relation, alsoSaid = excluded.alsoSaid
                """,
            arguments: [
                id, statement.withoutNulls, subject.withoutNulls, kind.rawValue, isNegative, time, confidence,
                Timestamp(validFrom), validUntil.map(Timestamp.init), supersededBy, waits, isPinned, isHidden,
                slot?.name, slot?.value.withoutNulls, slot?.relation?.withoutNulls, alsoSaid?.rawValue,
            ])
        for item in valid {
            try database.execute(
                sql: "INSERT OR IGNORE INTO fact_evidence VALUES (?, ?, ?, ?, ?)",
                arguments: [id, item.utterance, item.session, item.quote.withoutNulls, Timestamp(item.date)])
        }
    }
}

extension Database {
    fileprivate func isFact(_ id: String) throws -> Bool {
        try Bool.fetchOne(self, sql: "SELECT EXISTS (SELECT 1 FROM facts WHERE id = ?)", arguments: [id]) ?? false
    }

    /// Whether the user wants nothing learned of what this was said in.
    fileprivate func isForgotten(_ evidence: FactEvidence) throws -> Bool {
        try !evidence.isOwn && isForgotten(evidence.utterance, in: evidence.session, at: evidence.date)
    }
}
