// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Directives at the head of a text file: Anki's lines, such as `#separator:tab`, and Excel's `sep=;`. Source: Anki's
/// manual, "Text Files", "File Headers".
///
/// A spreadsheet that has saved such a file has put separators behind them, as many as the widest row has.
struct TextDirectives: Equatable {
    var separator: Character?
    /// Whether Excel's line said it, which does not tell whether a row of names follows.
    var isOfSpreadsheet = false
    var isHTML: Bool?
    /// For all rows.
    var tags: [String] = []
    var deck: String?
    var notetype: String?
    /// Names of the columns, in the line after `#columns:`; they are cut when the separator is known.
    var columns: String?
    /// Numbers of columns, from 1.
    var guidColumn: Int?
    var deckColumn: Int?
    var notetypeColumn: Int?
    var tagsColumn: Int?

    /// Reads the lines at the beginning that are directives or comments.
    /// - Returns: the directives, and where the first record begins.
    static func read(_ bytes: [UInt8]) -> (TextDirectives, Int) {
        var (directives, position) = (TextDirectives(), 0)
        let first = bytes.prefix(40).prefix { $0 != 0x0A && $0 != 0x0D }
        if directives.takeSeparatorLine(String(decoding: first, as: UTF8.self)) {
            position = first.count
            while position < bytes.count, bytes[position] == 0x0A || bytes[position] == 0x0D { position += 1 }
        }
        while position < bytes.count, bytes[position] == UInt8(ascii: "#") {
            let end = bytes[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
            let line = String(decoding: bytes[position + 1..<end], as: UTF8.self)
            // A record may begin with this sign; a comment has no separator in it.
            guard directives.take(line) || !line.contains(where: { "\t;,|".contains($0) }) else { break }
            position = end
            while position < bytes.count, bytes[position] == 0x0A || bytes[position] == 0x0D { position += 1 }
        }
        return (directives, position)
    }

    private mutating func takeSeparatorLine(_ line: String) -> Bool {
        guard let match = line.wholeMatch(of: /"?(?i:sep)=([\t;,|: ])"?[\t;,|: ]*/) else { return false }
        (separator, isOfSpreadsheet) = (match.1.first, true)
        return true
    }

    private static let padding: Set<Character> = ["\t", ";", ",", "|"]

    /// A value without the separators that a spreadsheet has put behind it. One that is nothing else is a separator.
    private static func unpadded(_ value: Substring) -> String {
        let bare = value[
            ..<(value.lastIndex { !padding.contains($0) }.map { value.index(after: $0) } ?? value.startIndex)]
        return bare.allSatisfy(\.isWhitespace) ? String(value.prefix(1)) : String(bare)
    }

    private static let mostTags = 100

    private mutating func take(_ line: String) -> Bool {
        guard let colon = line.firstIndex(of: ":") else { return false }
        let value = Self.unpadded(line[line.index(after: colon)...])
        let word = value.trimmingCharacters(in: .whitespaces)
        switch line[..<colon].lowercased().trimmingCharacters(in: .whitespaces) {
        case "separator": separator = Self.separator(value)
        case "html": isHTML = word.lowercased() == "true"
        // These are for all rows, so no row may have to carry more of them than people write.
        case "tags": tags = word.split(separator: " ", maxSplits: Self.mostTags).prefix(Self.mostTags).map(String.init)
        case "deck": deck = String(word.prefix(4_000))
        case "notetype": notetype = CollectionReader.name(word)
        case "columns": columns = value
        case "guid column": guidColumn = word.number(in: 1...10_000)
        case "deck column": deckColumn = word.number(in: 1...10_000)
        case "notetype column": notetypeColumn = word.number(in: 1...10_000)
        case "tags column": tagsColumn = word.number(in: 1...10_000)
        case "if matches": break
        default: return false
        }
        return true
    }

    private static func separator(_ value: String) -> Character? {
        let names: [String: Character] = [
            "tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|", "colon": ":",
        ]
        if let known = names[value.lowercased().trimmingCharacters(in: .whitespaces)] { return known }
        return value.first.flatMap { $0.isASCII && $0 != "\"" ? $0 : nil }
    }
}
