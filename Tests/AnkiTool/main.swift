// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import HearthAnki
import HearthStore
import HearthWords

/// Reads and writes packages for `Tests/Conformance/anki_packages.py`, which lets Anki check and time what it does.
///
///     AnkiTool read FILE            says what is in the package or table and how long reading took, in seconds
///     AnkiTool rewrite FILE PACKAGE reads a package and writes its words as a new one
///     AnkiTool answer HOME COUNT    answers so many due cards of a data folder, one by one and then in one call, and
///                                   says how long each took; Benchmarks/words.py asks for it
let arguments = CommandLine.arguments
let days = UserDays(timeZone: .gmt)
let now = Date()
let folder = FileManager.default.temporaryDirectory.appending(path: "AnkiTool-\(UUID().uuidString)")
defer { try? FileManager.default.removeItem(at: folder) }

func read(_ path: String) throws -> WordsRead {
    let file = URL(filePath: path)
    if path.hasSuffix("pkg") { return try AnkiPackage.read(file, media: folder).words(days: days, now: now) }
    return try DelimitedTable(file).words(deck: "Imported")
}

/// Answers cards as somebody does who studies: asks for the next one, answers it, and has waited for the disk.
func answerOneByOne(_ count: Int, in store: Store, _ deck: Int64) async throws -> Double {
    let start = ContinuousClock().now
    for _ in 0..<count {
        let request = StudyRequest(deck: deck, moment: StudyMoment(now: now, days: days))
        guard let card = try await store.study(request).items.first else {
            throw WordsError(.missing, "no card is due")
        }
        try await store.answer([StudyAnswer(card: card.id, rating: .good, date: now)], days: days)
    }
    return (ContinuousClock().now - start) / .seconds(1)
}

/// Answers cards as a phone does that was out of reach: it has asked for many, and sends its answers in one call.
func answerAtOnce(_ count: Int, in store: Store, _ deck: Int64) async throws -> Double {
    let start = ContinuousClock().now
    let moment = StudyMoment(now: now, days: days)
    var left = count
    while left > 0 {
        let request = StudyRequest(deck: deck, moment: moment, limit: left)
        let cards = try await store.study(request).items
        guard !cards.isEmpty else { throw WordsError(.missing, "no card is due") }
        let answers = cards.map { card in
            StudyAnswer(card: card.id, rating: .good, date: now, milliseconds: 4_000, key: UUID().uuidString)
        }
        try await store.answer(answers, days: days)
        left -= answers.count
    }
    return (ContinuousClock().now - start) / .seconds(1)
}

func answer(_ home: String, _ count: Int) async throws {
    guard case .ready(let store) = Store.open(in: URL(filePath: home)) else {
        throw WordsError(.missing, "there is no store in \(home)")
    }
    let decks = try await store.decks().decks
    guard let deck = decks.first(where: { $0.name == "Benchmark" }) else {
        throw WordsError(.missing, "there is no deck Benchmark")
    }
    let single = try await answerOneByOne(count, in: store, deck.id)
    let together = try await answerAtOnce(count, in: store, deck.id)
    print(#"{"one_by_one": \#(single), "at_once": \#(together)}"#)
    try store.close()
}

do {
    if arguments[1] == "answer" {
        try await answer(arguments[2], Int(arguments[3]) ?? 1_000)
        exit(0)
    }
    let start = ContinuousClock().now
    let words = try read(arguments[2]).words
    let seconds = (ContinuousClock().now - start) / .seconds(1)
    print(#"{"notes": \#(words.words.count), "seconds": \#(seconds)}"#)
    if arguments[1] == "rewrite" {
        let media = folder.appendingPathExtension("out")
        defer { try? FileManager.default.removeItem(at: media) }
        try AnkiPackage(words, days: days, at: now, media: media).write(to: URL(filePath: arguments[3]), at: now)
    }
} catch {
    print("\(error)")
    exit(1)
}
