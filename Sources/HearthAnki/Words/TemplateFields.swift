// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Which fields a template of Anki's shows. Source: Anki's manual, "Card Templates", "Field Replacements".
struct TemplateFields {
    /// Places of the fields that the front shows, in their order.
    private(set) var question: [Int] = []
    /// Those that only the back shows.
    private(set) var answer: [Int] = []

    /// - Parameter names: of the notetype's fields.
    init(_ template: AnkiNotetype.Template, _ names: [String]) {
        let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        question = Self.shown(template.question).filter { !$0.isAsked && $0.name != NoteFields.empty }.compactMap {
            places[$0.name]
        }
        // A field into which the answer is typed is one that the back shows.
        answer = Self.shown(template.answer).compactMap { places[$0.name] }.filter { !question.contains($0) }
    }

    private struct Shown {
        var name: String
        /// It is typed in, or hidden behind a link.
        var isAsked: Bool
    }

    private static func shown(_ template: String) -> [Shown] {
        marks(template).compactMap { mark in
            guard let first = mark.first, !"#^/!".contains(first) else { return nil }
            let parts = mark.split(separator: ":", omittingEmptySubsequences: false).map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            return Shown(
                name: parts.last ?? "", isAsked: parts.dropLast().contains { $0 == "type" || $0 == "hint" })
        }
    }

    /// The field that a template of a notetype with gaps cuts them out of.
    static func cloze(_ notetype: AnkiNotetype) -> Int? {
        let found = notetype.templates.flatMap { marks($0.question) }
        guard let mark = found.first(where: { $0.hasPrefix("cloze:") || $0.contains(":cloze:") }) else { return nil }
        let name = mark.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        return notetype.fields.firstIndex { $0 == name }
    }

    /// What stands in double braces.
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
    /// What is looked at of a template; people write some kilobytes.
    private static let longest = 64 << 10
    private static let mostMarks = 200
}

extension [UInt8] {
    /// Where `mark` begins for the first time at or after `start`.
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
