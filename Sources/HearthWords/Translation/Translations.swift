// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import HearthModels

extension BackgroundJob.Kind {
    /// Translates words with the model of this machine.
    public static let translation = BackgroundJob.Kind("translation", priority: 8)
}

/// The translations of decks that run, or have run since the start: one for each deck.
///
/// The local model translates as background work, which gives way to people. A service elsewhere is asked at once.
public actor Translations {
    private let store: any WordStore
    private let services: any TranslationServices
    private let backgroundJobs: BackgroundJobs
    private let time: TranslationRun.Timing
    private let backoff: Backoff
    private var runs: [Int64: TranslationRun] = [:]
    /// Translator of each run now.
    private var translators: [Int64: Translator] = [:]
    /// Tasks that send requests to services.
    private var tasks: [Int64: Task<Void, Never>] = [:]
    /// Whether all that is stored is being replaced.
    private var isReplacing = false

    /// - Parameters:
    ///   - clock: what pauses are measured with.
    ///   - random: 0…1; how much of a pause is taken.
    public init(
        store: any WordStore, services: any TranslationServices, backgroundJobs: BackgroundJobs,
        clock: some Clock<Duration> = ContinuousClock(), now: @escaping @Sendable () -> Date = { Date() },
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        (self.store, self.services, self.backgroundJobs) = (store, services, backgroundJobs)
        time = TranslationRun.Timing(clock, date: now, random: random)
        backoff = Backoff()
    }

    public func run(of deck: Int64) -> TranslationRun? { runs[deck] }

    /// Begins a translation, unless one of this deck runs already.
    /// - Throws: `TranslationError` for what can be said before anything is asked; what the store throws.
    public func start(_ job: TranslationJob) async throws {
        guard runs[job.deck]?.progress.isActive != true, !isReplacing else { return }
        let translator = try await services.translator(job.translator)
        let words = try await store.words(of: job)
        // Somebody may have been quicker.
        guard runs[job.deck]?.progress.isActive != true, !isReplacing else { return }
        let run = TranslationRun(
            job, words, with: translator, permit: permit(for: job.translator), store: store, time: time,
            backoff: backoff)
        (runs[job.deck], translators[job.deck]) = (run, job.translator)
        if !words.isEmpty { begin(run, with: job.translator) }
    }

    /// Words that are there and say the same are sent, as long as the service is connected and agreed to.
    private func permit(for translator: Translator) -> WorkPermit<TranslationRun.Item> {
        WorkPermit { [store, services] items in
            _ = try await services.translator(translator)
            var wanted: [TranslationRun.Item] = []
            for item in items {
                if try await store.flashcard(item.id)?.content.word == item.word { wanted.append(item) }
            }
            return wanted
        }
    }

    private func begin(_ run: TranslationRun, with translator: Translator) {
        guard translator == .machine else {
            // Jobs that were interrupted are done again; here nobody interrupts.
            tasks[run.job.deck] = Task { try? await run.work() }
            return
        }
        backgroundJobs.add(BackgroundJob(.translation, about: Self.subject(run.job.deck)) { try await run.work() })
    }

    private static func subject(_ deck: Int64) -> String { "deck \(deck)" }

    public func pause(_ deck: Int64) async { await runs[deck]?.pause() }

    public func cancel(_ deck: Int64) async {
        guard let run = runs[deck] else { return }
        await run.cancel()
        await interrupt(run)
    }

    /// Calls off what is being asked, and waits until nothing is. What was asked in vain is left.
    private func interrupt(_ run: TranslationRun) async {
        let deck = run.job.deck
        backgroundJobs.remove(.translation, about: Self.subject(deck))
        tasks[deck]?.cancel()
        tasks[deck] = nil
        await run.untilIdle()
    }

    /// Goes on with what is left.
    /// - Parameters:
    ///   - retrying: the failed words to try again; `nil` for all.
    ///   - translator: who is to translate from now on; `nil` for the same as before.
    public func resume(
        _ deck: Int64, retrying words: Set<Int64>? = [], with translator: Translator? = nil
    ) async throws {
        guard let run = runs[deck], !isReplacing else { return }
        let former = translators[deck]
        let translator = translator ?? former ?? run.job.translator
        let words = words ?? Set(run.progress.failed.map(\.id))
        let asked = try await services.translator(translator)
        if translator != former {
            // Else what waits for the former one's answer would go on with it.
            await run.pause()
            await interrupt(run)
        }
        guard runs[deck] === run, !isReplacing else { return }
        translators[deck] = translator
        if await run.resume(retrying: words, with: (asked, permit(for: translator))) { begin(run, with: translator) }
    }

    /// Forgets a run that is over.
    public func dismiss(_ deck: Int64) {
        if runs[deck]?.progress.isActive == false { (runs[deck], translators[deck]) = (nil, nil) }
    }

    public func cancelAll() async { for deck in runs.keys { await cancel(deck) } }
}

extension Translations: DataReplacementParticipant {
    public func replaceEverything(
        forgettingTemporary: Bool, _ work: @Sendable () async throws -> Void
    ) async throws {
        isReplacing = true
        defer { isReplacing = false }
        await cancelAll()
        (runs, translators) = ([:], [:])
        try await work()
    }
}

extension WordStore {
    /// The words that a translation is about.
    fileprivate func words(of job: TranslationJob) async throws -> [Flashcard] {
        if case .words(let ids) = job.scope {
            var words: [Flashcard] = []
            for id in ids { if let word = try await flashcard(id) { words.append(word) } }
            return words
        }
        var query = FlashcardQuery(deck: job.deck)
        query.limit = 1_000
        if job.scope == .untranslated { query.state = .untranslated }
        var words: [Flashcard] = []
        while true {
            query.offset = words.count
            let page = try await flashcards(query)
            words += page.flashcards
            guard !page.flashcards.isEmpty, words.count < page.total else { return words }
        }
    }
}
