// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords

extension StudyCard {
    /// The columns that `init(row:)` reads, in its order.
    static let columns = """
        cards.id, cards.flashcard, cards.deck, cards.direction, cards.phase, cards.step, cards.stability, cards.difficulty,
        cards.intervalDays, cards.dueDay, cards.dueAt, cards.lastReviewAt, cards.lastReviewDay, cards.firstReviewDay,
        cards.repetitions, cards.lapses, cards.isSuspended, cards.buriedOn, cards.flag,
        cards.position
        """

    /// How many columns these are.
    static let columnCount = 20

    /// - Parameter row: begins with `columns`.
    init(row: Row) {
        self.init(id: row[0], flashcard: row[1], direction: Direction(rawValue: row[3]), deck: row[2])
        let stability: Double? = row[6]
        let difficulty: Double? = row[7]
        state.card = CardState(phase: Phase(rawValue: row[4]) ?? .new, step: row[5], intervalDays: row[8])
        if let stability, let difficulty {
            state.card.memory = MemoryState(stability: stability, difficulty: difficulty)
        }
        let (day, moment): (Int?, Double?) = (row[9], row[10])
        state.due = day.map { .on(day: $0) } ?? moment.map { .at(Date(timeIntervalSinceReferenceDate: $0)) } ?? .new
        state.lastReviewDate = (row[11] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }
        (state.lastReviewDay, state.firstReviewDay) = (row[12], row[13])
        // Files that were imported by earlier versions could have any number.
        (state.repetitions, state.lapses) = (max(0, row[14]), max(0, row[15]))
        (isSuspended, buriedOn, flag, position) = (row[16], row[17], row[18], row[19])
    }

    static func fetch(_ id: Int64, in database: Database) throws -> StudyCard? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(columns) FROM cards WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map(StudyCard.init)
    }

    /// The values of a row but for its number, in the order of the table.
    private var values: StatementArguments {
        let (day, moment): (Int?, Double?) =
            switch state.due {
            case .new: (nil, nil)
            case .on(let day): (day, nil)
            case .at(let date): (nil, date.timeIntervalSinceReferenceDate)
            }
        return [
            flashcard, deck, direction.rawValue, state.card.phase.rawValue, state.card.step, state.stability,
            state.difficulty, state.card.intervalDays, day, moment,
            state.lastReviewDate?.timeIntervalSinceReferenceDate,
            state.lastReviewDay, state.firstReviewDay, state.repetitions, state.lapses, isSuspended, buriedOn, flag,
        ]
    }

    private static let insertion = "INSERT INTO cards VALUES (NULL, \(databaseQuestionMarks(count: 20)))"

    /// Adds it as a new row.
    /// - Returns: the row's number.
    func insert(into database: Database, shuffle: Int64) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: Self.insertion)
        statement.setUncheckedArguments(values + [shuffle, position])
        try statement.execute()
        return database.lastInsertedRowID
    }

    /// All of the row.
    func row(shuffle: Int64) -> [RowWriter.Value] {
        let (day, moment): (Int?, Double?) =
            switch state.due {
            case .new: (nil, nil)
            case .on(let day): (day, nil)
            case .at(let date): (nil, date.timeIntervalSinceReferenceDate)
            }
        return [
            .integer(id), .integer(flashcard), .integer(deck), .integer(direction.rawValue),
            .integer(state.card.phase.rawValue), .integer(state.card.step), .real(state.stability),
            .real(state.difficulty), .integer(state.card.intervalDays), .integer(day), .real(moment),
            .real(state.lastReviewDate?.timeIntervalSinceReferenceDate), .integer(state.lastReviewDay),
            .integer(state.firstReviewDay), .integer(state.repetitions), .integer(state.lapses),
            .integer(isSuspended ? 1 : 0), .integer(buriedOn), .integer(flag), .integer(shuffle), .integer(position),
        ]
    }

    /// Saves everything in the row of its number.
    func update(in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE cards SET (flashcard, deck, direction, phase, step, stability, difficulty, intervalDays, dueDay, dueAt,
                    lastReviewAt, lastReviewDay, firstReviewDay, repetitions, lapses, isSuspended, buriedOn, flag, position)
                = (\(databaseQuestionMarks(count: 19))) WHERE id = ?
                """)
        statement.setUncheckedArguments(values + [position, id])
        try statement.execute()
    }
}

extension Flashcard {
    /// The columns that `init(row:)` reads, in its order.
    static let columns = """
        flashcards.id, flashcards.guid, flashcards.deck, flashcards.word, flashcards.definition, flashcards.translation,
        flashcards.phonetic, flashcards.example, flashcards.image, flashcards.audio, flashcards.tags, flashcards.more,
        flashcards.createdAt, flashcards.modifiedAt
        """

    /// - Parameter row: has `columns` from the place `first` on.
    init(row: Row, from first: Int = 0) throws {
        var content = FlashcardContent(word: row[first + 3])
        (content.definition, content.translation) = (row[first + 4], row[first + 5])
        (content.phonetic, content.example) = (row[first + 6], row[first + 7])
        (content.image, content.audio) = (row[first + 8], row[first + 9])
        content.tags = (row[first + 10] as String).split(separator: " ").map(String.init)
        if let json = row[first + 11] as String? { try content.read(more: json) }
        self.init(
            id: row[first], guid: row[first + 1], deck: row[first + 2], content: content,
            createdAt: Date(timeIntervalSinceReferenceDate: row[first + 12]),
            modifiedAt: Date(timeIntervalSinceReferenceDate: row[first + 13]))
    }

    static func fetch(_ id: Int64, in database: Database) throws -> Flashcard? {
        let statement = try database.cachedStatement(sql: "SELECT \(columns) FROM flashcards WHERE id = ?")
        return try Row.fetchOne(statement, arguments: [id]).map { try Flashcard(row: $0) }
    }

    private var values: StatementArguments {
        [
            guid.withoutNulls, deck, content.word.withoutNulls, content.definition.withoutNulls,
            content.translation.withoutNulls, content.phonetic.withoutNulls, content.example.withoutNulls,
            content.image?.withoutNulls, content.audio?.withoutNulls, content.tagsText,
            MoreContent(content).text, createdAt.timeIntervalSinceReferenceDate,
            modifiedAt.timeIntervalSinceReferenceDate,
        ]
    }

    private static let insertion = "INSERT INTO flashcards VALUES (NULL, \(databaseQuestionMarks(count: 13)))"

    /// Adds it as a new row, whatever its number.
    /// - Returns: the row's number.
    func insert(into database: Database) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: Self.insertion)
        statement.setUncheckedArguments(values)
        try statement.execute()
        let id = database.lastInsertedRowID
        try content.noteMedia(of: id, in: database)
        return id
    }

    /// All of the row.
    var row: [RowWriter.Value] {
        [
            .integer(id), .text(guid), .integer(deck), .text(content.word), .text(content.definition),
            .text(content.translation), .text(content.phonetic), .text(content.example), .text(content.image),
            .text(content.audio), .text(content.tagsText), .text(MoreContent(content).text),
            .real(createdAt.timeIntervalSinceReferenceDate), .real(modifiedAt.timeIntervalSinceReferenceDate),
        ]
    }

    func update(in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE flashcards SET (guid, deck, word, definition, translation, phonetic, example, image, audio, tags, more,
                    createdAt, modifiedAt) = (\(databaseQuestionMarks(count: 13))) WHERE id = ?
                """)
        statement.setUncheckedArguments(values + [id])
        try statement.execute()
        try database.cachedStatement(sql: "DELETE FROM media_uses WHERE flashcard = ?").execute(arguments: [id])
        try content.noteMedia(of: id, in: database)
    }
}

