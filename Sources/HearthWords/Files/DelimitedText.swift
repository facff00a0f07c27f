// SPDX-License-Identifier: Apache-2.0

/// Text with a row in each line and something between the columns: CSV, and what spreadsheets make of it.
///
/// Source: RFC 4180, with what programs do besides: semicolons or tabs between, any end of line, quotes in the middle
/// of a field.
public struct DelimitedText: Sendable, Equatable {
    public var separator: Character
    public var rows: [[String]]

    /// - Parameter bytes: UTF-8, or UTF-16 where it begins with a mark of its order.
    /// - Throws: `WordsError` `.invalid` for other bytes, for a quote that nothing closes, and for more than 1,000
    ///   columns.
    public init(_ bytes: [UInt8]) throws(WordsError) {
        guard let text = Self.decoded(bytes) else {
            throw WordsError(.invalid, "the file is not text in UTF-8; save it again as “CSV UTF-8”")
        }
        separator = Self.separator(of: text)
        rows = try Self.rows(of: text, separator)
    }

    private static func decoded(_ bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return String(validating: bytes.dropFirst(3), as: UTF8.self) }
        let isLittle = bytes.starts(with: [0xFF, 0xFE])
        guard isLittle || bytes.starts(with: [0xFE, 0xFF]) else {
            return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
        }
        let units = stride(from: 2, to: bytes.count - 1, by: 2).map { place in
            let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
            return isLittle ? second << 8 | first : first << 8 | second
        }
        return String(validating: units, as: UTF16.self)
    }

    /// What occurs most often in the first lines, outside of quotes.
    private static func separator(of text: String) -> Character {
        var (counts, isQuoted, lines): ([Character: Int], Bool, Int) = ([:], false, 0)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            if character.isNewline && !isQuoted { lines += 1 }
            if lines == 20 { break }
            if !isQuoted, "\t;,|".contains(character) { counts[character, default: 0] += 1 }
        }
        // A tab is never part of a sentence, and a comma often is.
        for candidate: Character in ["\t", ";", "|"] where counts[candidate, default: 0] >= max(1, lines) {
            return candidate
        }
        return ","
    }

    private static func rows(of text: String, _ separator: Character) throws(WordsError) -> [[String]] {
        var rows: [[String]] = []
        var (row, field, isQuoted, wasQuoted, line): ([String], String, Bool, Bool, Int) = ([], "", false, false, 1)
        var opened = 1
        var characters = text.makeIterator()
        var next = characters.next()
        while let character = next {
            next = characters.next()
            if character.isNewline { line += 1 }
            if isQuoted {
                if character != "\"" {
                    field.append(character)
                } else if next == "\"" {
                    field.append("\"")
                    next = characters.next()
                } else {
                    isQuoted = false
                }
            } else if character == "\"" && field.isEmpty && !wasQuoted {
                (isQuoted, wasQuoted, opened) = (true, true, line)
            } else if character == separator {
                row.append(field)
                (field, wasQuoted) = ("", false)
                if row.count > 1_000 { throw WordsError(.invalid, "line \(line) has more than 1,000 columns") }
            } else if character.isNewline {
                row.append(field)
                if row.contains(where: { !$0.isEmpty }) { rows.append(row) }
                (row, field, wasQuoted) = ([], "", false)
            } else {
                field.append(character)
            }
        }
        if isQuoted { throw WordsError(.invalid, "the quotation mark that opens in line \(opened) is never closed") }
        row.append(field)
        if row.contains(where: { !$0.isEmpty }) { rows.append(row) }
        return rows
    }

    /// Rows as CSV, with a comma between and lines that end as RFC 4180 has it.
    public static func csv(_ rows: [[String]]) -> String {
        rows.map { row in
            row.map { field in
                let isPlain = !field.contains { $0 == "\"" || $0 == "," || $0.isNewline }
                return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
            }.joined(separator: ",") + "\r\n"
        }.joined()
    }
}
