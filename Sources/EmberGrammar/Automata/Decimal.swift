// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// A number exactly as written: ±0.d₁d₂d₃… · 10^point.
struct Decimal: Sendable, Hashable {
    var isNegative: Bool
    /// Without zeros at either end; empty for zero.
    var digits: [UInt8]
    var point: Int

    /// - Returns: `nil` for a value that is not a number.
    init?(_ json: JSON) {
        switch json {
        case .integer(let value): self.init(text: String(value))
        case .bigInteger(let digits): self.init(text: digits)
        // The shortest text that gives the same number back, which is how it was most likely written.
        case .number(let value): self.init(text: "\(value)")
        default: return nil
        }
    }

    /// A number of a document; `nil` for what is none, or not yet.
    init?(written bytes: [UInt8]) {
        guard let last = bytes.last, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last) else { return nil }
        self.init(text: String(decoding: bytes, as: UTF8.self).lowercased())
    }

    private init(text: String) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        isNegative = text.hasPrefix("-")
        var rest = text.utf8.drop { $0 == UInt8(ascii: "-") }
        while let byte = rest.first {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: ".") {
                point = digits.count
            } else if byte == UInt8(ascii: "e") {
                exponent = Int(String(Substring(rest))) ?? 0
                break
            } else {
                digits.append(byte - UInt8(ascii: "0"))
            }
        }
        let leading = digits.prefix { $0 == 0 }.count
        self.point = (point ?? digits.count) + exponent - leading
        digits.removeFirst(leading)
        while digits.last == 0 { digits.removeLast() }
        self.digits = digits
        if digits.isEmpty {
            self.point = 0
            isNegative = false
        }
    }

    var isZero: Bool { digits.isEmpty }

    /// The digit at a place, 0 the first behind the point, -1 the last before it.
    func digit(behindPoint place: Int) -> UInt8 {
        let index = point + place
        return digits.indices.contains(index) ? digits[index] : 0
    }

    /// The whole number and the places behind the point, so that the value is whole / 10^places;
    /// `nil` when it is too large.
    var fraction: (whole: Int, places: Int)? {
        let places = max(0, digits.count - point)
        guard digits.count + max(0, point - digits.count) <= 15, places <= 30 else { return nil }
        let shift = max(0, point - digits.count)
        return ((digits + [UInt8](repeating: 0, count: shift)).reduce(0) { $0 * 10 + Int($1) }, places)
    }
}
