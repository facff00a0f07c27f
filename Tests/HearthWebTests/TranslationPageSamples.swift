// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

@testable import HearthWeb

/// The pages about translation, as full as they can be.
struct TranslationPageSamples {
    let site: Pages
    let say: Phrases

    private var deck: Deck { Deck(id: 1, name: "French", createdAt: someEvening) }
    private let pair = LanguagePair(from: "fr", to: "en")

    private func progress(_ phase: TranslationProgress.Phase) -> TranslationProgress {
        var progress = TranslationProgress()
        (progress.phase, progress.total, progress.translated, progress.untouched) = (phase, 120, 20, 2)
        progress.recent = [.init(id: 7, word: "une bourrasque", translation: "a gust of wind")]
        progress.failed = (1...60).map { .init(id: $0, word: "pallier", error: TranslationError(.repeated)) }
        progress.secondsLeft = 180
        return progress
    }

    private var settings: TranslationSettings {
        var settings = TranslationSettings()
        for translator in [Translator.deepL, .libreTranslate] {
            settings[translator] = ConnectedService(
                address: "http://libre.example", host: "libre.example", keyEnding: "3f2a", checkedAt: someEvening,
                usage: TranslationUsage(used: 87_700, allowed: 500_000))
        }
        return settings
    }

    var all: [any Page] {
        let choices = [ChoiceView(value: "machine", label: "This machine", isChosen: true)]
        let job = TranslationJob(deck: 1, pair: pair, translator: .machine)
        let phases: [TranslationProgress.Phase] = [
            .running, .paused, .cancelled, .stopped(TranslationError(.quota)), .finished,
        ]
        let pages = phases.map {
            TranslationProgressPage(deck, DeckTree([deck]), job, progress($0), choices, say)
        }
        func filled(_ service: Translator) -> TranslationSettingsPage.Filled {
            .init(
                service: service, address: "x", isConfirmed: true, asksForConfirmation: true, fault: "It was refused.")
        }
        return pages + [
            TranslatePage(
                deck, DeckTree([deck]), all: 214, untranslated: 120, choices, fault: "Choose two languages.", say),
            TranslationSettingsPage(settings, model: "a/b", filled(.deepL), isSaved: true, site.clock, say),
            TranslationSettingsPage(settings, model: nil, filled(.libreTranslate), isSaved: false, site.clock, say),
            TranslationSettingsPage(
                TranslationSettings(), model: nil, .init(), isSaved: false, site.clock, say),
            TranslationConsentPage(.deepL, settings[.deepL]!, back: "/settings/translation", say),
        ]
    }
}
