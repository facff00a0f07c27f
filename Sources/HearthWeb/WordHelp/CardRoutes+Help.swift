// SPDX-License-Identifier: Apache-2.0

import HearthWords

/// Suggestions on the pages of words.
extension CardRoutes {
    /// Makes the view of the help for a word, and fills in its form; `nil` without a service for help.
    func view(_ draft: inout HelpDraft, _ key: String?, word: Int64?, _ locale: RequestLocale) async -> HelpView? {
        guard let help else { return nil }
        var state: HelpState?
        if let asked = draft.asked { state = await help.state(of: asked) }
        let translator = locale.settings.translation.translator
        var view = HelpView(
            state, draft: draft.asked == nil ? nil : key, word: word,
            service: translator == .machine ? nil : locale.text("translation.\(translator.rawValue)"), locale.text)
        view.sentTo = await help.host().map { locale.text("wordHelp.sentTo", ["host": $0]) }
        view.fill(&draft.form, state?.kind, locale.text)
        return view
    }

    /// The same for a form that cannot be saved as it is.
    func plainView(word: Int64?, _ locale: RequestLocale) async -> HelpView? {
        var draft = HelpDraft(form: CardForm())
        return await view(&draft, nil, word: word, locale)
    }

    /// Fills in what a dictionary of this machine says of a marked word.
    func lookUp(_ form: inout CardForm, _ tree: DeckTree) async {
        guard form.translation.isEmpty, let content = form.content(), let deck = form.deck,
            let pair = tree.settings(of: deck).languages, let found = await help?.lookUp(content, pair)
        else { return }
        form.translation = found
    }
}
