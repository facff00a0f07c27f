// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords
import Testing

@testable import HearthStore

/// Acts on many words at once, and how they are taken back.
@Suite struct WordChangeTests {
    private let store: Store
    private let days = UserDays(timeZone: .gmt)
    private let now = Date(timeIntervalSince1970: 1_795_219_921)
    private var moment: StudyMoment { StudyMoment(now: now, days: days) }

    init() throws { store = try Store() }

    /// A deck whose words are asked both ways.
    private func deck(_ words: [String]) async throws -> (deck: Deck, words: [Flashcard]) {
        var deck = try await store.makeDeck("French", at: now)
        var settings = DeckSettings()
        settings.directions = [.recognition, .production]
        deck.settings = settings
        try await store.save(deck)
        let contents = words.map { word in
            var content = FlashcardContent(word: word)
            (content.translation, content.example) = ("the \(word)", "Le \(word) est là.")
            return content
        }
        return (deck, try await store.add(contents, to: deck.id, at: now))
    }

    private func cards(_ words: [Flashcard]) async throws -> [StudyCard] {
        var all: [StudyCard] = []
        for word in words { all += try await store.cards(of: word.id) }
        return all
    }

    @Test func `words become due on a day, and are as they were when that is taken back`() async throws {
        let (deck, words) = try await deck(["chat", "chien", "loup"])
        let answered = try await store.cards(of: words[0].id)[0]
        try await store.answer(
            [StudyAnswer(card: answered.id, rating: .easy, date: now, key: "k")],
            days: days)
        try await store.set(.suspend, on: [try await store.cards(of: words[2].id)[0].id], at: now)
        let before = try await cards(words)
        let changed = try await store.change(.due(day: moment.today), of: words.map(\.id), moment)
        #expect(changed.count == 3 && changed.cards.count == 5)
        let counts = try await store.studyCounts(moment)[deck.id]
        // One card of each word a day; the suspended one is not asked.
        #expect(counts == StudyCounts(review: 3))
        let after = try await cards(words)
        #expect(after.first { $0.id == answered.id }?.state.card == before.first { $0.id == answered.id }?.state.card)
        #expect(after.filter { !$0.isSuspended }.allSatisfy { $0.state.due == .on(day: moment.today) })
        #expect(try await store.revert(changed, at: now) == 3)
        #expect(try await cards(words) == before)
    }

    @Test func `a card that was answered since stays as it is`() async throws {
        let (_, words) = try await deck(["chat", "chien"])
        let before = try await cards(words)
        let changed = try await store.change(.due(day: moment.today + 3), of: words.map(\.id), moment)
        let card = try await store.cards(of: words[0].id)[0]
        try await store.answer(
            [StudyAnswer(card: card.id, rating: .good, date: now, key: "k")],
            days: days)
        let answered = try await store.cards(of: words[0].id)[0]
        _ = try await store.revert(changed, at: now)
        let after = try await cards(words)
        #expect(after.first { $0.id == card.id } == answered)
        #expect(after.filter { $0.flashcard == words[1].id } == before.filter { $0.flashcard == words[1].id })
    }

