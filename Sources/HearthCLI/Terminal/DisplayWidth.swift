// SPDX-License-Identifier: Apache-2.0

extension Character {
    /// Columns that the character takes in a terminal: 0, 1 or 2.
    ///
    /// Terminals do not agree on every emoji; this is what those do that treat a joined one as one picture.
    package var columns: Int {
        guard let first = unicodeScalars.first else { return 0 }
        if unicodeScalars.contains(where: { $0.isWide || $0 == Self.emojiStyle }) { return 2 }
        if unicodeScalars.count > 1, first.isRegionalIndicator { return 2 }
        return first.isInvisible ? 0 : 1
    }

    /// Asks for the picture where a character has a plain form too.
    private static let emojiStyle: Unicode.Scalar = "\u{FE0F}"
}

extension StringProtocol {
    /// Columns that the text takes on one line of a terminal.
    package var columns: Int { reduce(0) { $0 + $1.columns } }
}

extension Unicode.Scalar {
    /// Whole blocks whose letters are two columns wide. Source: Unicode Standard Annex 11, East Asian Width.
    private static let wideBlocks: [ClosedRange<UInt32>] = [
        0x1100...0x115F,  // Hangul initials
        0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF,  // radicals, kana, ideographs, Yi
        0xA960...0xA97F, 0xAC00...0xD7A3,  // Hangul
        0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F,  // compatibility forms
        0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
        0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Khitan, kana extensions
        0x1F200...0x1F2FF,  // enclosed ideographs
        0x20000...0x3FFFD,  // further ideographs
    ]

    fileprivate var isWide: Bool {
        guard value >= 0x1100 else { return false }
        if properties.isEmojiPresentation, !isRegionalIndicator { return true }
        return Self.wideBlocks.contains { $0.contains(value) }
    }

    fileprivate var isRegionalIndicator: Bool { (0x1F1E6...0x1F1FF).contains(value) }

    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: true
        default: (0x1160...0x11FF).contains(value)  // Hangul vowels and finals join the letter before them
        }
    }
}
