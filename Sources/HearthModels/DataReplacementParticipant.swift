// SPDX-License-Identifier: Apache-2.0

/// A part of the app that works on stored data, and steps back while all of that is replaced.
public protocol DataReplacementParticipant: Sendable {
    /// Ends what is under way and lets nobody begin anything until `work` has put other data in the place of all that
    /// is stored. Then begins anew with what is there.
    ///
    /// - Parameters:
    ///   - forgettingTemporary: whether what is in memory alone goes too.
    func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws
}

extension DataReplacementParticipant {
    /// The same, while what is in memory alone stays.
    public func replaceEverything(_ work: @Sendable () async throws -> Void) async throws {
        try await replaceEverything(forgettingTemporary: false, work)
    }
}

extension Collection where Element == any DataReplacementParticipant {
    /// Has all of them step back, the first one first, and replaces everything then.
    public func replaceEverything(
        forgettingTemporary: Bool = false, _ work: @Sendable () async throws -> Void
    ) async throws {
        guard let first else { return try await work() }
        let others = Array(dropFirst())
        try await first.replaceEverything(forgettingTemporary: forgettingTemporary) {
            try await others.replaceEverything(forgettingTemporary: forgettingTemporary, work)
        }
    }
}
