// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import GRDB
import Synchronization

/// Checks of a database; each throws `StoreError`.
enum DatabaseCheck {
    /// It is Hearth's, and not newer than this program.
    static func origin(_ database: Database, _ file: URL) throws {
        let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        guard id == applicationID else {
            throw StoreError(.foreign, "\(file.path): this is a database of another program")
        }
        guard version <= migrations.count else {
            throw StoreError(
                .newer,
                """
                \(file.path): a newer Hearth has written this database (version \(version), this program knows up to \
                \(migrations.count)); please update Hearth
                """)
        }
        guard version > 0 else { throw StoreError(.damaged, "\(file.path): there are no tables in it") }
    }

    /// Its tables, indexes and triggers are those that Hearth makes: a trigger that somebody has put into a file would
    /// be run.
    ///
    /// - Parameter exactly: whether their definitions are compared too, not only their names.
    static func schema(_ database: Database, _ file: URL, exactly: Bool) throws {
        let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        let found = try definitions(database, exactly)
        if !exactly && version == migrations.count && digest(found) == newestNames { return }
        let odd = try expected(version, exactly).symmetricDifference(found)
        guard odd.isEmpty else {
            let names = Set(odd.map(\.name)).sorted().joined(separator: ", ")
            throw StoreError(
                .damaged, "\(file.path): \(names) should not be there, should be there, or is not as it should be")
        }
    }

    /// The digest of the newest version. Making a database to compare with takes a sixth of a start, so that is done
    /// only where this does not fit. A test says what has to stand here.
    static let newestNames = "77ea1048368e45e9382c1911c1c0c6c6"

    /// A digest of the names of tables, indexes and triggers, in hexadecimal digits.
    static func digest(_ database: Database) throws -> String { digest(try definitions(database, false)) }

    private static func digest(_ definitions: Set<Definition>) -> String {
        let names = definitions.map { "\($0.type) \($0.name)\n" }.sorted().joined()
        return SHA256.hash(data: Data(names.utf8)).prefix(16).map { String(format: "%02x", $0) }.joined()
    }

    private struct Form: Hashable {
        let version: Int
        let isExact: Bool
    }

    /// Definitions that each version makes. Kept, since a clean-up looks at every backup, and making them takes longer
    /// than the rest.
    private static let known = Mutex<[Form: Set<Definition>]>([:])

    private static func expected(_ version: Int, _ exactly: Bool) throws -> Set<Definition> {
        let form = Form(version: version, isExact: exactly)
        if let known = known.withLock({ $0[form] }) { return known }
        let model = try DatabaseQueue(configuration: Store.configuration())
        try migrate(model, upTo: version)
        let expected = try model.read { try definitions($0, exactly) }
        known.withLock { $0[form] = expected }
        return expected
    }

    private struct Definition: Hashable, Decodable, FetchableRecord {
        let type: String
        let name: String
        let sql: String?
    }

    /// Without what SQLite, its indexes and the migrator make for themselves, which differs between their versions.
    private static func definitions(_ database: Database, _ exactly: Bool) throws -> Set<Definition> {
        try Definition.fetchSet(
            database,
            sql: """
                SELECT type, name, iif(?, sql, NULL) AS sql FROM sqlite_schema
                WHERE name NOT GLOB 'sqlite_*' AND name NOT GLOB 'grdb_*'
                """, arguments: [exactly]
        ).filter { $0.type != "table" || !SearchIndex.isInner($0.name) }
    }

    /// Every page is where it should be, and every row keeps to its table's rules. Reads the whole file.
    static func pages(_ database: Database) throws {
        // From version 3.44 on SQLite looks at search indexes, too; one that is damaged is made anew.
        let lines = try String.fetchAll(database, sql: "PRAGMA integrity_check(100)").filter {
            !$0.contains("FTS5 table")
        }.prefix(5)
        guard lines.allSatisfy({ $0 == "ok" }) else {
            throw StoreError(.damaged, "the database is damaged: \(lines.joined(separator: "; "))")
        }
    }

    /// Every reference leads somewhere, and the rows of each area fit together.
    static func references(_ database: Database) throws {
        let astray = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
        guard astray == 0 else { throw StoreError(.damaged, "\(astray) rows refer to others that are not there") }
        for area in try StoreArea.all(in: database) { try area.check(database) }
    }
}
