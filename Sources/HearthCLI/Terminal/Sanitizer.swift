// SPDX-License-Identifier: Apache-2.0

/// Makes text safe to show in a terminal, whoever wrote it.
///
/// A model, a file or a name can hold escape sequences that recolour, overwrite or hide what is on the screen, or that
/// make the terminal type a command, and characters that nobody sees or that reorder those around them. Each is
/// replaced by a visible stand-in, on its own, so that a sequence is harmless wherever it is cut. Line feeds and tabs
/// stay, and so does all ordinary text: marks that combine, joined emoji, scripts written from right to left.
package enum Sanitizer {
    /// Text that may have several lines.
    package static func text(_ text: String) -> String { whole(text, Pieces()) }

    /// Text that is to stay on one line, such as a name or the sentence of an error.
    package static func line(_ text: String) -> String { whole(text, Pieces(keepsLines: false)) }

    private static func whole(_ text: String, _ pieces: Pieces) -> String {
        guard text.unicodeScalars.contains(where: { $0.isSuspect }) else { return text }
        var pieces = pieces
        return pieces.append(text) + pieces.end()
    }

    /// JSON with the same meaning, in which nothing is left that a terminal would obey or hide.
    ///
    /// Outside strings JSON has none of these characters but line feeds and tabs, and in a string each has an escape.
    package static func json(_ text: String) -> String {
        // Most of it is long lines of numbers.
        if text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) || $0 == 0x0A || $0 == 0x09 }) { return text }
        var safe = ""
        for scalar in text.unicodeScalars {
            if scalar.isSuspect, scalar != "\n", scalar != "\t" {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    safe += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                safe.unicodeScalars.append(scalar)
            }
        }
        return safe
    }

    /// Text that comes in pieces: whether a joiner may stay shows only with the character behind it.
    package struct Pieces: Sendable {
        private let keepsLines: Bool
        private var before: Unicode.Scalar?
        private var waiting: Unicode.Scalar?

        package init(keepsLines: Bool = true) { self.keepsLines = keepsLines }

        package mutating func append(_ text: String) -> String {
            var safe = ""
            for scalar in text.unicodeScalars {
                release(&safe, followedBy: scalar)
                if scalar.isJoiner {
                    waiting = scalar
                } else {
                    add(scalar, to: &safe, isKept: scalar.isKept(behind: before) || keepsLines && scalar.isLayout)
                }
            }
            return safe
        }

        /// Ends the text and returns what was held back.
        package mutating func end() -> String {
            var safe = ""
            release(&safe, followedBy: nil)
            before = nil
            return safe
        }

        private mutating func release(_ safe: inout String, followedBy next: Unicode.Scalar?) {
            guard let scalar = waiting else { return }
            waiting = nil
            add(scalar, to: &safe, isKept: scalar.joins(before, next))
        }

        private mutating func add(_ scalar: Unicode.Scalar, to safe: inout String, isKept: Bool) {
            if isKept { safe.unicodeScalars.append(scalar) } else { safe += scalar.picture }
            before = isKept ? scalar : nil
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLayout: Bool { self == "\n" || self == "\t" }

    /// Whether a terminal would obey the character, hide it, or move others for it.
    fileprivate var isSuspect: Bool {
        switch value {
        case 0x20..<0x7F: false
        case 0..<0xA0, 0x2028, 0x2029, 0xFFF9...0xFFFB: true
        case 0xA0..<0x34F where value != 0xAD: false
        // Joiners, marks of direction, variation selectors, fillers, tags: what Unicode itself says need not be shown.
        default: properties.isDefaultIgnorableCodePoint
        }
    }

    /// A visible stand-in: ␛, or \u{202E}.
    fileprivate var picture: String {
        switch value {
        case 0..<0x20: String(Unicode.Scalar(0x2400 + value) ?? "\u{FFFD}")
        case 0x7F: "\u{2421}"
        default: "\\u{" + String(value, radix: 16, uppercase: true) + "}"
        }
    }

    // MARK: Invisible characters that belong to ordinary text

    /// Zero-width joiner and non-joiner.
    fileprivate var isJoiner: Bool { value == 0x200D || value == 0x200C }

    /// Whether the character is ordinary where it stands. One selector may choose the form of the character before it.
    fileprivate func isKept(behind before: Unicode.Scalar?) -> Bool {
        guard isSuspect else { return true }
        guard let before, !before.isSuspect else { return false }
        return switch value {
        case 0xFE0E, 0xFE0F: before.properties.isEmoji || before.properties.isIdeographic
        case 0xFE00...0xFE0D: before.properties.isIdeographic || before.properties.generalCategory == .mathSymbol
        case 0xE0100...0xE01EF: before.properties.isIdeographic
        case 0x180B...0x180F: before.isInMongolian
        default: false
        }
    }

    /// Whether a joiner stands in one emoji, or between letters of a script that is written with joiners.
    fileprivate func joins(_ before: Unicode.Scalar?, _ next: Unicode.Scalar?) -> Bool {
        guard let before, let next else { return false }
        if before.isOfJoiningScript, next.isOfJoiningScript { return true }
        return value == 0x200D && before.isEmojiPart && next.isEmojiPart && !next.isSelector
    }

    private var isSelector: Bool { value == 0xFE0E || value == 0xFE0F }
    private var isEmojiPart: Bool { value >= 0xA9 && properties.isEmoji || isSelector }
    private var isInMongolian: Bool { (0x1800...0x18AF).contains(value) }

    /// Arabic and its neighbours, the scripts of India and South-East Asia. Source: Unicode Standard Annex 31, section
    /// 2.3.
    private var isOfJoiningScript: Bool {
        switch value {
        case 0x600...0x8FF, 0x900...0xDFF, 0xE00...0x109F, 0x1780...0x18AF, 0xFB50...0xFDFF, 0xFE70...0xFEFC: true
        default: false
        }
    }
}
