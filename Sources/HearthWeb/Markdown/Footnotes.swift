// SPDX-License-Identifier: Apache-2.0

import CMarkGFM
import Foundation

/// The footnotes of a text, linked both ways. cmark-gfm numbers them, and puts them at the end in the order of their
/// numbers.
struct Footnotes {
    private let labels: MarkdownHTML.Labels
    /// Begins their ids.
    private let place: String
    /// How often each is referred to, and how often of these was written.
    private var references: [Int: (all: Int, written: Int)] = [:]
    /// How many were written.
    private(set) var count = 0

    init(of document: OpaquePointer, in place: String, _ labels: MarkdownHTML.Labels) {
        (self.place, self.labels) = (place.escapedForHTML, labels)
        guard let steps = cmark_iter_new(document) else { return }
        defer { cmark_iter_free(steps) }
        while case let step = cmark_iter_next(steps), step != CMARK_EVENT_DONE {
            guard step == CMARK_EVENT_ENTER, let node = cmark_iter_get_node(steps), Self.isReference(node) else {
                continue
            }
            references[Self.number(node), default: (0, 0)].all += 1
        }
    }

    static func isReference(_ node: OpaquePointer) -> Bool {
        cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_REFERENCE
    }

    static func isDefinition(_ node: OpaquePointer) -> Bool {
        cmark_node_get_type(node) == CMARK_NODE_FOOTNOTE_DEFINITION
    }

    /// Whether the links back to the text stand at the end of this paragraph.
    static func ends(_ paragraph: OpaquePointer) -> Bool {
        cmark_node_get_type(paragraph) == CMARK_NODE_PARAGRAPH && cmark_node_next(paragraph) == nil
            && cmark_node_parent(paragraph).map(isDefinition) == true
    }

    private static func number(_ reference: OpaquePointer) -> Int {
        cmark_node_get_literal(reference).flatMap { Int(String(cString: $0)) } ?? 0
    }

    private func id(_ number: Int) -> String { "\(place)-note-\(number)" }

    private func referenceID(_ number: Int, _ time: Int) -> String { "\(place)-ref-\(number)-\(time)" }

    /// - Parameter isInLink: a link cannot hold another one.
    mutating func reference(_ node: OpaquePointer, isInLink: Bool) -> String {
        let number = Self.number(node)
        references[number, default: (1, 0)].written += 1
        let label = labels.footnote.replacing("{n}", with: "\(number)").escapedForHTML
        let link = "<a href=\"#\(id(number))\" role=\"doc-noteref\" aria-label=\"\(label)\">\(number)</a>"
        let mark = referenceID(number, references[number]?.written ?? 1)
        return "<sup id=\"\(mark)\">\(isInLink ? "\(number)" : link)</sup>"
    }

    mutating func open() -> String {
        count += 1
        return "<li id=\"\(id(count))\">"
    }

    /// From the footnote that is open to each place that refers to it.
    func backlinks() -> String {
        let label = labels.footnoteBack.replacing("{n}", with: "\(count)").escapedForHTML
        return (1...max(1, references[count]?.all ?? 1)).map { time in
            " <a href=\"#\(referenceID(count, time))\" role=\"doc-backlink\" aria-label=\"\(label)\">↩</a>"
        }.joined()
    }

    func section(_ definitions: String) -> String {
        let label = labels.footnotes.escapedForHTML
        return
            "<section class=\"footnotes\" role=\"doc-endnotes\" aria-label=\"\(label)\"><ol>\(definitions)</ol></section>"
    }
}
