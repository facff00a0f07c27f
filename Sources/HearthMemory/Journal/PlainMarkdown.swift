// SPDX-License-Identifier: Apache-2.0

extension String {
    /// Without the signs by which Markdown marks words, on one line: what a list shows of a text.
    public var plainOfMarkdown: String {
        let lines = prefix(4_000).split(whereSeparator: \.isNewline).map { line in
            line.replacing(#/^\s*(?:#{1,6}|>|[-*+]|\d{1,3}[.)])\s+/#, with: "")
        }
        return lines.joined(separator: " ").hidingEscapes
            .replacing(#/!?\[([^\]]{0,200})\]\([^)]{0,500}\)/#) { String($0.1) }
            .replacing(#/[*_`]{1,3}/#, with: "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            .showingEscapes
    }

    /// Without the backslashes by which Markdown says that a sign is only a sign: `30\-minutes` is 30-minutes. Source:
    /// CommonMark, section 2.4.
    public var withoutMarkdownEscapes: String { hidingEscapes.showingEscapes }

    /// Private characters in the place of signs that have a backslash before them, so that nothing takes those for
    /// Markdown.
    private var hidingEscapes: String {
        guard utf8.contains(UInt8(ascii: "\\")) else { return self }
        var (result, isEscape) = (String.UnicodeScalarView(), false)
        for scalar in unicodeScalars {
            if isEscape, Self.isSign(scalar), let hidden = Unicode.Scalar(Self.firstHidden + scalar.value) {
                result.removeLast()
                result.append(hidden)
                isEscape = false
            } else {
                result.append(scalar)
                isEscape = scalar == "\\"
            }
        }
        return String(result)
    }

    private var showingEscapes: String {
        guard unicodeScalars.contains(where: { $0.value >= Self.firstHidden }) else { return self }
        let shown = unicodeScalars.map { scalar in
            guard scalar.value >= Self.firstHidden, let sign = Unicode.Scalar(scalar.value - Self.firstHidden),
                Self.isSign(sign)
            else { return scalar }
            return sign
        }
        return String(String.UnicodeScalarView(shown))
    }

    /// In the last of the private planes, which no font uses.
    private static let firstHidden: UInt32 = 0x10_FF00

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
