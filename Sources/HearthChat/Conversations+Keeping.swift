// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

extension Conversations {
    /// How long a deleted session can be brought back.
    public static let undoTime = Duration.seconds(8)

    /// - Parameter title: cut to 200 characters.
    /// - Throws: `ConversationError` `.blank`, `.notFound`.
    public func rename(_ session: Session.ID, to title: String) async throws {
        guard !Titles.isBlank(title) else { throw ConversationError(.blank, "A conversation needs a name.") }
        try await update(session) { $0.title = Titles.cut(title, to: Titles.longest) }
    }

    /// Gives a session a system message of its own; `nil` takes the one in the settings.
    public func instruct(_ session: Session.ID, _ instructions: String?) async throws {
        try await update(session) { $0.instructions = instructions }
    }

    /// Says whether models think first in a session; `nil` takes what the settings say.
    public func think(_ session: Session.ID, _ thinks: Bool?) async throws {
        try await update(session) { $0.thinks = thinks }
    }

    /// Says in which mode a session goes on; `nil` takes what the settings say.
    public func setMode(of session: Session.ID, to mode: String?) async throws {
        try await update(session) { $0.mode = mode }
    }

    /// Says whether nothing of a session is remembered from now on, and nothing is recalled for it.
    public func turnMemory(off isOff: Bool, in session: Session.ID) async throws {
        try await update(session) { $0.memoryIsOff = isOff }
    }

    /// Notes with an answer what has become of what the app did at the user's word.
    /// - Throws: `ConversationError` `.notFound`.
    /// - Parameter former: what has to be noted there now, if it is to be done at all.
    /// - Returns: whether it was done.
    @discardableResult
    public func note(_ deed: String?, with answer: Message.ID, inPlaceOf former: String? = nil) async throws -> Bool {
        try await change {
            var message = try await existing(message: answer)
            guard former == nil || message.deed == former else { return false }
            message.deed = deed
            let session = try await existing(message.session)
            let running = answers[answer]
            running?.setDeed(deed)
            // One that is written, or waits for room, is saved with it; what is there of it now is soon too little.
            if running == nil || writing[session.id]?.answer !== running && running?.unsaved == nil {
                try await home(of: session).save([message], in: session)
            }
            changes.add(to: session.id)
            return true
        }
    }

    /// From now on a session is read and searched, but not written to.
    public func freeze(_ session: Session.ID) async throws {
        let date = now()
        try await update(session) { $0.frozenAt = $0.frozenAt ?? date }
    }

    /// Starts a session that goes on from another, which is frozen by that, and is told what was said there. What was
    /// typed in the other and not sent goes along. Asked again before anything is said in it, the same session is
    /// returned.
    public func `continue`(from session: Session.ID) async throws -> Session {
        try await change {
            var old = try await existing(session)
            let home = home(of: old)
            let next = try await successor(of: old) ?? old.successor(id: identifier(), at: now())
            try await home.save(next)
            if let draft = try await home.draft(of: old.id), try await home.draft(of: next.id) == nil {
                try await home.saveDraft(draft, of: next.id)
                try await home.saveDraft(nil, of: old.id)
            }
            if old.frozenAt == nil {
                old.frozenAt = now()
                try await home.save(old)
            }
            if next.isTemporary { forgetLater(next.id) }
            changes.add(to: old.id)
            return next
        }
    }

    /// The session that goes on from another and in which nothing has been said yet: among the newest, or not worth
    /// finding.
    private func successor(of session: Session) async throws -> Session? {
        try await home(of: session).sessions(before: nil, limit: 24)
            .first { $0.continues == session.id && $0.leaf == nil && $0.frozenAt == nil }
    }

    /// The session that one goes on from, with what was said there; `nil` where there is none, or it was deleted.
    public func former(of session: Session) async throws -> (session: Session, turns: [Turn])? {
        guard let id = session.continues, id != session.id, let former = try await self.session(id) else { return nil }
        return (former, try await path(of: id))
    }

