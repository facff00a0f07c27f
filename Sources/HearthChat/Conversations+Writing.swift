// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// An answer that is being written, the work that writes it, and the work that saves it while it grows.
struct Writing {
    let answer: RunningAnswer
    let home: any ConversationStore
    let work: Task<Void, Never>
    let saving: Task<Void, Never>
    /// Keeps background work away from the model.
    let foregroundWork: ForegroundWork
}

extension Conversations {
    /// How often an answer is saved while it grows. What a sudden end of the program can take is less than 0.5 s of it.
    static let savingInterval = Duration.milliseconds(400)

    /// Begins to write an answer that has been saved as arriving.
    func write(_ answer: Message, in session: Session) {
        let foregroundWork = backgroundJobs.beginForegroundWork()
        // What there was of it has just been saved.
        unsaved.removeAll { $0.id == answer.id }
        let running = RunningAnswer(answer)
        answers.add(running)
        let home = home(of: session)
        let (clock, now) = (clock, now)
        let work = Task {
            do {
                var summary: CompletionSummary?
                if try await giveBuiltInReply(to: running, in: session) { return }
                let path = try await path(before: answer, in: session)
                let memories = try await memories(for: running, after: path, in: session)
                let said = try await said(path, memories, in: session)
                running.ask(with: said.map(\.first))
                var request = try await request(for: answer, in: session, after: said)
                request.memory = block(of: memories)
                request.beginning = answer.content.isEmpty ? nil : answer.content
                var guards = await guards(for: running, after: path, memories, request)
                for try await event in try await models.complete(request.withPlainSpaces) {
                    if let shown = guards.pass(event) { running.append(shown, at: now()) }
                    if guards.isReciting { break }
                    if guards.isStuck(after: event) { throw ModelError.stuck }
                    if case .finished(let all) = event { summary = all }
                }
                let rest = guards.end(after: Set(path.map(\.content)))
                if !rest.isEmpty { running.append(.text(rest), at: now()) }
                if guards.isReciting { return try await cut(running, in: session) }
                await conclude(running, in: session, summary)
            } catch {
                await fail(running, in: session, error)
            }
        }
        let saving = Task {
            while (try? await clock.sleep(for: Self.savingInterval)) != nil {
                // What cannot be saved now is tried again with what follows, and readers are told.
                if let message = running.more() { await save(message, of: running, in: home) }
            }
        }
        writing[session.id] = Writing(
            answer: running, home: home, work: work, saving: saving, foregroundWork: foregroundWork)
    }

    private func conclude(_ running: RunningAnswer, in session: Session, _ summary: CompletionSummary?) async {
        guard let summary else {
            return await fail(
                running, in: session, ModelError(.modelFailed, "The model stopped before it was done."))
        }
        let ended = running.end(summary.reason == .stop ? .complete : .cutOff, at: now()) { message in
            message.tokens = summary.tokens
            message.tokensPerSecond = summary.tokensPerSecond
            message.contextTokens = summary.promptTokens + summary.tokens
            message.contextLength = summary.contextLength
            message.instructionTokens = summary.instructionTokens
        }
        guard ended else { return }
        await settle(session.id)
        name(session, after: running.message)
    }

    /// Ends an answer before what its model was about to recite.
    /// - Throws: `ModelError` `.reciting` where nothing comes before that.
    private func cut(_ running: RunningAnswer, in session: Session) async throws {
        guard !Titles.isBlank(running.message.content) else { throw ModelError.reciting }
        if running.end(.complete, at: now()) { await settle(session.id) }
    }

    private func fail(_ running: RunningAnswer, in session: Session, _ error: any Error) async {
        // What models and conversations throw is a sentence for people; of anything else people are spared the details.
        let ofModel = error as? ModelError
        let known = ofModel?.detail ?? (error as? ConversationError)?.detail
        let ended = running.end(.failed, at: now()) { message in
            message.fault = known ?? "The model could not answer. Try again."
            message.faultCode = ofModel?.code
        }
        guard ended else { return }
        await settle(session.id)
    }

