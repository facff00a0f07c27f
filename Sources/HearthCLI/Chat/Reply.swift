// SPDX-License-Identifier: Apache-2.0

import Ember

/// The answer to a question, whole or stopped.
struct Reply: Sendable {
    var text = GeneratedText()
    /// `nil` when it was stopped.
    var info: GenerationInfo?

    /// Asks, and shows the answer on standard output as it comes. Ctrl-C stops it; what was said stays in the
    /// conversation.
    /// - Parameter look: `nil` shows nothing.
    static func stream(
        from session: ChatSession, to question: String, look: AnswerView.Look?, _ interruption: Interruption
    ) async throws -> Reply {
        try await interruption.stoppable {
            let begun = ContinuousClock.now
            var view = look.map { AnswerView($0) }
            var reply = Reply()
            func show(_ text: ScreenText?) { if let text, !text.isEmpty { StandardStream.output.write(text) } }

            show(view?.begin())
            defer { show(view?.end(at: .now - begun)) }
            for try await event in session.streamDetails(to: question) {
                reply.text.append(event)
                if case .info(let info) = event { reply.info = info }
                show(view?.append(event, at: .now - begun))
            }
            return reply
        }
    }
}
