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
            return media.map { .media($0) } + words.map { .word($0) } + roots.map { .deck($0) }
        },
        rows: { erasure in
            switch erasure {
            case .word(let id): [ErasedRows("flashcards", "id = ?", [id])]
            case .deck(let id): [ErasedRows("decks", "id = ?", [id])]
            case .media(let name): [ErasedRows("media", "name = ?", [name])]
            case .session, .messages, .fact, .evidence, .quotation, .passages, .learned, .entry, .draft, .photo,
                .reflection,
                .journal, .orphans, .everything:
                []
            }
        })
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

    /// Words that lie in some decks or in those in them.
    static func words(in roots: [Int64], limit: Int, of database: Database) throws -> [Int64] {
        guard !roots.isEmpty else { return [] }
        return try Int64.fetchAll(
            database,
            sql: """
                WITH RECURSIVE inside (id) AS (
                    SELECT value FROM json_each(?)
                    UNION SELECT decks.id FROM decks JOIN inside ON decks.parent = inside.id)
                SELECT flashcards.id FROM inside JOIN flashcards ON flashcards.deck = inside.id LIMIT ?
                """, arguments: [list(roots), limit])
    }

    /// As JSON: there may be more than a statement takes arguments.
    static func list(_ ids: [Int64]) -> String { "[\(ids.map(String.init).joined(separator: ","))]" }
}

/// Which words name which files.
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
            try Erasure.note(erasures + roots.map { .deck($0) }, in: database)
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
            return (words.map { .word($0) } + media.map { .media($0) } + [.deck(id)], words.count)
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
