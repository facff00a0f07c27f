// SPDX-License-Identifier: Apache-2.0

public import Foundation
import GRDB

extension Store {
    /// Erases all conversations and settings for good, with every backup, damaged database and export that Hearth
    /// keeps. Models stay: the store knows nothing of them.
    ///
    /// An error means that nothing was erased, unless the disk is so full that not even older backups made room. When
    /// the program is ended in between, `finishErasing` makes up for it.
    ///
    /// - Parameters:
    ///   - others: files and folders in Hearth's folder that go with it.
    ///   - progress: is told how far it is, 0…1.
    /// - Returns: how many files are left, because they cannot be removed or another program reads them;
    ///   `finishErasing` tries again.
    @discardableResult
    public func eraseEverything(
        with others: [URL] = [], progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws -> Int {
        try await maintain { [self] in
            guard let files else {
                try empty()
                return 0
            }
            let going = ErasedFiles(files: files)
            try going.take([files.backups, files.damaged, files.exporting] + going.calledOff + others)
            do { try empty(makingRoomWith: going.expendable) } catch {
                going.putBack()
                throw error
            }
            try going.settle()
            return removeErased(progress)
        }
    }

    /// Does what a kill has kept `eraseEverything` from: to be called at the start, before anything is written.
    /// - Returns: how many files are left.
    @discardableResult
    public func finishErasing(with others: [URL] = []) async throws -> Int {
        guard let files else { return 0 }
        let going = ErasedFiles(files: files)
        if going.isUnfinished { return try await eraseEverything(with: others) }
        going.putBack()
        return try await removeErasedFiles()
    }

    /// Tries again to remove what was erased.
    /// - Returns: how many files are left.
    @discardableResult
    public func removeErasedFiles() async throws -> Int {
        // Folders are left without files by a program that was ended between the two.
        try await maintain { [self] in
            guard let files, ErasedFiles(files: files).isLeft else { return 0 }
            return removeErased { _ in }
        }
    }

    /// How many files are still to be removed of what was erased.
    public var erasedFiles: Int { files.map { ErasedFiles(files: $0).count } ?? 0 }

    /// Removes what lies beside the database, and what the log holds. To be called from `maintain` alone.
    private func removeErased(_ progress: (Double) -> Void) -> Int {
        guard let files else { return 0 }
        // What cannot be done now is noted, in `erasures` or as a file that is left.
        try? cleanUp()
        try? DatabaseCopy.removeParts(in: files.folder)
        let hasTraces = (try? erasuresToFinish()) != 0
        return ErasedFiles(files: files).remove(progress: progress) + (hasTraces ? 1 : 0)
    }

    /// Empties the database. While the disk is full, removes files that go in any case, to make room.
    private func empty(makingRoomWith expendable: [URL]) throws {
        var expendable = expendable[...]
        while true {
            do { return try empty() } catch {
                guard StoreError(error, at: nil).code == .full, let next = expendable.popFirst() else { throw error }
                try FileManager.default.removeItem(at: next)
            }
        }
    }

    /// Puts an empty database in the place of this one, in one transaction. It takes room for the empty one alone, and
    /// the same short time for any number of conversations.
    private func empty() throws {
        try database.barrierWriteWithoutTransaction { database in
            let fresh = try DatabaseQueue(configuration: Self.configuration())
            try migrate(fresh)
            let numbers = try RestoreCarryOver.numbers(database)
            try fresh.write { fresh in
                // A number is never given out again: an answer that a phone still has must not land on a new card.
                try RestoreCarryOver.continue(numbers, in: fresh)
                // Noted like any other erasure: the log has the texts until it is emptied.
                try Erasure.note([.everything], in: fresh)
            }
            try fresh.read { try $0.backup(to: database) }
        }
    }
}
