// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthWords

extension AreaErasing {
    /// Words and decks go at once: nothing of them is hidden first.
    static let words = AreaErasing(
        hidden: { _, _ in [] }, showHidden: { _ in },
        erase: { erasures, database in
            for erasure in erasures { try WordErasure(erasure)?.apply(to: database) }
        },
        isUnfinished: { erasure, database in try WordErasure(erasure)?.isUnfinished(in: database) ?? false })
}

/// A word, a deck or a file that is erased, as the list of erasures has it: by a name that no session can have.
enum WordErasure: Equatable {
    case word(Int64)
    case deck(Int64)
    case media(String)

    private static let prefix = "words/"

    /// `nil` for what belongs to another area.
    init?(_ erasure: Erasure) {
        let parts = erasure.session.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0] == "words" else { return nil }
        switch (parts[1], Int64(parts[2])) {
        case ("word", let id?): self = .word(id)
        case ("deck", let id?): self = .deck(id)
        case ("media", _): self = .media(String(parts[2]))
        default: return nil
        }
    }

    var erasure: Erasure {
        switch self {
        case .word(let id): Erasure(session: "\(Self.prefix)word/\(id)", upTo: nil)
        case .deck(let id): Erasure(session: "\(Self.prefix)deck/\(id)", upTo: nil)
        case .media(let name): Erasure(session: "\(Self.prefix)media/\(name)", upTo: nil)
        }
    }

    func apply(to database: Database) throws {
        switch self {
        case .word(let id): try database.erase("DELETE FROM flashcards WHERE id = ?", [id])
        case .deck(let id): try database.erase("DELETE FROM decks WHERE id = ?", [id])
        case .media(let name): try database.erase("DELETE FROM media WHERE name = ?", [name])
        }
    }

    func isUnfinished(in database: Database) throws -> Bool {
        let (table, column, value): (String, String, DatabaseValue) =
            switch self {
            case .word(let id): ("flashcards", "id", id.databaseValue)
            case .deck(let id): ("decks", "id", id.databaseValue)
            case .media(let name): ("media", "name", name.databaseValue)
            }
        return try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM \(table) WHERE \(column) = ?)", arguments: [value]) ?? false
    }

    /// The files that a word has named and names no more, and no other word does.
    static func unused(
        of before: FlashcardContent, after: FlashcardContent, in database: Database
    ) throws -> [WordErasure] {
        var gone = Set(before.mediaNames).subtracting(after.mediaNames)
        try removeUsed(from: &gone, by: [], in: database)
        return gone.sorted().map(WordErasure.media)
    }

    /// Words and decks, with the files that no other word names.
    static func all(words: [Int64], decks: [Int64], in database: Database) throws -> [WordErasure] {
        var names: Set<String> = []
        for word in words {
            let statement = try database.cachedStatement(sql: "SELECT \(mediaColumns) FROM flashcards WHERE id = ?")
            if let row = try Row.fetchOne(statement, arguments: [word]) { names.formUnion(try media(of: row)) }
        }
        try removeUsed(from: &names, by: Set(words), in: database)
        let media = names.sorted().map(WordErasure.media)
        return words.map(WordErasure.word) + decks.map(WordErasure.deck) + media
    }

    /// Takes out the files that a word names which stays. All words are read once, since no index has their files.
    private static func removeUsed(
        from names: inout Set<String>, by going: Set<Int64>, in database: Database
    ) throws {
        guard !names.isEmpty else { return }
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT \(mediaColumns) FROM flashcards
                WHERE image IS NOT NULL OR audio IS NOT NULL OR fields IS NOT NULL
                """)
        while let row = try rows.next(), !names.isEmpty {
            guard !going.contains(row[0]) else { continue }
            names.subtract(try media(of: row))
        }
    }

    /// What `media(of:)` reads: further fields only where they may name a file.
    private static let mediaColumns = """
        id, image, audio, CASE WHEN more LIKE '%<img%' OR more LIKE '%[sound:%' THEN more END AS fields
        """

    private static func media(of row: Row) throws -> [String] {
        var content = FlashcardContent(word: "")
        (content.image, content.audio) = (row[1], row[2])
        if let more = row[3] as String? { try content.read(more: more) }
        return content.mediaNames
    }
}

extension Store {
    /// Erases words here, notes them, and removes their traces from backups, log and free space.
    func eraseWords<Value: Sendable>(
        _ find: @escaping @Sendable (Database) throws -> ([WordErasure], Value)
    ) async throws -> Value {
        let value = try await writeWords { database in
            let (erasures, value) = try find(database)
            for erasure in erasures.map(\.erasure) where try erasure.apply(to: database) {
                try erasure.note(in: database)
            }
            return value
        }
        try await removeTraces()
        return value
    }
}
