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
    let evidence: [Quotation]

    struct Quotation: Codable {
        let utterance: String
        let session: String
        let quote: String
        /// Seconds since 2001-01-01 UTC.
        let saidAt: Double
    }

    /// All rows but those whose evidence is only in deleted sessions that can still be brought back.
    static let shown = """
        SELECT facts.*, (
            SELECT json_group_array(json_object(
                'utterance', utterance, 'session', session, 'quote', quote, 'saidAt', saidAt))
            FROM (
                SELECT * FROM fact_evidence
                WHERE fact = facts.id AND session NOT IN (SELECT id FROM sessions WHERE deletedAt IS NOT NULL)
                ORDER BY saidAt, utterance)
        ) AS evidence FROM facts
        WHERE EXISTS (
            SELECT 1 FROM fact_evidence
            WHERE fact = facts.id AND session NOT IN (SELECT id FROM sessions WHERE deletedAt IS NOT NULL))
        ORDER BY number
        """

    /// - Throws: `StoreError` `.damaged` for a kind that there is not.
    var fact: Fact {
        get throws {
            guard let kind = Fact.Kind(rawValue: kind) else {
                throw StoreError(.damaged, "fact \(id): there is no kind \(self.kind)")
            }
            return Fact(
                id: id, statement: statement, subject: subject, kind: kind, isNegative: isNegative, time: time,
                confidence: confidence,
                validFrom: validFrom.date, validUntil: validUntil?.date, supersededBy: supersededBy,
                evidence: evidence.map {
                    FactEvidence(
                        utterance: $0.utterance, session: $0.session, quote: $0.quote,
                        date: Date(timeIntervalSinceReferenceDate: $0.saidAt))
                })
        }
    }
}

extension Fact {
    /// Writes it over the row that has its identifier, with the evidence that the row lacks.
    func save(waits: Bool, in database: Database) throws {
        try database.execute(
            sql: """
                INSERT INTO facts (id, statement, subject, kind, isNegative, time, confidence, validFrom, validUntil, supersededBy, waits)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (id) DO UPDATE SET statement = excluded.statement, subject = excluded.subject, kind = excluded.kind,
                    isNegative = excluded.isNegative, time = excluded.time, confidence = excluded.confidence,
                    validFrom = excluded.validFrom, validUntil = excluded.validUntil, supersededBy = excluded.supersededBy,
                    waits = excluded.waits
                """,
            arguments: [
                id, statement.withoutNulls, subject.withoutNulls, kind.rawValue, isNegative, time, confidence,
                Timestamp(validFrom),
                validUntil.map(Timestamp.init), supersededBy, waits,
            ])
        for item in evidence {
            try database.execute(
                sql: "INSERT OR IGNORE INTO fact_evidence VALUES (?, ?, ?, ?, ?)",
                arguments: [id, item.utterance, item.session, item.quote.withoutNulls, Timestamp(item.date)])
        }
    }
}
