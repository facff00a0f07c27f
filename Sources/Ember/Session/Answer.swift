// SPDX-License-Identifier: Apache-2.0

import EmberGrammar
import EmberTokenizers
import Synchronization

/// Events of one answer inside the engine, in order.
package enum TokenEvent: Sendable {
    /// A new token, and the text that it completes, which may be empty; with how likely it
    /// was, where that was asked for.
    case token(Int, text: String, likelihood: Likelihood?)
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
    /// Tokens that the answer is forced to consist of, whatever the model would choose; `plan.maxTokens` is at most its
    /// length. The model still computes every token and guesses are checked against this list, so that a measurement
    /// needs no model that would write this text by itself.
    let dictation: [Int]?
    /// Says which tokens may come next, for an answer that has to follow a grammar.
    let matcher: Matcher?
    let decoder: StreamDecoder
    /// How long the model may think; `nil` for as long as it likes.
    let thoughts: ThoughtLimit?
    /// Tells thoughts from the answer, in which alone stop texts count; `nil` where all is answer.
    let splitter: ThinkingSplitter?
    let channel: AsyncThrowingStream<TokenEvent, any Error>.Continuation
    let cancellation: Cancellation
    /// Told the fraction of the prompt's new tokens that has been read, 0…1, from the engine's thread; `nil` where
    /// nobody wants to know.
    let reading: (@Sendable (Double) -> Void)?
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
    /// Rows of the current pass that hold the logits behind the last token and the guesses after it.
    var outputRows = 0..<0
    private(set) var isFinished = false

    private let request: AnswerRequest
    private let context: Int
    /// The prompt and what has been written so far.
    private var tokens: [Int32]
    private var sampler: Sampler
    /// `nil` where a pass over more tokens costs more, and so guessing does not pay.
    private var lookup: PromptLookup?
    private var guess: [Int32] = []
    private var matcher: Matcher?
    private var decoder: StreamDecoder
    private var stops: StopMatcher
    private var thoughts: ThoughtLimit?
    private var splitter: ThinkingSplitter?
    /// Tokens that come next, whatever the model says.
    private var forced: [Int32]
    private let cachedPromptTokens: Int
    /// Tokens of the current pass that are the prompt's, and the fraction that was told last.
    private var passTokens = 0
    private var toldReading = -1.0
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
        matcher = request.matcher
        if request.guesses {
            lookup = PromptLookup()
            lookup?.append(prompt)
        }
        decoder = request.decoder
        stops = StopMatcher(request.stop)
        thoughts = request.thoughts
        splitter = request.splitter
        forced = thoughts?.begin() ?? []
    }

    var isCancelled: Bool { request.cancellation.isCancelled }
    /// Whether the prompt has been read, so that each pass yields a token.
    var isWriting: Bool { firstToken != nil }
    private var written: Int { tokens.count - request.prompt.count }
    /// How many tokens may still be written.
    private var budget: Int { min(request.plan.maxTokens - written, context - tokens.count) }

    /// The most tokens that a grammar adds to the chosen one; a pass has to have room for those of all answers.
    private static let mostForced = 12

    /// The tokens that the next pass computes: the next piece of the prompt, at most `count`, or the newest token and
    /// guesses at what follows it, at most `guesses`.
    func nextTokens(atMost count: Int, guesses: Int) -> (tokens: ArraySlice<Int32>, wanted: Int) {
        guard isWriting else {
            let piece = tokens[cache.count...].prefix(count)
            passTokens = piece.count
            return (piece, piece.endIndex == tokens.count ? 1 : 0)
        }
        let most = min(guesses, budget - 1)
        guess = most > 0 ? Array(lookup?.guess(atMost: most) ?? []) : []
        if let allowed = matcher?.allowed(guess) { guess.removeLast(guess.count - allowed) }
        guard !guess.isEmpty else { return (tokens[cache.count...], 1) }
        let all = tokens[cache.count...] + guess
        return (all, 1 + guess.count)
    }

    /// Shorter prompts are read before anybody could look.
    private static let leastToldReading = 64

    /// Tells how much of the prompt has been read, in steps of a hundredth.
    /// - Parameter part: of the current pass, 0…1.
    func tellReading(_ part: Double) {
        guard let reading = request.reading, !isWriting else { return }
        let new = request.prompt.count - cachedPromptTokens
        guard new >= Self.leastToldReading else { return }
        let read = Double(cache.count - cachedPromptTokens) + part * Double(passTokens)
        let fraction = min(1, max(0, read / Double(new)))
        guard fraction - toldReading >= 0.01 else { return }
        toldReading = fraction
        reading(fraction)
    }

    /// Chooses tokens from the logits behind the last one and behind each guess that has turned out right.
    ///
    /// Each is chosen from the same logits, and by the same random numbers, as without guesses.
    func take(from pass: DecoderPass, compute: Compute) {
        guard !outputRows.isEmpty else { return }
        let computed = tokens.count
        var right = 0
        while !isFinished, outputRows.lowerBound + right < outputRows.upperBound {
            let before = right
            choose(pass.logits(of: outputRows.lowerBound + right), compute)
            while right < guess.count, computed + right < tokens.count, guess[right] == tokens[computed + right] {
                right += 1
            }
            // Without a right guess for each new token, the next row continues another text.
            if right == before || computed + right < tokens.count { break }
        }
        lookup?.learn(guessed: guess.count, right: right)
        guess = []
        // What was computed for wrong guesses is forgotten. The newest token itself has not been computed yet.
        cache.truncate(to: min(cache.count, computed + right))
    }

    /// Writes the next token, and those behind it that a grammar leaves no choice about.
    private func choose(_ logits: UnsafeMutableBufferPointer<Float>, _ compute: Compute) {
        // Choosing overwrites them.
        var before = request.plan.alternatives == nil ? [] : Array(logits)
        let chosen = nextToken(logits, compute)
        let token = request.dictation?[written] ?? chosen
        if firstToken == nil { firstToken = .now }
        if request.endTokens.contains(token) {
            finish(.stop)
            return
        }
        guard let alternatives = request.plan.alternatives else {
            append(token)
            return appendForced()
        }
        // Each token has a likelihood, so the model is asked for those too that a grammar leaves no choice about.
        append(token, Likelihood(of: token, in: &before, naming: alternatives, compute: compute))
    }

    private func appendForced() {
        guard matcher != nil, !isFinished else { return }
        for forced in matcher?.forced(atMost: Self.mostForced, budget: budget) ?? [] where !isFinished {
            append(Int(forced))
        }
    }

    private func nextToken(_ logits: UnsafeMutableBufferPointer<Float>, _ compute: Compute) -> Int {
        guard forced.isEmpty else { return Int(forced.removeFirst()) }
        return sampler.next(logits, allowed: matcher?.mask(budget: budget), previous: tokens, compute: compute)
    }

    private func append(_ token: Int, _ likelihood: Likelihood? = nil) {
        tokens.append(Int32(token))
        lookup?.append(CollectionOfOne(Int32(token)))
        matcher?.advance(token)
        let piece = decoder.append(token)
        forced += thoughts?.append(piece) ?? []
        let (text, stop) = isThought(piece) ? (stops.finish() + piece, nil) : stops.append(piece)
        request.channel.yield(.token(token, text: text, likelihood: likelihood))
        if let stop {
            finish(.stop, at: stop)
        } else if matcher?.isFinished == true {
            finish(.stop)
        } else if written >= request.plan.maxTokens {
            finish(.length)
        } else if tokens.count >= context {
            finish(.context)
        }
    }

    /// Whether a thought goes on behind a piece.
    private func isThought(_ piece: String) -> Bool {
        _ = splitter?.append(piece)
        return splitter?.isThinking ?? false
    }

    /// - Parameter stop: the stop text that has come, behind which nothing is said.
    func finish(_ reason: StopReason, at stop: String? = nil) {
        guard !isFinished else { return }
        isFinished = true
        var (text, stop) = ("", stop)
        if stop == nil {
            (text, stop) = stops.append(decoder.finish())
            if stop == nil { text += stops.finish() }
        }
        let now = ContinuousClock.now
        let info = GenerationInfo(
            promptTokens: request.prompt.count, cachedPromptTokens: cachedPromptTokens, tokens: written,
            promptTime: (firstToken ?? now) - begun, generationTime: now - (firstToken ?? now), stopReason: reason,
            stopText: stop)
        request.channel.yield(.finished(info, text: text))
        request.channel.finish()
    }

    func fail(_ error: any Error) {
        isFinished = true
        request.channel.finish(throwing: error)
    }
}
