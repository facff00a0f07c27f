// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords
import Testing

@testable import HearthStore

/// Imports write rows many at a time and without triggers: the result has to be that of rows written one by one.
@Suite struct WordImportTests {
    private static let days = UserDays(timeZone: .gmt)
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)

    private func word(_ text: String, _ translation: String = "", guid: String? = nil, deck: Int = 0) -> ImportedWord {
        var content = FlashcardContent(word: text)
        content.translation = translation
        return ImportedWord(guid: guid, deck: deck, content: content)
    }

    private func batch(_ words: [ImportedWord], _ duplicates: WordImport.Duplicates = .keep) -> WordImport {
        var batch = WordImport()
        batch.decks = [ImportedDeck(path: ["A"]), ImportedDeck(path: ["A", "B"])]
        (batch.words, batch.duplicates) = (words, duplicates)
        return batch
    }

    /// Words with cards that are due on some days, and a log.
    private func reviewed(_ count: Int, key: String = "k") -> WordImport {
        batch(
            (0..<count).map { number in
                var word = word("w\(number)", guid: "g\(number)", deck: number % 2)
                var card = ImportedCard(direction: .recognition)
                card.state.card = CardState(
                    phase: .review, step: 0, memory: MemoryState(stability: 9, difficulty: 5), intervalDays: 9)
                card.state.due = .on(day: 20_000 + number % 7)
                card.reviews = (0..<(number % 4)).map { place in
                    FlashcardReview(
                        card: 0, date: Self.now.addingTimeInterval(Double(place) * 86_400), day: 20_000 + place,
                        rating: place == 2 ? nil : Rating(rawValue: 1 + number % 4),
                        kind: place == 2 ? .manual : .review,
                        elapsedDays: number % 40, interval: .init(value: 3), milliseconds: number,
                        key: "\(key)\(number)-\(place)")
                }
                word.cards = [card, ImportedCard(direction: .production)]
                return word
            })
    }

    private func add(_ batch: WordImport, to store: Store) async throws -> WordImportReport {
        try await store.importWords(batch, days: Self.days, at: Self.now) { _ in }
    }

    /// Expects that the counts kept by triggers are those of the rows.
    private func expectCounted(_ store: Store) async throws {
        try await store.read { database in
            func rows(_ sql: String) throws -> [Row] { try Row.fetchAll(database, sql: sql) }
            let due = "SELECT dueDay, count(*) FROM cards WHERE dueDay IS NOT NULL GROUP BY dueDay ORDER BY 1"
            let kept = try rows("SELECT day, cards FROM due_days ORDER BY 1")
            #expect(try rows(due).map { [$0[0], $0[1]] as [Int64] } == kept.map { [$0[0], $0[1]] })
            let log = """
                SELECT deck, day, kind, ifnull(rating, 0), count(*), sum(milliseconds), sum(elapsedDays >= 21) FROM reviews
                GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
                """
            let answers = try rows("SELECT * FROM review_days ORDER BY 1, 2, 3, 4")
            #expect(
                try rows(log).map { row in (0..<7).map { row[$0] as Int64 } }
                    == answers.map { row in (0..<7).map { row[$0] as Int64 } })
        }
    }

    @Test func `days are counted as triggers count them, in an empty store and in one with words`() async throws {
        let store = try Store()
        #expect(try await add(reviewed(700), to: store).reviews == 1_050)
        try await expectCounted(store)
        var more = reviewed(300, key: "other")
        more.duplicates = .add
        #expect(try await add(more, to: store).added == 300)
        try await expectCounted(store)
        // The triggers are back.
        let card = try await store.read { try Int64.fetchOne($0, sql: "SELECT min(id) FROM cards") ?? 0 }
        try await store.answer([StudyAnswer(card: card, rating: .good, date: Self.now, key: "k")], days: Self.days)
        try await expectCounted(store)
        #expect(try await store.undoAnswer("k").answered != nil)
        try await store.eraseFlashcards([1, 2, 3])
        try await expectCounted(store)
    }

    private func indexes(_ store: Store) async throws -> [String] {
        try await store.read {
            try String.fetchAll(
                $0, sql: "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql > '' ORDER BY name")
        }
    }

    /// The indexes are made anew in the first import, and stay in the second one.
    @Test func `what is here already is met, whether many words come or few`() async throws {
        let store = try Store()
        let before = try await indexes(store)
        _ = try await add(batch([word("w600", "mine"), word("own"), word("old", "old", guid: "g3")]), to: store)
        let many = (0..<700).map { word("w\($0)", "new", guid: $0 < 350 ? "g\($0)" : nil) }
        let report = try await add(batch(many, .replace), to: store)
        #expect(report.added == 698 && report.replaced == 2)
        #expect(try await indexes(store) == before)
        let few = try await add(
            batch([word("w600", "newer"), word("else", guid: "g3"), word("w2", guid: "x")], .replace), to: store)
        #expect(few.added == 1 && few.replaced == 2)
        var all = FlashcardQuery()
        all.limit = 1_000
        let found = try await store.flashcards(all).flashcards.map { $0.content }
        let names = found.map { $0.word }
        #expect(names.count == 702 && names.count { $0 == "w2" } == 2 && names.count { $0 == "else" } == 1)
        #expect(!names.contains("w3") && !names.contains("old"))
        #expect(found.filter { $0.word == "w600" }.map { $0.translation } == ["newer"])
        let check = try await store.read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }
        #expect(check == ["ok"])
    }

    @Test func `an import that fails leaves triggers, indexes and numbers as they were`() async throws {
        let store = try Store()
        let before = try await indexes(store)
        await #expect(throws: WordsError.self) { try await add(batch([word("a"), word("b", deck: 7)]), to: store) }
        let many = (0..<700).map { word("w\($0)", deck: $0 < 650 ? 0 : 7) }
        await #expect(throws: WordsError.self) { try await add(batch(many), to: store) }
        #expect(try await store.flashcards(FlashcardQuery()).total == 0)
        #expect(try await indexes(store) == before && before.count > 8)
        #expect(try await add(reviewed(5), to: store).added == 5)
        let card = try await store.read { try Int64.fetchOne($0, sql: "SELECT min(id) FROM cards") ?? 0 }
        try await store.answer([StudyAnswer(card: card, rating: .easy, date: Self.now)], days: Self.days)
        try await expectCounted(store)
    }

    @Test(arguments: [WordImport.Duplicates.keep, .replace, .add], [false, true])
    func `a word that comes twice is met by itself`(duplicates: WordImport.Duplicates, hasOthers: Bool) async throws {
        let store = try Store()
        if hasOthers { _ = try await add(batch([word("other")]), to: store) }
        let words = [
            word("chat", "1"), word("chat", "2", deck: 1), word("chat", "3"), word("chien", "4", guid: "g"),
            word("loup", "5", guid: "g"), word("loup", "6"), word("cafe\u{301}", "7"), word("caf\u{e9}", "8"),
        ]
        let report = try await add(batch(words, duplicates), to: store)
        // Lists have the newest first.
        let found = try await store.flashcards(FlashcardQuery()).flashcards.reversed().filter {
            $0.content.word != "other"
        }
        switch duplicates {
        case .keep:
            #expect(report.added == 7 && report.kept == 1 && report.replaced == 0 && report.others == 0)
            #expect(found.map(\.content.translation) == ["1", "2", "3", "4", "6", "7", "8"])
        case .replace:
            // The second "g" makes a wolf of the dog.
            #expect(report.added == 7 && report.replaced == 1 && report.kept == 0)
            #expect(found.map(\.content.translation) == ["1", "2", "3", "5", "6", "7", "8"])
        case .add: #expect(report.added == 8 && found.map(\.content.translation) == words.map(\.content.translation))
        }
    }

    /// One word with two meanings is two words; whatever is here with another meaning is named, or replaced once.
    @Test(arguments: [false, true])
    func `the same word with another meaning is kept, or named`(hasMany: Bool) async throws {
        let store = try Store()
        if hasMany { _ = try await add(batch((0..<50).map { word("w\($0)", guid: "g\($0)") }), to: store) }
        let meanings = ["one", "two", "one"]
        let first = try await add(batch(meanings.map { word("same", $0) }), to: store)
        #expect(first.added == 2 && first.kept == 1 && first.otherNames.isEmpty)
        let again = try await add(batch(meanings.map { word("same", $0) }), to: store)
        #expect(again.added == 0 && again.kept == 3 && again.others == 0)
        let other = try await add(batch([word("same", "three")]), to: store)
        #expect(other.added == 0 && other.others == 1 && other.otherNames == ["same – three"])
        let replaced = try await add(
            batch([word("same", "two"), word("same", "uno"), word("same", "tre")], .replace), to: store)
        #expect(replaced.replaced == 2 && replaced.added == 1)
        var query = FlashcardQuery()
        query.word = "same"
        let found = try await store.flashcards(query).flashcards.map(\.content.translation)
        #expect(Set(found) == ["uno", "two", "tre"])
    }

    /// A row has the same meaning as one word, and the other row, which stands first, as none.
    @Test(arguments: [false, true])
    func `a changed meaning does not take the schedule of another one`(hasMany: Bool) async throws {
        let store = try Store()
        if hasMany { _ = try await add(batch((0..<50).map { word("w\($0)", guid: "g\($0)") }), to: store) }
        _ = try await add(batch([word("bank", "Ufer"), word("bank", "Geldinstitut")]), to: store)
        var query = FlashcardQuery()
        query.word = "bank"
        let before = try await store.flashcards(query).flashcards
        let river = try #require(before.first { $0.content.translation == "Ufer" })
        let report = try await add(batch([word("bank", "Bank"), word("bank", "Ufer")], .replace), to: store)
        #expect(report.replaced == 2 && report.added == 0)
        let after = try await store.flashcards(query).flashcards
        #expect(after.count == 2 && after.first { $0.content.translation == "Ufer" }?.id == river.id)
        #expect(Set(after.map(\.content.translation)) == ["Ufer", "Bank"])
        // One more meaning above the others shifts none of them.
        let three = batch([word("bank", "Reihe"), word("bank", "Ufer"), word("bank", "Bank")], .replace)
        #expect(try await add(three, to: store).added == 1)
        let last = try await store.flashcards(query).flashcards
        #expect(
            last.count == 3
                && after.allSatisfy { old in last.contains { $0.id == old.id && $0.content == old.content } })
    }

    /// Many words take the way on which indexes are made at the end.
    @Test(arguments: [1, 600])
    func `a text that is replaced gets cards for its new gaps`(count: Int) async throws {
        let store = try Store()
        func texts(_ text: String) -> [ImportedWord] {
            (0..<count).map { number in
                var word = word("", guid: "g\(number)")
                word.content.take("\(number) \(text)")
                return word
            }
        }
        _ = try await add(batch(texts("{{c1::Paris}} lies on the {{c2::Seine}}")), to: store)
        let id = try #require(try await store.flashcards(FlashcardQuery()).flashcards.first).id
        let first = try #require(try await store.cards(of: id).first)
        try await store.answer([StudyAnswer(card: first.id, rating: .good, date: Self.now)], days: Self.days)
        let report = try await add(batch(texts("{{c1::Paris}} lies in {{c3::France}}"), .replace), to: store)
        #expect(report.replaced == count && report.cards == count)
        let cards = try await store.cards(of: id)
        #expect(cards.map(\.direction.rawValue) == [0, 2] && cards.first?.state.repetitions == 1)
        let total = try await store.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM cards") }
        #expect(total == 2 * count)
        try await expectCounted(store)
        _ = try await add(batch(texts("{{c1::Paris}} lies in {{c3::France}}"), .replace), to: store)
        #expect(try await store.cards(of: id) == cards)
    }

    @Test func `an answer that a file dates in the future does not make all others late`() async throws {
        let store = try Store()
        var reviewed = reviewed(1)
        reviewed.words[0].cards?[0].state.lastReviewDate = Self.now.addingTimeInterval(1e9)
        _ = try await add(reviewed, to: store)
        let card = try #require(try await store.flashcards(FlashcardQuery()).cards.first)
        #expect(card.state.lastReviewDate == Self.now)
    }

    /// The time of it grew with the square of the files: 15.9 s for these.
    @Test func `thousands of words with sounds are deleted in the time of a few scans`() async throws {
        let store = try Store()
        let count = 8_000
        var words = (0..<count).map { number in
            var word = word("w\(number)", guid: "g\(number)")
            word.content.audio = "s\(number % (count - 1)).mp3"
            return word
        }
        words[7].content.image = "shared.png"
        words[count - 1].content.image = "shared.png"
        var batch = batch(words)
        batch.media = (0..<count).map { MediaFile(name: "s\($0).mp3", data: Data([UInt8($0 % 256)])) }
        batch.media.append(MediaFile(name: "shared.png", data: Data([1])))
        _ = try await add(batch, to: store)
        let start = ContinuousClock.now
        // The last word stays, and so do its sound and its picture.
        try await store.eraseFlashcards(Array(1...Int64(count - 1)))
        let taken = ContinuousClock.now - start
        #expect(taken < .seconds(10), "\(taken)")
        let left = try await store.read { try String.fetchAll($0, sql: "SELECT name FROM media ORDER BY name") }
        #expect(left == ["s0.mp3", "s\(count - 1).mp3", "shared.png"])
    }

    @Test func `a replaced word keeps its sentences and mistakes`() async throws {
        let store = try Store()
        var mine = word("chat", "cat", guid: "g")
        mine.content.sentences = ["Le chat dort.", "Un chat passe."]
        mine.content.mistakes = ["car"]
        _ = try await add(batch([mine]), to: store)
        var other = word("chat", "the cat", guid: "g")
        (other.content.sentences, other.content.mistakes) = (["Un chat passe.", "Chat !"], ["cap"])
        for new in [word("chat", "a cat", guid: "g"), other] {
            #expect(try await add(batch([new], .replace), to: store).replaced == 1)
        }
        let found = try #require(try await store.flashcards(FlashcardQuery()).flashcards.first)
        #expect(found.content.translation == "the cat" && found.content.mistakes == ["cap", "car"])
        #expect(found.content.sentences == ["Un chat passe.", "Chat !", "Le chat dort."])
    }

    @Test func `a second import meets the first, and the same answers are not refused`() async throws {
        let store = try Store()
        _ = try await add(reviewed(40), to: store)
        #expect(try await add(reviewed(40), to: store).kept == 40)
        var again = reviewed(40)
        again.duplicates = .add
        #expect(try await add(again, to: store).reviews == 60)
        let keys = try await store.read { try Int.fetchOne($0, sql: "SELECT count(key) FROM reviews") }
        #expect(keys == 60)
        try await expectCounted(store)
    }

    @Test func `every text comes back, whatever is in it and however long`() async throws {
        let store = try Store()
        let texts = [
            "plain", "a\0b", "été 漢字 👩‍👧", String(repeating: "x", count: 200_000), "\"quoted\"\\ \u{1}\n\t", " ",
            String(repeating: "\0", count: 30),
        ]
        let words = texts.map { text in
            var word = word("word \(text)", text)
            word.content.kind = text
            word.content.extra = [.init(name: text, value: text)]
            word.content.synonyms = [text, ""]
            return word
        }
        _ = try await add(batch(words), to: store)
        let found = try await store.flashcards(FlashcardQuery()).flashcards.reversed().map(\.content)
        #expect(found.count == texts.count)
        for (content, text) in zip(found, texts) {
            let kept = text.replacingOccurrences(of: "\0", with: "\u{FFFD}")
            #expect(content.word == "word \(kept)" && content.translation == kept)
            #expect(content.kind == text && content.extra == [.init(name: text, value: text)])
            #expect(content.synonyms == [text, ""])
        }
    }

    @Test func `numbers go on after words that were erased, and words without a guid get their own`() async throws {
        let store = try Store()
        _ = try await add(batch((0..<100).map { word("a\($0)") }), to: store)
        let last = try await store.flashcards(FlashcardQuery()).total
        try await store.eraseFlashcards([100])
        _ = try await add(batch((0..<1_500).map { word("b\($0)") }), to: store)
        let (ids, guids) = try await store.read { database in
            (
                try Int64.fetchAll(database, sql: "SELECT id FROM flashcards ORDER BY id"),
                try String.fetchSet(database, sql: "SELECT guid FROM flashcards")
            )
        }
        #expect(last == 100 && ids == Array(1...99) + Array(101...1_600))
        #expect(guids.count == 1_599)
    }
}
