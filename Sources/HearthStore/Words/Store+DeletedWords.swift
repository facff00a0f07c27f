// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthWords

/// Deleting hides, restoring shows again: the rows stay, with their identifiers, until they are erased.
extension Store {
    public func deleteDeck(_ id: Int64, at date: Date) async throws -> WordDeletion? {
        try await writeWords { database in
            let decks = try DeckTree.fetch(from: database).subtree(of: id)
            guard !decks.isEmpty else { return nil }
            let list = DeletedDecks.list(decks)
            // Cards of these words that lie in other decks are hidden with their words.
            try database.execute(
                sql: """
                    INSERT INTO deleted_cards SELECT cards.id, cards.deck, ?1 FROM flashcards
                    JOIN cards ON cards.flashcard = flashcards.id
                    WHERE flashcards.deck IN (SELECT value FROM json_each(?2))
                        AND cards.deck NOT IN (SELECT value FROM json_each(?2))
                    """, arguments: [id, list])
            try database.execute(
                sql: "UPDATE cards SET deck = ?1 WHERE id IN (SELECT card FROM deleted_cards WHERE deletion = ?1)",
                arguments: [id])
            try database.execute(
                sql: "UPDATE decks SET deletedAt = ? WHERE id = ?",
                arguments: [date.timeIntervalSinceReferenceDate, id])
            let words = try Int.fetchOne(
                database, sql: "SELECT count(*) FROM flashcards WHERE deck IN (SELECT value FROM json_each(?))",
                arguments: [list])
            return WordDeletion(id: id, words: words ?? 0)
        }
    }

    public func deleteFlashcards(_ ids: [Int64], at date: Date) async throws -> WordDeletion? {
        try await writeWords { database in
            let words = try Int64.fetchAll(
                database,
                sql: """
                    SELECT id FROM flashcards WHERE id IN (SELECT value FROM json_each(?))
                        AND deck NOT IN (SELECT id FROM hidden_decks)
                    """, arguments: [DeletedDecks.list(ids)])
            guard !words.isEmpty else { return nil }
            let now = date.timeIntervalSinceReferenceDate
            try database.execute(
                sql: "INSERT INTO decks (name, createdAt, deletedAt) VALUES ('deleted words', ?, ?)",
                arguments: [now, now])
            let (deletion, list) = (database.lastInsertedRowID, DeletedDecks.list(words))
            try database.execute(
                sql: """
                    INSERT INTO deleted_cards SELECT cards.id, cards.deck, ?1 FROM json_each(?2)
                        JOIN cards ON cards.flashcard = value;
                    """, arguments: [deletion, list])
            try database.execute(
                sql: """
                    INSERT INTO deleted_words SELECT flashcards.id, flashcards.deck, ?1 FROM json_each(?2)
                        JOIN flashcards ON flashcards.id = value
                    """,
                arguments: [deletion, list])
            for table in ["flashcards", "cards"] {
                let key = table == "cards" ? "card FROM deleted_cards" : "flashcard FROM deleted_words"
                try database.execute(
                    sql: "UPDATE \(table) SET deck = ?1 WHERE id IN (SELECT \(key) WHERE deletion = ?1)",
                    arguments: [deletion])
            }
            return WordDeletion(id: deletion, words: words.count)
        }
    }

    public func restore(_ deletion: WordDeletion.ID) async throws -> Bool {
        try await writeWords { database in
            guard try ErasedRows("decks", "id = ? AND deletedAt IS NOT NULL", [deletion]).exist(in: database) else {
                return false
            }
            try database.checkHomes(of: deletion)
            let isDeck = try !ErasedRows("deleted_words", "deletion = ?", [deletion]).exist(in: database)
            for (table, note, key) in [
                ("flashcards", "deleted_words", "flashcard"), ("cards", "deleted_cards", "card"),
            ] {
                try database.execute(
                    sql: """
                        UPDATE \(table) SET deck = notes.deck FROM \(note) AS notes
                        WHERE notes.deletion = ? AND notes.\(key) = \(table).id
                        """, arguments: [deletion])
                try database.execute(sql: "DELETE FROM \(note) WHERE deletion = ?", arguments: [deletion])
            }
            if isDeck {
                try database.showDeck(deletion)
            } else {
                try database.execute(sql: "DELETE FROM decks WHERE id = ?", arguments: [deletion])
            }
            return true
        }
    }

    public func erase(_ deletion: WordDeletion.ID) async throws {
        try await maintain { [self] in
            guard
                try database.read({
                    try ErasedRows("decks", "id = ? AND deletedAt IS NOT NULL", [deletion]).exist(in: $0)
                })
            else { return }
            while try eraseSomeWords(in: [deletion]) {}
            try database.write { database in
                let decks = try DeletedDecks.erasures(of: [deletion], in: database)
                try Erasure.remove(decks, from: database)
                try Erasure.note(decks, in: database)
            }
        }
        try await cleanUpAfterErasing()
    }
}

extension Database {
    /// - Throws: `WordsError` `.missing` where what is to be restored was in a deck that is deleted itself by now.
    fileprivate func checkHomes(of deletion: Int64) throws {
        let lost = try Bool.fetchOne(
            self,
            sql: """
                WITH homes (deck) AS (
                    SELECT deck FROM deleted_words WHERE deletion = ?1
                    UNION SELECT deck FROM deleted_cards WHERE deletion = ?1
                    UNION SELECT parent FROM decks WHERE id = ?1 AND parent IS NOT NULL)
                SELECT EXISTS (SELECT 1 FROM homes
                    WHERE deck NOT IN (SELECT id FROM decks) OR deck IN (SELECT id FROM hidden_decks))
                """, arguments: [deletion])
        if lost == true { throw WordsError(.missing, "the deck that this was in has been deleted") }
    }

    /// Shows a deleted deck again. Where another one has its name by now, it gets a number.
    fileprivate func showDeck(_ id: Int64) throws {
        guard let row = try Row.fetchOne(self, sql: "SELECT parent, name FROM decks WHERE id = ?", arguments: [id])
        else { return }
        let (parent, name): (Int64?, String) = (row["parent"], row["name"])
        var (free, number) = (name, 1)
        while try ErasedRows(
            "decks", "ifnull(parent, 0) = ? AND name = ? AND deletedAt IS NULL", [parent ?? 0, free]
        ).exist(in: self) {
            number += 1
            free = "\(name) (\(number))"
        }
        try execute(sql: "UPDATE decks SET deletedAt = NULL, name = ? WHERE id = ?", arguments: [free, id])
    }

    /// The deck that a card belongs to, also while it is deleted.
    func home(of card: StudyCard) throws -> Int64 {
        try Int64.fetchOne(
            cachedStatement(sql: "SELECT deck FROM deleted_cards WHERE card = ?"), arguments: [card.id]) ?? card.deck
    }

    /// Whether a word is deleted and can still be restored.
    func isHidden(_ word: Flashcard) throws -> Bool {
        try Bool.fetchOne(
            cachedStatement(sql: "SELECT ? IN (SELECT id FROM hidden_decks)"), arguments: [word.deck]) ?? false
    }
}
