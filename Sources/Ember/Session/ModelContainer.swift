// SPDX-License-Identifier: Apache-2.0

public import ChatTemplates
package import EmberGrammar
import EmberJSON
public import EmberTokenizers
public import Foundation

/// Name of a model, and its folder if it was loaded from one.
public struct ModelConfiguration: Sendable, Hashable {
    /// `owner/name`, as model hubs have it, or a folder's name.
    public let id: String
    public let directory: URL?

    public init(id: String) {
        self.id = id
        directory = nil
    }

    public init(directory: URL) {
        id = directory.lastPathComponent
        self.directory = directory
    }
}

/// How a model is loaded.
public struct LoadOptions: Sendable {
    /// Threads for arithmetic; `nil` takes one for each physical core.
    public var threads: Int?
    /// Bytes that conversations at rest may keep in memory, so that their next turn is quick; `nil` takes as many as
    /// the weights have, but 128 MB at least and 1 GB at most. The newest one is kept whatever it takes.
    public var cacheBudget: Int?

    /// How conversations are kept in memory. Models whose attention is latent keep little anyway and refuse int8.
    public var cache = CacheFormat.float16

    /// Whether weights that a file has in 16 or 32 bits are rounded to 8 as they are loaded: products are several times
    /// as fast in `Precision.fast`, and memory shrinks to a half or a quarter.
    public var roundsWeights = false

    public init(threads: Int? = nil, cache: CacheFormat = .float16, roundsWeights: Bool = false) {
        self.threads = threads
        self.cache = cache
        self.roundsWeights = roundsWeights
    }

    /// Groups of 64 as mlx-lm makes them, with 8 bits.
    var rounding: Quantization.Scheme? { roundsWeights ? Quantization.Scheme(bits: 8, group: 64) : nil }

    func cacheBudget(weights: Int) -> Int { cacheBudget ?? min(max(weights, 128 << 20), 1 << 30) }

    /// - Throws: `EmberError` `.invalidParameter`.
    func check() throws(EmberError) {
        if let threads, !(1...1024).contains(threads) {
            throw EmberError(.invalidParameter, "threads", "is \(threads), expected 1…1024")
        }
    }
}

/// Loads a model: a folder with `config.json`, `tokenizer.json` and safetensors, plain or in MLX's
/// quantised format, or a GGUF file.
///
/// ```swift
/// let model = try await loadModelContainer(directory: folder)
/// let session = ChatSession(model)
/// print(try await session.respond(to: "What is a hearth?"))
/// ```
/// - Parameters:
///   - directory: the model's folder, or its `.gguf` file.
///   - progress: told the fraction of the weights that has been read, 0…1, from the loading thread.
/// - Throws: `EmberError`, or `TokenizerError` or `TemplateError`, with a sentence that names the file at fault;
///   `CancellationError` when the task is cancelled before the weights are read.
public func loadModelContainer(
    directory: URL, options: LoadOptions = LoadOptions(), progress: @escaping @Sendable (Double) -> Void = { _ in }
) async throws -> ModelContainer {
    let cancellation = Cancellation()
    return try await withTaskCancellationHandler {
        try await load(directory, options) { fraction in
            if cancellation.isCancelled { throw CancellationError() }
            progress(fraction)
        }
    } onCancel: {
        cancellation.cancel()
    }
}

/// - Parameter progress: may end the loading.
private func load(
    _ directory: URL, _ options: LoadOptions, progress: @escaping @Sendable (Double) throws -> Void
) async throws -> ModelContainer {
    try options.check()
    let thread = ComputeThread()
    let (context, parts) = try await thread.run {
        let folder = try ModelFolder(directory, rounding: options.rounding)
        try options.cache.check(folder.model.shape.cache)
        let tokenizer = try folder.tokenizer()
        let dialogue = try folder.files.chatTemplates().map { try Dialogue($0, tokenizer) }
        let parts = try Engine.Parts(folder, threads: options.threads, progress: progress)
        var generation = folder.generation
        if generation.endTokens.isEmpty, let end = tokenizer.eosToken.flatMap(tokenizer.tokenToID) {
            generation.endTokens = [end]
        }
        return (
            (
                tokenizer: tokenizer, dialogue: dialogue, generation: generation, shape: folder.model.shape,
                weightBytes: folder.weights.weightBytes
            ), parts
        )
    }
    let engine = Engine(
        parts, on: thread, format: options.cache, cacheBudget: options.cacheBudget(weights: context.weightBytes))
    return ModelContainer(
        context: ModelContext(
            configuration: ModelConfiguration(directory: directory), tokenizer: context.tokenizer,
            dialogue: context.dialogue, contextLength: context.shape.context, weightBytes: context.weightBytes,
            generation: context.generation, engine: engine, grammars: GrammarCache(context.tokenizer)))
}

