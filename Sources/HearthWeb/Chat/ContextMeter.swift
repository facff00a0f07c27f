// SPDX-License-Identifier: Apache-2.0

import HearthChat
import HearthModels

/// How much of the model's context the conversation takes, and from which message on the model reads it.
struct ContextMeter: Sendable, Equatable, Encodable {
    /// 0…100.
    let percent: Int
    let words: String
    let label: String
    let detail: String
    /// Whether there is little room left, or some messages have none.
    let isFull: Bool
    /// The first message that the model reads, where it does not read all.
    let readsFrom: Message.ID?
    /// `nil` where nobody knows how much of it the instructions are.
    let shares: Shares?

    /// The parts that fill the context, in words and in percent of its length.
    struct Shares: Sendable, Equatable, Encodable {
        let instructions: String
        let conversation: String
        let instructionsPart: Double
        let conversationPart: Double
    }

    init(_ use: ContextUse, readsFrom: Message.ID?, _ say: Phrases) {
        let fraction = min(1, Double(use.tokens) / Double(max(1, use.length)))
        percent = Int((fraction * 100).rounded())
        words = say.percent(fraction)
        label = say(readsFrom == nil ? "chat.contextLabel" : "chat.contextFull", ["percent": words])
        detail = say("session.tokens", ["n": say.number(use.tokens), "of": say.number(use.length)])
        isFull = fraction >= 0.8 || readsFrom != nil
        self.readsFrom = readsFrom
        shares = use.instructionTokens.map { Shares($0, of: use, say) }
    }

    /// - Returns: `nil` before an answer has told how long it all is.
    init?(_ turns: [Turn], _ say: Phrases) {
        guard let last = turns.last(where: { $0.message.contextTokens != nil })?.message,
            let tokens = last.contextTokens, let length = last.contextLength
        else { return nil }
        let use = ContextUse(tokens: tokens, length: length, instructionTokens: last.instructionTokens)
        self.init(use, readsFrom: last.readsFrom, say)
    }
}

extension ContextMeter.Shares {
    init(_ instructions: Int, of use: ContextUse, _ say: Phrases) {
        let parts = [instructions, use.tokens - instructions].map { max(0, $0) }
        let shares = parts.map { min(100, 100 * Double($0) / Double(max(1, use.length))) }
        self.init(
            instructions: say("session.instructionsShare", ["n": say.number(parts[0])]),
            conversation: say("session.conversationShare", ["n": say.number(parts[1])]),
            instructionsPart: shares[0], conversationPart: min(shares[1], 100 - shares[0]))
    }
}
