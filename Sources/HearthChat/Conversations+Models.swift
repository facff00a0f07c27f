// SPDX-License-Identifier: Apache-2.0

public import HearthModels

/// A conversation keeps its model: the one that was chosen when it began, until the user takes another for it.
extension Conversations {
    /// The model that answers in a session, and where it stands: its own, else the chosen one, also where its own is no
    /// longer there.
    public func model(of session: Session) async -> ModelState {
        if let name = session.model, let own = await models.state(of: name) { return own }
        return await models.state
    }

    /// Has a model answer in a session from now on.
    /// - Throws: `ModelError` `.noModel` where there is none of this name; `ConversationError` `.notFound`.
    public func setModel(of session: Session.ID, to name: String) async throws {
        _ = try await existing(model: name)
        try await change {
            var session = try await existing(session)
            session.model = name
            try await home(of: session).save(session)
            changes.add(to: session.id)
        }
    }

    func existing(model name: String) async throws -> ModelState {
        guard let state = await models.state(of: name) else {
            throw ModelError(.noModel, "There is no model \(name) any more. Choose another one.")
        }
        return state
    }

    /// The model that a session keeps once a model has answered in it. The one that comes with Hearth answers until
    /// there is a better one, and is kept only where the user took it.
    func keptModel(of session: Session, answeredBy model: ModelState) -> String? {
        session.model ?? (model.isBuiltIn ? nil : model.name)
    }
}