/// Reads the tokenizer of a folder and checks that the model has an embedding for each of its tokens.
/// - Throws: `EmberError` `.tokenizerMismatch`, or `TokenizerError`.
func loadTokenizer(_ directory: URL, vocabulary: Int) throws -> Tokenizer {
    let tokenizer = try Tokenizer(directory: directory)
    try check(tokenizer, vocabulary: vocabulary)
    return tokenizer
}

/// - Throws: `EmberError` `.tokenizerMismatch` unless a model's vocabulary has all tokens.
func check(_ tokenizer: Tokenizer, vocabulary: Int) throws(EmberError) {
    guard tokenizer.vocabularySize <= vocabulary else {
        throw EmberError(
            .tokenizerMismatch, "tokenizer.json",
            "has \(tokenizer.vocabularySize) tokens, the model's vocabulary is \(vocabulary); "
                + "they do not belong together")
    }
}

/// A loaded model, safe to share: everything that happens inside is queued.
public final class ModelContainer: Sendable {
    let context: ModelContext

    init(context: ModelContext) { self.context = context }

    public var configuration: ModelConfiguration { context.configuration }

    /// Gives `body` the loaded model, its tokenizer and its prompt layout.
    public func perform<Result>(_ body: (ModelContext) async throws -> Result) async rethrows -> Result {
        try await body(context)
    }
}

/// A loaded model with all that belongs to it.
public struct ModelContext: Sendable {
    public let configuration: ModelConfiguration
    public let tokenizer: Tokenizer
    /// How the model wants a conversation laid out; `nil` for a model that was not trained to converse.
    public var template: ChatTemplate? { dialogue?.template }
    let dialogue: Dialogue?
    /// Tokens that prompt and answer may have together.
    public let contextLength: Int
    /// Bytes that the weights take in memory.
    public let weightBytes: Int
    package let generation: GenerationConfig
    let engine: Engine
    let grammars: GrammarCache

    /// Instruction set and thread count that the engine runs with.
    package var facts: EngineFacts { engine.facts }

    /// Turns a question into tokens. What people, tools or documents wrote never becomes a control token.
    /// - Throws: `EmberError` `.unsupported` for a conversation with a model that has no chat template, and for
    ///   functions offered to a model whose way of calling them is not known.
    public func prepare(_ input: UserInput) throws -> ModelInput {
        switch input {
        case .text(let text):
            return ModelInput(
                tokens: try tokenizer.encode(text, literal: [0..<text.utf8.count], addSpecialTokens: true))
        case .chat(let messages, let tools, let variables):
            guard let dialogue else {
                throw EmberError(
                    .unsupported, configuration.id,
                    "has no chat template: it continues text, but was not made for conversations")
            }
            return try dialogue.prepare(messages, tools, variables)
        }
    }

    /// The same question with the beginning of its answer, from whose end the model goes on; no
    /// thought is looked for any more.
    ///
    /// A thought that the prompt has opened is closed first. What stands in an answer never becomes a control token.
    package func prepare(_ input: ModelInput, answeredWith beginning: String) throws -> ModelInput {
        var question = input
        if let thinking = input.format.thinking, thinking.startsInside {
            question.tokens += try tokenizer.encode(thinking.markers.end, addSpecialTokens: false)
        }
        return question.answered(
            with: try tokenizer.encode(beginning, literal: [0..<beginning.utf8.count], addSpecialTokens: false))
    }

