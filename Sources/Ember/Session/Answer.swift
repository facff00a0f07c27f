// SPDX-License-Identifier: Apache-2.0

import EmberTokenizers
import Synchronization

/// What happens to one answer inside the engine, in order.
package enum AnswerEvent: Sendable {
    /// A new token, and the text that it completes, which may be empty.
    case token(Int, text: String)
    /// The end, with text that had been held back.
    case finished(GenerationInfo, text: String)
}

/// One answer that is asked of the engine.
struct AnswerRequest: Sendable {
    let prompt: [Int]
    let plan: SamplingPlan
    let precision: Precision
    let stop: [String]
    /// Whether prompt lookup may guess ahead; see `PromptLookup`.
    let guesses: Bool
    let endTokens: Set<Int>
    /// What the answer is made to say, whatever the model would choose; `plan.maxTokens` is at most its length. The model
    /// computes all of it and guesses are checked against it, so that a measurement needs no model that would say it itself.
    let dictation: [Int]?
    let decoder: StreamDecoder
    let channel: AsyncThrowingStream<AnswerEvent, any Error>.Continuation
    let cancellation: Cancellation
}

/// A flag that any thread may raise and the engine looks at.
final class Cancellation: Sendable {
    private let flag = Atomic(false)
    var isCancelled: Bool { flag.load(ordering: .relaxed) }
    func cancel() { flag.store(true, ordering: .relaxed) }
}

/// An answer on its way: first its prompt is read, then it is written token by token. Lives inside the engine.
final class Answer {
    let precision: Precision
    let cache: KeyValueCache
    /// Which rows of the current pass hold the logits behind the last token and the guesses after it.
    var outputRows = 0..<0
    private(set) var isFinished = false
    private var endedByToken = false

    private let request: AnswerRequest
    private let context: Int
    /// The prompt and what has been written so far.
    private var tokens: [Int32]
    private var sampler: Sampler
    /// `nil` where a pass over more tokens costs more, and so guessing does not pay.
    private var lookup: PromptLookup?
    private var guess: [Int32] = []
    private var decoder: StreamDecoder
    private var stops: StopMatcher
    private let cachedPromptTokens: Int
    private let begun = ContinuousClock.now
    private var firstToken: ContinuousClock.Instant?

    init(_ request: AnswerRequest, prompt: [Int32], cache: KeyValueCache, context: Int) {
        self.request = request
        self.cache = cache
        self.context = context
        precision = request.precision
        tokens = prompt
        cachedPromptTokens = cache.count
        sampler = Sampler(request.plan)
        if request.guesses {
            lookup = PromptLookup()
            lookup?.append(prompt)
        }
        decoder = request.decoder
        stops = StopMatcher(request.stop)
    }

    var isCancelled: Bool { request.cancellation.isCancelled }
    /// Whether the prompt has been read, so that each pass yields a token.
    var isWriting: Bool { firstToken != nil }
    private var written: Int { tokens.count - request.prompt.count }

    /// The tokens that the next pass computes: the next piece of the prompt, at most `count`, or the newest token and guesses
    /// at what follows it, at most `guesses`.
    func nextTokens(atMost count: Int, guesses: Int) -> (tokens: ArraySlice<Int32>, wanted: Int) {
        guard isWriting else {
            let piece = tokens[cache.count...].prefix(count)
            return (piece, piece.endIndex == tokens.count ? 1 : 0)
        }
        let most = min(guesses, request.plan.maxTokens - written - 1, context - tokens.count - 1)
        guess = most > 0 ? Array(lookup?.guess(atMost: most) ?? []) : []
        guard !guess.isEmpty else { return (tokens[cache.count...], 1) }
        let all = tokens[cache.count...] + guess
        return (all, all.count)
    }

    /// Chooses tokens from the logits behind the last one and behind each guess that has turned out right.
    ///
    /// Each is chosen from the same logits, and by the same random numbers, as without guesses.
    func take(from pass: DecoderPass, compute: Compute) {
        guard !outputRows.isEmpty else { return }
        var right = 0
        for row in outputRows {
            let token = choose(pass.logits(of: row), compute)
            guard !isFinished, right < guess.count, guess[right] == token else { break }
            right += 1
        }
        lookup?.learn(guessed: guess.count, right: right)
        guess = []
        // What was computed for wrong guesses is forgotten. The newest token itself has not been computed yet.
        cache.truncate(to: min(cache.count, endedByToken ? tokens.count : tokens.count - 1))
    }

    private func choose(_ logits: UnsafeMutableBufferPointer<Float>, _ compute: Compute) -> Int32 {
        let chosen = sampler.next(logits, previous: tokens, compute: compute)
        let token = request.dictation?[written] ?? chosen
        if firstToken == nil { firstToken = .now }
        if request.endTokens.contains(token) {
            endedByToken = true
            finish(.stop)
            return Int32(token)
        }
        tokens.append(Int32(token))
        lookup?.append(CollectionOfOne(Int32(token)))
        let (text, stopped) = stops.append(decoder.append(token))
        request.channel.yield(.token(token, text: text))
        if stopped {
            finish(.stop, flush: false)
        } else if written >= request.plan.maxTokens {
            finish(.length)
        } else if tokens.count >= context {
            finish(.context)
        }
        return Int32(token)
    }

    func finish(_ reason: StopReason, flush: Bool = true) {
        guard !isFinished else { return }
        isFinished = true
        var text = ""
        if flush {
            let (last, stopped) = stops.append(decoder.finish())
            text = stopped ? last : last + stops.finish()
        }
        let now = ContinuousClock.now
        let info = GenerationInfo(
            promptTokens: request.prompt.count, cachedPromptTokens: cachedPromptTokens, tokens: written,
            promptTime: (firstToken ?? now) - begun, generationTime: now - (firstToken ?? now), stopReason: reason)
        request.channel.yield(.finished(info, text: text))
        request.channel.finish()
    }

    func fail(_ error: any Error) {
        isFinished = true
        request.channel.finish(throwing: error)
    }
}
