// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords
import Testing

@testable import HearthStore

/// Deleted words and decks are hidden, come back with their identifiers, or go for good.
@Suite struct WordDeletionTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)
    private static let days = UserDays(timeZone: .gmt)
    private static let moment = StudyMoment(now: now, days: days)

    private struct Deck {
        let id: Int64
        let words: [Flashcard]
        let cards: [StudyCard]
    }

    private func fill(_ store: Store, _ name: String, _ words: [String]) async throws -> Deck {
        let deck = try await store.makeDeck(name, at: Self.now)
        let added = try await store.add(words.map { FlashcardContent(word: $0) }, to: deck.id, at: Self.now)
        var cards: [StudyCard] = []
        for word in added { cards += try await store.cards(of: word.id) }
        return Deck(id: deck.id, words: added, cards: cards)
    }

    private func answer(_ card: StudyCard, _ key: String, after hours: Double = 0) -> StudyAnswer {
        StudyAnswer(card: card.id, rating: .easy, date: Self.now.addingTimeInterval(hours * 3_600), key: key)
    }

    /// All that the tables of words hold.
    private func rows(_ store: Store) async throws -> [String: [String]] {
        try await store.read { database in
            let tables = [
                "decks", "flashcards", "cards", "reviews", "media", "media_uses", "deleted_words", "deleted_cards",
            ]
            return Dictionary(
                uniqueKeysWithValues: try tables.map { table in
                    (table, try Row.fetchAll(database, sql: "SELECT * FROM \(table)").map { "\($0)" })
                })
        }
    }

    @Test func `a deleted deck comes back exactly as it was`() async throws {
        let store = try Store()
        let deck = try await fill(store, "French::Verbs", ["aller", "venir"])
        let other = try await fill(store, "Other", ["aller"])
        try await store.answer([answer(deck.cards[0], "a")], days: Self.days)
        // A card of one of its words that lies elsewhere, as in Anki, and one of another word that lies here.
        try await store.write { database in
            try database.execute(
                sql: "UPDATE cards SET deck = ? WHERE id = ?", arguments: [other.id, deck.cards[1].id])
        }
        let before = try await rows(store)
        let deletion = try #require(try await store.deleteDeck(deck.id, at: Self.now))
        #expect(deletion.words == 2)
        #expect(try await store.decks().decks.map(\.name).sorted() == ["French", "Other"])
        #expect(try await store.flashcards(FlashcardQuery()).flashcards.map(\.id) == other.words.map(\.id))
        #expect(try await store.flashcard(deck.words[0].id) == nil)
        let asked = try await store.study(StudyRequest(deck: other.id, mode: .cram, moment: Self.moment, limit: 9))
        #expect(asked.items.map(\.card.id) == other.cards.map(\.id), "a card of a deleted word is not asked")
        #expect(try await store.restore(deletion.id))
        #expect(try await rows(store) == before)
        #expect(try await !store.restore(deletion.id))
    }

    @Test func `the daily backup waits until deleted words are back or gone`() async throws {
        try await withStore { store, folder in
            let deck = try await fill(store, "French", ["aller", "venir"])
            func backUp(_ seconds: Double) async throws -> Backup? {
                try await store.backUpDaily(at: Self.now.addingTimeInterval(seconds), calendar: gregorian)
            }
            var deletion = try #require(try await store.deleteDeck(deck.id, at: Self.now))
            #expect(try await backUp(60) == nil)
            #expect(try await store.restore(deletion.id))
            let whole = try #require(try await backUp(120))
            #expect(try Data(contentsOf: whole.file).range(of: Data("aller".utf8)) != nil)
            deletion = try #require(try await store.deleteDeck(deck.id, at: Self.now.addingTimeInterval(86_400)))
            #expect(try await backUp(86_400 + 599) == nil)
            let without = try #require(try await backUp(86_400 + 601))
            #expect(try Data(contentsOf: without.file).range(of: Data("aller".utf8)) == nil)
        }
    }

    @Test func `an export has nothing of words that were just deleted`() async throws {
        try await withStore { store, folder in
            let (deck, gone) = (
                try await fill(store, "French", ["aller", "venir"]), try await fill(store, "Gone", ["voir"])
            )
            for card in [deck.cards[0], deck.cards[1], gone.cards[0]] {
                try await store.answer([answer(card, "\(card.id)")], days: Self.days)
            }
            _ = try await store.deleteFlashcards([deck.words[0].id], at: Self.now)
            _ = try await store.deleteDeck(gone.id, at: Self.now)
            let export = folder.appending(path: "export")
            #expect(try await store.export(to: export).words == 1)
            func lines(_ name: String) throws -> Int {
                try String(contentsOf: export.appending(path: "\(name).jsonl"), encoding: .utf8).split(separator: "\n")
                    .count
            }
            #expect(try ["decks", "flashcards", "cards", "reviews"].map(lines) == [1, 1, 1, 1])
            for word in ["aller", "voir", "Gone"] { #expect(try files(below: export, with: word) == []) }
        }
    }

    /// A word moved out of a deck before the deck was deleted was itself never deleted.
    @Test(arguments: [false, true])
    func `a deck goes from backups without what had been moved out of it`(isHidden: Bool) async throws {
        try await withStore { store, folder in
            let (old, inner) = (
                try await fill(store, "Old", ["aller", "venir"]), try await fill(store, "Old::In", ["voir"])
            )
            let backup = try #require(try await store.backUpDaily(at: Self.now, calendar: gregorian))
            let new = try await store.makeDeck("New", at: Self.now)
            var word = old.words[0]
            word.deck = new.id
            try await store.save(word, at: Self.now)
            var moved = try #require(try await store.decks()[inner.id])
            moved.parent = new.id
            try await store.save(moved)
            if isHidden {
                let deletion = try #require(try await store.deleteDeck(old.id, at: Self.now))
                try await store.erase(deletion.id)
            } else {
                try await store.eraseDeck(old.id)
            }
            #expect(try store.uncleanCopies.isEmpty && store.erasuresToFinish() == 0)
            #expect(try Data(contentsOf: backup.file).range(of: Data("venir".utf8)) == nil)
            try await store.restore(backup, at: Self.now)
            let left = try await store.flashcards(FlashcardQuery()).flashcards
            #expect(Set(left.map(\.id)) == [old.words[0].id, inner.words[0].id])
            #expect(try await store.cards(of: old.words[0].id).map(\.id) == [old.cards[0].id])
            let names = try await store.decks().decks.map(\.name)
            #expect(Set(names) == ["#\(old.id)", "In"], "the deleted deck's own name is gone")
        }
    }

    @Test func `deleted words come back exactly as they were`() async throws {
        let store = try Store()
        let deck = try await fill(store, "French", ["aller", "venir", "voir"])
        let before = try await rows(store)
        let deletion = try #require(
            try await store.deleteFlashcards([deck.words[0].id, deck.words[2].id], at: Self.now))
        #expect(deletion.words == 2)
        #expect(try await store.flashcards(FlashcardQuery(deck: deck.id)).flashcards.map(\.id) == [deck.words[1].id])
        #expect(try await store.flashcards(FlashcardQuery()).total == 1)
        #expect(try await store.studyCounts(Self.moment).total.new == 1)
        #expect(try await store.deleteFlashcards([deck.words[0].id], at: Self.now) == nil, "it is deleted already")
        #expect(try await store.restore(deletion.id))
        #expect(try await rows(store) == before)
    }

    @Test func `answers that come while a deck is deleted count when it is back, and not on new cards`() async throws {
        let store = try Store()
        let deck = try await fill(store, "French", ["aller", "venir"])
        let deletion = try #require(try await store.deleteDeck(deck.id, at: Self.now))
        let answered = try await store.answer(
            [answer(deck.cards[0], "a"), StudyAnswer(card: 4_711, rating: .good, date: Self.now, key: "gone")],
            days: Self.days)
        #expect(answered.map(\.review.card) == [deck.cards[0].id], "one whose card is not there is left out")
        #expect(try await store.restore(deletion.id))
        #expect(try await store.cards(of: deck.words[0].id)[0].state.repetitions == 1)
        #expect(try await store.reviews(of: deck.cards[0].id).map(\.key) == ["a"])
        // A phone's answers from before everything was erased find no card afterwards.
        try await store.eraseEverything()
        let new = try await fill(store, "New", ["neu", "alt"])
        #expect(Set(new.cards.map(\.id)).isDisjoint(with: deck.cards.map(\.id)))
        #expect(try await store.answer(deck.cards.map { answer($0, "late \($0.id)") }, days: Self.days).isEmpty)
    }

    @Test func `what a deletion was in must be there to restore it`() async throws {
        let store = try Store()
        let deck = try await fill(store, "French", ["aller"])
        let words = try #require(try await store.deleteFlashcards([deck.words[0].id], at: Self.now))
        let whole = try #require(try await store.deleteDeck(deck.id, at: Self.now))
        await #expect(throws: WordsError.self) { try await store.restore(words.id) }
        #expect(try await store.restore(whole.id))
        #expect(try await store.restore(words.id))
        #expect(try await store.flashcards(FlashcardQuery(deck: deck.id)).flashcards == deck.words)
    }

    @Test func `a deck whose name is taken by now comes back with a number`() async throws {
        let store = try Store()
        let deck = try await fill(store, "French", ["aller"])
        let deletion = try #require(try await store.deleteDeck(deck.id, at: Self.now))
        let new = try await fill(store, "French", ["aller"])
        #expect(new.id != deck.id)
        #expect(try await store.restore(deletion.id))
        #expect(try await store.decks().decks.map(\.name).sorted() == ["French", "French (2)"])
    }

    @Test func `an import does not meet words that are deleted`() async throws {
        let store = try Store()
        let deck = try await fill(store, "French", ["aller"])
        _ = try await store.deleteDeck(deck.id, at: Self.now)
        var batch = WordImport()
        (batch.duplicates, batch.decks) = (.replace, [ImportedDeck(path: ["French"])])
        batch.words = [ImportedWord(guid: deck.words[0].guid, deck: 0, content: FlashcardContent(word: "aller"))]
        let report = try await store.importWords(batch, days: Self.days, at: Self.now) { _ in }
        #expect(report.added == 1 && report.replaced == 0)
    }

    @Test func `deleted words are in no backup, and erased with their pictures in steps`() async throws {
        try await withStore { store, folder in
            let deck = try await fill(store, "French", (0..<1_203).map { "xylophon\($0)" })
            _ = try await fill(store, "Stays", ["harfe"])
            _ = try await store.add(MediaFile(name: "x.png", data: Data("marimba".utf8)))
            var word = deck.words[0]
            word.content.image = "x.png"
            try await store.save(word, at: Self.now)
            _ = try await store.backUpDaily(at: date(), calendar: gregorian)
            let deletion = try #require(try await store.deleteDeck(deck.id, at: Self.now))
            let later = try #require(try await store.backUpDaily(at: date(86_400), calendar: gregorian))
            #expect(try files(below: later.file.deletingLastPathComponent(), with: "xylophon").count == 1)
            try await store.erase(deletedBefore: Self.now.addingTimeInterval(599))
            #expect(try await store.restore(deletion.id), "other things are erased after a few seconds, words are not")
            _ = try await store.deleteDeck(deck.id, at: Self.now)
            try await store.erase(deletion.id)
            #expect(try store.erasuresToFinish() == 0)
            for text in ["xylophon", "marimba"] { #expect(try files(below: folder, with: text) == []) }
            #expect(try await !store.restore(deletion.id))
            #expect(try await store.flashcards(FlashcardQuery()).total == 1)
        }
    }

    @Test func `a picture stays as long as a word names it`() async throws {
        let store = try Store()
        let deck = try await fill(store, "French", ["aller", "venir"])
        _ = try await store.add(MediaFile(name: "x.png", data: Data("x".utf8)))
        for var word in deck.words {
            word.content.image = "x.png"
            try await store.save(word, at: Self.now)
        }
        let deletion = try #require(try await store.deleteFlashcards([deck.words[0].id], at: Self.now))
        try await store.erase(deletion.id)
        #expect(try await store.media("x.png") != nil)
        try await store.eraseFlashcards([deck.words[1].id])
        #expect(try await store.media("x.png") == nil)
    }
}
