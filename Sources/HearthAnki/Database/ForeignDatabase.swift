// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Foundation

/// An SQLite database from a stranger, opened so that nothing in it runs and nothing in it is written.
///
/// The file must lie where nobody else writes: it is read as one that never changes, without locks or a log beside it.
/// The settings follow SQLite's advice for untrusted databases (sqlite.org/security.html, section 1.2) and go further:
/// an authorizer allows only reading columns of the tables that are named, so views, triggers and functions are refused
/// when a statement is prepared.
final class ForeignDatabase {
    private let handle: OpaquePointer
    private let guardian: DatabaseGuardian
    /// The database's name in its package, for messages.
    let name: String
    /// Bytes of the file. No table can have more in it.
    let size: Int

    /// - Throws: `damaged` for what is no database, `unreadable`.
    init(_ file: URL, name: String, watch: WorkWatch) throws(AnkiError) {
        self.name = name
        let path = file.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? ""
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE
        var opened: OpaquePointer?
        let status = sqlite3_open_v2("file:\(path)?immutable=1", &opened, flags, nil)
        guard let opened, status == SQLITE_OK else {
            sqlite3_close_v2(opened)
            throw AnkiError(.unreadable, name, "cannot be opened as a database")
        }
        handle = opened
        guardian = DatabaseGuardian(watch)
        size = try InputFile(file).size
        restrict()
        try run("PRAGMA trusted_schema=OFF; PRAGMA query_only=ON; PRAGMA cell_size_check=ON; PRAGMA mmap_size=0")
        sqlite3_set_authorizer(handle, DatabaseGuardian.authorize, Unmanaged.passUnretained(guardian).toOpaque())
    }

    deinit { sqlite3_close_v2(handle) }

    private func restrict() {
        let off = [
            SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW, SQLITE_DBCONFIG_TRUSTED_SCHEMA,
            SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER,
        ]
        for setting in off { hearth_sqlite_switch(handle, setting, 0) }
        hearth_sqlite_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
        let limits = [
            SQLITE_LIMIT_LENGTH: 64 << 20, SQLITE_LIMIT_SQL_LENGTH: 256 << 10, SQLITE_LIMIT_COLUMN: 200,
            SQLITE_LIMIT_EXPR_DEPTH: 100, SQLITE_LIMIT_COMPOUND_SELECT: 20, SQLITE_LIMIT_VDBE_OP: 100_000,
            SQLITE_LIMIT_FUNCTION_ARG: 8, SQLITE_LIMIT_ATTACHED: 0, SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 100,
            SQLITE_LIMIT_TRIGGER_DEPTH: 1, SQLITE_LIMIT_WORKER_THREADS: 0,
        ]
        for (limit, value) in limits { sqlite3_limit(handle, limit, Int32(value)) }
        let place = Unmanaged.passUnretained(guardian).toOpaque()
        sqlite3_progress_handler(handle, 2_000, DatabaseGuardian.looksUp, place)
        // Anki compares names by it. Reading does not, but SQLite asks for it wherever an index of such names comes
        // near.
        sqlite3_create_collation_v2(handle, "unicase", SQLITE_UTF8, nil, DatabaseGuardian.compareNames, nil)
    }

    private func run(_ sql: String) throws(AnkiError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    /// Calls `body` for each row.
    /// - Parameter tables: what the statement may read; anything else is refused.
    /// - Throws: `damaged`, `tooSlow`, `tooLarge`, `cancelled`, and what `body` throws.
    func rows(
        _ sql: String, of tables: Set<String>, _ body: (ForeignRow) throws(AnkiError) -> Void
    ) throws(AnkiError) {
        guardian.tables = tables
        defer { guardian.tables = [] }
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else { throw failure() }
        defer { sqlite3_finalize(statement) }
        let row = ForeignRow(statement)
        var status = sqlite3_step(statement)
        while status == SQLITE_ROW {
            try body(row)
            // Pages that refer to each other in circles would give rows without end. Texts may double where they are
            // UTF-16 in the file.
            guard row.bytesRead <= 2 * size else {
                throw AnkiError(.damaged, name, "its tables have more in them than the file, so it is damaged")
            }
            status = sqlite3_step(statement)
        }
        guard status == SQLITE_DONE else { throw failure() }
    }

    /// Error for what SQLite reports, or for the limit that stopped it.
    private func failure() -> AnkiError {
        switch (guardian.stoppedBy, sqlite3_errcode(handle) & 0xFF) {
        case (let error?, _): AnkiError(error.code, name, error.detail)
        case (nil, SQLITE_NOTADB): AnkiError(.damaged, name, "is not an SQLite database")
        case (nil, SQLITE_TOOBIG): AnkiError(.tooLarge, name, "has a value of more than 64 MB")
        case (nil, SQLITE_NOMEM): AnkiError(.tooLarge, name, "there is no memory to read it")
        case (nil, _):
            AnkiError(.damaged, name, "SQLite cannot read it: \(String(cString: sqlite3_errmsg(handle)).prefix(200))")
        }
    }
}

extension ForeignDatabase {
    /// The kind of each thing of these names in the schema: only ordinary tables whose columns are stored are tables
    /// here.
    /// - Throws: `damaged` where one of the names is a view, a virtual table, or has columns that are computed.
    func tables(among names: Set<String>) throws(AnkiError) -> Set<String> {
        var found: Set<String> = []
        var lies: String?
        try rows("SELECT type, name, sql FROM sqlite_schema", of: ["sqlite_schema", "sqlite_master"]) {
            (row) throws(AnkiError) in
            guard let type = row.text(0), let name = row.text(1)?.lowercased(), names.contains(name) else { return }
            guard type != "index" else { return }
            let declaration = row.text(2)?.uppercased() ?? ""
            if type != "table" || !declaration.hasPrefix("CREATE TABLE") { lies = name } else { found.insert(name) }
        }
        for name in found.sorted() where try hasComputedColumns(name) { lies = name }
        if let lies { throw AnkiError(.damaged, name, "its \(lies) is not a table, but something that computes") }
        return found
    }

    /// - Parameter table: one of our own names, so it can stand in the statement.
    private func hasComputedColumns(_ table: String) throws(AnkiError) -> Bool {
        var isComputed = false
        try rows("PRAGMA table_xinfo(\(table))", of: ["pragma:table_xinfo"]) { (row) throws(AnkiError) in
            if row.integer(6) != 0 { isComputed = true }
        }
        return isComputed
    }
}
