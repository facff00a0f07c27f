// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import GRDB
import HearthWords

/// Finds what is to be studied, in one transaction.
struct StudyReader {
    let database: Database
    let tree: DeckTree
    private let moment: StudyMoment
    private let today: Int
    private let begun: [Int64: Int]
    private let reviewed: [Int64: Int]
    /// The rest of the limits of all decks together.
    let left: TotalLimits
    /// Cards whose step ends today, by deck.
    private let steps: [Int64: [StudyQueue.Entry]]

    /// - Parameter deck: the one that is studied; `nil` for all.
    init(database: Database, moment: StudyMoment, deck: Int64? = nil) throws {
        (self.database, self.moment, today) = (database, moment, moment.today)
        tree = try DeckTree.fetch(from: database)
        begun = try Self.counts(
            database, "SELECT deck, count(*) FROM cards WHERE firstReviewDay = ? GROUP BY deck", [today])
        var reviewed: [Int64: Int] = [:]
        let answered = try database.cachedStatement(
            sql: "SELECT sum(answers) FROM review_days WHERE deck = ? AND day = ? AND kind = 1")
        // Of other decks only a limit over all of them wants to know.
        let counted = moment.most.reviews == nil ? deck.map(tree.subtree) : nil
        for deck in counted ?? tree.decks.map(\.id) {
            reviewed[deck] = try Int.fetchOne(answered, arguments: [deck, today]) ?? 0
        }
        self.reviewed = reviewed
        var begunInAll = 0
        for deck in tree.decks { begunInAll += begun[deck.id] ?? 0 }
        left = moment.most.left(begun: begunInAll, reviewed: reviewed.values.reduce(0, +))
        steps = Dictionary(
            grouping: try Self.entries(
                database, Self.steps, [moment.days.end(of: today).timeIntervalSinceReferenceDate, today]), by: \.deck)
    }

