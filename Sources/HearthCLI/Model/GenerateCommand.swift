// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Ember
import EmberGrammar
import EmberJSON

/// `hearth model generate`: continue tokens, for scripts and conformance tests.
struct GenerateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract:
            "JSON lines {\"ids\":[…],\"max_tokens\":32,…} in, {\"ids\":[…],\"text\":\"…\",\"stop_reason\":\"…\"} out.",
        discussion: """
            Further keys: "text" instead of "ids", "temperature", "top_p", "top_k", "min_p", "repetition_penalty", "seed", "stop" \
            (a list of texts), "ignore_eos", "precision" ("reference" or "fast"), "counts" (also tell how many tokens the prompt had and \
            how many of them were kept from a line before), "schema" (a JSON Schema that the text will satisfy) or \
            "regex" (an expression that it will match).
            """
    )

    @OptionGroup var model: FolderArgument

    func run() async throws {
        let container = try await loadModelContainer(directory: model.url)
        try await container.perform { context in
            try await JSONLines.answerEach { line in try await Self.answer(line, context) }
        }
    }

    private static func answer(_ line: JSON, _ context: ModelContext) async throws -> JSON {
        let request = try GenerateLine(line)
        let input =
            switch request.prompt {
            case .ids(let ids): ModelInput(tokens: ids)
            case .text(let text): try context.prepare(.text(text))
            }
        var ids: [JSON] = []
        var text = ""
        var reason = StopReason.cancelled
        var counts: GenerationInfo?
        let events = try context.answer(to: input, parameters: request.parameters, precision: request.precision)
        for try await event in events {
            switch event {
            case .token(let id, let piece, _):
                ids.append(.integer(id))
                text += piece
            case .finished(let info, let rest):
                text += rest
                reason = info.stopReason
                counts = info
            }
        }
        var answer: JSONObject = ["ids": .array(ids), "text": .string(text), "stop_reason": .string(reason.rawValue)]
        if request.wantsCounts, let counts {
            answer["prompt_tokens"] = .integer(counts.promptTokens)
            answer["cached_prompt_tokens"] = .integer(counts.cachedPromptTokens)
        }
        return .object(answer)
    }
}

/// One line of `hearth model generate`, checked. A key that is not known is refused: a misspelt one would be ignored
/// silently.
struct GenerateLine {
    enum Prompt: Equatable {
        case ids([Int])
        case text(String)
    }
    let prompt: Prompt
    let parameters: GenerateParameters
    let precision: Precision
    let wantsCounts: Bool

    init(_ line: JSON) throws {
        var parameters = GenerateParameters()
        var precision = Precision.fast
        var prompt: Prompt?
        var wantsCounts = false
        for (key, value) in line.object ?? JSONObject() where !value.isNull {
            switch key {
            case "ids": prompt = .ids(try line.ids(key))
            case "text": prompt = .text(try Self.string(key, value))
            case "max_tokens": parameters.maxTokens = try Self.integer(key, value)
            case "temperature": parameters.temperature = try Self.number(key, value)
            case "top_p": parameters.topP = try Self.number(key, value)
            case "top_k": parameters.topK = try Self.integer(key, value)
            case "min_p": parameters.minP = try Self.number(key, value)
            case "repetition_penalty": parameters.repetitionPenalty = try Self.number(key, value)
            case "seed": parameters.seed = UInt64(bitPattern: Int64(try Self.integer(key, value)))
            case "stop":
                let list = value.array ?? [value]
                parameters.stop = try list.map { try Self.string(key, $0) }
            case "schema": parameters.grammar = try Grammar(schema: value)
            case "regex": parameters.grammar = try Grammar(regex: try Self.string(key, value))
            case "ignore_eos": parameters.ignoreEndOfSequence = try Self.flag(key, value)
            case "counts": wantsCounts = try Self.flag(key, value)
            case "precision":
                guard let known = Precision(rawValue: try Self.string(key, value)) else {
                    throw LineError(detail: "\(key) must be \"reference\" or \"fast\"")
                }
                precision = known
            default:
                throw LineError(detail: "the key \(key) is not known")
            }
        }
        guard let prompt else { throw LineError(detail: "needs \"ids\" or \"text\"") }
        self.prompt = prompt
        self.parameters = parameters
        self.precision = precision
        self.wantsCounts = wantsCounts
    }

    private static func flag(_ key: String, _ value: JSON) throws -> Bool {
        guard let flag = value.bool else { throw LineError(detail: "\(key) must be true or false") }
        return flag
    }

    private static func integer(_ key: String, _ value: JSON) throws -> Int {
        guard let number = value.integer else {
            throw LineError(detail: "\(key) must be an integer, found \(value.kind)")
        }
        return number
    }

    private static func number(_ key: String, _ value: JSON) throws -> Float {
        guard let number = value.double else { throw LineError(detail: "\(key) must be a number, found \(value.kind)") }
        return Float(number)
    }

    private static func string(_ key: String, _ value: JSON) throws -> String {
        guard let text = value.string else { throw LineError(detail: "\(key) must be a string, found \(value.kind)") }
        return text
    }
}
