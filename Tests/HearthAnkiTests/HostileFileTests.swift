// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
import Foundation
import HearthAnki
import HearthStore
import HearthWords
import Testing

/// Files of all kinds that a stranger could send, on their whole way into a store: read, saved, and taken along again.
/// `Tests/Hostile/files.py` wrote them; `Tests/Hostile/run` gives these and large ones to the program itself.
@Suite(.serialized) struct HostileFileTests {
    private static let folder = Fixtures.folder.appending(path: "hostile-files")
    private let days = UserDays(timeZone: TimeZone(identifier: "Europe/Paris") ?? .gmt)
    private let now = Date(timeIntervalSince1970: 1_795_219_921)

    private enum Outcome {
        case imported(WordImportReport)
        case refused(String)
    }

    private func outcome(_ name: String, _ store: Store) async throws -> Outcome {
        let found: WordsInFile
        do throws(AnkiError) {
            found = try WordsInFile.read(
                Self.folder.appending(path: name), name: name, deck: "Imported", days: days, now: now)
        } catch { return .refused("\(error)") }
        let read: WordsRead
        switch found {
        case .words(let words): read = words
        case .package(let package): read = package.read
        case .table(let table):
            guard table.mapping.hasWords else { return .refused("no column has the words") }
            read = table.words(deck: "Imported")
        }
        do {
            let report = try await store.importWords(read.words, days: days, at: now) { _ in }
            withExtendedLifetime(found) {}
            return .imported(report)
        } catch let error as WordsError { return .refused("\(error)") }
    }

    @Test func `each is refused in a sentence, or imported and of use`() async throws {
        let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "expected.json")))
        let expected = try #require(try JSON(parsing: bytes).object)
        #expect(expected.count >= 400)
        for (name, verdict) in expected {
            let (store, start) = (try Store(), ContinuousClock.now)
            switch try await outcome(name, store) {
            case .refused(let sentence):
                #expect(verdict.string != "imported", "\(name): \(sentence)")
                #expect(!sentence.contains("\n") && (10..<500).contains(sentence.utf8.count), "\(name): \(sentence)")
            case .imported(let report):
                #expect(verdict.string != "refused", "\(name): \(report)")
                try await use(store, name)
            }
            #expect(ContinuousClock.now - start < .seconds(30), "\(name)")
        }
    }

    /// Study, statistics and export take whatever was imported.
    private func use(_ store: Store, _ name: String) async throws {
        let moment = StudyMoment(now: now, days: days)
        for deck in try await store.decks().decks.prefix(3) {
            for card in try await store.study(StudyRequest(deck: deck.id, moment: moment, limit: 3)).items {
                #expect(card.sentences.allSatisfy { !$0.text.isEmpty }, "\(name)")
                for rating in [1, 3] {
                    let answer = StudyAnswer(card: card.id, rating: rating == 1 ? .again : .good, date: now)
                    try await store.answer([answer], days: days)
                }
            }
        }
        _ = try await store.statistics(StatisticsRequest(moment: moment))
        let words = try await store.exportWords(deck: nil, withReviews: true, withMedia: false)
        _ = (try WordFile.json(words), DelimitedWriter.text(words))
        try Fixtures.withTemporaryFolder { folder in
            try WordsOutFile.write(words, as: .apkg, to: folder.appending(path: "out.apkg"), days: days, at: now)
        }
    }
}
