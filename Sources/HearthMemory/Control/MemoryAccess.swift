// SPDX-License-Identifier: Apache-2.0

/// The memory as pages show and change it.
public struct MemoryAccess: Sendable {
    public let modes: ModesFolder
    public let facts: any FactStore
    /// Takes back what was done at the user's word; `false` where it is too late.
    public let undo: @Sendable (_ action: MemoryAction, _ answer: String) async throws -> Bool
    /// Does what the user has chosen under an answer; `nil` where nothing came of it.
    public let perform:
        @Sendable (
            _ request: MemoryRequest, _ question: Utterance, _ before: Utterance?, _ answer: String
        ) async throws -> MemoryAction?
    /// Forgets what was learned from messages.
    public let forgetLearned: @Sendable (_ messages: [String], _ answer: String) async throws -> MemoryAction
    /// Lets what could not be found while the memory was paused be found.
    public let catchUp: @Sendable () async -> Void

    public init(
        modes: ModesFolder, facts: any FactStore,
        undo: @escaping @Sendable (_ action: MemoryAction, _ answer: String) async throws -> Bool,
        perform:
            @escaping @Sendable (
                _ request: MemoryRequest, _ question: Utterance, _ before: Utterance?, _ answer: String
            ) async throws -> MemoryAction? = { _, _, _, _ in nil },
        forgetLearned: @escaping @Sendable (_ messages: [String], _ answer: String) async throws -> MemoryAction,
        catchUp: @escaping @Sendable () async -> Void = {}
    ) {
        self.modes = modes
        self.facts = facts
        self.undo = undo
        self.perform = perform
        self.forgetLearned = forgetLearned
        self.catchUp = catchUp
    }

    /// - Parameter journal: whose entries are caught up with, too.
    public init(
        modes: ModesFolder, facts: any FactStore, learning: Learning, commands: MemoryCommands, journal: Journal
    ) {
        self.init(
            modes: modes, facts: facts,
            undo: { action, answer in
                let isUndone = try await commands.undo(action, answer: answer)
                if isUndone { await learning.catchUp(with: journal) }
                return isUndone
            },
            perform: { try await commands.perform($0, of: $1, after: $2, answer: $3) },
            forgetLearned: { try await commands.forgetLearned(from: $0, answer: $1) },
            catchUp: { await learning.catchUp(with: journal) })
    }
}
