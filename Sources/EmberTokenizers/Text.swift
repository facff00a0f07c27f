// SPDX-License-Identifier: Apache-2.0

/// UTF-8 on its way through a tokenizer, with a mark for each byte that a person, tool or document wrote.
struct Text {
    var bytes: [UInt8]
    /// One mark per byte, or `nil` when nothing is marked, which is the fast case.
    var literal: [Bool]?

    /// Builds the text that replaces this one. What is appended to `bytes` takes the marks of the part of the source
    /// that the following call of `mark` names.
    struct Writer {
        var bytes: [UInt8] = []
        private let source: [Bool]?
        private var literal: [Bool]?

        init(replacing text: Text) {
            source = text.literal
            literal = source == nil ? nil : []
            bytes.reserveCapacity(text.bytes.count + 16)
        }

        var tracksMarks: Bool { source != nil }

        @inline(__always)
        mutating func mark(_ start: Int, _ end: Int) {
            if source != nil { markSlowly(start, end) }
        }

        private mutating func markSlowly(_ start: Int, _ end: Int) {
            guard let source, let marked = literal?.count else { return }
            let isLiteral = start < end && source[start..<end].contains(true)
            literal?.append(contentsOf: repeatElement(isLiteral, count: max(0, bytes.count - marked)))
        }

        func finish() -> Text { Text(bytes: bytes, literal: literal) }
    }

    var isASCII: Bool {
        bytes.withUnsafeBufferPointer { isASCIIOnly($0) }
    }

    /// Replaces every scalar by what `body` appends for it.
    @inline(__always)
    mutating func mapScalars(_ body: (UInt32, inout [UInt8]) -> Void) {
        var writer = Writer(replacing: self)
        bytes.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            var index = 0
            while index < source.count {
                let (scalar, length) = readScalar(base, index)
                body(scalar, &writer.bytes)
                writer.mark(index, index + length)
                index += length
            }
        }
        self = writer.finish()
    }

    /// Puts bytes in front; they take the mark of the first byte.
    mutating func prepend(_ prefix: [UInt8]) {
        bytes.insert(contentsOf: prefix, at: 0)
        if let first = literal?.first { literal?.insert(contentsOf: repeatElement(first, count: prefix.count), at: 0) }
    }

    mutating func append(_ suffix: [UInt8]) {
        bytes += suffix
        if let last = literal?.last { literal? += repeatElement(last, count: suffix.count) }
    }

    /// Keeps only a part.
    mutating func trim(to range: Range<Int>) {
        bytes = Array(bytes[range])
        if let marks = literal { literal = Array(marks[range]) }
    }

    /// Whether any byte of the range is marked.
    func isLiteral(_ start: Int, _ end: Int) -> Bool {
        guard let literal, start < end else { return false }
        return literal[start..<end].contains(true)
    }
}

@inline(__always)
func isASCIIOnly(_ bytes: Bytes) -> Bool {
    guard let base = bytes.baseAddress else { return true }
    let raw = UnsafeRawPointer(base)
    var index = 0
    while index + 8 <= bytes.count {
        if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
        index += 8
    }
    while index < bytes.count {
        if base[index] >= 0x80 { return false }
        index += 1
    }
    return true
}
