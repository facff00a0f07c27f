// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords
import SeededRandom
import Testing

@testable import HearthStore

/// The counts that are kept beside the cards say what counting says, whatever is done.
@Suite struct DueCountTests {
    fileprivate static let days = UserDays(timeZone: .gmt)
    fileprivate static let start = Date(timeIntervalSince1970: 1_795_000_000)

    /// Counted anew from the cards themselves: without SQL, and without limits.
    private func expected(_ deck: Int64, _ tree: DeckTree, _ moment: StudyMoment, _ store: Store) async throws
        -> StudyCounts
    {
        var counts = StudyCounts()
        var query = FlashcardQuery()
        query.limit = 1_000
        let decks = tree.subtree(of: deck)
        let cards = try await store.flashcards(query).cards.filter {
            decks.contains($0.deck) && !$0.isSuspended && !$0.isHidden(on: moment.today)
        }
        var brought: Set<Int64> = []
        func take(_ isWanted: (StudyCard) -> Bool) -> Int {
            var count = 0
            for deck in decks {
                for card in cards where card.deck == deck && isWanted(card) {
                    let isFirst = brought.insert(card.flashcard).inserted
                    if isFirst || !tree.settings(of: deck).buriesSiblings { count += 1 }
                }
            }
            return count
        }
        for card in cards {
            guard case .at(let date) = card.state.due, date < Self.days.end(of: moment.today) else { continue }
            counts.learning += 1
            if date <= moment.now { brought.insert(card.flashcard) }
        }
        counts.review = take { if case .on(let day) = $0.state.due { day <= moment.today } else { false } }
        counts.new = take { $0.state.phase == .new }
        return counts
    }

    private func check(_ store: Store, _ moment: StudyMoment, _ step: Comment) async throws {
        try await store.read { database in
            let kept = "SELECT * FROM due_counts WHERE reviewCards OR newCards OR reviewWords OR newWords OR bothWords"
            let counted = """
                SELECT * FROM (\(DueCounts.counted))
                WHERE reviewCards OR newCards OR reviewWords OR newWords OR bothWords
                """
            let odd = try Int.fetchOne(
                database,
                sql: """
                    SELECT (SELECT count(*) FROM (\(kept) EXCEPT \(counted)))
                        + (SELECT count(*) FROM (\(counted) EXCEPT \(kept)))
                    """)
            #expect(odd == 0, step)
            let split = try Int64.fetchSet(database, sql: "SELECT flashcard FROM split_words")
            let found = try Int64.fetchSet(
                database, sql: "SELECT flashcard FROM cards GROUP BY flashcard HAVING count(DISTINCT deck) > 1")
            #expect(split == found, step)
        }
        let (tree, counts) = (try await store.decks(), try await store.studyCounts(moment))
        for deck in tree.decks {
            let expected = try await expected(deck.id, tree, moment, store)
            #expect(counts[deck.id] == expected, "\(step), \(deck.name)")
        }
    }

    /// Random acts of a household on its words, one after the other, as the seed decides.
    private struct Acts {
        let store: Store
        let seed: UInt64
        var random: SplitMix
        var now = DueCountTests.start
        private var deletions: [Int64] = []
        private var keys: [String] = []

        init(_ seed: UInt64) throws { (store, self.seed, random) = (try Store(), seed, SplitMix(seed: seed)) }

        var moment: StudyMoment { StudyMoment(now: now, days: DueCountTests.days) }

        func makeDecks() async throws {
            for (place, name) in ["French", "French::Verbs", "Latin"].enumerated() {
                var deck = try await store.makeDeck(name, at: now)
                var settings = DeckSettings()
                (settings.newPerDay, settings.reviewsPerDay) = (9_999, 9_999)
                settings.directions = [.recognition, .production]
                settings.buriesSiblings = place < 2 || seed % 2 == 0
                settings.leechThreshold = 2
                deck.settings = settings
                try await store.save(deck)
            }
        }

