// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords

/// Cards that somebody has chosen to study.
struct ChosenCards {
    /// In the order in which to ask them.
    var cards: [Int64]
    var counts = StudyCounts()
    var nextDue: Date?
}

extension StudyReader {
    private struct Chosen {
        let entry: StudyQueue.Entry
        let isNew: Bool
    }

    /// Chosen cards that are still to be asked, whether they are due or not and whatever the limits of a day: those of
    /// the request that are not suspended. Where answers count, hidden ones are left out too, and a card in a step
    /// comes when that ends.
    func chosen(_ cards: [Int64], _ request: StudyRequest) throws -> ChosenCards {
        let (isCram, today) = (request.mode == .cram, request.moment.today)
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT cards.id, flashcard, deck, dueAt, phase FROM json_each(?1) JOIN cards ON cards.id = value
                WHERE isSuspended = 0 AND (?2 OR ifnull(buriedOn, -1000000) < ?3)
                    AND deck NOT IN (SELECT id FROM hidden_decks) ORDER BY json_each.key
                """, arguments: [DeletedDecks.list(cards), isCram, today])
        let found = rows.map { row in
            Chosen(
                entry: StudyQueue.Entry(
                    card: row[0], flashcard: row[1], deck: row[2],
                    dueAt: (row[3] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }),
                isNew: (row[4] as Int) == 0)
        }
        let open = found.filter { !request.without.contains($0.entry.card) }
        if isCram {
            return ChosenCards(cards: open.map(\.entry.card), counts: StudyCounts(review: open.count))
        }
        let (end, tree) = (request.moment.days.end(of: today), self.tree)
        let steps = found.map(\.entry).filter { $0.dueAt.map { $0 < end } ?? false }
            .sorted { ($0.dueAt ?? end) < ($1.dueAt ?? end) }
        let asked = open.filter { $0.entry.dueAt == nil }
        let queue = StudyQueue(
            steps: steps, reviews: asked.map(\.entry), new: [], limits: nil, at: request.moment.now,
            siblingsApart: { tree.settings(of: $0).buriesSiblings })
        let left = Set(queue.cards)
        let counts = StudyCounts(
            new: asked.count { $0.isNew && left.contains($0.entry.card) }, learning: steps.count,
            review: asked.count { !$0.isNew && left.contains($0.entry.card) })
        return ChosenCards(cards: queue.cards, counts: counts, nextDue: queue.nextDue)
    }
}
