// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
public import HearthWords

extension Store {
    public func exportWords(deck: Int64?, withReviews: Bool, withMedia: Bool) async throws -> WordImport {
        try await readWords { database in
            try WordExporter(database: database, deck: deck).export(withReviews: withReviews, withMedia: withMedia)
        }
    }
}

/// Everything in a deck as one value.
private struct WordExporter {
    let database: Database
    private let tree: DeckTree
    private let decks: [Int64]

    init(database: Database, deck: Int64?) throws {
        self.database = database
        tree = try DeckTree.fetch(from: database)
        if let deck, tree[deck] == nil { throw WordsError(.missing, "there is no deck \(deck)") }
        let chosen = Set(tree.chosen(deck))
        decks = tree.decks.map(\.id).filter(chosen.contains)
    }

    func export(withReviews: Bool, withMedia: Bool) throws -> WordImport {
        var export = WordImport()
        let chosen = Set(decks)
        export.decks = decks.map { ImportedDeck(path: tree.path(of: $0), settings: settings(of: $0, chosen)) }
        let places = Dictionary(uniqueKeysWithValues: decks.enumerated().map { ($1, $0) })
        let marks = databaseQuestionMarks(count: decks.count)
        let rows = try Row.fetchCursor(
            database, sql: "SELECT \(Flashcard.columns) FROM flashcards WHERE deck IN (\(marks)) ORDER BY id",
            arguments: StatementArguments(decks))
        while let row = try rows.next() {
            let word = try Flashcard(row: row)
            let cards = try cards(of: word, places, withReviews)
            export.words.append(
                ImportedWord(
                    guid: word.guid, deck: places[word.deck] ?? 0, content: word.content, cards: cards,
                    createdAt: word.createdAt, modifiedAt: word.modifiedAt))
        }
        if withMedia { export.media = try media(export.words) }
        return export
    }

    /// A deck's own; where the deck around it stays here, those that it has of it, too.
    private func settings(of id: Int64, _ chosen: Set<Int64>) -> DeckSettings? {
        let around = tree.ancestors(of: id)
        guard around.dropFirst().allSatisfy({ !chosen.contains($0) }) else { return tree[id]?.settings }
        return around.lazy.compactMap { tree[$0]?.settings }.first
    }

    private func cards(of word: Flashcard, _ places: [Int64: Int], _ withReviews: Bool) throws -> [ImportedCard] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(StudyCard.columns) FROM cards WHERE flashcard = ? ORDER BY direction, id")
        var cards: [ImportedCard] = []
        let rows = try Row.fetchCursor(statement, arguments: [word.id])
        while let row = try rows.next() {
            let card = StudyCard(row: row)
            cards.append(
                ImportedCard(
                    direction: card.direction, deck: card.deck == word.deck ? nil : places[card.deck],
                    state: withReviews ? card.state : FSRSState(), isSuspended: card.isSuspended,
                    buriedOn: card.buriedOn, flag: card.flag, reviews: withReviews ? try reviews(of: card.id) : []))
        }
        return cards
    }

    private func reviews(of card: Int64) throws -> [FlashcardReview] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(FlashcardReview.columns) FROM reviews WHERE card = ? ORDER BY time, id")
        var reviews: [FlashcardReview] = []
        let rows = try Row.fetchCursor(statement, arguments: [card])
        while let row = try rows.next() { reviews.append(FlashcardReview(row: row)) }
        return reviews
    }

    private func media(_ words: [ImportedWord]) throws -> [MediaFile] {
        let names = Set(words.flatMap(\.content.mediaNames))
        return try names.sorted().compactMap { name in
            try Data.fetchOne(database, sql: "SELECT data FROM media WHERE name = ?", arguments: [name]).map {
                MediaFile(name: name, data: $0)
            }
        }
    }
}
