// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

extension Conversations {
    /// Saves a question and begins its answer; a new session is started where none is named.
    ///
    /// - Parameters:
    ///   - isTemporary: whether a new session is to live in memory alone.
    ///   - mode: of a new session; `nil` takes the usual one.
    ///   - memoryIsOff: whether nothing of a new session is remembered.
    ///   - model: the model of a new session; `nil`, or one that is no longer there, takes the chosen one.
    ///   - folder: the folder of a new session; it is in none where that is no longer there.
    /// - Returns: the answer, which is arriving.
    /// - Throws: `ConversationError` `.blank`, `.notFound`, `.frozen`, `.answering`, `.busy`; what the store throws.
    public func ask(
        _ text: String, in session: Session.ID? = nil, isTemporary: Bool = false, mode: String? = nil,
        memoryIsOff: Bool = false, model: String? = nil, folder: SessionFolder.ID? = nil
    ) async throws -> Message {
        try Self.check(text)
        return try await change {
            guard let session else {
                var new = Session(id: identifier(), createdAt: now())
                new.isTemporary = isTemporary
                new.mode = if let mode { mode } else { await companion?.usualMode() }
                new.memoryIsOff = memoryIsOff
                if let model, await models.state(of: model) != nil { new.model = model }
                if let folder, !isTemporary { new.folder = try await store.folder(folder)?.id }
                return try await begin(question: text, after: nil, in: new)
            }
            let open = try await writable(session)
            let parent = try await branches(of: open.id).path(to: open.leaf).last?.id
            let answer = try await begin(question: text, after: parent, in: open)
            // What was typed has been sent; that it is still there would be no loss.
            try? await home(of: open).saveDraft(nil, of: open.id)
            return answer
        }
    }

    /// Asks something else in a question's place; the old one stays beside it. Returns the answer, which is arriving.
    /// - Throws: as `ask`; `.wrongMessage` for what is no question.
    public func edit(_ question: Message.ID, to text: String) async throws -> Message {
        try Self.check(text)
        return try await change {
            let old = try await existing(message: question)
            guard old.role == .user else {
                throw ConversationError(.wrongMessage, "You can only edit your own messages.")
            }
            let answer = try await begin(question: text, after: old.parent, in: writable(old.session))
            // The memory follows in a moment, for which nobody waits.
            if let companion, let parent = answer.parent {
                let new = try await existing(message: parent)
                Task { await companion.replaced(old.id, by: new) }
            }
            return answer
        }
    }

    /// Begins a second answer beside one, and returns it.
    /// - Parameter model: writes it, and nothing after it; `nil` for the session's own.
    /// - Throws: as `ask`; `.wrongMessage` for what is no answer; `ModelError` `.noModel`.
    public func regenerate(_ answer: Message.ID, by model: String? = nil) async throws -> Message {
        let writer: ModelState? = if let model { try await existing(model: model) } else { nil }
        return try await change {
            let old = try await existing(message: answer)
            guard old.role == .assistant, let question = old.parent else {
                throw ConversationError(.wrongMessage, "You can only try again for an answer.")
            }
            return try await begin(saving: [], after: question, in: writable(old.session), by: writer)
        }
    }

    /// Goes on with an answer that ended before its end, from its last word. Returns it, arriving again.
    ///
    /// - Throws: as `ask`; `.wrongMessage` for what is whole, or was answered to, and where the model is not on this
    ///   machine: what an endpoint makes of half an answer differs from one to the next.
    public func goOn(with answer: Message.ID) async throws -> Message {
        try await change {
            var answer = try await existing(message: answer)
            let session = try await writable(answer.session)
            let isLast = try await branches(of: session.id).leaf(from: answer.id) == answer.id
            guard answer.canGoOn, isLast, await model(of: session).remoteHost == nil else {
                throw ConversationError(
                    .wrongMessage, "There is nothing to go on with. Ask for another answer instead.")
            }
            (answer.state, answer.fault) = (.arriving, nil)
            // The model whose name it carries goes on with it, whichever is chosen by now.
            var writer: ModelState?
            if let name = answer.model { writer = await models.state(of: name) }
            if writer?.remoteHost != nil { writer = nil }
            return try await begin(answer, by: writer, saving: [], in: session, at: now())
        }
    }

    /// Shows the branch of a message: from it on, the newest messages.
    public func choose(branch message: Message.ID) async throws {
        try await change {
            let message = try await existing(message: message)
            var session = try await existing(message.session)
            session.leaf = try await branches(of: session.id).leaf(from: message.id)
            try await home(of: session).save(session)
            changes.add(to: session.id)
        }
    }

    /// Ends the answer that is arriving in a session, if there is one; what has arrived is kept.
    public func stop(_ session: Session.ID) async { await halt(session, .stopped) }

    // MARK: Beginning

    private static func check(_ text: String) throws {
        if Titles.isBlank(text) { throw ConversationError(.blank, "This message is empty. Write something first.") }
    }

    /// A session that may be written to now.
    private func writable(_ id: Session.ID) async throws -> Session {
        let session = try await existing(id)
        guard session.frozenAt == nil else {
            throw ConversationError(.frozen, "This conversation is read-only. Continue it in a new chat.")
        }
        guard writing[id] == nil else {
            throw ConversationError(.answering, "The last answer is still being written. Wait for it, or stop it.")
        }
        return session
    }

    /// Whether what is said in a session now is not to be remembered.
    private func isUnremembered(_ session: Session) async -> Bool {
        guard let companion else { return false }
        if session.isTemporary || session.memoryIsOff { return true }
        return await !companion.remembers()
    }

    private func begin(question text: String, after parent: Message.ID?, in session: Session) async throws -> Message {
        var session = session
        if session.title.isEmpty { session.title = Titles.first(for: text) }
        var question = Message(
            id: identifier(), session: session.id, parent: parent, role: .user, content: text, createdAt: now())
        question.isUnremembered = await isUnremembered(session)
        return try await begin(saving: [question], after: question.id, in: session)
    }

    /// Saves what is new together with an empty answer, and begins to write that.
    private func begin(
        saving new: [Message], after question: Message.ID, in session: Session, by writer: ModelState? = nil
    ) async throws -> Message {
        let answer = Message(
            id: identifier(), session: session.id, parent: question, role: .assistant, content: "", createdAt: now(),
            state: .arriving)
        return try await begin(answer, by: writer, saving: new, in: session, at: answer.createdAt)
    }

    /// Saves an answer as arriving, with what is new beside it, and begins to write it.
    /// - Parameter writer: the model of this answer alone; `nil` for the session's.
    private func begin(
        _ answer: Message, by writer: ModelState?, saving new: [Message], in session: Session, at date: Date
    ) async throws -> Message {
        guard writing.count < Self.mostAnswers else {
            throw ConversationError(.busy, "\(writing.count) answers are already being written. Try again in a moment.")
        }
        let own = await model(of: session)
        let model = writer ?? own
        var answer = answer
        answer.model = model.name
        if let parent = answer.parent {
            let asked = try await new.first { $0.id == parent } == nil ? message(parent) : new.first { $0.id == parent }
            answer.isUnremembered = asked?.isUnremembered ?? false
        }
        // Once a part of it has come from elsewhere, it has.
        answer.remoteHost = model.remoteHost ?? answer.remoteHost
        var session = session
        session.model = keptModel(of: session, answeredBy: own)
        session.leaf = answer.id
        session.lastMessageAt = date

        let home = home(of: session)
        try await home.save(new + [answer], in: session)
        write(answer, in: session)
        if session.isTemporary { forgetLater(session.id) }
        changes.add(to: session.id)
        return answer
    }
}
