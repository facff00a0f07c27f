// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Filters on numbers.
extension Interpreter {
    func filterNumber(_ name: String, _ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value? {
        switch name {
        case "abs":
            _ = try arguments.bound(to: [], of: name)
            let value = try value.defined()
            if case .float(let number) = value { return .float(number.magnitude) }
            guard let whole = value.wholeNumber else { throw .type("bad operand type for abs(): '\(value.typeName)'") }
            return try .integer(whole.isNegative ? whole.negated : whole)
        case "int": return try integer(value, arguments)
        case "float":
            let standard = try arguments.bound(to: ["default"], of: name)[0] ?? .float(0)
            let value = try value.defined()
            if case .text(let text) = value { return Self.float(text).map(Value.float) ?? standard }
            return value.number.map(Value.float) ?? standard
        case "round": return try rounded(value, arguments)
        case "filesizeformat": return try fileSize(value, arguments)
        default: return nil
        }
    }

    /// Python's `float(…)` of a string.
    static func float(_ text: TemplateText) -> Double? {
        let digits = text.stripped().string.lowercased()
        switch digits.drop(while: { "+-".contains($0) }) {
        case "inf", "infinity": return digits.hasPrefix("-") ? -Double.infinity : .infinity
        case "nan": return .nan
        default:
            guard digits.utf8.allSatisfy({ "0123456789+-.e_".utf8.contains($0) }), !digits.hasPrefix("_"),
                !digits.hasSuffix("_"), !digits.contains("__")
            else { return nil }
            var plain = digits.replacing("_", with: "")
            if plain.hasSuffix(".") { plain += "0" }
            plain = plain.replacing(".e", with: ".0e")
            return Double(plain)
        }
    }

    private func integer(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["default", "base"], of: "int")
        let standard = values[0] ?? .int(0)
        switch try value.defined() {
        case .text(let text):
            if let whole = Self.integer(text, base: try values[1].int(or: 10)) { return try .integer(whole) }
            guard let number = Self.float(text), number.isFinite else { return standard }
            return try .integer(BigInteger(number))
        case .float(let number):
            if number.isNaN { return standard }
            if number.isInfinite { throw .type("cannot convert float infinity to integer") }
            return try .integer(BigInteger(number))
        default:
            guard let whole = value.wholeNumber else { return standard }
            return try .integer(whole)
        }
    }

    /// Python's `int(…)` of a string.
    private static func integer(_ text: TemplateText, base: Int) -> BigInteger? {
        var digits = Substring(text.stripped().string)
        let isNegative = digits.hasPrefix("-")
        if isNegative || digits.hasPrefix("+") { digits.removeFirst() }
        var base = base
        let prefixes = [(16, "0x"), (8, "0o"), (2, "0b")]
        if let (found, _) = prefixes.first(where: { digits.lowercased().hasPrefix($0.1) }), base == found || base == 0 {
            base = found
            digits = digits.dropFirst(2)
            if digits.hasPrefix("_") { digits.removeFirst() }
        }
        if base == 0 { base = 10 }
        guard (2...36).contains(base), !digits.hasPrefix("_"), !digits.hasSuffix("_"), !digits.contains("__"),
            digits.utf8.count <= TemplateLimits.integerBits / 3
        else { return nil }
        return BigInteger(digits.utf8.filter { $0 != UInt8(ascii: "_") }, base: UInt32(base), isNegative: isNegative)
    }

    // MARK: Rounding

    private func rounded(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let values = try arguments.bound(to: ["precision", "method"], of: "round")
        let precision = try values[0].int(or: 0)
        let method = try values[1]?.requireText("method").string ?? "common"
        guard ["common", "ceil", "floor"].contains(method) else { throw .type("method must be common, ceil or floor") }
        let value = try value.defined()
        guard let number = value.number else {
            throw .type("type \(value.typeName) doesn't define __round__ method")
        }
        if method == "common" {
            if let whole = value.wholeNumber { return try rounded(whole, precision) }
            return .float(Self.rounded(number, precision))
        }
        let scale = pow(10, Double(precision))
        let scaled = number * scale
        guard scaled.isFinite else { throw .type("cannot convert float infinity to integer") }
        return .float((method == "ceil" ? scaled.rounded(.up) : scaled.rounded(.down)) / scale)
    }

    /// Halves go to the even neighbour, judged by the number's exact decimal value.
    private static func rounded(_ number: Double, _ precision: Int) -> Double {
        guard number.isFinite, precision < 400 else { return number }
        if precision >= 0 { return Double(String(format: "%.\(precision)f", number)) ?? number }
        if precision < -400 { return Double(signOf: number, magnitudeOf: 0) }
        let scale = pow(10, Double(-precision))
        return (number / scale).rounded(.toNearestOrEven) * scale
    }

    private func rounded(_ whole: BigInteger, _ precision: Int) throws(TemplateError) -> Value {
        if precision >= 0 { return try .integer(whole) }
        if precision < -2000 { return .int(0) }
        var unit = BigInteger(1)
        for _ in 0..<(-precision) { unit = unit * BigInteger(10) }
        try charge(whole.bitCount)
        let (quotient, remainder) = whole.floorDivided(by: unit)
        let double = remainder + remainder
        let isOdd = (quotient.digits.first ?? 0) & 1 == 1
        let goesUp = unit < double || double == unit && isOdd
        return try .integer((goesUp ? quotient + BigInteger(1) : quotient) * unit)
    }

    private func fileSize(_ value: Value, _ arguments: Arguments) throws(TemplateError) -> Value {
        let isBinary = try arguments.bound(to: ["binary"], of: "filesizeformat")[0].isTrue(or: false)
        var size = try value.defined().number
        if case .text(let text) = value { size = Self.float(text) }
        guard let size, size.isFinite else { throw .type("could not convert to float") }
        let base: Double = isBinary ? 1024 : 1000
        if size == 1 { return .text("1 Byte") }
        if size < base { return .text("\(Int(size)) Bytes") }
        var unit = base
        var name = ""
        for letter in isBinary ? "KMGTPEZY" : "kMGTPEZY" {
            unit *= base
            name = "\(letter)" + (isBinary ? "iB" : "B")
            if size < unit { break }
        }
        return .text(String(format: "%.1f", base * size / unit) + " " + name)
    }
}
