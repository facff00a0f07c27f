// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Fields that a template of Anki's shows. Source: Anki's manual, "Card Templates", "Field Replacements".
struct TemplateFields {
    /// Places of the fields that the front shows, in their order.
    private(set) var question: [Int] = []
    /// Those that only the back shows.
    private(set) var answer: [Int] = []

    /// How the front and the back show readings, where they do.
    private(set) var questionReadings: [Int: Furigana] = [:]
    private(set) var answerReadings: [Int: Furigana] = [:]

    /// - Parameter names: of the notetype's fields.
    init(_ template: AnkiNotetype.Template, _ names: [String]) {
        let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let asked = Self.shown(template.question).filter { !$0.isAsked && $0.name != NoteFields.empty }
        question = asked.compactMap { places[$0.name] }
        let shown = Self.shown(template.answer)
        // A field into which the answer is typed is one that the back shows.
        answer = shown.compactMap { places[$0.name] }.filter { !question.contains($0) }
        questionReadings = Self.readings(asked, places)
        answerReadings = Self.readings(shown, places)
    }

    private struct FieldReference {
        var name: String
        var filters: [String]
        /// It is typed in, or hidden behind a link.
        var isAsked: Bool { filters.contains { $0 == "type" || $0 == "hint" } }
    }

    private static func readings(_ shown: [FieldReference], _ places: [String: Int]) -> [Int: Furigana] {
        let found = shown.compactMap { one -> (Int, Furigana)? in
            guard let place = places[one.name], let reading = one.filters.compactMap(Furigana.init).first else {
                return nil
            }
            return (place, reading)
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }

    /// The fields that a template shows; not those that stand in for others which are empty.
    private static func shown(_ template: String) -> [FieldReference] {
        var missing: [Substring] = []
        return marks(template).compactMap { mark in
            guard let first = mark.first else { return nil }
            if first == "^" { missing.append(mark.dropFirst()) }
            if first == "/", mark.dropFirst() == missing.last { missing.removeLast() }
            guard missing.isEmpty, !"#^/!".contains(first) else { return nil }
            let parts = mark.split(separator: ":", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            return FieldReference(name: parts.last ?? "", filters: Array(parts.dropLast()))
        }
    }

    /// The fields that the templates of a notetype with gaps cut them out of, in their order.
    static func clozes(_ notetype: AnkiNotetype) -> [Int] {
        let names = notetype.templates.flatMap { shown($0.question) }.filter { $0.filters.contains("cloze") }.map(
            \.name)
        var found: [Int] = []
        for name in names {
            guard let place = notetype.fields.firstIndex(of: name), !found.contains(place) else { continue }
            found.append(place)
        }
        return found
    }

    /// Texts between double braces.
    private static func marks(_ template: String) -> [String] {
        let bytes = Array(template.utf8.prefix(longest))
        var (marks, start) = ([String](), 0)
        while marks.count < mostMarks, let open = bytes.first(opening, from: start),
            let close = bytes.first(closing, from: open + 2)
        {
            let mark = String(decoding: bytes[open + 2..<close], as: UTF8.self)
            marks.append(mark.trimmingCharacters(in: CharacterSet(charactersIn: "{ \t\n")))
            start = close + 2
        }
        return marks
    }

    private static let opening = Array("{{".utf8)
    private static let closing = Array("}}".utf8)
    /// Bytes of a template that are examined; people write some kilobytes.
    private static let longest = 64 << 10
    private static let mostMarks = 200
}

extension [UInt8] {
    /// Index at which `mark` begins for the first time at or after `start`.
    fileprivate func first(_ mark: [UInt8], from start: Int) -> Int? {
        guard start <= count else { return nil }
        var place = start
        while let next = self[place...].firstIndex(of: mark[0]) {
            if self[next...].starts(with: mark) { return next }
            place = next + 1
        }
        return nil
    }
}
