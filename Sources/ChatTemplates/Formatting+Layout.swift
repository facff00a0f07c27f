// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Interpreter {
    /// A number in its width.
    func laidOut(
        _ value: Value, _ spec: FormatSpec, minimumDigits: Int? = nil
    ) throws(TemplateError) -> TemplateText {
        var digits: String
        var isNegative = false
        var prefix = ""
        if case .float(let number) = value {
            isNegative = number.sign == .minus && !number.isNaN
            digits = try Self.digits(of: number.magnitude, spec, self)
        } else {
            let whole = value.wholeNumber ?? BigInteger(0)
            isNegative = whole.isNegative
            let size = BigInteger(isNegative: false, digits: whole.digits)
            switch spec.type {
            case UInt8(ascii: "x"), UInt8(ascii: "X"): (digits, prefix) = (size.text(base: 16), "0x")
            case UInt8(ascii: "o"): (digits, prefix) = (size.text(base: 8), "0o")
            case UInt8(ascii: "b"): (digits, prefix) = (size.text(base: 2), "0b")
            case UInt8(ascii: "c"):
                guard let scalar = whole.int.flatMap({ UInt32(exactly: $0) }).flatMap(Unicode.Scalar.init) else {
                    throw .type("%c arg not in range(0x110000)")
                }
                return try laidOut(TemplateText(String(scalar)), spec, standardAlign: UInt8(ascii: "<"))
            default: digits = size.description
            }
            if spec.type == UInt8(ascii: "X") { (digits, prefix) = (digits.uppercased(), "0X") }
            if !spec.isAlternate { prefix = "" }
            if let minimumDigits, minimumDigits > digits.utf8.count {
                try charge(bytes: minimumDigits)
                digits = String(repeating: "0", count: minimumDigits - digits.utf8.count) + digits
            }
        }
        if let grouping = spec.grouping { digits = Self.grouped(digits, String(UnicodeScalar(grouping)), spec.type) }
        var sign = isNegative ? "-" : ""
        if !isNegative, spec.sign != UInt8(ascii: "-") { sign = String(UnicodeScalar(spec.sign)) }
        let lead = TemplateText(sign + prefix)
        if (spec.align ?? UInt8(ascii: ">")) == UInt8(ascii: "=") {
            let width = max(0, spec.width - lead.count)
            return lead + (try padded(TemplateText(digits), width, spec.fill, "rjust"))
        }
        return try laidOut(lead + TemplateText(digits), spec, standardAlign: UInt8(ascii: ">"))
    }

    /// A text in its width.
    func laidOut(_ text: TemplateText, _ spec: FormatSpec, standardAlign: UInt8) throws(TemplateError)
        -> TemplateText
    {
        switch spec.align ?? standardAlign {
        case UInt8(ascii: "<"): return try padded(text, spec.width, spec.fill, "ljust")
        case UInt8(ascii: "^"):
            let missing = max(0, spec.width - text.count)
            let left = try padded(text, text.count + missing / 2, spec.fill, "rjust")
            return try padded(left, spec.width, spec.fill, "ljust")
        default: return try padded(text, spec.width, spec.fill, "rjust")
        }
    }

    private static func grouped(_ digits: String, _ separator: String, _ type: UInt8) -> String {
        let whole = digits.prefix { $0.isHexDigit }
        let size = "xXob".utf8.contains(type) ? 4 : 3
        var result = ""
        for (position, digit) in whole.enumerated() {
            if position > 0, (whole.count - position) % size == 0 { result += separator }
            result.append(digit)
        }
        return result + digits.dropFirst(whole.count)
    }

    /// The digits of a number that is not negative.
    private static func digits(
        of number: Double, _ spec: FormatSpec, _ interpreter: Interpreter
    ) throws(TemplateError) -> String {
        let isUpper = "EFG".utf8.contains(spec.type)
        if !number.isFinite {
            let text = number.isNaN ? "nan" : "inf"
            return (isUpper ? text.uppercased() : text) + (spec.type == UInt8(ascii: "%") ? "%" : "")
        }
        let precision = spec.precision ?? 0
        try interpreter.charge(bytes: precision)
        guard precision <= 10_000 else { throw .limit("a precision of \(precision) is too large") }
        let hash = spec.isAlternate ? "#" : ""
        switch spec.type {
        case 0:
            guard spec.precision != nil else { return PythonText.float(number) }
            return shortest(number, max(1, precision))
        case UInt8(ascii: "%"): return String(format: "%\(hash).\(precision)f", number * 100) + "%"
        case UInt8(ascii: "n"): return String(format: "%\(hash).\(precision)g", number)
        default: return String(format: "%\(hash).\(precision)\(UnicodeScalar(spec.type))", number)
        }
    }

    /// Formats as `format` does with a precision and no type: like `g`, but a number stays recognisable as one with a
    /// point.
    private static func shortest(_ number: Double, _ precision: Int) -> String {
        let parts = String(format: "%.\(precision - 1)e", number).split(separator: "e")
        let exponent = number == 0 ? 0 : Int(parts[1]) ?? 0
        let text = String(format: "%.\(precision)g", number)
        if text.contains("e") || text.contains(".") { return text }
        if exponent >= precision - 1 {
            let scientific = String(format: "%.\(precision - 1)e", number).split(separator: "e")
            var digits = String(scientific[0])
            if digits.contains(".") {
                while digits.hasSuffix("0") { digits.removeLast() }
                if digits.hasSuffix(".") { digits.removeLast() }
            }
            return digits + "e" + scientific[1]
        }
        return text + ".0"
    }
}
