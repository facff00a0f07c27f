// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthMemory

extension StoreArea {
    /// Notes of what was erased and may still have traces. Exports leave this table out. Restoring a backup keeps the
    /// current database's rows (`RestoreCarryOver`).
    static let erasures = StoreArea(
        name: "erasures", since: 2, tables: ["erasures"],
        migrations: [
            Migration(20, "2026-11 erasures by kind", nameKinds),
            Migration(24, "2026-11 erasures in their order", numberErasures),
        ])
}

/// A row says what is erased by its kind and by what tells it from others of that kind. Older databases had one text
/// for both.
private func nameKinds(_ database: Database) throws {
    let former = try Erasure.noted(in: database)
    try database.execute(
        sql: """
            DROP TABLE erasures;
            CREATE TABLE erasures (
                kind TEXT NOT NULL,
                -- An identifier or a name; '' where the kind says all.
                subject TEXT NOT NULL,
                -- The kind of passages, or the source of a quotation.
                detail TEXT NOT NULL,
                since REAL NOT NULL,
                until REAL NOT NULL,
                -- The last number that goes, where only what is older does.
                upTo INTEGER NOT NULL,
                PRIMARY KEY (kind, subject, detail, since, until)
            ) STRICT, WITHOUT ROWID;
            """)
    try Erasure.note(former, in: database)
}

/// Erasures are counted. A backup has the count of when it was made, so it is known which of them came later: the
/// others were finished in what it is a copy of, and what has the same name there is something new.
private func numberErasures(_ database: Database) throws {
    let former = try Erasure.noted(in: database)
    try database.execute(
        sql: """
            DROP TABLE erasures;
            CREATE TABLE erasures (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                kind TEXT NOT NULL,
                subject TEXT NOT NULL,
                detail TEXT NOT NULL,
                since REAL NOT NULL,
                until REAL NOT NULL,
                upTo INTEGER NOT NULL,
                UNIQUE (kind, subject, detail, since, until)
            ) STRICT;
            """)
    try Erasure.note(former, in: database)
}

extension Erasure {
    /// An erasure that may have left traces.
    struct Note: Sendable {
        /// Erasures that were noted later have higher ones. `nil` where an older version has noted it.
        let number: Int?
        let erasure: Erasure

        /// Whether it came after a database was made, of which there may be traces in it, so.
        /// - Parameter last: the last number that the database has given out.
        func isLater(than last: Int) -> Bool { number.map { $0 > last } ?? true }
    }

    private enum Kind: String {
        case session, messages, folder, fact, evidence, quotation, passages, learned, entry, draft, photo, reflection,
            journal,
            word, card, deck, media, orphans, everything
    }

    private var kind: Kind {
        switch self {
        case .session: .session
        case .messages: .messages
        case .folder: .folder
        case .fact: .fact
        case .evidence: .evidence
        case .quotation: .quotation
        case .passages: .passages
        case .learned: .learned
        case .entry: .entry
        case .draft: .draft
        case .photo: .photo
        case .reflection: .reflection
        case .journal: .journal
        case .word: .word
        case .card: .card
        case .deck: .deck
        case .media: .media
        case .orphans: .orphans
        case .everything: .everything
        }
    }

    private var subject: String {
        switch self {
        case .session(let id), .messages(let id, _), .folder(let id), .fact(let id), .evidence(let id),
            .quotation(let id, _),
            .passages(let id, _),
            .entry(let id), .draft(let id), .photo(let id), .reflection(let id), .media(let id):
            id
        case .word(let id), .card(let id), .deck(let id): String(id)
        case .learned(let span): span.session ?? ""
        case .journal, .orphans, .everything: ""
        }
    }

    private var upTo: Int {
        switch self {
        case .messages(_, let last), .journal(let last): last
        default: 0
        }
    }

    private var row: StatementArguments {
        var (detail, since, until) = ("", 0.0, 0.0)
        if case .passages(_, let kind) = self { detail = kind.rawValue }
        if case .quotation(_, let source) = self { detail = source }
        if case .learned(let span) = self { (since, until) = (span.since, span.until) }
        return [kind.rawValue, subject, detail, since, until, upTo]
    }

    private init?(row: Row) {
        let (subject, upTo): (String, Int) = (row["subject"], row["upTo"])
        switch Kind(rawValue: row["kind"]) {
        case .session: self = .session(subject)
        case .messages: self = .messages(of: subject, upTo: upTo)
        case .folder: self = .folder(subject)
        case .fact: self = .fact(subject)
        case .evidence: self = .evidence(of: subject)
        case .quotation: self = .quotation(of: subject, in: row["detail"])
        case .passages:
            guard let kind = Passage.Kind(rawValue: row["detail"]) else { return nil }
            self = .passages(of: subject, kind)
        case .learned:
            self = .learned(
                LearnedSpan(since: row["since"], until: row["until"], session: subject.isEmpty ? nil : subject))
        case .entry: self = .entry(subject)
        case .draft: self = .draft(subject)
        case .photo: self = .photo(subject)
        case .reflection: self = .reflection(subject)
        case .journal: self = .journal(upTo: upTo)
        case .word:
            guard let id = Int64(subject) else { return nil }
            self = .word(id)
        case .card:
            guard let id = Int64(subject) else { return nil }
            self = .card(id)
        case .deck:
            guard let id = Int64(subject) else { return nil }
            self = .deck(id)
        case .media: self = .media(subject)
        case .orphans: self = .orphans
        case .everything: self = .everything
        case nil: return nil
        }
    }

