// SPDX-License-Identifier: Apache-2.0

import FSRS
import GRDB
import HearthWords

/// How many cards of a deck can be studied on a day, kept in the database: counting them would read each of them for
/// every card that is asked.
///
/// A row of `due_counts` has how many more there are from a day on than before, so what there is on a day is the sum
/// over all rows up to it. Cards that are hidden until tomorrow count from tomorrow on. Words are counted beside cards:
/// where cards of one word are kept apart, only one of them is asked, and one that comes back goes before a new one.
struct DueCounts: Equatable {
    /// Learned cards that come back.
    var reviewCards = 0
    var newCards = 0
    /// Words with a learned card that comes back.
    var reviewWords = 0
    /// Words with a new card.
    var newWords = 0
    /// Words with both.
    var bothWords = 0

    /// The sum over a deck's rows up to a day. Decks in it are not counted.
    init(of deck: Int64, on day: Int, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                SELECT sum(reviewCards), sum(newCards), sum(reviewWords), sum(newWords), sum(bothWords) FROM due_counts
                WHERE deck = ? AND day <= ?
                """)
        guard let row = try Row.fetchOne(statement, arguments: [deck, day]), let reviewCards = row[0] as Int? else {
            return
        }
        self.reviewCards = reviewCards
        (newCards, reviewWords, newWords, bothWords) = (row[1], row[2], row[3], row[4])
    }

    /// Leaves out the words that a card in a step brings already.
    /// - Parameter brought: words of steps that are due now.
    mutating func leaveOut(_ brought: Set<Int64>, of deck: Int64, on day: Int, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                SELECT min(\(Self.reviewDay("cards"))), min(\(Self.newDay("cards"))) FROM cards
                WHERE flashcard = ? AND deck = ?
                """)
        for word in brought {
            guard let row = try Row.fetchOne(statement, arguments: [word, deck]), let review = row[0] as Int? else {
                continue
            }
            let (isDue, isNew) = (review <= day, (row[1] as Int) <= day)
            if isDue { reviewWords -= 1 }
            if isNew { newWords -= 1 }
            if isDue, isNew { bothWords -= 1 }
        }
    }

    /// Whether words of several decks have cards in more than one of them: then counts of decks cannot be added.
    static func hasSplitWords(in database: Database) throws -> Bool {
        try Bool.fetchOne(database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM split_words)")) ?? false
    }

    // MARK: Days

    /// Of cards that are suspended, or neither new nor due on a day.
    fileprivate static let never = 1 << 40
    /// Of new cards that were never hidden.
    fileprivate static let always = -1_000_000

    /// The first day on which a card comes back.
    /// - Parameter row: how SQL names it.
    private static func reviewDay(_ row: String) -> String {
        """
        iif(\(row).isSuspended = 0 AND \(row).dueDay IS NOT NULL,
            min(max(\(row).dueDay, ifnull(\(dayAfterHiding(row)), \(row).dueDay)), \(never)), \(never))
        """
    }

    /// The first day on which a new card can be asked.
    private static func newDay(_ row: String) -> String {
        "iif(\(row).isSuspended = 0 AND \(row).phase = 0, ifnull(\(dayAfterHiding(row)), \(always)), \(never))"
    }

    private static func dayAfterHiding(_ row: String) -> String { "min(\(row).buriedOn, \(never - 2)) + 1" }

    // MARK: Keeping them

    static func create(in database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE due_counts (
                    deck INTEGER NOT NULL,
                    day INTEGER NOT NULL,
                    reviewCards INTEGER NOT NULL,
                    newCards INTEGER NOT NULL,
                    reviewWords INTEGER NOT NULL,
                    newWords INTEGER NOT NULL,
                    bothWords INTEGER NOT NULL,
                    PRIMARY KEY (deck, day)
                ) STRICT, WITHOUT ROWID;
                -- Words with cards in several decks.
                CREATE TABLE split_words (
                    flashcard INTEGER PRIMARY KEY REFERENCES flashcards (id) ON DELETE CASCADE
                ) STRICT;
                INSERT INTO due_counts \(counted);
                INSERT INTO split_words SELECT flashcard FROM cards GROUP BY flashcard HAVING min(deck) < max(deck);
                """)
        try createTriggers(in: database)
    }

    /// The rows of the table, counted anew from the cards.
    static let counted = """
        SELECT deck, day, sum(part = 0) AS reviewCards, sum(part = 1) AS newCards, sum(part = 2) AS reviewWords,
            sum(part = 3) AS newWords, sum(part = 4) AS bothWords
        FROM (
            SELECT deck, 0 AS part, \(reviewDay("cards")) AS day FROM cards
            UNION ALL SELECT deck, 1, \(newDay("cards")) FROM cards
            UNION ALL SELECT deck, part,
                CASE part WHEN 2 THEN reviewDay WHEN 3 THEN newDay ELSE max(reviewDay, newDay) END
            FROM (
                SELECT deck, min(\(reviewDay("cards"))) AS reviewDay, min(\(newDay("cards"))) AS newDay
                FROM cards GROUP BY flashcard, deck),
            (SELECT 2 AS part UNION ALL SELECT 3 UNION ALL SELECT 4))
        WHERE day < \(never) GROUP BY deck, day
        """

    fileprivate static let merging = """
        ON CONFLICT DO UPDATE SET reviewCards = reviewCards + excluded.reviewCards,
            newCards = newCards + excluded.newCards, reviewWords = reviewWords + excluded.reviewWords,
            newWords = newWords + excluded.newWords, bothWords = bothWords + excluded.bothWords
        """

    /// A statement that counts a word of a deck as its cards are, or no more.
    /// - Parameters:
    ///   - sign: 1 or -1.
    ///   - row: the card, as a trigger names it.
    ///   - own: whether it is counted itself, beside its word.
    private static func count(_ sign: Int, _ row: String, own: Bool) -> String {
        let parts = (own ? 0..<5 : 2..<5).map { "SELECT \($0) AS part" }.joined(separator: " UNION ALL ")
        return """
            INSERT INTO due_counts SELECT \(row).deck, CASE part
                WHEN 0 THEN \(reviewDay(row)) WHEN 1 THEN \(newDay(row))
                WHEN 2 THEN reviewDay WHEN 3 THEN newDay ELSE max(reviewDay, newDay) END AS since,
                \((0..<5).map { "\(sign) * (part = \($0))" }.joined(separator: ", "))
            FROM (
                SELECT ifnull(min(\(reviewDay("cards"))), \(never)) AS reviewDay,
                    ifnull(min(\(newDay("cards"))), \(never)) AS newDay
                FROM cards WHERE flashcard = \(row).flashcard AND deck = \(row).deck),
            (\(parts))
            WHERE since < \(never)
            \(merging);
            """
    }

    private static func createTriggers(in database: Database) throws {
        let isOther = """
            OLD.deck = NEW.deck AND (OLD.dueDay IS NOT NEW.dueDay OR OLD.phase <> NEW.phase
                OR OLD.isSuspended <> NEW.isSuspended OR OLD.buriedOn IS NOT NEW.buriedOn)
            """
        let update = "UPDATE OF deck, dueDay, phase, isSuspended, buriedOn ON cards"
        // Days on which nothing changes any more, or sums would take longer with the years.
        let tidy = """
            DELETE FROM due_counts WHERE deck = OLD.deck AND day IN (\(reviewDay("OLD")), \(newDay("OLD")))
                AND reviewCards = 0 AND newCards = 0 AND reviewWords = 0 AND newWords = 0 AND bothWords = 0;
            """
        let isSplit = "EXISTS (SELECT 1 FROM cards WHERE flashcard = NEW.flashcard AND deck <> NEW.deck)"
        try database.execute(
            sql: """
                CREATE TRIGGER card_count_before_adding BEFORE INSERT ON cards BEGIN
                    \(count(-1, "NEW", own: false)) END;
                CREATE TRIGGER card_count_added AFTER INSERT ON cards BEGIN \(count(1, "NEW", own: true)) END;
                CREATE TRIGGER card_count_before_removing BEFORE DELETE ON cards BEGIN
                    \(count(-1, "OLD", own: true)) END;
                CREATE TRIGGER card_count_removed AFTER DELETE ON cards BEGIN
                    \(count(1, "OLD", own: false)) \(tidy) END;
                CREATE TRIGGER card_count_before_changing BEFORE \(update) WHEN \(isOther) BEGIN
                    \(count(-1, "OLD", own: true)) END;
                CREATE TRIGGER card_count_changed AFTER \(update) WHEN \(isOther) BEGIN
                    \(count(1, "NEW", own: true)) \(tidy) END;
                CREATE TRIGGER card_count_before_moving BEFORE UPDATE OF deck ON cards WHEN OLD.deck <> NEW.deck BEGIN
                    \(count(-1, "OLD", own: true)) \(count(-1, "NEW", own: false)) END;
                CREATE TRIGGER card_count_moved AFTER UPDATE OF deck ON cards WHEN OLD.deck <> NEW.deck BEGIN
                    \(count(1, "OLD", own: false)) \(count(1, "NEW", own: true)) \(tidy) END;
                CREATE TRIGGER deck_count_removed AFTER DELETE ON decks BEGIN
                    DELETE FROM due_counts WHERE deck = OLD.id; END;
                CREATE TRIGGER card_split_added AFTER INSERT ON cards WHEN \(isSplit) BEGIN
                    INSERT OR IGNORE INTO split_words VALUES (NEW.flashcard); END;
                CREATE TRIGGER card_split_moved AFTER UPDATE OF deck ON cards WHEN OLD.deck <> NEW.deck BEGIN
                    DELETE FROM split_words WHERE flashcard = NEW.flashcard;
                    INSERT INTO split_words SELECT NEW.flashcard WHERE \(isSplit); END;
                """)
    }
}

/// Counts of new words, gathered without triggers while they are imported.
struct GatheredCounts {
    private struct Place: Hashable {
        let deck: Int64
        let day: Int
    }

    private var counts: [Place: [Int]] = [:]
    private var split: [Int64] = []

    /// Counts all cards of a word.
    mutating func add(_ word: Int64, _ cards: [StudyCard]) {
        var decks: [Int64: (review: Int?, new: Int?)] = [:]
        for card in cards {
            var days = decks[card.deck] ?? (nil, nil)
            if let day = card.reviewDay {
                count(0, card.deck, day)
                days.review = min(days.review ?? day, day)
            }
            if let day = card.newDay {
                count(1, card.deck, day)
                days.new = min(days.new ?? day, day)
            }
            decks[card.deck] = days
        }
        for (deck, days) in decks {
            if let day = days.review { count(2, deck, day) }
            if let day = days.new { count(3, deck, day) }
            if let review = days.review, let new = days.new { count(4, deck, max(review, new)) }
        }
        if decks.count > 1 { split.append(word) }
    }

    private mutating func count(_ part: Int, _ deck: Int64, _ day: Int) {
        counts[Place(deck: deck, day: day), default: [0, 0, 0, 0, 0]][part] += 1
    }

    func write(to database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                INSERT INTO due_counts VALUES (?, ?, ?, ?, ?, ?, ?)
                \(DueCounts.merging)
                """)
        for (place, counts) in counts {
            try statement.execute(
                arguments: StatementArguments([place.deck, Int64(place.day)] + counts.map(Int64.init)))
        }
        let note = try database.cachedStatement(sql: "INSERT OR IGNORE INTO split_words VALUES (?)")
        for word in split { try note.execute(arguments: [word]) }
    }
}

extension StudyCard {
    /// As `DueCounts` has it.
    fileprivate var reviewDay: Int? {
        guard !isSuspended, case .on(let day) = state.due else { return nil }
        let since = max(day, dayAfterHiding ?? day)
        return since < DueCounts.never ? since : nil
    }

    fileprivate var newDay: Int? {
        isSuspended || state.phase != .new ? nil : dayAfterHiding ?? DueCounts.always
    }

    private var dayAfterHiding: Int? { buriedOn.map { min($0, DueCounts.never - 2) + 1 } }
}
