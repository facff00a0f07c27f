// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
public import HearthWords

extension Store {
    public func study(_ request: StudyRequest) async throws -> StudyBatch {
        try await readWords { try StudyReader(database: $0, moment: request.moment).batch(request) }
    }

    public func studyCounts(_ moment: StudyMoment) async throws -> [Int64: StudyCounts] {
        try await readWords { database in
            let reader = try StudyReader(database: database, moment: moment)
            var counts: [Int64: StudyCounts] = [:]
            for deck in reader.tree.decks { counts[deck.id] = try reader.counts(deck.id) }
            return counts
        }
    }

    @discardableResult
    public func answer(_ answers: [StudyAnswer], days: UserDays) async throws -> [AnsweredCard] {
        try await writeWords { database in
            let tree = try DeckTree.fetch(from: database)
            return try answers.map { try $0.save(in: database, tree, days) }
        }
    }

    public func undoAnswer() async throws -> AnsweredCard? {
        try await writeWords { database in
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT \(FlashcardReview.columns), undo_steps.before FROM undo_steps
                    JOIN reviews ON reviews.id = undo_steps.review ORDER BY review DESC LIMIT 1
                    """)
            guard let row else { return nil }
            let review = FlashcardReview(row: row)
            let step = try JSONDecoder().decode(UndoStep.self, from: row["before"] as Data)
            try database.execute(sql: "DELETE FROM reviews WHERE id = ?", arguments: [review.id])
            try step.card.update(in: database)
            for sibling in step.siblings {
                try database.execute(sql: "UPDATE cards SET buriedOn = NULL WHERE id = ?", arguments: [sibling])
            }
            if let tags = step.tags {
                try database.execute(
                    sql: "UPDATE flashcards SET tags = ? WHERE id = ?", arguments: [tags, step.card.flashcard])
            }
            return AnsweredCard(card: step.card, review: review)
        }
    }
}

/// What an answer has to be taken back with.
private struct UndoStep: Codable {
    let card: StudyCard
    /// Hidden because of this answer.
    let siblings: [Int64]
    /// The word's tags, where the answer added one.
    let tags: String?

    /// How many answers can be taken back.
    static let count = 100
}

extension StudyAnswer {
    fileprivate func save(in database: Database, _ tree: DeckTree, _ days: UserDays) throws -> AnsweredCard {
        guard let before = try StudyCard.fetch(card, in: database) else {
            throw WordsError(.missing, "there is no card \(card)")
        }
        if let key, let known = try Self.review(key, in: database) {
            return AnsweredCard(card: before, review: known, wasKnown: true)
        }
        let settings = tree.settings(of: before.deck)
        let load = UncheckedLoad { Self.load($0, in: database) }
        var answered = Answering(settings, days: days) { load.load($0) }.answer(before, self)
        answered.review.id = try answered.review.insert(into: database, deck: before.deck)
        guard mode == .scheduled else { return answered }
        try answered.card.update(in: database)
        let siblings = settings.buriesSiblings ? try burySiblings(of: before, answered.review.day, in: database) : []
        let tags = answered.becameLeech ? try tagLeech(before.flashcard, in: database) : nil
        try note(UndoStep(card: before, siblings: siblings, tags: tags), answered.review.id, in: database)
        return answered
    }

    private static func review(_ key: String, in database: Database) throws -> FlashcardReview? {
        let statement = try database.cachedStatement(
            sql: "SELECT \(FlashcardReview.columns) FROM reviews WHERE key = ?")
        return try Row.fetchOne(statement, arguments: [key]).map(FlashcardReview.init)
    }

    /// How many cards are due on which days. Where that cannot be read, what follows in the transaction says why.
    static func load(_ days: ClosedRange<Int>, in database: Database) -> [Int: Int] {
        let rows = try? Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT dueDay, count(*) FROM cards WHERE dueDay BETWEEN ? AND ? GROUP BY dueDay"),
            arguments: [days.lowerBound, days.upperBound])
        return Dictionary(uniqueKeysWithValues: (rows ?? []).map { ($0[0], $0[1]) })
    }

    /// Hides the other cards of the word for the rest of the day, unless they are in a step.
    private func burySiblings(of card: StudyCard, _ day: Int, in database: Database) throws -> [Int64] {
        let siblings = try Int64.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id FROM cards WHERE flashcard = ? AND id <> ? AND phase IN (0, 2)
                        AND ifnull(buriedOn, 0) < ? AND ifnull(dueDay, 0) <= ?
                    """), arguments: [card.flashcard, card.id, day, day])
        for sibling in siblings {
            let statement = try database.cachedStatement(sql: "UPDATE cards SET buriedOn = ? WHERE id = ?")
            try statement.execute(arguments: [day, sibling])
        }
        return siblings
    }

    /// - Returns: the tags before; `nil` where the word had the tag already.
    private func tagLeech(_ flashcard: Int64, in database: Database) throws -> String? {
        let tags = try String.fetchOne(
            database, sql: "SELECT tags FROM flashcards WHERE id = ?", arguments: [flashcard])
        guard let tags, !tags.contains(" \(FlashcardContent.leechTag) ") else { return nil }
        let more = (tags.isEmpty ? " " : tags) + "\(FlashcardContent.leechTag) "
        try database.execute(sql: "UPDATE flashcards SET tags = ? WHERE id = ?", arguments: [more, flashcard])
        return tags
    }

    private func note(_ step: UndoStep, _ review: Int64, in database: Database) throws {
        let statement = try database.cachedStatement(sql: "INSERT INTO undo_steps VALUES (?, ?)")
        try statement.execute(arguments: [review, try JSONEncoder().encode(step)])
        let old = try database.cachedStatement(
            sql: """
                DELETE FROM undo_steps WHERE review <=
                    (SELECT review FROM undo_steps ORDER BY review DESC LIMIT 1 OFFSET ?)
                """)
        try old.execute(arguments: [UndoStep.count])
    }
}

/// A closure that is used only while its transaction goes on, on the same thread.
struct UncheckedLoad: @unchecked Sendable {
    let load: (ClosedRange<Int>) -> [Int: Int]
}
