// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat

/// A conversation, or the beginning of one.
struct ChatPage: Page {
    static let template = "chat"

    let title: String
    /// `nil` before the first message.
    let session: String?
    /// How often the session had been changed when it was read; who is told of more asks again.
    let changes: Int
    let isNew: Bool
    let isTemporary: Bool
    /// The session that it goes on from, and what was said there; the latter `nil` where that was deleted.
    let continues: String?
    let carried: CarriedView?
    /// When a session was frozen, as a sentence; such a one is only read.
    let frozen: String?
    let isWritable: Bool
    /// Whether an answer is being written.
    let isAnswering: Bool
    let day: String?
    let turns: [TurnView]
    let greeting: String
    let suggestions: [Suggestion]
    let remoteNotice: RemoteNotice?
    let pocket: PocketNotice?
    let draft: String
    /// The same where the session is frozen and there is no box for it.
    let unsent: String?
    let placeholder: String
    let context: ContextView?
    /// Shown over the conversation: what is known of it and can be done with it.
    let sheet: SessionSheet?

    /// The conversation that this one goes on from, folded: its last messages, and the way to it.
    struct CarriedView: Sendable {
        let label: String
        let address: String
        /// How many messages come before those that are shown, as a sentence.
        let earlier: String?
        let said: [SaidView]
        /// Whether nothing has been said since.
        let isOpen: Bool
    }

    struct SaidView: Sendable {
        let isMine: Bool
        /// What the user wrote, as text; empty for an answer.
        let words: String
        /// An answer as HTML.
        let answer: String
    }

    struct Suggestion: Sendable {
        let words: String
        let icon: String
    }

    struct RemoteNotice: Sendable {
        let host: String
        let explanation: String
    }

    /// How much of the model's context the conversation takes.
    struct ContextView: Sendable {
        /// 0…100.
        let percent: Int
        let words: String
        let label: String
        let detail: String
        let isFull: Bool
        /// `nil` where nobody knows how much of it the instructions are.
        let shares: Shares?

        /// What fills the context, in words, and in percent of it.
        struct Shares: Sendable {
            let instructions: String
            let conversation: String
            let instructionsPart: Double
            let conversationPart: Double
        }
    }

    struct SessionSheet: Sendable {
        let summary: String
        let instructions: String
        let thinks: Bool
        let isFrozen: Bool
    }
}

extension ChatPage.ContextView {
    /// - Returns: `nil` before an answer has told how long it all is.
    init?(_ turns: [Turn], _ say: Phrases) {
        guard let last = turns.last(where: { $0.message.contextTokens != nil })?.message,
            let tokens = last.contextTokens, let length = last.contextLength, length > 0
        else { return nil }
        let fraction = min(1, Double(tokens) / Double(length))
        percent = Int((fraction * 100).rounded())
        words = say.percent(fraction)
        label = say("chat.contextLabel", ["percent": words])
        detail = say("session.tokens", ["n": say.number(tokens), "of": say.number(length)])
        isFull = fraction >= 0.8
        shares = last.instructionTokens.map { instructions in
            let parts = [instructions, tokens - instructions].map { max(0, $0) }
            let shares = parts.map { min(100, 100 * Double($0) / Double(length)) }
            return Shares(
                instructions: say("session.instructionsShare", ["n": say.number(parts[0])]),
                conversation: say("session.conversationShare", ["n": say.number(parts[1])]),
                instructionsPart: shares[0], conversationPart: min(shares[1], 100 - shares[0]))
        }
    }
}
