// SPDX-License-Identifier: Apache-2.0

/// How Python spells values.
enum PythonText {
    /// The shortest digits that give the number back, with an exponent from 1e16 upwards and below 1e-4.
    static func float(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        if value.isInfinite { return value < 0 ? "-inf" : "inf" }
        let (digits, point) = shortestDigits(value.magnitude)
        let sign = value.sign == .minus ? "-" : ""
        if point > 16 || point < -3 {
            let exponent = point - 1
            let tail = digits.count > 1 ? "." + digits.dropFirst() : ""
            let size = exponent.magnitude < 10 ? "0\(exponent.magnitude)" : "\(exponent.magnitude)"
            return sign + digits.prefix(1) + tail + "e" + (exponent < 0 ? "-" : "+") + size
        }
        if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
        if digits.count <= point {
            return sign + digits + String(repeating: "0", count: point - digits.count) + ".0"
        }
        return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }

    /// Digits without leading or trailing zeros, and where the decimal point stands before, in or after them.
    private static func shortestDigits(_ value: Double) -> (digits: String, point: Int) {
        if value == 0 { return ("0", 1) }
        let text = "\(value)".lowercased()
        let parts = text.split(separator: "e")
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        let numeral = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        var digits = String(numeral[0]) + (numeral.count > 1 ? String(numeral[1]) : "")
        var point = numeral[0].count + exponent
        while digits.hasPrefix("0"), digits.count > 1 {
            digits.removeFirst()
            point -= 1
        }
        while digits.hasSuffix("0"), digits.count > 1 { digits.removeLast() }
        return (digits, point)
    }

    /// A string in quotes, as `repr` writes it; marks stay with the characters they came with.
    static func quoted(_ text: TemplateText) -> TemplateText {
        let hasSingle = text.bytes.contains(UInt8(ascii: "'"))
        let quote: Unicode.Scalar = hasSingle && !text.bytes.contains(UInt8(ascii: "\"")) ? "\"" : "'"
        var builder = TextBuilder()
        builder.append(String(quote))
        text.forEachScalar { scalar, _, literal in
            switch scalar {
            case quote, "\\": builder.append("\\" + String(scalar), literal: literal)
            case "\n": builder.append("\\n", literal: literal)
            case "\r": builder.append("\\r", literal: literal)
            case "\t": builder.append("\\t", literal: literal)
            default:
                builder.append(isPrintable(scalar) ? String(scalar) : escape(scalar), literal: literal)
            }
        }
        builder.append(String(quote))
        return builder.text()
    }

    /// `\xe9`, `\u20ac` or `\U0001f600`.
    static func escape(_ scalar: Unicode.Scalar) -> String {
        let hex = String(scalar.value, radix: 16)
        let (letter, width) = scalar.value < 0x100 ? ("x", 2) : scalar.value < 0x10000 ? ("u", 4) : ("U", 8)
        return "\\" + letter + String(repeating: "0", count: width - hex.count) + hex
    }

    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20..<0x7F).contains(scalar.value) }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default: return true
        }
    }
}
