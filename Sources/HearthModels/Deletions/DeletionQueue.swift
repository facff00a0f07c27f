// SPDX-License-Identifier: Apache-2.0

/// Everything that the user has deleted and can still restore, across all features.
///
/// A feature hides what is deleted where it is kept, so that it comes back with the same identifiers. This queue knows
/// for how long, and has it erased then. Erasing that fails, or that the end of the program prevents, is made up for by
/// the next start.
public actor DeletionQueue {
    /// Names a deletion: a feature's word for what was deleted, and the identifier that it has there.
    public struct Key: Sendable, Hashable {
        public let kind: String
        public let id: String

        public init(_ kind: String, _ id: String) { (self.kind, self.id) = (kind, id) }
    }

    /// Result of restoring a deletion.
    public enum Restoration: Sendable, Hashable {
        case restored
        /// Asked twice, a deletion is restored once.
        case restoredBefore
        case tooLate
    }

    private struct Deletion {
        /// Tells a deletion from a later one of the same thing.
        let number: Int
        let time: Duration
        let erase: @Sendable () async -> Void
        let timer: Task<Void, Never>
    }

    private var deletions: [Key: Deletion] = [:]
    /// Deletions that were restored last, the newest last.
    private var restored: [Key] = []
    private var count = 0
    private let clock: any Clock<Duration>
    private static let mostRestored = 64

    /// - Parameter clock: measures for how long things can be restored.
    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    deinit { for deletion in deletions.values { deletion.timer.cancel() } }

    /// Adds what has just been hidden.
    /// - Parameters:
    ///   - time: for how long it can be restored.
    ///   - erase: erases it for good.
    public func add(_ key: Key, for time: Duration, erase: @escaping @Sendable () async -> Void) {
        deletions[key]?.timer.cancel()
        restored.removeAll { $0 == key }
        count += 1
        let number = count
        let timer = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: time)) != nil else { return }
            await self?.end(key, number)
        }
        deletions[key] = Deletion(number: number, time: time, erase: erase, timer: timer)
    }

    public func canRestore(_ key: Key) -> Bool { deletions[key] != nil }

    /// Restores a deletion, unless its time is over.
    /// - Parameter work: shows again what was hidden. Where it throws, it can be tried again for as long as at first.
    public func restore(
        _ key: Key, _ work: @Sendable () async throws -> Void
    ) async throws -> Restoration {
        guard let deletion = deletions.removeValue(forKey: key) else {
            return restored.contains(key) ? .restoredBefore : .tooLate
        }
        deletion.timer.cancel()
        restored = (restored + [key]).suffix(Self.mostRestored)
        do { try await work() } catch {
            restored.removeAll { $0 == key }
            if deletions[key] == nil { add(key, for: deletion.time, erase: deletion.erase) }
            throw error
        }
        return .restored
    }

    private func end(_ key: Key, _ number: Int) async {
        guard let deletion = deletions[key], deletion.number == number else { return }
        deletions[key] = nil
        await deletion.erase()
    }
}

extension DeletionQueue: DataReplacementParticipant {
    /// Nothing that was deleted before can be restored into the data that take its place: these have it erased or have
    /// never known it.
    public func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        try await work()
        for deletion in deletions.values { deletion.timer.cancel() }
        (deletions, restored) = ([:], [])
    }
}
