// SPDX-License-Identifier: Apache-2.0

/// A formula in a text: `$…$`, `$$…$$`, `\(…\)` or `\[…\]`.
struct MarkdownFormula: Sendable, Equatable {
    /// With what it stands between.
    let source: String
    let body: String
    let isBlock: Bool

    /// Bytes of a formula that is drawn; a page of mathematics has formulas of some hundreds.
    static let longestDrawn = 2_000
    /// Braces, environments and delimiters within each other.
    static let deepestDrawn = 24

    /// Whether a browser may draw it with KaTeX. Otherwise it stays text: where it is long or deep, and where it
    /// defines commands, which could multiply themselves, or names addresses and HTML, which a formula has no use for.
    var isDrawable: Bool {
        let bytes = body.utf8
        guard bytes.count <= Self.longestDrawn else { return false }
        var depth = 0
        var rest = bytes[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: "\\"):
                let name = rest.prefix {
                    $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z") || $0 == UInt8(ascii: "@")
                }
                // What a backslash escapes opens nothing.
                guard !name.isEmpty else {
                    rest = rest.dropFirst()
                    continue
                }
                rest = rest[name.endIndex...]
                switch String(Substring(name)) {
                case "begin", "left": depth += 1
                case "end", "right": depth -= 1
                case let command where Self.refused.contains(command) || command.hasPrefix("html"): return false
                default: break
                }
            default: break
            }
            if depth > Self.deepestDrawn { return false }
        }
        return true
    }

    private static let refused: Set<String> = [
        "def", "gdef", "edef", "xdef", "let", "futurelet", "global", "long", "newcommand", "renewcommand",
        "providecommand", "char", "href", "url", "includegraphics", "csname", "expandafter", "noexpand",
    ]
}
