// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HearthWords

/// Reads a collection's database into values.
struct CollectionReader {
    let database: ForeignDatabase
    /// The same file once more, for another thread.
    let second: ForeignDatabase
    let watch: WorkWatch
    var collection = AnkiCollection()
    var report = ImportReport()

    /// Schema 11 keeps notetypes and decks as JSON, 15 to 18 keep them in tables of their own.
    static let knownSchemas = 11...18
    private static let tabledSchema = 15

    private static let always: Set<String> = ["col", "notes", "cards", "revlog"]
    private static let tabled: Set<String> = ["notetypes", "fields", "templates", "decks", "deck_config", "config"]

    static func read(
        _ file: URL, name: String, watch: WorkWatch
    ) throws(AnkiError) -> (AnkiCollection, ImportReport) {
        let database = try ForeignDatabase(file, name: name, watch: watch)
        let second = try ForeignDatabase(file, name: name, watch: watch)
        var reader = CollectionReader(database: database, second: second, watch: watch)
        try reader.readAll()
        return (reader.collection, reader.report)
    }

    private mutating func readAll() throws(AnkiError) {
        let tables = try database.tables(among: Self.always.union(Self.tabled))
        if let missing = Self.always.subtracting(tables).sorted().first {
            throw AnkiError(.notAPackage, database.name, "has no table \(missing), which every collection of Anki has")
        }
        if try readHead() >= Self.tabledSchema {
            if let missing = Self.tabled.subtracting(tables).sorted().first {
                throw AnkiError(.damaged, database.name, "has no table \(missing), which its version calls for")
            }
            try readTables()
        } else {
            try readJSONColumns()
        }
        try checkSizes()
        try readRows()
        removeUnused()
    }

    /// - Returns: the version of the schema.
    private mutating func readHead() throws(AnkiError) -> Int {
        var head: (created: Int, version: Int)?
        try database.rows("SELECT crt, ver FROM col", of: ["col"]) { (row) throws(AnkiError) in
            guard head == nil, let created = row.integer(0), let version = row.integer(1) else { return }
            head = (created, version)
        }
        guard let head else { throw AnkiError(.damaged, database.name, "does not say which version it is") }
        guard Self.knownSchemas.contains(head.version) else {
            throw AnkiError(
                .unsupported, database.name,
                "is of version \(head.version); Hearth reads 11 to 18, which Anki 2.1 and later write")
        }
        // Cards are due on days after this one, so it has to be a moment of Anki's life.
        guard (0..<253_402_300_800).contains(head.created) else {
            throw AnkiError(.damaged, database.name, "says that it was made \(head.created) seconds after 1970")
        }
        collection.created = head.created
        return head.version
    }

    /// More decks than a learner has, or fields than a note has, would be paid for with every note.
    private func checkSizes() throws(AnkiError) {
        guard collection.decks.count <= Self.mostDecks else {
            throw AnkiError(
                .tooLarge, database.name, "has \(collection.decks.count) decks; up to \(Self.mostDecks) are read")
        }
        let most = collection.notetypes.map(\.fields.count).max() ?? 0
        guard most <= Self.mostFields else {
            throw AnkiError(
                .tooLarge, database.name, "has notes of \(most) fields; up to \(Self.mostFields) are read")
        }
    }

    private static let mostDecks = WordImport.mostDecks
    private static let mostFields = 500
    /// Bytes of the name of a notetype or field, which is kept with every word.
    static let longestName = 200

    /// Every collection has a deck Default and many have notetypes that came with Anki; where nothing uses them, they
    /// say nothing.
    private mutating func removeUnused() {
        let used = Set(collection.notes.map(\.notetype))
        collection.notetypes.removeAll { !used.contains($0.id) }
        let decks = Set(collection.cards.flatMap { [$0.deck, $0.originalDeck] })
        collection.decks.removeAll { $0.id == Self.defaultDeck && !decks.contains($0.id) }
        let options = Set(collection.decks.compactMap(\.options))
        collection.deckOptions.removeAll { !options.contains($0.id) }
    }

    static let defaultDeck = 1
}
