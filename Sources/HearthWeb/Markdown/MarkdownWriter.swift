// SPDX-License-Identifier: Apache-2.0

import CMarkGFM
import Foundation

/// Writes a parsed text as HTML, block by block, from the first node to the last without recursion: how deep a text
/// nests is up to whoever wrote it.
struct MarkdownWriter {
    let markdown: MarkdownHTML
    let text: MarkedText
    private(set) var notes: Footnotes
    private var html = ""
    /// How many bytes may still be written.
    private var room: Int
    private var depth = 0
    private var inHeader = false
    private var alignments: [UInt8] = []
    private var column = 0
    /// The links that are open; `nil` for those whose address cannot be followed.
    private var openLinks: [OpenLink?] = []

    private struct OpenLink {
        let link: OutsideLink
        /// How many bytes of HTML there are before its words.
        let start: Int
    }

    /// Elements within elements; browsers count to 512.
    static let deepest = 100
    /// Bytes of a text's HTML, and bytes for each of the text: many short blocks of code have 42.
    static let (largest, perByte) = (2_000_000, 48)

    init(markdown: MarkdownHTML, text: MarkedText, notes: Footnotes) {
        self.markdown = markdown
        self.text = text
        self.notes = notes
        room = min(Self.largest, 20_000 + Self.perByte * text.size)
    }

    /// `nil` where the HTML nests deeper or grows larger than a page should.
    mutating func blocks(of document: OpaquePointer) -> [String]? {
        var blocks: [String] = []
        var definitions = ""
        var child = cmark_node_first_child(document)
        while let node = child {
            guard let html = write(node) else { return nil }
            if Footnotes.isDefinition(node) {
                definitions += html
            } else if !html.isEmpty {
                blocks.append(html)
            }
            child = cmark_node_next(node)
        }
        return definitions.isEmpty ? blocks : blocks + [notes.section(definitions)]
    }

    private mutating func write(_ node: OpaquePointer) -> String? {
        html = ""
        guard let steps = cmark_iter_new(node) else { return "" }
        defer { cmark_iter_free(steps) }
        while case let step = cmark_iter_next(steps), step != CMARK_EVENT_DONE {
            guard let node = cmark_iter_get_node(steps) else { continue }
            let kind = kind(of: node)
            let isParent = cmark_node_first_child(node) != nil
            if step == CMARK_EVENT_ENTER {
                enter(kind, node)
                if isParent { depth += 1 }
            } else {
                leave(kind, node)
                if isParent { depth -= 1 }
            }
            guard depth <= Self.deepest, html.utf8.count <= room else { return nil }
        }
        if html.hasPrefix("<") { html = directed(html) }
        room -= html.utf8.count
        return html
    }

    /// A block that takes its direction from its first letter, so that Arabic and Hebrew begin at the right.
    private func directed(_ html: String) -> String {
        let name = html.prefix { $0 != " " && $0 != ">" }
        return "\(name) dir=\"auto\"\(html[name.endIndex...])"
    }

    /// cmark-gfm has no names for footnotes.
    private func kind(of node: OpaquePointer) -> String {
        if Footnotes.isReference(node) { return "footnote_reference" }
        return Footnotes.isDefinition(node) ? "footnote_definition" : String(cString: cmark_node_get_type_string(node))
    }

    private mutating func enter(_ kind: String, _ node: OpaquePointer) {
        switch kind {
        case "text": html += words(node)
        case "html_block": html += "<p>" + words(node) + "</p>"
        case "html_inline": html += words(node)
        case "softbreak": html += "\n"
        case "linebreak": html += "<br>"
        case "code": html += "<code>" + text.source(of: cmark_node_get_literal(node)).escapedForHTML + "</code>"
        case "code_block": html += codeBlock(node)
        case "thematic_break": html += "<hr>"
        case "paragraph": if !isTight(node) { html += "<p>" }
        // The page has its own first and second headings.
        case "heading": html += "<h\(headingLevel(node))>"
        case "block_quote": html += "<blockquote>"
        case "list": html += openList(node)
        case "item": html += "<li>"
        case "tasklist":
            html += "<li class=\"task\"><span aria-hidden=\"true\">"
            html += (cmark_gfm_extensions_get_tasklist_item_checked(node) ? "☑" : "☐") + "</span> "
        case "emph": html += "<em>"
        case "strong": html += "<strong>"
        case "strikethrough": html += "<del>"
        case "link": openLink(node)
        case "image":
            openLink(node)
            if cmark_node_first_child(node) == nil { html += markdown.labels.image.escapedForHTML }
        case "table": openTable(node)
        case "table_header", "table_row": openRow(isHeader: kind == "table_header")
        case "table_cell": openCell()
        case "footnote_reference": html += notes.reference(node, isInLink: isInLink)
        case "footnote_definition": html += notes.open()
        default: break
        }
    }

