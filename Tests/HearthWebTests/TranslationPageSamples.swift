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

    /// Forms of words with something asked for, in each state.
    private var help: [any Page] {
        let found = [
            Suggestion("Le chat dort.", note: "The cat sleeps.", source: .checked),
            Suggestion("a gust", source: .dictionary("WordNet")), Suggestion("a draft", source: .draft),
            Suggestion("a choice", source: .chosen("WordNet")),
        ]
        let states: [HelpState.Phase] = [.running, .done(found), .failed(.unknownWords(["facteur"])), .cancelled]
        let forms = states.map { phase in
            NewCardPage(
                CardForm(), DeckTree([deck]), picture: .pictureKind,
                help: HelpView(.init(kind: .example, phase: phase), draft: "d", word: nil, say),
                leadsBack: "/chat/s#m-a", say)
        }
        var form = CardForm()
        var filled = HelpView(.init(kind: .translation, phase: .done(found)), draft: "d", word: nil, say)
        filled.fill(&form, .translation, say)
        filled.sentTo = "Sent to ai.example."
        let filledIn = [NewCardPage(form, DeckTree([deck]), help: filled, say)]
        let word = Flashcard(
            id: 7, guid: "g", deck: 1, content: FlashcardContent(word: "pallier"), createdAt: someEvening,
            modifiedAt: someEvening)
        let alike = Confusable.Reason.allCases.map { Confusable(flashcard: word, reason: $0) }
        let moment = StudyMoment(now: someEvening, days: UserDays(timeZone: site.clock.zone))
        let quiz = QuizPage.Question(word: word, choices: [word])
        let quizzes = [nil, Int64(7), 8].map { answer in
            QuizPage(deck, DeckTree([deck]), quiz, .recognition, seed: 1, answer: answer, say)
        }
        let stories = states.map {
            StoryPage(deck, DeckTree([deck]), [word], "s", HelpState(kind: .story, phase: $0), "d", say)
        }
        return forms + filledIn + quizzes + stories + [
            CardPage(
                word, [], [:], CardForm(word), DeckTree([deck]), isSaved: false, isRefused: false,
                help: HelpView(nil, draft: nil, word: 7, say), alike: alike, moment, site.clock, say)
        ]
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
        func filled(_ service: Translator) -> TranslationSettingsPage.FormInput {
            .init(
                service: service, address: "x", isConfirmed: true, asksForConfirmation: true, fault: "It was refused.")
        }
        return pages + help + [
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
