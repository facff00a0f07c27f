// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
public import HearthWords

extension Store {
    public func study(_ request: StudyRequest) async throws -> StudyBatch {
        try await readWords {
            try StudyReader(database: $0, moment: request.moment, deck: request.deck).batch(request)
        }
    }

    public func studyCounts(_ moment: StudyMoment) async throws -> DeckCounts {
        try await readWords { database in
            let reader = try StudyReader(database: database, moment: moment)
            var counts: [Int64: StudyCounts] = [:]
            for deck in reader.tree.decks { counts[deck.id] = try reader.counts(deck.id) }
            return DeckCounts(counts, reader.tree, left: reader.left)
        }
    }

    @discardableResult
    public func answer(_ answers: [StudyAnswer], days: UserDays) async throws -> [AnsweredCard] {
        try await writeWords { try Self.save(answers, days, in: $0) }
    }

    public func answer(
        _ answers: [StudyAnswer], days: UserDays, next request: StudyRequest
    ) async throws -> (answered: [AnsweredCard], next: StudyBatch?) {
        try await writeWords { database in
            let answered = try Self.save(answers, days, in: database)
            let reader = try StudyReader(database: database, moment: request.moment, deck: request.deck)
            return (answered, reader.tree[request.deck] == nil ? nil : try reader.batch(request))
        }
    }

    private static func save(
        _ answers: [StudyAnswer], _ days: UserDays, in database: Database
    ) throws -> [AnsweredCard] {
        let tree = try DeckTree.fetch(from: database, deleted: true)
        var rules = AnswerRules(tree: tree, days: days, database: database)
        // Of many answers at once, only the last ones can be taken back.
        let first = answers.count - UndoStep.count
        return try answers.enumerated().compactMap { place, answer in
            try answer.save(in: database, &rules, canUndo: place >= first)
        }
    }

    public func undoAnswer(_ key: String) async throws -> AnswerUndo {
        try await writeWords { database in
            let row = try Row.fetchOne(
                database, sql: "SELECT \(FlashcardReview.columns) FROM reviews WHERE key = ?", arguments: [key])
            guard let row else { return .nothing }
            let review = FlashcardReview(row: row)
            // Cramming changes no card, so it stands in the way of nothing and has no step.
            if review.kind == .cram {
                try database.execute(sql: "DELETE FROM reviews WHERE id = ?", arguments: [review.id])
            } else {
                guard let step = try UndoStep.fetch(review, in: database) else { return .nothing }
                guard try step.isLast(in: database) else { return .changedSince }
                try step.undo(in: database)
            }
            try UndoneAnswers.note(key, at: review.date, in: database)
            guard let card = try StudyCard.fetch(review.card, in: database) else { return .nothing }
            return .undone(AnsweredCard(card: card, review: review))
        }
    }

    public func answers(keyed beginning: String) async throws -> [AnsweredCard] {
        try await readWords { database in
            let statement = try database.cachedStatement(
                sql: """
                    SELECT \(FlashcardReview.columns) FROM reviews
                    WHERE reviews.key >= ?1 AND reviews.key < ?1 || char(1114111) ORDER BY reviews.id
                    """)
            let rows = try Row.fetchAll(statement, arguments: [beginning])
            return try rows.map { row in
                guard let card = try StudyCard.fetch(row[1], in: database) else {
                    throw WordsError(.missing, "there is no card of an answer")
                }
                return AnsweredCard(card: card, review: FlashcardReview(row: row))
            }
        }
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
    /// - Returns: `nil` where the card is gone, or the answer was taken back before it came again.
    fileprivate func save(
        in database: Database, _ rules: inout AnswerRules, canUndo: Bool
    ) throws -> AnsweredCard? {
        guard let before = try StudyCard.fetch(card, in: database) else { return nil }
        if let key, let known = try Self.review(key, in: database) {
            return AnsweredCard(card: before, review: known, wasKnown: true)
        }
        if let key, try UndoneAnswers.contains(key, in: database) { return nil }
        let home = try database.home(of: before)
        let rule = rules[home]
        let late = try LateAnswers.answer(before, self, rule, in: database)
        var answered = late?.answered ?? rule.answer(before, self)
        answered.review.id = try answered.review.insert(into: database, deck: home)
        let mistake = try noteMistake(on: before, rule.settings, in: database)
        guard mode == .scheduled else { return answered }
        var step = canUndo ? try UndoStep(before, answered.review, in: database) : nil
        step?.mistake = mistake
        try answered.card.update(in: database)
        if let late { try LateAnswers.update(late.later, in: database) }
        let buries = rule.settings.buriesSiblings && late == nil
        step?.siblings = buries ? try burySiblings(of: before, answered.review.day, in: database) : [:]
        step?.tagsLeech = answered.becameLeech ? try tagLeech(before.flashcard, in: database) : false
        try step?.insert(into: database)
        return answered
    }

    /// Keeps a wrong answer with its word, whose other contents and dates stay as they are.
    /// - Returns: the mistake, where the word did not have it.
    private func noteMistake(
        on card: StudyCard, _ settings: DeckSettings, in database: Database
    ) throws -> String? {
        guard rating == .again, let typed, var word = try Flashcard.fetch(card.flashcard, in: database) else {
            return nil
        }
        var item = StudyItem(card: card, flashcard: word, previews: [], typesAnswer: true)
        item.accentsCount = settings.accentsCount
        let former = word.content.mistakes
        guard item.verdict(on: typed) == .wrong, word.content.note(mistake: typed) else { return nil }
        try word.update(in: database)
        return word.content.mistakes.first { !former.contains($0) }
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
    /// - Returns: them, with the day that they were hidden on before.
    private func burySiblings(of card: StudyCard, _ day: Int, in database: Database) throws -> [Int64: Int?] {
        let siblings = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT id, buriedOn FROM cards WHERE flashcard = ? AND id <> ? AND phase IN (0, 2)
                        AND ifnull(buriedOn, 0) < ? AND ifnull(dueDay, 0) <= ?
                    """), arguments: [card.flashcard, card.id, day, day])
        let bury = try database.cachedStatement(sql: "UPDATE cards SET buriedOn = ? WHERE id = ?")
        for sibling in siblings { try bury.execute(arguments: [day, sibling[0] as Int64]) }
        return Dictionary(uniqueKeysWithValues: siblings.map { ($0[0], $0[1]) })
    }

    /// - Returns: whether the word lacked the tag.
    private func tagLeech(_ flashcard: Int64, in database: Database) throws -> Bool {
        let tags = try String.fetchOne(
            database, sql: "SELECT tags FROM flashcards WHERE id = ?", arguments: [flashcard])
        guard let tags, !tags.contains(" \(FlashcardContent.leechTag) ") else { return false }
        let more = (tags.isEmpty ? " " : tags) + "\(FlashcardContent.leechTag) "
        try database.execute(sql: "UPDATE flashcards SET tags = ? WHERE id = ?", arguments: [more, flashcard])
        return true
    }
}

/// A closure that is used only while its transaction goes on, on the same thread.
struct UncheckedLoad: @unchecked Sendable {
    let load: (ClosedRange<Int>) -> [Int: Int]
}
