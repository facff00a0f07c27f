// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthChat
import HearthMemory
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
    /// A fact about somebody, found in a message of a session that has no conversation.
    case learn(fact: String, session: String, person: String, words: String)
    case forget(Scope)

    enum Scope: Codable, Equatable {
        case fact(String)
        case person(String)
        case session(String)
        case everything
    }

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
        case .learn(let id, let session, let person, let words):
            try await learn(id, session, "\(person) \(words)", in: store)
        case .forget(let scope):
            _ = try await store.forget(scope.forgotten, refusing: true, at: Self.date)
        case .backUp(let day): try await store.backUpDaily(at: Self.date.addingTimeInterval(Double(day) * 86_400))
        }
    }
}

extension StoreOperation {
    /// Keeps a fact with its passages, their vectors and its line of the portrait.
    private func learn(_ id: String, _ session: String, _ words: String, in store: Store) async throws {
        // Before everything is forgotten, so that it can be learned again.
        let said = Self.date.addingTimeInterval(1)
        let evidence = FactEvidence(utterance: "\(id)-message", session: session, quote: words, date: said)
        var changes = FactChanges()
        changes.facts = [
            Fact(
                id: id, statement: words, subject: "user", kind: .preferences, isNegative: false, time: nil,
                confidence: 1, validFrom: said, validUntil: nil, supersededBy: nil, evidence: [evidence])
        ]
        try await store.keep(changes)
        try await store.add([
            PassageDraft(kind: .fact, source: id, thread: session, speaker: "user", date: said, text: words)
        ])
        let passages = try await store.unembedded(by: ["model"], limit: 4)
        try await store.add(passages.map { PassageVector(passage: $0.number, [1, 0.5]) }, of: "model")
        try await Profile(store: store).rebuild()
    }
}

extension StoreOperation.Scope {
    var forgotten: Forgotten {
        switch self {
        case .fact(let id): .facts([id])
        case .person(let name): .person(name)
        case .session(let id): .session(id)
        case .everything: .everything
        }
    }
}

/// The visible contents of a store.
struct StoreView: Equatable {
    /// Texts and states of messages by their identifiers, by session.
    private var messages: [String: [String: String]] = [:]
    private var drafts: [String: String] = [:]
    /// The session and the text of each fact.
    private(set) var facts: [String: [String]] = [:]

    /// Returns the contents that an operation leads to.
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
        case .learn(let id, let session, let person, let words): view.facts[id] = [session, "\(person) \(words)"]
        case .forget(let scope):
            view.facts = view.facts.filter { id, fact in
                switch scope {
                case .fact(let other): id != other
                case .person(let name): !fact[1].hasPrefix("\(name) ")
                case .session(let session): fact[0] != session
                case .everything: false
                }
            }
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
        for fact in try await store.facts(history: true) {
            facts[fact.id] = [fact.evidence[0].session, fact.statement]
        }
    }
}
