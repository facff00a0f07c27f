// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthMemory

/// One thing that is erased: its rows, all that was made of it, and both of them in every backup.
///
/// Each area of the store switches over all cases, so that a new one does not compile before every area has said what
/// it does with it.
enum Erasure: Hashable, Sendable {
    case session(String)
    /// The messages of a session up to the last number of any message when it was cleared. Later ones stay.
    case messages(of: String, upTo: Int)
    /// A folder and its name. What is in it stays.
    case folder(String)
    case fact(String)
    /// Quotations of a message or entry.
    case evidence(of: String)
    /// The quotation that one fact has of a message or entry.
    case quotation(of: String, in: String)
    /// Passages of one source. The source itself stays.
    case passages(of: String, Passage.Kind)
    /// All that was learned of what was said in a time.
    case learned(LearnedSpan)
    /// An entry with its photos and its draft.
    case entry(String)
    /// A draft, with its photos where it has become no entry.
    case draft(String)
    case photo(String)
    case reflection(String)
    /// The journal up to the last number that an entry, photo or reflection ever had. Later ones stay.
    case journal(upTo: Int)
    case word(Int64)
    /// A card that lay in an erased deck, of a word in another.
    case card(Int64)
    /// A deck and its name. Its words and the decks in it are erased by themselves.
    case deck(Int64)
    case media(String)
    /// Data made of things that are not there any more.
    case orphans
    /// The empty database that has taken the place of a full one: only the log may still have its bytes.
    case everything
}

/// Time range, in one session or in all, whose learned facts and passages are meant.
struct LearnedSpan: Hashable, Sendable {
    /// Seconds since 2001-01-01 UTC, from the first to before the second.
    let since: Double
    let until: Double
    /// `nil` for all.
    let session: String?

    init(since: Double, until: Double, session: String? = nil) {
        (self.since, self.until, self.session) = (since, until, session)
    }

    /// - Parameter column: the column of the session.
    func condition(_ column: String) -> String {
        "saidAt >= ? AND saidAt < ?" + (session == nil ? "" : " AND \(column) = ?")
    }

    var arguments: StatementArguments {
        StatementArguments([since, until]) + StatementArguments([session].compactMap { $0 })
    }
}

// MARK: Removing

extension Erasure {
    /// Removes several from a database, and their words from its index.
    /// - Returns: whether there was anything of them.
    static func apply(_ erasures: [Erasure], to database: Database) throws -> Bool {
        let isChanged = try remove(erasures, from: database)
        if isChanged { try SearchIndex.forgetErased(in: database) }
        return isChanged
    }

    /// Removes several from a database, this one or a backup. Their words stay in its index until it is cleaned.
    ///
    /// Each area removes all of them before the next one does.
    /// - Returns: whether there was anything of them.
    @discardableResult
    static func remove(_ erasures: [Erasure], from database: Database) throws -> Bool {
        let before = database.totalChangesCount
        for area in try AreaErasing.all(in: database) { try area.erase(erasures, database) }
        return database.totalChangesCount > before
    }

    /// Whether a database has something of it.
    func isUnfinished(in database: Database) throws -> Bool {
        try AreaErasing.all(in: database).contains { try $0.isUnfinished(self, database) }
    }
}

extension Store {
    /// Removes things in one transaction and notes them, then cleans up after them.
    /// - Parameter onlyInBackups: whether backups may have something of them also where nothing is here.
    /// - Returns: what `find` said of them.
    func erase<Value: Sendable>(
        onlyInBackups: Bool = false, _ find: @escaping @Sendable (Database) throws -> ([Erasure], Value)
    ) async throws -> Value {
        let (value, isErased) = try await write { database in
            let (erasures, value) = try find(database)
            // Where any of it was here, backups may have all of it.
            let isErased = try Erasure.remove(erasures, from: database) || onlyInBackups && !erasures.isEmpty
            if isErased { try Erasure.note(erasures, in: database) }
            return (value, isErased)
        }
        if isErased { try await cleanUpAfterErasing() }
        return value
    }
}
