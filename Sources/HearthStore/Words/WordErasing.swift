// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthWords

extension AreaErasing {
    /// Deleted decks are hidden, and deleted words lie in hidden decks. A restored backup has neither.
    static let words = AreaErasing(
        hidden: { date, database in
            // Backups of older versions have nothing hidden.
            guard try database.tableExists("deleted_words") else { return [] }
            let roots = try DeletedDecks.roots(before: DeletedDecks.lastDate(before: date), in: database)
            let words = try DeletedDecks.words(in: roots, limit: .max, of: database)
            let media = try MediaUses.names(of: words, notUsedBesides: true, in: database)
            return media.map { .media($0) } + words.map { .word($0) }
                + (try DeletedDecks.erasures(of: roots, in: database))
        },
        showHidden: { _ in },
        erase: { erasures, database in
            for erasure in erasures { try rows(of: erasure)?.erase(in: database) }
            try ErasedDecks.erase(
                erasures.compactMap { if case .deck(let id) = $0 { id } else { nil } }, from: database)
        },
        isUnfinished: { erasure, database in
            if case .deck(let id) = erasure { return try ErasedDecks.hasName(of: id, in: database) }
            return try rows(of: erasure)?.exist(in: database) ?? false
        })

    private static func rows(of erasure: Erasure) -> ErasedRows? {
        switch erasure {
        case .word(let id): ErasedRows("flashcards", "id = ?", [id])
        case .card(let id): ErasedRows("cards", "id = ?", [id])
        case .media(let name): ErasedRows("media", "name = ?", [name])
        case .session, .messages, .folder, .fact, .evidence, .quotation, .passages, .learned, .entry, .draft, .photo,
            .reflection, .journal, .deck, .orphans, .everything:
            nil
        }
    }
}

/// Decks that were erased. What lay in one of them when a backup was made, and was moved out of it before it went,
/// stays in that backup, in a deck that has lost its name.
enum ErasedDecks {
    /// Removes decks in which nothing lies any more, and the names of the others.
    static func erase(_ decks: [Int64], from database: Database) throws {
        guard !decks.isEmpty else { return }
        let list = DeletedDecks.list(decks)
        // A card whose word lies elsewhere goes there: it was not erased with its deck.
        try database.erase(
            """
            UPDATE cards SET deck = flashcards.deck FROM flashcards
            WHERE cards.flashcard = flashcards.id AND cards.deck <> flashcards.deck
                AND cards.deck IN (SELECT value FROM json_each(?))
            """, [list])
        // A deck can go after those in it.
        repeat {
            try database.erase(
                """
                DELETE FROM decks WHERE id IN (SELECT value FROM json_each(?))
                    AND NOT EXISTS (SELECT 1 FROM flashcards WHERE deck = decks.id)
                    AND NOT EXISTS (SELECT 1 FROM cards WHERE deck = decks.id)
                    AND NOT EXISTS (SELECT 1 FROM decks AS inner WHERE inner.parent = decks.id)
                """, [list])
        } while database.changesCount > 0
        for deck in decks where try hasName(of: deck, in: database) {
            // Should a user have called a deck beside it so, it gets a longer name.
            try database.erase("UPDATE OR IGNORE decks SET name = '#' || id WHERE id = ?", [deck])
            guard try hasName(of: deck, in: database) else { continue }
            try database.erase(
                "UPDATE decks SET name = '#' || id || ' ' || lower(hex(randomblob(8))) WHERE id = ?", [deck])
        }
    }

    /// Whether a database has a deck by the name that it had.
    static func hasName(of deck: Int64, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(
                sql: "SELECT EXISTS (SELECT 1 FROM decks WHERE id = ? AND name NOT LIKE '#' || id || '%')"),
            arguments: [deck]) ?? false
    }
}

/// Decks that were deleted and can still be restored.
enum DeletedDecks {
    /// Words can be restored for longer than what else is deleted.
    /// - Parameter date: when the time of other things ended.
    static func lastDate(before date: Date) -> Date {
        date.addingTimeInterval(-(WordDeletion.undoTime / .seconds(1)))
    }

    /// The decks that were deleted themselves, without those in them.
    static func roots(before date: Date, in database: Database) throws -> [Int64] {
        try Int64.fetchAll(
            database.cachedStatement(sql: "SELECT id FROM decks WHERE deletedAt < ?"),
            arguments: [date.timeIntervalSinceReferenceDate])
    }

    private static let inside = """
        WITH RECURSIVE inside (id) AS (
            SELECT value FROM json_each(?)
            UNION SELECT decks.id FROM decks JOIN inside ON decks.parent = inside.id)
        """

    /// Words that lie in some decks or in those in them.
    static func words(in roots: [Int64], limit: Int, of database: Database) throws -> [Int64] {
        guard !roots.isEmpty else { return [] }
        return try Int64.fetchAll(
            database,
            sql: """
                \(inside)
                SELECT flashcards.id FROM inside JOIN flashcards ON flashcards.deck = inside.id LIMIT ?
                """, arguments: [list(roots), limit])
    }

