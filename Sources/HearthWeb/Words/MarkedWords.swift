// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
import HearthModels
import HearthWords
import Hummingbird

/// A word that was marked in a conversation or the journal, on its way to a card:
/// `/words/add?word=WORD&session=ID&message=ID` or `/words/add?word=WORD&entry=ID`.
///
/// The sentence around it is found here, so that no address has it.
struct MarkedWords: Sendable {
    let words: WordsContext
    let conversations: Conversations
    /// `nil` where there is none.
    let journal: Journal?
    let settings: any SettingsStore

    /// - Returns: `nil` where no word is marked.
    func draft(_ query: Parameters, _ tree: DeckTree, _ locale: RequestLocale) async throws -> HelpDraft? {
        guard let typed = query.get("word") else { return nil }
        let source = try await source(query)
        let text = source?.text ?? ""
        var draft = HelpDraft(form: CardForm())
        let last = locale.settings.markedWords.lastWordDeck
        draft.form.deck = last.flatMap { tree[$0]?.id } ?? tree.decks.first?.id
        draft.back = text.isEmpty ? nil : source?.back
        guard let marked = MarkedWord(typed, in: text) else { return draft }
        (draft.form.word, draft.form.example) = (marked.word, marked.sentence)
        return draft
    }

    /// The text that the word was marked in, and its address.
    private func source(_ query: Parameters) async throws -> (text: String, back: String)? {
        if let id = query.get("entry"), let entry = try await journal?.store.entry(id) {
            return (entry.text, "/journal/entries/\(entry.id)")
        }
        guard let session = query.get("session"), let message = query.get("message"),
            try await conversations.session(session) != nil
        else { return nil }
        let turn = try await conversations.path(of: session).first { $0.message.id == message }
        return turn.map { ($0.message.content, "/chat/\(session)#m-\(message)") }
    }

    /// The next marked word is meant for the same deck.
    func remember(_ deck: Int64) async throws {
        guard try await settings.load().markedWords.lastWordDeck != deck else { return }
        try await settings.change { $0.markedWords.lastWordDeck = deck }
    }

    /// Only back to a message or an entry.
    static func back(_ typed: String?) -> String? {
        let places = /\/chat\/[A-Za-z0-9-]{1,64}#m-[A-Za-z0-9-]{1,64}|\/journal\/entries\/[A-Za-z0-9-]{1,64}/
        guard let typed, typed.wholeMatch(of: places) != nil else { return nil }
        return typed
    }
}
