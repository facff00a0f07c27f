// SPDX-License-Identifier: Apache-2.0

/// Decides when a card comes back: learning steps, then intervals that keep the probability of recall at what the
/// learner wants.
///
/// It has no clock. Whoever calls it knows how many days have passed, by the rules of the user's own days, and turns
/// the interval into a date.
public struct Scheduler: Sendable {
    /// Whose habits it follows.
    public enum Style: Sendable, Hashable {
        /// py-fsrs 6.3.2 (FSRS-6) and 5.1.3 (FSRS-5): stability has no upper end, and each button is rounded by itself,
        /// half to even.
        case strict
        /// Anki: stability ends at 36,500 days, a longer memory gets a longer interval, and on the buttons Hard < Good
        /// < Easy.
        case anki
    }

    /// Settings of a user.
    public struct Settings: Sendable, Hashable {
        public var style: Style
        /// The probability of recall, 0…1, at which cards come back; 0.9 unless the user says otherwise.
        public var desiredRetention: Double
        /// In seconds.
        public var learningSteps: [Double]
        /// In seconds.
        public var relearningSteps: [Double]
        /// In days, at least 1.
        public var maximumInterval: Int

        public init(
            style: Style = .anki, desiredRetention: Double = 0.9, learningSteps: [Double] = [60, 600],
            relearningSteps: [Double] = [600], maximumInterval: Int = 36_500
        ) {
            self.style = style
            self.desiredRetention = min(max(desiredRetention, 0.01), 0.999)
            (self.learningSteps, self.relearningSteps) = (learningSteps, relearningSteps)
            self.maximumInterval = max(maximumInterval, 1)
        }
    }

    public let settings: Settings
    public let model: MemoryModel
    /// (r^(1/decay) - 1) / F: how many times its stability an interval is.
    private let intervalFactor: Double
    private let longest: Double

    public init(_ parameters: Parameters = .fsrs6, _ settings: Settings = Settings()) {
        self.settings = settings
        model = MemoryModel(parameters, limits: settings.style == .strict ? .none : .capped)
        intervalFactor = (power(settings.desiredRetention, 1 / model.decay) - 1) / model.factor
        longest = Double(settings.maximumInterval)
    }

    /// Computes a card's next state and interval from a rating.
    ///
    /// - Parameters:
    ///   - days: whole days since its last review; 0 for one of the same day. The caller decides when a day begins:
    ///     py-fsrs counts 24 hours, Anki the user's days. A new card does not look at it.
    ///   - fuzz: `nil` for none.
    public func next(_ card: CardState, _ rating: Rating, afterDays days: Int, fuzz: Fuzz? = nil) -> Outcome {
        // Most reviews are of learned cards that were recalled. They have no steps to look for.
        if card.phase == .review, rating != .again, fuzz == nil, settings.style == .strict, let known = card.memory {
            return learned(model.next(known, rating, afterDays: Double(days)))
        }
        return slowNext(card, rating, afterDays: days, fuzz: fuzz)
    }

    @inline(__always) private func learned(_ memory: MemoryState) -> Outcome {
        let interval = strictDays(memory)
        return Outcome(
            state: CardState(phase: .review, step: 0, memory: memory, intervalDays: interval), interval: .days(interval)
        )
    }

    private func slowNext(_ card: CardState, _ rating: Rating, afterDays days: Int, fuzz: Fuzz?) -> Outcome {
        let memory = memory(card, rating, afterDays: days)
        if let step = step(of: card, rating) ?? shortStep(card, rating, memory) { return stay(card, memory, in: step) }
        let interval =
            settings.style == .strict
            ? strictDays(memory, fuzz) : ankiDays(card, rating, afterDays: days, fuzz)
        return Outcome(
            state: CardState(phase: .review, step: 0, memory: memory, intervalDays: interval), interval: .days(interval)
        )
    }

    /// Computes a card's next state and interval for each of the four ratings, from Again to Easy.
    public func previews(_ card: CardState, afterDays days: Int, fuzz: Fuzz? = nil) -> [Outcome] {
        Rating.allCases.map { next(card, $0, afterDays: days, fuzz: fuzz) }
    }

    /// The state of memory after a rating, without any schedule.
    func memory(_ card: CardState, _ rating: Rating, afterDays days: Int) -> MemoryState {
        guard let memory = card.memory else { return model.first(rating) }
        return model.next(memory, rating, afterDays: Double(days))
    }

    /// The days, not rounded, after which a card of this stability is due.
    @inline(__always) func exactDays(stability: Double) -> Double { stability * intervalFactor }
}

// MARK: Steps

