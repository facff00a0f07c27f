// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Owns a model's weights, the caches of its conversations and the tables of a pass; nothing with a pointer leaves it.
///
/// Requests that come at the same time share each pass over the weights; a long prompt is read in pieces between them.
actor Engine {
    private let thread: ComputeThread
    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private let model: any LanguageModel
    private let compute: Compute
    private let pass: DecoderPass
    private var prefixCache: PrefixCache
    private let format: CacheFormat
    private var running: [Answer] = []
    /// Those that share the current pass, and its tokens; kept, so that a pass allocates nothing.
    private var answers: [Answer] = []
    private let batch = Batch()
    private var isBusy = false

    /// Prompt tokens of a pass when nobody waits for the next word, and when somebody does.
    private static let longestPass = 512
    private static let politePass = 128
    /// Rows of logits that one pass may ask for, and so the most answers that share one.
    private static let mostOutputs = 16

    nonisolated let facts: EngineFacts

    /// Model, kernels and scratch tables that loading prepares and the engine then owns.
    struct Parts {
        let model: any LanguageModel
        let compute: Compute
        let pass: DecoderPass

        /// Reads the weights of a folder; `progress` is told the fraction done, 0…1, and may end it.
        init(_ folder: ModelFolder, threads: Int?, progress: (Double) throws -> Void) throws {
            model = folder.model
            compute = try Compute(threads: threads)
            try folder.weights.finish(with: compute, progress: progress)
            pass = try DecoderPass(
                shape: model.shape, compute: compute, capacity: Engine.longestPass + Engine.mostOutputs,
                outputs: Engine.mostOutputs)
        }
    }

    /// - Parameters:
    ///   - format: how keys and values are kept, except in reference precision.
    ///   - cacheBudget: bytes that conversations at rest may keep.
    init(_ parts: sending Parts, on thread: ComputeThread, format: CacheFormat, cacheBudget: Int) {
        self.format = format
        self.thread = thread
        facts = EngineFacts(instructions: parts.compute.instructions, threads: parts.compute.threads)
        model = parts.model
        compute = parts.compute
        pass = parts.pass
        prefixCache = PrefixCache(shape: parts.model.shape, budget: cacheBudget)
    }

    private func format(_ precision: Precision) -> CacheFormat { precision == .reference ? .float32 : format }

    // MARK: Answers

    /// Begins an answer; its events arrive on the request's channel.
    func submit(_ request: AnswerRequest) {
        do {
            running.append(try accept(request))
        } catch {
            request.channel.finish(throwing: error)
            return
        }
        guard !isBusy else { return }
        isBusy = true
        Task { await work() }
    }

    private func accept(_ request: AnswerRequest) throws(EmberError) -> Answer {
        try check(request.prompt, "prompt")
        if let dictation = request.dictation { try check(dictation, "dictation") }
        let shape = model.shape
        let room = shape.context - request.prompt.count
        guard room > 0 else {
            throw EmberError(
                .contextExceeded, "prompt",
                "has \(request.prompt.count) tokens, the model's context is \(shape.context); shorten it by "
                    + "\(request.prompt.count - shape.context + 1)")
        }
        let prompt = request.prompt.map(Int32.init)
        let cache = try prefixCache.take(
            for: prompt, capacity: prompt.count + min(room, request.plan.maxTokens), precision: request.precision,
            format: format(request.precision))
        return Answer(request, prompt: prompt, cache: cache, context: shape.context)
    }

    private func check(_ tokens: [Int], _ name: String) throws(EmberError) {
        guard !tokens.isEmpty else {
            throw EmberError(.invalidParameter, name, "is empty; a model continues tokens")
        }
        if let outside = tokens.first(where: { $0 < 0 || $0 >= model.shape.vocabulary }) {
            throw EmberError(
                .invalidParameter, name,
                "contains token \(outside), the model's vocabulary is 0…\(model.shape.vocabulary - 1)")
        }
    }

    /// - Throws: `EmberError` for tokens that the model does not know, or that are more than it can read.
    func checkFits(_ tokens: [Int]) throws(EmberError) {
        try check(tokens, "prompt")
        guard tokens.count <= model.shape.context else {
            throw EmberError(
                .contextExceeded, "prompt", "has \(tokens.count) tokens, the model's context is \(model.shape.context)")
        }
    }

    private func work() async {
        while !running.isEmpty {
            step()
            // Lets new requests in between two passes.
            await Task.yield()
        }
        isBusy = false
    }

    /// One pass over the weights for all answers that want one.
    private func step() {
        retire { $0.isCancelled }
        guard let first = running.first else { return }
        // A pass has one precision; answers of the other take turns with these.
        let precision = first.precision
        defer { forgetPass() }
        for answer in running where answer.precision == precision && answers.count < Self.mostOutputs {
            answers.append(answer)
        }

        // Whoever is writing gets a token in every pass; the others share what is left to read their prompts.
        let readers = answers.count { !$0.isWriting }
        let room = readers < answers.count ? Self.politePass : Self.longestPass
        for answer in answers {
            let (next, wanted) = answer.nextTokens(
                atMost: max(1, room / max(1, readers)), guesses: Self.mostOutputs / answers.count - 1)
            answer.outputRows = batch.outputs.count..<batch.outputs.count + wanted
            batch.append(next, to: answer.cache, wanted: wanted)
        }

        do {
            compute.precision = precision
            let alone = answers.count == 1 ? first : nil
            var layer = 0
            let done = try model.forward(batch, in: pass) {
                let part = Double(layer) / Double(model.shape.layers)
                for answer in answers { answer.tellReading(part) }
                layer += 1
                return alone?.isCancelled ?? false
            }
            guard done else { return }
            batch.commit()
            for answer in answers { answer.take(from: pass, compute: compute) }
        } catch {
            for answer in answers { answer.fail(error) }
        }
        retire { $0.isFinished }
        // Those that this pass had no place for come first in the next.
        if answers.count < running.count { running.append(running.removeFirst()) }
    }

    /// Lets go of answers and caches, which may be long gone before the next pass.
    private func forgetPass() {
        answers.removeAll(keepingCapacity: true)
        batch.removeAll()
    }

    private func retire(_ isOver: (Answer) -> Bool) {
        for answer in running where isOver(answer) {
            if !answer.isFinished { answer.finish(.cancelled) }
            prefixCache.putBack(answer.cache, precision: answer.precision)
        }
        running.removeAll(where: isOver)
    }

    /// Bytes that conversations take, at rest or not.
    var cacheBytes: Int { running.reduce(prefixCache.bytes) { $0 + $1.cache.bytes } }

    // MARK: Pinned prompts

    /// A cache in fast precision with room for `capacity` tokens.
    func emptyCache(capacity: Int) throws(EmberError) -> KeyValueCache {
        try KeyValueCache(shape: model.shape.cache, capacity: capacity, format: format)
    }

    func readPrompt(from file: PromptFile) throws(EmberError) -> KeyValueCache {
        try file.read(shape: model.shape.cache, format: format, context: model.shape.context)
    }

    /// Has the model read tokens that continue what a cache holds, as many at once as others leave time for.
    func readOn(_ tokens: ArraySlice<Int32>, into cache: KeyValueCache) throws(EmberError) {
        compute.precision = .fast
        let next = tokens.prefix(running.isEmpty ? Self.longestPass : Self.politePass)
        let batch = Batch()
        batch.append(next, to: cache, wanted: 0)
        _ = try model.forward(batch, in: pass) { false }
        batch.commit()
    }

    func isPinned(_ prompt: [Int32]) -> Bool { prefixCache.isPinned(prompt) }
    func keep(_ cache: KeyValueCache) { prefixCache.pin(cache) }
    func unpin() { prefixCache.unpin() }

    // MARK: Logits

    /// The logits behind every token of `tokens`, `(tokens, vocabulary)`.
    func logits(of tokens: [Int], precision: Precision) throws -> [[Float]] {
        try checkFits(tokens)
        compute.precision = precision
        let cache = try KeyValueCache(shape: model.shape.cache, capacity: tokens.count, format: format(precision))
        let all = tokens.map(Int32.init)
        var rows: [[Float]] = []
        for start in stride(from: 0, to: all.count, by: Self.mostOutputs) {
            let piece = all[start..<min(start + Self.mostOutputs, all.count)]
            let batch = Batch()
            batch.append(piece, to: cache, wanted: piece.count)
            _ = try model.forward(batch, in: pass) { false }
            batch.commit()
            for row in 0..<piece.count { rows.append(Array(pass.logits(of: row))) }
        }
        return rows
    }

    // MARK: Measurements

    /// Seconds that reading `prompt` tokens takes, and then writing `tokens` more at a depth of `depth`.
    func measure(
        prompt: Int, tokens: Int, depth: Int, room: Int, precision: Precision
    ) throws -> (prompt: Double, tokens: Double) {
        compute.precision = precision
        let cache = try KeyValueCache(
            shape: model.shape.cache, capacity: max(room, max(prompt, depth) + tokens + 1), format: format(precision))
        var random = RandomSource(seed: 1)
        func some(_ count: Int) -> [Int32] {
            (0..<count).map { _ in Int32.random(in: 0..<Int32(model.shape.vocabulary), using: &random) }
        }
        func run(_ tokens: [Int32]) throws -> Double {
            let clock = ContinuousClock()
            let time = try clock.measure {
                for start in stride(from: 0, to: tokens.count, by: Self.longestPass) {
                    let piece = tokens[start..<min(start + Self.longestPass, tokens.count)]
                    let batch = Batch()
                    batch.append(piece, to: cache, wanted: start + piece.count == tokens.count ? 1 : 0)
                    _ = try model.forward(batch, in: pass) { false }
                    batch.commit()
                }
            }
            return time.inSeconds
        }
        let promptTime = prompt > 0 ? try run(some(prompt)) : 0
        if depth < cache.count { cache.truncate(to: depth) }
        if depth > cache.count { _ = try run(some(depth - cache.count)) }
        let tokenTime = try some(tokens).reduce(0.0) { try $0 + run([$1]) }
        return (promptTime, tokenTime)
    }

    /// Bytes a second at which this machine's memory can be read, by all threads of the engine.
    func readBandwidth() throws -> Double { try compute.readBandwidth() }
}

/// Instruction set and thread count that an engine runs with.
package struct EngineFacts: Sendable, Equatable {
    package var instructions: String
    package var threads: Int
}

extension Duration {
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
