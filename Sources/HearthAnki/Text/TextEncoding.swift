// SPDX-License-Identifier: Apache-2.0

import Foundation

/// How a text file is written, as far as that can be told from its bytes.
public enum TextEncoding: String, Sendable, CaseIterable {
    case utf8, utf16LittleEndian, utf16BigEndian, windows1252, windows1250, windows1251, shiftJIS, eucKR, gb18030

    /// A mark at the beginning decides; then whether it is UTF-8; then zero bytes, which only UTF-16 has. What is left
    /// is a guess, see `isSure` and `EncodingGuess`.
    public init(of bytes: [UInt8]) {
        if bytes.starts(with: [0xFF, 0xFE]) {
            self = .utf16LittleEndian
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16BigEndian
        } else if let wide = Self.wide(bytes) {
            self = wide
        } else if String(validating: bytes, as: UTF8.self) != nil {
            self = .utf8
        } else {
            self = EncodingGuess.encoding(of: bytes)
        }
    }

    /// Whether the bytes leave no doubt about it.
    public static func isSure(of bytes: [UInt8]) -> Bool {
        ([[0xFF, 0xFE], [0xFE, 0xFF], [0xEF, 0xBB, 0xBF]] as [[UInt8]]).contains { bytes.starts(with: $0) }
            || wide(bytes) == nil && String(validating: bytes, as: UTF8.self) != nil
    }

    /// UTF-16 without a mark: line ends and signs of ASCII have a zero byte each, all of them on the same side.
    private static func wide(_ bytes: [UInt8]) -> TextEncoding? {
        let sample = bytes.prefix(4096)
        func zeros(_ parity: Int) -> Int { sample.indices.count { $0 % 2 == parity && sample[$0] == 0 } }
        let (low, high) = (zeros(0), zeros(1))
        if high > sample.count / 5 { return .utf16LittleEndian }
        if low > sample.count / 5 { return .utf16BigEndian }
        let few = max(2, sample.count / 100)
        guard bytes.count.isMultiple(of: 2), min(low, high) == 0, max(low, high) >= few else { return nil }
        return high > low ? .utf16LittleEndian : .utf16BigEndian
    }

    /// The text as UTF-8, without a mark at its beginning.
    func utf8(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .utf8: return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        case .utf16LittleEndian: return Self.fromUTF16(bytes) { UInt16($0) | UInt16($1) << 8 }
        case .utf16BigEndian: return Self.fromUTF16(bytes) { UInt16($0) << 8 | UInt16($1) }
        case .windows1252:
            var text = ""
            for byte in bytes { text.unicodeScalars.append(Self.windows1252(byte)) }
            return Array(text.utf8)
        case .windows1250: return Self.decoded(bytes, .windowsCP1250)
        case .windows1251: return Self.decoded(bytes, .windowsCP1251)
        case .shiftJIS: return Self.decoded(bytes, .shiftJIS)
        // Foundation names these by Core Foundation's numbers: kCFStringEncodingEUC_KR and
        // kCFStringEncodingGB_18030_2000.
        case .eucKR: return Self.decoded(bytes, .init(rawValue: 0x8000_0940))
        case .gb18030: return Self.decoded(bytes, .init(rawValue: 0x8000_0632))
        }
    }

    /// Line by line, so that a byte that means nothing costs its own line alone, in which it becomes a sign for it.
    private static func decoded(_ bytes: [UInt8], _ encoding: String.Encoding) -> [UInt8] {
        if let text = String(bytes: bytes, encoding: encoding) { return Array(text.utf8) }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count * 2)
        for (number, line) in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if number > 0 { result.append(0x0A) }
            let text = String(bytes: line, encoding: encoding)
            // ASCII is the same in all of these.
            result += text.map { Array($0.utf8) } ?? line.flatMap { $0 < 0x80 ? [$0] : Array("\u{FFFD}".utf8) }
        }
        return result
    }

    private static func fromUTF16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return Array(String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self).utf8)
    }

    /// Characters that Windows-1252 has instead of control characters, from 0x80 on. Source: the WHATWG's Encoding
    /// Standard, index windows-1252.
    private static let signs = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? signs[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
}
