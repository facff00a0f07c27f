// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

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

    // MARK: Folders

    public static let mostFolders = 200
    /// Characters of a folder's name.
    public static let longestFolderName = 100

    /// The folders with how many sessions are in each, the one used last first.
    public nonisolated func folders() async throws -> [SessionFolder] { try await store.folders() }

    public nonisolated func folder(_ id: SessionFolder.ID) async throws -> SessionFolder? {
        try await store.folder(id)
    }

    /// - Parameter name: cut to 100 characters.
    /// - Throws: `ConversationError` `.blank`, `.tooManyFolders`.
    public func makeFolder(_ name: String) async throws -> SessionFolder {
        let name = try Self.folderName(name)
        return try await change {
            guard try await store.folders().count < Self.mostFolders else {
                throw ConversationError(
                    .tooManyFolders, "There can be \(Self.mostFolders) folders. Delete one that you no longer need.")
            }
            let folder = SessionFolder(id: identifier(), name: name, createdAt: now())
            try await store.save(folder)
            return folder
        }
    }

    /// - Throws: `ConversationError` `.blank`, `.notFound`.
    public func rename(folder id: SessionFolder.ID, to name: String) async throws {
        let name = try Self.folderName(name)
        try await change {
            var folder = try await existing(folder: id)
            folder.name = name
            try await store.save(folder)
        }
    }

    /// Moves sessions into a folder; `nil` moves them out of theirs. Those that are not there any more are left out.
    /// - Throws: `ConversationError` `.notFound` where the folder or all of the sessions are gone; `.unsupported` for
    ///   temporary ones.
    public func move(_ ids: [Session.ID], to folder: SessionFolder.ID?) async throws {
        try await change {
            let kept = try await kept(ids)
            if let folder { _ = try await existing(folder: folder) }
            try await store.move(kept, to: folder)
            for id in kept { changes.add(to: id) }
        }
    }

    /// Hides a folder; for 8 seconds it can be brought back, with what is in it, then it is erased. Its sessions stay.
    public func delete(folder id: SessionFolder.ID) async throws {
        try await change {
            _ = try await existing(folder: id)
            let date = now()
            try await store.delete(folder: id, at: date)
            await deletions.add(Self.key(ofFolder: id), for: Self.undoTime) { [store] in
                // As with sessions.
                try? await store.erase(deletedBefore: date.addingTimeInterval(0.01))
            }
        }
    }

    /// Brings a folder back, with those of its sessions that were not moved meanwhile.
    /// - Throws: `ConversationError` `.notFound` when it is too late.
    public func undelete(folder id: SessionFolder.ID) async throws {
        try await change {
            _ = try await deletions.restore(Self.key(ofFolder: id)) { try await store.undelete(folder: id) }
            _ = try await existing(folder: id)
        }
    }

    private static func key(ofFolder id: SessionFolder.ID) -> DeletionQueue.Key { .init("folder", id) }

    private static func folderName(_ name: String) throws -> String {
        guard !Titles.isBlank(name) else { throw ConversationError(.blank, "A folder needs a name.") }
        return Titles.cut(name, to: longestFolderName)
    }

    private func existing(folder id: SessionFolder.ID) async throws -> SessionFolder {
        guard let folder = try await store.folder(id) else {
            throw ConversationError(.notFound, "This folder no longer exists.")
        }
        return folder
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
