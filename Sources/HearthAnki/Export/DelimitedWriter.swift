// SPDX-License-Identifier: Apache-2.0

import Foundation
public import HearthWords

/// Words as CSV or TSV (RFC 4180), with names of columns that `DelimitedTable` and Anki read again.
public enum DelimitedWriter {
    private static let columns = [
        "word", "definition", "translation", "phonetic", "example", "image", "audio", "synonyms", "tags", "deck",
        "sentences",
    ]

    private static let beginFormulas = Set("=+-@＝＋－＠\t\r\n".unicodeScalars)

    /// - Parameters:
    ///   - separator: `,`, `;` or a tab.
    ///   - guardsFormulas: puts an apostrophe before fields that a spreadsheet would compute (`=1+1`). They are not the
    ///     same when they are imported again. Source: OWASP, "CSV Injection".
    /// - Returns: UTF-8 with CRLF line ends, the names of the columns first.
    public static func text(_ words: WordImport, separator: Character = ",", guardsFormulas: Bool = false) -> String {
        var text = ""
        func write(_ fields: [String]) {
            let line = fields.map { field in
                let isFormula = guardsFormulas && field.unicodeScalars.first.map(beginFormulas.contains) == true
                return quoted(isFormula ? "'" + field : field, separator)
            }
            text += line.joined(separator: String(separator)) + "\r\n"
        }
        write(columns)
        for word in words.words {
            let content = word.content
            write([
                content.cloze ?? content.word, content.definition, content.translation, content.phonetic,
                content.example,
                content.image ?? "", content.audio ?? "", WordRole.list(content.synonyms),
                content.tags.joined(separator: " "), words.decks[word.deck].path.joined(separator: Deck.separator),
                content.sentences.joined(separator: "\n"),
            ])
        }
        return text
    }

    /// By code points, as tables are read: to Swift a mark with an accent behind it is another character.
    private static func quoted(_ field: String, _ separator: Character) -> String {
        let scalars = field.unicodeScalars
        let needsQuotes =
            scalars.first == "#" || scalars.first == " " || scalars.last == " "
            || scalars.contains { $0 == "\"" || $0 == "\n" || $0 == "\r" || Character($0) == separator }
        guard needsQuotes else { return field }
        let parts = scalars.split(separator: "\"", omittingEmptySubsequences: false).map { String($0) }
        return "\"" + parts.joined(separator: "\"\"") + "\""
    }
}
