// SPDX-License-Identifier: Apache-2.0

/// An integer of any size, for the rare template whose arithmetic leaves 64 bits; Python's integers have no end.
///
/// Schoolbook methods throughout: ``TemplateLimits/integerBits`` keeps the numbers short. A library would be faster
/// with numbers that are refused here, and every program that uses this target would have to build it.
struct BigInteger: Hashable, Comparable {
    let isNegative: Bool
    /// Base 2³², least significant first, without leading zeros; empty is zero.
    let digits: [UInt32]

    init(isNegative: Bool, digits: [UInt32]) {
        var digits = digits
        while digits.last == 0 { digits.removeLast() }
        self.digits = digits
        self.isNegative = isNegative && !digits.isEmpty
    }

    init(_ value: Int) {
        let size = value.magnitude
        self.init(isNegative: value < 0, digits: [UInt32(truncatingIfNeeded: size), UInt32(size >> 32)])
    }

    /// The whole part of a finite number.
    init(_ value: Double) {
        let whole = value.rounded(.towardZero)
        let shift = max(0, Int(whole.exponent == Int.min ? 0 : whole.exponent) - 52)
        let top = whole == 0 ? 0 : UInt64((whole.magnitude / Double(sign: .plus, exponent: shift, significand: 1)))
        let low = BigInteger(isNegative: false, digits: [UInt32(truncatingIfNeeded: top), UInt32(top >> 32)])
        self.init(isNegative: whole < 0, digits: low.shiftedLeft(shift).digits)
    }

    /// Reads digits of a base from 2 to 36; `nil` when there are none or one does not belong to the base.
    init?(_ text: some Sequence<UInt8>, base: UInt32, isNegative: Bool = false) {
        var digits: [UInt32] = []
        var any = false
        for byte in text {
            guard let value = Character(Unicode.Scalar(byte)).hexOrLetterValue, value < base else { return nil }
            any = true
            Self.multiplyAdd(&digits, base, value)
        }
        if !any { return nil }
        self.init(isNegative: isNegative, digits: digits)
    }

    /// Reads decimal digits, perhaps behind a minus sign, such as JSON has them.
    init(decimal text: String) {
        let isNegative = text.hasPrefix("-")
        self = BigInteger(text.utf8.dropFirst(isNegative ? 1 : 0), base: 10, isNegative: isNegative) ?? BigInteger(0)
    }

    /// The value if it fits 64 bits.
    var int: Int? {
        if digits.count > 2 { return nil }
        let size = UInt64(digits.first ?? 0) | UInt64(digits.count > 1 ? digits[1] : 0) << 32
        if isNegative { return size <= UInt64(Int.max) + 1 ? Int(truncatingIfNeeded: 0 &- size) : nil }
        return Int(exactly: size)
    }

    /// The nearest number, or an infinity.
    var double: Double { Double(description) ?? .infinity }

    var bitCount: Int { digits.isEmpty ? 0 : digits.count * 32 - digits[digits.count - 1].leadingZeroBitCount }

    var negated: BigInteger { BigInteger(isNegative: !isNegative, digits: digits) }

    private static func multiplyAdd(_ digits: inout [UInt32], _ factor: UInt32, _ term: UInt32) {
        var carry = UInt64(term)
        for index in digits.indices {
            let product = UInt64(digits[index]) * UInt64(factor) + carry
            digits[index] = UInt32(truncatingIfNeeded: product)
            carry = product >> 32
        }
        if carry > 0 { digits.append(UInt32(carry)) }
    }

    private func shiftedLeft(_ count: Int) -> BigInteger {
        let words = count / 32
        let bits = count % 32
        var result = [UInt32](repeating: 0, count: words)
        var carry: UInt64 = 0
        for digit in digits {
            let shifted = UInt64(digit) << UInt64(bits) | carry
            result.append(UInt32(truncatingIfNeeded: shifted))
            carry = shifted >> 32
        }
        result.append(UInt32(carry))
        return BigInteger(isNegative: isNegative, digits: result)
    }

    // MARK: Magnitudes

    private static func compare(_ a: [UInt32], _ b: [UInt32]) -> Int {
        if a.count != b.count { return a.count < b.count ? -1 : 1 }
        for index in a.indices.reversed() where a[index] != b[index] { return a[index] < b[index] ? -1 : 1 }
        return 0
    }