    // MARK: The list

    /// All that a database notes, whatever version it is of.
    static func notes(in database: Database) throws -> [Note] {
        // The first version had no list.
        guard try database.tableExists("erasures") else { return [] }
        let columns = try Set(database.columns(in: "erasures").map(\.name))
        return try Row.fetchAll(database, sql: "SELECT * FROM erasures").compactMap { row in
            let erasure =
                columns.contains("kind")
                ? Erasure(row: row) : Erasure(former: row["session"], upTo: row["upTo"])
            return erasure.map { Note(number: columns.contains("number") ? row["number"] : nil, erasure: $0) }
        }
    }

    static func noted(in database: Database) throws -> [Erasure] { try notes(in: database).map(\.erasure) }

    /// Notes what is erased until nothing of it is left. Where more of the same was erased before, it counts as the
    /// last of all.
    static func note(_ erasures: [Erasure], in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO erasures (kind, subject, detail, since, until, upTo)
                SELECT ?1, ?2, ?3, ?4, ?5, max(?6, ifnull((SELECT upTo FROM erasures
                    WHERE kind = ?1 AND subject = ?2 AND detail = ?3 AND since = ?4 AND until = ?5), 0))
                """)
        for erasure in erasures { try statement.execute(arguments: erasure.row) }
    }

    /// Puts notes of another database into this one's list, with the numbers that they have.
    static func enter(_ notes: [Note], in database: Database) throws {
        try note(notes.filter { $0.number == nil }.map(\.erasure), in: database)
        let statement = try database.cachedStatement(
            sql: """
                INSERT OR REPLACE INTO erasures (number, kind, subject, detail, since, until, upTo)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """)
        for note in notes {
            guard let number = note.number else { continue }
            try statement.execute(arguments: [number] + note.erasure.row)
        }
    }

    /// Strikes notes from the list. Of what was erased once more since, there is another.
    static func settle(_ notes: [Note], in database: Database) throws {
        let statement = try database.cachedStatement(sql: "DELETE FROM erasures WHERE number = ?")
        for note in notes { try statement.execute(arguments: [note.number]) }
    }

    // MARK: Backups

    /// Whether a backup notes that traces may be left in it; also where it is too old to have such notes.
    static func mayHaveLeftTraces(in backup: Database) throws -> Bool {
        guard try backup.tableExists("erasures") else { return true }
        return try Bool.fetchOne(backup, sql: "SELECT EXISTS (SELECT 1 FROM erasures)") ?? false
    }

    /// Notes in a backup that traces may be left in it. There it does not matter of what.
    static func noteTraces(in backup: Database) throws {
        guard try backup.tableExists("erasures") else { return }
        guard try hasKinds(backup) else {
            return try backup.execute(
                sql: "INSERT OR IGNORE INTO erasures VALUES (?, NULL)", arguments: [formerOrphans])
        }
        // The backup's own count stays what it was when it was made.
        guard try backup.columns(in: "erasures").contains(where: { $0.name == "number" }) else {
            return try note([.orphans], in: backup)
        }
        try enter([Note(number: 0, erasure: .orphans)], in: backup)
    }

    static func settleTraces(in backup: Database) throws {
        if try backup.tableExists("erasures") { try backup.execute(sql: "DELETE FROM erasures") }
    }

    // MARK: Older databases

    private static func hasKinds(_ database: Database) throws -> Bool {
        try database.columns(in: "erasures").contains { $0.name == "kind" }
    }

    private static let formerOrphans = "left behind"

    /// Reads what versions before 20 noted: a session's identifier, or a text that no session has for one.
    private init(former text: String, upTo: Int?) {
        func rest(_ beginning: String) -> String? {
            text.hasPrefix(beginning) ? String(text.dropFirst(beginning.count)) : nil
        }
        if text == Self.formerOrphans {
            self = .orphans
        } else if text == "everything" {
            self = .everything
        } else if let id = rest("fact ") {
            self = .fact(id)
        } else if let id = rest("evidence from ") {
            self = .evidence(of: id)
        } else if let parts = rest("passages of ")?.split(separator: " ", maxSplits: 1), parts.count == 2,
            let kind = Passage.Kind(rawValue: String(parts[0]))
        {
            self = .passages(of: String(parts[1]), kind)
        } else if let parts = rest("learned ")?.split(separator: " ", maxSplits: 2), parts.count >= 2,
            let since = Double(parts[0]), let until = Double(parts[1])
        {
            self = .learned(LearnedSpan(since: since, until: until, session: parts.count > 2 ? String(parts[2]) : nil))
        } else if let former = Self.formerThing(text, upTo) {
            self = former
        } else if let upTo {
            self = .messages(of: text, upTo: upTo)
        } else {
            self = .session(text)
        }
    }

    /// Reads names such as `journal/entry/ID` and `words/deck/7`.
    private static func formerThing(_ text: String, _ upTo: Int?) -> Erasure? {
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { return nil }
        switch (parts[0], parts[1]) {
        case ("journal", "entry"): return .entry(parts[2])
        case ("journal", "draft"): return .draft(parts[2])
        case ("journal", "photo"): return .photo(parts[2])
        case ("journal", "reflection"): return .reflection(parts[2])
        case ("journal", "all"): return .journal(upTo: upTo ?? 0)
        case ("words", "word"): return Int64(parts[2]).map { .word($0) }
        case ("words", "deck"): return Int64(parts[2]).map { .deck($0) }
        case ("words", "media"): return .media(parts[2])
        default: return nil
        }
    }
}