extension RowWriter.Value {
    fileprivate static func integer(_ value: Int) -> Self { .integer(Int64(value)) }
    fileprivate static func integer(_ value: Int?) -> Self { value.map { .integer(Int64($0)) } ?? .null }
    fileprivate static func real(_ value: Double?) -> Self { value.map { .real($0) } ?? .null }
    fileprivate static func text(_ value: String?) -> Self { value.map { .text($0) } ?? .null }
}

extension FlashcardContent {
    /// Reads what few words have.
    mutating func read(more json: String) throws {
        let more = try JSONDecoder().decode(MoreContent.self, from: Data(json.utf8))
        (synonyms, extra, kind) = (more.synonyms ?? [], more.extra ?? [], more.kind)
        (sentences, mistakes, cloze) = (more.sentences ?? [], more.mistakes ?? [], more.cloze)
        (formatted, fronts) = (more.formatted ?? [:], more.fronts ?? [:])
    }

    fileprivate var tagsText: String { tags.isEmpty ? "" : " \(tags.joined(separator: " ").withoutNulls) " }
}

/// Content that few words have.
private struct MoreContent: Decodable {
    var synonyms: [String]?
    var extra: [FlashcardContent.ExtraField]?
    var kind: String?
    var sentences: [String]?
    var mistakes: [String]?
    var cloze: String?
    var formatted: [String: String]?
    var fronts: [Int: MediaFront]?

    init(_ content: FlashcardContent) {
        synonyms = content.synonyms.isEmpty ? nil : content.synonyms
        extra = content.extra.isEmpty ? nil : content.extra
        kind = content.kind
        sentences = content.sentences.isEmpty ? nil : content.sentences
        mistakes = content.mistakes.isEmpty ? nil : content.mistakes
        cloze = content.cloze
        formatted = content.formatted.isEmpty ? nil : content.formatted
        fronts = content.fronts.isEmpty ? nil : content.fronts
    }

