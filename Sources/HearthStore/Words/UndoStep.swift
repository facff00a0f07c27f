// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthWords

/// Everything that an answer changed, as it was before, and the schedule as the answer left it.
struct UndoStep {
    /// How many answers can be taken back.
    static let count = 100

    let review: FlashcardReview
    /// Other cards that the answer hid, with the day that they were hidden on before.
    var siblings: [Int64: Int?] = [:]
    /// Whether the answer gave the word the tag of a leech.
    var tagsLeech = false
    /// A wrong answer that the word did not have before.
    var mistake: String?

    /// The schedule of a card, as an answer changes it.
    private static let schedule = """
        phase, step, stability, difficulty, intervalDays, dueDay, dueAt, lastReviewAt, lastReviewDay, firstReviewDay, repetitions,
        lapses
        """
    private static let columns = "\(schedule), isSuspended, buriedOn"

    private init(_ review: FlashcardReview) { self.review = review }

    /// Notes a card before it is changed.
    init(_ card: StudyCard, _ review: FlashcardReview, in database: Database) throws {
        self.review = review
        try database.cachedStatement(
            sql: """
                INSERT INTO undo_steps (review, siblings, \(Self.columns)) SELECT ?, '', \(Self.columns) FROM cards WHERE id = ?
                """
        ).execute(arguments: [review.id, card.id])
        try database.cachedStatement(
            sql: """
                DELETE FROM undo_steps WHERE review <=
                    (SELECT review FROM undo_steps ORDER BY review DESC LIMIT 1 OFFSET ?)
                """
        ).execute(arguments: [Self.count])
    }

    /// Completes the step after everything has been changed.
    func insert(into database: Database) throws {
        let list = siblings.sorted { $0.key < $1.key }.map { "\($0):\($1.map(String.init) ?? "")" }
        try database.cachedStatement(
            sql: """
                UPDATE undo_steps SET siblings = ?, tags = ?, mistake = ?,
                    after = (SELECT json_array(\(Self.columns)) FROM cards WHERE id = ?) WHERE review = ?
                """
        ).execute(
            arguments: [
                list.joined(separator: ","), tagsLeech ? FlashcardContent.leechTag : nil, mistake, review.card,
                review.id,
            ])
    }

    /// - Returns: `nil` for an answer that can be taken back no longer.
    static func fetch(_ review: FlashcardReview, in database: Database) throws -> UndoStep? {
        let row = try Row.fetchOne(
            database, sql: "SELECT siblings, tags, mistake FROM undo_steps WHERE review = ?", arguments: [review.id])
        guard let row else { return nil }
        var step = UndoStep(review)
        for part in (row["siblings"] as String).split(separator: ",") {
            let numbers = part.split(separator: ":", omittingEmptySubsequences: false)
            guard numbers.count == 2, let card = Int64(numbers[0]) else { continue }
            step.siblings[card] = .some(Int(numbers[1]))
        }
        (step.tagsLeech, step.mistake) = ((row["tags"] as String?) != nil, row["mistake"])
        return step
    }

    /// Whether nobody has changed the card's schedule since: it was not answered, moved or begun anew.
    func isLast(in database: Database) throws -> Bool {
        let later = """
            SELECT EXISTS (SELECT 1 FROM reviews WHERE card = ? AND id > ? AND kind <> 3)
            """
        if try Bool.fetchOne(database, sql: later, arguments: [review.card, review.id]) == true { return false }
        let count = Self.schedule.split(separator: ",").count
        let same = (0..<count).map { "json_extract(after, '$[\($0)]') IS json_extract(now, '$[\($0)]')" }
        return try Bool.fetchOne(
            database,
            sql: """
                SELECT \(same.joined(separator: " AND ")) FROM undo_steps,
                    (SELECT json_array(\(Self.schedule)) AS now FROM cards WHERE id = ?) WHERE review = ?
                """, arguments: [review.card, review.id]) ?? false
    }

    /// Takes the answer back. What the user decided since stays: a suspension, hiding, tags.
    func undo(in database: Database) throws {
        let (suspended, buried) = (12, 13)
        try database.execute(
            sql: """
                UPDATE cards SET (\(Self.schedule)) = (SELECT \(Self.schedule) FROM undo_steps WHERE review = ?1),
                    isSuspended = (SELECT CASE WHEN cards.isSuspended = json_extract(after, '$[\(suspended)]')
                        THEN isSuspended ELSE cards.isSuspended END FROM undo_steps WHERE review = ?1),
                    buriedOn = (SELECT CASE WHEN cards.buriedOn IS json_extract(after, '$[\(buried)]')
                        THEN buriedOn ELSE cards.buriedOn END FROM undo_steps WHERE review = ?1)
                WHERE id = ?2
                """, arguments: [review.id, review.card])
        for (sibling, day) in siblings {
            try database.execute(
                sql: "UPDATE cards SET buriedOn = ? WHERE id = ? AND buriedOn = ?",
                arguments: [day, sibling, review.day])
        }
        try undoWord(in: database)
        // The step goes with its review.
        try database.execute(sql: "DELETE FROM reviews WHERE id = ?", arguments: [review.id])
        try LateAnswers.mend(review.card, after: review, in: database)
    }

    private func undoWord(in database: Database) throws {
        guard tagsLeech || mistake != nil else { return }
        let id = try Int64.fetchOne(database, sql: "SELECT flashcard FROM cards WHERE id = ?", arguments: [review.card])
        guard let id, var word = try Flashcard.fetch(id, in: database) else { return }
        if tagsLeech { word.content.tags.removeAll { $0 == FlashcardContent.leechTag } }
        if let mistake { word.content.mistakes.removeAll { $0 == mistake } }
        try word.update(in: database)
    }
}

/// Keys of answers that were taken back: one that a phone sends again stays taken back.
enum UndoneAnswers {
    /// For how long, in seconds: answers that are older than 90 days are taken for such of that age.
    private static let lasting = 180 * 86_400

    static func note(_ key: String, at date: Date, in database: Database) throws {
        let time = Int(date.timeIntervalSince1970)
        try database.execute(
            sql: "INSERT OR REPLACE INTO undone_answers VALUES (?, ?)", arguments: [key.withoutNulls, time])
        try database.execute(sql: "DELETE FROM undone_answers WHERE time < ?", arguments: [time - lasting])
    }

    static func contains(_ key: String, in database: Database) throws -> Bool {
        try Bool.fetchOne(
            database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM undone_answers WHERE key = ?)"),
            arguments: [key.withoutNulls]) ?? false
    }
}
