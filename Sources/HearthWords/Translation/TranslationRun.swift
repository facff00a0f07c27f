// SPDX-License-Identifier: Apache-2.0

import Foundation
import HearthModels

/// One translation of many words. What comes is saved word by word; what does not come is a failure of its word, and
/// the others go on.
///
/// `work()` may be cancelled and called again: it goes on with what is left.
public actor TranslationRun {
    public nonisolated let job: TranslationJob
    let store: any WordStore
    let time: Timing
    let backoff: Backoff
    var translator: any Translating
    /// Says which words may still be sent.
    var permit: WorkPermit<Item>
    var window: RequestWindow
    /// Chunks still to be sent, the next one first.
    var queue: [Chunk]
    /// As they were before, so that nothing is written over that somebody wrote meanwhile.
    private let items: [Int64: Item]
    /// Nothing is asked before this moment, by `time.now`.
    var resumesAt = Duration.zero
    var requests = 0
    /// Chunks whose every try has failed, since one succeeded.
    var exhausted = 0
    var isWorking = false {
        didSet {
            guard !isWorking else { return }
            for waiting in idlers { waiting.resume() }
            idlers = []
        }
    }
    /// Callers that wait until no request and no saving is under way.
    private var idlers: [CheckedContinuation<Void, Never>] = []
    private var workedFor = Duration.zero
    private let watched: Watched<TranslationProgress>

    /// A word as it was when the run began.
    struct Item: Sendable, Hashable {
        let id: Int64
        let word: String
        let before: String
        let context: String
    }

    /// Words that are asked for together.
    struct Chunk: Sendable {
        var items: [Item]
        /// How often it has failed.
        var attempts = 0
        var notBefore = Duration.zero

        /// The same with other words.
        func leaving(_ items: [Item]) -> Chunk {
            var chunk = self
            chunk.items = items
            return chunk
        }
    }

    /// Time and chance, which tests set.
    struct Timing: Sendable {
        let now: @Sendable () -> Duration
        let sleep: @Sendable (Duration) async throws -> Void
        let date: @Sendable () -> Date
        /// 0…1.
        let random: @Sendable () -> Double

        init(
            _ clock: some Clock<Duration>, date: @escaping @Sendable () -> Date,
            random: @escaping @Sendable () -> Double
        ) {
            let start = clock.now
            now = { start.duration(to: clock.now) }
            sleep = { try await clock.sleep(for: $0) }
            (self.date, self.random) = (date, random)
        }
    }

    init(
        _ job: TranslationJob, _ words: [Flashcard], with translator: any Translating, permit: WorkPermit<Item>,
        store: any WordStore, time: Timing, backoff: Backoff = Backoff()
    ) {
        let items = words.map {
            Item(
                id: $0.id, word: $0.content.word, before: $0.content.translation,
                context: $0.content.example.isEmpty ? $0.content.definition : $0.content.example)
        }
        (self.job, self.translator, self.permit) = (job, translator, permit)
        (self.store, self.time, self.backoff) = (store, time, backoff)
        self.items = Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        window = RequestWindow(most: translator.limits.atOnce)
        queue = Self.chunks(items, translator.limits)
        var progress = TranslationProgress()
        progress.total = items.count
        if items.isEmpty { progress.phase = .finished }
        watched = Watched(progress)
    }

    public nonisolated var progress: TranslationProgress { watched.value }
    /// The progress now, and whenever it changes.
    public nonisolated var changes: AsyncStream<TranslationProgress> { watched.changes }

    nonisolated func change(_ edit: (inout TranslationProgress) -> Void) { watched.change(edit) }

    static func chunks(_ items: [Item], _ limits: TranslationLimits) -> [Chunk] {
        var chunks: [Chunk] = []
        var (current, bytes): ([Item], Int) = ([], 0)
        for item in items {
            if !current.isEmpty, current.count >= limits.texts || bytes + item.word.utf8.count > limits.bytes {
                chunks.append(Chunk(items: current))
                (current, bytes) = ([], 0)
            }
            current.append(item)
            bytes += item.word.utf8.count
        }
        return current.isEmpty ? chunks : chunks + [Chunk(items: current)]
    }

    // MARK: The user

    /// Asks for nothing more for now; what was asked for is still kept.
    func pause() {
        guard progress.isActive else { return }
        change { $0.phase = .paused }
    }

    /// Calls off what is left.
    func cancel() {
        guard progress.isActive || progress.phase == .paused else { return }
        change { ($0.phase, $0.secondsLeft) = (.cancelled, nil) }
    }

    /// Gets ready to go on with what is left, and with failed words.
    /// - Parameters:
    ///   - retrying: the failed words to try again.
    ///   - other: who is to translate from now on, and what it may be sent; `nil` for the same as before.
    /// - Returns: whether `work()` is to be called.
    func resume(
        retrying: Set<Int64> = [], with other: (translator: any Translating, permit: WorkPermit<Item>)? = nil
    ) -> Bool {
        let again = progress.failed.filter { retrying.contains($0.id) }.compactMap { items[$0.id] }
        if let other, !isWorking {
            (translator, permit) = other
            window = RequestWindow(most: translator.limits.atOnce)
            queue = Self.chunks(queue.flatMap(\.items), translator.limits)
        }
        queue += Self.chunks(again, translator.limits)
        (resumesAt, exhausted) = (.zero, 0)
        for index in queue.indices { (queue[index].attempts, queue[index].notBefore) = (0, .zero) }
        change { progress in
            progress.failed.removeAll { failure in again.contains { $0.id == failure.id } }
            progress.phase = queue.isEmpty && !isWorking ? .finished : isWorking ? .running : .waiting
        }
        return !isWorking && !queue.isEmpty
    }

    /// Waits until nothing is asked or saved any more.
    func untilIdle() async {
        guard isWorking else { return }
        await withCheckedContinuation { idlers.append($0) }
    }

    // MARK: What came

    func fail(_ item: Item, _ error: TranslationError) {
        change { $0.failed.append(.init(id: item.id, word: item.word, error: error)) }
    }

    /// Keeps a translation, unless its word is another one now.
    func keep(_ translation: String, for item: Item) async throws {
        let isKept = try await store.change(item.id, at: time.date()) { content in
            guard content.word == item.word, content.translation == item.before else { return false }
            content.translation = translation
            return true
        }
        change { progress in
            guard isKept else {
                progress.untouched += 1
                return
            }
            progress.translated += 1
            progress.recent.insert(.init(id: item.id, word: item.word, translation: translation), at: 0)
            progress.recent = Array(progress.recent.prefix(TranslationProgress.recentWords))
        }
    }

    /// Says when it will be done, from what was done so far.
    func estimate(since start: Duration) {
        let seconds = (workedFor + time.now() - start) / .seconds(1)
        change { progress in
            progress.atOnce = window.size
            let done = progress.translated + progress.untouched
            progress.secondsLeft =
                done >= 3 && seconds >= 2 && progress.left > 0 ? seconds / Double(done) * Double(progress.left) : nil
        }
    }

    func worked(since start: Duration) { workedFor += time.now() - start }
}
