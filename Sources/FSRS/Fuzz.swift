// SPDX-License-Identifier: Apache-2.0

/// Spreads due dates a little, so that cards learned together do not come back together for years.
///
/// The width is 15 % of an interval's days between 2.5 and 7, 10 % of those up to 20 and 5 % of the rest, and one day
/// more; nothing is spread below 2.5 days. Source: all FSRS schedulers, after Anki. Here the same card and repetition
/// always give the same result.
public struct Fuzz: Sendable {
    /// Picks one of the days among which an interval may fall, around the exact one.
    let choose: @Sendable (ClosedRange<Int>, Double) -> Int

    /// The same for all four buttons, and for each time it is asked.
    ///
    /// - Parameters:
    ///   - card: the card's number.
    ///   - repetition: how many reviews it had before this one.
    public init(card: Int64, repetition: Int) { self.init(position: Self.position(card: card, repetition: repetition)) }

    /// - Parameter position: where in the range the interval falls, 0…1 without 1.
    public init(position: Double) {
        let position = min(max(position, 0), 1 - 0x1p-53)
        choose = { range, _ in range.lowerBound + Int(position * Double(range.count)) }
    }

    /// Draws a day by weights, which leave the interval as long as it is on the whole.
    ///
    /// Later days have fewer cards, always: whoever took the emptiest would make every interval longer. So the weights
    /// are tilted until the mean of the draw is the exact interval: of all ways to do that, multiplying by a power of
    /// the day is the one that changes the weights least (exponential tilting; Csiszár, "I-divergence geometry of
    /// probability distributions and minimization problems", Annals of Probability 3, 1975).
    /// - Parameters:
    ///   - position: which part of the weights is drawn, 0…1 without 1.
    ///   - weights: how likely each day of a range is to be, beside the others, above 0.
    public init(position: Double, weights: @escaping @Sendable (ClosedRange<Int>) -> [Double]) {
        let position = min(max(position, 0), 1 - 0x1p-53)
        choose = { range, days in
            guard range.count > 1 else { return range.lowerBound }
            let tilted = Self.tilted(weights(range), toMean: days - Double(range.lowerBound))
            var left = position * tilted.reduce(0, +)
            for (place, weight) in tilted.enumerated() {
                left -= weight
                if left < 0 { return range.lowerBound + place }
            }
            return range.upperBound
        }
    }

    /// Weights whose mean place is as near to one as it can be.
    static func tilted(_ weights: [Double], toMean mean: Double) -> [Double] {
        let last = Double(weights.count - 1)
        // At the very end all weight would be on one day.
        let mean = min(max(mean, 0.2), last - 0.2)
        var (tilt, tilted) = (0.0, weights)
        // Newton's method: the mean grows with the tilt by the variance.
        for _ in 0..<20 {
            tilted = weights.enumerated().map { $1 * exponential(tilt * (Double($0) - mean)) }
            let sum = tilted.reduce(0, +)
            let found = tilted.enumerated().reduce(0) { $0 + Double($1.offset) * $1.element } / sum
            guard abs(found - mean) > 0.001 else { break }
            let variance =
                tilted.enumerated().reduce(0) {
                    $0 + (Double($1.offset) - found) * (Double($1.offset) - found) * $1.element
                } / sum
            tilt += min(max((mean - found) / max(variance, 0.01), -1), 1)
        }
        return tilted
    }

    /// A number 0…1, without 1, that depends on card and repetition alone.
    public static func position(card: Int64, repetition: Int) -> Double {
        var bits = UInt64(bitPattern: card) &* 0x9E37_79B9_7F4A_7C15
        bits ^= UInt64(bitPattern: Int64(repetition)) &* 0xD1B5_4A32_D192_ED03
        return Double(mixed(bits) >> 11) * 0x1p-53
    }

    /// How many days an interval may be moved each way.
    public static func width(of days: Double) -> Double {
        guard days >= 2.5 else { return 0 }
        let parts: [(from: Double, to: Double, share: Double)] = [(2.5, 7, 0.15), (7, 20, 0.10), (20, .infinity, 0.05)]
        return parts.reduce(1) { $0 + $1.share * max(min(days, $1.to) - $1.from, 0) }
    }

    /// The whole days among which a due date may be chosen, within `allowed`.
    public static func range(of days: Double, within allowed: ClosedRange<Int>) -> ClosedRange<Int> {
        let days = min(max(days, Double(allowed.lowerBound)), Double(allowed.upperBound))
        let width = width(of: days)
        guard width > 0 else {
            let rounded = Int(days.rounded())
            return rounded...rounded
        }
        let lower = min(max(Int((days - width).rounded()), 2, allowed.lowerBound), allowed.upperBound)
        let upper = min(max(Int((days + width).rounded()), lower), allowed.upperBound)
        return lower...upper
    }

    /// The interval moved within its range.
    func apply(to days: Double, within allowed: ClosedRange<Int>) -> Int {
        let range = Self.range(of: days, within: allowed)
        return min(max(choose(range, days), range.lowerBound), range.upperBound)
    }
}
