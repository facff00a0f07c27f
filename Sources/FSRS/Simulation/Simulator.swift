// SPDX-License-Identifier: Apache-2.0

/// Lives a learner's days in advance: how much work a desired retention makes, and how much is remembered for it.
public struct Simulator: Sendable {
    public var scheduler: Scheduler
    /// How this learner really forgets; the scheduler's own model where nothing else is known.
    public var memory: MemoryModel
    public var learner: SimulatedLearner
    public var plan: Plan

    /// Workload that the learner intends.
    public struct Plan: Sendable, Hashable {
        /// How many cards there are.
        public var cards: Int
        public var days: Int
        public var newPerDay: Int
        public var reviewsPerDay: Int
        public var seed: UInt64

        public init(cards: Int, days: Int = 365, newPerDay: Int = 20, reviewsPerDay: Int = 200, seed: UInt64 = 1) {
            (self.cards, self.days) = (max(cards, 0), max(days, 0))
            (self.newPerDay, self.reviewsPerDay, self.seed) = (max(newPerDay, 0), max(reviewsPerDay, 0), seed)
        }
    }

    /// One day of the simulation.
    public struct Day: Sendable, Hashable {
        public var new = 0
        /// Answers to learned cards.
        public var reviews = 0
        /// All answers, those in steps included.
        public var answers = 0
        public var seconds = 0.0
    }

    public struct Result: Sendable, Hashable {
        public var days: [Day]
        /// How many cards the learner would recall on the day after the last one, on average.
        public var remembered: Double
        /// Every answer that was given, in order of time, as the optimizer takes them; seconds count from the first
        /// day.
        public var history: [TrainingReview]

        /// Minutes a day, on average.
        public var minutesPerDay: Double {
            days.isEmpty ? 0 : days.reduce(0) { $0 + $1.seconds } / 60 / Double(days.count)
        }
    }

    public init(
        _ scheduler: Scheduler, memory: MemoryModel? = nil, learner: SimulatedLearner = .common, plan: Plan
    ) {
        (self.scheduler, self.memory) = (scheduler, memory ?? scheduler.model)
        (self.learner, self.plan) = (learner, plan)
    }

    public func run() -> Result {
        var run = Run(self)
        for day in 0..<plan.days { run.live(day) }
        return run.result
    }

    /// Simulates each desired retention.
    public func curve(_ retentions: [Double]) -> [(retention: Double, result: Result)] {
        retentions.map { retention in
            var settings = scheduler.settings
            settings.desiredRetention = retention
            var simulator = self
            simulator.scheduler = Scheduler(scheduler.model.parameters, settings)
            return (retention, simulator.run())
        }
    }
}

/// A simulation on its way.
private struct Run {
    private struct Card {
        var state = CardState.new
        /// True memory of the learner, which the scheduler does not see.
        var memory: MemoryState?
        var lastDay = 0
    }

    private let simulator: Simulator
    private var cards: [Card]
    private var begun = 0
    /// Cards by the day on which they come back.
    private var due: [[Int32]]
    private var random: SeededGenerator
    private(set) var result: Simulator.Result

    init(_ simulator: Simulator) {
        self.simulator = simulator
        cards = Array(repeating: Card(), count: simulator.plan.cards)
        due = Array(repeating: [], count: simulator.plan.days + 1)
        random = SeededGenerator(seed: simulator.plan.seed)
        result = Simulator.Result(days: [], remembered: 0, history: [])
    }

    mutating func live(_ day: Int) {
        let plan = simulator.plan
        result.days.append(Simulator.Day())
        let today = due[day]
        for card in today.prefix(plan.reviewsPerDay) {
            result.days[day].reviews += 1
            study(Int(card), day)
        }
        // What is too much for today waits for tomorrow, before what comes then.
        due[day + 1].insert(contentsOf: today.dropFirst(plan.reviewsPerDay), at: 0)
        for card in begun..<min(begun + plan.newPerDay, plan.cards) {
            begun += 1
            result.days[day].new += 1
            study(card, day)
        }
        guard day == plan.days - 1 else { return }
        result.remembered = cards[..<begun].reduce(0) { $0 + recall($1, day + 1) }
    }

    private func recall(_ card: Card, _ day: Int) -> Double {
        card.memory.map {
            simulator.memory.retrievability(stability: $0.stability, afterDays: Double(day - card.lastDay))
        } ?? 0
    }

    /// Answers a card until it comes back on another day; who does not get through the steps stops after a while.
    private mutating func study(_ number: Int, _ day: Int) {
        var rating = firstAnswer(cards[number], day)
        for _ in 0..<30 {
            let outcome = answer(number, rating, day)
            let days: Int =
                switch outcome.interval {
                case .days(let days): days
                case .seconds(let seconds): Int(seconds / 86_400)
                }
            if days > 0 { return comeBack(number, day + days) }
            rating = simulator.learner.step(outcome.state.phase, after: rating, &random)
        }
        comeBack(number, day + 1)
    }

    private mutating func firstAnswer(_ card: Card, _ day: Int) -> Rating {
        let learner = simulator.learner
        guard card.memory != nil else { return SimulatedLearner.draw(learner.firstRatings, from: .again, &random) }
        guard Double.random(in: 0..<1, using: &random) < recall(card, day) else { return .again }
        return SimulatedLearner.draw(learner.recallRatings, from: .hard, &random)
    }

    private mutating func answer(_ number: Int, _ rating: Rating, _ day: Int) -> Outcome {
        let card = cards[number]
        let elapsed = card.memory == nil ? 0 : day - card.lastDay
        result.days[day].seconds += simulator.learner.seconds(card.state.phase, rating)
        result.days[day].answers += 1
        // Answers follow each other by ten seconds, up to the end of the day.
        let time = day * 86_400 + min(result.days[day].answers * 10, 86_399)
        result.history.append(
            TrainingReview(card: Int64(number), time: Int64(time), rating: rating, elapsedDays: elapsed))
        let fuzz = Fuzz(card: Int64(number), repetition: result.history.count)
        let outcome = simulator.scheduler.next(card.state, rating, afterDays: elapsed, fuzz: fuzz)
        cards[number].memory =
            card.memory.map { simulator.memory.next($0, rating, afterDays: Double(elapsed)) }
            ?? simulator.memory.first(rating)
        cards[number].state = outcome.state
        cards[number].lastDay = day
        return outcome
    }

    private mutating func comeBack(_ number: Int, _ day: Int) {
        if day < due.count { due[day].append(Int32(number)) }
    }
}