    private mutating func leave(_ kind: String, _ node: OpaquePointer) {
        switch kind {
        case "paragraph":
            if Footnotes.ends(node) { html += notes.backlinks() }
            if !isTight(node) { html += "</p>" }
        case "heading": html += "</h\(headingLevel(node))>"
        case "block_quote": html += "</blockquote>"
        case "list": html += cmark_node_get_list_type(node) == CMARK_ORDERED_LIST ? "</ol>" : "</ul>"
        case "item", "tasklist": html += "</li>"
        case "emph": html += "</em>"
        case "strong": html += "</strong>"
        case "strikethrough": html += "</del>"
        case "link", "image": if let link = openLinks.popLast() ?? nil { html += hostNote(link) + "</a>" }
        case "table": html += "</tbody></table></div>"
        case "table_header": html += "</tr></thead><tbody>"
        case "table_row": html += "</tr>"
        case "table_cell": html += inHeader ? "</th>" : "</td>"
        case "footnote_definition":
            if cmark_node_last_child(node).map(Footnotes.ends) != true { html += notes.backlinks() }
            html += "</li>"
        default: break
        }
    }

    // MARK: Text

    /// Text with its formulas, escaped.
    private func words(_ node: OpaquePointer) -> String {
        text.pieces(of: cmark_node_get_literal(node)).map {
            switch $0 {
            case .text(let text): text.escapedForHTML
            case .formula(let formula): written(formula)
            }
        }.joined()
    }

    private func written(_ formula: MarkdownFormula) -> String {
        let words = (FormulaText.of(formula.body) ?? formula.body).escapedForHTML
        let tex = formula.isDrawable ? " data-tex=\"\(formula.body.escapedForHTML)\"" : ""
        return formula.isBlock
            ? "<span class=\"math block\" role=\"math\" tabindex=\"0\"\(tex)>\(words)</span>"
            : "<span class=\"math\" role=\"math\"\(tex)>\(words)</span>"
    }

    // MARK: Blocks

    private func codeBlock(_ node: OpaquePointer) -> String {
        let info = text.source(of: cmark_node_get_fence_info(node))
        let language = String(info.prefix { !$0.isWhitespace }.prefix(30))
        let labels = markdown.labels
        return """
            <div class="codeblock"><div class="top"><span>\(language.escapedForHTML)</span>\
            <button class="icon-button" type="button" data-copy-code aria-label="\(labels.copyCode.escapedForHTML)">\
            <svg class="icon s" aria-hidden="true"><use href="\(markdown.icons)#copy"/></svg></button></div>\
            <pre tabindex="0" role="region" aria-label="\(labels.code.escapedForHTML)"><code>\
            \(text.source(of: cmark_node_get_literal(node)).escapedForHTML)</code></pre></div>
            """
    }

    private func headingLevel(_ node: OpaquePointer) -> Int {
        min(6, Int(cmark_node_get_heading_level(node)) + 2)
    }

    private func openList(_ node: OpaquePointer) -> String {
        guard cmark_node_get_list_type(node) == CMARK_ORDERED_LIST else { return "<ul>" }
        let start = cmark_node_get_list_start(node)
        return start == 1 ? "<ol>" : "<ol start=\"\(start)\">"
    }

    /// In a tight list the words of an item stand without a paragraph.
    private func isTight(_ paragraph: OpaquePointer) -> Bool {
        guard let item = cmark_node_parent(paragraph), let list = cmark_node_parent(item) else { return false }
        return cmark_node_get_type(list) == CMARK_NODE_LIST && cmark_node_get_list_tight(list) != 0
    }

    // MARK: Links

    private var isInLink: Bool { openLinks.contains { $0 != nil } }

    private mutating func openLink(_ node: OpaquePointer) {
        let address = text.source(of: cmark_node_get_url(node))
        // A link cannot hold another one, which an image in a link would become.
        guard !isInLink, let link = markdown.links.link(address) else { return openLinks.append(nil) }
        html += "<a href=\"\(address.escapedForHTML)\" target=\"_blank\" rel=\"noopener noreferrer nofollow\">"
        openLinks.append(OpenLink(link: link, start: html.utf8.count))
    }

    /// The server behind a link whose words may say anything.
    private func hostNote(_ open: OpenLink) -> String {
        guard let host = open.link.host else { return "" }
        let words = String(decoding: Array(html.utf8.dropFirst(open.start)), as: UTF8.self)
        if open.link.spellings.contains(where: { $0.escapedForHTML == words }) { return "" }
        return " <bdi class=\"link-host\">\(host.escapedForHTML)</bdi>"
    }

    // MARK: Tables

    private mutating func openTable(_ node: OpaquePointer) {
        let columns = Int(cmark_gfm_extensions_get_table_columns(node))
        alignments =
            cmark_gfm_extensions_get_table_alignments(node).map {
                Array(UnsafeBufferPointer(start: $0, count: columns))
            } ?? []
        let label = markdown.labels.table.escapedForHTML
        html += "<div class=\"tablewrap\" tabindex=\"0\" role=\"region\" aria-label=\"\(label)\"><table>"
    }

    private mutating func openRow(isHeader: Bool) {
        inHeader = isHeader
        column = 0
        html += isHeader ? "<thead><tr>" : "<tr>"
    }

    private mutating func openCell() {
        let isRight = alignments.indices.contains(column) && alignments[column] == UInt8(ascii: "r")
        let name = inHeader ? "th scope=\"col\"" : "td"
        html += "<\(name)\(isRight ? " class=\"r\"" : "")>"
        column += 1
    }
}
