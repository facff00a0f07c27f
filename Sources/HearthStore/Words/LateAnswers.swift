// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords

/// Answers that come after newer ones of the same card, such as those of a phone that was without the server for days.
enum LateAnswers {
    /// - Returns: `nil` for an answer that comes in its time.
    static func answer(
        _ card: StudyCard, _ answer: StudyAnswer, _ rule: Answering, in database: Database
    ) throws -> LateAnswer? {
        let reset = try Double.fetchOne(
            database.cachedStatement(sql: "SELECT at FROM card_resets WHERE card = ?"), arguments: [card.id])
        // From before the card began anew: that is logged, and counts for nothing after it.
        if answer.mode == .scheduled, let reset, answer.date.timeIntervalSinceReferenceDate < reset {
            return LateAnswer(answered: rule.logged(card, answer), later: [])
        }
        guard Answering.isLate(answer, for: card) else { return nil }
        return rule.answer(late: answer, to: card, log: try log(of: card.id, in: database))
    }

    /// Sets the lines after an answer that has been taken back right.
    static func mend(_ card: Int64, after taken: FlashcardReview, in database: Database) throws {
        let log = try log(of: card, in: database)
        guard log.contains(where: { $0.date > taken.date && $0.trains }),
            let card = try StudyCard.fetch(card, in: database)
        else { return }
        let tree = try DeckTree.fetch(from: database)
        // The day begins nowhere here: each line has the day of its own clock.
        let rule = Answering(tree.settings(of: card.deck), days: UserDays(timeZone: .gmt))
        try update(rule.lines(after: taken, of: card, log: log), in: database)
    }

    static func update(_ reviews: [FlashcardReview], in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE reviews SET (kind, elapsedDays, interval, stability, difficulty) = (?, ?, ?, ?, ?) WHERE id = ?
                """)
        for review in reviews {
            try statement.execute(
                arguments: [
                    review.kind.rawValue, review.elapsedDays, review.interval.value, review.memory?.stability,
                    review.memory?.difficulty, review.id,
                ])
        }
    }

    private static func log(of card: Int64, in database: Database) throws -> [FlashcardReview] {
        try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT \(FlashcardReview.columns) FROM reviews WHERE card = ? ORDER BY time, id"),
            arguments: [card]
        ).map(FlashcardReview.init)
    }
}
