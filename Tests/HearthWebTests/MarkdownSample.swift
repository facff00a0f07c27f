// SPDX-License-Identifier: Apache-2.0

@testable import HearthWeb

extension MarkdownHTML {
    static let sample = MarkdownHTML(
        labels: Labels(
            copyCode: "Copy code", code: "Code", table: "Table", image: "Image", footnotes: "Footnotes",
            footnote: "Footnote {n}", footnoteBack: "Back from footnote {n}", plain: "Shown as plain text."),
        icons: "/icons.svg", links: OutsideLinks(own: ["localhost", "127.0.0.1", "kitchen.local", "[fd00::1]"]))

    func html(_ text: String) -> String { html(text, in: "text") }
    /// Without the direction that each block has.
    func plain(_ text: String) -> String { html(text).replacing(" dir=\"auto\"", with: "") }
}

/// The tags of HTML of ours, in their order.
struct HTMLOutline {
    /// How deep elements stand in one another.
    private(set) var depth = 0
    /// How many elements stand in no other.
    private(set) var roots = 0
    /// Whether each element is closed where it was opened.
    private(set) var isBalanced = true
    private(set) var counts: [String: Int] = [:]

    init(_ html: String) {
        var open: [Substring] = []
        var rest = html.utf8[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")),
            let end = rest[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            let tag = Substring(rest[rest.index(after: start)..<end])
            rest = rest[end...].dropFirst()
            let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }
            if tag.first == "/" {
                if open.popLast() != name { isBalanced = false }
            } else {
                counts[String(name), default: 0] += 1
                if open.isEmpty { roots += 1 }
                if !["br", "hr"].contains(name), tag.last != "/" { open.append(name) }
                depth = max(depth, open.count)
            }
        }
        if !open.isEmpty { isBalanced = false }
    }
}
