// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Temporary sessions end when the user ends them or leaves them, and with the program.
extension Conversations {
    /// How long a temporary session that was left can be come back to, as a page does that is loaded again.
    public static let returnTime = Duration.seconds(10)
    /// How often it is looked whether somebody has it open still; a connection that is gone is noticed within 15 s.
    private static let looks = 6

    /// Ends a temporary session now: its answer, its messages and its draft are gone.
    /// - Throws: `ConversationError` `.notFound`; `.unsupported` for one that is kept.
    public func end(_ id: Session.ID) async throws {
        guard try await existing(id).isTemporary else {
            throw ConversationError(.unsupported, "This conversation is saved. You can delete it in History.")
        }
        await forget(id)
    }

    /// Says that a page which shows a session was left. A temporary one that nobody has open any more is forgotten
    /// soon.
    public func leave(_ id: Session.ID) async {
        guard await temporary.session(id) != nil else { return }
        leaving[id]?.cancel()
        leaving[id] = Task {
            for _ in 0..<Self.looks {
                guard (try? await clock.sleep(for: Self.returnTime)) != nil else { return }
                if !changes.isWatched(id) { return await forget(id) }
            }
            leaving[id] = nil
        }
    }

    private func forget(_ id: Session.ID) async {
        await change {
            leaving.removeValue(forKey: id)?.cancel()
            await stop(id)
            answers.remove(await temporary.messages(of: id).map(\.id))
            await temporary.remove(id)
            changes.add(to: id)
        }
    }
}
