// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords
import Testing

@testable import HearthStore

/// Words in the store: what is saved is read, studied, taken back, erased.
@Suite struct WordStoreTests {
    static let days = UserDays(timeZone: .gmt)
    static let now = Date(timeIntervalSince1970: 1_795_000_000)

    private func moment(_ seconds: Double = 0) -> StudyMoment {
        StudyMoment(now: Self.now.addingTimeInterval(seconds), days: Self.days)
    }

    /// A store with a deck of words, each with two cards.
    private func filled(_ words: Int = 5, _ change: (inout DeckSettings) -> Void = { _ in }) async throws -> (
        Store, Deck
    ) {
        let store = try Store()
        var deck = try await store.makeDeck("French::Verbs", at: Self.now)
        var settings = DeckSettings()
        settings.directions = [.recognition, .production]
        change(&settings)
        deck.settings = settings
        try await store.save(deck)
        let contents = (0..<words).map { number in
            var content = FlashcardContent(word: "mot\(number)")
            content.translation = "word \(number)"
            return content
        }
        #expect(try await store.add(contents, to: deck.id, at: Self.now).map(\.content) == contents)
        return (store, deck)
    }

    @Test func `decks are nested, named once, and never in themselves`() async throws {
        let (store, deck) = try await filled()
        let tree = try await store.decks()
        #expect(tree.path(of: deck.id) == ["French", "Verbs"] && tree.decks.count == 2)
        #expect(try await store.makeDeck("French::Verbs", at: Self.now).id == deck.id)
        var french = try #require(tree.deck(at: "French"))
        french.parent = deck.id
        await #expect(throws: WordsError.self) { try await store.save(french) }
        await #expect(throws: WordsError.self) { try await store.makeDeck("French::", at: Self.now) }
        var other = try await store.makeDeck("French::Nouns", at: Self.now)
        other.name = "Verbs"
        let error = await #expect(throws: WordsError.self) { try await store.save(other) }
        #expect(error?.code == .exists)
    }

    @Test func `a word comes back as it was, with all its parts`() async throws {
        let (store, deck) = try await filled(0)
        var content = FlashcardContent(word: "りんご 🍎")
        (content.definition, content.translation, content.phonetic) = ("果物", "pomme", "ɾiŋɡo")
        (content.example, content.image, content.audio) = ("りんごを食べる。", "りんご.png", "a.wav")
        content.synonyms = ["アップル"]
        content.tags = ["fruit", "n5"]
        content.extra = [.init(name: "Front", value: "<b>りんご</b>")]
        content.kind = "Lexicon Vocab"
        var word = try #require(try await store.add([content], to: deck.id, at: Self.now).first)
        #expect(word.content == content)
        #expect(try await store.cards(of: word.id).map(\.direction) == [.recognition, .production])
        word.content.translation = "la pomme"
        let other = try await store.makeDeck("Japanese", at: Self.now)
        word.deck = other.id
        try await store.save(word, at: Self.now)
        #expect(try await store.flashcard(word.id) == word)
        #expect(try await store.cards(of: word.id).allSatisfy { $0.deck == other.id })
        var query = FlashcardQuery(deck: other.id)
        (query.text, query.tag) = ("食べる", "n5")
        #expect(try await store.flashcards(query).flashcards == [word])
        query.text = "%"
        #expect(try await store.flashcards(query).total == 0)
    }

    @Test func `a text has a card for each of its gaps, also when it is changed, and no answer is lost`() async throws {
        let (store, deck) = try await filled(0)
        var content = FlashcardContent(word: "")
        content.take("{{c1::Paris}} lies on the {{c2::Seine}}")
        var word = try #require(try await store.add([content], to: deck.id, at: Self.now).first)
        let first = try #require(try await store.cards(of: word.id).first)
        try await store.answer(
            [StudyAnswer(card: first.id, rating: .good, date: Self.now, milliseconds: 1, key: "a")], days: Self.days)
        for (text, gaps) in [
            ("{{c1::Paris}} lies on the {{c2::Seine}}, in {{c3::France}}", [0, 1, 2]),
            ("{{c1::Paris}} lies in {{c3::France}}", [0, 2]),
            ("Paris lies in {{c3::France}}", [0, 2]),
        ] {
            word.content.take(text)
            try await store.save(word, at: Self.now)
            #expect(try await store.cards(of: word.id).map(\.direction.rawValue) == gaps)
        }
        #expect(try await store.reviews(of: first.id).count == 1)
    }

