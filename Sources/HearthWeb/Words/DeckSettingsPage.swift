// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthWords

/// How a deck is studied.
struct DeckSettingsPage: Page {
    static let template = "deck-settings"

    let title: String
    let deckName: String
    let id: String
    let back: String
    let backLabel: String
    let name: FieldView
    let retention: FieldView
    /// What the target costs; its x axis is the slider's. `nil` where that is not known.
    let work: WorkFigure?
    let hasWork: Bool
    let fit: FitView
    let refits: Bool
    let balancesLoad: Bool
    let leechThreshold: FieldView
    let leechActions: [ChoiceView]
    let newOrders: [ChoiceView]
    let newPerDay: FieldView
    let reviewsPerDay: FieldView
    let learningSteps: FieldView
    let relearningSteps: FieldView
    let maximumInterval: FieldView
    let wordLanguage: FieldView
    let translationLanguage: FieldView
    let algorithms: [ChoiceView]
    let asksBoth: Bool
    let typesAnswer: Bool
    let fuzz: Bool
    let buriesSiblings: Bool
    let isRefused: Bool
    let isSaved: Bool
    let deleteNote: String

    struct FieldView: Sendable {
        let value: String
        let fault: String?
    }

    init(
        _ deck: Deck, _ tree: DeckTree, _ form: DeckForm, work: WorkFigure?, fit: FitView,
        faults: Set<DeckFault> = [], isSaved: Bool = false, _ say: Phrases
    ) {
        func field(_ value: String, _ own: DeckFault...) -> FieldView {
            FieldView(value: value, fault: own.first(where: faults.contains).map { say("deck.\($0.rawValue)Fault") })
        }
        title = say("deck.settings")
        deckName = tree.name(of: deck.id)
        id = String(deck.id)
        back = "/words/decks/\(deck.id)"
        backLabel = say("deck.backTo")
        name = field(form.name, .name, .taken)
        retention = field(form.retention, .retention)
        newPerDay = field(form.newPerDay, .newPerDay)
        reviewsPerDay = field(form.reviewsPerDay, .reviewsPerDay)
        learningSteps = field(form.learningSteps, .learningSteps)
        relearningSteps = field(form.relearningSteps, .relearningSteps)
        maximumInterval = field(form.maximumInterval, .maximumInterval)
        wordLanguage = field(form.wordLanguage, .language)
        translationLanguage = field(form.translationLanguage, .language)
        algorithms = [("6", "FSRS-6"), ("5", "FSRS-5")].map {
            ChoiceView(value: $0.0, label: $0.1, isChosen: form.algorithm == $0.0)
        }
        leechThreshold = field(form.leechThreshold, .leechThreshold)
        leechActions = DeckSettings.LeechAction.allCases.map {
            ChoiceView(
                value: $0.rawValue, label: say("deck.\($0.rawValue)Leech"), isChosen: form.leechAction == $0.rawValue)
        }
        newOrders = DeckSettings.NewOrder.allCases.map {
            ChoiceView(
                value: $0.rawValue, label: say("deck.\($0.rawValue)Order"), isChosen: form.newOrder == $0.rawValue)
        }
        (self.work, self.fit, hasWork) = (work, fit, work != nil)
        (refits, balancesLoad) = (form.refits, form.balancesLoad)
        (asksBoth, typesAnswer) = (form.asksBoth, form.typesAnswer)
        (fuzz, buriesSiblings) = (form.fuzz, form.buriesSiblings)
        isRefused = !faults.isEmpty
        self.isSaved = isSaved
        deleteNote = say("deck.deleteNote", ["name": deckName])
    }
}
