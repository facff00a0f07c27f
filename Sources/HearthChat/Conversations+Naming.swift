// SPDX-License-Identifier: Apache-2.0

public import HearthModels

extension BackgroundJob.Kind {
    /// Finds a title for a conversation.
    public static let title = BackgroundJob.Kind("title", priority: 10)
}

extension Conversations {
    /// Has the model name a session after its first answer, unless somebody names it meanwhile.
    func name(_ session: Session, after answer: Message) {
        // A model elsewhere names what was said to it, and is told nothing new.
        guard [.complete, .cutOff].contains(answer.state), answer.model != nil, answer.care == nil else { return }
        backgroundJobs.add(
            BackgroundJob(.title, about: session.id) { [weak self] in
                // A title is worth no complaint: without one, the first words of the question stay.
                try await self?.findTitle(for: answer, in: session)
            })
    }

    private func findTitle(for answer: Message, in session: Session) async throws {
        guard let title = try await suggestion(for: answer, in: session) else { return }
        try Task.checkCancellation()
        try await change {
            guard var current = try await self.session(session.id), current.title == session.title else { return }
            current.title = title
            try await home(of: current).save(current)
            changes.add(to: session.id)
        }
    }

    private func suggestion(for first: Message, in session: Session) async throws -> String? {
        // Of twenty titles by the built-in model none was better than the first words, and eight were nonsense.
        guard try await settings.load().answers.namesSessions, await !isTiny(first.model) else { return nil }
        let path = try await path(before: first, in: session)
        // Once: after the first answer that came to its end.
        guard let question = path.first, session.title == Titles.first(for: question.content),
            !path.contains(where: { $0.role == .assistant && [.complete, .cutOff].contains($0.state) })
        else { return nil }
        // The same beginning as the question's, so that the model has read it already.
        let memories = try await memories(of: first, in: session)
        let said = try await said(path, memories, in: session)
        var request = try await request(for: first, in: session, after: said)
        request.memory = block(of: memories)
        request.turns.append(.init(role: .assistant, content: first.content))
        request.turns.append(.init(role: .user, content: Titles.question))
        // Some endpoints think, whatever they are told.
        let mostTokens = first.remoteHost == nil ? 24 : 400
        (request.temperature, request.maxTokens, request.thinks) = (0, mostTokens, false)
        try Task.checkCancellation()
        var answer = AnswerText()
        for try await event in try await models.complete(request.withPlainSpaces) {
            if case .piece(let piece) = event { answer.append(piece) }
        }
        return Titles.clean(answer.text)
    }
}
