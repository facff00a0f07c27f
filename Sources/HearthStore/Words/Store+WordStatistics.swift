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
        try readForecast(into: &statistics)
        try readMemory(into: &statistics)
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

    private func readCards(into statistics: inout WordStatistics) throws {
        let rows = try rows(
            """
            SELECT deck, phase, intervalDays >= 21, isSuspended, ifnull(buriedOn, -1000000) >= \(today), count(*) FROM cards
            WHERE deck IN DECKS GROUP BY 1, 2, 3, 4, 5
            """)
        var (learned, retention) = (0, 0.0)
        while let row = try rows.next() {
            let (phase, count): (Int, Int) = (row[1], row[5])
            if phase >= 2 {
                learned += count
                retention += Double(count) * tree.settings(of: row[0]).desiredRetention
            }
            statistics.cards.add(count, phase: phase, isMature: row[2], isSuspended: row[3], isBuried: row[4])
        }
        if learned > 0 {
            statistics.retention.target = retention / Double(learned)
        } else if let deck = request.deck {
            statistics.retention.target = tree.settings(of: deck).desiredRetention
        }
        let words = try self.rows("SELECT count(*) FROM flashcards WHERE deck IN DECKS")
        statistics.cards.words = try words.next()?[0] ?? 0
    }

    private func readForecast(into statistics: inout WordStatistics) throws {
        let rows = try rows(
            """
            SELECT max(dueDay, \(today)), count(*) FROM cards
            WHERE deck IN DECKS AND dueDay IS NOT NULL AND dueDay < ? AND isSuspended = 0 GROUP BY 1
            """, [today + request.daysAhead])
        var due: [Int: Int] = [:]
        while let row = try rows.next() { due[row[0], default: 0] += row[1] }
        let steps = try self.rows(
            "SELECT count(*) FROM cards WHERE deck IN DECKS AND dueAt IS NOT NULL AND isSuspended = 0")
        due[today, default: 0] += try steps.next()?[0] ?? 0
        statistics.forecast = (today..<today + request.daysAhead).map { .init(day: $0, cards: due[$0] ?? 0) }
    }

    /// In days.
    private static let stabilities: [Double] = [1, 3, 7, 14, 30, 60, 90, 180, 365, 730, 1_825, 36_500]

    private func readMemory(into statistics: inout WordStatistics) throws {
        let bounds = Self.stabilities.dropLast().enumerated().map { "WHEN stability <= \($1) THEN \($0)" }
        let rows = try rows(
            """
            SELECT CASE \(bounds.joined(separator: " ")) ELSE \(Self.stabilities.count - 1) END,
                min(max(CAST(difficulty AS INTEGER), 1), 9), count(*)
            FROM cards WHERE deck IN DECKS AND stability IS NOT NULL GROUP BY 1, 2
            """)
        statistics.stability = Self.stabilities.map { .init(upTo: $0, cards: 0) }
        statistics.difficulty = (2...10).map { .init(upTo: Double($0), cards: 0) }
        while let row = try rows.next() {
            statistics.stability[row[0]].cards += row[2]
            statistics.difficulty[row[1] - 1].cards += row[2]
        }
    }
}

extension WordStatistics.Day {
    fileprivate mutating func add(_ kind: FlashcardReview.Kind, _ rating: Int, count: Int, milliseconds: Int) {
        switch kind {
        case .learning: learning += count
        case .review: review += count
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
    fileprivate mutating func add(_ count: Int, phase: Int, isMature: Bool, isSuspended: Bool, isBuried: Bool) {
        if isSuspended {
            suspended += count
        } else if isBuried {
            buried += count
        } else {
            switch phase {
            case 0: new += count
            case 1, 3: learning += count
            default: if isMature { mature += count } else { young += count }
            }
        }
    }
}
