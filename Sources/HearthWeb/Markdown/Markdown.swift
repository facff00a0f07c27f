// SPDX-License-Identifier: Apache-2.0

import CMarkGFM
import Foundation
import Synchronization

/// Turns Markdown into HTML that is safe whatever the text says.
///
/// cmark-gfm only reads; what is written comes from here, one known element at a time. Raw HTML is shown as the text it is,
/// addresses with other schemes than those of `LinkAddress` are no links, and images become links.
struct Markdown: Sendable {
    /// Words of the buttons and regions that stand in an answer.
    struct Labels: Sendable {
        let copyCode: String
        let code: String
        let table: String
        let image: String
    }

    let labels: Labels
    /// The address of the icons.
    let icons: String

    /// The HTML of each block at the top of a text, so that of a growing text only the last ones need to be sent again.
    func blocks(_ text: String) -> [String] {
        let (source, formulas) = extractFormulas(from: text)
        guard let document = parse(source) else { return [] }
        defer { cmark_node_free(document) }
        var blocks: [String] = []
        var child = cmark_node_first_child(document)
        while let node = child {
            var writer = MarkdownWriter(markdown: self, formulas: formulas)
            let html = writer.write(node)
            if !html.isEmpty { blocks.append(html) }
            child = cmark_node_next(node)
        }
        return blocks
    }

    func html(_ text: String) -> String { blocks(text).joined() }

    private func parse(_ source: String) -> OpaquePointer? {
        _ = Self.extensions
        // cmark-gfm keeps the characters that extensions look for in one table of the process, while it parses (its issue 176).
        return Self.parsing.withLock { _ in Self.parseAlone(source) }
    }

    private static let parsing = Mutex(())

    private static func parseAlone(_ source: String) -> OpaquePointer? {
        guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return nil }
        defer { cmark_parser_free(parser) }
        for name in ["table", "strikethrough", "autolink", "tasklist"] {
            cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name))
        }
        var source = source
        source.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
        }
        return cmark_parser_finish(parser)
    }

    /// Registered once; a `static let` waits for whoever is first.
    private static let extensions: Void = cmark_gfm_core_extensions_ensure_registered()
}

extension String {
    /// The text as it stands in HTML, in an attribute too.
    var escapedForHTML: String {
        var result = ""
        result.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
