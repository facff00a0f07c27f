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
            var rules = AnswerRules(tree: try DeckTree.fetch(from: database), days: days, database: database)
            // Of many answers at once, only the last ones can be taken back.
            let first = answers.count - UndoStep.count
            return try answers.enumerated().map { place, answer in
                try answer.save(in: database, &rules, canUndo: place >= first)
            }
        }
    }

    public func undoAnswer(_ key: String) async throws -> AnsweredCard? {
        try await writeWords { database in
            // Cramming changes no card, so it stands in the way of nothing and has no step.
            let row = try Row.fetchOne(
                database,
                sql: """
                    SELECT \(FlashcardReview.columns), undo_steps.siblings, undo_steps.tags FROM reviews
                    LEFT JOIN undo_steps ON undo_steps.review = reviews.id
                    WHERE reviews.key = ? AND (reviews.kind = 3 OR undo_steps.review IS NOT NULL AND NOT EXISTS
                        (SELECT 1 FROM reviews later
                         WHERE later.card = reviews.card AND later.id > reviews.id AND later.kind <> 3))
                    """, arguments: [key])
            guard let row else { return nil }
            let review = FlashcardReview(row: row)
            if review.kind == .cram {
                try database.execute(sql: "DELETE FROM reviews WHERE id = ?", arguments: [review.id])
            } else {
                try UndoStep.takeBack(review, siblings: row["siblings"], tags: row["tags"], in: database)
            }
            guard let card = try StudyCard.fetch(review.card, in: database) else { return nil }
            return AnsweredCard(card: card, review: review)
        }
    }

    public func answers(keyed beginning: String) async throws -> [AnsweredCard] {
        try await readWords { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT \(FlashcardReview.columns) FROM reviews
                    WHERE reviews.key >= ?1 AND reviews.key < ?1 || char(1114111) ORDER BY reviews.id
                    """, arguments: [beginning])
            return try rows.map { row in
                guard let card = try StudyCard.fetch(row[1], in: database) else {
                    throw WordsError(.missing, "there is no card of an answer")
                }
                return AnsweredCard(card: card, review: FlashcardReview(row: row))
            }
        }
    }
}

/// What an answer has to be taken back with: the card's row as it was.
private enum UndoStep {
    /// How many answers can be taken back.
    static let count = 100

    /// What an answer changes of a card.
    private static let columns = """
        phase, step, stability, difficulty, intervalDays, dueDay, dueAt, lastReviewAt, lastReviewDay, firstReviewDay, repetitions,
        lapses, isSuspended, buriedOn
        """

    /// Notes a card before it is changed.
    static func note(_ card: Int64, before review: Int64, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: "INSERT INTO undo_steps SELECT ?, '', NULL, \(columns) FROM cards WHERE id = ?")
        try statement.execute(arguments: [review, card])
        let old = try database.cachedStatement(
            sql: """
                DELETE FROM undo_steps WHERE review <=
                    (SELECT review FROM undo_steps ORDER BY review DESC LIMIT 1 OFFSET ?)
                """)
        try old.execute(arguments: [count])
    }

    /// Adds what else an answer did.
    /// - Parameter tags: the word's tags, where the answer added one.
    static func note(siblings: [Int64], tags: String?, of review: Int64, in database: Database) throws {
        guard !siblings.isEmpty || tags != nil else { return }
        let list = siblings.map(String.init).joined(separator: ",")
        let statement = try database.cachedStatement(
            sql: "UPDATE undo_steps SET siblings = ?, tags = ? WHERE review = ?")
        try statement.execute(arguments: [list, tags, review])
    }

    static func takeBack(_ review: FlashcardReview, siblings: String, tags: String?, in database: Database) throws {
        try database.execute(
            sql: """
                UPDATE cards SET (\(columns)) = (SELECT \(columns) FROM undo_steps WHERE review = ?) WHERE id = ?
                """, arguments: [review.id, review.card])
        for sibling in siblings.split(separator: ",").compactMap({ Int64($0) }) {
            try database.execute(sql: "UPDATE cards SET buriedOn = NULL WHERE id = ?", arguments: [sibling])
        }
        if let tags {
            try database.execute(
                sql: "UPDATE flashcards SET tags = ? WHERE id = (SELECT flashcard FROM cards WHERE id = ?)",
                arguments: [tags, review.card])
        }
        // Its step goes with it.
        try database.execute(sql: "DELETE FROM reviews WHERE id = ?", arguments: [review.id])
        try LateAnswers.mend(review.card, after: review, in: database)
    }
}

/// The rules of each deck, made once for all answers of a transaction.
private struct AnswerRules {
    let tree: DeckTree
    let days: UserDays
    let database: Database
    private var known: [Int64: Answering] = [:]

    init(tree: DeckTree, days: UserDays, database: Database) {
        (self.tree, self.days, self.database) = (tree, days, database)
    }

    subscript(deck: Int64) -> Answering {
        mutating get {
            if let rules = known[deck] { return rules }
            let database = database
            let load = UncheckedLoad { StudyAnswer.load($0, in: database) }
            let rules = Answering(tree.settings(of: deck), days: days) { load.load($0) }
            known[deck] = rules
            return rules
        }
    }
}

extension StudyAnswer {
    fileprivate func save(
        in database: Database, _ rules: inout AnswerRules, canUndo: Bool
    ) throws -> AnsweredCard {
        guard let before = try StudyCard.fetch(card, in: database) else {
            throw WordsError(.missing, "there is no card \(card)")
        }
        if let key, let known = try Self.review(key, in: database) {
            return AnsweredCard(card: before, review: known, wasKnown: true)
        }
        let rule = rules[before.deck]
        let settings = rule.settings
        let late = try LateAnswers.answer(before, self, rule, in: database)
        var answered = late?.answered ?? rule.answer(before, self)
        answered.review.id = try answered.review.insert(into: database, deck: before.deck)
        try noteMistake(on: before, in: database)
        guard mode == .scheduled else { return answered }
        if canUndo { try UndoStep.note(before.id, before: answered.review.id, in: database) }
        try answered.card.update(in: database)
        if let late { try LateAnswers.update(late.later, in: database) }
        let buries = settings.buriesSiblings && late == nil
        let siblings = buries ? try burySiblings(of: before, answered.review.day, in: database) : []
        let tags = answered.becameLeech ? try tagLeech(before.flashcard, in: database) : nil
        if canUndo { try UndoStep.note(siblings: siblings, tags: tags, of: answered.review.id, in: database) }
        return answered
    }

    /// Keeps a wrong answer with its word, whose other contents and dates stay as they are.
    private func noteMistake(on card: StudyCard, in database: Database) throws {
        guard rating == .again, let typed, var word = try Flashcard.fetch(card.flashcard, in: database) else { return }
        let item = StudyItem(card: card, flashcard: word, previews: [], typesAnswer: true)
        guard item.verdict(on: typed) == .wrong, word.content.note(mistake: typed) else { return }
        try word.update(in: database)
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
                sql: "SELECT day, cards FROM due_days WHERE day BETWEEN ? AND ?"),
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
}

/// A closure that is used only while its transaction goes on, on the same thread.
struct UncheckedLoad: @unchecked Sendable {
    let load: (ClosedRange<Int>) -> [Int: Int]
}
