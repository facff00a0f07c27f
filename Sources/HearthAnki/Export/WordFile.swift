// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import FSRS
public import Foundation
public import HearthWords

/// Words as JSON: all that Hearth knows of them, but for the data of media, which are named.
///
/// The file is one object with `"format": "hearth-words/1"`, `decks` (path, settings) and `words` (content, cards,
/// logs). Reading also takes a plain list of objects such as `[{"word": "chat", "translation": "cat"}]`, whose members
/// are found by their names as columns of a table are.
public enum WordFile {
    public static let format = "hearth-words/1"
    /// In bytes. The file is read as a whole, its words one by one.
    public static let longest = 256 << 20

    // MARK: Writing

    public static func json(_ words: WordImport) throws -> Data {
        var data = Data()
        try write(words) { data += $0 }
        return data
    }

    /// Gives the file to `sink` in pieces, which are encoded some hundred words at a time on all cores: the tree of all
    /// words at once would take many times their memory.
    static func write(_ words: WordImport, to sink: (Data) throws -> Void) throws {
        let decks = try encoder.encode(Contents.decks(of: words))
        try sink(Data("{\"decks\":".utf8) + decks + Data(",\"format\":\"\(format)\",\"words\":[".utf8))
        let (atOnce, parts) = (512, 8)
        for start in stride(from: 0, to: words.words.count, by: atOnce * parts) {
            let pieces = onAllCores(parts) { part in
                let first = min(start + part * atOnce, words.words.count)
                return Result { try encode(words.words[first..<min(first + atOnce, words.words.count)]) }
            }
            for piece in pieces { try sink(try piece.get()) }
        }
        try sink(Data("]}".utf8))
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// With a comma before each word but the first of all.
    private static func encode(_ words: ArraySlice<ImportedWord>) throws -> Data {
        let encoder = encoder
        var piece = Data()
        for (place, word) in zip(words.indices, words) {
            if place > 0 { piece.append(UInt8(ascii: ",")) }
            piece += try encoder.encode(Contents.Word(word))
        }
        return piece
    }

    // MARK: Reading

    /// - Parameter deck: where words go whose entry names no deck, as a path.
    /// - Throws: `AnkiError` `.unreadable`, `.tooLarge`, `.damaged` with line and column, `.unsupported`, `.cancelled`.
    public static func read(
        _ file: URL, deck: String, limits: ImportLimits = ImportLimits(),
        watch: @escaping ImportWatch = { _ in true }
    ) throws(AnkiError) -> WordsRead {
        let input = try InputFile(file)
        guard input.size <= longest else {
            throw AnkiError(
                .tooLarge, input.name, "is larger than \(longest >> 20) MB",
                reason: .init("larger", ["size": "\(longest >> 20)"]))
        }
        let bytes = try input.bytes(at: 0, count: input.size)
        let text = TextEncoding(of: bytes).utf8(bytes)
        let found: Found
        do throws(JSONError) { found = try look(at: text) } catch {
            throw AnkiError(.damaged, input.name, "is not JSON: \(error)", reason: .notJSON(error))
        }
        switch found {
        case .list:
            var list = WordList(text, name: input.name, deck: deck, WorkWatch(limits, watch))
            return try list.read()
        case .format(let found?) where found == format:
            return try contents(text, name: input.name, WorkWatch(limits, watch))
        case .format(let found?):
            throw AnkiError(
                .unsupported, input.name, "is of the format \(found.prefix(40)); Hearth reads \(format)",
                reason: .init("otherFormat", ["found": String(found.prefix(40)), "known": format]))
        case .format(nil):
            throw AnkiError(
                .notAPackage, input.name, "is neither a list of words nor a file of Hearth's", reason: .init("noWords"))
        }
    }

    private enum Found {
        case list
        case format(String?)
    }

    /// Reads all of the text once, and keeps nothing: a tree of it would take twenty times its length.
    private static func look(at text: [UInt8]) throws(JSONError) -> Found {
        var reader = JSONReader(text, depthLimit: depthLimit)
        guard try reader.peek() == .object else {
            let isList = try reader.peek() == .array
            try reader.skipValue()
            try reader.end()
            return isList ? .list : .format(nil)
        }
        var format: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            if key == "format", try reader.peek() == .string {
                format = try reader.readString()
            } else {
                try reader.skipValue()
            }
        }
        try reader.end()
        return .format(format)
    }

