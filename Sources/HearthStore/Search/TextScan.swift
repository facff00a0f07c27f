// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthWords

/// Looks for what the index cannot find: words of scripts that put no space between them, emoji, and letters that the
/// index takes for others, such as ё.
///
/// The index has words, and of a sentence in Chinese one alone. So texts are read from the newest on, until there is
/// enough: the time grows with all that is stored.
struct TextScan {
    private struct Piece {
        var folded: [UInt8]
        /// It is in a script with spaces, where only what begins a word counts.
        var beginsWord: Bool
    }

    private let pieces: [Piece]
    private var folding = TextFolding(keepsAccents: false)
    private var folded: [UInt8] = []

    /// - Returns: `nil` where the index finds all there is.
    init?(_ query: String) {
        let words = query.split { $0.isWhitespace || $0 == "\"" }.prefix(SearchQuery.mostPhrases).map(String.init)
        guard words.contains(where: { $0.unicodeScalars.contains(where: Self.isHidden) }) else { return nil }
        self.init(words)
    }

    /// Looks for all that a query has, without the index: words, each of which may be the beginning of one, and what
    /// stands between quotes as it is.
    /// - Returns: `nil` where there is nothing to look for.
    init?(allOf query: String) {
        let pieces = query.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
        let words = pieces.enumerated().flatMap { place, piece in
            let words = piece.split(whereSeparator: \.isWhitespace).map(String.init)
            return place.isMultiple(of: 2) ? words : [words.joined(separator: " ")]
        }
        self.init(Array(words.prefix(SearchQuery.mostPhrases)))
    }

    private init?(_ words: [String]) {
        var folding = folding
        pieces = words.map(\.withoutNulls).compactMap { word in
            let folded = folding.folded(word)
            let beginsWord =
                word.unicodeScalars.first.map { SearchQuery.isIndexed($0) && !Self.isUnspaced($0) } ?? false
            return folded.isEmpty ? nil : Piece(folded: folded, beginsWord: beginsWord)
        }
        guard !pieces.isEmpty else { return nil }
    }

    /// Whether the index may have it in another word, or not at all.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "е", "ё", "Е", "Ё", "и", "й", "И", "Й": true
        default: isUnspaced(scalar) || scalar.properties.generalCategory == .otherSymbol
        }
    }

    /// Scripts that are written without spaces, or with endings that grow onto words: those of China, Japan, Korea and
    /// South East Asia. Source: Unicode Standard Annex 14, class SA, and annex 24.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0FFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x1950...0x19DF, 0x1A20...0x1AAF: true
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x318F, 0x31A0...0x31FF, 0x3400...0x9FFF: true
        case 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// Whether a text has all that is sought.
    mutating func finds(_ text: UnsafeRawBufferPointer) -> Bool {
        folded.removeAll(keepingCapacity: true)
        folding.fold(text, into: &folded)
        return folded.withUnsafeBytes { bytes in pieces.allSatisfy { Self.place(of: $0, in: bytes, from: 0) != nil } }
    }

    private static func place(of piece: Piece, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var place = start
        while place + piece.folded.count <= bytes.count {
            guard let base = bytes.baseAddress,
                let found = memchr(base + place, Int32(piece.folded[0]), bytes.count - place)
            else { return nil }
            let at = UnsafeRawPointer(found) - base
            place = at + 1
            guard at + piece.folded.count <= bytes.count, memcmp(found, piece.folded, piece.folded.count) == 0 else {
                continue
            }
            guard piece.beginsWord, isInWord(at, bytes) else { return at }
        }
        return nil
    }

    /// Whether a letter stands before a place.
    private static func isInWord(_ place: Int, _ bytes: UnsafeRawBufferPointer) -> Bool {
        guard place > 0 else { return false }
        var start = place - 1
        while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        let before = String(decoding: bytes[start..<place], as: UTF8.self).unicodeScalars.first
        return before.map(SearchQuery.isIndexed) ?? false
    }

    // MARK: Excerpt

    /// Scalars before and after what was found first.
    private static let before = 30
    private static let after = 120
    /// Bytes that are read behind what was found first.
    private static let read = 2_000

    /// The part of the text that `finds` has found last around what was found first in it, with marks as in
    /// `Finding.excerpt`.
    mutating func excerpt(of text: String) -> String {
        let found = folded.withUnsafeBytes { bytes in
            pieces.compactMap { Self.place(of: $0, in: bytes, from: 0) }.min() ?? 0
        }
        // A text may have a million letters, and little of it is shown.
        let scalars = Array(text.unicodeScalars.prefix(found + Self.read))
        var (bytes, places): ([UInt8], [Int]) = ([], [])
        for (index, scalar) in scalars.enumerated() {
            let count = bytes.count
            if count > found + Self.read { break }
            Array(String(scalar).utf8).withUnsafeBytes { folding.fold($0, into: &bytes) }
            places += Array(repeating: index, count: bytes.count - count)
        }
        let marked = bytes.withUnsafeBytes { bytes in Self.marked(pieces, in: bytes, places) }
        let first = marked.min() ?? 0
        let start = max(0, first - Self.before)
        let end = min(scalars.count, first + Self.after)
        var (result, isOpen) = (start > 0 ? "…" : "", false)
        for index in start..<end {
            if marked.contains(index) != isOpen {
                isOpen.toggle()
                result += isOpen ? "\u{E000}" : "\u{E001}"
            }
            if scalars[index] != "\u{E000}", scalars[index] != "\u{E001}" {
                result.unicodeScalars.append(scalars[index])
            }
        }
        return result + (isOpen ? "\u{E001}" : "") + (end < scalars.count ? "…" : "")
    }

    /// The scalars of the first places at which the pieces stand.
    private static func marked(_ pieces: [Piece], in bytes: UnsafeRawBufferPointer, _ places: [Int]) -> Set<Int> {
        var marked: Set<Int> = []
        for piece in pieces {
            var start = 0
            for _ in 0..<4 {
                guard let found = place(of: piece, in: bytes, from: start) else { break }
                for byte in found..<(found + piece.folded.count) { marked.insert(places[byte]) }
                start = found + piece.folded.count
            }
        }
        return marked
    }
}

extension TextScan {
    /// The rows whose text has what is sought, the first ones of a query that has the text in its first column.
    /// - Parameters:
    ///   - arguments: those of the query.
    ///   - take: is given each of them, with an excerpt; says whether there is room for more.
    mutating func rows(
        _ database: Database, _ sql: String, _ arguments: StatementArguments = [],
        _ take: (Row, _ excerpt: String) throws -> Bool
    ) throws {
        let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        while let row = try rows.next() {
            let isFound = try row.withUnsafeData(atIndex: 0) { data in
                data?.withUnsafeBytes { finds($0) } ?? false
            }
            guard isFound else { continue }
            guard try take(row, excerpt(of: row[0])) else { return }
        }
    }
}
