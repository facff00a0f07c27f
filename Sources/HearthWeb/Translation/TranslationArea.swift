// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels
import HearthWords
import Hummingbird

extension WebArea {
    /// Translating the words of a deck, and who does it.
    static let translation = WebArea(
        "Translation",
        settings: [
            SettingsEntry("translation", in: .chat, at: "/settings/translation", icon: "translate") { locale, _ in
                [locale.text("translation.\(locale.settings.translation.translator.rawValue)")]
            }
        ]
    ) { router, site in
        let words = WordsContext(pages: site.pages, kept: site.words)
        let shared = TranslationContext(words: words, translations: site.translations, translators: site.translators)
        let decks = DeckTranslationRoutes(shared: shared)
        router.get("/words/decks/:deck/translate", use: decks.show)
        router.post("/words/decks/:deck/translate", use: decks.start)
        router.get("/words/decks/:deck/translate/events", use: decks.events)
        router.post("/words/decks/:deck/translate/pause", use: decks.pause)
        router.post("/words/decks/:deck/translate/resume", use: decks.resume)
        router.post("/words/decks/:deck/translate/cancel", use: decks.cancel)
        router.post("/words/decks/:deck/translate/retry", use: decks.retry)
        router.post("/words/decks/:deck/translate/close", use: decks.close)
        let settings = TranslationSettingsRoutes(shared: shared, settings: site.settings)
        router.get("/settings/translation", use: settings.show)
        router.post("/settings/translation", use: settings.choose)
        router.post("/settings/translation/connect", use: settings.connect)
        router.post("/settings/translation/disconnect", use: settings.disconnect)
        router.get("/settings/translation/consent", use: settings.consent)
        router.post("/settings/translation/agree", use: settings.agree)
    }
}

/// Services that the pages about translation share.
struct TranslationContext: Sendable {
    let words: WordsContext
    let translations: Translations?
    let translators: (any TranslationServices)?

    var pages: Pages { words.pages }

    /// - Throws: `WebError` `.gone` where nothing can be translated.
    var running: Translations {
        get throws {
            guard let translations else { throw WebError(.notFound, .gone) }
            return translations
        }
    }

    var services: any TranslationServices {
        get throws {
            guard let translators else { throw WebError(.notFound, .gone) }
            return translators
        }
    }

    /// The translators as choices: This machine, Qwen3 1.7B; DeepL, leaves this machine.
    func choices(_ locale: RequestLocale, chosen: Translator? = nil) async throws -> [ChoiceView] {
        let model = try await services.helpingModel()
        let settings = locale.settings.translation
        return Translator.allCases.compactMap { translator in
            let isChosen = translator == chosen ?? settings.translator
            guard translator != .machine else {
                let label = model.map { name in
                    RemoteModel.host(awayOf: name).map { locale.text("translation.leaving", ["name": $0]) }
                        ?? locale.text("translation.machineWith", ["model": shortName(name)])
                }
                return ChoiceView(
                    value: translator.rawValue, label: label ?? locale.text("translation.machineNone"),
                    isChosen: isChosen
                )
            }
            guard let service = settings[translator] else { return nil }
            let name = locale.text("translation.\(translator.rawValue)")
            let label = service.isHere ? name : locale.text("translation.leaving", ["name": name])
            return ChoiceView(value: translator.rawValue, label: label, isChosen: isChosen)
        }
    }

    /// The page where the user first agrees to a service; `nil` if there is nothing to agree to.
    func consentAddress(before translator: Translator, back: String, _ locale: RequestLocale) -> String? {
        guard translator != .machine, locale.settings.translation[translator]?.mayBeUsed == false else { return nil }
        return "/settings/translation/consent?service=\(translator.rawValue)&back=\(back.escapedForAddress)"
    }
}

extension Phrases {
    /// Why something is not translated.
    func fault(of error: TranslationError) -> String {
        let sentence = self("translationFault.\(error.code.rawValue)")
        return error.said.map { "\(sentence) \(self("translationFault.said", ["words": $0]))" } ?? sentence
    }

    /// A language by its name, in the reader's own language: French.
    func language(_ code: String) -> String {
        let name = language.locale.localizedString(forIdentifier: code) ?? code
        return language == .english ? name.prefix(1).uppercased() + name.dropFirst() : name
    }

    /// Languages as choices; the chosen one is among them whatever it is.
    /// - Parameter none: what says that there need not be one; `nil` where one is to be chosen.
    func languages(_ chosen: String, none: String? = nil) -> [ChoiceView] {
        let codes =
            Self.languageCodes.contains(chosen) || chosen.isEmpty ? Self.languageCodes : Self.languageCodes + [chosen]
        let named = codes.map { ChoiceView(value: $0, label: language($0), isChosen: $0 == chosen) }
        let first = ChoiceView(
            value: "", label: none ?? self("translation.chooseLanguage"), isChosen: chosen.isEmpty)
        return (chosen.isEmpty || none != nil ? [first] : [])
            + named.sorted { $0.label.compare($1.label, locale: language.locale) == .orderedAscending }
    }

    private static let languageCodes = [
        "af", "ar", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de", "el", "en", "eo", "es", "et", "eu", "fa", "fi",
        "fil", "fr", "ga", "gl", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "ko", "la", "lt",
        "lv", "mk", "mn", "ms", "nb", "nl", "pl", "pt", "pt-BR", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "sw", "ta",
        "te", "th", "tr", "uk", "ur", "vi", "zh", "zh-Hant",
    ]
}
