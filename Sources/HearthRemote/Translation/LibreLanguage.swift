// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// A language of a LibreTranslate server. Which there are, and what they are called, differs from server to server:
/// `pb` is the Portuguese of Brazil on most, `zt` the Chinese in traditional signs.
struct LibreLanguage: Sendable, Equatable {
    var code: String
    /// In English.
    var name: String

    /// - Parameter json: what `/languages` answers.
    static func all(in json: JSON?) -> [LibreLanguage] {
        (json?.array ?? []).prefix(500).compactMap { one in
            guard let code = one["code"]?.string, !code.isEmpty, code.utf8.count <= 35 else { return nil }
            return LibreLanguage(code: code, name: String((one["name"]?.string ?? "").prefix(100)))
        }
    }

    /// The code by which a server knows a language: one of the same letters, else that of a language with the same
    /// name, else that of the language without its region. The signs of a language are no region: traditional ones are
    /// not asked as simplified.
    /// - Parameter code: a tag of BCP 47.
    static func code(of code: String, among known: [LibreLanguage]) -> String {
        let base = String(code.prefix { $0 != "-" }).lowercased()
        let spellings = [code] + (same[code.lowercased()] ?? [])
        for spelling in spellings {
            if let found = known.first(where: { letters($0.code) == letters(spelling) }) { return found.code }
        }
        let names = spellings.compactMap { english.localizedString(forIdentifier: $0) }.map(words)
        if let found = known.first(where: { !$0.name.isEmpty && names.contains(words($0.name)) }) { return found.code }
        let isTraditional = spellings.contains { $0.lowercased().hasPrefix("zh-hant") }
        if !isTraditional, let found = known.first(where: { letters($0.code) == base }) { return found.code }
        return known.isEmpty && !isTraditional ? base : code
    }

    private static let english = Locale(identifier: "en")

    /// Other tags of one language and its signs. Source: Unicode CLDR, "likely subtags".
    private static let same: [String: [String]] = [
        "zh": ["zh-Hans", "zh-CN"], "zh-cn": ["zh-Hans", "zh"], "zh-hans": ["zh-CN", "zh"],
        "zh-tw": ["zh-Hant"], "zh-hant": ["zh-TW"], "no": ["nb"], "nb": ["no"], "he": ["iw"], "fil": ["tl"],
    ]

    private static func letters(_ code: String) -> String { code.lowercased().replacing("_", with: "-") }

    /// A name's words in any order: "Chinese (traditional)" is "Traditional Chinese".
    private static func words(_ name: String) -> Set<String> {
        Set(name.lowercased().split { !$0.isLetter }.map(String.init))
    }
}

/// The languages of a server, asked for once.
actor LibreLanguages {
    private var known: [LibreLanguage]?

    /// - Returns: nothing where the server does not say; it is asked again the next time.
    func all(_ ask: @Sendable () async throws -> JSON?) async -> [LibreLanguage] {
        if let known { return known }
        // What cannot be learned now is said by the translation that follows.
        let found = LibreLanguage.all(in: try? await ask())
        if !found.isEmpty { known = found }
        return found
    }
}
