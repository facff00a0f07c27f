// SPDX-License-Identifier: Apache-2.0

import HearthChat

/// Expectations about conversations.
struct ChatOracle: Sendable {
    struct Chat: Sendable {
        let step: Int
        /// The app's own name for it.
        let id: Session.ID
        /// The questions that were asked, by their steps, in order.
        var questions: [Int] = []
        var deletedAt: Int64?
        /// The program in which it was deleted: its end erases what was deleted.
        var deletedIn = 0
        /// It is being brought back: a kill leaves open whether it was.
        var isComingBack = false
        var isPinned = false
        /// The folder that it is in, by its step.
        var folder: Int?
    }

    struct Folder: Sendable {
        /// The app's own name for it.
        let id: SessionFolder.ID
        var deletedAt: Int64?
        var deletedIn = 0
        var isComingBack = false
    }

    var chats: [Int: Chat] = [:]
    /// By the steps that made them.
    var folders: [Int: Folder] = [:]
    /// Steps whose words are gone for good.
    var erased: Set<Int> = []
    /// Conversations that are gone for good.
    var gone: Set<Int> = []

    /// How long a deleted conversation can be brought back, with some time to erase it.
    static let undoTime: Int64 = 8_000_000_000

    func living(folder step: Int) -> Folder? { folders[step].flatMap { $0.deletedAt == nil ? $0 : nil } }

    /// A folder is gone for good; what was in it stays.
    mutating func erase(folder step: Int) {
        guard folders.removeValue(forKey: step) != nil else { return }
        erased.insert(step)
        for (chat, known) in chats where known.folder == step { chats[chat]?.folder = nil }
    }

    /// Notes what is too old to be brought back.
    mutating func forget(at now: Int64, generation: Int) {
        for (step, folder) in folders {
            guard let deletedAt = folder.deletedAt, !folder.isComingBack else { continue }
            if now >= deletedAt + Self.undoTime || folder.deletedIn < generation { erase(folder: step) }
        }
        for (step, chat) in chats {
            guard let deletedAt = chat.deletedAt, !chat.isComingBack else { continue }
            if now >= deletedAt + Self.undoTime || chat.deletedIn < generation {
                erased.formUnion(chat.questions)
                gone.insert(step)
                chats[step] = nil
            }
        }
    }

    mutating func eraseEverything() {
        for folder in folders.keys { erase(folder: folder) }
        for chat in chats.values { erased.formUnion(chat.questions) }
        gone.formUnion(chats.keys)
        chats = [:]
    }

    func problem(in folders: [SessionFolder]) -> OracleFinding? {
        let ids = Set(folders.map(\.id))
        for (step, folder) in self.folders.sorted(by: { $0.key < $1.key })
        where ids.contains(folder.id) != (folder.deletedAt == nil) {
            return OracleFinding(
                folder.deletedAt == nil ? "folder is lost" : "deleted folder is there", "of step \(step)")
        }
        guard ids.count == self.folders.values.count(where: { $0.deletedAt == nil }) else {
            return OracleFinding("folder of nobody", "\(folders.map(\.name))")
        }
        return nil
    }

    func problem(in stored: [(session: Session, messages: [Message])]) -> OracleFinding? {
        var found: [Session.ID: [Message]] = [:]
        for chat in stored { found[chat.session.id] = chat.messages }
        for chat in chats.values.sorted(by: { $0.step < $1.step }) {
            guard chat.deletedAt == nil else {
                if found[chat.id] != nil {
                    return OracleFinding("deleted chat is there", "the chat of step \(chat.step)")
                }
                continue
            }
            guard let messages = found[chat.id] else {
                return OracleFinding("chat is lost", "the chat of step \(chat.step) is not there")
            }
            let marks = messages.filter { $0.role == .user }.reduce(into: Set<Mark>()) { marks, message in
                marks.formUnion(Mark.all(in: message.content))
            }
            for question in chat.questions where !marks.contains(Mark(step: question)) {
                return OracleFinding(
                    "question is lost", "the question of step \(question) in the chat of step \(chat.step)")
            }
            for mark in marks.sorted() where !chat.questions.contains(mark.number / 10) {
                return OracleFinding("question of another chat", "\(mark) in the chat of step \(chat.step)")
            }
            if let problem = problem(of: messages) { return problem }
            guard let session = stored.first(where: { $0.session.id == chat.id })?.session else { continue }
            guard session.isPinned == chat.isPinned else {
                return OracleFinding("pin is lost", "the chat of step \(chat.step) is pinned: \(session.isPinned)")
            }
            // One that is in a folder which can still come back shows nothing of it.
            if let folder = chat.folder, living(folder: folder) == nil { continue }
            guard session.folder == chat.folder.flatMap({ folders[$0]?.id }) else {
                return OracleFinding(
                    "chat is in another folder", "the chat of step \(chat.step), of folder \(chat.folder ?? 0)")
            }
        }
        let known = Set(chats.values.map(\.id))
        for (session, _) in stored where !known.contains(session.id) {
            return OracleFinding("chat of nobody", "\(session.title)")
        }
        return nil
    }

    /// A whole answer says what the model said.
    private func problem(of messages: [Message]) -> OracleFinding? {
        let texts = Dictionary(messages.map { ($0.id, $0.content) }, uniquingKeysWith: { first, _ in first })
        for message in messages where message.role == .assistant {
            guard let question = message.parent.flatMap({ texts[$0] }) else {
                return OracleFinding("answer without question", message.id)
            }
            let whole = SimulatedModel.answer(to: question)
            let isRight = message.state == .complete ? message.content == whole : whole.hasPrefix(message.content)
            // The app itself answers some, and then no model did.
            guard isRight || message.model == nil else {
                return OracleFinding("answer is wrong", "\(message.state): \(message.content), not \(whole)")
            }
        }
        return nil
    }
}
