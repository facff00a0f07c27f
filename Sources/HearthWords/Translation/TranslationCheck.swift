// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Refuses what cannot be a translation, by rules that need no model.
public enum TranslationCheck {
    /// A translation, tidied.
    /// - Parameter refusesRepetition: whether a translation that is the text itself is refused. Services know that
    ///   "table" is "table"; small models repeat what they do not know.
    /// - Throws: `TranslationError` `.nonsense`, `.repeated`, `.wrongLanguage`.
    public static func checked(
        _ answer: String, of text: String, _ pair: LanguagePair, refusesRepetition: Bool
    ) throws(TranslationError) -> String {
        let line = String(String.UnicodeScalarView(answer.unicodeScalars.map { isSpace($0) ? " " : $0 }))
            .split(separator: " ").joined(separator: " ")
        let letters = line.unicodeScalars.filter(\.properties.isAlphabetic)
        let hasLetters = text.unicodeScalars.contains(where: \.properties.isAlphabetic)
        // Without a letter it is a number or a sign, which a text with letters is not in any language.
        guard !line.isEmpty, !hasLetters || !letters.isEmpty else { throw TranslationError(.nonsense) }
        guard line.count <= 4 * text.count + 200, !line.contains("\u{FFFD}") else { throw TranslationError(.nonsense) }
        if refusesRepetition, fold(line) == fold(text), hasLetters { throw TranslationError(.repeated) }
        if let script = Script(of: pair.target), hasLetters, Script(of: pair.source) != script {
            // Names and abbreviations may stay as they are; nothing of its script at all is another language.
            guard letters.contains(where: script.has) else { throw TranslationError(.wrongLanguage) }
        }
        return line
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    private static func fold(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .trimmingCharacters(in: .whitespaces.union(.punctuationCharacters))
    }
}

/// A script that languages are written in.
enum Script: Sendable, Equatable {
    case latin, greek, cyrillic, hebrew, arabic, devanagari, thai, hangul, eastAsian

    /// `nil` for a language that is not in the table.
    init?(of language: String) {
        guard let script = Self.languages[language.prefix { $0 != "-" }.lowercased()] else { return nil }
        self = script
    }

    private static let languages: [String: Script] = {
        var all: [String: Script] = [
            "el": .greek, "he": .hebrew, "th": .thai, "ko": .hangul, "ja": .eastAsian, "zh": .eastAsian,
        ]
        for code in ["ar", "fa", "ur", "ps"] { all[code] = .arabic }
        for code in ["ru", "uk", "bg", "be", "mk", "kk"] { all[code] = .cyrillic }
        for code in ["hi", "mr", "ne"] { all[code] = .devanagari }
        for code in [
            "en", "fr", "de", "es", "it", "pt", "nl", "sv", "da", "nb", "no", "fi", "pl", "cs", "sk", "hu", "ro",
            "tr", "id", "et", "lv", "lt", "sl", "hr", "ca", "vi", "eo", "la", "ga", "is",
        ] { all[code] = .latin }
        return all
    }()

    /// Sources: the blocks of the Unicode Standard.
    func has(_ scalar: Unicode.Scalar) -> Bool {
        switch (self, scalar.value) {
        case (.latin, 0x41...0x24F), (.latin, 0x1E00...0x1EFF): true
        case (.greek, 0x370...0x3FF), (.greek, 0x1F00...0x1FFF): true
        case (.cyrillic, 0x400...0x52F): true
        case (.hebrew, 0x590...0x5FF): true
        case (.arabic, 0x600...0x6FF), (.arabic, 0x750...0x77F): true
        case (.devanagari, 0x900...0x97F): true
        case (.thai, 0xE00...0xE7F): true
        case (.hangul, 0x1100...0x11FF), (.hangul, 0xAC00...0xD7A3): true
        case (.eastAsian, 0x3040...0x30FF), (.eastAsian, 0x3400...0x9FFF), (.eastAsian, 0x20000...0x2FA1F): true
        default: false
        }
    }
}
