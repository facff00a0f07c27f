// SPDX-License-Identifier: Apache-2.0

public import HearthModels
import HearthWords

/// All that pages hold beside what is stored: in memory, and in temporary files that go with it.
///
/// Whatever a page holds of what a user wrote belongs here, so that it goes when everything is erased.
public struct WebState: DataReplacementParticipant {
    let imports = PendingImports(
        most: 3, lasting: .seconds(3_600), isBusy: \.isGoingOn, letGo: { await $0.cancelAndWait() })
    let journalJobs = JournalJobs()
    let chatImports = ChatImportJobs()
    let helpDrafts = HelpDrafts(most: 50, lasting: .seconds(3_600))
    let studySessions = StudySessions()
    let wordChanges = ExpiringState<ChangedWords>(most: 20, lasting: .seconds(600))
    /// Saved searches that were removed.
    let wordSearches = ExpiringState<WordSearch>(most: 20, lasting: .seconds(600))

    public init() {}

    public func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        let all: [any DataReplacementParticipant] = [
            imports, journalJobs.jobs, chatImports.jobs, helpDrafts, studySessions.sessions, wordChanges, wordSearches,
        ]
        try await all.replaceEverything(forgettingTemporary: forgettingTemporary, work)
    }
}
