// SPDX-License-Identifier: Apache-2.0

import GRDB
import HearthWords

/// Finds the word that an imported one is: one of the same guid; where it has none, the same word with the same meaning
/// in the same deck, else the same word, if that was here before the import and no other row has its meaning.
///
/// Rows of one file that have the same word and different meanings are so many words, therefore. Words that this import
/// has added are remembered here until they are written. Where it brings more words than the table has, those of the
/// table are remembered too, and all of them until the end: the table has no index meanwhile. Texts are compared byte
/// by byte, as the table does.
struct ImportedWordMatcher {
    /// A guid, a word in a deck, or a word with its meaning.
    private struct Key: Hashable {
        var deck: Int64
        var text: String
        var meaning: String?

        static func == (one: Key, other: Key) -> Bool {
            one.deck == other.deck && one.text.utf8.elementsEqual(other.text.utf8)
                && (one.meaning ?? "").utf8.elementsEqual((other.meaning ?? "").utf8)
                && (one.meaning == nil) == (other.meaning == nil)
        }

        func hash(into hasher: inout Hasher) {
            hasher.combine(deck)
            for var part in [text, meaning ?? ""] {
                part.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
            }
        }
    }

    /// Word that an imported one matches.
    struct Match {
        var id: Int64
        /// Whether it is the same word with another meaning.
        var hasOtherMeaning: Bool
    }

    private var added: [Key: Int64] = [:]
    /// Further copies of words that a deck had more than once before this import.
    private var others: [Key: [Int64]] = [:]
    private let byGuid: Statement
    private let byWord: Statement
    /// Whether the words of the table are looked up there.
    private let asksTable: Bool
    /// Whether the import looks words up by their guids, and by the words themselves.
    private let looksForGuids: Bool
    private let looksForWords: Bool
    /// The first word that this import adds.
    private let first: Int64
    /// Whether words that are met are replaced: then only one word may replace each.
    private let replaces: Bool
    /// Words from before that a word of this import has replaced.
    private var met: Set<Int64> = []
    /// Words from before that this import has with the same meaning. No word of another meaning replaces them.
    private var claimed: Set<Int64> = []

