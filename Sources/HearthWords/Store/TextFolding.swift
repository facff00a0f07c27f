// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Texts as they are compared where somebody looks for one: bytes of UTF-8 without what they may differ in.
///
/// It is made for thousands of texts: what a letter becomes is worked out once, and ASCII and scripts without case and
/// accents are not looked up at all.
public struct TextFolding: Sendable {
    /// Whether accents and the vowel points of Hebrew and Arabic count; case never does.
    private let keepsAccents: Bool
    private var known: [UInt32: [UInt8]] = [:]

    public init(keepsAccents: Bool) { self.keepsAccents = keepsAccents }

    public mutating func folded(_ text: String) -> [UInt8] {
        var (text, result) = (text, [UInt8]())
        text.withUTF8 { fold(UnsafeRawBufferPointer($0), into: &result) }
        return result
    }

    /// Adds a text to others. Bytes that are no UTF-8 stay as they are.
    public mutating func fold(_ bytes: UnsafeRawBufferPointer, into result: inout [UInt8]) {
        let start = result.count
        result.append(contentsOf: bytes)
        // Most texts are ASCII, and need no second look.
        if result.withUnsafeMutableBufferPointer({ Self.foldASCII($0[start...]) }) { return }
        result.removeLast(result.count - start)
        var place = 0
        while place < bytes.count {
            let first = bytes[place]
            guard first >= 0x80 else {
                result.append(first >= 0x41 && first <= 0x5A ? first | 0x20 : first)
                place += 1
                continue
            }
            let length = Self.length(first)
            guard length > 1, place + length <= bytes.count else {
                result.append(first)
                place += 1
                continue
            }
            let sequence = bytes[place..<place + length]
            place += length
            var value = UInt32(first) & (0x7F >> UInt32(length))
            for byte in sequence.dropFirst() { value = value << 6 | UInt32(byte & 0x3F) }
            if Self.isPlain(value) { result.append(contentsOf: sequence) } else { result += folded(value, sequence) }
        }
    }

    /// Makes capital letters of ASCII small.
    /// - Returns: whether all of it is ASCII.
    private static func foldASCII(_ bytes: Slice<UnsafeMutableBufferPointer<UInt8>>) -> Bool {
        let bytes = UnsafeMutableBufferPointer(rebasing: bytes)
        var all: UInt8 = 0
        for place in bytes.indices {
            let byte = bytes[place]
            all |= byte
            bytes[place] = byte &- 0x41 < 26 ? byte | 0x20 : byte
        }
        return all < 0x80
    }

    /// Bytes of a sequence by its first one; 0 for one that begins none.
    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
    }

    /// Whether a letter is of a script without case and without accents: those of India and South East Asia, of China,
    /// Japan and Korea.
    private static func isPlain(_ value: UInt32) -> Bool {
        switch value {
        case 0x0900..<0x10A0, 0x1100..<0x13A0, 0x2E80..<0xA640, 0xAC00..<0xD800, 0x20000..<0x40000: true
        default: false
        }
    }

    private mutating func folded(_ value: UInt32, _ bytes: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
        if let known = known[value] { return known }
        let folded = Unicode.Scalar(value).map { Self.folded($0, keepsAccents) } ?? Array(bytes)
        known[value] = folded
        return folded
    }

    /// Sources: the Unicode Character Database for case and decomposition; CaseFolding.txt for ß and ς.
    private static func folded(_ scalar: Unicode.Scalar, _ keepsAccents: Bool) -> [UInt8] {
        // Full-width Latin is Latin.
        if (0xFF01...0xFF5E).contains(scalar.value), let narrow = Unicode.Scalar(scalar.value - 0xFEE0) {
            return Array(String(Character(narrow)).lowercased().utf8)
        }
        var result = ""
        for part in String(Character(scalar)).decomposedStringWithCanonicalMapping.unicodeScalars
        where keepsAccents || !isAccent(part) {
            for small in part.properties.lowercaseMapping.unicodeScalars where keepsAccents || !isAccent(small) {
                result += same[small] ?? (keepsAccents ? nil : plain[small]) ?? String(Character(small))
            }
        }
        return Array(result.utf8)
    }

    /// Letters that have two shapes, and apostrophes, by their plain form.
    private static let same: [Unicode.Scalar: String] = ["ß": "ss", "ς": "σ", "’": "'", "ʼ": "'"]
    /// Letters whose decomposition leaves them as they are.
    private static let plain: [Unicode.Scalar: String] = [
        "œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h",
    ]

    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF: true
        case 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7: true
        case 0x0610...0x061A, 0x0640, 0x064B...0x065F, 0x0670: true
        default: false
        }
    }
}
