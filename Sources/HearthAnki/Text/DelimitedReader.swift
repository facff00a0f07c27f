// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// Cuts CSV and TSV into records and fields (RFC 4180), in one pass whatever the file says.
///
/// Fields in quotes may have line breaks and separators in them, and a quote is written twice there. A quote that is
/// never closed is a letter, and its line is noted in `unclosed`: otherwise it would swallow rows. It is not closed
/// where the file ends first, or where the next quote is on a later line and stands before a letter, so that it opens
/// another field. Lines end with LF, CRLF or CR; empty lines are no records.
///
/// Nothing is read more than twice: whatever ends a field that was not closed is a run of quotes of odd length, and
/// none of two such fields reaches beyond the first run of the other.
struct DelimitedReader {
    private let bytes: [UInt8]
    private let separator: UInt8
    private let quote: UInt8
    private var position: Int
    /// The line on which the last record began, from 1.
    private(set) var line = 1
    private var nextLine = 1
    /// The lines on which a quote was opened and not closed, from 1, up to `mostUnclosed` of them.
    private(set) var unclosed: [Int] = []
    private(set) var unclosedCount = 0

    static let mostUnclosed = 200

    /// Fields of a record that are kept; a file of separators alone would have millions.
    static let mostFields = 200

    init(_ bytes: [UInt8], from start: Int = 0, separator: UInt8, quote: UInt8) {
        (self.bytes, self.separator, self.quote, position) = (bytes, separator, quote, start)
        nextLine = 1 + bytes[..<start].count { $0 == 0x0A }
    }

    /// The fields of the next record, at most 200 of them, or `nil` at the end.
    mutating func next() -> [String]? {
        skipEmptyLines()
        guard position < bytes.count else { return nil }
        line = nextLine
        var fields: [String] = []
        while true {
            let field = field()
            if fields.count < Self.mostFields { fields.append(field) }
            guard position < bytes.count, bytes[position] == separator else { break }
            position += 1
        }
        endLine()
        return fields
    }

    private mutating func skipEmptyLines() {
        while position < bytes.count, isLineEnd(position) { endLine() }
    }

    private func isLineEnd(_ place: Int) -> Bool { bytes[place] == 0x0A || bytes[place] == 0x0D }

    private mutating func endLine() {
        guard position < bytes.count else { return }
        if bytes[position] == 0x0D, position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
        position += 1
        nextLine += 1
    }

    private mutating func field() -> String {
        if position < bytes.count, bytes[position] == quote, let field = quotedField() {
            return field
        }
        let start = position
        while position < bytes.count, bytes[position] != separator, !isLineEnd(position) { position += 1 }
        StepCounter.add(position - start + 1)
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Whether a field can end here; some writers have spaces after the closing quote.
    private func endsField(_ place: Int) -> Bool {
        let end = bytes[place...].firstIndex { $0 != UInt8(ascii: " ") } ?? bytes.count
        StepCounter.add(end - place)
        return end == bytes.count || bytes[end] == separator || isLineEnd(end)
    }

    private mutating func noteUnclosed() {
        unclosedCount += 1
        if unclosed.count < Self.mostUnclosed { unclosed.append(nextLine) }
    }

    /// `nil`, without a step, where the quote is never closed.
    private mutating func quotedField() -> String? {
        let start = position
        var (content, piece, lines) = ([UInt8](), start + 1, 0)
        position += 1
        while position < bytes.count {
            if bytes[position] == quote {
                content += bytes[piece..<position]
                position += 1
                piece = position
                guard position < bytes.count, bytes[position] == quote else { break }
            } else if isLineEnd(position) {
                // Of CR and LF together, the second counts.
                let isFirstOfTwo = bytes[position] == 0x0D && position + 1 < bytes.count && bytes[position + 1] == 0x0A
                lines += isFirstOfTwo ? 0 : 1
            }
            position += 1
        }
        let isClosed = piece == position && position > start + 1
        StepCounter.add(position - start)
        guard isClosed, lines == 0 || endsField(position) else {
            position = start
            noteUnclosed()
            return nil
        }
        // Some writers go on after the closing quote, on the same line.
        while position < bytes.count, bytes[position] != separator, !isLineEnd(position) { position += 1 }
        nextLine += lines
        return String(decoding: content + bytes[piece..<position], as: UTF8.self)
    }
}
