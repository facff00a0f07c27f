// SPDX-License-Identifier: Apache-2.0

import Ember
import EmberTokenizers
import HearthChat

/// One answer of a model that is in memory.
struct EmberAnswer: Sendable {
    let context: ModelContext
    let request: CompletionRequest

    /// Writes the answer; cancelled, it ends before the next token.
    @concurrent func write(_ tell: (CompletionEvent) -> Void) async throws {
        let parameters = GenerateParameters(request)
        let fit = try ContextFit(request, parameters, in: context)
        if fit.omitted > 0 { tell(.omitted(turns: fit.omitted)) }
        for try await event in try generate(input: fit.input, parameters: parameters, context: context) {
            switch event {
            case .thought(let text): tell(.thought(text))
            case .chunk(let text): tell(.text(text))
            case .answerWasThought: tell(.textWasThought)
            case .info(let info): tell(.finished(summary(of: info)))
            // No functions were offered; and what was left out has been told.
            case .toolCall, .omitted: continue
            }
        }
    }

    private func summary(of info: GenerationInfo) -> CompletionSummary {
        let reason: CompletionSummary.Reason =
            switch info.stopReason {
            case .stop, .cancelled: .stop
            case .length: .length
            case .context: .context
            }
        return CompletionSummary(
            reason: reason, promptTokens: info.promptTokens, cachedPromptTokens: info.cachedPromptTokens,
            tokens: info.tokens, tokensPerSecond: info.tokensPerSecond, contextLength: context.contextLength)
    }
}

extension ConversationError {
    /// What went wrong inside the engine, for people: without paths, with what they can do.
    init(_ error: any Error, model: String) {
        guard let error = error as? EmberError else {
            self =
                error as? ConversationError ?? .init(.modelFailed, "\(model) cannot be used: \(Self.words(for: error))")
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

    private static func words(for error: any Error) -> String {
        switch error {
        case is TokenizerError: "its tokenizer is damaged or unknown."
        case is TemplateError: "its chat template does not accept this conversation."
        default: "something unexpected happened."
        }
    }
}