    static let depthLimit = 32

    /// Decodes the file word by word: the tree of all words at once would take many times their memory.
    private static func contents(_ text: [UInt8], name: String, _ watch: WorkWatch) throws(AnkiError) -> WordsRead {
        var (reader, decks, words) = (
            JSONReader(text, depthLimit: depthLimit), ArraySlice<UInt8>?.none, JSONReader?.none
        )
        do {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "decks": decks = try reader.skippedValue()
                case "words":
                    words = reader
                    try reader.skipValue()
                default: try reader.skipValue()
                }
            }
        } catch { throw AnkiError(.damaged, name, "is not JSON: \(error)", reason: .notJSON(error)) }
        guard let decks, var words else { throw AnkiError(.damaged, name, "has no list of decks, or none of words") }
        var contents = try Contents(try decode([Contents.DeckEntry].self, decks, name, at: "decks"), name)
        do {
            try words.beginArray()
            while try words.nextElement() {
                let (bytes, number) = (try words.skippedValue(), contents.count)
                try watch.took(WordsRead.bytesOfWord + bytes.count, for: name)
                try contents.add(try decode(Contents.Word.self, bytes, name, at: "words.\(number)"))
                if number % 1_000 == 0 { try watch.reached(.notes, number, of: nil) }
            }
        } catch let error as AnkiError { throw error } catch {
            throw AnkiError(.damaged, name, "is not JSON: \(error)", reason: (error as? JSONError).map { .notJSON($0) })
        }
        try watch.reached(.notes, contents.count, of: contents.count)
        return contents.read
    }

    private static func decode<Value: Decodable>(
        _ type: Value.Type, _ bytes: ArraySlice<UInt8>, _ name: String, at path: String
    ) throws(AnkiError) -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        do { return try decoder.decode(type, from: Data(bytes)) } catch {
            throw AnkiError(
                .damaged, name, "has something else than \(format) has: \(Self.sentence(error, at: path))")
        }
    }

    private static func sentence(_ error: any Error, at start: String) -> String {
        let context: DecodingError.Context? =
            switch error as? DecodingError {
            case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?, .keyNotFound(_, let context)?,
                .dataCorrupted(let context)?:
                context
            default: nil
            }
        let path = (context?.codingPath ?? []).map { $0.intValue.map { "\($0)" } ?? $0.stringValue }
        return "\(context?.debugDescription ?? "\(error)") (at \(([start] + path).joined(separator: ".")))".prefix(300)
            .description
    }
}

/// The members of a file, and what can be saved of them.
private struct Contents {
    struct DeckEntry: Codable {
        var path: [String]
        var settings: DeckSettings?
    }

    struct Word: Codable {
        var guid: String?
        var deck: Int
        var content: FlashcardContent
        var cards: [Card]?
        var createdAt: Date?
        var modifiedAt: Date?

        init(_ word: ImportedWord) {
            (guid, deck, content) = (word.guid, word.deck, word.content)
            (createdAt, modifiedAt) = (word.createdAt, word.modifiedAt)
            cards = word.cards?.map { card in
                Card(
                    direction: card.direction, deck: card.deck, state: card.state, isSuspended: card.isSuspended,
                    buriedOn: card.buriedOn, flag: card.flag, reviews: card.reviews, resetAt: card.resetAt)
            }
        }
    }

    struct Card: Codable {
        var direction: Direction
        var deck: Int?
        var state: FSRSState
        var isSuspended: Bool
        var buriedOn: Int?
        var flag: Int
        var reviews: [FlashcardReview]
        /// Files of earlier versions do not have it.
        var resetAt: Date?
    }

    private var result = WordImport()
    private var report = ImportReport()
    /// Words that were looked at.
    private(set) var count = 0

    static func decks(of words: WordImport) -> [DeckEntry] {
        words.decks.map { DeckEntry(path: $0.path, settings: $0.settings) }
    }

