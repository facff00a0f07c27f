// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// The kinds of help for a word in a form, and the result of the last request.
struct HelpView: Sendable {
    /// The base of its buttons' addresses: the word's own address, or that of new words.
    let place: String
    /// By which the form is kept; empty where nothing was asked for.
    let draft: String
    let kinds: [KindView]
    /// The address that streams the progress of the request.
    let events: String?
    let cancel: String
    let isRunning: Bool
    let running: String
    let title: String
    let suggestions: [SuggestionView]
    let hasSuggestions: Bool
    /// Asks for another one of the same.
    let another: KindView?
    let failure: String?
    /// Tells where words are sent when the model helps; `nil` where they stay on this machine.
    var sentTo: String?
    /// The text that was put into the empty field of the translation.
    var filled: FilledView?

    struct FilledView: Sendable {
        let text: String
        let words: String
    }

    struct KindView: Sendable {
        let value: String
        let label: String
    }

    struct SuggestionView: Sendable {
        let index: String
        let text: String
        let note: String?
        let source: String
        let isDraft: Bool
        /// The field that it is for.
        let field: String
        let use: String
        /// The button that adds the sentence to those that are there; `nil` if it is not a sentence.
        let add: String?
    }

    /// - Parameters:
    ///   - draft: by which the form is kept; `nil` where nothing was asked for.
    ///   - service: the name of the service that translates; `nil` where that is done on this machine.
    init(_ state: HelpState?, draft: String?, word: Int64?, service: String? = nil, _ say: Phrases) {
        self.draft = draft ?? ""
        place = word.map { "/words/cards/\($0)" } ?? "/words/add"
        kinds = [HelpKind.translation, .definition, .example, .mnemonic].map {
            let plain = say("wordHelp.\($0.rawValue)")
            let away = $0 == .translation ? service.map { say("wordHelp.translateWith", ["name": $0]) } : nil
            return KindView(value: $0.rawValue, label: away ?? plain)
        }
        events = draft.map { "/words/help/\($0)/events" }
        cancel = draft.map { "/words/help/\($0)/cancel" } ?? ""
        isRunning = state?.phase == .running
        let away = state?.kind == .translation ? service.map { say("wordHelp.askingService", ["name": $0]) } : nil
        running = away ?? state.map { say("wordHelp.\($0.kind.rawValue)Running") } ?? ""
        title = state.map { say("wordHelp.\($0.kind.rawValue)Title") } ?? ""
        var (suggestions, failure, another): ([SuggestionView], String?, KindView?) = ([], nil, nil)
        if let state {
            another = KindView(value: state.kind.rawValue, label: say("wordHelp.another"))
            switch state.phase {
            case .running: break
            case .cancelled: failure = say("wordHelp.cancelled")
            case .failed(let reason): failure = say.helpFault(reason, state.kind)
            case .done(let found):
                suggestions = found.enumerated().map { SuggestionView($1, $0, state.kind, say) }
                if suggestions.isEmpty { failure = say("wordHelp.unsuitable") }
            }
        }
        (self.suggestions, hasSuggestions, self.failure) = (suggestions, !suggestions.isEmpty, failure)
        self.another = suggestions.contains { !$0.isFromDictionary } || failure != nil ? another : nil
    }
}

extension HelpView {
    /// Puts a translation into a form that has none; the user may change it before the word is saved.
    mutating func fill(_ form: inout CardForm, _ kind: HelpKind?, _ say: Phrases) {
        guard kind == .translation, form.translation.isEmpty, let first = suggestions.first else { return }
        form.translation = first.text
        filled = FilledView(text: first.text, words: say("wordHelp.filledIn", ["source": first.source]))
    }
}

extension HelpView.SuggestionView {
    init(_ suggestion: Suggestion, _ index: Int, _ kind: HelpKind, _ say: Phrases) {
        (self.index, text) = (String(index), suggestion.text)
        note = suggestion.note.isEmpty ? nil : suggestion.note
        switch suggestion.source {
        case .dictionary(let name): (source, isDraft) = (say("wordHelp.fromDictionary", ["name": name]), false)
        case .chosen(let name): (source, isDraft) = (say("wordHelp.chosen", ["name": name]), false)
        case .checked: (source, isDraft) = (say("wordHelp.checked"), false)
        case .draft: (source, isDraft) = (say("wordHelp.draft"), true)
        case .service(let name):
            (source, isDraft) = (say("wordHelp.fromService", ["name": say("translation.\(name.rawValue)")]), false)
        }
        field = kind.field
        let text = String(suggestion.text.prefix(60))
        use = say("wordHelp.use", ["text": text])
        add = kind == .example ? say("wordHelp.add", ["text": text]) : nil
    }

    fileprivate var isFromDictionary: Bool { !isDraft && field != HelpKind.example.field }
}

extension HelpKind {
    /// Whether a dictionary could give it, too.
    fileprivate var isInDictionaries: Bool { self == .definition || self == .translation }

    /// The field of a card that takes it.
    var field: String {
        switch self {
        case .definition: "definition"
        case .translation: "translation"
        case .example, .story: "example"
        case .mnemonic: "definition"
        }
    }
}

extension CardForm {
    /// Takes a suggestion. One beside what is there does not replace it.
    /// - Parameter isOneMore: whether a sentence is for turns with the example.
    mutating func take(_ suggestion: Suggestion, for kind: HelpKind, isOneMore: Bool = false) {
        guard !isOneMore || kind != .example else {
            sentences = sentences.isEmpty ? suggestion.text : "\(sentences)\n\(suggestion.text)"
            return
        }
        switch kind {
        case .translation: translation = suggestion.text
        case .definition: definition = suggestion.text
        case .example, .story: example = suggestion.text
        case .mnemonic: definition = definition.isEmpty ? suggestion.text : "\(definition) (\(suggestion.text))"
        }
    }
}

extension Phrases {
    /// Why there is nothing to offer.
    func helpFault(_ failure: HelpFailure, _ kind: HelpKind) -> String {
        switch failure {
        case .noModel: self(kind.isInDictionaries ? "wordHelp.noModel" : "wordHelp.noModelAtAll")
        case .noLanguage: self("wordHelp.noLanguage")
        case .fewWords(let known):
            self("wordHelp.fewWords", ["n": number(known), "needed": number(HelpFailure.fewest)])
        case .unknownWords(let words): self("wordHelp.unknownWords", ["words": words.joined(separator: ", ")])
        case .unsuitable: self("wordHelp.unsuitable")
        case .failed: self("wordHelp.failed")
        case .translator(let error): fault(of: error)
        }
    }
}
