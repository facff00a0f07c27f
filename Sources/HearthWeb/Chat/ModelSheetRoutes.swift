// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HearthChat
import HearthModels
import Hummingbird

/// Chooses the model that answers in a conversation, or that writes another answer.
struct ModelSheetRoutes: Sendable {
    let chat: ChatRoutes
    let conversations: Conversations
    let remote: (any RemoteModels)?

    /// With `?answer=ID`, the models for another answer beside that one.
    @Sendable func modelSheet(_ request: Request, _ context: WebContext) async throws -> Response {
        try await chat.chat(request, context, with: .model(answer: request.query.get("answer")))
    }

    @Sendable func setModel(_ request: Request, _ context: WebContext) async throws -> Response {
        let session = try await conversations.session(in: context)
        let name = context.form["model"] ?? ""
        // Nothing leaves the machine that nobody has agreed to.
        if let consent = try await remote?.consentAddress(beforeChoosing: name, at: chat.pages.clock.now()) {
            return .redirect(to: consent)
        }
        try await conversations.setModel(of: session.id, to: name)
        return .redirect(to: "/chat/\(session.id)")
    }
}

extension ChatRoutes {
    /// The models that can be taken, and where each stands.
    /// - Parameter own: the one that is marked.
    func choice(own: String?) async throws -> ModelSheetView.Choice {
        let all = await models.models()
        var states: [String: ModelState] = [:]
        for model in all { states[model.name] = await models.state(of: model.name) }
        let unagreed = try await remote?.remoteModels().filter { $0.agreedAt == nil }.map(\.name) ?? []
        return ModelSheetView.Choice(
            models: all, states: states, unagreed: Set(unagreed), usual: await models.state.name, own: own,
            room: await library?.room())
    }
}