    /// - Throws: `AnkiError` for settings out of their ranges.
    init(_ decks: [DeckEntry], _ name: String) throws(AnkiError) {
        self.name = name
        for deck in decks {
            do { try deck.settings?.check() } catch { throw AnkiError(.damaged, name, "\(error)") }
            result.decks.append(
                ImportedDeck(path: DeckPaths.path(deck.path.joined(separator: Deck.separator)), settings: deck.settings)
            )
        }
    }

    private let name: String

    var read: WordsRead { WordsRead(result, report) }

    /// Takes a word, as far as it can be saved.
    /// - Throws: `AnkiError` for a deck that is not in the list.
    mutating func add(_ word: Word) throws(AnkiError) {
        count += 1
        let decks = [word.deck] + (word.cards ?? []).compactMap(\.deck)
        guard decks.allSatisfy(result.decks.indices.contains) else {
            throw AnkiError(
                .damaged, name, "word \(count) is in a deck that the file does not have",
                reason: .init("missingDeck", ["n": "\(count)"]))
        }
        guard (try? word.content.check()) != nil else {
            // A word that is empty or too long cannot be saved; the report names it.
            return report.skip(word.content.word.isEmpty ? .empty : .tooLarge, "word", "\(count)")
        }
        let known = word.cards?.filter { Self.directions.contains($0.direction.rawValue) }
        // A word of whose cards none can be kept gets new ones.
        let cards = (known?.isEmpty == true ? nil : known)?.map { imported($0) }
        result.words.append(
            ImportedWord(
                guid: word.guid.flatMap { (1...200).contains($0.utf8.count) ? $0 : nil }, deck: word.deck,
                content: word.content, cards: cards, createdAt: word.createdAt.flatMap(Self.moment),
                modifiedAt: word.modifiedAt.flatMap(Self.moment)))
    }

    private mutating func imported(_ card: Card) -> ImportedCard {
        let reviews = card.reviews.filter(Self.isUsable)
        for _ in reviews.count..<card.reviews.count { report.skip(.badRow, "review", "word \(count)") }
        var imported = ImportedCard(
            direction: card.direction, deck: card.deck, state: Self.usable(card.state), isSuspended: card.isSuspended,
            buriedOn: card.buriedOn.flatMap { Self.days.contains($0) ? $0 : nil }, flag: card.flag & 7,
            reviews: reviews)
        imported.resetAt = card.resetAt.flatMap(Self.moment)
        return imported
    }

    /// Days of people's lives, in days since 1970.
    private static let days = -36_525...109_575
    /// Intervals that a log can have: in days, or negative in seconds.
    private static let intervals = -(1 << 40)...(1 << 40)
    /// Milliseconds, answers and lapses.
    private static let counts = 0...(1 << 40)

    /// Anki numbers gaps up to 500.
    private static let directions = 0..<500

    private static func moment(_ date: Date) -> Date? {
        let day = date.timeIntervalSince1970 / 86_400
        return day.isFinite && day > Double(days.lowerBound) && day < Double(days.upperBound) ? date : nil
    }

    private static func isUsable(_ due: FSRSState.Due) -> Bool {
        switch due {
        case .new: true
        case .on(let day): days.contains(day)
        case .at(let date): moment(date) != nil
        }
    }

    private static func isUsable(_ review: FlashcardReview) -> Bool {
        moment(review.date) != nil && days.contains(review.day) && intervals.contains(review.interval.value)
            && counts.contains(review.milliseconds) && days.contains(review.elapsedDays)
            && review.memory.map { $0.stability > 0 && $0.stability <= 36_500 && (1...10).contains($0.difficulty) }
                ?? true
            && (review.key?.utf8.count ?? 0) <= 200
    }

    /// A state whose numbers FSRS cannot have is that of a new card.
    private static func usable(_ state: FSRSState) -> FSRSState {
        guard state.phase != .new else { return FSRSState() }
        guard days.contains(state.lastReviewDay ?? 0), days.contains(state.firstReviewDay ?? 0),
            counts.contains(state.repetitions), counts.contains(state.lapses),
            state.lastReviewDate.map(moment) != .some(nil), isUsable(state.due)
        else { return FSRSState() }
        guard let memory = state.card.memory, memory.stability > 0, memory.stability <= 36_500,
            (1...10).contains(memory.difficulty), (0...100).contains(state.card.step),
            (0...36_500).contains(state.card.intervalDays)
        else { return FSRSState() }
        return state
    }
}
