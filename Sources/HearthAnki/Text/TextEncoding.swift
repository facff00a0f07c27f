// SPDX-License-Identifier: Apache-2.0

/// How a text file is written, as far as that can be told from its bytes.
public enum TextEncoding: String, Sendable, CaseIterable {
    case utf8, utf16LittleEndian, utf16BigEndian, windows1252

    /// A mark at the beginning decides; then whether it is UTF-8; then whether every second byte is zero in much of its
    /// beginning. What is left is Windows-1252, in which every byte means something.
    public init(of bytes: [UInt8]) {
        let sample = bytes.prefix(4096)
        func zeros(_ parity: Int) -> Int { sample.indices.filter { $0 % 2 == parity && sample[$0] == 0 }.count }
        if bytes.starts(with: [0xFF, 0xFE]) {
            self = .utf16LittleEndian
        } else if bytes.starts(with: [0xFE, 0xFF]) {
            self = .utf16BigEndian
        } else if zeros(1) > sample.count / 5 {
            self = .utf16LittleEndian
        } else if zeros(0) > sample.count / 5 {
            self = .utf16BigEndian
        } else {
            self = String(validating: bytes, as: UTF8.self) != nil ? .utf8 : .windows1252
        }
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
        }
    }

    private static func fromUTF16(_ bytes: [UInt8], _ unit: (UInt8, UInt8) -> UInt16) -> [UInt8] {
        let units = stride(from: 0, to: bytes.count - 1, by: 2).map { unit(bytes[$0], bytes[$0 + 1]) }
        return Array(String(decoding: units.first == 0xFEFF ? units.dropFirst() : units[...], as: UTF16.self).utf8)
    }

    /// What Windows-1252 has instead of control characters, from 0x80 on. Source: the WHATWG's Encoding Standard, index
    /// windows-1252.
    private static let signs = Array(
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    private static func windows1252(_ byte: UInt8) -> Unicode.Scalar {
        (0x80...0x9F).contains(byte) ? signs[Int(byte) - 0x80] : Unicode.Scalar(byte)
    }
}
