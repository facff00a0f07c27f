// SPDX-License-Identifier: Apache-2.0

/// A string inside the interpreter: UTF-8, with a note of which bytes came from untrusted input.
///
/// Bytes rather than `String`, because Python counts and compares scalars and Swift compares by canonical equivalence.
/// The bytes are always valid UTF-8. `marks` is empty for everything that a template writes itself, so text without
/// input costs nothing extra.
struct TemplateText: Sendable {
    private(set) var bytes: [UInt8]
    /// Byte ranges from untrusted input: ascending, not touching one another, not empty.
    private(set) var marks: [Range<Int>]
    /// Whether this is what Jinja calls Markup: text that `safe` or `escape` returned.
    var isMarkup = false

    static let empty = TemplateText("")

    init(_ string: String, literal: Bool = false) {
        bytes = Array(string.utf8)
        marks = literal && !bytes.isEmpty ? [0..<bytes.count] : []
    }

    init(bytes: [UInt8], marks: [Range<Int>] = [], isMarkup: Bool = false) {
        self.bytes = bytes
        self.marks = marks
        self.isMarkup = isMarkup
    }

    init(bytes: [UInt8], literal: Bool) {
        self.init(bytes: bytes, marks: literal && !bytes.isEmpty ? [0..<bytes.count] : [])
    }

    var string: String { String(decoding: bytes, as: UTF8.self) }
    var isEmpty: Bool { bytes.isEmpty }
    var isLiteral: Bool { !marks.isEmpty }

    /// How many scalars there are: Python's `len`.
    var count: Int {
        var count = 0
        for byte in bytes where byte & 0xC0 != 0x80 { count += 1 }
        return count
    }

    var isASCII: Bool { bytes.allSatisfy { $0 < 0x80 } }

    /// The part in a byte range that begins and ends between scalars.
    subscript(range: Range<Int>) -> TemplateText {
        if range.lowerBound == 0, range.upperBound == bytes.count { return self }
        return TemplateText(bytes: Array(bytes[range]), marks: marks(in: range), isMarkup: isMarkup)
    }

    /// The marks inside a byte range, counted from its beginning.
    func marks(in range: Range<Int>) -> [Range<Int>] {
        if marks.isEmpty || range.isEmpty { return [] }
        var found: [Range<Int>] = []
        for mark in marks where mark.overlaps(range) {
            let part = mark.clamped(to: range)
            found.append(part.lowerBound - range.lowerBound..<part.upperBound - range.lowerBound)
        }
        return found
    }

    /// Byte offsets at which scalars begin, and the end.
    var boundaries: [Int] {
        var offsets: [Int] = []
        offsets.reserveCapacity(bytes.count + 1)
        for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 { offsets.append(offset) }
        offsets.append(bytes.count)
        return offsets
    }

    /// The byte offset of the scalar with this index; the end for the index after the last.
    func offset(ofScalar index: Int) -> Int {
        var seen = -1
        for (offset, byte) in bytes.enumerated() where byte & 0xC0 != 0x80 {
            seen += 1
            if seen == index { return offset }
        }
        return bytes.count
    }

    /// The scalars as texts of their own.
    var characters: [TemplateText] {
        let offsets = boundaries
        return (0..<offsets.count - 1).map { self[offsets[$0]..<offsets[$0 + 1]] }
    }

    /// The first place at or after `start` where `needle` begins, before `end`.
    func firstIndex(of needle: TemplateText, from start: Int = 0, to end: Int? = nil) -> Int? {
        let end = end ?? bytes.count
        let length = needle.bytes.count
        if length == 0 { return start <= end ? start : nil }
        if end - start < length { return nil }
        return bytes.withUnsafeBufferPointer { bytes in
            needle.bytes.withUnsafeBufferPointer { needle in
                let first = needle[0]
                var position = start
                while position + length <= end {
                    if bytes[position] == first {
                        var same = 1
                        while same < length, bytes[position + same] == needle[same] { same += 1 }
                        if same == length { return position }
                    }
                    position += 1
                }
                return nil
            }
        }
    }

    /// The last place where `needle` begins, within a byte range.
    func lastIndex(of needle: TemplateText, from start: Int = 0, to end: Int? = nil) -> Int? {
        let end = end ?? bytes.count
        let length = needle.bytes.count
        var position = end - length
        while position >= start {
            if bytes[position..<position + length].elementsEqual(needle.bytes) { return position }
            position -= 1
        }
        return nil
    }

