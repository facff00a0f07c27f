// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthWords
import Testing

@testable import HearthAnki

/// Checks that a written file reads back the same. `Tests/Conformance/anki_packages.py` checks that Anki opens it.
@Suite struct ExportTests {
    private let days = UserDays(timeZone: .gmt)
    private let now = Date(timeIntervalSince1970: 1_795_219_921)

    private func read(_ file: URL, in scratch: URL, _ name: String) throws -> WordImport {
        try AnkiPackage.read(file, media: scratch.appending(path: name)).words(days: days, now: now).words
    }

    @Test(arguments: Fixtures.packages)
    func `a package that is read, written and read again has the same words and schedule`(package: String) throws {
        try Fixtures.withTemporaryFolder { scratch in
            let words = try read(Fixtures.folder.appending(path: package), in: scratch, "in")
            let file = scratch.appending(path: "out.apkg")
            try AnkiPackage(words, days: days, at: now, media: scratch.appending(path: "out")).write(to: file, at: now)
            let again = try read(file, in: scratch, "again")
            #expect(again.words.count == words.words.count)
            #expect(again.media.map(\.name).sorted() == words.media.map(\.name).sorted())
            #expect(Set(again.media.map(\.data)) == Set(words.media.map(\.data)))
            let written = Dictionary(uniqueKeysWithValues: again.words.map { ($0.guid ?? "", $0) })
            for word in words.words {
                let other = try #require(written[word.guid ?? ""])
                #expect(again.decks[other.deck].path == words.decks[word.deck].path)
                #expect(other.content.word == word.content.word && other.content.definition == word.content.definition)
                #expect(
                    other.content.translation == word.content.translation && other.content.tags == word.content.tags)
                #expect(other.content.example == word.content.example && other.content.image == word.content.image)
                #expect(other.content.phonetic == word.content.phonetic && other.content.audio == word.content.audio)
                let (cards, others) = (word.cards ?? [], other.cards ?? [])
                #expect(cards.map(\.direction) == others.map(\.direction))
                for (card, other) in zip(cards, others) { Self.expectSame(card, other) }
            }
        }
    }

    private static func expectSame(_ card: ImportedCard, _ other: ImportedCard) {
        #expect(card.state.phase == other.state.phase && card.state.due == other.state.due)
        #expect(card.state.card.memory == other.state.card.memory)
        #expect(card.state.card.intervalDays == other.state.card.intervalDays)
        #expect(card.state.card.step == other.state.card.step)
        #expect(card.state.repetitions == other.state.repetitions && card.state.lapses == other.state.lapses)
        #expect(card.isSuspended == other.isSuspended && card.flag == other.flag && card.buriedOn == other.buriedOn)
        #expect(card.reviews.map(\.key) == other.reviews.map(\.key))
        #expect(card.reviews.map(\.rating) == other.reviews.map(\.rating))
        #expect(card.reviews.map(\.kind) == other.reviews.map(\.kind))
        #expect(card.reviews.map(\.interval) == other.reviews.map(\.interval))
    }

    @Test func `sentences of a card come back from every kind of file, and mistakes from JSON`() throws {
        try Fixtures.withTemporaryFolder { scratch in
            var content = FlashcardContent(word: "le seuil")
            (content.translation, content.example) = ("threshold", "Elle hésita sur le seuil.")
            content.sentences = ["Il reste, \"debout\", sur le seuil.", "Le seuil est usé & gris."]
            content.mistakes = ["treshold"]
            var words = WordImport()
            words.decks = [ImportedDeck(path: ["French"])]
            words.words = [
                ImportedWord(
                    guid: "g", deck: 0, content: content, cards: [ImportedCard(direction: .recognition)])
            ]
            for kind in WordsOutFile.Kind.allCases {
                let file = scratch.appending(path: "out-\(kind.rawValue).\(kind.ending)")
                try WordsOutFile.write(words, as: kind, to: file, days: days, at: now)
                let found = try WordsInFile.read(file, name: file.lastPathComponent, deck: "x", days: days, now: now)
                let read =
                    switch found {
                    case .table(let table): table.words(deck: "x").words
                    case .words(let read): read.words
                    case .package(let package): package.read.words
                    }
                let word = try #require(read.words.first)
                #expect(word.content.sentences == content.sentences, "\(kind)")
                #expect(word.content.example == content.example && word.content.extra.isEmpty, "\(kind)")
                if kind == .json { #expect(word.content.mistakes == content.mistakes) }
            }
        }
    }

    @Test func `ids that are all wanted at once are given quickly, each once`() {
        var ids = FreeIDs()
        let count = 200_000
        let given = (0..<count).map { ids.take(1_000 + $0 % 3) }
        #expect(Set(given).count == count && given.min() == 1_000 && given.max() == 999 + count)
        #expect(ids.take(-5) == 1 && ids.take(1) == 2 && ids.take(999) == 999 && ids.take(999) == 1_000 + count)
    }

    @Test func `words go to JSON and back`() throws {
        try Fixtures.withTemporaryFolder { scratch in
            let words = try read(Fixtures.folder.appending(path: "anki_modern.colpkg"), in: scratch, "in")
            let file = scratch.appending(path: "words.json")
            try WordFile.json(words).write(to: file)
            let again = try WordFile.read(file, deck: "Imported")
            #expect(again.report == ImportReport() && again.words.decks == words.decks)
            #expect(again.words.words.map(\.content) == words.words.map(\.content))
            #expect(again.words.words.map(\.guid) == words.words.map(\.guid))
            #expect(again.words.words.map { $0.cards?.map(\.state) } == words.words.map { $0.cards?.map(\.state) })
            #expect(again.words.words.map { $0.cards?.map(\.reviews) } == words.words.map { $0.cards?.map(\.reviews) })
        }
    }

    @Test(arguments: [",", ";", "\t"] as [Character])
    func `words go to a table and back`(separator: Character) throws {
        try Fixtures.withTemporaryFolder { scratch in
            let words = try read(Fixtures.folder.appending(path: "anki_modern.apkg"), in: scratch, "in")
            let file = scratch.appending(path: "words.csv")
            try Data(DelimitedWriter.text(words, separator: separator).utf8).write(to: file)
            let again = try DelimitedTable(file).words(deck: "Imported")
            #expect(again.report == ImportReport() && again.words.decks.map(\.path) == words.decks.map(\.path))
            for (word, other) in zip(words.words, again.words.words) {
                var content = word.content
                (content.extra, content.kind, content.formatted) = ([], nil, [:])
                #expect(other.content == content)
            }
        }
    }

    /// To Swift each of these marks and the accent behind it are one character; to whoever reads the table they are
    /// two.
    @Test func `marks that have an accent behind them go to a table and back`() throws {
        try Fixtures.withTemporaryFolder { scratch in
            let texts = ["say \"\u{301}x\", \"", "#\u{301}one", "a,\u{301}b", "=\u{301}1"]
            var words = WordImport()
            words.decks = [ImportedDeck(path: ["A"])]
            words.words = texts.map {
                var content = FlashcardContent(word: $0)
                content.translation = $0
                return ImportedWord(deck: 0, content: content)
            }
            let file = scratch.appending(path: "words.csv")
            try Data(DelimitedWriter.text(words).utf8).write(to: file)
            let again = try DelimitedTable(file).words(deck: "Imported")
            #expect(again.report == ImportReport())
            #expect(again.words.words.map(\.content) == words.words.map(\.content))
            let guarded = DelimitedWriter.text(words, guardsFormulas: true)
            #expect(guarded.utf8.split(separator: UInt8(ascii: "\n")).last?.starts(with: "'=".utf8) == true)
        }
    }

    @Test func `nothing is left of a package whose media are gone, and no file is replaced`() throws {
        try Fixtures.withTemporaryFolder { scratch in
            let file = scratch.appending(path: "out.apkg")
            let missing = AnkiMedia(name: "a.png", file: scratch.appending(path: "gone"), size: 1, sha1: "")
            let error = #expect(throws: AnkiError.self) {
                try AnkiPackage(AnkiCollection(), media: [missing]).write(to: file, at: now)
            }
            #expect(error?.code == .unreadable)
            #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).isEmpty)
            try Data("mine".utf8).write(to: file)
            #expect(throws: AnkiError.self) { try AnkiPackage(AnkiCollection()).write(to: file, at: now) }
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
        }
    }
}
