// SPDX-License-Identifier: Apache-2.0

/// The numbers that others are compared with, without their signs and in order, so that how a number compares with all
/// of them is one place in a list, however many they are.
struct Magnitudes {
    /// Those before `low` are less than the digits written so far, those from `high` on are greater, and those between
    /// begin with the same digits.
    struct Place: Hashable {
        var low: UInt16 = 0
        var high: UInt16 = 0

        var isSettled: Bool { low == high }
    }

    /// A value among the magnitudes: above those before `low`, below those behind, and perhaps equal to that one.
    struct Value {
        var low: Int
        var isEqual: Bool
        var isNegative: Bool

        /// Less than 0, 0 or more: how the value compares with a bound of the magnitude `index`. Zero is not negative.
        func order(_ index: Int, isNegative bound: Bool) -> Int {
            if isNegative != bound { return isNegative ? -1 : 1 }
            let size = index < low ? 1 : index == low && isEqual ? 0 : -1
            return isNegative ? -size : size
        }
    }

    /// Ascending; `digits` are their significant digits in lexicographic order.
    let values: [Decimal]
    private let digits: [[UInt8]]
    /// The power of ten of each, the least for 0, and which digits are its own.
    private let keys: [(point: Int, rank: Int)]
    /// The least and the greatest power of ten; `nil` when there are none but 0.
    let points: ClosedRange<Int>?

    init(_ bounds: some Sequence<Decimal>) {
        values = Set(bounds.map(\.magnitude)).sorted { a, b in
            if a.isZero || b.isZero { return a.isZero && !b.isZero }
            return a.point != b.point ? a.point < b.point : a.digits.lexicographicallyPrecedes(b.digits)
        }
        let digits = Set(values.map(\.digits)).sorted { $0.lexicographicallyPrecedes($1) }
        let places = Dictionary(uniqueKeysWithValues: zip(digits, digits.indices))
        self.digits = digits
        keys = values.map { (point: $0.isZero ? Int.min : $0.point, rank: places[$0.digits] ?? 0) }
        let others = values.drop { $0.isZero }
        points = others.first.flatMap { low in others.last.map { low.point...$0.point } }
    }

    func index(of bound: Decimal) -> Int { values.firstIndex(of: bound.magnitude) ?? 0 }

    /// 1 when zero is one of them.
    var zeros: Int { values.first?.isZero == true ? 1 : 0 }

    // MARK: Values

    var zero: Value { Value(low: 0, isEqual: zeros > 0, isNegative: false) }

    /// The value whose digits stand at a place and have been written up to `point + fraction`.
    func value(_ place: Place, fraction: Int, isNegative: Bool) -> Value {
        let low = Int(place.low)
        // Of those that begin with the same digits the first is the one without any more.
        let isEqual = !place.isSettled && values[low].digits.count <= values[low].point + fraction
        return Value(low: low, isEqual: isEqual, isNegative: isNegative)
    }

    // MARK: Digits

    /// Before the first digit, as a list of significant digits.
    var leading: Place { Place(low: 0, high: UInt16(digits.count)) }

    /// Behind one more significant digit, the one at `index`.
    func leading(_ place: Place, _ digit: UInt8, at index: Int) -> Place {
        narrowed(place, digit) { index < digits[$0].count ? digits[$0][index] : 0 }
    }

    /// The place of exactly these `count` significant digits and nothing but zeros behind them.
    func exact(_ place: Place, count: Int) -> Place {
        if place.isSettled { return place }
        let isWhole = digits[Int(place.low)].count <= count
        return Place(low: place.low, high: place.low + (isWhole ? 1 : 0))
    }

    /// The place among the magnitudes of 0.d₁d₂… · 10^point, whose leading digits stand at `leading`; not of zero.
    func place(_ leading: Place, point: Int) -> Place {
        var place = Place()
        for key in keys {
            if key.point > point { break }
            if key.point < point || key.rank < leading.low { place.low += 1 }
            if key.point < point || key.rank < leading.high { place.high += 1 }
        }
        return place
    }

    /// The place of a number that begins with "0.".
    var belowOne: Place { Place(low: 0, high: UInt16(values.prefix { $0.isZero || $0.point <= 0 }.count)) }

    /// Behind one more digit, the one at `index` behind the point.
    func place(_ place: Place, _ digit: UInt8, behindPoint index: Int) -> Place {
        narrowed(place, digit) { values[$0].digit(behindPoint: index) }
    }

    private func narrowed(_ place: Place, _ digit: UInt8, _ other: (Int) -> UInt8) -> Place {
        var (low, high) = (place.low, place.high)
        while low < high, other(Int(low)) < digit { low += 1 }
        while low < high, other(Int(high) - 1) > digit { high -= 1 }
        return Place(low: low, high: high)
    }
}

extension Decimal {
    fileprivate var magnitude: Decimal {
        var result = self
        result.isNegative = false
        return result
    }
}