    /// Hides a session; for 8 seconds it can be brought back, then it is erased.
    public func delete(_ id: Session.ID) async throws {
        try await change { try await hide(existing(id)) }
    }

    /// Hides several; those that are not there are left out.
    /// - Returns: those that it has hidden.
    public func delete(_ ids: [Session.ID]) async throws -> [Session.ID] {
        try await change {
            var hidden: [Session.ID] = []
            for id in ids {
                guard let session = try await session(id) else { continue }
                try await hide(session)
                hidden.append(id)
            }
            return hidden
        }
    }

    /// To be called from `change` alone.
    private func hide(_ session: Session) async throws {
        let id = session.id
        await stop(id)
        let home = home(of: session)
        let date = now()
        try await home.delete(id, at: date)
        backgroundJobs.remove(about: id)
        changes.add(to: id)
        await deletions.add(Self.key(of: id), for: Self.undoTime) { [weak self] in
            // What cannot be erased now is erased at the next start. A hundredth of a second covers a store's
            // rounding.
            try? await home.erase(deletedBefore: date.addingTimeInterval(0.01))
            await self?.giveUp(on: id)
        }
    }

    private static func key(of session: Session.ID) -> DeletionQueue.Key { .init("session", session) }

    /// - Throws: `ConversationError` `.notFound` when it is too late.
    public func undelete(_ id: Session.ID) async throws {
        try await change {
            _ = try await deletions.restore(Self.key(of: id)) {
                await temporary.undelete(id)
                try await store.undelete(id)
            }
            changes.add(to: id)
            _ = try await existing(id)
        }
    }

    /// Puts an empty session in the place of one, which is deleted, and can be brought back as any other. What was set
    /// for it stays.
    /// - Returns: the empty one.
    /// - Throws: `ConversationError` `.frozen`, `.notFound`.
    @discardableResult
    public func clear(_ id: Session.ID) async throws -> Session {
        try await change {
            let full = try await existing(id)
            guard full.frozenAt == nil else {
                throw ConversationError(.frozen, "This conversation is frozen. You can delete it, but not clear it.")
            }
            var empty = full.emptied(id: identifier(), at: now())
            empty.isPinned = full.isPinned
            try await home(of: empty).save(empty)
            do { try await hide(full) } catch {
                // Two of them would be one too many; one that cannot be taken away again is empty.
                try? await hide(empty)
                throw error
            }
            if empty.isTemporary { forgetLater(empty.id) }
            return empty
        }
    }

    /// Deletes the session that took the place of a cleared one, unless something has been said or typed in it.
    public func discardEmpty(_ id: Session.ID) async throws {
        try await change {
            guard let session = try await session(id), session.leaf == nil, session.continues == nil else { return }
            let home = home(of: session)
            guard try await home.messages(of: id).isEmpty, try await home.draft(of: id) == nil else { return }
            try await hide(session)
        }
    }

    /// Ends all answers and lets nobody ask or change anything while all that is kept gives way to something else.
    ///
    /// - Parameters:
    ///   - forgettingTemporary: whether temporary conversations go too.
    ///   - work: what puts the other in its place.
    public func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        try await change {
            backgroundJobs.removeAll()
            for session in writing.keys { await halt(session, .interrupted) }
            await saveUnsaved()
            try await work()
            answers.removeAll()
            unsaved = []
            if forgettingTemporary {
                await temporary.removeAll()
                forgetTimes()
            }
            _ = try await store.markInterrupted()
            try await store.erase(deletedBefore: now())
            changes.addToAll()
        }
    }

    /// Unsent text of a session.
    public func draft(of session: Session.ID) async throws -> String? {
        try await home(of: existing(session)).draft(of: session)
    }

    public func saveDraft(_ text: String?, of session: Session.ID) async throws {
        try await home(of: existing(session)).saveDraft(text, of: session)
    }

    private func update(_ id: Session.ID, _ body: (inout Session) -> Void) async throws {
        try await change {
            var session = try await existing(id)
            body(&session)
            try await home(of: session).save(session)
            changes.add(to: id)
        }
    }
}
