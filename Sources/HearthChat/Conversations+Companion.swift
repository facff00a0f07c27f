// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// The companion's part in a conversation: the mode's system message, memories beside the messages, and the app's own
/// replies.
///
/// The memories at the beginning are those of the session's first answer. Later ones stand with the question that they
/// were recalled for, and stay there: each prompt begins with all of the one before.
extension Conversations {
    /// The system message of a session, its own or its mode's; `nil` where neither has one.
    func instructions(of session: Session, before answer: Message) async throws -> String? {
        if let own = session.instructions { return own }
        guard let companion, let mode = session.mode else { return nil }
        let first = try await path(before: answer, in: session).first { $0.role == .user }
        return await companion.instructions(of: mode, for: first?.content ?? "", in: session.id, before: answer)
    }

    /// The system message before an answer, with a sentence more where somebody may be in danger.
    func carefulInstructions(of session: Session, before answer: Message) async throws -> String {
        let usual: String
        if let own = try await instructions(of: session, before: answer) {
            usual = own
        } else {
            usual = try await settings.load().answers.instructions
        }
        let marks = try await (path(before: answer, in: session) + [answer]).compactMap(\.care)
        guard !marks.isEmpty, let more = await companion?.instruction(afterCare: marks, before: answer) else {
            return usual
        }
        return Titles.isBlank(usual) ? more : "\(usual)\n\n\(more)"
    }

    /// Gives a session a name in the place of the first words of its first question.
    private func rename(_ session: Session, fromWordsOf question: Message, to title: String) async throws {
        try await change {
            guard var current = try await self.session(session.id),
                current.title == Titles.first(for: question.content)
            else { return }
            current.title = title
            try await home(of: current).save(current)
            changes.add(to: session.id)
        }
    }

    // MARK: Memories

    /// The memories that stand in the prompt of an answer: those that there are, and what is recalled for its question
    /// now. They are saved before the model is asked.
    func memories(
        for running: RunningAnswer, after path: [Message], in session: Session
    ) async throws -> [RecalledMemory] {
        let answer = running.message
        guard let companion, let question = path.last, await mayRecall(answer, in: session) else { return [] }
        var known = try await store.recalled(in: session.id)
        let isFirst = known.isEmpty && !path.contains { $0.role == .assistant && $0.model != nil }
        // One that is answered again, or gone on with, was given what there is.
        if !known.contains(where: { $0.question == question.id }), answer.content.isEmpty {
            let new = await companion.recall(question, in: session, besides: known, isFirst: isFirst, before: answer)
            if !new.isEmpty {
                try await store.save(new, in: session.id)
                // Some may have been forgotten since they were found, and are in no prompt then.
                known = try await store.recalled(in: session.id)
            }
        }
        let used = await companion.mayTell(Self.memories(known, on: path), before: answer)
        running.amend { $0.usesMemory = !used.isEmpty }
        return used
    }

    /// The memories that stood in the prompt of an answer, as far as its model may still be told them.
    func memories(of answer: Message, in session: Session) async throws -> [RecalledMemory] {
        guard let companion, answer.usesMemory, await mayRecall(answer, in: session) else { return [] }
        let path = try await path(before: answer, in: session)
        return await companion.mayTell(
            Self.memories(try await store.recalled(in: session.id), on: path), before: answer)
    }

    /// Those at the beginning, and those beside questions of a path.
    static func memories(_ all: [RecalledMemory], on path: [Message]) -> [RecalledMemory] {
        let questions = Set(path.map(\.id))
        return all.filter { $0.isAtBeginning || questions.contains($0.question) }
    }

    private func mayRecall(_ answer: Message, in session: Session) async -> Bool {
        guard let companion, !session.isTemporary, !session.memoryIsOff, !answer.isUnremembered else { return false }
        return await companion.mayRecall(in: session.mode, host: answer.remoteHost)
    }

    /// Text of memories for the place behind the system message; `nil` for nothing.
    func block(of memories: [RecalledMemory]) -> String? {
        let first = memories.filter(\.isAtBeginning)
        return first.isEmpty ? nil : companion?.block(of: first)
    }

    /// A message as a model is told it: with what was recalled for it in front.
    func told(_ message: Message, with memories: [RecalledMemory]) -> Message {
        let beside = memories.filter { !$0.isAtBeginning && $0.question == message.id }
        guard let companion, !beside.isEmpty else { return message }
        var message = message
        message.content = "\(companion.block(of: beside))\n\n\(message.content)"
        return message
    }

    // MARK: What the app does itself

    /// Gives the companion's own reply to a question, where it has one.
    /// - Returns: whether the app has given the answer.
    func giveBuiltInReply(to running: RunningAnswer, in session: Session) async throws -> Bool {
        let answer = running.message
        guard let companion, answer.content.isEmpty else { return false }
        let path = try await path(before: answer, in: session)
        // Memories that cannot be read are no reason to leave somebody who needs help to a model.
        let known = (try? await store.recalled(in: session.id)) ?? []
        guard let question = path.last, question.role == .user,
            let reply = await companion.builtInReply(
                to: question, answer: answer, after: path.dropLast(), told: Self.memories(known, on: path),
                in: session)
        else { return false }
        running.amend { ($0.deed, $0.care) = (reply.deed, reply.care) }
        if let title = reply.title { try await rename(session, fromWordsOf: question, to: title) }
        guard let text = reply.answer else { return false }
        running.amend { $0.model = nil }
        running.append(.text(text), at: now())
        if running.end(.complete, at: now()) { await settle(session.id) }
        return true
    }

    /// Keeps an answer from claiming that something was noted where nothing was.
    func claims(before running: RunningAnswer, after path: [Message]) async -> UnkeptClaims.Filter? {
        let answer = running.message
        guard let companion, answer.content.isEmpty, let question = path.last else { return nil }
        return await companion.unkeptClaims(about: question, before: answer).map(UnkeptClaims.Filter.init)
    }

    /// Checks for an answer while it is written.
    func guards(
        for running: RunningAnswer, after path: [Message], _ memories: [RecalledMemory], _ request: CompletionRequest
    ) async -> AnswerGuards {
        let isTiny = await isTiny(running.message.model)
        // The line above memories is the same for those of one language.
        let headings = Set(
            memories.compactMap { companion?.block(of: [$0]).split(whereSeparator: \.isNewline).first.map(String.init) }
        )
        let echo = PromptEcho(instructions: request.instructions, headings: Array(headings))
        return AnswerGuards(
            isTiny: isTiny, echo: isTiny ? echo : nil, claims: await claims(before: running, after: path))
    }

    /// Hands a finished turn over.
    func tellCompanion(of answer: Message) async {
        guard let companion, let parent = answer.parent, await temporary.session(answer.session) == nil,
            let session = try? await store.session(answer.session), let question = try? await message(parent)
        else { return }
        await companion.finished(question, answer, in: session)
    }
}
