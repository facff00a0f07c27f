// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthMemory

/// Forgetting takes one transaction, in which everything goes and is noted; then backups and the unused bytes of all
/// files are cleaned. A kill in between is made up for by the next start.
extension Store: ForgettingStore {
    public func count(of forgotten: Forgotten) async throws -> ForgottenCounts {
        try await read { try ForgottenRows(forgotten, in: $0).counts(in: $0) }
    }

    public func forget(_ forgotten: Forgotten, refusing: Bool, at now: Date) async throws -> ForgottenReport {
        let counts = try await write { database in
            let rows = try ForgottenRows(forgotten, in: database)
            let counts = try rows.counts(in: database)
            try rows.exclude(in: database, at: now)
            if refusing { for fact in rows.facts { try FactRefusal(fact).save(database) } }
            let erasures = try rows.erasures(in: database, at: now)
            try Erasure.remove(erasures, from: database)
            try Erasure.note(erasures, in: database)
            return counts
        }
        try await cleanUpAfterErasing()
        return ForgottenReport(counts: counts, uncleanCopies: uncleanCopies.count)
    }

    public func setAside(_ id: Fact.ID, at date: Date) async throws {
        try await write { database in
            guard let fact = try FactRecord.shown([id], in: database).first?.fact else { return }
            try FactRefusal(fact).save(database)
            try database.execute(sql: "UPDATE facts SET asideAt = ? WHERE id = ?", arguments: [Timestamp(date), id])
        }
    }

    public func bringBack(_ id: Fact.ID) async throws -> Bool {
        try await write { database in
            try database.execute(
                sql: "UPDATE facts SET asideAt = NULL WHERE id = ? AND asideAt IS NOT NULL", arguments: [id])
            guard database.changesCount > 0 else { return false }
            try FactRefusal.deleteOne(database, key: FactRefusal.key(id))
            return true
        }
    }

    public func eraseSetAside(before date: Date) async throws { try await erase(deletedBefore: date) }

    public func revert(_ act: FactReversal) async throws -> Bool {
        let isReverted = try await write { database in
            var facts: [(fact: Fact, waits: Bool)] = []
            for edit in act.edits {
                // One that was erased since stays erased.
                guard let current = try FactRecord.known([edit.before.id], in: database).first else { continue }
                guard let fact = try edit.reverted(in: current.fact) else { return false }
                facts.append((fact, current.waits || act.waited.contains(fact.id)))
            }
            let erasures = try act.added.flatMap { try $0.erasures(in: database) }
            try Erasure.remove(erasures, from: database)
            try Erasure.note(erasures, in: database)
            for (fact, waits) in facts + act.settled.map({ ($0, true) }) {
                try fact.without(act.sources, goneFrom: database).replace(waits: waits, in: database)
            }
            return true
        }
        if !act.added.isEmpty { try await cleanUpAfterErasing() }
        return isReverted
    }

    public func include(_ sources: [String]) async throws { try await write { try $0.include(sources) } }

    public func take(_ facts: KeptFacts, lines: [ProfileLine]) async throws {
        try await write { database in
            for fact in facts.facts + facts.queued {
                try database.include([fact.id] + fact.evidence.map(\.utterance))
            }
            for (all, waits) in [(facts.facts, false), (facts.queued, true)] {
                for fact in all {
                    try fact.without(facts.sources, goneFrom: database)
                        .save(waits: waits, isTrusted: true, in: database)
                }
            }
            for line in lines { try line.save(in: database) }
        }
    }
}

extension Fact {
    /// Undoes that it was added: all of it, or its quotations where others say the same by now.
    fileprivate func erasures(in database: Database) throws -> [Erasure] {
        guard let current = try FactRecord.known([id], in: database).first else { return [] }
        let own = Set(evidence.map(\.utterance))
        let isAllOfIt = current.evidence.allSatisfy { own.contains($0.utterance) }
        return isAllOfIt ? [.fact(id)] : own.sorted().map { .quotation(of: id, in: $0) }
    }

    /// Itself without quotations of what was there and is not any more. Without any, it is saved nowhere.
    fileprivate func without(_ sources: Set<String>, goneFrom database: Database) throws -> Fact {
        var fact = self
        fact.evidence = try evidence.filter {
            try !sources.contains($0.utterance) || database.isThere($0.utterance)
        }
        // Its words are part of a quotation; they are not to outlive it.
        let isSaid = fact.evidence.contains { $0.quote.contains(slot?.value ?? statement) }
        if !isSaid, fact.evidence.count < evidence.count, let first = fact.evidence.first {
            (fact.statement, fact.slot) = (first.quote, nil)
        }
        return fact
    }

    /// Writes it with exactly its evidence.
    fileprivate func replace(waits: Bool, in database: Database) throws {
        try save(waits: waits, in: database)
        let marks = databaseQuestionMarks(count: evidence.count)
        try database.execute(
            sql: "DELETE FROM fact_evidence WHERE fact = ? AND utterance NOT IN (\(marks))",
            arguments: [id] + StatementArguments(evidence.map(\.utterance)))
        // All that it had may have been forgotten meanwhile.
        try database.execute(
            sql: "DELETE FROM facts WHERE id = ? AND NOT EXISTS (SELECT 1 FROM fact_evidence WHERE fact = facts.id)",
            arguments: [id])
    }
}

extension FactRecord {
    /// Those of these facts that are shown.
    static func shown(_ ids: [String], in database: Database) throws -> [FactRecord] {
        try fetchAll(
            database,
            sql: "SELECT * FROM (\(try shown(in: database))) WHERE id IN (SELECT value FROM json_each(?))",
            arguments: [try ForgottenRows.list(ids)])
    }
}
