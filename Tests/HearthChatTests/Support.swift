// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthModels
import HearthTesting
import Synchronization
import Testing

func summary(_ reason: CompletionSummary.Reason = .stop) -> CompletionSummary {
    CompletionSummary(
        reason: reason, promptTokens: 20, cachedPromptTokens: 5, tokens: 7, tokensPerSecond: 11, contextLength: 100)
}

/// Dates that follow one another, a second each.
final class Calendar: Sendable {
    private let seconds = Atomic(0)
    var next: @Sendable () -> Date {
        { Date(timeIntervalSince1970: Double(self.seconds.add(1, ordering: .relaxed).newValue)) }
    }
}

extension Conversations {
    /// Follows an answer to its end.
    @discardableResult
    func finished(_ answer: Message) async throws -> Message {
        for await event in events(of: answer.id) {
            if case .finished(let message) = event.change { return message }
        }
        throw Expectation(description: "an answer has an end")
    }

    /// Asks and waits for the answer.
    @discardableResult
    func answer(
        to text: String, in session: Session.ID? = nil, isTemporary: Bool = false
    ) async throws -> Message {
        try await finished(try await ask(text, in: session, isTemporary: isTemporary))
    }

    func texts(of session: Session.ID) async throws -> [String] {
        try await path(of: session).map(\.message.content)
    }
}

/// Whether `body` throws the error of this code.
func expect(_ code: ConversationError.Code, _ body: () async throws -> Void) async {
    do {
        try await body()
        Issue.record("nothing was thrown, expected \(code)")
    } catch {
        #expect((error as? ConversationError)?.code == code, "\(error)")
    }
}
