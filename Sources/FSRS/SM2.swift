// SPDX-License-Identifier: Apache-2.0

extension MemoryModel {
    /// The state of a card that was scheduled by SM-2, as well as it can be told from interval and ease.
    ///
    /// S = interval F / (r^(-1/w20) - 1), and D solves the formula of a recall with Good for a growth by the ease:
    /// D = 11 - (ease - 1) / (e^w8 S^-w9 (e^(w10 (1-r)) - 1)), clamped to 1…10. Source: fsrs-rs,
    /// `memory_state_from_sm2`.
    ///
    /// - Parameters:
    ///   - interval: in days, above 0.
    ///   - ease: by what Good multiplied intervals, such as 2.5.
    ///   - retention: the probability of recall, 0…1, at which SM-2 brought cards back; Anki assumes 0.9.
    /// - Returns: `nil` for values that are no numbers, or out of these ranges.
    public func stateFromSM2(interval: Double, ease: Double, retention: Double = 0.9) -> MemoryState? {
        guard interval > 0, interval.isFinite, ease.isFinite, retention > 0, retention < 1 else { return nil }
        let stability = limit(max(interval, 0.001) * factor / (power(retention, 1 / decay) - 1))
        let gain = exponential(recallRetrievability * (1 - retention)) - 1
        let growth = recallScale * power(stability, -recallStability) * gain
        return MemoryState(
            stability: stability, difficulty: Self.clampDifficulty(11 - (ease - 1) / growth))
    }

    /// The state after a whole history; `nil` for an empty one.
    ///
    /// - Parameters:
    ///   - reviews: oldest first. The days of the first one are not looked at.
    ///   - start: the state before the first one, where the log does not begin with the card.
    public func replay(_ reviews: some Sequence<(rating: Rating, days: Int)>, from start: MemoryState? = nil)
        -> MemoryState?
    {
        reviews.reduce(start) { state, review in
            state.map { next($0, review.rating, afterDays: Double(review.days)) } ?? first(review.rating)
        }
    }
}
