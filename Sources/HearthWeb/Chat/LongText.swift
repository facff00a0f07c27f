// SPDX-License-Identifier: Apache-2.0

/// A long text of the user's, in pieces. A browser takes seconds to lay out one paragraph or field of hundreds of
/// thousands of characters, and next to none for as many in pieces.
enum LongText {
    /// Bytes of UTF-8, and lines, that a text may have to be shown whole.
    private static let shown = (bytes: 1_500, lines: 24)
    /// Bytes of a paragraph, about two screens of a phone.
    private static let paragraph = 4_000
    /// Bytes of a field in which a text is changed.
    private static let field = 60_000

    /// Whether it would fill more than a screen by itself.
    static func isLong(_ text: String) -> Bool {
        text.utf8.count > shown.bytes || text.utf8.count(where: { $0 == newline }) > shown.lines
    }

    /// Its first lines; all of it where it is not long.
    static func beginning(of text: String) -> String {
        guard isLong(text) else { return text }
        let end = end(of: text[...], within: shown.bytes)
        var lines = 0
        let last = text.utf8[..<end].firstIndex { byte in
            if byte == newline { lines += 1 }
            return lines > shown.lines
        }
        return String(text[..<(last ?? end)])
    }

    /// The same, and a sign that there is more.
    static func shortened(_ text: String) -> String { isLong(text) ? beginning(of: text).trimmed + " …" : text }

    /// All of it, to be read.
    static func paragraphs(of text: String) -> [String] { pieces(of: text, longest: paragraph) }

    /// All of it, to be changed; joined, they are the text.
    static func fields(of text: String) -> [String] { pieces(of: text, longest: field) }

    private static func pieces(of text: String, longest: Int) -> [String] {
        var pieces: [String] = []
        var rest = text[...]
        while !rest.isEmpty {
            let end = end(of: rest, within: longest)
            pieces.append(String(rest[..<end]))
            rest = rest[end...]
        }
        return pieces
    }

    /// Finds where to cut a text: behind the last line end or space in the second half of the first `longest` bytes.
    private static func end(of text: Substring, within longest: Int) -> String.Index {
        let bytes = text.utf8
        guard var end = bytes.index(bytes.startIndex, offsetBy: longest, limitedBy: bytes.endIndex),
            end != bytes.endIndex
        else { return text.endIndex }
        let half = bytes.index(bytes.startIndex, offsetBy: longest / 2)
        for sign in [newline, UInt8(ascii: " ")] {
            if let last = bytes[half..<end].lastIndex(of: sign) { return bytes.index(after: last) }
        }
        // No character is cut in two.
        while bytes[end] & 0xC0 == 0x80 { bytes.formIndex(before: &end) }
        return end
    }

    private static let newline = UInt8(ascii: "\n")
}