    /// Starts an answer inside the engine.
    /// - Parameters:
    ///   - dictation: what the answer is made to say, for measurements; `nil` lets the model speak.
    ///   - reading: told the fraction of a long prompt that has been read, 0…1, before the first token.
    package func answer(
        to input: ModelInput, parameters: GenerateParameters, precision: Precision = .fast, dictation: [Int]? = nil,
        reading: (@Sendable (Double) -> Void)? = nil
    ) throws -> AsyncThrowingStream<TokenEvent, any Error> {
        var plan = try SamplingPlan(parameters, model: generation)
        if let dictation { plan.maxTokens = min(plan.maxTokens, dictation.count) }
        var matcher: Matcher?
        if let grammar = parameters.grammar {
            matcher = try self.matcher(for: grammar, plan, promptTokens: input.tokens.count)
        }
        var decoder = tokenizer.streamDecoder(skipSpecialTokens: true, keeping: input.format.markers)
        decoder.skip(input.tokens.suffix(input.begun))
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: TokenEvent.self)
        let cancellation = Cancellation()
        continuation.onTermination = { if case .cancelled = $0 { cancellation.cancel() } }
        let request = AnswerRequest(
            prompt: input.tokens, plan: plan, precision: precision, stop: parameters.stop,
            guesses: parameters.speculation && precision == .fast,
            endTokens: parameters.ignoreEndOfSequence && matcher == nil ? [] : generation.endTokens,
            dictation: dictation, matcher: matcher,
            decoder: decoder,
            // A grammar is for the whole answer, which leaves no room for a thought.
            thoughts: matcher == nil ? try thoughtLimit(parameters.thinkingBudget, input.format) : nil,
            splitter: parameters.stop.isEmpty ? nil : input.format.thinking?.splitter,
            channel: continuation, cancellation: cancellation, reading: reading)
        Task { await engine.submit(request) }
        return stream
    }

    private func thoughtLimit(_ budget: Int?, _ format: AnswerFormat) throws -> ThoughtLimit? {
        guard let budget, let thinking = format.thinking else { return nil }
        let end = try tokenizer.encode(thinking.markers.end, addSpecialTokens: false)
        return ThoughtLimit(budget: budget, end: end, splitter: thinking.splitter)
    }

    /// Joins a grammar with the vocabulary, so that an answer that follows it begins at once.
    /// - Throws: `EmberError` where the vocabulary cannot write any of its texts.
    package func prepare(_ grammar: Grammar) throws {
        _ = try grammars.joined(grammar, endTokens: generation.endTokens)
    }

    /// Follows a grammar through an answer.
    /// - Throws: `EmberError` when not even the shortest text fits.
    private func matcher(for grammar: Grammar, _ plan: SamplingPlan, promptTokens: Int) throws -> Matcher {
        let joined = try grammars.joined(grammar, endTokens: generation.endTokens)
        guard joined.shortest <= plan.maxTokens else {
            throw EmberError(
                .invalidParameter, "max tokens",
                "is \(plan.maxTokens), the shortest text that the grammar allows takes \(joined.shortest)")
        }
        let room = contextLength - promptTokens
        guard room <= 0 || joined.shortest <= room else {
            throw EmberError(
                .contextExceeded, "prompt",
                "leaves \(room) tokens of the model's context, the shortest text that the grammar allows takes "
                    + "\(joined.shortest)")
        }
        return Matcher(joined, bytes: grammars.bytes)
    }

    /// The logits behind every token of `tokens`, `(tokens, vocabulary)`.
    package func logits(of tokens: [Int], precision: Precision) async throws -> [[Float]] {
        try await engine.logits(of: tokens, precision: precision)
    }

    /// Seconds that reading `prompt` tokens takes, and then writing `tokens` more at a depth of `depth`, in a
    /// conversation with room for `room` tokens or as many as that takes.
    package func measure(
        prompt: Int, tokens: Int, depth: Int, room: Int = 0, precision: Precision = .fast
    ) async throws -> (prompt: Double, tokens: Double) {
        try await engine.measure(prompt: prompt, tokens: tokens, depth: depth, room: room, precision: precision)
    }

    /// Bytes that conversations take in memory now, those at rest included.
    package func cacheBytes() async -> Int { await engine.cacheBytes }

    /// Bytes a second at which this machine's memory can be read.
    package func readBandwidth() async throws -> Double { try await engine.readBandwidth() }
}

/// Generates an answer to prepared input, piece by piece.
///
/// When the reader stops or its task is cancelled, the work ends before the next token.
/// - Throws: `EmberError` at once for a parameter out of range; in the stream,
///   `.contextExceeded` for too long a prompt.
public func generate(
    input: ModelInput, parameters: GenerateParameters, context: ModelContext
) throws -> AsyncThrowingStream<Generation, any Error> {
    let events = try context.answer(to: input, parameters: parameters)
    return AsyncThrowingStream { continuation in
        let task = Task {
            do {
                // Where a grammar says what may be written, all of it is the answer.
                var reader = AnswerReader(parameters.grammar == nil ? input.format : .plain)
                for try await event in events {
                    switch event {
                    case .token(_, let text, _):
                        for piece in reader.append(text) { continuation.yield(piece) }
                    case .finished(let info, let text):
                        for piece in reader.append(text) + reader.finish() { continuation.yield(piece) }
                        continuation.yield(.info(info))
                    }
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
    }
}
