// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// The pictures that a Markdown text shows: `![words](address)`, `![words](<address>)`, `![[address]]` and
/// `![[address|words]]`.
enum TextPictures {
    /// Bytes of the words and of an address; what is longer is no picture.
    private static let longestWords = 1_200
    private static let longestAddress = 2_000

    /// The text without the pictures that somebody takes.
    /// - Parameter take: is told each address, in the order of the text.
    static func taken(from text: String, _ take: (String) -> Bool) -> String {
        var reader = Reader(bytes: Array(text.utf8))
        var (kept, place): ([UInt8], Int) = ([], 0)
        kept.reserveCapacity(reader.bytes.count)
        while place < reader.bytes.count {
            guard let picture = reader.picture(at: place) else {
                kept.append(reader.bytes[place])
                place += 1
                continue
            }
            let address = String(decoding: reader.bytes[picture.address], as: UTF8.self)
            if !take(address) { kept += reader.bytes[place..<picture.end] }
            place = picture.end
        }
        return kept.count == reader.bytes.count ? text : String(decoding: kept, as: UTF8.self)
    }

    private struct Reader {
        let bytes: [UInt8]
        private var bracket = NextByte(UInt8(ascii: "]"), 0x0A)
        private var paren = NextByte(UInt8(ascii: ")"), UInt8(ascii: ">"), 0x0A)
        private var bar = NextByte(UInt8(ascii: "]"), UInt8(ascii: "|"), 0x0A)

        init(bytes: [UInt8]) { self.bytes = bytes }

        mutating func picture(at place: Int) -> (address: Range<Int>, end: Int)? {
            guard bytes[place] == UInt8(ascii: "!"), has(UInt8(ascii: "["), at: place + 1) else { return nil }
            return linked(place + 3) ?? titled(place + 2)
        }

        private func has(_ byte: UInt8, at place: Int) -> Bool { place < bytes.count && bytes[place] == byte }

        /// Behind `![`.
        private mutating func titled(_ start: Int) -> (Range<Int>, Int)? {
            let close = bracket.place(in: bytes, from: start)
            guard close - start <= longestWords, has(UInt8(ascii: "]"), at: close),
                has(UInt8(ascii: "("), at: close + 1)
            else { return nil }
            let first = close + (has(UInt8(ascii: "<"), at: close + 2) ? 3 : 2)
            guard first < bytes.count else { return nil }
            let end = paren.place(in: bytes, from: first)
            guard end > first, end - first <= longestAddress else { return nil }
            let last = has(UInt8(ascii: ">"), at: end) ? end + 1 : end
            return has(UInt8(ascii: ")"), at: last) ? (first..<end, last + 1) : nil
        }

        /// Behind `![[`.
        private mutating func linked(_ start: Int) -> (Range<Int>, Int)? {
            guard has(UInt8(ascii: "["), at: start - 1), start < bytes.count else { return nil }
            let end = bar.place(in: bytes, from: start)
            guard end > start, end - start <= longestAddress else { return nil }
            let close = has(UInt8(ascii: "|"), at: end) ? bracket.place(in: bytes, from: end) : end
            guard close - end <= longestWords, has(UInt8(ascii: "]"), at: close),
                has(UInt8(ascii: "]"), at: close + 1)
            else { return nil }
            return (start..<end, close + 2)
        }
    }
}
