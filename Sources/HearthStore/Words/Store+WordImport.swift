// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthWords

extension Store {
    public func importWords(
        _ batch: WordImport, days: UserDays, at now: Date, progress: @escaping @Sendable (Double) throws -> Void
    ) async throws -> WordImportReport {
        for word in batch.words { try word.content.check() }
        return try await writeWords { database in
            var run = ImportRun(database: database, batch: batch, now: now, progress: progress)
            return try run.run()
        }
    }

    public func exportWords(deck: Int64?, withReviews: Bool, withMedia: Bool) async throws -> WordImport {
        try await readWords { database in
            try WordExporter(database: database, deck: deck).export(withReviews: withReviews, withMedia: withMedia)
        }
    }
}

/// An import on its way, in one transaction.
private struct ImportRun {
    let database: Database
    let batch: WordImport
    let now: Date
    let progress: (Double) throws -> Void
    private var report = WordImportReport()
    private var decks: [Int64] = []
    private var directions: [[Direction]] = []
    /// New names of files whose names were taken.
    private var names: [String: String] = [:]
    /// Words by guid that this import has added; `nil` where there were others before, so that the table is asked.
    private var added: [String: Int64]?

    init(database: Database, batch: WordImport, now: Date, progress: @escaping (Double) throws -> Void) {
        (self.database, self.batch, self.now, self.progress) = (database, batch, now, progress)
    }

    mutating func run() throws -> WordImportReport {
        try progress(0)
        added = try StoreArea.rows(of: "flashcards", in: database) == 0 ? [:] : nil
        try makeDecks()
        for file in batch.media {
            let name = try file.insert(into: database)
            if name != file.name { names[file.name] = name }
            report.media += 1
        }
        for (number, word) in batch.words.enumerated() {
            if number % 500 == 0 { try progress(Double(number) / Double(batch.words.count)) }
            try add(word)
        }
        try progress(1)
        return report
    }

    private mutating func makeDecks() throws {
        let before = try StoreArea.rows(of: "decks", in: database)
        for deck in batch.decks {
            decks.append(try Store.makeDeck(deck.path, settings: deck.settings, at: now, in: database))
        }
        report.decks = try StoreArea.rows(of: "decks", in: database) - before
        let tree = try DeckTree.fetch(from: database)
        directions = decks.map { tree.settings(of: $0).directions }
    }

    private func deck(_ place: Int) throws -> Int64 {
        guard decks.indices.contains(place) else {
            throw WordsError(.invalid, "there is no deck at \(place) in this import")
        }
        return decks[place]
    }

    private mutating func add(_ word: ImportedWord) throws {
        let deck = try deck(word.deck)
        var content = word.content
        content.image = content.image.map { names[$0] ?? $0 }
        content.audio = content.audio.map { names[$0] ?? $0 }
        let draft = Flashcard(
            id: 0, guid: word.guid ?? UUID().uuidString, deck: deck, content: content, createdAt: word.createdAt ?? now,
            modifiedAt: word.modifiedAt ?? now)
        if batch.duplicates != .add, let known = try known(word, deck) {
            return try meet(known, draft)
        }
        let id = try draft.insert(into: database)
        if let guid = word.guid { added?[guid] = id }
        report.added += 1
        let fresh = directions[word.deck].map { ImportedCard(direction: $0) }
        for card in word.cards ?? (fresh.isEmpty ? [ImportedCard(direction: .recognition)] : fresh) {
            try add(card, of: id, in: deck)
        }
    }

    private mutating func meet(_ known: Int64, _ draft: Flashcard) throws {
        guard batch.duplicates == .replace, let old = try Flashcard.fetch(known, in: database) else {
            report.kept += 1
            return
        }
        let new = Flashcard(
            id: known, guid: old.guid, deck: old.deck, content: draft.content, createdAt: old.createdAt,
            modifiedAt: draft.modifiedAt)
        try new.update(in: database)
        report.replaced += 1
    }

    /// The word that is here already.
    private func known(_ word: ImportedWord, _ deck: Int64) throws -> Int64? {
        if let guid = word.guid {
            if let added { return added[guid] }
            return try Int64.fetchOne(
                database.cachedStatement(sql: "SELECT id FROM flashcards WHERE guid = ? LIMIT 1"), arguments: [guid])
        }
        return try Int64.fetchOne(
            database.cachedStatement(sql: "SELECT id FROM flashcards WHERE deck = ? AND word = ? LIMIT 1"),
            arguments: [deck, word.content.word])
    }

    private mutating func add(_ imported: ImportedCard, of word: Int64, in deck: Int64) throws {
        let deck = try imported.deck.map { try self.deck($0) } ?? deck
        var card = StudyCard(id: 0, flashcard: word, direction: imported.direction, deck: deck, state: imported.state)
        (card.isSuspended, card.buriedOn, card.flag) = (imported.isSuspended, imported.buriedOn, imported.flag)
        let id = try card.insert(into: database, shuffle: .random(in: 0...Int64(Int32.max)))
        report.cards += 1
        for review in imported.reviews {
            var review = review
            review.card = id
            _ = try review.insert(into: database, deck: deck)
            report.reviews += 1
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
        export.decks = decks.map { ImportedDeck(path: tree.path(of: $0), settings: tree[$0]?.settings) }
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

    private func cards(of word: Flashcard, _ places: [Int64: Int], _ withReviews: Bool) throws -> [ImportedCard] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(StudyCard.columns) FROM cards WHERE flashcard = ? ORDER BY direction, id")
        return try Row.fetchAll(statement, arguments: [word.id]).map { row in
            let card = StudyCard(row: row)
            return ImportedCard(
                direction: card.direction, deck: card.deck == word.deck ? nil : places[card.deck],
                state: withReviews ? card.state : FSRSState(), isSuspended: card.isSuspended, buriedOn: card.buriedOn,
                flag: card.flag, reviews: withReviews ? try reviews(of: card.id) : [])
        }
    }

    private func reviews(of card: Int64) throws -> [FlashcardReview] {
        let statement = try database.cachedStatement(
            sql: "SELECT \(FlashcardReview.columns) FROM reviews WHERE card = ? ORDER BY time, id")
        return try Row.fetchAll(statement, arguments: [card]).map(FlashcardReview.init)
    }

    private func media(_ words: [ImportedWord]) throws -> [MediaFile] {
        let names = Set(words.flatMap { [$0.content.image, $0.content.audio].compactMap(\.self) })
        return try names.sorted().compactMap { name in
            try Data.fetchOne(database, sql: "SELECT data FROM media WHERE name = ?", arguments: [name]).map {
                MediaFile(name: name, data: $0)
            }
        }
    }
}
