// SPDX-License-Identifier: Apache-2.0

import GRDB
public import HearthWords

extension Store {
    public func statistics(_ request: StatisticsRequest) async throws -> WordStatistics {
        try await readWords { database in
            let tree = try DeckTree.fetch(from: database)
            return try StatisticsReader(database: database, tree: tree, request: request).read()
        }
    }

    public func sizes(_ moment: StudyMoment) async throws -> [Int64: WordStatistics.CardCounts] {
        try await readWords { database in
            let tree = try DeckTree.fetch(from: database)
            let tops = Dictionary(
                uniqueKeysWithValues: tree.decks.map { ($0.id, tree.ancestors(of: $0.id).last ?? $0.id) })
            var sizes: [Int64: WordStatistics.CardCounts] = [:]
            for deck in tree.decks where deck.parent == nil { sizes[deck.id] = .init() }
            let cards = try Row.fetchCursor(
                database, sql: "SELECT deck, phase, intervalDays, isSuspended, buriedOn FROM cards")
            while let row = try cards.next() {
                // What is hidden is in no deck of the tree.
                guard let top = tops[row[0]] else { continue }
                sizes[top]?.add(row, on: moment.today)
            }
            let words = try Row.fetchCursor(database, sql: "SELECT deck, count(*) FROM flashcards GROUP BY deck")
            while let row = try words.next() {
                guard let top = tops[row[0]] else { continue }
                sizes[top]?.words += row[1]
            }
            return sizes
        }
    }
}

/// Reads statistics: answers from the table of days, the cards in one pass.
private struct StatisticsReader {
    let database: Database
    let tree: DeckTree
    let request: StatisticsRequest
    private let decks: [Int64]
    private let today: Int

    init(database: Database, tree: DeckTree, request: StatisticsRequest) {
        (self.database, self.tree, self.request) = (database, tree, request)
        (decks, today) = (tree.chosen(request.deck), request.moment.today)
    }

    func read() throws -> WordStatistics {
        var statistics = WordStatistics(today: today)
        guard !decks.isEmpty else { return statistics }
        try readDays(into: &statistics)
        try readCards(into: &statistics)
        return statistics
    }

    private func rows(_ sql: String, _ values: StatementArguments = []) throws -> RowCursor {
        let marks = databaseQuestionMarks(count: decks.count)
        return try Row.fetchCursor(
            database, sql: sql.replacing("DECKS", with: "(\(marks))"), arguments: StatementArguments(decks) + values)
    }

    private func readDays(into statistics: inout WordStatistics) throws {
        let rows = try rows(
            """
            SELECT day, kind, rating, answers, milliseconds, mature FROM review_days
            WHERE deck IN DECKS AND day > ? AND day <= ? AND rating > 0
            """, [today - request.daysBack, today])
        var days: [Int: WordStatistics.Day] = [:]
        while let row = try rows.next() {
            guard let kind = FlashcardReview.Kind(rawValue: row[1]) else { continue }
            let rating: Int = row[2]
            days[row[0], default: .init(day: row[0])].add(kind, rating, count: row[3], milliseconds: row[4])
            guard kind == .review else { continue }
            let (all, mature): (Int, Int) = (row[3], row[5])
            statistics.retention.young.add(all - mature, wasRecalled: rating > 1)
            statistics.retention.mature.add(mature, wasRecalled: rating > 1)
        }
        statistics.days = days.values.sorted { $0.day < $1.day }
        let studied = Set(days.keys)
        var day = studied.contains(today) ? today : today - 1
        while studied.contains(day) {
            statistics.streak += 1
            day -= 1
        }
    }

