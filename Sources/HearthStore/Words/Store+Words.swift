// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB
public import HearthWords

/// Each method is one transaction; besides `WordsError`, all throw `StoreError`.
extension Store: WordStore {
    public func add(_ contents: [FlashcardContent], to deck: Int64, at now: Date) async throws -> [Flashcard] {
        for content in contents { try content.check() }
        return try await writeWords { database in
            let tree = try DeckTree.fetch(from: database)
            guard tree[deck] != nil else { throw WordsError(.missing, "there is no deck \(deck)") }
            let settings = tree.settings(of: deck)
            return try contents.map { content in
                let draft = Flashcard(
                    id: 0, guid: UUID().uuidString, deck: deck, content: content, createdAt: now, modifiedAt: now)
                let id = try draft.insert(into: database)
                for direction in content.directions(settings) {
                    let card = StudyCard(id: 0, flashcard: id, direction: direction, deck: deck)
                    _ = try card.insert(into: database, shuffle: .random(in: 0...Int64(Int32.max)))
                }
                guard let flashcard = try Flashcard.fetch(id, in: database) else {
                    throw WordsError(.missing, "there is no word \(id)")
                }
                return flashcard
            }
        }
    }

    public func save(_ flashcard: Flashcard, at now: Date) async throws {
        try flashcard.content.check()
        let unused = try await writeWords { database in
            guard let before = try Flashcard.fetch(flashcard.id, in: database), try !database.isHidden(before) else {
                throw WordsError(.missing, "there is no word \(flashcard.id)")
            }
            guard
                try Bool.fetchOne(
                    database,
                    sql: "SELECT ?1 IN (SELECT id FROM decks) AND ?1 NOT IN (SELECT id FROM hidden_decks)",
                    arguments: [flashcard.deck]) == true
            else { throw WordsError(.missing, "there is no deck \(flashcard.deck)") }
            var flashcard = flashcard
            flashcard.modifiedAt = now
            flashcard.content.forgetFormats(changedSince: before.content)
            try flashcard.update(in: database)
            try flashcard.matchCards(since: before.content, in: database)
            let dropped = Set(before.content.mediaNames).subtracting(flashcard.content.mediaNames)
            let unused = try dropped.sorted().filter {
                try !ErasedRows("media_uses", "name = ?", [$0.withoutNulls]).exist(in: database)
            }
            guard before.deck != flashcard.deck else { return unused }
            try database.execute(
                sql: "UPDATE cards SET deck = ? WHERE flashcard = ?", arguments: [flashcard.deck, flashcard.id])
            try database.execute(
                sql: "UPDATE reviews SET deck = ? WHERE card IN (SELECT id FROM cards WHERE flashcard = ?)",
                arguments: [flashcard.deck, flashcard.id])
            return unused
        }
        guard !unused.isEmpty else { return }
        try await eraseWords { database in
            // Another word may have come to name one.
            let unused = try unused.filter {
                try !ErasedRows("media_uses", "name = ?", [$0.withoutNulls]).exist(in: database)
            }
            return (unused.map { .media($0) }, ())
        }
    }

    public func change(
        _ flashcard: Int64, at now: Date, _ edit: @escaping @Sendable (inout FlashcardContent) -> Bool
    ) async throws -> Bool {
        try await writeWords { database in
            guard var word = try Flashcard.fetch(flashcard, in: database), try !database.isHidden(word) else {
                return false
            }
            let before = word.content
            guard edit(&word.content) else { return false }
            try word.content.check()
            word.modifiedAt = now
            word.content.forgetFormats(changedSince: before)
            try word.update(in: database)
            try word.matchCards(since: before, in: database)
            return true
        }
    }

    public func flashcard(_ id: Int64) async throws -> Flashcard? {
        try await readWords { database in
            guard let word = try Flashcard.fetch(id, in: database), try !database.isHidden(word) else { return nil }
            return word
        }
    }

    public func cards(of flashcard: Int64) async throws -> [StudyCard] {
        try await readWords { database in
            try Row.fetchAll(
                database,
                sql: "SELECT \(StudyCard.columns) FROM cards WHERE flashcard = ? ORDER BY direction, id",
                arguments: [flashcard]
            ).map(StudyCard.init)
        }
    }

    public func reviews(of card: Int64) async throws -> [FlashcardReview] {
        try await readWords { database in
            try Row.fetchAll(
                database,
                sql: "SELECT \(FlashcardReview.columns) FROM reviews WHERE card = ? ORDER BY time, id",
                arguments: [card]
            ).map(FlashcardReview.init)
        }
    }

    public func media(_ name: String) async throws -> MediaFile? {
        try await readWords { database in
            try Data.fetchOne(database, sql: "SELECT data FROM media WHERE name = ?", arguments: [name]).map {
                MediaFile(name: name, data: $0)
            }
        }
    }

    public func add(_ file: MediaFile) async throws -> String { try await writeWords { try file.insert(into: $0) } }

    public func set(_ mark: CardMark, on cards: [Int64], at now: Date) async throws {
        try await writeWords { database in
            for card in cards { try mark.apply(to: card, at: now, in: database) }
        }
    }
}

