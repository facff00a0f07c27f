// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthStore

/// Something that is done to a store, and what is to be seen afterwards.
enum StoreOperation: Codable, Equatable {
    case ask(session: String, question: String, text: String, answer: String)
    case grow(session: String, answer: String, text: String, isComplete: Bool)
    case draft(session: String, text: String)
    case delete(session: String)
    case clear(session: String)
    case eraseDeleted
    case eraseEverything
    case backUp(day: Int)

    private static let date = Date(timeIntervalSinceReferenceDate: 816_969_600)

    func perform(on store: Store) async throws {
        switch self {
        case .ask(let id, let question, let text, let answer):
            var session = try await store.session(id) ?? Session(id: id, createdAt: Self.date)
            let parent = session.leaf
            session.leaf = answer
            let asked = Message(
                id: question, session: id, parent: parent, role: .user, content: text, createdAt: Self.date)
            let arriving = Message(
                id: answer, session: id, parent: question, role: .assistant, content: "", createdAt: Self.date,
                state: .arriving)
            try await store.save([asked, arriving], in: session)
        case .grow(_, let answer, let text, let isComplete):
            guard var message = try await store.message(answer) else { return }
            message.content = text
            message.state = isComplete ? .complete : .arriving
            try await store.update(message)
        case .draft(let session, let text): try await store.saveDraft(text, of: session)
        case .delete(let session): try await store.delete(session, at: Self.date)
        case .clear(let session): try await store.clear(session)
        case .eraseDeleted: try await store.erase(deletedBefore: .distantFuture)
        case .eraseEverything: try await store.eraseEverything()
        case .backUp(let day): try await store.backUpDaily(at: Self.date.addingTimeInterval(Double(day) * 86_400))
        }
    }
}

/// What can be seen of a store.
struct StoreView: Equatable {
    /// Texts and states of messages by their identifiers, by session.
    private var messages: [String: [String: String]] = [:]
    private var drafts: [String: String] = [:]

    /// What there would be after an operation.
    func after(_ operation: StoreOperation) -> StoreView {
        var view = self
        switch operation {
        case .ask(let session, let question, let text, let answer):
            view.messages[session, default: [:]][question] = "complete \(text)"
            view.messages[session, default: [:]][answer] = "arriving "
        case .grow(let session, let answer, let text, let isComplete):
            guard view.messages[session]?[answer] != nil else { break }
            view.messages[session]?[answer] = "\(isComplete ? "complete" : "arriving") \(text)"
        case .draft(let session, let text): view.drafts[session] = text
        case .delete(let session):
            view.messages[session] = nil
            view.drafts[session] = nil
        case .clear(let session):
            view.messages[session] = [:]
            view.drafts[session] = nil
        case .eraseEverything: return StoreView()
        case .eraseDeleted, .backUp: break
        }
        return view
    }

    init() {}

    init(_ store: Store) async throws {
        for session in try await store.sessions(before: nil, limit: .max) {
            messages[session.id] = [:]
            for message in try await store.messages(of: session.id) {
                messages[session.id]?[message.id] = "\(message.state.rawValue) \(message.content)"
            }
            drafts[session.id] = try await store.draft(of: session.id)
        }
    }
}
