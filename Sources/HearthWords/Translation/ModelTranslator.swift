// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
public import HearthModels

/// Translates with a language model, one text a request.
public struct ModelTranslator: Translating {
    private let models: any Completing
    private let model: String
    private let silence: Duration
    private let clock: any Clock<Duration>

    /// - Parameters:
    ///   - model: its name. It answers, or nothing is translated.
    ///   - silence: how long an answer may take. The first one waits for the model to load.
    public init(
        _ models: any Completing, model: String, silence: Duration = .seconds(120),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        (self.models, self.model, self.silence, self.clock) = (models, model, silence, clock)
    }

    /// Answers that are asked at the same time share each pass over the weights.
    public var limits: TranslationLimits { TranslationLimits(texts: 1, bytes: 4_000, atOnce: 4) }

    public func translate(
        _ texts: [TranslationText], _ pair: LanguagePair
    ) async throws -> [Result<String, TranslationError>] {
        var results: [Result<String, TranslationError>] = []
        for text in texts { results.append(try await translate(text, pair)) }
        return results
    }

    private func translate(
        _ text: TranslationText, _ pair: LanguagePair
    ) async throws -> Result<String, TranslationError> {
        guard text.text.utf8.count <= limits.bytes else { return .failure(TranslationError(.tooLong)) }
        let request = request(for: text, pair)
        let answer: String
        do {
            answer = try await Self.within(silence, clock) { try await models.answer(to: request) }
        } catch let error as TranslationError where error.code == .nonsense { return .failure(error) }
        guard let json = try? JSON(parsing: Array(answer.utf8)), let said = json["translation"]?.string else {
            return .failure(TranslationError(.nonsense))
        }
        do throws(TranslationError) {
            return .success(try TranslationCheck.checked(said, of: text.text, pair, refusesRepetition: true))
        } catch { return .failure(error) }
    }

    private func request(for text: TranslationText, _ pair: LanguagePair) -> CompletionRequest {
        let (source, target) = (Self.name(pair.source), Self.name(pair.target))
        var question = "\(source): \(text.text)\n"
        // Only so much of it that the word stays what is asked about.
        if !text.context.isEmpty { question += "It is used like this: \(text.context.prefix(300))\n" }
        question += "\(target):"
        var request = CompletionRequest(
            instructions:
                "You translate single words and short phrases from \(source) to \(target) for a vocabulary card. "
                + "Answer with the \(target) translation only, as a dictionary gives it: at most three meanings, with commas between them.",
            turns: [.init(role: .user, content: question)])
        request.model = model
        request.form = .schema([
            "type": "object", "properties": ["translation": ["type": "string", "minLength": 1, "maxLength": 200]],
            "required": ["translation"], "additionalProperties": false,
        ])
        (request.temperature, request.thinks, request.maxTokens) = (0, false, 120)
        return request
    }

    /// The English name of a language, which models know best.
    private static func name(_ code: String) -> String {
        Locale(identifier: "en").localizedString(forIdentifier: code) ?? code
    }

    private static func within(
        _ limit: Duration, _ clock: any Clock<Duration>, _ work: @escaping @Sendable () async throws -> String
    ) async throws -> String {
        try await withThrowingTaskGroup(of: String.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await work() }
            group.addTask {
                try await clock.sleep(for: limit)
                throw TranslationError(.silent)
            }
            do { return try await group.next() ?? "" } catch let error as ModelError { throw TranslationError(error) }
        }
    }
}

extension TranslationError {
    /// Translates a model's failure into an error of translation.
    init(_ error: ModelError) {
        switch error.code {
        // The model was asked for a form, and answered something else.
        case .unsupported where error.part == .form: self.init(.nonsense)
        case .noModel, .modelFailed, .memory, .unsupported: self.init(.noModel, said: error.detail)
        case .tooLong: self.init(.tooLong)
        case .notAgreed: self.init(.notAgreed)
        case .keyRefused: self.init(.keyRefused)
        case .overloaded: self.init(.slowDown)
        case .untrusted: self.init(.untrusted)
        case .sentElsewhere: self.init(.sentElsewhere)
        case .unreachable: self.init(.unreachable)
        case .silent: self.init(.silent)
        case .brokeOff: self.init(.brokeOff)
        default: self.init(.failedThere)
        }
    }
}
