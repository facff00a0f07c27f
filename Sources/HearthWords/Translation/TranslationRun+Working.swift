// SPDX-License-Identifier: Apache-2.0

import HearthModels

extension TranslationRun {
    /// Chunks in a row whose every try may fail before the run stops: then it is not about these words.
    private static let mostExhausted = 3

    /// Translates what is left, until that is done, paused, cancelled or impossible.
    /// - Throws: `CancellationError` where its task was cancelled; what is left stays left.
    func work() async throws {
        guard !isWorking, progress.isActive else { return }
        isWorking = true
        let start = time.now()
        change { $0.phase = .running }
        await withTaskGroup(of: Reply.self) { group in
            var running = 0
            while true {
                while running < window.size, progress.isActive, !Task.isCancelled, !queue.isEmpty {
                    let (chunk, number, pair) = (queue.removeFirst(), requests, job.pair)
                    let translator = translator
                    requests += 1
                    running += 1
                    group.addTask { await self.ask(chunk, number, translator, pair) }
                }
                guard running > 0, let reply = await group.next() else { break }
                running -= 1
                await take(reply)
                estimate(since: start)
            }
        }
        worked(since: start)
        isWorking = false
        if !progress.isActive { return }
        change { $0.phase = queue.isEmpty ? .finished : .waiting }
        if !queue.isEmpty { throw CancellationError() }
    }

    private struct Reply: Sendable {
        let chunk: Chunk
        /// Words that are not wanted any more.
        var dropped = 0
        let number: Int
        /// `nil` where it was not asked after all.
        let result: Result<[Result<String, TranslationError>], any Error>?
    }

    private func ask(
        _ chunk: Chunk, _ number: Int, _ translator: any Translating, _ pair: LanguagePair
    ) async -> Reply {
        do {
            // Another refusal may have moved the moment meanwhile.
            while case let pause = max(chunk.notBefore, resumesAt) - time.now(), pause > .zero {
                try await time.sleep(pause)
            }
            guard progress.isActive else { return Reply(chunk: chunk, number: number, result: nil) }
            change { $0.phase = .running }
            let wanted = try await permit.wanted(chunk.items)
            guard !wanted.isEmpty else {
                return Reply(chunk: chunk.leaving([]), dropped: chunk.items.count, number: number, result: .success([]))
            }
            let (asked, dropped) = (chunk.leaving(wanted), chunk.items.count - wanted.count)
            if dropped > 0 { return Reply(chunk: asked, dropped: dropped, number: number, result: nil) }
            let texts = chunk.items.map { TranslationText($0.word, context: $0.context) }
            let results = try await translator.translate(texts, pair)
            guard results.count == texts.count else { throw TranslationError(.nonsense) }
            return Reply(chunk: chunk, number: number, result: .success(results))
        } catch {
            return Reply(chunk: chunk, number: number, result: .failure(error))
        }
    }

    private func take(_ reply: Reply) async {
        if reply.dropped > 0 { change { $0.untouched += reply.dropped } }
        switch reply.result {
        case .success(let results)?:
            window.succeed()
            exhausted = 0
            for (item, result) in zip(reply.chunk.items, results) { await take(result, for: item, in: reply.chunk) }
        case .failure(let error as TranslationError)?: take(error, reply)
        case .failure(is CancellationError)?, nil: queue.insert(reply.chunk, at: 0)
        case .failure?: take(TranslationError(.failedThere), reply)
        }
    }

    private func take(_ result: Result<String, TranslationError>, for item: Item, in chunk: Chunk) async {
        do {
            switch result {
            case .success(let translation): try await keep(translation, for: item)
            case .failure(let error): fail(item, error)
            }
        } catch {
            // Nothing that follows could be kept either.
            queue.insert(Chunk(items: [item]), at: 0)
            stop(TranslationError(.notSaved))
        }
    }

    private func take(_ error: TranslationError, _ reply: Reply) {
        var chunk = reply.chunk
        if error.code == .slowDown { window.refuse(reply.number, next: requests) }
        if error.concernsAll || error.retryAfter.map({ $0 > backoff.longestRetryAfter }) == true {
            queue.insert(chunk, at: 0)
            return stop(error)
        }
        guard error.mayRetry else { return split(chunk, error) }
        chunk.attempts += 1
        guard chunk.attempts <= backoff.retries else { return exhaust(chunk, error) }
        let now = time.now()
        if let pause = error.retryAfter {
            resumesAt = max(resumesAt, now + pause)
            chunk.notBefore = now + pause
        } else {
            chunk.notBefore = now + backoff.pause(after: chunk.attempts, random: time.random())
        }
        queue.insert(chunk, at: 0)
        if error.code == .slowDown, progress.isActive { change { $0.phase = .slowed } }
    }

    /// Puts the two halves of a chunk back into the queue: texts that are too many, or cannot be read, together may
    /// work in parts. A single text fails.
    private func split(_ chunk: Chunk, _ error: TranslationError) {
        guard chunk.items.count > 1 else {
            for item in chunk.items { fail(item, error) }
            return
        }
        let half = chunk.items.count / 2
        let parts = [chunk.items[..<half], chunk.items[half...]].map { Chunk(items: Array($0)) }
        queue.insert(contentsOf: parts, at: 0)
    }

    private func exhaust(_ chunk: Chunk, _ error: TranslationError) {
        exhausted += 1
        for item in chunk.items { fail(item, error) }
        if exhausted >= Self.mostExhausted, !queue.isEmpty { stop(error) }
    }

    private func stop(_ error: TranslationError) {
        guard progress.isActive || progress.phase == .paused else { return }
        change { ($0.phase, $0.secondsLeft) = (.stopped(error), nil) }
    }
}