    /// Some decks, those in them, and the cards that lie in any of these though their word lies elsewhere: each by
    /// itself, since a backup may have others in them.
    static func erasures(of roots: [Int64], in database: Database) throws -> [Erasure] {
        guard !roots.isEmpty else { return [] }
        let cards = try Int64.fetchAll(
            database,
            sql: """
                \(inside)
                SELECT cards.id FROM inside JOIN cards ON cards.deck = inside.id
                    JOIN flashcards ON flashcards.id = cards.flashcard
                WHERE flashcards.deck NOT IN (SELECT id FROM inside)
                """, arguments: [list(roots)])
        let decks = try Int64.fetchAll(
            database, sql: "\(inside) SELECT decks.id FROM inside JOIN decks ON decks.id = inside.id",
            arguments: [list(roots)])
        return cards.map { .card($0) } + decks.map { .deck($0) }
    }

    /// As JSON: there may be more than a statement takes arguments.
    static func list(_ ids: [Int64]) -> String { "[\(ids.map(String.init).joined(separator: ","))]" }
}

/// Links between words and the files that they name.
enum MediaUses {
    /// The files that words name.
    /// - Parameter isLast: only those that no other word names.
    static func names(of words: [Int64], notUsedBesides isLast: Bool, in database: Database) throws -> [String] {
        guard !words.isEmpty else { return [] }
        let others = """
            AND NOT EXISTS (
                SELECT 1 FROM media_uses AS others
                WHERE others.name = media_uses.name AND others.flashcard NOT IN (SELECT value FROM json_each(?1)))
            """
        return try String.fetchAll(
            database,
            sql: """
                SELECT DISTINCT name FROM json_each(?1) JOIN media_uses ON media_uses.flashcard = value
                WHERE true \(isLast ? others : "") ORDER BY name
                """, arguments: [DeletedDecks.list(words)])
    }
}

extension FlashcardContent {
    /// Notes the files that a word names.
    func noteMedia(of word: Int64, in database: Database) throws {
        for name in Set(mediaNames) {
            try database.cachedStatement(sql: "INSERT OR IGNORE INTO media_uses VALUES (?, ?)")
                .execute(arguments: [name.withoutNulls, word])
        }
    }
}

extension Store {
    /// How many words one transaction erases.
    private static let wordsAtOnce = 500

    /// Erases words that are hidden and were deleted before a date, some at a time, so that nobody waits for long.
    /// Their decks go with the rest of what was hidden. To be called from `maintain` alone.
    func eraseHiddenDecks(before date: Date) throws {
        let roots = try database.read { try DeletedDecks.roots(before: DeletedDecks.lastDate(before: date), in: $0) }
        guard !roots.isEmpty else { return }
        while try eraseSomeWords(in: roots) {}
    }

    func eraseSomeWords(in roots: [Int64]) throws -> Bool {
        try database.write { database in
            let words = try DeletedDecks.words(in: roots, limit: Self.wordsAtOnce, of: database)
            guard !words.isEmpty else { return false }
            let media = try MediaUses.names(of: words, notUsedBesides: true, in: database)
            let erasures: [Erasure] = words.map { .word($0) } + media.map { .media($0) }
            // Before any word goes: a kill in between leaves the deck hidden, and backups are told of it all the same.
            try Erasure.note(erasures + (try DeletedDecks.erasures(of: roots, in: database)), in: database)
            try Erasure.remove(erasures, from: database)
            return true
        }
    }

    public func eraseFlashcards(_ ids: [Int64]) async throws {
        try await eraseWords { database in
            let media = try MediaUses.names(of: ids, notUsedBesides: true, in: database)
            return (ids.map { .word($0) } + media.map { .media($0) }, ())
        }
    }

    @discardableResult
    public func eraseDeck(_ id: Int64) async throws -> Int {
        try await eraseWords { database in
            let words = try DeletedDecks.words(in: [id], limit: .max, of: database)
            let media = try MediaUses.names(of: words, notUsedBesides: true, in: database)
            // Cards that lie in the deck go with it, though their word lies elsewhere.
            let decks = try DeletedDecks.erasures(of: [id], in: database)
            return (words.map { .word($0) } + media.map { .media($0) } + decks, words.count)
        }
    }

    /// Erases words here, notes them, and removes their traces from backups, log and free space.
    func eraseWords<Value: Sendable>(
        _ find: @escaping @Sendable (Database) throws -> ([Erasure], Value)
    ) async throws -> Value {
        let value = try await writeWords { database in
            let (erasures, value) = try find(database)
            if try Erasure.remove(erasures, from: database) { try Erasure.note(erasures, in: database) }
            return value
        }
        try await cleanUpAfterErasing()
        return value
    }
}
