// SPDX-License-Identifier: Apache-2.0

/// SentencePiece's compiled table of replacements: a double-array trie of byte strings, and the texts they become.
///
/// Layout: the trie's size in bytes as a little-endian 32-bit number, the trie, then the texts, each ended by a zero.
/// Source: github.com/google/sentencepiece, src/normalizer.cc, and the darts-clone library for the units of the trie.
struct CharacterMap: Sendable {
    private let units: [UInt32]
    private let texts: [UInt8]
    /// Whether the table changes no ASCII scalar, so that such text needs no look.
    private var keepsASCII = true

    init?(_ blob: [UInt8]) {
        guard blob.count >= 4 else { return nil }
        let size = Self.word(blob, 0)
        guard size.isMultiple(of: 4), Int(size) <= blob.count - 4 else { return nil }
        units = stride(from: 4, to: 4 + Int(size), by: 4).map { Self.word(blob, $0) }
        texts = Array(blob[(4 + Int(size))...])
        guard !units.isEmpty, String(validating: texts, as: UTF8.self) != nil, textsAreWhole else { return nil }
        keepsASCII = (1..<0x80).allSatisfy { lookUp([UInt8($0)][...]) == nil }
    }

    /// Whether the text of every entry begins in the texts, and with a whole character: what a file says that points
    /// into the middle of one would make text that is not UTF-8.
    private var textsAreWhole: Bool {
        units.indices.allSatisfy { index in
            // Units of texts, and those behind which no entry ends, point nowhere.
            guard units[index] >> 31 == 0, Self.endsEntry(units[index]) else { return true }
            let leaf = index ^ Self.offset(units[index])
            guard leaf < units.count else { return false }
            let start = Self.start(units[leaf])
            return start == texts.count || start < texts.count && texts[start] & 0xC0 != 0x80
        }
    }

    private static func word(_ blob: [UInt8], _ index: Int) -> UInt32 {
        (0..<4).reduce(0) { $0 | UInt32(blob[index + $1]) << (8 * $1) }
    }

    /// The replacement of the shortest entry that is a prefix of `key`; so does the reference.
    private func lookUp(_ key: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var node = Self.offset(units[0])
        for byte in key {
            if byte == 0 { return nil }
            node ^= Int(byte)
            guard node < units.count else { return nil }
            let unit = units[node]
            guard unit & 0x8000_00FF == UInt32(byte) else { return nil }
            node ^= Self.offset(unit)
            guard node < units.count else { return nil }
            if Self.endsEntry(unit) { return texts[Self.start(units[node])...].prefix { $0 != 0 } }
        }
        return nil
    }

    private static func offset(_ unit: UInt32) -> Int { Int(unit >> 10) << Int((unit & 0x200) >> 6) }

    /// Whether an entry ends behind a unit; the unit at its offset says where its text starts.
    private static func endsEntry(_ unit: UInt32) -> Bool { unit >> 8 & 1 == 1 }

    private static func start(_ unit: UInt32) -> Int { Int(unit & 0x7FFF_FFFF) }

    /// Replaces grapheme clusters of fewer than six bytes as a whole if the table has them, else scalar by scalar.
    func apply(to text: inout Text) {
        if keepsASCII, text.isASCII { return }
        var writer = Text.Writer(replacing: text)
        var index = 0
        for cluster in String(decoding: text.bytes, as: UTF8.self) {
            let length = cluster.utf8.count
            let end = index + length
            if length < 6, let replacement = lookUp(text.bytes[index..<end]) {
                writer.bytes += replacement
                writer.mark(index, end)
                index = end
                continue
            }
            while index < end {
                let next = min(end, index + scalarLength(text.bytes[index]))
                if let replacement = lookUp(text.bytes[index..<next]) {
                    writer.bytes += replacement
                } else {
                    writer.bytes += text.bytes[index..<next]
                }
                writer.mark(index, next)
                index = next
            }
        }
        text = writer.finish()
    }
}
