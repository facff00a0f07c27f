// SPDX-License-Identifier: Apache-2.0

import Foundation
import Snowball

/// Words of a text, and which of them are forms of one word: `chevaux` and `cheval` are, as far as a stem can tell.
///
/// English and French have stems by Snowball's algorithms and their irregular verbs; of other languages, words are
/// compared without their most common endings.
public struct WordForms: Sendable, Hashable {
    /// Without a region, such as `fr`.
    public let language: String

    public init(_ language: String?) { self.language = (language ?? "").prefix { $0 != "-" }.lowercased() }

    /// Unicode scalars of a text that are read.
    private static let longest = 20_000

    /// The words of a text in their order, in lower case. An apostrophe ends a word, and so does a hyphen.
    public func words(in text: String) -> [String] {
        var (words, word) = ([String](), String.UnicodeScalarView())
        func end() {
            if !word.isEmpty { words.append(String(word).lowercased().precomposedStringWithCanonicalMapping) }
            word = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars.prefix(Self.longest) {
            let isPart = scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
            if isPart || scalar.properties.numericType != nil { word.append(scalar) } else { end() }
        }
        end()
        return words
    }

    /// The stem of a word, without accents.
    public func stem(_ word: String) -> String {
        let word = word.lowercased()
        let base = Self.irregular[language]?[word] ?? word
        let stem =
            switch language {
            case "en": EnglishStemmer.stem(base)
            // The infinitive keeps its ending there, unlike every other form: attendre, attend.
            case "fr": FrenchStemmer.stem(base.hasSuffix("dre") && base.count > 5 ? String(base.dropLast(2)) : base)
            default: shortened(base)
            }
        return stem.folding(options: .diacriticInsensitive, locale: nil)
    }

    /// The stems of what is on a card, without articles and what stands in brackets.
    public func stems(of word: String) -> [String] {
        let plain = word.withoutBrackets(["(": [")"], "[": ["]"]])
        return words(in: Dictionaries.bare(plain, language) ?? plain).map(stem)
    }

    /// Whether a word is an article, a pronoun, a preposition or another one that every text has.
    public func isFunctionWord(_ word: String) -> Bool { Self.functionWords[language]?.contains(word) == true }

    /// Whether a text has a word, or a phrase with its words in this order, in any of its forms.
    public func has(_ word: String, in text: String) -> Bool {
        let wanted = stems(of: word)
        guard !wanted.isEmpty else { return false }
        var rest = wanted[...]
        for found in words(in: text).map(stem) where found == rest.first {
            rest = rest.dropFirst()
            if rest.isEmpty { return true }
        }
        return false
    }

    /// Without the endings that most words of a language may have, as long as three letters stay.
    private func shortened(_ word: String) -> String {
        for ending in Self.endings[language] ?? [] where word.hasSuffix(ending) {
            // A consonant alone is an ending of longer words only: Hund-s, but Haus.
            let least = ending.count == 1 && "snt".contains(ending) ? 4 : 3
            if word.count - ending.count >= least { return String(word.dropLast(ending.count)) }
        }
        return word
    }

    private static let endings: [String: [String]] = [
        "de": ["est", "en", "er", "em", "es", "et", "st", "e", "n", "s", "t"],
        "es": [
            "amos", "emos", "imos", "ando", "iendo", "ado", "ido", "aba", "es", "os", "as", "an", "en", "ar", "er",
            "ir", "s", "o", "a", "e",
        ],
        "it": ["iamo", "ando", "endo", "ato", "uto", "ito", "are", "ere", "ire", "ano", "ono", "o", "a", "i", "e"],
        "pt": [
            "amos", "emos", "imos", "ando", "endo", "ado", "ido", "es", "os", "as", "am", "em", "ar", "er", "ir", "s",
            "o", "a", "e",
        ],
        "nl": ["en", "er", "de", "te", "e", "n", "s", "t"],
        "sv": ["arna", "orna", "ar", "or", "er", "en", "et", "a", "t"],
    ]

    /// Forms whose stems are others, of the commonest verbs.
    private static let irregular: [String: [String: String]] = [
        "en": forms(
            """
            be am is are was were been being; have has had having; do does did done; go goes went gone; say said; get got gotten; \
            make made; know knew known; think thought; take took taken; see saw seen; come came; find found; give gave given; \
            tell told; feel felt; leave left; keep kept; begin began begun; write wrote written; run ran; hold held; \
            bring brought; buy bought; sit sat; stand stood; lose lost; pay paid; meet met; speak spoke spoken; eat ate eaten; \
            man men; woman women; child children; foot feet; tooth teeth; mouse mice
            """),
        "fr": forms(
            """
            être suis es est sommes êtes sont étais était étions étiez étaient fus fut furent serai sera seront été; \
            avoir ai as a avons avez ont avais avait avions avaient aurai aura auront eu; aller vais vas va allons vont irai ira iront; \
            faire fais fait faisons faites font faisais faisait ferai fera feront; dire dis dit dites; pouvoir peux peut pouvons \
            peuvent pouvait pourra pu; vouloir veux veut voulons veulent voulait voudrais voudrait voulu; devoir dois doit devons \
            doivent devait dû; savoir sais sait savent su; voir vois voit voient vu; venir viens vient viennent venu; prendre \
            prends prend prennent pris; mettre mets met mis; dormir dors dort dorment; sortir sors sort sortent; partir pars part \
            partent; sentir sens sent sentent; servir sers sert servent; lire lis lit lisent lu; écrire écris écrit écrivent; \
            boire bois boit boivent bu; croire crois croit croient cru; connaître connais connaît connaissent connu; vivre vis vit \
            vivent vécu; mourir meurs meurt meurent mort; courir cours court courent couru; tenir tiens tient tiennent tenu; \
            recevoir reçois reçoit reçoivent reçu; œil yeux; ciel cieux
            """),
    ]

    private static func forms(_ list: String) -> [String: String] {
        var forms: [String: String] = [:]
        for group in list.split(separator: ";") {
            let words = group.split(separator: " ").map(String.init)
            for word in words.dropFirst() { forms[word] = words.first }
        }
        return forms
    }
}