    /// As JSON; `nil` where there is nothing. It is written here: an import does that for every word, and an encoder
    /// takes longer than the rest of a row.
    var text: String? {
        guard
            extra != nil || kind != nil || synonyms != nil || sentences != nil || mistakes != nil || cloze != nil
                || formatted != nil || fronts != nil
        else { return nil }
        var json = "{"
        if let extra {
            json += "\"extra\":["
            for (place, field) in extra.enumerated() {
                json += place == 0 ? "{\"name\":" : ",{\"name\":"
                Self.quote(field.name, &json)
                json += ",\"value\":"
                Self.quote(field.value, &json)
                json += "}"
            }
            json += "]"
        }
        Self.add("kind", kind, &json)
        Self.add("cloze", cloze, &json)
        Self.add("formatted", formatted, &json)
        Self.add("fronts", fronts.map { Dictionary(uniqueKeysWithValues: $0.map { ("\($0)", $1.rawValue) }) }, &json)
        Self.add("mistakes", mistakes, &json)
        Self.add("sentences", sentences, &json)
        Self.add("synonyms", synonyms, &json)
        return json + "}"
    }

    private static func add(_ name: String, _ text: String?, _ json: inout String) {
        guard let text else { return }
        json += json.utf8.count == 1 ? "\"\(name)\":" : ",\"\(name)\":"
        quote(text, &json)
    }

    /// Adds texts by their names, where there are any.
    private static func add(_ name: String, _ texts: [String: String]?, _ json: inout String) {
        guard let texts else { return }
        json += json.utf8.count == 1 ? "\"\(name)\":{" : ",\"\(name)\":{"
        for (place, (key, text)) in texts.sorted(by: { $0.key < $1.key }).enumerated() {
            if place > 0 { json += "," }
            quote(key, &json)
            json += ":"
            quote(text, &json)
        }
        json += "}"
    }

    /// Adds a list, where there is one.
    private static func add(_ name: String, _ list: [String]?, _ json: inout String) {
        guard let list else { return }
        json += json.utf8.count == 1 ? "\"\(name)\":[" : ",\"\(name)\":["
        for (place, text) in list.enumerated() {
            if place > 0 { json += "," }
            quote(text, &json)
        }
        json += "]"
    }

    /// Adds a string of JSON. Source: RFC 8259, section 7.
    private static func quote(_ text: String, _ json: inout String) {
        json += "\""
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            json += text
        } else {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": json += "\\\""
                case "\\": json += "\\\\"
                case "\u{0}"..<"\u{20}":
                    json += scalar.value < 16 ? "\\u000" : "\\u00"
                    json += String(scalar.value, radix: 16)
                default: json.unicodeScalars.append(scalar)
                }
            }
        }
        json += "\""
    }
}

extension FlashcardReview {
    static let columns = """
        reviews.id, reviews.card, reviews.time, reviews.day, reviews.rating, reviews.kind, reviews.elapsedDays,
        reviews.interval, reviews.stability, reviews.difficulty, reviews.milliseconds, reviews.key
        """

    init(row: Row) {
        let (stability, difficulty): (Double?, Double?) = (row[8], row[9])
        var memory: MemoryState?
        if let stability, let difficulty { memory = MemoryState(stability: stability, difficulty: difficulty) }
        self.init(
            id: row[0], card: row[1], date: Date(timeIntervalSince1970: row[2]), day: row[3],
            rating: (row[4] as Int?).flatMap(Rating.init), kind: Kind(rawValue: row[5]) ?? .manual, elapsedDays: row[6],
            interval: Interval(value: row[7]), memory: memory, milliseconds: row[10], key: row[11])
    }

    private static let insertion = "INSERT INTO reviews VALUES (NULL, \(databaseQuestionMarks(count: 12)))"

    /// All of the row.
    func row(deck: Int64) -> [RowWriter.Value] {
        [
            .integer(id), .integer(card), .integer(deck), .integer(second), .integer(day), .integer(rating?.rawValue),
            .integer(kind.rawValue), .integer(elapsedDays), .integer(interval.value), .real(memory?.stability),
            .real(memory?.difficulty), .integer(milliseconds), .text(key),
        ]
    }

    /// Since 1970.
    private var second: Int64 { Int64(date.timeIntervalSince1970.rounded(.down)) }

    /// - Returns: the row's number.
    func insert(into database: Database, deck: Int64) throws -> Int64 {
        let statement = try database.cachedStatement(
            sql: Self.insertion)
        let values: StatementArguments = [
            card, deck, second, day, rating?.rawValue, kind.rawValue,
            elapsedDays, interval.value, memory?.stability, memory?.difficulty, milliseconds, key?.withoutNulls,
        ]
        statement.setUncheckedArguments(values)
        try statement.execute()
        return database.lastInsertedRowID
    }
}