    @Test func `an answer is saved once, siblings wait, and all of it can be taken back`() async throws {
        let (store, deck) = try await filled()
        let before = try await store.study(StudyRequest(deck: deck.id, moment: moment(), limit: 50))
        // One card of each word.
        #expect(before.items.count == 5 && before.items.allSatisfy { $0.previews.count == 4 } && !before.canUndo)
        let card = try #require(before.items.first).card
        let answer = StudyAnswer(card: card.id, rating: .good, date: Self.now, milliseconds: 900, key: "phone-1")
        let answered = try #require(try await store.answer([answer], days: Self.days).first)
        #expect(answered.card.state.due == .at(Self.now.addingTimeInterval(600)))
        #expect(try await store.answer([answer], days: Self.days).first?.wasKnown == true)
        #expect(try await store.reviews(of: card.id) == [answered.review])
        let sibling = try #require(try await store.cards(of: card.flashcard).first { $0.id != card.id })
        #expect(sibling.buriedOn == moment().today)
        #expect(try await store.study(StudyRequest(deck: deck.id, moment: moment(), limit: 50)).items.count == 4)
        let undone = try #require(try await store.undoAnswer("phone-1").answered)
        #expect(undone.card == card && undone.review == answered.review)
        #expect(try await store.study(StudyRequest(deck: deck.id, moment: moment(), limit: 50)) == before)
        #expect(try await store.undoAnswer("phone-1") == .nothing)
    }

    @Test func `an answer to a card that is gone is left out, and the others count`() async throws {
        let (store, deck) = try await filled()
        let item = try #require(try await store.study(StudyRequest(deck: deck.id, moment: moment())).items.first)
        let answers = [item.id, 999].map { StudyAnswer(card: $0, rating: .good, date: Self.now) }
        #expect(try await store.answer(answers, days: Self.days).map(\.review.card) == [item.id])
        #expect(try await store.reviews(of: item.id).count == 1)
    }

    @Test func `cramming changes nothing but the log`() async throws {
        let (store, deck) = try await filled()
        let request = StudyRequest(deck: deck.id, mode: .cram, moment: moment(), limit: 50)
        let batch = try await store.study(request)
        #expect(batch.items.count == 10)
        let card = batch.items[0].card
        let answer = StudyAnswer(card: card.id, rating: .again, mode: .cram, date: Self.now)
        #expect(try await store.answer([answer], days: Self.days).first?.card == card)
        #expect(try await store.reviews(of: card.id).map(\.kind) == [.cram])
        #expect(try await store.history(decks: [deck.id]).reviews.isEmpty)
    }

    @Test func `limits, marks and the end of a step decide what is asked`() async throws {
        let (store, deck) = try await filled(30) { $0.newPerDay = 3 }
        func counts() async throws -> StudyCounts? { try await store.studyCounts(moment())[deck.id] }
        #expect(try await counts() == StudyCounts(new: 3))
        let items = try await store.study(StudyRequest(deck: deck.id, moment: moment(), limit: 50)).items
        #expect(items.count == 3)
        try await store.answer([StudyAnswer(card: items[0].id, rating: .again, date: Self.now)], days: Self.days)
        #expect(try await counts() == StudyCounts(new: 2, learning: 1))
        try await store.set(.suspend, on: [items[1].id], at: date())
        try await store.set(.bury(day: moment().today), on: [items[2].id], at: date())
        let later = try await store.study(StudyRequest(deck: deck.id, moment: moment(61), limit: 50)).items.map(\.id)
        #expect(later.first == items[0].id && !later.contains(items[1].id) && !later.contains(items[2].id))
        let tomorrow = StudyRequest(deck: deck.id, moment: moment(86_400), limit: 50)
        #expect(try await store.study(tomorrow).items.map(\.id).contains(items[2].id))
        try await store.set(.forget, on: [items[0].id], at: date())
        let forgotten = try await store.cards(of: items[0].flashcard.id).first { $0.id == items[0].id }
        #expect(forgotten?.state == FSRSState())
    }

