// SPDX-License-Identifier: Apache-2.0

/// A session's messages as the tree that they are.
struct Branches {
    private let messages: [Message.ID: Message]
    /// Oldest first; those of `nil` begin the session.
    private let children: [Message.ID?: [Message.ID]]
    private let newest: Message.ID?
    private let hasSeveralModels: Bool

    /// - Parameter messages: oldest first.
    init(_ messages: [Message]) {
        self.messages = Dictionary(messages.map { ($0.id, $0) }) { _, new in new }
        children = Dictionary(grouping: messages, by: \.parent).mapValues { $0.map(\.id) }
        newest = messages.last?.id
        hasSeveralModels = Set(messages.compactMap(\.model)).count > 1
    }

    subscript(_ id: Message.ID) -> Message? { messages[id] }

    /// The messages from the first to `leaf`; to the newest where `leaf` is not among them.
    func path(to leaf: Message.ID?) -> [Turn] {
        guard let leaf else { return [] }
        var turns: [Turn] = []
        var seen: Set<Message.ID> = []
        var next = messages[leaf] == nil ? newest : leaf
        // Whoever made the file decides what is whose parent, so the way may lead in a circle.
        while let id = next, let message = messages[id], seen.insert(id).inserted {
            let siblings = children[message.parent] ?? [id]
            var turn = Turn(message: message, siblings: siblings, index: siblings.firstIndex(of: id) ?? 0)
            turn.isOfSeveralModels = hasSeveralModels && message.model != nil
            turns.append(turn)
            next = message.parent
        }
        return turns.reversed()
    }

    /// Leaf that a message leads to by always taking the newest answer.
    func leaf(from message: Message.ID) -> Message.ID {
        var leaf = message
        var seen: Set<Message.ID> = [message]
        while let child = children[leaf]?.last, seen.insert(child).inserted { leaf = child }
        return leaf
    }
}