    @Test func `a change that fails on the way leaves nothing changed`() async throws {
        let (_, words) = try await deck((0..<700).map { "mot\($0)" })
        // The 600th is in the second transaction.
        try await store.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER refusal BEFORE UPDATE ON flashcards WHEN new.id = \(words[600].id)
                    BEGIN SELECT RAISE(ABORT, 'refused'); END
                    """)
        }
        await #expect(throws: StoreError.self) { try await store.change(.tag("animals"), of: words.map(\.id), moment) }
        for word in words { #expect(try await store.flashcard(word.id)?.content == word.content) }
    }

    @Test func `a tag is renamed with those in it, removed, and as it was when that is taken back`() async throws {
        let (_, words) = try await deck(["chat", "chien", "loup"])
        _ = try await store.change(.tag("animals::cats"), of: [words[0].id], moment)
        _ = try await store.change(.tag("animals"), of: words.map(\.id), moment)
        func tags() async throws -> [[String]] {
            var all: [[String]] = []
            for word in words { all.append(try await store.flashcard(word.id)?.content.tags ?? []) }
            return all
        }
        let before = try await tags()
        let renamed = try await store.change(.retag("animals", to: "bêtes"), of: words.map(\.id), moment)
        #expect(try await tags() == [["bêtes::cats", "bêtes"], ["bêtes"], ["bêtes"]] && renamed.count == 3)
        #expect(try await store.revert(renamed, at: now) == 3)
        #expect(try await tags() == before)
        let removed = try await store.change(.retag("animals", to: nil), of: words.map(\.id), moment)
        #expect(try await store.tags(of: nil).tags.isEmpty)
        // What was edited since stays.
        var edited = try #require(try await store.flashcard(words[2].id))
        edited.content.tags = ["wild"]
        try await store.save(edited, at: now)
        #expect(try await store.revert(removed, at: now) == 2)
        #expect(try await tags() == [before[0], before[1], ["wild"]])
    }

    // MARK: The order of new words

    private func asked(_ deck: Deck) async throws -> [String] {
        try await store.study(StudyRequest(deck: deck.id, moment: moment, limit: 500)).items.map(
            \.flashcard.content.word)
    }

    @Test(arguments: DeckSettings.NewOrder.allCases)
    func `new words that are put first are asked first, in any deck around theirs`(
        order: DeckSettings.NewOrder
    ) async throws {
        let (deck, words) = try await deck(["a", "b", "c", "d", "e", "f"])
        try await store.change(deck.id) { $0.newOrder = order }
        let inner = try await store.makeDeck("French::Inner", at: now)
        let deep = try await store.add(["y", "z"].map { FlashcardContent(word: $0) }, to: inner.id, at: now)
        let (usual, counts, before) = (
            try await asked(deck), try await store.studyCounts(moment)[deck.id], try await cards(words)
        )
        let first = try await store.change(.newFirst(shuffled: false), of: [words[2], words[4]].map(\.id), moment)
        #expect(first.count == 2 && first.cards.count == 4)
        #expect(try await asked(deck).prefix(2) == ["c", "e"])
        let second = try await store.change(.newFirst(shuffled: false), of: [deep[1].id, words[5].id], moment)
        #expect(try await asked(deck).prefix(4) == ["z", "f", "c", "e"])
        #expect(try await asked(inner).first == "z")
        // It is an order alone: as many are asked as before, and each once.
        #expect(try await asked(deck).sorted() == usual.sorted())
        #expect(try await store.studyCounts(moment)[deck.id] == counts)
        #expect(try await store.revert(second, at: now) == 2)
        #expect(try await asked(deck).prefix(2) == ["c", "e"])
        let back = try await store.change(.newAsAdded, of: words.map(\.id), moment)
        #expect(try await asked(deck) == usual && back.count == 2)
        #expect(try await store.revert(back, at: now) == 2)
        #expect(try await store.revert(first, at: now) == 2)
        #expect(try await cards(words) == before)
    }

    @Test func `hundreds of words keep their order, or are shuffled, and learned ones stay`() async throws {
        let (deck, words) = try await deck((0..<700).map { "mot\($0)" })
        try await store.change(deck.id) { $0.newPerDay = 9_999 }
        let last = Array(words.suffix(600))
        let changed = try await store.change(.newFirst(shuffled: false), of: last.map(\.id), moment)
        #expect(try await asked(deck) == last.prefix(500).map(\.content.word))
        _ = try await store.revert(changed, at: now)
        #expect(try await asked(deck) == words.prefix(500).map(\.content.word))
        _ = try await store.change(.newFirst(shuffled: true), of: last.map(\.id), moment)
        let shuffled = try await asked(deck)
        #expect(
            Set(shuffled).isSubset(of: last.map(\.content.word)) && shuffled != last.prefix(500).map(\.content.word))
        for card in try await store.cards(of: words[0].id) {
            try await store.answer([StudyAnswer(card: card.id, rating: .easy, date: now)], days: days)
        }
        #expect(try await store.change(.newFirst(shuffled: false), of: [words[0].id], moment).count == 0)
    }

    @Test func `texts are replaced where they stand, and in gaps`() async throws {
        let (_, words) = try await deck(["le chat", "Le chien"])
        var cloze = words[1]
        cloze.content.take("{{c1::le}} et {{c2::la}}")
        try await store.save(cloze, at: now)
        let replacement = TextReplacement("le", by: "un", in: [.word], matchesCase: true)
        let changed = try await store.change(.replace(replacement), of: words.map(\.id), moment)
        #expect(changed.count == 2)
        #expect(try await store.flashcard(words[0].id)?.content.word == "un chat")
        let gaps = try #require(try await store.flashcard(words[1].id)?.content)
        #expect(gaps.cloze == "{{c1::un}} et {{c2::la}}" && gaps.gaps?.solution == "un, la")
        #expect(try await store.flashcard(words[0].id)?.content.example == "Le le chat est là.")
        #expect(try await store.revert(changed, at: now) == 2)
        #expect(try await store.flashcard(words[1].id)?.content == cloze.content)
    }

    @Test func `a word that was edited or deleted since is not taken back`() async throws {
        let (_, words) = try await deck(["chat", "chien", "loup"])
        let changed = try await store.change(
            .replace(TextReplacement("ch", by: "CH", in: [.word])), of: words.map(\.id), moment)
        #expect(changed.count == 2)
        var edited = try #require(try await store.flashcard(words[0].id))
        edited.content.definition = "an animal"
        try await store.save(edited, at: now)
        _ = try await store.deleteFlashcards([words[1].id], at: now)
        #expect(try await store.revert(changed, at: now) == 0)
        #expect(try await store.flashcard(words[0].id)?.content.word == "CHat")
        #expect(try await store.flashcard(words[1].id) == nil)
    }

    @Test func `nothing is left of a word that would be empty, and tags come once`() async throws {
        let (_, words) = try await deck(["chat"])
        let emptied = try await store.change(
            .replace(TextReplacement("chat", by: "", in: [.word])), of: [words[0].id], moment)
        #expect(emptied.count == 0 && TextReplacement("", by: "x").applied(to: words[0].content) == nil)
        #expect(try await store.change(.tag("animals"), of: [words[0].id], moment).count == 1)
        #expect(try await store.change(.tag("animals"), of: [words[0].id], moment).count == 0)
        let gone = try await store.change(.untag("animals"), of: [words[0].id], moment)
        #expect(try await store.flashcard(words[0].id)?.content.tags == [])
        _ = try await store.revert(gone, at: now)
        #expect(try await store.flashcard(words[0].id)?.content.tags == ["animals"])
    }

    @Test func `a word without a meaning is asked once, and both ways once it has one`() async throws {
        let (deck, _) = try await deck([])
        var word = try #require(try await store.add([FlashcardContent(word: "chat")], to: deck.id, at: now).first)
        #expect(try await store.cards(of: word.id).map(\.direction) == [.recognition])
        word.content.translation = "cat"
        try await store.save(word, at: now)
        #expect(try await store.cards(of: word.id).map(\.direction) == [.recognition, .production])
        let other = try #require(try await store.add([FlashcardContent(word: "chien")], to: deck.id, at: now).first)
        #expect(
            try await store.change(other.id, at: now) {
                $0.translation = "dog"
                return true
            })
        #expect(try await store.cards(of: other.id).count == 2)
    }
}