extension Scheduler {
    private struct Step {
        let phase: Phase
        let number: Int
        let seconds: Double
    }

    private func steps(_ phase: Phase) -> [Double] {
        phase == .relearning ? settings.relearningSteps : settings.learningSteps
    }

    private func stay(_ card: CardState, _ memory: MemoryState, in step: Step) -> Outcome {
        Outcome(
            state: CardState(phase: step.phase, step: step.number, memory: memory, intervalDays: 0),
            interval: .seconds(step.seconds))
    }

    /// The step into which a rating brings a card; `nil` where it is learned.
    private func step(of card: CardState, _ rating: Rating) -> Step? {
        if card.phase == .review {
            guard rating == .again, let first = settings.relearningSteps.first else { return nil }
            return Step(phase: .relearning, number: 0, seconds: first)
        }
        let phase = card.phase == .relearning ? Phase.relearning : .learning
        let steps = steps(phase)
        guard let first = steps.first else { return nil }
        let current = max(card.step, 0)
        switch rating {
        case .again: return Step(phase: phase, number: 0, seconds: first)
        // The user has fewer steps now than when the card was last seen.
        case _ where current >= steps.count: return nil
        case .hard: return Step(phase: phase, number: current, seconds: hardSeconds(current, steps))
        case .good where current + 1 < steps.count:
            return Step(phase: phase, number: current + 1, seconds: steps[current + 1])
        case .good, .easy: return nil
        }
    }

    /// Without steps, a card whose interval would be shorter than half a day comes back on the same day. Source: Anki,
    /// `scheduler/states/learning.rs` and `review.rs`.
    private func shortStep(_ card: CardState, _ rating: Rating, _ memory: MemoryState) -> Step? {
        guard settings.style == .anki, rating != .easy, card.phase != .review || rating == .again else { return nil }
        let phase = card.phase == .review || card.phase == .relearning ? Phase.relearning : .learning
        let days = exactDays(stability: memory.stability)
        guard steps(phase).isEmpty, days < 0.5, model.changesWithinDay else { return nil }
        return Step(phase: phase, number: 0, seconds: max(1, (days * 86_400).rounded(.down)))
    }

    /// Hard repeats a step; the first one takes longer, so that it is not the same as Again.
    private func hardSeconds(_ step: Int, _ steps: [Double]) -> Double {
        guard step == 0 else { return steps[step] }
        if steps.count > 1 { return (steps[0] + steps[1]) / 2 }
        let longer = steps[0] * 1.5
        return settings.style == .strict ? longer : min(longer, steps[0] + 86_400)
    }
}

// MARK: Days

extension Scheduler {
    private func strictDays(_ memory: MemoryState, _ fuzz: Fuzz?) -> Int {
        let whole = strictDays(memory)
        return fuzz?.apply(to: Double(whole), within: 1...settings.maximumInterval) ?? whole
    }

    @inline(__always) private func strictDays(_ memory: MemoryState) -> Int {
        let days = exactDays(stability: memory.stability)
        // Between bounds, whatever it is: a conversion that cannot fail is not checked again.
        return Int(exactly: roundedToEven(days > longest ? longest : (days > 1 ? days : 1))) ?? settings.maximumInterval
    }

    /// Each passing button is at least a day longer than the one before it, as far as the longest interval allows.
    private func ankiDays(_ card: CardState, _ rating: Rating, afterDays days: Int, _ fuzz: Fuzz?) -> Int {
        guard rating != .again else { return ankiDays(card, .again, afterDays: days, from: 1, fuzz) }
        var minimum = 1
        var result = 1
        for button in [Rating.hard, .good, .easy] where button.rawValue <= rating.rawValue {
            guard step(of: card, button) == nil else { continue }
            result = ankiDays(card, button, afterDays: days, from: minimum, fuzz)
            minimum = min(result + 1, settings.maximumInterval)
        }
        return result
    }

    /// An interval that grows is at least a day longer than the last one, wherever fuzz would put it.
    private func ankiDays(
        _ card: CardState, _ rating: Rating, afterDays days: Int, from minimum: Int, _ fuzz: Fuzz?
    ) -> Int {
        let stability = memory(card, rating, afterDays: days).stability
        let exact = min(exactDays(stability: stability), Double(settings.maximumInterval))
        let grows = card.phase == .review && rating != .again && Int(exact.rounded()) > card.intervalDays
        let lower = min(max(minimum, grows ? card.intervalDays + 1 : 1), settings.maximumInterval)
        let allowed = lower...settings.maximumInterval
        return fuzz?.apply(to: exact, within: allowed) ?? max(lower, Int(exact.rounded()))
    }
}
