// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Tells names of columns from words.
enum HeaderNames {
    /// Names of columns that cards have no place for, in lower case, letters alone.
    private static let others: Set<String> = [
        "id", "index", "number", "no", "notes", "note", "comment", "comments", "source", "category", "categories",
        "topic",
        "theme", "level", "chapter", "lesson", "unit", "page", "gender", "type", "pos", "partofspeech", "frequency",
        "rank",
        "catégorie", "catégories", "thème", "niveau", "chapitre", "leçon", "unité", "genre", "remarque", "remarques",
        "numéro", "commentaire", "kategorie", "thema", "niveau", "kapitel", "lektion", "seite", "nummer", "bemerkung",
        "categoría", "tema", "nivel", "capítulo", "lección", "página", "número", "género", "nota", "notas", "categoria",
        "livello", "capitolo", "lezione", "pagina", "numero", "genere",
    ]

    /// Names of languages, in the languages in which most lists are made, in lower case.
    private static let languages: Set<String> = {
        let codes = [
            "ar", "bg", "bn", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "eu", "fa", "fi", "fr", "ga",
            "gl",
            "he", "hi", "hr", "hu", "id", "is", "it", "ja", "ka", "ko", "la", "lt", "lv", "mk", "ms", "nl", "no", "pl",
            "pt",
            "ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw", "th", "tl", "tr", "uk", "ur", "vi", "zh",
        ]
        var names: Set = ["mandarin", "farsi", "norsk", "castellano", "español", "filipino", "gaelic"]
        for code in codes {
            for reader in ["en", "fr", "de", "es", "it", "pt", "nl", code] {
                if let name = Locale(identifier: reader).localizedString(forLanguageCode: code) {
                    names.insert(plain(name))
                }
            }
        }
        return names
    }()

    static func plain(_ name: String) -> String {
        String(name.lowercased().filter(\.isLetter)).precomposedStringWithCanonicalMapping
    }

    static func isLanguage(_ name: String) -> Bool {
        name.utf8.count <= 60 && languages.contains(plain(name))
    }

    /// Names of columns are short, all different, and most of them say what is in the column.
    ///
    /// - Parameter next: the record after it; a list of what languages are called begins with two of their names, too.
    static func isHeader(_ fields: [String], before next: [String]?) -> Bool {
        var names = fields.map { $0.trimmingCharacters(in: .whitespaces) }
        // Some programs end each row in a separator.
        while names.count > 1, names.last?.isEmpty == true { names.removeLast() }
        guard Set(names).count == names.count, names.allSatisfy({ !$0.isEmpty && $0.count <= 40 }) else { return false }
        let roles = names.count { WordRole(named: $0) != nil }
        if roles >= 2 || roles == names.count { return true }
        let known = names.count { WordRole(named: $0) != nil || isLanguage($0) }
        if known >= 2, !(next ?? []).contains(where: isLanguage) { return true }
        return roles > 0
            && names.allSatisfy { WordRole(named: $0) != nil || isLanguage($0) || others.contains(plain($0)) }
    }
}
