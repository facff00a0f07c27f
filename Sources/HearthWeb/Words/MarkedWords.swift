// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthWords
import Hummingbird

/// A word that was marked in a conversation, on its way to a card: `/words/add?word=WORD&session=ID&message=ID`.
///
/// The sentence around it is found here, so that no address has it.
struct MarkedWords: Sendable {
    let words: WordPages
    let conversations: Conversations
    let settings: any SettingsStore

    /// - Returns: `nil` where no word is marked.
    func draft(_ query: Parameters, _ tree: DeckTree, _ voice: Voice) async throws -> HelpDraft? {
        guard let typed = query.get("word") else { return nil }
        let (session, message) = (query.get("session") ?? "", query.get("message") ?? "")
        var text = ""
        if !session.isEmpty, try await conversations.session(session) != nil {
            text = try await conversations.path(of: session).first { $0.message.id == message }?.message.content ?? ""
        }
        var draft = HelpDraft(form: CardForm())
        let last = voice.settings.markedWords.lastWordDeck
        draft.form.deck = last.flatMap { tree[$0]?.id } ?? tree.decks.first?.id
        draft.back = text.isEmpty ? nil : "/chat/\(session)#m-\(message)"
        guard let marked = MarkedWord(typed, in: text) else { return draft }
        (draft.form.word, draft.form.example) = (marked.word, marked.sentence)
        return draft
    }

    /// The next marked word is meant for the same deck.
    func remember(_ deck: Int64) async throws {
        guard try await settings.load().markedWords.lastWordDeck != deck else { return }
        try await settings.change { $0.markedWords.lastWordDeck = deck }
    }

    /// Only back to a message.
    static func back(_ typed: String?) -> String? {
        guard let typed, typed.wholeMatch(of: /\/chat\/[A-Za-z0-9-]{1,64}#m-[A-Za-z0-9-]{1,64}/) != nil else {
            return nil
        }
        return typed
    }
}
