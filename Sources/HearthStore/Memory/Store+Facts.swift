// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthMemory

extension Store: FactStore {
    public func facts(history: Bool) async throws -> [Fact] {
        let facts = try await factRecords(waiting: false)
        return history ? facts : facts.filter(\.isCurrent)
    }

    public func queuedFacts() async throws -> [Fact] { try await factRecords(waiting: true) }

    private func factRecords(waiting: Bool) async throws -> [Fact] {
        try await read { database in
            try FactRecord.fetchAll(database, sql: FactRecord.shown(in: database)).filter { $0.waits == waiting }.map {
                try $0.fact
            }
        }
    }

    public func keep(_ changes: FactChanges) async throws { try await write { try $0.keep(changes) } }

    public func keep(_ changes: FactChanges, learnedFrom source: String) async throws -> Bool {
        try await write { database in
            guard try database.isThere(source) else { return false }
            try database.keep(changes)
            return true
        }
    }

    public func keep(_ changes: FactChanges, toldIn source: String) async throws -> Bool {
        try await write { database in
            guard try database.isThere(source) else { return false }
            try database.include([source] + changes.facts.map(\.id))
            let refusals = try FactRefusal.fetchAll(database, sql: "SELECT * FROM fact_refusals")
            for refusal in refusals where changes.facts.contains(where: { refusal.fits($0) }) {
                try refusal.delete(database)
            }
            try database.keep(changes, isTrusted: true)
            return true
        }
    }

    public func sources(among utterances: [String]) async throws -> Set<String> {
        try await read { database in Set(try utterances.filter { try database.isThere($0) }) }
    }

    public func quotations(from sources: [String]) async throws -> [FactQuotation] {
        try await read { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT fact, utterance, quote FROM fact_evidence
                    WHERE utterance IN (SELECT value FROM json_each(?)) ORDER BY fact, utterance
                    """, arguments: [try ForgottenRows.list(sources)])
            return rows.map { FactQuotation(fact: $0["fact"], source: $0["utterance"], quote: $0["quote"]) }
        }
    }

    public func move(_ quotations: [FactQuotation], to message: Utterance) async throws {
        try await write { database in
            guard try database.isThere(.message, message.id) else { return }
            for item in quotations {
                try database.execute(
                    sql: """
                        UPDATE OR REPLACE fact_evidence SET utterance = ?, session = ?, saidAt = ?
                        WHERE fact = ? AND utterance = ?
                        """,
                    arguments: [message.id, message.session, Timestamp(message.date), item.fact, item.source])
            }
        }
    }

    public func erase(_ quotations: [FactQuotation]) async throws {
        try await erase { _ in (quotations.map { .quotation(of: $0.fact, in: $0.source) }, ()) }
    }

    @discardableResult
    public func forgetFact(_ id: String) async throws -> Bool {
        try await erase { database in ([.fact(id)], try ErasedRows("facts", "id = ?", [id]).exist(in: database)) }
    }

    public func refusedFacts(among facts: [Fact]) async throws -> Set<Fact.ID> {
        try await read { database in
            let refusals = try FactRefusal.fetchAll(database, sql: "SELECT * FROM fact_refusals")
            return Set(facts.filter { fact in refusals.contains { $0.fits(fact) } }.map(\.id))
        }
    }
}

extension Database {
    /// - Parameter isTrusted: whether evidence counts that was forgotten before.
    fileprivate func keep(_ changes: FactChanges, isTrusted: Bool = false) throws {
        for id in changes.settled {
            try execute(sql: "DELETE FROM facts WHERE id = ? AND waits = 1", arguments: [id])
        }
        for fact in changes.facts {
            guard let before = changes.before[fact.id] else {
                try fact.save(waits: false, isTrusted: isTrusted, in: self)
                continue
            }
            guard let current = try FactRecord.known([fact.id], in: self).first?.fact else { continue }
            try FactEdit(before, to: fact).applied(to: current).save(waits: false, isTrusted: isTrusted, in: self)
        }
        for fact in changes.queued { try fact.save(waits: true, in: self) }
    }
}