    /// One pass over the cards, counted here: grouping them in SQL takes three times as long.
    private func readCards(into statistics: inout WordStatistics) throws {
        var sums = CardSums(tree, request)
        let rows = try rows(
            """
            SELECT deck, phase, intervalDays, isSuspended, buriedOn, dueDay, dueAt IS NOT NULL, stability, difficulty
            FROM cards WHERE deck IN DECKS
            """)
        while let row = try rows.next() { sums.add(row) }
        sums.write(to: &statistics)
        let words = try self.rows("SELECT count(*) FROM flashcards WHERE deck IN DECKS")
        statistics.cards.words = try words.next()?[0] ?? 0
    }
}

/// Sums over cards for statistics.
private struct CardSums {
    private let tree: DeckTree
    private let request: StatisticsRequest
    private let today: Int
    private var counts = WordStatistics.CardCounts()
    /// Learned cards by deck.
    private var learned: [Int64: Int] = [:]
    private var forecast: [Int]
    private var stability = [Int](repeating: 0, count: stabilities.count)
    private var difficulty = [Int](repeating: 0, count: 9)

    /// In days.
    private static let stabilities: [Double] = [1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 1_825, 36_500]

    init(_ tree: DeckTree, _ request: StatisticsRequest) {
        (self.tree, self.request, today) = (tree, request, request.moment.today)
        forecast = [Int](repeating: 0, count: request.daysAhead)
    }

    mutating func add(_ row: Row) {
        counts.add(row, on: today)
        if row[1] as Int >= 2 { learned[row[0], default: 0] += 1 }
        if !(row[3] as Bool) {
            if let day: Int = row[5] {
                let ahead = max(day - today, 0)
                if ahead < forecast.count { forecast[ahead] += 1 }
            } else if row[6] as Bool {
                forecast[0] += 1
            }
        }
        guard let days: Double = row[7] else { return }
        stability[Self.stabilities.firstIndex { days <= $0 } ?? Self.stabilities.count - 1] += 1
        let hardness = (row[8] as Double?) ?? 1
        difficulty[min(max(Int(hardness), 1), 9) - 1] += 1
    }

    func write(to statistics: inout WordStatistics) {
        statistics.cards = counts
        statistics.forecast = forecast.enumerated().map { .init(day: today + $0, cards: $1) }
        statistics.stability = zip(Self.stabilities, stability).map { .init(upTo: $0, cards: $1) }
        statistics.difficulty = difficulty.enumerated().map { .init(upTo: Double($0 + 2), cards: $1) }
        let all = learned.values.reduce(0, +)
        if all > 0 {
            let sum = learned.reduce(0) { $0 + Double($1.value) * tree.settings(of: $1.key).desiredRetention }
            statistics.retention.target = sum / Double(all)
        } else if let deck = request.deck {
            statistics.retention.target = tree.settings(of: deck).desiredRetention
        }
    }
}

extension WordStatistics.Day {
    fileprivate mutating func add(_ kind: FlashcardReview.Kind, _ rating: Int, count: Int, milliseconds: Int) {
        switch kind {
        case .learning: learning += count
        case .review:
            review += count
            if rating > 1 { recalled += count }
        case .relearning: relearning += count
        case .cram: cram += count
        case .manual, .rescheduled: return
        }
        self.milliseconds += milliseconds
        if kind != .cram, (1...4).contains(rating) { ratings[rating - 1] += count }
    }
}

extension WordStatistics.Share {
    fileprivate mutating func add(_ count: Int, wasRecalled: Bool) {
        answers += count
        if wasRecalled { recalled += count }
    }
}

extension WordStatistics.CardCounts {
    /// Counts a card.
    /// - Parameter row: deck, phase, intervalDays, isSuspended, buriedOn.
    fileprivate mutating func add(_ row: Row, on today: Int) {
        if row[3] as Bool {
            suspended += 1
        } else if let buriedOn: Int = row[4], buriedOn >= today {
            buried += 1
        } else {
            switch row[1] as Int {
            case 0: new += 1
            case 1, 3: learning += 1
            default: if row[2] as Int >= 21 { mature += 1 } else { young += 1 }
            }
        }
    }
}
