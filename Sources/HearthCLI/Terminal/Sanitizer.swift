// SPDX-License-Identifier: Apache-2.0

/// Makes text safe to show in a terminal, whoever wrote it.
///
/// A model can be made to write escape sequences that recolour, overwrite or hide what is on the screen, or that make the terminal
/// type a command. Each control character is replaced by a visible one, on its own, so that a sequence is harmless wherever
/// it is cut. Line feeds and tabs stay, and so does all ordinary text: marks that combine, joined emoji, scripts written
/// from right to left.
package enum Sanitizer {
    /// Text that may have several lines.
    package static func text(_ text: String) -> String {
        replace(text) { $0 == "\n" || $0 == "\t" ? nil : picture(of: $0) }
    }

    /// Text that is to stay on one line, such as a name or the sentence of an error.
    package static func line(_ text: String) -> String { replace(text, picture) }

    /// A visible stand-in for a scalar that a terminal would obey; `nil` for one that it would show.
    private static func picture(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0..<0x20: Unicode.Scalar(0x2400 + scalar.value)  // ␀ ␁ … ␛ … ␟
        case 0x7F: "\u{2421}"  // ␡
        case 0x80..<0xA0: "\u{FFFD}"  // the 8-bit forms of ESC [, ESC ] and others
        case 0x2028, 0x2029: "\u{FFFD}"  // separators that some terminals take for a line feed
        case 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"  // these reorder the text around them
        default: nil
        }
    }

    private static func replace(_ text: String, _ picture: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        guard text.unicodeScalars.contains(where: { picture($0) != nil }) else { return text }
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { safe.append(picture(scalar) ?? scalar) }
        return String(safe)
    }
}
