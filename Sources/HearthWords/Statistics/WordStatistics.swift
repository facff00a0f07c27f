// SPDX-License-Identifier: Apache-2.0

/// Scope of statistics.
public struct StatisticsRequest: Sendable, Hashable {
    /// `nil` for all decks; decks in it are included.
    public var deck: Int64?
    public var moment: StudyMoment
    /// How many days back reviews are looked at, today included, and how many days ahead the forecast goes.
    public var daysBack: Int
    public var daysAhead: Int

    public init(deck: Int64? = nil, moment: StudyMoment, daysBack: Int = 365, daysAhead: Int = 30) {
        (self.deck, self.moment) = (deck, moment)
        (self.daysBack, self.daysAhead) = (min(max(daysBack, 1), 36_500), min(max(daysAhead, 1), 3_650))
    }
}

/// Everything that the plots show.
public struct WordStatistics: Sendable, Hashable, Codable {
    /// The user's day today.
    public var today: Int
    public var cards = CardCounts()
    /// Days on which there were answers, oldest first: the heat map, reviews a day and time spent.
    public var days: [Day] = []
    /// How many cards come due on which day, from today on. What was due before counts as due today.
    public var forecast: [Forecast] = []
    /// Recall of learned cards, beside the desired retention.
    public var retention = Retention()
    /// Cards by stability: how many have up to so many days, and more than the entry before.
    public var stability: [Bucket] = []
    /// Cards by difficulty: 1…2, 2…3 and so on up to 9…10.
    public var difficulty: [Bucket] = []
    /// Days in a row with answers, up to today or yesterday.
    public var streak = 0

    public init(today: Int) { self.today = today }

    public struct CardCounts: Sendable, Hashable, Codable {
        public var words = 0
        public var new = 0
        public var learning = 0
        /// Intervals below 21 days.
        public var young = 0
        public var mature = 0
        public var suspended = 0
        public var buried = 0

        public init() {}
    }

    /// Answers of one day.
    public struct Day: Sendable, Hashable, Codable {
        public var day: Int
        public var learning = 0
        public var review = 0
        /// Of the answers to learned cards, how many were recalled.
        public var recalled = 0
        public var relearning = 0
        public var cram = 0
        /// By rating, from Again to Easy, without cram.
        public var ratings = [0, 0, 0, 0]
        public var milliseconds = 0

        public init(day: Int) { self.day = day }

        public var answers: Int { learning + review + relearning + cram }
    }

    public struct Forecast: Sendable, Hashable, Codable {
        public var day: Int
        public var cards: Int

        public init(day: Int, cards: Int) { (self.day, self.cards) = (day, cards) }
    }

    /// Answers to learned cards, on the days looked at.
    public struct Retention: Sendable, Hashable, Codable {
        /// The desired retention, 0…1; the mean over learned cards where decks differ.
        public var target = 0.9
        public var young = Share()
        public var mature = Share()

        public init() {}
    }

    public struct Share: Sendable, Hashable, Codable {
        public var recalled = 0
        public var answers = 0

        public init(recalled: Int = 0, answers: Int = 0) { (self.recalled, self.answers) = (recalled, answers) }

        /// 0…1; `nil` without answers.
        public var part: Double? { answers == 0 ? nil : Double(recalled) / Double(answers) }
    }

    public struct Bucket: Sendable, Hashable, Codable {
        public var upTo: Double
        public var cards: Int

        public init(upTo: Double, cards: Int) { (self.upTo, self.cards) = (upTo, cards) }
    }
}
