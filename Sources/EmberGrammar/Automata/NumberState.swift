// SPDX-License-Identifier: Apache-2.0

/// How far a number has been written, and what of it matters; see `NumberAutomaton`.
struct NumberState: Hashable {
    enum Phase: UInt8 { case begin, minus, zero, whole, point, fraction, mark, exponentSign, exponent }

    var phase = Phase.begin
    var isNegative = false
    var exponentIsNegative = false
    /// Whether all digits so far are 0; whether those behind the point are not.
    var isZero = true
    var hasFraction = false
    /// Whether the last digit behind the point is 0.
    var endsInZero = false
    var wholeDigits: UInt8 = 0
    var fractionDigits: UInt8 = 0
    /// Digits that may still follow behind the point.
    var room: UInt8 = 0
    var exponent: Int16 = 0
    /// Place of the digits among the bounds' significant digits, as long as that matters.
    var leading = Magnitudes.Place()
    /// Behind the point, where the number stands among the bounds.
    var place = Magnitudes.Place()
    /// For each multiple, the remainder of the digits that count, + 1; 0 when finer digits are not zero.
    private var remainders: UInt64 = Self.noRemainders

    private static let bits = 12
    static let mostRemainders = 5
    private static let noRemainders: UInt64 = (0..<mostRemainders).reduce(0) { $0 | 1 << UInt64($1 * bits) }

    /// The remainder for a multiple, or -1 when finer digits are not zero.
    func remainder(_ index: Int) -> Int { Int(remainders >> UInt64(index * Self.bits) & 0xFFF) - 1 }

    mutating func setRemainder(_ index: Int, _ value: Int) {
        let shift = UInt64(index * Self.bits)
        remainders = remainders & ~(0xFFF << shift) | UInt64(value + 1) << shift
    }
}
