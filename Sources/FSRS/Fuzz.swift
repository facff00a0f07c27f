// SPDX-License-Identifier: Apache-2.0

/// Spreads due dates a little, so that cards learned together do not come back together for years.
///
/// The width is 15 % of an interval's days between 2.5 and 7, 10 % of those up to 20 and 5 % of the rest, and one day
/// more; nothing is spread below 2.5 days. Source: all FSRS schedulers, after Anki. Here the same card and repetition
/// always give the same result.
public struct Fuzz: Sendable {
    /// Picks one of the days among which an interval may fall.
    let choose: @Sendable (ClosedRange<Int>) -> Int

    /// The same for all four buttons, and for each time it is asked.
    ///
    /// - Parameters:
    ///   - card: the card's number.
    ///   - repetition: how many reviews it had before this one.
    public init(card: Int64, repetition: Int) { self.init(position: Self.position(card: card, repetition: repetition)) }

    /// - Parameter position: where in the range the interval falls, 0…1 without 1.
    public init(position: Double) {
        let position = min(max(position, 0), 1 - 0x1p-53)
        choose = { range in range.lowerBound + Int(position * Double(range.count)) }
    }

    /// - Parameter choose: returns one of the days it is given, in days from now; anything else is moved into them.
    public init(choosing choose: @escaping @Sendable (ClosedRange<Int>) -> Int) { self.choose = choose }

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
        return min(max(choose(range), range.lowerBound), range.upperBound)
    }
}
