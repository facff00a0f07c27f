// SPDX-License-Identifier: Apache-2.0

import ChatTemplates
import Ember
import EmberGrammar
import EmberTokenizers
import HearthModels

/// One answer of a model that is in memory.
struct EmberAnswer: Sendable {
    private let context: ModelContext
    private let input: ModelInput
    private let events: AsyncThrowingStream<Ember.TokenEvent, any Error>
    /// How many of the oldest turns had no room.
    private let omitted: Int
    private let instructionTokens: Int?
    private let isHeld: Bool
    private let isCall: Bool

    private static let grammarThread = GrammarThread()
    /// After how many tokens it is told again how full the context is.
    private static let contextStep = 16

    /// Lays the question out, finds out what the answer is held to, and begins it.
    /// - Parameter reading: told the fraction of the prompt that has been read, before the answer's first token.
    /// - Throws: what is wrong with the request.
    @concurrent init(
        _ request: CompletionRequest, _ context: ModelContext, reading: @escaping @Sendable (Double) -> Void
    ) async throws {
        var parameters = GenerateParameters(request)
        isCall = request.hasToCall
        if isCall {
            parameters.grammar = try await Self.grammarThread.compile(for: context) { () throws(GrammarError) in
                try RequiredCall.grammar(request.offered, places: request.offeredPlaces)
            }
        } else if case .schema(let schema) = request.form {
            parameters.grammar = try await Self.grammarThread.compile(for: context) { () throws(GrammarError) in
                try Grammar(schema: schema)
            }
        }
        isHeld = parameters.grammar != nil
        (input, omitted) = try Self.input(request, parameters, context)
        guard input.tokens.count < context.contextLength else {
            guard !request.mayOmit || request.text != nil else {
                throw EmberError(.contextExceeded, "prompt", "is too long without its oldest turns")
            }
            throw ModelError(
                .tooLong,
                "What was sent has \(input.tokens.count) tokens; the model reads \(context.contextLength) at most, its "
                    + "answer included.")
        }
        instructionTokens = try request.instructions.map {
            try context.tokenizer.encode($0, addSpecialTokens: false).count
        }
        events = try context.answer(to: input, parameters: parameters, reading: reading)
        self.context = context
    }

    /// Tokens of the prompt that a request would be, whether it fits the model's context or not.
    @concurrent static func promptTokens(_ request: CompletionRequest, _ context: ModelContext) async throws -> Int {
        var request = request
        request.mayOmit = false
        return try input(request, GenerateParameters(request), context).0.tokens.count
    }

    private static func input(
        _ request: CompletionRequest, _ parameters: GenerateParameters, _ context: ModelContext
    ) throws -> (ModelInput, omitted: Int) {
        let input: ModelInput
        switch request.text {
        case nil:
            let fit = try ContextFit(request, parameters, in: context)
            return (fit.input, fit.omitted)
        case .words(let text): input = try context.prepare(.text(text))
        case .tokens(let tokens): input = ModelInput(tokens: tokens)
        }
        guard !input.tokens.isEmpty else { throw EmberError(.invalidParameter, "the prompt", "is empty") }
        let known = 0..<context.tokenizer.vocabularySize
        if let unknown = input.tokens.first(where: { !known.contains($0) }) {
            throw EmberError(.invalidParameter, "the prompt", "has token \(unknown), which there is not")
        }
        return (input, 0)
    }

    /// Hands the answer on as it is written; cancelled, it ends before the next token.
    @concurrent func write(_ tell: (CompletionEvent) -> Void) async throws {
        var use = ContextUse(
            tokens: input.tokens.count, length: context.contextLength, instructionTokens: instructionTokens,
            omittedTurns: omitted)
        tell(.context(use))
        // Where a grammar says what may be written, all of it is the answer.
        var reader = AnswerReader(isHeld ? .plain : input.format)
        var held = ""
        var (thoughtTokens, isThinking) = (0, false)
        func hand(_ pieces: [Generation]) {
            for piece in pieces {
                isThinking = if case .thought = piece { true } else { false }
                switch piece {
                case .thought(let text): tell(.piece(.thought(text)))
                case .chunk(let text): if isCall { held += text } else { tell(.piece(.text(text))) }
                case .answerWasThought:
                    thoughtTokens = use.tokens - input.tokens.count
                    tell(.piece(.textWasThought))
                case .toolCall(let call): tell(.call(call.told()))
                case .info, .omitted: continue
                }
            }
        }
        for try await event in events {
            switch event {
            case .token(_, let text, let likelihood):
                if let likelihood { tell(.token(TokenLikelihood(likelihood, context.tokenizer))) }
                hand(reader.append(text))
                use.tokens += 1
                if isThinking { thoughtTokens += 1 }
                if use.tokens.isMultiple(of: Self.contextStep) { tell(.context(use)) }
            case .finished(let info, let text):
                hand(reader.append(text) + reader.finish())
                if isCall, let call = RequiredCall.read(held) { tell(.call(call.told())) }
                tell(.finished(summary(of: info, thoughtTokens: thoughtTokens)))
            }
        }
    }

    private func summary(of info: GenerationInfo, thoughtTokens: Int) -> CompletionSummary {
        let reason: CompletionSummary.Reason =
            switch info.stopReason {
            case .stop, .cancelled: .stop
            case .length: .length
            case .context: .context
            }
        var summary = CompletionSummary(
            reason: reason, promptTokens: info.promptTokens, cachedPromptTokens: info.cachedPromptTokens,
            tokens: info.tokens, tokensPerSecond: info.tokensPerSecond, contextLength: context.contextLength)
        summary.instructionTokens = instructionTokens
        (summary.stopText, summary.thoughtTokens) = (info.stopText, thoughtTokens)
        summary.times = .init(prompt: info.promptTime, answer: info.generationTime)
        return summary
    }
}

extension ModelError {
    /// Describes an error inside the engine for people: without paths, with advice.
    init(_ error: any Error, model: String) {
        guard let error = error as? EmberError else {
            self =
                error as? ModelError ?? .init(.modelFailed, "\(model) cannot be used: \(Self.words(for: error))")
            return
        }
        switch error.code {
        case .outOfResources:
            self.init(
                .memory, "There is not enough memory for \(model). Close other programs, or choose a smaller model.")
        case .contextExceeded:
            self.init(.tooLong, "This message is longer than \(model) can read at once. Shorten it, or cut it in two.")
        case .missingFile, .malformedFile, .missingTensor, .wrongShape, .unsupported, .tokenizerMismatch,
            .invalidParameter, .notWritable:
            let place = error.place.split(separator: "/").last.map(String.init) ?? error.place
            self.init(.modelFailed, "\(model) cannot be used: \(place) \(error.detail).")
        }
    }

    /// Describes the fault of a request to a model that is in memory.
    init(asking error: any Error, model: String) {
        switch error {
        case let error as GrammarError:
            self.init(.unsupported, "No answer can be held to this: \(error).")
        case let error as TemplateError:
            self.init(
                .unsupported, "The chat template of \(model) does not accept this conversation: \(error.detail).",
                part: .turns)
        case let error as EmberError where error.code == .invalidParameter || error.code == .unsupported:
            self.init(
                .unsupported, "\(model) cannot do this: \(error.place) \(error.detail).",
                part: error.place == "max tokens" ? .maxTokens : nil)
        default: self.init(error, model: model)
        }
    }

    private static func words(for error: any Error) -> String {
        switch error {
        case is TokenizerError: "its tokenizer is damaged or unknown."
        case is TemplateError: "its chat template does not accept this conversation."
        default: "something unexpected happened."
        }
    }
}
