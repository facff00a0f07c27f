// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GRDB
import HearthMemory

extension StoreArea {
    /// Facts and sources that must not be learned again. The tables have no word of what was forgotten: only its
    /// sources, and hashes of refused facts.
    static let forgetting = StoreArea(
        name: "forgetting",
        since: 16,
        tables: ["fact_refusals", "memory_exclusions"],
        migrations: [Migration(16, "2026-11 what is not learned again", createRefusals)],
        erasing: .exclusions)
}

/// A refusal is a hash of a fact's identifier, and a salted one of what it says. An exclusion is a message or entry, a
/// session or a time; `NULL` stands for any.
private func createRefusals(_ database: Database) throws {
    try database.execute(
        sql: """
            CREATE TABLE fact_refusals (
                fact BLOB PRIMARY KEY,
                salt BLOB NOT NULL,
                print BLOB NOT NULL
            ) STRICT;

            CREATE TABLE memory_exclusions (
                number INTEGER PRIMARY KEY,
                utterance TEXT,
                session TEXT,
                since REAL NOT NULL,
                until REAL NOT NULL
            ) STRICT;
            CREATE INDEX memory_exclusions_of_utterance ON memory_exclusions (utterance);
            CREATE INDEX memory_exclusions_of_session ON memory_exclusions (session);
            """)
}

extension AreaErasing {
    /// With a session or an entry goes what is said about it here.
    static let exclusions = AreaErasing { erasure in
        switch erasure {
        case .session(let id): [ErasedRows("memory_exclusions", "session = ?", [id])]
        case .entry(let id): [ErasedRows("memory_exclusions", "utterance = ?", [id])]
        case .messages, .folder, .fact, .evidence, .quotation, .passages, .learned, .draft, .photo, .reflection,
            .journal, .word, .card, .deck, .media, .orphans, .everything:
            []
        }
    }
}

extension Database {
    /// Excludes a message or entry, a session or a time from what is learned.
    func exclude(_ utterance: String? = nil, session: String? = nil, since: Double, until: Double) throws {
        try execute(
            sql: "INSERT INTO memory_exclusions (utterance, session, since, until) VALUES (?, ?, ?, ?)",
            arguments: [utterance, session, since, until])
    }

    /// Lets messages and entries be learned from again.
    func include(_ utterances: [String]) throws {
        for utterance in utterances {
            try execute(sql: "DELETE FROM memory_exclusions WHERE utterance = ?", arguments: [utterance])
        }
    }

    /// Whether nothing is to be learned of something that was said.
    func isForgotten(_ utterance: String, in session: String, at date: Date) throws -> Bool {
        let statement = try cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM memory_exclusions WHERE utterance = ?1)
                    OR EXISTS (
                        SELECT 1 FROM memory_exclusions
                        WHERE utterance IS NULL AND (session IS NULL OR session = ?2) AND since <= ?3 AND ?3 < until)
                """)
        return try Bool.fetchOne(
            statement, arguments: [utterance, session, date.timeIntervalSinceReferenceDate]) ?? false
    }
}

/// Hash of a fact that must not be learned again.
struct FactRefusal: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "fact_refusals"
    /// The identifier of the fact that was refused, as a hash.
    let fact: Data
    let salt: Data
    let print: Data

    init(_ fact: Fact) {
        self.fact = Self.key(fact.id)
        salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
        print = Self.print(fact, salt)
    }

    func fits(_ other: Fact) -> Bool { Self.key(other.id) == fact || Self.print(other, salt) == print }

    static func key(_ id: Fact.ID) -> Data { Data(SHA256.hash(data: Data(id.utf8))) }

    private static func print(_ fact: Fact, _ salt: Data) -> Data {
        Data(SHA256.hash(data: salt + Data(fact.gist.utf8)))
    }
}

/// All that is not to be learned again, on its way to a backup that takes the database's place.
struct ForgottenRecords {
    private static let tables = ["fact_refusals", "memory_exclusions"]
    private let exclusions: [Row]
    private let refusals: [FactRefusal]

    /// - Throws: where a database is of a version that has no such tables, too.
    init(_ database: Database) throws {
        exclusions = try Row.fetchAll(database, sql: "SELECT utterance, session, since, until FROM memory_exclusions")
        refusals = try FactRefusal.fetchAll(database, sql: "SELECT * FROM fact_refusals")
    }

    func enter(_ next: Database) throws {
        // One that lacks them gets them when it is opened, and has nothing of what was learned.
        guard try Self.tables.allSatisfy({ try next.tableExists($0) }) else { return }
        for row in exclusions {
            try next.execute(
                sql: """
                    INSERT INTO memory_exclusions (utterance, session, since, until) SELECT ?1, ?2, ?3, ?4
                    WHERE NOT EXISTS (
                        SELECT 1 FROM memory_exclusions
                        WHERE utterance IS ?1 AND session IS ?2 AND since = ?3 AND until = ?4)
                    """,
                arguments: [row["utterance"], row["session"], row["since"], row["until"]] as StatementArguments)
        }
        for refusal in refusals { try refusal.insert(next, onConflict: .ignore) }
    }
}
