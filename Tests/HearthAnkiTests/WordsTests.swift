// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
import Foundation
import HearthAnki
import HearthWords
import Testing

/// Words that Hearth makes of Anki's packages.
@Suite struct WordsTests {
    /// The collection was made in UTC, with days from 04:00.
    private let days = UserDays(timeZone: .gmt)
    private let now = Date(timeIntervalSince1970: 1_795_219_921)

    private func read(_ package: String) throws -> WordsRead {
        try Fixtures.withTemporaryFolder { folder in
            let read = try AnkiPackage.read(
                Fixtures.folder.appending(path: package), media: folder.appending(path: "media"))
            return read.words(days: days, now: now)
        }
    }

    /// The README of the reference data: FSRS-6 with the published parameters makes of each log what Anki keeps with
    /// the card, up to the places to which Anki rounds.
    @Test(arguments: Fixtures.packages.filter { !$0.contains("noscheduling") })
    func `replaying the logs gives Anki's memory of 54 cards`(package: String) throws {
        let model = MemoryModel(.fsrs6)
        var agreeing = 0
        for card in try read(package).words.words.flatMap({ $0.cards ?? [] }) where !card.reviews.isEmpty {
            let answers = card.reviews.filter(\.trains).compactMap { review in
                review.rating.map { (rating: $0, days: review.elapsedDays) }
            }
            let replayed = try #require(model.replay(answers))
            let anki = try #require(card.state.card.memory)
            if abs(replayed.stability / anki.stability - 1) <= 1e-4,
                abs(replayed.difficulty / anki.difficulty - 1) <= 1e-4
            {
                agreeing += 1
            }
        }
        #expect(agreeing == 54)
    }