    private static func counts(_ database: Database, _ sql: String, _ values: StatementArguments) throws -> [Int64: Int]
    {
        let rows = try Row.fetchAll(database.cachedStatement(sql: sql), arguments: values)
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], $0[1]) })
    }

    func batch(_ request: StudyRequest) throws -> StudyBatch {
        guard tree[request.deck] != nil else { throw WordsError(.missing, "there is no deck \(request.deck)") }
        let canUndo = try Bool.fetchOne(database, sql: "SELECT EXISTS (SELECT 1 FROM undo_steps)") ?? false
        if let cards = request.chosen {
            let chosen = try chosen(cards, request)
            return StudyBatch(
                items: try chosen.cards.prefix(request.limit).map {
                    try item($0, withPreviews: request.mode == .scheduled)
                }, counts: chosen.counts, nextDue: chosen.nextDue, canUndo: canUndo)
        }
        if request.mode == .cram {
            let cards = try crammed(request)
            return StudyBatch(
                items: try cards.prefix(request.limit).map { try item($0, withPreviews: false) },
                counts: StudyCounts(review: cards.count), canUndo: canUndo)
        }
        let queue = try queue(request.deck, limit: request.limit)
        return StudyBatch(
            items: try queue.cards.prefix(request.limit).map { try item($0, withPreviews: true) },
            counts: try counts(request.deck), nextDue: queue.nextDue, canUndo: canUndo)
    }

    private func limits(_ deck: Int64) -> DailyLimits {
        DailyLimits(tree, studying: deck, begun: begun, reviewed: reviewed, left: left)
    }

    /// - Parameter limit: how many cards the queue has to have at least, where there are so many.
    private func queue(_ deck: Int64, limit: Int) throws -> StudyQueue {
        let (decks, limits) = (tree.subtree(of: deck), limits(deck))
        var (reviews, new): ([StudyQueue.Entry], [StudyQueue.Entry]) = ([], [])
        for deck in decks {
            reviews += try entries(Self.due, [deck, today, today, Self.enough(min(limits.reviews(in: deck), limit))])
            new += try newEntries(deck, Self.enough(min(limits.new(in: deck), limit)))
        }
        let tree = tree
        return StudyQueue(
            steps: steps(in: decks), reviews: decks.count > 1 ? reviews.sorted { $0.order < $1.order } : reviews,
            new: decks.count > 1 ? new.sorted { $0.order < $1.order } : new,
            limits: limits, at: moment.now, siblingsApart: { tree.settings(of: $0).buriesSiblings })
    }

    /// How many cards to look at for so many to be left when the others of the same words are not counted.
    private static func enough(_ count: Int) -> Int { count == 0 ? 0 : count * 4 + 20 }

    private static let entryColumns = "id, flashcard, deck, dueAt, shuffle"
    private static let isDue = """
        FROM cards WHERE deck = ? AND dueDay IS NOT NULL AND dueDay <= ?
            AND isSuspended = 0 AND ifnull(buriedOn, -1000000) < ?
        """
    private static let due = "SELECT \(entryColumns) \(isDue) ORDER BY dueDay, shuffle LIMIT ?"
    /// The index has all of it, so that no card is read.
    private static let dueWords = "SELECT flashcard \(isDue)"
    private static let steps = """
        SELECT \(entryColumns) FROM cards WHERE dueAt IS NOT NULL AND dueAt < ? AND isSuspended = 0
            AND ifnull(buriedOn, -1000000) < ? ORDER BY dueAt LIMIT 1000
        """
    private static let isNew = """
        FROM cards WHERE deck = ? AND phase = 0 AND isSuspended = 0 AND ifnull(buriedOn, -1000000) < ?
        """
    private static let newColumns = "id, flashcard, deck, dueAt, position"
    private static let added = "SELECT \(newColumns) \(isNew) ORDER BY position, id LIMIT ?"
    private static let newWords = "SELECT flashcard \(isNew)"
    /// The day's number makes another order each day.
    private static let random = """
        SELECT \(newColumns) \(isNew) ORDER BY position, (shuffle * (2 * ?2 + 1)) & 2147483647, id LIMIT ?
        """

    private func newEntries(_ deck: Int64, _ limit: Int) throws -> [StudyQueue.Entry] {
        guard limit > 0 else { return [] }
        return try entries(tree.settings(of: deck).newOrder == .added ? Self.added : Self.random, [deck, today, limit])
    }

    /// The steps of some decks that end today, the next one first.
    private func steps(in decks: [Int64]) -> [StudyQueue.Entry] {
        let found = decks.compactMap { steps[$0] }
        return found.count < 2
            ? found.first ?? [] : found.joined().sorted { ($0.dueAt ?? moment.now) < ($1.dueAt ?? moment.now) }
    }

    private func entries(_ sql: String, _ values: StatementArguments) throws -> [StudyQueue.Entry] {
        try Self.entries(database, sql, values)
    }

    private static func entries(
        _ database: Database, _ sql: String, _ values: StatementArguments
    ) throws -> [StudyQueue.Entry] {
        try Row.fetchAll(database.cachedStatement(sql: sql), arguments: values).map { row in
            StudyQueue.Entry(
                card: row[0], flashcard: row[1], deck: row[2],
                dueAt: (row[3] as Double?).map { Date(timeIntervalSinceReferenceDate: $0) }, order: row[4])
        }
    }

    /// How much there is to study in a deck and those in it: as many cards as the queue will ask.
    func counts(_ deck: Int64) throws -> StudyCounts {
        let steps = steps(in: tree.subtree(of: deck))
        // A word that one of its cards brings is brought by no other, from wherever that comes.
        let brought = Set(steps.lazy.filter { ($0.dueAt ?? moment.now) <= moment.now }.map(\.flashcard))
        var counts = try sums(deck, brought) ?? counted(deck, brought)
        counts.learning = steps.count
        return counts
    }

    /// The counts that are kept, up to the limits; `nil` where cards have to be looked at, since some of a word are
    /// beyond a limit or in another deck.
    private func sums(_ deck: Int64, _ brought: Set<Int64>) throws -> StudyCounts? {
        var (counts, limits) = (StudyCounts(), limits(deck))
        let decks = tree.subtree(of: deck)
        if try decks.count > 1 && DueCounts.hasSplitWords(in: database) { return nil }
        var new: [(deck: Int64, fewest: Int, most: Int)] = []
        for deck in decks {
            var kept = try DueCounts(of: deck, on: today, in: database)
            guard tree.settings(of: deck).buriesSiblings else {
                counts.review += limits.takeReviews(upTo: kept.reviewCards, in: deck)
                new.append((deck, kept.newCards, kept.newCards))
                continue
            }
            try kept.leaveOut(brought, of: deck, on: today, in: database)
            let taken = limits.takeReviews(upTo: kept.reviewWords, in: deck)
            counts.review += taken
            let fewest = kept.newWords - kept.bothWords
            new.append((deck, fewest, taken == kept.reviewWords ? fewest : kept.newWords))
        }
        for (deck, fewest, most) in new {
            guard fewest == most || limits.new(in: deck) <= fewest else { return nil }
            counts.new += limits.takeNew(upTo: fewest, in: deck)
        }
        return counts
    }

    private func counted(_ deck: Int64, _ brought: Set<Int64>) throws -> StudyCounts {
        var (counts, limits, words) = (StudyCounts(), limits(deck), brought)
        let decks = tree.subtree(of: deck)
        for deck in decks {
            let limit = limits.reviews(in: deck)
            let reviews = try count(Self.dueWords, [deck, today, today], deck, upTo: limit, beside: &words)
            counts.review += limits.takeReviews(upTo: reviews, in: deck)
        }
        for deck in decks {
            let new = try count(Self.newWords, [deck, today], deck, upTo: limits.new(in: deck), beside: &words)
            counts.new += limits.takeNew(upTo: new, in: deck)
        }
        return counts
    }

    /// Counts the words of a statement, each once if the deck keeps cards of one word apart.
    /// - Parameter brought: words that have a card already; those that are counted are added.
    private func count(
        _ sql: String, _ values: StatementArguments, _ deck: Int64, upTo limit: Int, beside brought: inout Set<Int64>
    ) throws -> Int {
        guard limit > 0 else { return 0 }
        let words = try Int64.fetchCursor(database.cachedStatement(sql: sql), arguments: values)
        let keepsApart = tree.settings(of: deck).buriesSiblings
        var count = 0
        while count < limit, let word = try words.next() {
            if brought.insert(word).inserted || !keepsApart { count += 1 }
        }
        return count
    }

    /// Everything that is not suspended, in a random order that stays the same all day.
    private func crammed(_ request: StudyRequest) throws -> [Int64] {
        let decks = tree.subtree(of: request.deck)
        let cards = try Int64.fetchAll(
            database,
            sql: """
                SELECT id FROM cards WHERE deck IN (\(databaseQuestionMarks(count: decks.count))) AND isSuspended = 0
                ORDER BY (shuffle * (2 * ? + 1)) & 2147483647, id
                """, arguments: StatementArguments(decks) + [today])
        return cards.filter { !request.without.contains($0) }
    }

    func item(_ card: Int64, withPreviews: Bool) throws -> StudyItem {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(StudyCard.columns), \(Flashcard.columns) FROM cards
                JOIN flashcards ON flashcards.id = cards.flashcard WHERE cards.id = ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [card]) else {
            throw WordsError(.missing, "there is no card \(card)")
        }
        let (card, flashcard) = (StudyCard(row: row), try Flashcard(row: row, from: StudyCard.columnCount))
        let settings = tree.settings(of: card.deck)
        var item = StudyItem(
            card: card, flashcard: flashcard,
            previews: withPreviews ? previews(card, settings) : [], typesAnswer: settings.typesAnswer)
        item.accentsCount = settings.accentsCount
        return item
    }

    private func previews(_ card: StudyCard, _ settings: DeckSettings) -> [Outcome.Interval] {
        let load = UncheckedLoad { StudyAnswer.load($0, in: database) }
        return Answering(settings, days: moment.days) { load.load($0) }.previews(card, at: moment.now)
    }
}
