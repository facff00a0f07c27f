// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

/// Temporary sessions end when the user ends them, when nobody has them open any more, and with the program.
///
/// An open page follows a session's changes, which shows that it is there. A page that goes without a word, because its
/// browser, its machine or its network is gone, is noticed by that, and counts as one that says that it leaves.
extension Conversations {
    /// How long a temporary session that was left can be come back to, as a page does that is loaded again, or whose
    /// connection broke.
    public static let returnTime = Duration.seconds(20)
    /// How long one stays after the last request where no page ever followed it, as without script.
    public static let readingTime = Duration.seconds(3_600)

    /// Ends a temporary session now: its answer, its messages and its draft are gone.
    /// - Throws: `ConversationError` `.notFound`; `.unsupported` for one that is kept.
    public func end(_ id: Session.ID) async throws {
        guard try await existing(id).isTemporary else {
            throw ConversationError(.unsupported, "This conversation is saved. You can delete it in History.")
        }
        await change { await forget(id) }
    }

    /// Says that a page which shows a session was left, or that its connection is gone. A temporary one that nobody has
    /// open any more is forgotten soon. Said again, the time begins anew.
    public func leave(_ id: Session.ID) async {
        guard await temporary.session(id) != nil else { return }
        left.insert(id)
        forgetLater(id)
    }

    /// Says that somebody reads a session now. The time after which a temporary one is forgotten begins anew.
    public func visit(_ id: Session.ID) async {
        if await temporary.session(id) != nil { forgetLater(id) }
    }

    /// Forgets a temporary session after a while, unless somebody has it open then. When they leave, this is called
    /// again.
    func forgetLater(_ id: Session.ID) {
        let time = left.contains(id) ? Self.returnTime : Self.readingTime
        leaving[id]?.cancel()
        leaving[id] = Task {
            guard (try? await clock.sleep(for: time)) != nil, !Task.isCancelled else { return }
            leaving[id] = nil
            // Somebody may have come back while others changed something.
            await change { if leaving[id] == nil, await isAbandoned(id) { await forget(id) } }
        }
    }

    /// Lets go of the times that run, because all temporary sessions are gone.
    func forgetTimes() {
        for time in leaving.values { time.cancel() }
        (leaving, left) = ([:], [])
    }

    /// Whether nobody has a session open, nor one that goes on from it and is told what was said there.
    private func isAbandoned(_ id: Session.ID) async -> Bool {
        guard !changes.isWatched(id) else { return false }
        return await !temporary.sessions(in: .all, before: nil, limit: .max).contains { $0.continues == id }
    }

    /// Forgets a session and those that it goes on from. To be called from `change` alone.
    private func forget(_ id: Session.ID) async {
        var next: Session.ID? = id
        while let id = next {
            leaving.removeValue(forKey: id)?.cancel()
            left.remove(id)
            guard let session = await temporary.session(id) else { return }
            await stop(id)
            backgroundJobs.remove(about: id)
            answers.remove(await temporary.messages(of: id).map(\.id))
            giveUp(on: id)
            await temporary.remove(id)
            changes.add(to: id)
            next = session.continues
            if let former = next, await !isAbandoned(former) { next = nil }
        }
    }
}
