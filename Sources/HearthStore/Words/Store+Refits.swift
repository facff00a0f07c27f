// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
public import HearthWords

/// Reading the log for a fit of FSRS's parameters, and saving the result.
extension Store {
    public func history(decks: [Int64]) async throws -> StudyHistory {
        try await readWords { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT reviews.card, time, rating, elapsedDays FROM reviews INDEXED BY reviews_by_card
                    LEFT JOIN card_resets ON card_resets.card = reviews.card
                    WHERE deck IN (\(databaseQuestionMarks(count: decks.count))) AND rating IS NOT NULL AND kind <= 2
                        -- What a card was before it began anew says nothing of it. `at` counts from 2001.
                        AND (at IS NULL OR time >= at + 978307200)
                    ORDER BY reviews.card, time
                    """, arguments: StatementArguments(decks))
            var history = StudyHistory()
            while let row = try rows.next() {
                guard let rating = Rating(rawValue: row[2]) else { continue }
                history.reviews.append(.init(card: row[0], time: row[1], rating: rating, elapsedDays: row[3]))
            }
            return history
        }
    }

    public func reviewCounts() async throws -> [Int64: Int] {
        try await readWords { database in
            let rows = try Row.fetchAll(
                database,
                sql: """
                    SELECT deck, sum(answers) FROM review_days WHERE rating > 0 AND kind <= 2 GROUP BY deck
                    """)
            return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
        }
    }

    public func change(_ deck: Int64, _ edit: @escaping @Sendable (inout DeckSettings) -> Void) async throws {
        try await writeWords { database in
            let tree = try DeckTree.fetch(from: database)
            guard tree[deck] != nil else { throw WordsError(.missing, "there is no deck \(deck)") }
            let before = tree.settings(of: deck)
            var settings = before
            edit(&settings)
            guard settings != before else { return }
            try settings.check()
            try database.execute(
                sql: "UPDATE decks SET settings = ? WHERE id = ?", arguments: [try settings.json, deck])
            try Self.workOutMemory(of: deck, after: before, in: database)
        }
    }

    /// Has the memory of a deck's cards follow its parameters, where these have changed.
    static func workOutMemory(of deck: Int64, after before: DeckSettings, in database: Database) throws {
        let tree = try DeckTree.fetch(from: database)
        let parameters = tree.settings(of: deck).effectiveParameters
        guard parameters != before.effectiveParameters else { return }
        let replay = MemoryReplay(database: database, model: MemoryModel(parameters))
        for deck in tree.decks(withSettingsOf: tree.preset(of: deck)) { try replay.run(deck) }
    }
}

/// Works out anew what is known of cards from their logs.
private struct MemoryReplay {
    let database: Database
    let model: MemoryModel

    func run(_ deck: Int64) throws {
        let update = try database.makeStatement(
            sql: "UPDATE cards SET stability = ?, difficulty = ? WHERE id = ?")
        for (card, answers) in try answers(in: deck) {
            let memory = model.replay(answers)
            guard let memory else { continue }
            update.setUncheckedArguments([memory.stability, memory.difficulty, card])
            try update.execute()
        }
    }

    /// The answers of each learned card since it was begun. One whose log is not whole keeps what it has.
    private func answers(in deck: Int64) throws -> [(card: Int64, answers: [(Rating, Int)])] {
        let rows = try Row.fetchCursor(
            database,
            sql: """
                SELECT cards.id, repetitions, rating, kind, elapsedDays FROM cards
                JOIN reviews INDEXED BY reviews_by_card ON reviews.card = cards.id
                WHERE cards.deck = ? AND phase > 0 AND rating IS NOT NULL AND kind <= 2 ORDER BY cards.id, time, reviews.id
                """, arguments: [deck])
        var result: [(card: Int64, answers: [(Rating, Int)])] = []
        var (card, repetitions, log) = (Int64(0), 0, [(rating: Rating, kind: Int, days: Int)]())
        func close() {
            // A card that was reset has answers from before, which do not count any more.
            guard repetitions > 0, log.count >= repetitions else { return }
            let own = log.suffix(repetitions)
            guard own.first?.kind == 0 else { return }
            result.append((card, own.map { ($0.rating, $0.days) }))
        }
        while let row = try rows.next() {
            if row[0] != card {
                close()
                (card, repetitions, log) = (row[0], row[1], [])
            }
            if let rating = Rating(rawValue: row[2]) { log.append((rating, row[3], row[4])) }
        }
        close()
        return result
    }
}