    init(_ batch: WordImport, before first: Int64, in database: Database) throws {
        (self.first, replaces) = (first, batch.duplicates == .replace)
        asksTable = try DeferredIndexes.hasMore("flashcards", than: batch.words.count, in: database)
        looksForGuids = batch.duplicates != .add && batch.words.contains { $0.guid != nil }
        looksForWords = batch.duplicates != .add && batch.words.contains { $0.guid == nil }
        byGuid = try database.makeStatement(
            sql: """
                SELECT id FROM flashcards WHERE guid = ? AND deck NOT IN (SELECT id FROM hidden_decks) LIMIT 1
                """)
        byWord = try database.makeStatement(
            sql: "SELECT id, translation, definition FROM flashcards WHERE deck = ? AND word = ? ORDER BY id LIMIT 200")
        guard !asksTable, looksForGuids || looksForWords else { return }
        added.reserveCapacity(batch.words.count)
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT id, guid, deck, word, translation, definition FROM flashcards
                WHERE deck NOT IN (SELECT id FROM hidden_decks)
                """)
        while let row = try rows.next() {
            note(row[0], guid: row[1], deck: row[2], word: row[3], meaning: Self.meaning(row[4], row[5]))
        }
    }

    private static let noDeck: Int64 = 0

    private static func meaning(_ translation: String, _ definition: String) -> String {
        definition.isEmpty ? translation : translation + "\u{1F}" + definition
    }

    private static func meaning(_ content: FlashcardContent) -> String {
        meaning(content.translation, content.definition)
    }

    /// Notes which words of the table the import has with the same meaning, before any of them is replaced. Words that
    /// come once need no look-up.
    /// - Parameter decks: those of the import.
    mutating func findSame(_ words: [ImportedWord], in decks: [Int64]) throws {
        guard replaces, looksForWords else { return }
        func key(_ word: ImportedWord) -> Int? {
            guard word.guid == nil, decks.indices.contains(word.deck) else { return nil }
            return Key(deck: decks[word.deck], text: word.content.word).hashValue
        }
        // Of equal hashes, a word too many is looked up.
        var (seen, several) = (Set<Int>(), Set<Int>())
        for hash in words.lazy.compactMap(key) where !seen.insert(hash).inserted { several.insert(hash) }
        guard !several.isEmpty else { return }
        for word in words where key(word).map(several.contains) == true {
            if let same = try alike(word, decks[word.deck]).same { claimed.insert(same) }
        }
    }

    mutating func match(_ word: ImportedWord, _ deck: Int64) throws -> Match? {
        if let guid = word.guid {
            let id = try asksTable ? Int64.fetchOne(byGuid, arguments: [guid]) : nil
            return (id ?? added[Key(deck: Self.noDeck, text: guid)]).map { matched($0, isSame: true) }
        }
        let (same, others) = try alike(word, deck)
        let other = same == nil ? others.first { !met.contains($0) && !claimed.contains($0) } : nil
        return (same ?? other).map { matched($0, isSame: same != nil) }
    }

    /// The word with the same meaning, and all from before that are the same word.
    private func alike(_ word: ImportedWord, _ deck: Int64) throws -> (same: Int64?, others: [Int64]) {
        let (text, meaning) = (word.content.word, Self.meaning(word.content))
        var same = added[Key(deck: deck, text: text, meaning: meaning)]
        let key = Key(deck: deck, text: text)
        guard asksTable else { return (same, (added[key].map { [$0] } ?? []) + (others[key] ?? [])) }
        var found: [Int64] = []
        for row in try Row.fetchAll(byWord, arguments: [deck, text]) {
            let id: Int64 = row[0]
            if Self.meaning(row[1], row[2]).utf8.elementsEqual(meaning.utf8) { same = same ?? id }
            if id < first { found.append(id) }
        }
        return (same, found)
    }

    private mutating func matched(_ id: Int64, isSame: Bool) -> Match {
        if replaces, id < first { met.insert(id) }
        return Match(id: id, hasOtherMeaning: !isSame)
    }

    /// A word was added; it is not in the table yet.
    mutating func note(_ word: Flashcard, hasGuid: Bool) {
        note(
            word.id, guid: hasGuid ? word.guid : nil, deck: word.deck, word: word.content.word,
            meaning: Self.meaning(word.content))
    }

    private mutating func note(_ id: Int64, guid: String?, deck: Int64, word: String, meaning: String) {
        if looksForGuids, let guid { note(Key(deck: Self.noDeck, text: guid), id) }
        guard looksForWords else { return }
        note(Key(deck: deck, text: word, meaning: meaning), id)
        // Of this import, only the same meaning is met.
        guard id < first else { return }
        let key = Key(deck: deck, text: word)
        if added[key] == nil { added[key] = id } else { others[key, default: []].append(id) }
    }

    /// The first of several counts, as in the table.
    private mutating func note(_ key: Key, _ id: Int64) {
        if added[key].map({ id < $0 }) ?? true { added[key] = id }
    }

    mutating func replaced(_ old: Flashcard, by new: Flashcard) {
        guard looksForWords, !asksTable else { return }
        let key = Key(deck: old.deck, text: old.content.word, meaning: Self.meaning(old.content))
        if added[key] == old.id { added[key] = nil }
        note(Key(deck: new.deck, text: new.content.word, meaning: Self.meaning(new.content)), new.id)
    }

    /// All that was added is in the table now.
    mutating func areWritten() { if asksTable { added.removeAll(keepingCapacity: true) } }
}

/// Keys of answers, each of which is there once: an answer whose key is taken goes without one.
struct KnownKeys {
    private var taken: Set<String> = []
    private let statement: Statement
    /// Whether there are answers already, whose keys are found by their index.
    let asksTable: Bool

    init(in database: Database) throws {
        asksTable = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM reviews)") ?? true
        statement = try database.makeStatement(sql: "SELECT EXISTS (SELECT 1 FROM reviews WHERE key = ?)")
    }

    mutating func reserve(_ count: Int) { taken.reserveCapacity(count) }

    /// - Returns: whether it is free; it is not any more.
    mutating func take(_ key: String) throws -> Bool {
        guard taken.insert(key).inserted else { return false }
        return try !asksTable || Bool.fetchOne(statement, arguments: [key]) == false
    }
}