        mutating func act(_ act: Int, _ step: Int) async throws {
            let deck = try #require(try await store.decks().decks.randomElement(using: &random))
            var query = FlashcardQuery()
            query.limit = 1_000
            let page = try await store.flashcards(query)
            let word = page.flashcards.randomElement(using: &random)
            guard act > 1, let word, let card = page.cards.randomElement(using: &random) else {
                let words = (0..<3).map { FlashcardContent(word: "word \(step) \($0)") }
                _ = try await store.add(words, to: deck.id, at: now)
                return
            }
            switch act {
            case 2...6:
                keys.append("\(step)")
                let rating = try #require(Rating.allCases.randomElement(using: &random))
                try await store.answer(
                    [StudyAnswer(card: card.id, rating: rating, date: now, key: "\(step)")], days: DueCountTests.days)
            case 7: if let key = keys.popLast() { _ = try await store.undoAnswer(key) }
            case 8:
                let marks: [CardMark] = [.suspend, .unsuspend, .bury(day: moment.today), .unbury, .forget]
                try await store.set(try #require(marks.randomElement(using: &random)), on: [card.id], at: now)
            case 9: deletions.append(try await store.deleteFlashcards([word.id], at: now)?.id ?? 0)
            case 10: if let deletion = deletions.popLast() { _ = try await store.restore(deletion) }
            case 11: if let deletion = deletions.popLast() { try await store.erase(deletion) }
            case 12: _ = try await store.change(.due(day: moment.today + step % 3), of: [word.id], moment)
            default:
                // A collection of Anki's may have cards of one word in two decks.
                guard seed > 4 else { return }
                try await store.write { database in
                    try database.execute(
                        sql: "UPDATE cards SET deck = ? WHERE id = ?", arguments: [deck.id, card.id])
                }
            }
        }
    }

    @Test(arguments: 1...6 as ClosedRange<UInt64>)
    func `what is kept is what is counted after each of many acts`(seed: UInt64) async throws {
        var acts = try Acts(seed)
        try await acts.makeDecks()
        for step in 0..<150 {
            let act = Int.random(in: 0..<14, using: &acts.random)
            try await acts.act(act, step)
            try await check(acts.store, acts.moment, "seed \(seed), step \(step), act \(act)")
            acts.now += Double.random(in: 0..<40_000, using: &acts.random)
        }
    }

    @Test func `an import counts as if its words had been added one by one`() async throws {
        let store = try Store()
        let today = Self.days.day(of: Self.start)
        func card(_ direction: Direction, due: Int?, deck: Int? = nil) -> ImportedCard {
            var card = ImportedCard(direction: direction)
            card.deck = deck
            guard let due else { return card }
            card.state.card = CardState(phase: .review, step: 0, intervalDays: 3)
            card.state.due = .on(day: due)
            return card
        }
        var batch = WordImport()
        batch.decks = [ImportedDeck(path: ["A"]), ImportedDeck(path: ["A", "B"])]
        for number in 0..<40 {
            var word = ImportedWord(deck: number % 2, content: FlashcardContent(word: "word \(number)"))
            word.cards = [
                card(.recognition, due: number % 3 == 0 ? nil : today + number % 7 - 3),
                card(.production, due: number % 4 == 0 ? today - 1 : nil, deck: number % 10 == 9 ? 0 : nil),
            ]
            word.cards?[1].isSuspended = number % 11 == 0
            word.cards?[0].buriedOn = number % 13 == 0 ? today : number % 17 == 0 ? .max : nil
            batch.words.append(word)
        }
        _ = try await store.importWords(batch, days: Self.days, at: Self.start) { _ in }
        try await check(store, StudyMoment(now: Self.start, days: Self.days), "imported")
        // The same words again, with others beside them.
        batch.words.append(ImportedWord(deck: 0, content: FlashcardContent(word: "another")))
        batch.duplicates = .replace
        _ = try await store.importWords(batch, days: Self.days, at: Self.start) { _ in }
        try await check(store, StudyMoment(now: Self.start, days: Self.days), "imported again")
    }
}