    func contains(_ needle: TemplateText) -> Bool { firstIndex(of: needle) != nil }
    func hasPrefix(_ prefix: TemplateText) -> Bool { bytes.starts(with: prefix.bytes) }
    func hasSuffix(_ suffix: TemplateText) -> Bool { bytes.suffix(suffix.bytes.count).elementsEqual(suffix.bytes) }

    static func + (a: TemplateText, b: TemplateText) -> TemplateText {
        if b.isEmpty { return a }
        if a.isEmpty { return TemplateText(bytes: b.bytes, marks: b.marks, isMarkup: a.isMarkup) }
        var builder = TextBuilder(a)
        builder.append(b)
        return builder.text(isMarkup: a.isMarkup)
    }

    /// The text this many times.
    func repeated(_ times: Int) -> TemplateText {
        var builder = TextBuilder()
        builder.reserve(bytes.count * times)
        var part = self
        var rest = times
        // Doubling, so that a long line of dashes is a few copies and not thousands.
        while rest > 0 {
            if rest & 1 == 1 { builder.append(part) }
            rest >>= 1
            if rest > 0 { part = part + part }
        }
        return builder.text(isMarkup: isMarkup)
    }

    func with(markup: Bool) -> TemplateText { TemplateText(bytes: bytes, marks: marks, isMarkup: markup) }
}

extension TemplateText: Hashable {
    /// Equal when the scalars are; where they came from does not matter.
    static func == (a: TemplateText, b: TemplateText) -> Bool { a.bytes == b.bytes }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

extension TemplateText: Comparable {
    /// The order of UTF-8 bytes is the order of scalars, which is Python's.
    static func < (a: TemplateText, b: TemplateText) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

extension TemplateText: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self.init(value) }
}

/// Puts a text together and keeps the marks of its parts.
struct TextBuilder {
    private(set) var bytes: [UInt8] = []
    private(set) var marks: [Range<Int>] = []

    init() {}

    init(_ text: TemplateText) {
        bytes = text.bytes
        marks = text.marks
    }

    var count: Int { bytes.count }

    mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }

    private mutating func mark(_ range: Range<Int>) {
        if range.isEmpty { return }
        if let last = marks.last, last.upperBound == range.lowerBound {
            marks[marks.count - 1] = last.lowerBound..<range.upperBound
        } else {
            marks.append(range)
        }
    }

    mutating func append(_ text: TemplateText) {
        let start = bytes.count
        bytes += text.bytes
        for part in text.marks { mark(start + part.lowerBound..<start + part.upperBound) }
    }

    /// Appends part of a text.
    mutating func append(_ text: TemplateText, _ range: Range<Int>) {
        let start = bytes.count
        bytes += text.bytes[range]
        for part in text.marks where part.overlaps(range) {
            let part = part.clamped(to: range)
            mark(start + part.lowerBound - range.lowerBound..<start + part.upperBound - range.lowerBound)
        }
    }

    mutating func append(_ string: String, literal: Bool = false) {
        let start = bytes.count
        bytes += string.utf8
        if literal { mark(start..<bytes.count) }
    }

    mutating func append(byte: UInt8, literal: Bool = false) {
        bytes.append(byte)
        if literal { mark(bytes.count - 1..<bytes.count) }
    }

    mutating func append(repeating byte: UInt8, count: Int) {
        if count > 0 { bytes += repeatElement(byte, count: count) }
    }

    func text(isMarkup: Bool = false) -> TemplateText { TemplateText(bytes: bytes, marks: marks, isMarkup: isMarkup) }
}

extension TemplateText {
    /// Each scalar replaced by what `transform` makes of it; what a literal scalar becomes is literal.
    /// - Parameter transform: is given the scalar and its byte offset.
    func mapScalars(_ transform: (Unicode.Scalar, Int) -> String) -> TemplateText {
        var builder = TextBuilder()
        builder.reserve(bytes.count)
        forEachScalar { scalar, range, literal in
            builder.append(transform(scalar, range.lowerBound), literal: literal)
        }
        return builder.text(isMarkup: isMarkup)
    }

    /// Visits every scalar with its byte range and whether it came from input.
    func forEachScalar(_ visit: (Unicode.Scalar, Range<Int>, Bool) -> Void) {
        var offset = 0
        var next = 0
        for scalar in string.unicodeScalars {
            let end = offset + UTF8.width(scalar)
            while next < marks.count, marks[next].upperBound <= offset { next += 1 }
            visit(scalar, offset..<end, next < marks.count && marks[next].contains(offset))
            offset = end
        }
    }
}
