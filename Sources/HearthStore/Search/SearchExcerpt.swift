// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HearthModels

/// Excerpt of a found text: some words of it, with marks around the sought ones.
///
/// FTS5's own `snippet` weighs every place at which a word stands against every other, which takes seconds for a long
/// text. It makes the excerpts of texts up to `longestForFTS5` characters; of longer ones, this reads no further than
/// it has to.
struct SearchExcerpt {
    /// Characters of a text that FTS5 makes an excerpt of.
    static let longestForFTS5 = 8_192

    /// SQL of two columns: FTS5's excerpt, and the text that one is to be made of here; one of them is null.
    /// - Parameters:
    ///   - snippet: a call of `snippet`.
    ///   - text: an expression.
    static func columns(_ snippet: String, of text: String) -> String {
        """
        CASE WHEN length(\(text)) <= \(longestForFTS5) THEN \(snippet) END AS excerpt,
        CASE WHEN length(\(text)) > \(longestForFTS5) THEN \(text) END AS longText
        """
    }

    /// Words of an excerpt, those of them before the first that was sought, and its scalars.
    private static let words = 24
    private static let wordsBefore = 6
    private static let longest = 400
    /// Places of sought words that are compared.
    private static let places = 256

    private let sought: [SearchQuery.Word]

    init(_ query: SearchQuery) { sought = query.words }

    private struct Place {
        /// The word's number in the text, and which of those that are sought it is.
        let number: Int
        let word: Int
        /// Beginning of the excerpt for this place, some words before it.
        let start: String.Index
    }

    /// The part of a text that has most of the words that are sought, with marks as in `Finding.excerpt`.
    func excerpt(of text: String) -> String {
        let start = best(in: text)
        var reader = SearchWords(text, from: start)
        var (result, end, count) = (start == text.startIndex ? "" : "…", start, 0)
        while count < Self.words, let word = reader.next() {
            result += text.unicodeScalars[end..<word.range.lowerBound].prefix(Self.longest).unmarked
            let isSought = index(of: word.text) != nil
            let part = text.unicodeScalars[word.range].prefix(Self.longest).unmarked
            result += isSought ? "\u{E000}\(part)\u{E001}" : String(part)
            (end, count) = (word.range.upperBound, count + 1)
            if result.unicodeScalars.count > Self.longest { break }
        }
        return end == text.endIndex ? result : result + "…"
    }

    /// Excerpt for a row with both columns.
    func of(_ row: Row, _ marks: SearchMarks) -> String {
        if let text = row["longText"] as String? { return excerpt(of: text) }
        return marks.placed(in: row["excerpt"])
    }

    private func index(of word: String) -> Int? {
        sought.firstIndex { $0.isBegun ? word.hasPrefix($0.text) : word == $0.text }
    }

    /// Finds the beginning of the excerpt: the first place behind which as many of the words stand as behind any.
    private func best(in text: String) -> String.Index {
        let all = sought.count
        var reader = SearchWords(text, from: text.startIndex)
        var (before, places, number): ([String.Index], [Place], Int) = ([], [], 0)
        while places.count < Self.places, let word = reader.next() {
            before.append(word.range.lowerBound)
            if before.count > Self.wordsBefore { before.removeFirst() }
            number += 1
            guard let index = index(of: word.text) else { continue }
            places.append(Place(number: number, word: index, start: before[0]))
            let first = places.firstIndex { number - $0.number < Self.words - Self.wordsBefore } ?? 0
            if Set(places[first...].map(\.word)).count == all { return places[first].start }
        }
        let counts = places.indices.map { first in
            Set(
                places[first...].prefix { $0.number - places[first].number < Self.words - Self.wordsBefore }.map(\.word)
            )
            .count
        }
        guard let most = counts.max(), let first = counts.firstIndex(of: most) else { return text.startIndex }
        return places[first].start
    }
}

/// The words of a text, one after another, as the tokenizer `unicode61` with `remove_diacritics` makes them. Source:
/// SQLite, "FTS5 Extension", section 4.3.1.
struct SearchWords {
    /// Scalars of a word that are compared; more of one stands in no query.
    private static let longest = 256

    private let scalars: String.UnicodeScalarView
    private var place: String.Index

    init(_ text: String, from start: String.Index) { (scalars, place) = (text.unicodeScalars, start) }

    mutating func next() -> (range: Range<String.Index>, text: String)? {
        var steps = 0
        defer { StepCounter.add(steps) }
        while place < scalars.endIndex, !SearchQuery.isIndexed(scalars[place]) {
            scalars.formIndex(after: &place)
            steps += 1
        }
        guard place < scalars.endIndex else { return nil }
        let start = place
        var (word, length) = (String.UnicodeScalarView(), 0)
        while place < scalars.endIndex, Self.continues(scalars[place]) {
            if length < Self.longest { word.append(scalars[place]) }
            length += 1
            scalars.formIndex(after: &place)
        }
        steps += length
        return (start..<place, Self.folded(String(word)))
    }

    private static func continues(_ scalar: Unicode.Scalar) -> Bool {
        SearchQuery.isIndexed(scalar) || scalar.properties.generalCategory == .nonspacingMark
    }

    /// In lower case and without accents.
    static func folded(_ word: String) -> String {
        if word.utf8.allSatisfy({ $0 < 0x80 }) { return word.lowercased() }
        let scalars = word.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        return String(String.UnicodeScalarView(scalars)).lowercased()
    }
}

extension Substring.UnicodeScalarView {
    /// Without the scalars that mark what was found.
    fileprivate var unmarked: String {
        String(String.UnicodeScalarView(filter { $0 != "\u{E000}" && $0 != "\u{E001}" }))
    }
}
