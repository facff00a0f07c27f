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
///     AnkiTool measure HOME COUNT   answers so many due cards of a data folder, one by one and then in one call, and
///                                   then searches, exports, deletes and erases words of it, and says how many seconds
///                                   of the clock and of the processor each took; Benchmarks/words.py asks for it
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

/// Seconds by the clock, and seconds that this process has used of the processor.
func time() -> (clock: Double, processor: Double) {
    var processor = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &processor)
    return (
        Double(DispatchTime.now().uptimeNanoseconds) / 1e9, Double(processor.tv_sec) + Double(processor.tv_nsec) / 1e9
    )
}

/// Times what is done to the deck "Benchmark" of a data folder.
struct Measuring {
    let store: Store
    let deck: Int64
    let count: Int
    private(set) var taken: [String: [Double]] = [:]

    init(_ home: String, _ count: Int) async throws {
        guard case .ready(let store) = Store.open(in: URL(filePath: home)) else {
            throw WordsError(.missing, "there is no store in \(home)")
        }
        guard let deck = try await store.decks().decks.first(where: { $0.name == "Benchmark" }) else {
            throw WordsError(.missing, "there is no deck Benchmark")
        }
        (self.store, self.deck, self.count) = (store, deck.id, count)
    }

    private mutating func measure(_ name: String, _ work: () async throws -> Void) async throws {
        let start = time()
        try await work()
        let end = time()
        taken[name] = [end.clock - start.clock, end.processor - start.processor]
    }

    mutating func run() async throws {
        let (store, deck, count) = (store, deck, count)
        try await measure("one by one") { try await Self.answerOneByOne(count, in: store, deck) }
        try await measure("at once") { try await Self.answerAtOnce(count, in: store, deck) }
        try await measure("search") {
            for number in 0..<20 {
                var query = FlashcardQuery(deck: deck)
                query.text = "meaning \(number * 37)"
                _ = try await store.flashcards(query)
            }
        }
        for kind in [WordsOutFile.Kind.apkg, .json] {
            let file = folder.appendingPathExtension(kind.ending)
            defer { try? FileManager.default.removeItem(at: file) }
            try await measure("export as \(kind.ending)") {
                _ = try await WordsOutFile.write(deck: deck, of: store, as: kind, to: file, days: days, at: now)
            }
        }
        var query = FlashcardQuery(deck: deck)
        query.limit = 1_000
        let words = try await store.flashcards(query).flashcards.map(\.id)
        var deletion: WordDeletion?
        try await measure("deletion") { deletion = try await store.deleteFlashcards(words, at: now) }
        try await measure("erasing") { if let deletion { try await store.erase(deletion.id) } }
        try await measure("backup") { _ = try await store.backUpNow(at: now) }
        let more = try await store.flashcards(query).flashcards.map(\.id)
        deletion = try await store.deleteFlashcards(more, at: now)
        try await measure("erasing with a backup") { if let deletion { try await store.erase(deletion.id) } }
    }

    /// As somebody does who studies: asks for the next card, answers it, and has waited for the disk.
    private static func answerOneByOne(_ count: Int, in store: Store, _ deck: Int64) async throws {
        let request = StudyRequest(deck: deck, moment: StudyMoment(now: now, days: days))
        var next = try await store.study(request).items.first
        for _ in 0..<count {
            guard let card = next else { throw WordsError(.missing, "no card is due") }
            let answer = StudyAnswer(card: card.id, rating: .good, date: now)
            next = try await store.answer([answer], days: days, next: request).next?.items.first
        }
    }

    /// As a phone does that was out of reach: it has asked for many, and sends its answers in one call.
    private static func answerAtOnce(_ count: Int, in store: Store, _ deck: Int64) async throws {
        let moment = StudyMoment(now: now, days: days)
        var left = count
        while left > 0 {
            let cards = try await store.study(StudyRequest(deck: deck, moment: moment, limit: left)).items
            guard !cards.isEmpty else { throw WordsError(.missing, "no card is due") }
            let answers = cards.map { card in
                StudyAnswer(card: card.id, rating: .good, date: now, milliseconds: 4_000, key: UUID().uuidString)
            }
            try await store.answer(answers, days: days)
            left -= answers.count
        }
    }
}

do {
    if arguments[1] == "measure" {
        var measuring = try await Measuring(arguments[2], Int(arguments[3]) ?? 1_000)
        try await measuring.run()
        print(String(decoding: try JSONEncoder().encode(measuring.taken), as: UTF8.self))
        try measuring.store.close()
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
