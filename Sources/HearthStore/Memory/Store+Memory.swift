// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthMemory

extension Store: PassageIndex {
    public func add(_ drafts: [PassageDraft]) async throws {
        try await write { database in
            // In this transaction: what is erased while somebody reads it must not come back as passages.
            let valid = try drafts.filter { try database.isThere($0) }
            var replaced: Set<[String]> = []
            for draft in valid where replaced.insert([draft.kind.rawValue, draft.source]).inserted {
                try database.removePassages(of: draft.kind, draft.source)
            }
            for draft in valid where try !database.isForgotten(draft) { try draft.insert(in: database) }
        }
    }

    public func remove(_ kind: Passage.Kind, sources: [String]) async throws {
        try await erasePassages(of: kind, sources: sources)
    }

    public func lookUp(_ stems: [String], since: PassageMark, models: [String]) async throws -> PassageLookup {
        try await read { database in
            let mark = try database.passageMark()
            let isRemoved = mark.removals != since.removals
            return PassageLookup(
                holders: try stems.map { try database.holders(of: $0) },
                added: try database.outlines(after: since.passage),
                vectors: try models.map { try database.vectors(after: since.vector, of: $0) },
                hiddenThreads: try String.fetchSet(
                    database, sql: "SELECT id FROM sessions WHERE deletedAt IS NOT NULL"),
                remaining: isRemoved
                    ? try Int.fetchAll(database, sql: "SELECT number FROM passages ORDER BY number") : nil,
                mark: mark)
        }
    }

    public func passages(_ numbers: [Int]) async throws -> [Passage] {
        try await read { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT * FROM passages
                    WHERE number = ? AND thread NOT IN (SELECT id FROM sessions WHERE deletedAt IS NOT NULL)
                    """)
            return try numbers.compactMap { number in
                try Row.fetchOne(statement, arguments: [number]).map { try Passage(row: $0) }
            }
        }
    }

    public func unembedded(by models: [String], limit: Int) async throws -> [Passage] {
        try await read { database in
            let names = databaseQuestionMarks(count: models.count)
            // Counting takes a moment; looking for what is not there reads every passage.
            let isComplete = try Bool.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM passage_vectors WHERE model IN (\(names)))
                        = (SELECT count(*) FROM passages)
                    """, arguments: StatementArguments(models))
            guard isComplete != true else { return [] }
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM passages
                    WHERE NOT EXISTS (
                        SELECT 1 FROM passage_vectors WHERE passage = passages.number AND model IN (\(names)))
                    ORDER BY number DESC LIMIT ?
                    """, arguments: StatementArguments(models) + [limit])
            return try rows.map { try Passage(row: $0) }
        }
    }

    public func add(_ vectors: [PassageVector], of model: String) async throws {
        try await write { database in
            let statement = try database.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO passage_vectors (passage, model, scale, numbers)
                    SELECT number, ?, ?, ? FROM passages WHERE number = ?
                    """)
            for vector in vectors {
                try statement.execute(arguments: [model, Double(vector.scale), vector.bytes, vector.passage])
            }
        }
    }
}

extension Database {
    /// Whether what it is made of is there, is not deleted, and still says it.
    fileprivate func isThere(_ draft: PassageDraft) throws -> Bool {
        try isThere(draft.kind, draft.source, saying: draft.text)
    }

    /// Whether the user has forgotten what it was made of. A fact that was forgotten is not there; one that is may have
    /// been brought back.
    fileprivate func isForgotten(_ draft: PassageDraft) throws -> Bool {
        try draft.kind != .fact && isForgotten(draft.source, in: draft.thread, at: draft.date)
    }

    fileprivate func removePassages(of kind: Passage.Kind, _ source: String) throws {
        try execute(
            sql: "DELETE FROM passages WHERE kind = ? AND source = ?",
            arguments: [kind.rawValue, source.withoutNulls])
    }

    /// The newest number ever given out, also where its row has gone.
    private func lastNumber(_ table: String) throws -> Int {
        try Int.fetchOne(self, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table]) ?? 0
    }

    fileprivate func passageMark() throws -> PassageMark {
        PassageMark(
            passage: try lastNumber("passages"), vector: try lastNumber("passage_vectors"),
            removals: try Int.fetchOne(self, sql: "SELECT count FROM passage_removals") ?? 0)
    }

    fileprivate func outlines(after number: Int) throws -> [PassageOutline] {
        let rows = try Row.fetchCursor(
            self, sql: "SELECT \(PassageOutline.columns) FROM passages WHERE number > ? ORDER BY number",
            arguments: [number])
        return try Array(rows.map { PassageOutline(row: $0) })
    }

    fileprivate func vectors(after number: Int, of model: String) throws -> [PassageVector] {
        let rows = try Row.fetchCursor(
            self,
            sql: """
                SELECT passage, scale, numbers FROM passage_vectors
                WHERE number > ? AND model = ?
                """, arguments: [number, model])
        return try Array(rows.map { PassageVector(row: $0) })
    }

    /// The passages that have a stem, ascending. A stem has no quotes in it: it is letters and digits.
    fileprivate func holders(of stem: String) throws -> [Int] {
        let statement = try cachedStatement(
            sql: "SELECT rowid FROM passage_stems WHERE passage_stems MATCH ? ORDER BY rowid")
        return try Int.fetchAll(statement, arguments: ["\"\(stem)\""])
    }
}
