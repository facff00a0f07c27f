// SPDX-License-Identifier: Apache-2.0

import CSQLite
import Crypto
import EmberJSON
import Foundation

/// Writes a collection as a database of schema 11, which every Anki since 2.1 imports.
final class CollectionWriter {
    private let handle: OpaquePointer
    private let name: String

    private static let tables = """
        CREATE TABLE col (id integer PRIMARY KEY, crt integer NOT NULL, mod integer NOT NULL, scm integer NOT NULL,
          ver integer NOT NULL, dty integer NOT NULL, usn integer NOT NULL, ls integer NOT NULL, conf text NOT NULL,
          models text NOT NULL, decks text NOT NULL, dconf text NOT NULL, tags text NOT NULL);
        CREATE TABLE notes (id integer PRIMARY KEY, guid text NOT NULL, mid integer NOT NULL, mod integer NOT NULL,
          usn integer NOT NULL, tags text NOT NULL, flds text NOT NULL, sfld integer NOT NULL, csum integer NOT NULL,
          flags integer NOT NULL, data text NOT NULL);
        CREATE TABLE cards (id integer PRIMARY KEY, nid integer NOT NULL, did integer NOT NULL, ord integer NOT NULL,
          mod integer NOT NULL, usn integer NOT NULL, type integer NOT NULL, queue integer NOT NULL,
          due integer NOT NULL, ivl integer NOT NULL, factor integer NOT NULL, reps integer NOT NULL,
          lapses integer NOT NULL, left integer NOT NULL, odue integer NOT NULL, odid integer NOT NULL,
          flags integer NOT NULL, data text NOT NULL);
        CREATE TABLE revlog (id integer PRIMARY KEY, cid integer NOT NULL, usn integer NOT NULL, ease integer NOT NULL,
          ivl integer NOT NULL, lastIvl integer NOT NULL, factor integer NOT NULL, time integer NOT NULL,
          type integer NOT NULL);
        CREATE TABLE graves (usn integer NOT NULL, oid integer NOT NULL, type integer NOT NULL);
        """

    private static let indexes = """
        CREATE INDEX ix_notes_usn ON notes (usn);
        CREATE INDEX ix_cards_usn ON cards (usn);
        CREATE INDEX ix_revlog_usn ON revlog (usn);
        CREATE INDEX ix_cards_nid ON cards (nid);
        CREATE INDEX ix_cards_sched ON cards (did, queue, due);
        CREATE INDEX ix_revlog_cid ON revlog (cid);
        CREATE INDEX ix_notes_csum ON notes (csum);
        """

    /// - Parameter file: must not exist.
    static func write(_ collection: AnkiCollection, to file: URL, at now: Date) throws(AnkiError) {
        let writer = try CollectionWriter(file)
        // The file is thrown away where anything fails, so nothing has to be waited for.
        try writer.run("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; \(tables)")
        try writer.writeHead(collection, now)
        try writer.writeNotes(collection)
        try writer.writeCards(collection)
        try writer.writeReviews(collection)
        // Once all rows are there, which sorts them instead of finding a place for each.
        try writer.run("\(indexes) COMMIT")
    }

    private init(_ file: URL) throws(AnkiError) {
        name = file.lastPathComponent
        var opened: OpaquePointer?
        let status = sqlite3_open_v2(
            file.path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
        guard let opened, status == SQLITE_OK else {
            sqlite3_close_v2(opened)
            throw AnkiError(.unwritable, file.lastPathComponent, "cannot be made as a database")
        }
        handle = opened
    }

    deinit { sqlite3_close_v2(handle) }

    private func run(_ sql: String) throws(AnkiError) {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    private func failure() -> AnkiError {
        AnkiError(.unwritable, name, "cannot be written: \(String(cString: sqlite3_errmsg(handle)))")
    }

    /// The values of a row on their way into a statement, one after the other.
    private struct Binding {
        let statement: OpaquePointer
        private var place: Int32 = 0

        init(_ statement: OpaquePointer) { self.statement = statement }

        mutating func add(_ numbers: Int...) {
            for number in numbers {
                place += 1
                sqlite3_bind_int64(statement, place, Int64(number))
            }
        }

        mutating func add(_ text: String) {
            place += 1
            // SQLITE_TRANSIENT, a macro that Swift does not see: SQLite copies the text.
            let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            sqlite3_bind_text(statement, place, text, Int32(text.utf8.count), copies)
        }
    }

    private func insert<Element>(
        _ elements: [Element], into table: String, columns: Int, _ bind: (Element, inout Binding) -> Void
    ) throws(AnkiError) {
        let places = Array(repeating: "?", count: columns).joined(separator: ",")
        var prepared: OpaquePointer?
        let status = sqlite3_prepare_v2(handle, "INSERT INTO \(table) VALUES (\(places))", -1, &prepared, nil)
        guard status == SQLITE_OK, let statement = prepared else { throw failure() }
        defer { sqlite3_finalize(statement) }
        for element in elements {
            var binding = Binding(statement)
            bind(element, &binding)
            guard sqlite3_step(statement) == SQLITE_DONE else { throw failure() }
            sqlite3_reset(statement)
        }
    }

    private func writeHead(_ collection: AnkiCollection, _ now: Date) throws(AnkiError) {
        let milliseconds = Int(now.timeIntervalSince1970 * 1000)
        try insert([collection], into: "col", columns: 13) { collection, row in
            row.add(1, collection.created, milliseconds, milliseconds, 11, 0, 0, 0)
            row.add(collection.settingsJSON.text)
            row.add(JSON.object(JSONObject(collection.notetypes.map { ("\($0.id)", $0.schema11) })).text)
            row.add(JSON.object(JSONObject(collection.decks.map { ("\($0.id)", $0.schema11) })).text)
            row.add(JSON.object(JSONObject(collection.deckOptions.map { ("\($0.id)", $0.schema11) })).text)
            row.add("{}")
        }
    }

    private func writeNotes(_ collection: AnkiCollection) throws(AnkiError) {
        try insert(collection.notes, into: "notes", columns: 11) { note, row in
            let first = PlainText(note.fields.first ?? "").text
            row.add(note.id)
            row.add(note.guid)
            row.add(note.notetype, note.modified, -1)
            row.add(note.tags.isEmpty ? "" : " \(note.tags.joined(separator: " ")) ")
            row.add(note.fields.joined(separator: "\u{1F}"))
            row.add(first)
            row.add(Self.checksum(first), 0)
            row.add("")
        }
    }

    /// The first 32 bits of the SHA-1 of the first field, by which Anki finds duplicates.
    private static func checksum(_ text: String) -> Int {
        Insecure.SHA1.hash(data: Array(text.utf8)).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    private func writeCards(_ collection: AnkiCollection) throws(AnkiError) {
        try insert(collection.cards, into: "cards", columns: 18) { card, row in
            row.add(card.id, card.note, card.deck, Int(card.ordinal), card.modified, -1, Int(card.type))
            row.add(Int(card.queue), card.due, Int(card.interval), Int(card.factor), Int(card.repetitions))
            row.add(Int(card.lapses), Int(card.left), card.originalDue, card.originalDeck, Int(card.flags))
            row.add(card.data)
        }
    }

    private func writeReviews(_ collection: AnkiCollection) throws(AnkiError) {
        try insert(collection.reviews, into: "revlog", columns: 9) { review, row in
            row.add(review.id, review.card, -1, Int(review.ease), Int(review.interval), Int(review.lastInterval))
            row.add(Int(review.factor), Int(review.milliseconds), Int(review.type))
        }
    }
}