    /// Ends the answer of a session now, whatever the model does.
    func halt(_ session: Session.ID, _ result: Message.State) async {
        guard let writing = writing[session], writing.answer.end(result, at: now()) else { return }
        writing.work.cancel()
        await settle(session)
    }

    /// Saves an answer that is over and tells its readers, and the companion. One that cannot be saved stays in memory
    /// until it can.
    func settle(_ session: Session.ID) async {
        guard let done = writing[session] else { return }
        // In a task of its own, because who asked for this may be cancelled, and the end is saved all the same.
        await Task {
            done.saving.cancel()
            await done.saving.value
            if let message = done.answer.more() { await save(message, of: done.answer, in: done.home) }
        }.value
        writing[session] = nil
        // What was noted with it while it was saved.
        if done.answer.unsaved == nil, let message = done.answer.more() {
            await save(message, of: done.answer, in: done.home)
        }
        if done.answer.unsaved != nil { keepTrying(done.answer) }
        done.answer.publish()
        await tellCompanion(of: done.answer.message)
    }

    // MARK: What the model is asked

    /// A turn of the conversation as a model is told it, and the first of the messages that it is made of.
    struct PromptTurn: Sendable {
        var turn: CompletionRequest.Turn
        let first: Message.ID
    }

    /// Messages as a model is told them: those of the sessions that this one goes on from, then its own.
    func said(_ path: [Message], _ memories: [RecalledMemory], in session: Session) async throws -> [PromptTurn] {
        Self.turns(try await carried(into: session) + path.map { told($0, with: memories) })
    }

    /// The messages of this session before an answer, oldest first.
    func path(before answer: Message, in session: Session) async throws -> [Message] {
        try await branches(of: session.id).path(to: answer.parent).map(\.message)
    }

    /// The question to a model that an answer answers.
    func request(
        for answer: Message, in session: Session, after said: [PromptTurn]
    ) async throws -> CompletionRequest {
        let settings = try await settings.load().answers
        let instructions = try await carefulInstructions(of: session, before: answer)
        var request = CompletionRequest(
            instructions: Titles.isBlank(instructions) ? nil : instructions, turns: said.map(\.turn))
        // The one that the answer names: what was asked at home stays there, whatever is chosen meanwhile.
        request.model = answer.model
        request.temperature = settings.temperature
        request.topP = settings.topP
        request.maxTokens = try await mostTokens(of: answer, settings)
        request.seed = settings.seed
        request.thinks = session.thinks ?? settings.thinks
        return request
    }

    /// A tiny model's answers are kept short where the user has left the limit as it was.
    private func mostTokens(of answer: Message, _ settings: AnswerSettings) async throws -> Int {
        guard settings.maxTokens == AnswerSettings().maxTokens, await isTiny(answer.model) else {
            return settings.maxTokens
        }
        return AnswerSettings.mostTokensOfTinyModels
    }

    func isTiny(_ model: String?) async -> Bool {
        await models.models().contains { $0.name == model && $0.isTiny }
    }

    /// Messages of the sessions before, which this one is told. A model leaves out the oldest of what it has no room
    /// for.
    private func carried(into session: Session) async throws -> [Message] {
        var carried: [Message] = []
        var seen: Set<Session.ID> = [session.id]
        var next = session.continues
        while let id = next, seen.insert(id).inserted, carried.count < Self.mostCarried,
            let before = try await self.session(id)
        {
            carried = try await branches(of: id).path(to: before.leaf).map(\.message) + carried
            next = before.continues
        }
        return carried.suffix(Self.mostCarried)
    }

    /// Messages of earlier sessions that are told at most; more than that fits few models, and reading them takes
    /// minutes.
    private static let mostCarried = 400

    /// Templates want questions and answers in turn: what was never answered becomes one question with the next.
    private static func turns(_ messages: [Message]) -> [PromptTurn] {
        var turns: [PromptTurn] = []
        for message in messages where !Titles.isBlank(message.content) {
            let role: CompletionRequest.Turn.Role = message.role == .user ? .user : .assistant
            if turns.last?.turn.role == role {
                turns[turns.count - 1].turn.content += "\n\n" + message.content
            } else {
                turns.append(PromptTurn(turn: .init(role: role, content: message.content), first: message.id))
            }
        }
        return turns
    }
}