    @Test func `cards are due when Anki says`() throws {
        let dump = try Fixtures.dump()
        let cards = try read("anki_modern.colpkg").words.words.flatMap { $0.cards ?? [] }
        let expected = try #require(dump["cards"]?.array)
        #expect(cards.count == 95)
        let today = days.day(of: now)
        let todayOfAnki = try #require(dump["collection"]?["today_day_number"]?.integer)
        func count(_ type: Int) -> Int { expected.filter { $0["type"]?.integer == type }.count }
        for (type, phase) in [(0, Phase.new), (1, .learning), (2, .review)] {
            #expect(cards.filter { $0.state.phase == phase }.count == count(type))
        }
        let due = cards.compactMap { card in if case .on(let day) = card.state.due { day - today } else { nil } }
        #expect(
            due.sorted()
                == expected.filter { $0["type"]?.integer == 2 }.compactMap { $0["due"]?.integer }.map {
                    $0 - todayOfAnki
                }.sorted())
        let moments = cards.compactMap { card in
            if case .at(let date) = card.state.due { Int(date.timeIntervalSince1970) } else { nil }
        }
        #expect(
            moments.sorted() == expected.filter { $0["type"]?.integer == 1 }.compactMap { $0["due"]?.integer }.sorted())
        #expect(cards.filter(\.isSuspended).count == 2 && cards.filter { $0.buriedOn == today }.count == 1)
        #expect(cards.filter { $0.flag > 0 }.count == 2)
        #expect(cards.flatMap(\.reviews).count == 405)
        #expect(cards.flatMap(\.reviews).filter { $0.kind == .cram }.count == 1)
        #expect(cards.flatMap(\.reviews).filter { $0.kind == .manual }.count == 1)
    }

    @Test(arguments: Fixtures.packages)
    func `fields find their places`(package: String) throws {
        let read = try read(package)
        #expect(read.words.words.count == 50 && read.report.count.isEmpty)
        #expect(read.report.changes.keys.allSatisfy { $0 == .formatting })
        let words = Dictionary(uniqueKeysWithValues: read.words.words.map { ($0.content.word, $0.content) })
        let apple = try #require(words["apple"])
        #expect(apple.definition == "the round fruit of a tree" && apple.phonetic == "/ˈæp.əl/")
        #expect(apple.translation == "manzana" && apple.example == "An apple a day." && apple.image == "apple.png")
        #expect(apple.kind == "Lexicon Vocab" && apple.extra.isEmpty && apple.tags.contains("fruit"))
        let run = try #require(words["to run"])
        #expect(run.example == "He ran home.\nSecond line.")
        let gaps = try #require(words["[city] is the capital of […]."])
        #expect(gaps.translation == "Ottawa, Canada" && gaps.definition == "Ottawa is the capital of Canada.")
        #expect(gaps.cloze == "{{c1::Ottawa::city}} is the capital of {{c2::Canada}}.")
        #expect(gaps.extra.map(\.name) == ["Back Extra"])
        #expect(words.values.allSatisfy { (try? $0.check()) != nil })
        #expect(Set(read.words.decks.map(\.path)) == [["Lexicon Golden"], ["Lexicon Golden", "日本語 と العربية"]])
        #expect(read.words.media.count == 11)
        let names = Set(read.words.media.map(\.name))
        #expect(words.values.compactMap(\.image).allSatisfy { names.contains($0) })
    }

    /// Odd contents of a package are no reason to crash, and every word that comes of it can be saved.
    @Test func `hostile packages become words that can be saved`() throws {
        let folder = Fixtures.folder.appending(path: "hostile")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where name.hasSuffix("pkg") {
            try Fixtures.withTemporaryFolder { scratch in
                // Those that are refused have tests of their own.
                guard
                    let package = try? AnkiPackage.read(
                        folder.appending(path: name), media: scratch.appending(path: "m"))
                else { return }
                let words = package.words(days: days, now: now).words
                for word in words.words {
                    try word.content.check()
                    #expect(words.decks.indices.contains(word.deck), "\(name)")
                    for card in word.cards ?? [] where card.state.phase != .new {
                        let memory = try #require(card.state.card.memory)
                        #expect(
                            memory.stability > 0 && memory.stability <= 36_500 && (1...10).contains(memory.difficulty))
                        #expect((-100_000...100_000).contains(card.state.dueDay(days) ?? 0), "\(name)")
                    }
                }
                for deck in words.decks {
                    #expect(
                        (1...20).contains(deck.path.count) && deck.path.allSatisfy { !$0.isEmpty && !$0.contains("::") }
                    )
                    try deck.settings?.check()
                }
            }
        }
    }

    // MARK: Cases after public reports

    /// Made in Japan on 2026-11-28; on that day the cards are due in 0, 1 and 5 days, wherever it is read.
    @Test(arguments: ["a07_tz", "a07_tz_legacy"], ["America/Los_Angeles", "GMT", "Asia/Tokyo", "Pacific/Kiritimati"])
    func `cards are due on the days of the collection, whatever the zone of the reader`(name: String, zone: String)
        throws
    {
        let days = UserDays(timeZone: try #require(TimeZone(identifier: zone)))
        let now = try Date.ISO8601FormatStyle().parse("2026-11-28T12:00:00Z")
        let made = UserDays(timeZone: .gmt, startMinutes: 0).day(of: now)
        let read = try Fixtures.withTemporaryFolder { folder in
            try AnkiPackage.read(
                Fixtures.folder.appending(path: "reports/\(name).apkg"), media: folder.appending(path: "media")
            ).words(days: days, now: now)
        }
        let due = read.words.words.flatMap { $0.cards ?? [] }.compactMap { card in
            if case .on(let day) = card.state.due { day - made } else { nil }
        }
        #expect(due.sorted() == [0, 1, 5])
    }

    @Test func `a notetype that genanki has written twice is read, as Anki does`() throws {
        let words = try read("reports/genanki_two_decks.apkg").words
        #expect(words.words.count == 4 && Set(words.words.map(\.deck)).count == 2)
    }

    /// Cards 0 to 9 were made new in Anki and learned again; the log has both lives, and some of its lines in the wrong
    /// order.
    @Test(arguments: ["sm2_reset_cards", "fsrs_reset_cards"])
    func `what is known of a card that was made new is of its new life`(name: String) throws {
        let words = try read("reports/\(name).apkg").words.words
        func card(_ number: Int) throws -> ImportedCard {
            try #require(words.first { $0.content.word == "vergessen\(number)" }?.cards?.first)
        }
        for number in 0..<10 {
            let card = try card(number)
            let reset = try #require(card.resetAt, "\(number)")
            let life = card.reviews.filter { $0.trains && $0.date >= reset }
            #expect(life.first?.kind == .learning && life.first?.elapsedDays == 0, "\(number)")
            #expect(!life.isEmpty && life.count < card.reviews.count { $0.trains }, "\(number)")
            #expect(card.state.repetitions == life.count && card.state.firstReviewDay == life.first?.day, "\(number)")
            // Learned anew two days before, at most: a stability of weeks would be that of the former life.
            guard name.hasPrefix("sm2") else { continue }
            let memory = try #require(card.state.card.memory)
            #expect(
                memory
                    == MemoryModel(.fsrs6).replay(
                        life.compactMap { line in line.rating.map { ($0, line.elapsedDays) } }))
            #expect(memory.stability < 20, "\(number): \(memory)")
        }
        for number in 10..<20 { #expect(try card(number).resetAt == nil) }
        // The value of Anki 26.9 for the one whose lines are in order.
        if name.hasPrefix("sm2") {
            let memory = try #require(try card(0).state.card.memory)
            #expect(abs(memory.stability / 1.377_162 - 1) < 1e-4 && abs(memory.difficulty / 5.092_413 - 1) < 1e-4)
        }
    }
}
