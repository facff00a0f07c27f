// SPDX-License-Identifier: Apache-2.0

/// How the kept sessions are put in order, beside the days on which something was said in them.
extension Conversations {
    /// The history shows all that are pinned on its first page.
    public static let mostPins = 100

    /// Has sessions stand first in the history, or no longer. Those that are not there any more are left out.
    /// - Throws: `ConversationError` `.tooManyPins`; `.unsupported` for temporary ones; `.notFound` where none is left.
    public func pin(_ ids: [Session.ID], _ isPinned: Bool = true) async throws {
        try await change {
            let kept = try await kept(ids)
            if isPinned {
                let pinned = try await store.sessions(in: .pinned, before: nil, limit: Self.mostPins + 1)
                guard Set(pinned.map(\.id)).union(kept).count <= Self.mostPins else {
                    throw ConversationError(
                        .tooManyPins, "Only \(Self.mostPins) conversations can be pinned. Unpin some first.")
                }
            }
            try await store.pin(kept, isPinned)
            for id in kept { changes.add(to: id) }
        }
    }

    /// Those of the sessions that are there.
    private func kept(_ ids: [Session.ID]) async throws -> [Session.ID] {
        var kept: [Session.ID] = []
        for id in ids {
            guard let session = try await session(id) else { continue }
            guard !session.isTemporary else {
                throw ConversationError(.unsupported, "A temporary conversation is not in the history.")
            }
            kept.append(id)
        }
        guard !kept.isEmpty else { throw ConversationError(.notFound, "This conversation no longer exists.") }
        return kept
    }
}
