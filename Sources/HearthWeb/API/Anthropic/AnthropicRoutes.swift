// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthModels
import Hummingbird

/// Anthropic's messages. Its list of models has the address of OpenAI's, so that `OpenAIRoutes` answers it.
struct AnthropicRoutes: Sendable {
    let answers: ProgramAnswers

    func add(to router: Router<WebContext>) {
        router.post("/v1/messages", use: createMessage)
        router.post("/v1/messages/count_tokens", use: countTokens)
    }

    @Sendable private func createMessage(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answers.converse(request, in: .anthropic) { body in
            let asked = try MessagesRequest(body)
            return (asked.asked, { model in MessagesWriter(request: asked, model: model) })
        }
    }

    @Sendable private func countTokens(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answers.answer(request) { body, _ in
            let asked = try MessagesRequest(body, counts: true).asked
            return .json(["input_tokens": .integer(try await answers.promptTokens(of: asked))])
        }
    }
}

extension Dialect {
    /// Anthropic's messages. Source: Anthropic API reference, “Errors” and “Streaming Messages”.
    static let anthropic = Dialect(
        streamFields: .eventStream, line: { $0.namedEvent }, body: { $0.anthropicBody },
        value: { error, _ in error.anthropicBody })
}

extension APIError {
    fileprivate var anthropicBody: JSON {
        let kind =
            switch status.code {
            case 401: "authentication_error"
            case 403: "permission_error"
            case 404: "not_found_error"
            case 413: "request_too_large"
            case 429: "rate_limit_error"
            case 503 where code == "overloaded": "overloaded_error"
            case 500...: "api_error"
            default: "invalid_request_error"
            }
        return ["type": "error", "error": ["type": .string(kind), "message": .string(sentence)]]
    }
}

/// Models as Anthropic lists them: those that answer. Source: Anthropic API reference, “List Models”.
enum AnthropicModels {
    static func list(_ models: [ModelSummary]) -> JSON {
        func name(_ model: ModelSummary?) -> JSON { model.map { .string($0.name) } ?? .null }
        return [
            "data": .array(models.map(entry)), "has_more": false, "first_id": name(models.first),
            "last_id": name(models.last),
        ]
    }

    static func entry(_ name: String, in models: [ModelSummary]) throws(APIError) -> JSON {
        guard let model = models.first(where: { $0.name == name }) else { throw .noModel(name) }
        return entry(model)
    }

    private static func entry(_ model: ModelSummary) -> JSON {
        var entry: JSONObject = [
            "type": "model", "id": .string(model.name), "display_name": .string(model.name),
            // The format wants a date, and nobody knows when a model was made.
            "created_at": "1970-01-01T00:00:00Z", "lifecycle": "active",
        ]
        if let length = model.build?.contextLength { entry["max_input_tokens"] = .integer(length) }
        return .object(entry)
    }
}
