// SPDX-License-Identifier: Apache-2.0

/// The names of FSRS's parameters; each one's number is its place in the published lists. FSRS-5 has all but the last
/// two.
public enum Weight: Int, Sendable, CaseIterable {
    /// w0…w3: stability in days after the first review, by its rating.
    case firstAgain, firstHard, firstGood, firstEasy
    /// w4: difficulty after a first Again.
    case firstDifficulty
    /// w5: how much easier a better first rating says the card is.
    case firstDifficultySlope
    /// w6: how much a rating changes the difficulty.
    case difficultyChange
    /// w7: which part of its way to the easiest difficulty it goes at each review.
    case difficultyReversion
    /// w8: how much a recall adds to stability, on a logarithmic scale.
    case recallScale
    /// w9: how much less it adds to cards that are stable already.
    case recallStability
    /// w10: how much more it adds when the card was nearly forgotten.
    case recallRetrievability
    /// w11: stability after a lapse.
    case forgetScale
    /// w12: how much lower it is for difficult cards.
    case forgetDifficulty
    /// w13: how much of the stability before remains.
    case forgetStability
    /// w14: how much more remains when the card was nearly forgotten.
    case forgetRetrievability
    /// w15: which part of a recall's gain Hard leaves.
    case hardPenalty
    /// w16: by how much Easy multiplies it.
    case easyBonus
    /// w17, w18: how a second review on the same day changes stability.
    case sameDayGrowth, sameDayOffset
    /// w19: how much less it changes stable cards.
    case sameDayStability
    /// w20: the shape of the forgetting curve.
    case decay

    /// Allowed values. Source: py-fsrs 6.3.2; the optimizers keep w19 at 0.01 or more.
    public var range: ClosedRange<Double> {
        switch self {
        case .firstAgain, .firstHard, .firstGood, .firstEasy: 0.001...100
        case .firstDifficulty: 1...10
        case .firstDifficultySlope, .difficultyChange: 0.001...4
        case .difficultyReversion: 0.001...0.75
        case .recallScale: 0...4.5
        case .recallStability, .sameDayStability: 0...0.8
        case .recallRetrievability: 0.001...3.5
        case .forgetScale: 0.001...5
        case .forgetDifficulty: 0.001...0.25
        case .forgetStability: 0.001...0.9
        case .forgetRetrievability: 0...4
        case .hardPenalty: 0...1
        case .easyBonus: 1...6
        case .sameDayGrowth, .sameDayOffset: 0...2
        case .decay: 0.1...0.8
        }
    }

    /// The nearest value in its range.
    func clip(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }
}
