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
    /// The decks that it can lie in, the first for none.
    let parents: [ChoiceView]
    let parentFault: String?
    /// Whose settings these are, where they are not the deck's own.
    let sharedNote: String?
    /// Goes back to sharing the settings of the deck around it; `nil` if they are not the deck's own.
    let share: ShareView?
    let retention: FieldView
    /// The work that the target costs; its x axis is the slider's. `nil` if it is not known.
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
    let wordLanguages: [ChoiceView]
    let translationLanguages: [ChoiceView]
    let languageFault: String?
    let algorithms: [ChoiceView]
    let asksBoth: Bool
    let typesAnswer: Bool
    let accentsCount: Bool
    let fuzz: Bool
    let buriesSiblings: Bool
    let isRefused: Bool
    let isSaved: Bool
    let deleteNote: String

    struct ShareView: Sendable {
        let note: String
        let action: String
    }

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
        let own = Set(tree.subtree(of: deck.id))
        parents =
            [ChoiceView(value: "", label: say("deck.noParent"), isChosen: form.parent == "")]
            + tree.decks.filter { !own.contains($0.id) }.map {
                ChoiceView(
                    value: String($0.id), label: tree.name(of: $0.id),
                    isChosen: (form.parent ?? deck.parent.map { String($0) }) == String($0.id))
            }
        parentFault = field("", .parent, .depth).fault
        let around = deck.parent.map { ["name": tree.name(of: tree.preset(of: $0))] }
        sharedNote = deck.settings == nil ? around.map { say("deck.sharedNote", $0) } : nil
        share =
            deck.settings == nil
            ? nil
            : around.map { ShareView(note: say("deck.ownNote", $0), action: say("deck.share", $0)) }
        retention = field(form.retention, .retention)
        newPerDay = field(form.newPerDay, .newPerDay)
        reviewsPerDay = field(form.reviewsPerDay, .reviewsPerDay)
        learningSteps = field(form.learningSteps, .learningSteps)
        relearningSteps = field(form.relearningSteps, .relearningSteps)
        maximumInterval = field(form.maximumInterval, .maximumInterval)
        wordLanguages = say.languages(form.wordLanguage, none: say("deck.noLanguage"))
        translationLanguages = say.languages(form.translationLanguage, none: say("deck.noLanguage"))
        languageFault = field("", .language).fault
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
        (asksBoth, typesAnswer, accentsCount) = (form.asksBoth, form.typesAnswer, form.accentsCount)
        (fuzz, buriesSiblings) = (form.fuzz, form.buriesSiblings)
        isRefused = !faults.isEmpty
        self.isSaved = isSaved
        deleteNote = say("deck.deleteNote", ["name": deckName])
    }
}