    @Test func `what is exported comes back the same`() async throws {
        let (store, deck) = try await filled()
        let file = MediaFile(name: "a.png", data: Data([1, 2, 3]))
        #expect(try await store.add(file) == "a.png")
        #expect(try await store.add(MediaFile(name: "a.png", data: Data([4]))) == "a-2.png")
        await #expect(throws: WordsError.self) { try await store.add(MediaFile(name: "../a.png", data: Data())) }
        var word = try #require(try await store.flashcards(FlashcardQuery(deck: deck.id)).flashcards.first)
        word.content.image = "a.png"
        try await store.save(word, at: Self.now)
        let card = try #require(try await store.cards(of: word.id).first)
        for step in 0..<3 {
            let date = Self.now.addingTimeInterval(Double(step) * 90_000)
            try await store.answer([StudyAnswer(card: card.id, rating: .good, date: date)], days: Self.days)
        }
        let export = try await store.exportWords(deck: nil, withReviews: true, withMedia: true)
        let other = try Store()
        let later = Self.now.addingTimeInterval(200_000)
        let report = try await other.importWords(export, days: Self.days, at: later) { _ in }
        #expect(report.added == 5 && report.cards == 10 && report.reviews == 3 && report.media == 1)
        #expect(try await other.media("a.png") == file)
        let again = try await other.exportWords(deck: nil, withReviews: true, withMedia: true)
        #expect(again.words.map(\.content) == export.words.map(\.content))
        #expect(again.words.map(\.cards?.count) == export.words.map(\.cards?.count))
        #expect(
            again.words.flatMap { ($0.cards ?? []).map(\.state) }
                == export.words.flatMap { ($0.cards ?? []).map(\.state) })
        #expect(try await other.importWords(export, days: Self.days, at: Self.now) { _ in }.kept == 5)
        #expect(
            try await other.history(decks: other.decks().decks.map(\.id)).reviews.map(\.rating) == [
                .good, .good, .good,
            ])
    }

    @Test func `an import that is called off leaves nothing`() async throws {
        let store = try Store()
        var batch = WordImport()
        batch.decks = [ImportedDeck(path: ["A"])]
        batch.words = (0..<1_200).map { ImportedWord(deck: 0, content: FlashcardContent(word: "w\($0)")) }
        let words = batch
        await #expect(throws: CancellationError.self) {
            try await store.importWords(words, days: Self.days, at: Self.now) { part in
                if part > 0.5 { throw CancellationError() }
            }
        }
        #expect(try await store.decks().decks.isEmpty)
        #expect(try await store.flashcards(FlashcardQuery()).total == 0)
    }

    @Test func `statistics are those of the log`() async throws {
        let (store, deck) = try await filled(4) { $0.desiredRetention = 0.85 }
        let cards = try await store.study(StudyRequest(deck: deck.id, moment: moment(), limit: 4)).items.map(\.id)
        for (number, card) in cards.enumerated() {
            let answers = [(Rating.easy, 0.0), (number == 0 ? .again : .good, 86_400 * 9)].map { rating, seconds in
                StudyAnswer(card: card, rating: rating, date: Self.now.addingTimeInterval(seconds), milliseconds: 1_000)
            }
            try await store.answer(answers, days: Self.days)
        }
        let statistics = try await store.statistics(StatisticsRequest(deck: deck.id, moment: moment(86_400 * 9)))
        #expect(statistics.days.map(\.answers) == [4, 4] && statistics.days.map(\.milliseconds) == [4_000, 4_000])
        #expect(statistics.days.map(\.ratings) == [[0, 0, 0, 4], [1, 0, 3, 0]])
        #expect(statistics.retention.young == .init(recalled: 3, answers: 4) && statistics.retention.mature.part == nil)
        #expect(abs(statistics.retention.target - 0.85) < 1e-12 && statistics.streak == 1)
        #expect(statistics.cards.words == 4 && statistics.cards.buried == 4 && statistics.cards.learning == 1)
        #expect(
            statistics.stability.reduce(0) { $0 + $1.cards } == 4
                && statistics.difficulty.reduce(0) { $0 + $1.cards } == 4)
        #expect(statistics.forecast.count == 30 && statistics.forecast[0].cards == 1)
    }

    @Test func `what is erased is in no file, and in no backup`() async throws {
        try await withStore { store, folder in
            let deck = try await store.makeDeck("Deck", at: Self.now)
            var content = FlashcardContent(word: "xylophon")
            content.image = "xylophon.png"
            _ = try await store.add(MediaFile(name: "xylophon.png", data: Data("xylophonisch".utf8)))
            let words = try await store.add([content, FlashcardContent(word: "harfe")], to: deck.id, at: Self.now)
            try await store.backUpDaily(at: date(), calendar: gregorian)
            #expect(try files(below: folder, with: "xylophon").count > 1)
            try await store.eraseFlashcards([words[0].id])
            #expect(try store.erasuresToFinish() == 0)
            #expect(try files(below: folder, with: "xylophon") == [])
            #expect(try await store.flashcards(FlashcardQuery()).total == 1)
            #expect(try await store.eraseDeck(deck.id) == 1)
            #expect(try files(below: folder, with: "harfe") == [])
        }
    }
}
