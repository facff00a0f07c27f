// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthModels

/// All conversations: what was said, and the answers that are being written.
///
/// An answer belongs to this actor, not to who asked: it goes on when every reader leaves, and any number of readers
/// can follow it from any of its events on.
public actor Conversations: DataReplacementParticipant {
    /// Conversations that are saved, and temporary ones, which are gone when the program ends.
    let store: any ConversationStore
    let temporary = MemoryStore()
    let models: any ModelHost
    let settings: any SettingsStore
    let backgroundJobs: BackgroundJobs
    let companion: (any Companion)?
    let clock: any Clock<Duration>
    let now: @Sendable () -> Date
    let identifier: @Sendable () -> String

    /// Readers ask for these without waiting for anybody.
    nonisolated let answers = Answers()
    nonisolated let changes = SessionChanges()
    /// The answers that are being written, at most one in each session.
    var writing: [Session.ID: Writing] = [:]
    /// Answers that may be written at a time; a model takes as many as it can and lets the others wait.
    static let mostAnswers = 32
    /// Answers that are over and are in memory alone, and the work that tries to save them.
    var unsaved: [RunningAnswer] = []
    var trying: Task<Void, Never>?
    /// Deleted sessions wait here to be erased.
    let deletions: DeletionQueue
    /// The times after which temporary sessions are forgotten, unless somebody has them open.
    var leaving: [Session.ID: Task<Void, Never>] = [:]
    /// Temporary sessions that a page has had open.
    var left: Set<Session.ID> = []

    private var isChanging = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// - Parameters:
    ///   - backgroundJobs: where titles are looked for, when nobody waits for an answer.
    ///   - companion: what knows more than was said; without one, models are told what was said.
    ///   - deletions: the app's deletions; `nil` for a queue of its own.
    ///   - clock: what the times between saves are measured with.
    ///   - now: the date of what happens.
    ///   - identifier: a new one each time: letters, digits and `-`.
    public init(
        store: any ConversationStore, models: any ModelHost, settings: any SettingsStore,
        backgroundJobs: BackgroundJobs = BackgroundJobs(), companion: (any Companion)? = nil,
        deletions: DeletionQueue? = nil,
        clock: any Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        identifier: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }
    ) {
        self.store = store
        self.models = models
        self.settings = settings
        self.backgroundJobs = backgroundJobs
        self.companion = companion
        self.deletions = deletions ?? DeletionQueue(clock: clock)
        self.clock = clock
        self.now = now
        self.identifier = identifier
        changes.whenUnwatched { [weak self] id in Task { await self?.leave(id) } }
    }

    /// To be called once, before anything else: marks what the end of the program has interrupted and erases what was
    /// deleted.
    public func begin() async throws {
        _ = try await store.markInterrupted()
        // Nobody else would: deletions are waited for in memory.
        try await store.erase(deletedBefore: .distantFuture)
    }

    /// To be called last: answers end where they are, and are marked as interrupted.
    /// - Returns: how many answers could not be saved to their end.
    @discardableResult
    public func end() async -> Int {
        for session in writing.keys { await halt(session, .interrupted) }
        await backgroundJobs.end()
        trying?.cancel()
        await saveUnsaved()
        return unsaved.count
    }

    /// Changes follow one another: each reads, and what it saves is not lost to another that had read before.
    func change<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        if isChanging {
            await withCheckedContinuation { waiting.append($0) }
        }
        isChanging = true
        defer {
            if waiting.isEmpty { isChanging = false } else { waiting.removeFirst().resume() }
        }
        return try await body()
    }

    // MARK: Reading

    /// Sessions that were written to before `date`, the newest first; the temporary ones are not among them.
    public func sessions(before date: Date? = nil, limit: Int) async throws -> [Session] {
        try await store.sessions(before: date, limit: limit)
    }

    /// The same of those in a list.
    public func sessions(in list: SessionList, before date: Date? = nil, limit: Int) async throws -> [Session] {
        try await store.sessions(in: list, before: date, limit: limit)
    }

    /// A session, temporary or not.
    public func session(_ id: Session.ID) async throws -> Session? {
        if let session = await temporary.session(id) { return session }
        return try await store.session(id)
    }

    public func search(_ query: String, limit: Int) async throws -> [Finding] {
        try await store.search(query, limit: limit)
    }

    /// Messages of a session, temporary or not, in which all words of `query` occur, the oldest first; also those of
    /// versions that it does not show.
    /// - Throws: `ConversationError` `.notFound`.
    public func search(_ query: String, in session: Session.ID, limit: Int) async throws -> [FoundMessage] {
        let session = try await existing(session)
        let findings = try await home(of: session).search(query, in: session.id, limit: limit)
        let branches = try await branches(of: session.id)
        let shown = Set(branches.path(to: session.leaf).map(\.id))
        return findings.compactMap { finding in
            guard let message = finding.message.flatMap({ branches[$0] }) else { return nil }
            return FoundMessage(message: message, excerpt: finding.excerpt, isShown: shown.contains(message.id))
        }
    }

    /// The messages from the first to the leaf. An answer that is arriving has all that has arrived.
    /// - Throws: `ConversationError` `.notFound`.
    public func path(of session: Session.ID) async throws -> [Turn] {
        let session = try await existing(session)
        return try await branches(of: session.id).path(to: session.leaf).map { turn in
            var turn = turn
            turn.unsaved = answers[turn.id]?.unsaved
            return turn
        }
    }

    /// The beginning of what was said last in each of the kept sessions, in plain words; those where nothing was are
    /// left out.
    public nonisolated func lastWords(of sessions: [Session]) async throws -> [Session.ID: String] {
        var words: [Session.ID: String] = [:]
        for message in try await store.messages(sessions.compactMap(\.leaf)) {
            // Enough for what is left of it.
            let beginning = message.content.unicodeScalars.prefix(600).filter { !"*`#|>".unicodeScalars.contains($0) }
            let said = Titles.cut(String(String.UnicodeScalarView(beginning)), to: 120)
            if !said.isEmpty { words[message.session] = said }
        }
        return words
    }

    /// Memories that models were told in a session, in the order in which they were recalled.
    public func recalled(in session: Session) async throws -> [RecalledMemory] {
        try await home(of: session).recalled(in: session.id)
    }

    /// Events of an answer after a given one, or from the beginning: past ones first, then new ones as they happen,
    /// each once.
    ///
    /// An answer that ended long ago has only its last event. An unknown answer has no events.
    public nonisolated func events(of answer: Message.ID, after event: Int? = nil) -> AsyncStream<AnswerEvent> {
        if let running = answers[answer] { return running.events(after: event ?? 0) }
        return AsyncStream { reader in
            let task = Task {
                // Who cannot be told now is told when asking again.
                if let message = try? await self.message(answer), message.role == .assistant {
                    reader.yield(AnswerEvent(id: (event ?? 0) + 1, change: .finished(message)))
                }
                reader.finish()
            }
            reader.onTermination = { _ in task.cancel() }
        }
    }

    /// How often a session was changed since the program began: asked in, edited, renamed, cleared, deleted. Answers
    /// that grow do not count.
    public nonisolated func changes(of session: Session.ID) -> Int { changes[session] }

    /// The same as it is now, and whenever it grows.
    public nonisolated func allChanges(of session: Session.ID) -> AsyncStream<Int> { changes.counts(of: session) }

    /// A session's path as Markdown.
    public func export(_ session: Session.ID) async throws -> String {
        Markdown.document(try await existing(session), try await path(of: session))
    }

    // MARK: Finding

    func home(of session: Session) -> any ConversationStore { session.isTemporary ? temporary : store }

    func existing(_ id: Session.ID) async throws -> Session {
        guard let session = try await session(id) else {
            throw ConversationError(.notFound, "This conversation no longer exists.")
        }
        return session
    }

    func message(_ id: Message.ID) async throws -> Message? {
        if let message = await temporary.message(id) { return current(message) }
        return try await store.message(id).map(current)
    }

    /// A message that is kept as arriving, as far as it has come.
    private func current(_ message: Message) -> Message {
        message.state == .arriving ? answers[message.id]?.message ?? message : message
    }

    func existing(message id: Message.ID) async throws -> Message {
        guard let message = try await message(id) else {
            throw ConversationError(.notFound, "This message no longer exists.")
        }
        return message
    }

    /// A session's messages; one that is arriving as far as it has come.
    func branches(of session: Session.ID) async throws -> Branches {
        let home: any ConversationStore = await temporary.session(session) == nil ? store : temporary
        let messages = try await home.messages(of: session)
        return Branches(messages.map(current))
    }
}
