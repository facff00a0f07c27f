// SPDX-License-Identifier: Apache-2.0

/// Python's escapes in string literals.
enum StringLiteral {
    /// `nil` when an escape is cut short or names no character.
    ///
    /// A lone surrogate, which UTF-8 cannot express, becomes U+FFFD.
    static func unescaped(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        var result = ""
        var scalars = Substring(String(decoding: bytes, as: UTF8.self)).unicodeScalars
        while let scalar = scalars.popFirst() {
            guard scalar == "\\" else {
                result.unicodeScalars.append(scalar)
                continue
            }
            guard let escape = scalars.popFirst() else { return nil }
            switch escape {
            case "\n": break
            case "n": result += "\n"
            case "t": result += "\t"
            case "r": result.unicodeScalars.append("\r")
            case "a": result += "\u{7}"
            case "b": result += "\u{8}"
            case "f": result += "\u{C}"
            case "v": result += "\u{B}"
            case "\\", "'", "\"": result.unicodeScalars.append(escape)
            case "0"..."7":
                var value = escape.value - 48
                for _ in 0..<2 {
                    guard let next = scalars.first, ("0"..."7").contains(next) else { break }
                    value = value * 8 + next.value - 48
                    scalars.removeFirst()
                }
                result.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
            case "x", "u", "U":
                let length = escape == "x" ? 2 : escape == "u" ? 4 : 8
                let digits = String(scalars.prefix(length))
                guard digits.utf8.count == length, let value = UInt32(digits, radix: 16), value <= 0x10FFFF else {
                    return nil
                }
                scalars.removeFirst(length)
                result.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
            case "N": return nil
            default:
                // Python escapes non-ASCII text before it looks for escapes, so a backslash before é leaves "\xe9".
                result += "\\"
                if escape.isASCII {
                    result.unicodeScalars.append(escape)
                } else {
                    result += PythonText.escape(escape).dropFirst()
                }
            }
        }
        return result
    }
}
