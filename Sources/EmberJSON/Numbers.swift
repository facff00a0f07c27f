// SPDX-License-Identifier: Apache-2.0

// Numbers from outside: from addresses, forms, JSON and files of other programs. Each is read with the range that its
// reader can work with. Arithmetic on what comes back cannot overflow, and no conversion of it can trap: NaN and the
// infinities lie in no range.

extension StringProtocol {
    /// The whole number that is written here in ASCII digits; `nil` where there is none in the range.
    public func number<Number: FixedWidthInteger>(in range: ClosedRange<Number>) -> Number? {
        Number(self).flatMap { range.contains($0) ? $0 : nil }
    }

    /// The number that is written here, such as 0.7 or 1e3; `nil` where there is none in the range.
    public func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        in range: ClosedRange<Number>
    ) -> Number? {
        Number(String(self)).flatMap { range.contains($0) ? $0 : nil }
    }
}

extension JSON {
    /// A number that was written as an integer; `nil` where it lies outside the range.
    public func number(in range: ClosedRange<Int>) -> Int? { integer.flatMap { range.contains($0) ? $0 : nil } }

    /// A number in a range.
    public func number(in range: ClosedRange<Double>) -> Double? { double.flatMap { range.contains($0) ? $0 : nil } }
}