extension Flashcard {
    /// Gives the word the cards that a change of its content asks for: of new gaps, and of the deck's further
    /// directions where it had no meaning before.
    /// - Returns: how many cards are new.
    @discardableResult
    func matchCards(since before: FlashcardContent, in database: Database) throws -> Int {
        if before.cloze != content.cloze { return try matchCardsToGaps(in: database) }
        guard content.cloze == nil, before.meaning.isEmpty, !content.meaning.isEmpty else { return 0 }
        let settings = try DeckTree.fetch(from: database).settings(of: deck)
        let known = try Int.fetchSet(
            database, sql: "SELECT direction FROM cards WHERE flashcard = ?", arguments: [id])
        // A word that has other cards came with those of its own.
        guard known.isSubset(of: [Direction.recognition.rawValue]) else { return 0 }
        let new = content.directions(settings).filter { !known.contains($0.rawValue) }
        for direction in new {
            let card = StudyCard(id: 0, flashcard: id, direction: direction, deck: deck)
            _ = try card.insert(into: database, shuffle: .random(in: 0...Int64(Int32.max)))
        }
        return new.count
    }

    /// Gives a text a card for each of its gaps, and removes cards of gaps that it no longer has. Those that were
    /// answered stay, with their reviews.
    /// - Returns: how many cards are new.
    func matchCardsToGaps(in database: Database) throws -> Int {
        guard let wanted = content.gaps?.numbers.map({ $0 - 1 }) else { return 0 }
        let known = try Int.fetchSet(
            database, sql: "SELECT direction FROM cards WHERE flashcard = ?", arguments: [id])
        let new = wanted.filter { !known.contains($0) }
        for gap in new {
            let card = StudyCard(id: 0, flashcard: id, direction: Direction(rawValue: gap), deck: deck)
            _ = try card.insert(into: database, shuffle: .random(in: 0...Int64(Int32.max)))
        }
        for gap in known.subtracting(wanted) {
            try database.execute(
                sql: """
                    DELETE FROM cards WHERE flashcard = ? AND direction = ? AND repetitions = 0
                    AND NOT EXISTS (SELECT 1 FROM reviews WHERE reviews.card = cards.id)
                    """,
                arguments: [id, gap])
        }
        return new.count
    }
}

extension Store {
    func readWords<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await inRead(work) } catch let error as WordsError {
            throw error
        } catch is CancellationError {
            throw CancellationError()
        } catch { throw StoreError(error, at: files?.database) }
    }

    /// One transaction, which is done even when the caller's task has been cancelled.
    @discardableResult
    func writeWords<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) async throws -> Value {
        do { return try await inTransaction(work) } catch let error as WordsError {
            throw error
        } catch is CancellationError { throw CancellationError() } catch {
            throw StoreError(error, at: files?.database)
        }
    }
}

extension CardMark {
    fileprivate func apply(to card: Int64, at now: Date, in database: Database) throws {
        let (change, values): (String, StatementArguments) =
            switch self {
            case .bury(let day): ("buriedOn = ?", [day])
            case .unbury: ("buriedOn = NULL", [])
            case .suspend: ("isSuspended = 1", [])
            case .unsuspend: ("isSuspended = 0", [])
            case .flag(let flag): ("flag = ?", [flag])
            case .forget:
                (
                    """
                    phase = 0, step = 0, stability = NULL, difficulty = NULL, intervalDays = 0, dueDay = NULL, dueAt = NULL,
                    lastReviewAt = NULL, lastReviewDay = NULL, firstReviewDay = NULL, repetitions = 0, lapses = 0
                    """, []
                )
            }
        try database.execute(sql: "UPDATE cards SET \(change) WHERE id = ?", arguments: values + [card])
        guard self == .forget, database.changesCount > 0 else { return }
        try database.execute(
            sql: "INSERT INTO card_resets VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at",
            arguments: [card, now.timeIntervalSinceReferenceDate])
    }
}

extension MediaFile {
    /// - Returns: the name under which it is kept.
    func insert(into database: Database) throws -> String {
        try check()
        let (stem, ending) = parts
        for number in 1...1_000 {
            let name = number == 1 ? self.name : "\(stem)-\(number)\(ending)"
            guard
                let known = try Data.fetchOne(database, sql: "SELECT data FROM media WHERE name = ?", arguments: [name])
            else {
                try database.execute(sql: "INSERT INTO media VALUES (?, ?)", arguments: [name, data])
                return name
            }
            if known == data { return name }
        }
        throw WordsError(.exists, "there are a thousand files called \"\(name)\"")
    }

    private var parts: (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    private func check() throws(WordsError) {
        let isName =
            !name.isEmpty && name.utf8.count <= 240 && name != "." && name != ".."
            && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control }
        guard isName else { throw WordsError(.invalid, "\"\(name.prefix(60))\" cannot be a file's name") }
        guard data.count <= Self.longestData else {
            throw WordsError(.invalid, "the file \"\(name)\" is larger than \(Self.longestData >> 20) MB")
        }
    }
}
