// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A conversation of another program, as Hearth keeps it.
struct ImportedConversation: Sendable, Equatable {
    struct Part: Sendable, Equatable {
        /// The place of the message before it; `nil` for a first one.
        let parent: Int?
        let role: Message.Role
        var text: String
        var thoughts: String
        let date: Date
        var model: String?
    }

    /// The other program's identifier.
    let origin: String
    let title: String
    let createdAt: Date
    /// When the newest message was written.
    let changedAt: Date
    let isArchived: Bool
    /// Those that stand before others come before them, and siblings by date.
    let messages: [Part]
    /// The place of the message that was shown last.
    let leaf: Int?
    let gaps: [ChatImport.Gap: Int]

    /// Messages that stand beside another one.
    var versions: Int {
        var children: [Int: Int] = [:]
        for message in messages { children[message.parent ?? -1, default: 0] += 1 }
        return children.values.reduce(0) { $0 + max(0, $1 - 1) }
    }
}

/// A session that comes from another program, with all of its messages.
public struct ImportedSession: Sendable {
    /// The other program's identifier with the program before it, by which it is recognised.
    public let origin: String
    public let session: Session
    public let messages: [Message]

    /// - Parameters:
    ///   - isRemembered: whether the memory may learn from it.
    ///   - identifier: a new one each time.
    init(
        _ conversation: ImportedConversation, of kind: ChatImport.Kind, isRemembered: Bool,
        identifier: () -> String
    ) {
        origin = kind.origin(conversation.origin)
        var session = Session(id: identifier(), createdAt: conversation.createdAt, title: conversation.title)
        session.lastMessageAt = conversation.changedAt
        let ids = conversation.messages.map { _ in identifier() }
        messages = zip(ids, conversation.messages).map { id, part in
            var message = Message(
                id: id, session: session.id, parent: part.parent.map { ids[$0] }, role: part.role, content: part.text,
                createdAt: part.date)
            message.thoughts = part.thoughts.isEmpty ? nil : part.thoughts
            message.model = part.model
            message.isUnremembered = !isRemembered
            return message
        }
        session.leaf = conversation.leaf.map { ids[$0] }
        self.session = session
    }
}

extension ChatImport.Kind {
    /// Prefix of the other program's identifiers, so that those of two programs never meet.
    public var originPrefix: String { rawValue + ":" }

    func origin(_ id: String) -> String { originPrefix + id }
}

/// Storage for imported conversations. Each method is one whole transaction, but for erasing.
///
/// Nobody sees added conversations until `showImported`: an import that fails, or a program that ends in its middle,
/// leaves nothing.
public protocol ChatImportStore: Sendable {
    /// The origins of the conversations that are here, with when they were imported.
    func importedOrigins(of kind: ChatImport.Kind) async throws -> [String: Date]
    /// Adds conversations that nobody sees.
    func addUnseen(_ sessions: [ImportedSession], at date: Date) async throws
    /// Shows all that was added unseen.
    func showImported() async throws
    /// Erases all that was added and was not shown.
    func eraseUnseen() async throws
}
