// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// The dictionaries that are installed on this machine: WordNet and those of FreeDict.
///
/// They are read where the system keeps them; none comes with Hearth. One that cannot be used is left out.
public final class Dictionaries: Sendable {
    private let folder: URL
    private let open = Mutex<[String: DictionaryFile?]>([:])

    /// - Parameter folder: where `dictd` has its dictionaries.
    public init(folder: URL = URL(filePath: "/usr/share/dictd")) { self.folder = folder }

    /// Looks up a word: its meanings in its own language, its pronunciation and translations.
    ///
    /// - Parameters:
    ///   - word: as it stands on a card; articles and `to` before it are looked past.
    ///   - language: its language, such as `fr`.
    ///   - target: the language of translations; `nil` for none.
    /// - Complexity: a search through an index, some milliseconds for the largest; call it off the main path.
    public func articles(of word: String, in language: String, into target: String?) -> [DictionaryArticle] {
        let language = Self.base(language)
        let forms = [word] + (Self.bare(word, language).map { [$0] } ?? [])
        var articles: [DictionaryArticle] = []
        if let target = target.map(Self.base), let file = pair(language, target) {
            articles += first(forms, in: file).map { DictionaryArticle(freeDict: $0) }
                .map { Self.named($0, "FreeDict \(language) → \(target)") }
        }
        if language == "en", let file = dictionary("wn") {
            for form in forms {
                let found = file.articles(of: form).map { DictionaryArticle(wordNet: $0, word: form) }
                articles += found.map { Self.named($0, "WordNet") }
                if !found.isEmpty { break }
            }
        }
        return articles.filter { !$0.senses.isEmpty || !$0.translations.isEmpty }
    }

    /// Whether there is any that knows words of a language.
    public func has(_ language: String, into target: String?) -> Bool {
        let language = Self.base(language)
        return language == "en" && dictionary("wn") != nil
            || target.map { pair(language, Self.base($0)) != nil } == true
    }

    private func first(_ forms: [String], in file: DictionaryFile) -> [String] {
        forms.lazy.map { file.articles(of: $0) }.first { !$0.isEmpty } ?? []
    }

    private static func named(_ article: DictionaryArticle, _ source: String) -> DictionaryArticle {
        var article = article
        article.source = source
        return article
    }

    private func pair(_ source: String, _ target: String) -> DictionaryFile? {
        guard let source = Self.codes[source], let target = Self.codes[target] else { return nil }
        return dictionary("freedict-\(source)-\(target)")
    }

    /// A dictionary by its name; opened once, whether it can be used or not.
    private func dictionary(_ name: String) -> DictionaryFile? {
        open.withLock { open in
            if let known = open[name] { return known }
            // One that is missing or damaged is as good as none; nothing that a user could do about it depends on why.
            let file = try? DictionaryFile(index: folder.appending(path: "\(name).index"))
            open[name] = .some(file)
            return file
        }
    }

    private static func base(_ language: String) -> String { language.prefix { $0 != "-" }.lowercased() }

    /// A word without the article before it; `nil` where there is none.
    static func bare(_ word: String, _ language: String) -> String? {
        let word = word.replacing("’", with: "'")
        for article in articles[language] ?? [] where word.lowercased().hasPrefix(article) {
            let rest = word.dropFirst(article.count).trimmingCharacters(in: .whitespaces)
            if !rest.isEmpty { return rest }
        }
        return nil
    }

    private static let articles: [String: [String]] = [
        "en": ["to ", "the ", "a ", "an "], "fr": ["le ", "la ", "les ", "l'", "un ", "une ", "des ", "se ", "s'"],
        "de": ["der ", "die ", "das ", "ein ", "eine ", "sich "], "es": ["el ", "la ", "los ", "las ", "un ", "una "],
        "it": ["il ", "lo ", "la ", "l'", "i ", "gli ", "le ", "un ", "una "], "pt": ["o ", "a ", "os ", "as "],
        "nl": ["de ", "het ", "een "],
    ]

    /// From two letters to three. Source: ISO 639-3.
    private static let codes = [
        "af": "afr", "ar": "ara", "bg": "bul", "ca": "cat", "cs": "ces", "cy": "cym", "da": "dan", "de": "deu",
        "el": "ell",
        "en": "eng", "eo": "epo", "es": "spa", "fi": "fin", "fr": "fra", "ga": "gle", "hi": "hin", "hr": "hrv",
        "hu": "hun",
        "id": "ind", "is": "isl", "it": "ita", "ja": "jpn", "la": "lat", "lt": "lit", "nl": "nld", "nb": "nob",
        "no": "nor",
        "pl": "pol", "pt": "por", "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe",
        "sw": "swh",
        "tr": "tur",
    ]
}
