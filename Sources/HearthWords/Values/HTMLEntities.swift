// SPDX-License-Identifier: Apache-2.0

/// Character references of HTML: numbers and names. Source: the HTML standard, sections 13.2.5.72 to 13.2.5.80.
package enum HTMLEntities {
    private struct Names {
        /// With a semicolon behind.
        var all: [Substring: String] = [:]
        /// The same with or without one.
        var bare: [Substring: String] = [:]
    }

    private static let names: Names = {
        var names = Names()
        for entry in table.split(whereSeparator: \.isWhitespace) {
            guard let end = entry.firstIndex(where: { $0 == "=" || $0 == "~" }) else { continue }
            let scalars = entry[entry.index(after: end)...].split(separator: "+")
                .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            let text = String(String.UnicodeScalarView(scalars))
            names.all[entry[..<end]] = text
            if entry[end] == "~" { names.bare[entry[..<end]] = text }
        }
        return names
    }()

    /// In bytes.
    private static let longestName = 31
    private static let longestBareName = 6

    /// The text, with references replaced by what they mean; those that mean nothing stay as they are.
    /// - Parameter isAttribute: there a name without a semicolon, with a letter, a digit or `=` behind it, is text: it
    ///   may be a part of an address.
    package static func decoded(_ bytes: ArraySlice<UInt8>, isAttribute: Bool = false) -> String {
        guard var ampersand = bytes.firstIndex(of: UInt8(ascii: "&")) else {
            return String(decoding: bytes, as: UTF8.self)
        }
        var text = ""
        var start = bytes.startIndex
        while true {
            if let found = reference(bytes[(ampersand + 1)...], isAttribute) {
                text += String(decoding: bytes[start..<ampersand], as: UTF8.self)
                text += found.text
                start = found.end
            }
            guard let next = bytes[max(start, ampersand + 1)...].firstIndex(of: UInt8(ascii: "&")) else { break }
            ampersand = next
        }
        return text + String(decoding: bytes[start...], as: UTF8.self)
    }

    /// Reads a reference behind its ampersand.
    private static func reference(_ bytes: ArraySlice<UInt8>, _ isAttribute: Bool) -> (text: String, end: Int)? {
        if bytes.first == UInt8(ascii: "#") { return number(bytes.dropFirst()) }
        let name = bytes.prefix { isLetterOrDigit($0) && $0 < 0x80 }.prefix(longestName)
        guard !name.isEmpty else { return nil }
        if name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";"),
            let text = names.all[Substring(decoding: name, as: UTF8.self)]
        {
            return (text, name.endIndex + 1)
        }
        for length in stride(from: min(name.count, longestBareName), to: 1, by: -1) {
            guard let text = names.bare[Substring(decoding: name.prefix(length), as: UTF8.self)] else { continue }
            let end = name.startIndex + length
            let isText = isAttribute && end < bytes.endIndex && (isLetterOrDigit(bytes[end]) || bytes[end] == 0x3D)
            return isText ? nil : (text, end)
        }
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) && byte < 0x80
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> (text: String, end: Int)? {
        let isHexadecimal = bytes.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let digits = (isHexadecimal ? bytes.dropFirst() : bytes).prefix {
            (0x30...0x39).contains($0) || isHexadecimal && (0x61...0x66).contains($0 | 0x20)
        }
        guard !digits.isEmpty else { return nil }
        // More digits than this are beyond Unicode, unless they are zeros.
        let value =
            UInt32(
                String(decoding: digits.drop { $0 == 0x30 }.prefix(9), as: UTF8.self),
                radix: isHexadecimal ? 16 : 10) ?? 0
        var end = digits.endIndex
        if end < bytes.endIndex, bytes[end] == UInt8(ascii: ";") { end += 1 }
        return (String(Character(scalar(value))), end)
    }

    /// Numbers from 0x80 to 0x9F mean what Windows-1252 has there.
    private static func scalar(_ value: UInt32) -> Unicode.Scalar {
        if (0x80...0x9F).contains(value) { return Unicode.Scalar(windows1252[Int(value - 0x80)]) ?? "\u{FFFD}" }
        return value == 0 ? "\u{FFFD}" : Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
