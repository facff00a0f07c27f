// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords
import Testing

@testable import HearthStore

/// Finding words and ordering them, and counting what is to be studied.
@Suite struct WordListTests {
    private static let days = UserDays(timeZone: .gmt)
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)
    private static var moment: StudyMoment { StudyMoment(now: now, days: days) }

    private func store(
        _ words: [String], _ change: (inout DeckSettings) -> Void = { _ in }
    ) async throws -> (store: Store, deck: Deck) {
        let store = try Store()
        var deck = try await store.makeDeck("Deck", at: Self.now)
        var settings = DeckSettings()
        change(&settings)
        deck.settings = settings
        try await store.save(deck)
        let contents = words.map { word in
            var content = FlashcardContent(word: word)
            content.definition = "a meaning"
            return content
        }
        _ = try await store.add(contents, to: deck.id, at: Self.now)
        return (store, deck)
    }

    @Test func `the sizes of decks are those of their statistics, hidden words left out`() async throws {
        let (store, deck) = try await store(["un", "deux", "trois", "quatre"])
        let (inner, other) = (
            try await store.makeDeck("Deck::Inner", at: Self.now), try await store.makeDeck("Other", at: Self.now)
        )
        _ = try await store.makeDeck("Empty", at: Self.now)
        for place in [inner, other] {
            _ = try await store.add(
                ["cinq", "six"].map { FlashcardContent(word: $0) }, to: place.id, at: Self.now)
        }
        let words = try await store.flashcards(FlashcardQuery(deck: deck.id)).flashcards
        let cards = try await store.cards(of: words[0].id)
        try await store.answer([StudyAnswer(card: cards[0].id, rating: .easy, date: Self.now)], days: Self.days)
        try await store.set(.suspend, on: try await store.cards(of: words[1].id).map(\.id), at: Self.now)
        _ = try await store.deleteFlashcards([words[2].id], at: Self.now)
        let sizes = try await store.sizes(Self.moment)
        #expect(sizes.count == 3 && sizes[deck.id]?.words == 5 && sizes[deck.id]?.suspended == 1)
        for (deck, size) in sizes {
            let request = StatisticsRequest(deck: deck, moment: Self.moment, daysBack: 1, daysAhead: 1)
            #expect(try await store.statistics(request).cards == size)
        }
    }

    // MARK: Finding

    @Test(arguments: [
        ("école", ["école"]), ("École", ["école"]), ("ecole", ["école"]), ("ÉCOLE", ["école"]),
        ("e\u{301}cole", ["école"]), ("l'ete", ["l’été"]), ("coeur", ["le cœur"]), ("ΣΟΦΟΣ", ["σοφός"]),
        ("strasse", ["Straße"]), ("STRASSE", ["Straße"]), ("ЁЛКА", ["ёлка"]), ("شمس", ["شَمْس"]), ("かき", ["かき"]),
        ("tokyo", ["Ｔｏｋｙｏ"]), ("100%", ["100%"]), ("_", []), ("istanbul", ["İstanbul"]),
        ("हिन्दी", ["हिन्दी"]), ("हन", []), ("le coe", ["le cœur"]), ("한국", ["한국어"]),
    ])
    func `a word is found whatever its case and accents, in any script`(text: String, found: [String]) async throws {
        let (store, deck) = try await store([
            "école", "l’été", "le cœur", "σοφός", "Straße", "ёлка", "شَمْس", "かき", "がき", "Ｔｏｋｙｏ", "100 %", "100%",
            "İstanbul", "हिन्दी", "한국어",
        ])
        var query = FlashcardQuery(deck: deck.id)
        (query.text, query.order) = (text, .word)
        let page = try await store.flashcards(query)
        #expect(page.flashcards.map(\.content.word).sorted() == found.sorted() && page.total == found.count)
        query.limit = 1
        #expect(try await store.flashcards(query).total == found.count)
    }

    @Test func `each word that is sought may stand in another text of the card`() async throws {
        let (store, deck) = try await store([])
        var content = FlashcardContent(word: "le Café")
        (content.translation, content.example) = ("Coffee SHOP", "Où est-il ?")
        _ = try await store.add([content, FlashcardContent(word: "cafe")], to: deck.id, at: Self.now)
        var query = FlashcardQuery(deck: deck.id)
        for (text, count) in [("cafe", 2), ("CAFE shop ou", 1), ("cafécoffee", 0), ("shop tea", 0)] {
            query.text = text
            #expect(try await store.flashcards(query).total == count, "\(text)")
        }
        query.text = "cafe"
        query.tag = "none"
        #expect(try await store.flashcards(query).total == 0)
    }

    @Test func `a word is the same in capitals of any script, and another one with other accents`() async throws {
        let (store, deck) = try await store(["Ärger", "ou", "ΟΔΟΣ", "мир"])
        func same(_ word: String) async throws -> [String] {
            var query = FlashcardQuery(deck: deck.id)
            query.word = word
            return try await store.flashcards(query).flashcards.map(\.content.word)
        }
        #expect(try await same("ärger") == ["Ärger"])
        #expect(try await same("a\u{308}rger") == ["Ärger"])
        #expect(try await same("οδος") == ["ΟΔΟΣ"])
        #expect(try await same("МИР") == ["мир"])
        #expect(try await same("où").isEmpty)
        #expect(try await same("arger").isEmpty)
        #expect(try await same("Ärge").isEmpty)
    }

    @Test func `a tag finds those in it, and each says how many words it finds`() async throws {
        let (store, deck) = try await store([])
        let other = try await store.makeDeck("Other", at: Self.now)
        func add(_ word: String, _ tags: [String], to deck: Deck) async throws -> Flashcard {
            var content = FlashcardContent(word: word)
            content.tags = tags
            return try await store.add([content], to: deck.id, at: Self.now)[0]
        }
        _ = try await add("un", ["a::b", "c"], to: deck)
        _ = try await add("deux", ["a", "a::b::d"], to: deck)
        _ = try await add("trois", ["ab", "A", "a_b"], to: deck)
        _ = try await add("quatre", ["a::b"], to: other)
        let gone = try await add("cinq", ["a", "e"], to: deck)
        _ = try await store.deleteFlashcards([gone.id], at: Self.now)
        for place in [deck.id, other.id, nil] as [Int64?] {
            let tree = try await store.tags(of: place)
            #expect(tree["e"] == nil && !tree.tags.isEmpty)
            for tag in tree.tags {
                var query = FlashcardQuery(deck: place)
                query.tag = tag.name
                #expect(try await store.flashcards(query).total == tag.words, "\(tag)")
            }
        }
        #expect(try await store.tags(of: nil)["a"]?.words == 3)
        #expect(try await store.tags(of: deck.id)["a::b"]?.words == 2)
    }

    // MARK: Order

    @Test func `what is in learning comes before what is due next month, and what is new or suspended last`()
        async throws
    {
        let (store, deck) = try await store(["later", "step", "soon", "new", "off", "late", "sooner step"])
        var query = FlashcardQuery(deck: deck.id)
        (query.order, query.moment) = (.added, Self.moment)
        let cards = try await store.flashcards(query)
        let ids = Dictionary(uniqueKeysWithValues: zip(cards.flashcards.map(\.content.word), cards.flashcards))
        func answer(_ word: String, _ rating: Rating, daysAgo: Double) async throws {
            let card = try #require(cards.cards.first { $0.flashcard == ids[word]?.id })
            let date = Self.now.addingTimeInterval(-daysAgo * 86_400)
            try await store.answer([StudyAnswer(card: card.id, rating: rating, date: date)], days: Self.days)
        }
        try await answer("later", .easy, daysAgo: 0)
        try await answer("soon", .easy, daysAgo: 4)
        try await answer("late", .easy, daysAgo: 60)
        try await answer("off", .easy, daysAgo: 60)
        try await answer("step", .good, daysAgo: 0)
        try await answer("sooner step", .again, daysAgo: 0)
        let off = try #require(cards.cards.first { $0.flashcard == ids["off"]?.id })
        try await store.set(.suspend, on: [off.id], at: date())
        query.order = .due
        let order = try await store.flashcards(query).flashcards.map(\.content.word)
        #expect(order == ["late", "sooner step", "step", "soon", "later", "new", "off"])
    }

    @Test func `words that are hidden today are found, and no longer tomorrow`() async throws {
        let (store, deck) = try await store(["seen", "hidden"])
        var query = FlashcardQuery(deck: deck.id)
        (query.state, query.moment) = (.buried, Self.moment)
        let card = try #require(try await store.flashcards(FlashcardQuery()).cards.last)
        try await store.set(.bury(day: Self.moment.today), on: [card.id], at: date())
        #expect(try await store.flashcards(query).cards.map(\.id) == [card.id])
        query.moment = StudyMoment(now: Self.now.addingTimeInterval(86_400), days: Self.days)
        #expect(try await store.flashcards(query).total == 0)
    }

    // MARK: Counts

    /// Cards of some words in steps, learned and new, each word with two.
    @Test(arguments: [true, false], [(200, 20), (4, 3)])
    func `as many cards are asked as are announced`(apart: Bool, limits: (reviews: Int, new: Int)) async throws {
        let (store, deck) = try await store((0..<24).map { "word \($0)" }) {
            ($0.directions, $0.buriesSiblings) = ([.recognition, .production], apart)
            ($0.reviewsPerDay, $0.newPerDay) = (limits.reviews, limits.new)
        }
        var query = FlashcardQuery(deck: deck.id)
        query.limit = 1_000
        let cards = try await store.flashcards(query).cards
        // Words with a card in a step and a new one, a learned one and a new one, and both of them learned.
        try await store.write { database in
            for (place, card) in cards.enumerated() {
                let phase = [1, 0, 2, 0, 2, 2, 0, 0][place % 8]
                let due: (day: Int?, at: Double?) =
                    switch phase {
                    case 1: (nil, Self.now.addingTimeInterval(-60).timeIntervalSinceReferenceDate)
                    case 2: (Self.moment.today - 1, nil)
                    default: (nil, nil)
                    }
                try database.execute(
                    sql: """
                        UPDATE cards SET phase = ?, dueDay = ?, dueAt = ?, stability = 5, difficulty = 5, repetitions = 1,
                            firstReviewDay = ? WHERE id = ?
                        """, arguments: [phase, due.day, due.at, phase == 0 ? nil : Self.moment.today - 9, card.id])
            }
        }
        let announced = try #require(try await store.studyCounts(Self.moment)[deck.id])
        #expect(announced.learning == 6)
        let batch = try await store.study(StudyRequest(deck: deck.id, moment: Self.moment, limit: 500))
        #expect(batch.items.count == announced.total && batch.counts == announced)
        // One after another, too: each is answered for good.
        var asked = 0
        while let item = try await store.study(StudyRequest(deck: deck.id, moment: Self.moment)).items.first {
            asked += 1
            guard asked <= 100 else { break }
            try await store.answer([StudyAnswer(card: item.id, rating: .easy, date: Self.now)], days: Self.days)
        }
        #expect(asked == announced.total)
    }

    @Test func `a limit of all decks together binds each of them, and all of them one after another`() async throws {
        let (store, deck) = try await store((0..<6).map { "word \($0)" })
        let other = try await store.makeDeck("Other", at: Self.now)
        _ = try await store.add((0..<6).map { FlashcardContent(word: "mot \($0)") }, to: other.id, at: Self.now)
        try await store.write {
            try $0.execute(
                sql: """
                    UPDATE cards SET phase = 2, dueDay = ?, stability = 5, difficulty = 5, repetitions = 1, firstReviewDay = ?
                        WHERE id % 2 = 0
                    """, arguments: [Self.moment.today - 1, Self.moment.today - 9])
        }
        var moment = Self.moment
        #expect(try await store.studyCounts(moment).total == StudyCounts(new: 6, review: 6))
        moment.most = TotalLimits(new: 4, reviews: 5)
        let counts = try await store.studyCounts(moment)
        #expect(counts.total == StudyCounts(new: 4, review: 5))
        #expect(counts[deck.id] == StudyCounts(new: 3, review: 3) && counts[other.id] == counts[deck.id])
        var asked: [Int64: Int] = [:]
        for deck in [deck, other] {
            while true {
                let batch = try await store.study(StudyRequest(deck: deck.id, moment: moment, limit: 500))
                #expect(try await store.studyCounts(moment)[deck.id] == batch.counts)
                #expect(batch.items.count == batch.counts.total)
                guard let item = batch.items.first, asked[deck.id, default: 0] < 20 else { break }
                asked[deck.id, default: 0] += 1
                try await store.answer([StudyAnswer(card: item.id, rating: .easy, date: Self.now)], days: Self.days)
            }
        }
        #expect(asked == [deck.id: 6, other.id: 3])
        #expect(try await store.studyCounts(moment).total.total == 0)
        // Words that are deleted take nothing of the day.
        _ = try await store.deleteDeck(deck.id, at: Self.now)
        #expect(try await store.studyCounts(moment).total == StudyCounts(new: 2, review: 1))
        moment.most = TotalLimits(new: 0)
        #expect(try await store.studyCounts(moment).total == StudyCounts(review: 1))
    }

    @Test func `of what is remembered, answers to learned cards alone count`() async throws {
        let (store, deck) = try await store(["one"])
        let card = try #require(try await store.flashcards(FlashcardQuery()).cards.first)
        for (rating, day) in [(Rating.again, 0.0), (.good, 0.1), (.good, 0.2), (.again, 8), (.good, 8.1), (.good, 12)] {
            let date = Self.now.addingTimeInterval((day - 12) * 86_400)
            try await store.answer([StudyAnswer(card: card.id, rating: rating, date: date)], days: Self.days)
        }
        let found = try await store.statistics(StatisticsRequest(deck: deck.id, moment: Self.moment))
        let answers = found.days.reduce(0) { $0 + $1.answers }
        let (reviews, recalled) = found.days.reduce((0, 0)) { ($0.0 + $1.review, $0.1 + $1.recalled) }
        #expect(answers == 6 && reviews < answers)
        #expect(reviews == found.retention.young.answers + found.retention.mature.answers)
        #expect(recalled == found.retention.young.recalled + found.retention.mature.recalled)
    }
}
