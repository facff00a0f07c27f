// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthWords

/// Finds the word that an imported one is: one of the same guid, or the same word in the same deck where it has none.
///
/// Words that this import has added are remembered here until they are written. Where it brings more words than the
/// table has, those of the table are remembered too, and all of them until the end: the table has no index meanwhile.
/// Texts are compared byte by byte, as the table does.
struct KnownWords {
    /// A guid, or a word in a deck.
    private struct Key: Hashable {
        var deck: Int64
        var text: String

        static func == (one: Key, other: Key) -> Bool {
            one.deck == other.deck && one.text.utf8.elementsEqual(other.text.utf8)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(deck)
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private var added: [Key: Int64] = [:]
    private let byGuid: Statement
    private let byWord: Statement
    /// Whether the words of the table are looked up there.
    private let asksTable: Bool
    /// What the import looks words up by.
    private let looksForGuids: Bool
    private let looksForWords: Bool

    init(_ batch: WordImport, in database: Database) throws {
        asksTable = try DeferredIndexes.hasMore("flashcards", than: batch.words.count, in: database)
        looksForGuids = batch.duplicates != .add && batch.words.contains { $0.guid != nil }
        looksForWords = batch.duplicates != .add && batch.words.contains { $0.guid == nil }
        byGuid = try database.makeStatement(sql: "SELECT id FROM flashcards WHERE guid = ? LIMIT 1")
        byWord = try database.makeStatement(sql: "SELECT id FROM flashcards WHERE deck = ? AND word = ? LIMIT 1")
        guard !asksTable, looksForGuids || looksForWords else { return }
        added.reserveCapacity(batch.words.count)
        let rows = try Row.fetchCursor(database, sql: "SELECT id, guid, deck, word FROM flashcards")
        while let row = try rows.next() { note(row[0], guid: row[1], deck: row[2], word: row[3]) }
    }

    private static let noDeck: Int64 = 0

    func id(_ word: ImportedWord, _ deck: Int64) throws -> Int64? {
        if let guid = word.guid {
            if asksTable, let id = try Int64.fetchOne(byGuid, arguments: [guid]) { return id }
            return added[Key(deck: Self.noDeck, text: guid)]
        }
        let text = word.content.word
        if asksTable, let id = try Int64.fetchOne(byWord, arguments: [deck, text]) { return id }
        return added[Key(deck: deck, text: text)]
    }

    /// A word was added; it is not in the table yet.
    mutating func note(_ word: Flashcard, hasGuid: Bool) {
        note(word.id, guid: hasGuid ? word.guid : nil, deck: word.deck, word: word.content.word)
    }

    private mutating func note(_ id: Int64, guid: String?, deck: Int64, word: String) {
        if looksForGuids, let guid { note(Key(deck: Self.noDeck, text: guid), id) }
        if looksForWords { note(Key(deck: deck, text: word), id) }
    }

    /// The first of several counts, as in the table.
    private mutating func note(_ key: Key, _ id: Int64) {
        if added[key].map({ id < $0 }) ?? true { added[key] = id }
    }

    mutating func replaced(_ old: Flashcard, by new: Flashcard) {
        guard looksForWords, !asksTable else { return }
        let key = Key(deck: old.deck, text: old.content.word)
        if added[key] == old.id { added[key] = nil }
        note(Key(deck: new.deck, text: new.content.word), new.id)
    }

    /// All that was added is in the table now.
    mutating func areWritten() { if asksTable { added.removeAll(keepingCapacity: true) } }
}

/// Keys of answers, each of which is there once: an answer whose key is taken goes without one.
struct KnownKeys {
    private var taken: Set<String> = []
    private let statement: Statement
    private let asksTable: Bool

    init(in database: Database) throws {
        asksTable = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM reviews)") ?? true
        statement = try database.makeStatement(sql: "SELECT EXISTS (SELECT 1 FROM reviews WHERE key = ?)")
    }

    /// - Returns: whether it is free; it is not any more.
    mutating func take(_ key: String) throws -> Bool {
        guard taken.insert(key).inserted else { return false }
        return try !asksTable || Bool.fetchOne(statement, arguments: [key]) == false
    }
}
