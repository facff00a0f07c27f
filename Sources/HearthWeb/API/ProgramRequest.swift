// SPDX-License-Identifier: Apache-2.0

import HearthModels

/// A conversation or text that a program wants answered, whatever its dialect.
struct ProgramRequest: Sendable {
    /// Empty for the one that is chosen in the app.
    var model: String
    var completion: CompletionRequest
    var isStreamed = false
    /// Whether of the calls that a model asks for only the first counts.
    var callsOnce = false
    var names = PartNames()

    /// The most tokens that can be asked for.
    static let mostTokens = 1 << 20
}

/// A dialect's names for the parts of a request, for errors that blame one. Those of OpenAI unless said otherwise.
struct PartNames: Sendable {
    var turns = "messages"
    var text = "prompt"
    var form = "response_format"
    var functions = "tools"
    var alternatives = "logprobs"
    var maxTokens = "max_tokens"
    var sampling = "temperature"

    /// The part that a model that cannot do what is asked will have meant.
    func suspect(for error: ModelError, in request: CompletionRequest) -> String? {
        switch (error.code, error.part) {
        case (.tooLong, _): request.text == nil ? turns : text
        case (.noModel, _): "model"
        case (.unsupported, .maxTokens?): maxTokens
        case (.unsupported, .alternatives?): alternatives
        case (.unsupported, .text?): request.text == nil ? turns : text
        case (.unsupported, .sampling?): sampling
        // A template that knows no functions refuses the conversation that has them.
        case (.unsupported, .turns?): request.functions.isEmpty ? turns : functions
        case (.unsupported, .form?): form
        case (.unsupported, .functions?): functions
        case (.unsupported, nil): request.form != .free ? form : request.functions.isEmpty ? nil : functions
        default: nil
        }
    }
}
