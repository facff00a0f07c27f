// SPDX-License-Identifier: Apache-2.0

import CMarkGFM
import Foundation
import HearthMemory
import Synchronization

/// Turns Markdown into HTML that is safe whatever the text says.
///
/// cmark-gfm only reads; what is written comes from here, one known element at a time. Raw HTML is shown as the text it
/// is, only the addresses that `OutsideLinks` takes are links, which name the server that they
/// lead to, and images become links. A text that
/// would be too much for a page stays as it was written.
struct MarkdownHTML: Sendable {
    /// Words of the buttons and regions that stand in an answer.
    struct Labels: Sendable {
        let copyCode: String
        let code: String
        let table: String
        let image: String
        let footnotes: String
        /// A footnote's number stands for `{n}`.
        let footnote: String
        let footnoteBack: String
        /// Says why a text is shown as it was written.
        let plain: String
    }

    let labels: Labels
    /// The address of the icons.
    let icons: String
    let links: OutsideLinks

    /// The HTML of each block at the top of a text, so that of a growing text only the last ones need to be sent again.
    /// Each is one element.
    /// - Parameter place: begins the ids of its footnotes, and is another one for each text on a page.
    func blocks(_ text: String, in place: String) -> [String] {
        let (marked, notes) = MarkedText.marking(text)
        if !notes.isEmpty {
            let withNotes = MarkedText.marking(text, notes: notes).text
            if let blocks = layOut(withNotes, notes: notes.count, place) { return blocks }
        }
        return layOut(marked, notes: 0, place) ?? plain(text)
    }

    func html(_ text: String, in place: String) -> String { blocks(text, in: place).joined() }

    /// `nil` for what is too much for a page, and where cmark-gfm finds other footnotes than we do: it would drop some.
    private func layOut(_ text: MarkedText, notes: Int, _ place: String) -> [String]? {
        guard MarkdownCost(text.bytes).isBearable else { return nil }
        guard let document = parse(text.bytes, hasNotes: notes > 0) else { return [] }
        defer { cmark_node_free(document) }
        var writer = MarkdownWriter(
            markdown: self, text: text, notes: Footnotes(of: document, in: place, labels))
        guard let blocks = writer.blocks(of: document), writer.notes.count == notes else { return nil }
        return blocks
    }

    private func plain(_ text: String) -> [String] {
        ["<p class=\"note\">\(labels.plain.escapedForHTML)</p>"]
            + plainPieces(of: text).map { "<div class=\"plain\">\($0.escapedForHTML)</div>" }
    }

    private func parse(_ source: [UInt8], hasNotes: Bool) -> OpaquePointer? {
        _ = Self.extensions
        // cmark-gfm keeps the characters that extensions look for in one table of the process, while it parses (its
        // issue 176).
        return Self.parsing.withLock { _ in Self.parseAlone(source, hasNotes: hasNotes) }
    }

    private static let parsing = Mutex(())

    private static func parseAlone(_ source: [UInt8], hasNotes: Bool) -> OpaquePointer? {
        guard let parser = cmark_parser_new(hasNotes ? CMARK_OPT_FOOTNOTES : CMARK_OPT_DEFAULT) else { return nil }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
        }
        source.withUnsafeBytes { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        return cmark_parser_finish(parser)
    }

    /// Registered once; a `static let` waits for whoever is first.
    private static let extensions: Void = cmark_gfm_core_extensions_ensure_registered()
}

/// A text in pieces of whole lines, so that of a growing one only the last needs to be sent again. A line that is very
/// long is cut.
private func plainPieces(of text: String) -> [Substring] {
    var pieces: [Substring] = []
    var rest = text[...]
    while !rest.isEmpty {
        let most = rest.index(rest.startIndex, offsetBy: 8_000, limitedBy: rest.endIndex) ?? rest.endIndex
        let line = most == rest.endIndex ? nil : rest[..<most].lastIndex(where: \.isNewline)
        let end = line.map { rest.index(after: $0) } ?? most
        pieces.append(rest[..<end])
        rest = rest[end...]
    }
    return pieces
}

extension StringProtocol {
    /// The text as it stands in HTML, in an attribute too.
    ///
    /// It goes byte by byte: to Swift a quotation mark and an accent behind it are one character, and another one than
    /// the mark alone, but a browser sees the mark.
    var escapedForHTML: String {
        guard utf8.contains(where: { replacement(for: $0) != nil }) else { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count + utf8.count / 4)
        for byte in utf8 {
            if let other = replacement(for: byte) { bytes += other.utf8 } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The same with what stands between U+E000 and U+E001 marked: what a search has found.
    var markedHTML: String {
        String(self).withoutMarkdownEscapes.escapedForHTML.replacing("\u{E000}", with: "<mark>").replacing(
            "\u{E001}", with: "</mark>")
    }
}

/// - Returns: what stands in HTML for a byte that would mean something there; `nil` for all others.
private func replacement(for byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
}
