// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords
import Testing

@testable import HearthAnki

/// Schedules after public bug reports.
@Suite struct ReportedScheduleTests {
    private let days = UserDays(timeZone: .gmt, startMinutes: 0)

    private struct Entry {
        var (interval, factor, ease, daysAgo, type): (Int32, Int32, Int8, Int, Int8)

        init(_ interval: Int32, _ factor: Int32, _ ease: Int8, _ daysAgo: Int, _ type: Int8) {
            (self.interval, self.factor, self.ease, self.daysAgo, self.type) = (interval, factor, ease, daysAgo, type)
        }
    }

    /// Logs whose first entries are gone: the states are those that Anki 26.9 computes of them, with FSRS-6's own
    /// parameters.
    @Test(arguments: [
        (
            [Entry(12, 2300, 3, 60, 1), Entry(30, 2350, 3, 45, 1), Entry(1, 2100, 1, 10, 1), Entry(5, 2100, 3, 8, 2)],
            4.159390926, 9.096205711
        ),
        ([Entry(12, 0, 3, 60, 1), Entry(30, 0, 4, 40, 1)], 59.504165649, 5.699984074),
        ([Entry(20, 450, 3, 50, 1), Entry(41, 460, 3, 29, 1)], 66.390197754, 4.141077995),
        ([Entry(3, 1050, 2, 20, 1), Entry(-600, 1080, 1, 15, 1), Entry(2, 1080, 3, 15, 2)], 0.766878903, 9.822707176),
        ([Entry(7, 900, 3, 9, 2)], 7.0, 8.199999809),
    ])
    private func `a log without its beginning starts from its first entry`(
        log: [Entry], stability: Double, difficulty: Double
    ) throws {
        let now = Date(timeIntervalSince1970: 1_795_219_921)
        var collection = AnkiCollection()
        collection.decks = [AnkiDeck(id: 5, name: "D")]
        var notetype = AnkiNotetype(id: 1, name: "N")
        notetype.fields = ["Front", "Back"]
        notetype.templates = [.init(name: "Card 1", question: "{{Front}}", answer: "{{Back}}")]
        collection.notetypes = [notetype]
        collection.notes = [AnkiNote(id: 10, guid: "g", notetype: 1, modified: 1, fields: ["a", "b"], tags: [])]
        var card = AnkiCard(id: 11, note: 10, deck: 5)
        (card.type, card.queue, card.interval, card.factor) = (2, 2, max(1, log.last?.interval ?? 1), 2300)
        card.repetitions = Int32(log.count)
        collection.cards = [card]
        collection.reviews = log.enumerated().map { place, entry in
            AnkiReview(
                id: (Int(now.timeIntervalSince1970) - entry.daysAgo * 86_400) * 1_000 + place, card: 11,
                ease: entry.ease, interval: entry.interval, lastInterval: 0, factor: entry.factor, milliseconds: 5_000,
                type: entry.type)
        }
        let read = AnkiPackage(collection).words(days: days, now: now)
        let memory = try #require(read.words.words.first?.cards?.first?.state.card.memory)
        #expect(abs(memory.stability / stability - 1) < 1e-4, "\(memory.stability)")
        #expect(abs(memory.difficulty / difficulty - 1) < 1e-4, "\(memory.difficulty)")
    }

    @Test func `a card that is learned again keeps its interval on the way through`() throws {
        let now = try Date.ISO8601FormatStyle().parse("2026-11-28T12:00:00Z")
        let words = try Fixtures.read("reports/a01_sched.colpkg").words(days: days, now: now).words
        let relearned = words.words.flatMap { $0.cards ?? [] }.filter { $0.state.phase == .relearning }
        #expect(relearned.contains { $0.state.card.intervalDays == 12 })
        try Fixtures.withTemporaryFolder { scratch in
            let package = try AnkiPackage(words, days: days, at: now, media: scratch.appending(path: "out"))
            #expect(package.collection.cards.contains { $0.type == 3 && $0.interval == 12 })
        }
    }

    @Test func `each card that is exported has a question`() throws {
        var content = FlashcardContent(word: "The heart")
        content.image = "a.png"
        var words = WordImport()
        words.decks = [.init(path: ["D"])]
        words.words = [
            ImportedWord(
                deck: 0, content: content,
                cards: [ImportedCard(direction: .recognition), ImportedCard(direction: .production)])
        ]
        let question = try #require(NoteFields(.init(content, [0, 1])).notetype(1).templates.last?.question)
        // Anki shows what stands in `{{^Translation}}{{^Definition}}` where both are empty.
        #expect(question.contains("{{^Translation}}{{^Definition}}{{Word}}"))
        try Fixtures.withTemporaryFolder { scratch in
            let package = try AnkiPackage(words, days: days, at: .now, media: scratch.appending(path: "out"))
            let again = package.words(days: days, now: .now).words
            #expect(again.words.first?.cards?.map(\.direction) == [.recognition, .production])
        }
    }

    /// Hearth reads its own exports, even when their JSON becomes larger than most files.
    @Test func `a long list of words as JSON is read again`() throws {
        let text = String(repeating: "many words ", count: 1_000)
        var words = WordImport()
        words.decks = [.init(path: ["D"])]
        words.words = (0..<6_000).map {
            var content = FlashcardContent(word: "word \($0)")
            content.example = text
            var card = ImportedCard(direction: .recognition)
            card.resetAt = Date(timeIntervalSince1970: 1_700_000_000)
            return ImportedWord(deck: 0, content: content, cards: [card])
        }
        try Fixtures.withTemporaryFolder { scratch in
            let file = scratch.appending(path: "words.json")
            try WordFile.json(words).write(to: file)
            let size = try #require(try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int)
            #expect(size > 60 << 20)
            let read = try WordFile.read(file, deck: "D").words
            #expect(read.words.map(\.content) == words.words.map(\.content))
            #expect(read.words.first?.cards?.first?.resetAt == words.words.first?.cards?.first?.resetAt)
        }
    }
}