    private static func add(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var sum: [UInt32] = []
        var carry: UInt64 = 0
        for index in 0..<max(a.count, b.count) {
            let total = UInt64(index < a.count ? a[index] : 0) + UInt64(index < b.count ? b[index] : 0) + carry
            sum.append(UInt32(truncatingIfNeeded: total))
            carry = total >> 32
        }
        sum.append(UInt32(carry))
        return sum
    }

    /// - Precondition: `a` is not smaller than `b`.
    private static func subtract(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
        var rest: [UInt32] = []
        var borrow: Int64 = 0
        for index in a.indices {
            var total = Int64(a[index]) - Int64(index < b.count ? b[index] : 0) - borrow
            borrow = total < 0 ? 1 : 0
            if total < 0 { total += 1 << 32 }
            rest.append(UInt32(total))
        }
        return rest
    }

    // MARK: Arithmetic

    static func < (a: BigInteger, b: BigInteger) -> Bool {
        if a.isNegative != b.isNegative { return a.isNegative }
        let order = compare(a.digits, b.digits)
        return a.isNegative ? order > 0 : order < 0
    }

    static func + (a: BigInteger, b: BigInteger) -> BigInteger {
        if a.isNegative == b.isNegative {
            return BigInteger(isNegative: a.isNegative, digits: add(a.digits, b.digits))
        }
        if compare(a.digits, b.digits) >= 0 {
            return BigInteger(isNegative: a.isNegative, digits: subtract(a.digits, b.digits))
        }
        return BigInteger(isNegative: b.isNegative, digits: subtract(b.digits, a.digits))
    }

    static func - (a: BigInteger, b: BigInteger) -> BigInteger { a + b.negated }

    static func * (a: BigInteger, b: BigInteger) -> BigInteger {
        var product = [UInt32](repeating: 0, count: a.digits.count + b.digits.count)
        for (i, x) in a.digits.enumerated() {
            var carry: UInt64 = 0
            for (j, y) in b.digits.enumerated() {
                let total = UInt64(x) * UInt64(y) + UInt64(product[i + j]) + carry
                product[i + j] = UInt32(truncatingIfNeeded: total)
                carry = total >> 32
            }
            product[i + b.digits.count] = UInt32(carry)
        }
        return BigInteger(isNegative: a.isNegative != b.isNegative, digits: product)
    }

    /// Quotient and remainder as Python has them: rounded down, the remainder with the divisor's sign.
    /// - Precondition: `divisor` is not zero.
    func floorDivided(by divisor: BigInteger) -> (quotient: BigInteger, remainder: BigInteger) {
        var quotient = [UInt32](repeating: 0, count: digits.count)
        var rest = BigInteger(0)
        let size = BigInteger(isNegative: false, digits: divisor.digits)
        for index in digits.indices.reversed() {
            for bit in (0..<32).reversed() {
                rest = rest.shiftedLeft(1)
                if digits[index] >> UInt32(bit) & 1 == 1 { rest = rest + BigInteger(1) }
                if !(rest < size) {
                    rest = rest - size
                    quotient[index] |= 1 << UInt32(bit)
                }
            }
        }
        let towardZero = BigInteger(isNegative: isNegative != divisor.isNegative, digits: quotient)
        if rest.digits.isEmpty { return (towardZero, BigInteger(0)) }
        if isNegative == divisor.isNegative { return (towardZero, isNegative ? rest.negated : rest) }
        return (towardZero - BigInteger(1), divisor - (divisor.isNegative ? rest.negated : rest))
    }

    // MARK: Text

    /// Digits of a base from 2 to 16, with a minus sign where one belongs.
    func text(base: UInt32) -> String {
        if digits.isEmpty { return "0" }
        let symbols = Array("0123456789abcdef".utf8)
        var rest = digits
        var reversed: [UInt8] = []
        while !rest.isEmpty {
            var remainder: UInt64 = 0
            for index in rest.indices.reversed() {
                let part = remainder << 32 | UInt64(rest[index])
                rest[index] = UInt32(part / UInt64(base))
                remainder = part % UInt64(base)
            }
            while rest.last == 0 { rest.removeLast() }
            reversed.append(symbols[Int(remainder)])
        }
        return (isNegative ? "-" : "") + String(decoding: reversed.reversed(), as: UTF8.self)
    }

    var description: String { text(base: 10) }
}

extension Character {
    /// 0…9 for digits and 10…35 for the letters of either case.
    fileprivate var hexOrLetterValue: UInt32? {
        guard let byte = asciiValue else { return nil }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return UInt32(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): return UInt32(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): return UInt32(byte - UInt8(ascii: "A")) + 10
        default: return nil
        }
    }
}
