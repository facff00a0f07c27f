// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import HearthModels
import Hummingbird

/// OpenAI's chats, completions, embeddings and models.
struct OpenAIRoutes: Sendable {
    let answers: ProgramAnswers

    func add(to router: Router<WebContext>) {
        router.get("/v1/models", use: listModels)
        router.get("/v1/models/**", use: showModel)
        router.post("/v1/chat/completions", use: completeChat)
        router.post("/v1/completions", use: completeText)
        router.post("/v1/embeddings", use: embed)
    }

    @Sendable private func listModels(_ request: Request, _ context: WebContext) async throws -> Response {
        if request.headers[Dialect.anthropicVersion] != nil {
            return .json(AnthropicModels.list(await answers.models.models()))
        }
        return .json(["object": "list", "data": .array(await offered().map(entry))])
    }

    /// Names have a slash, so they take up the rest of the address, in which some clients spell it %2F.
    @Sendable private func showModel(_ request: Request, _ context: WebContext) async throws -> Response {
        let spelt = context.parameters.getCatchAll().joined(separator: "/")
        let name = spelt.removingPercentEncoding ?? spelt
        if request.headers[Dialect.anthropicVersion] != nil {
            return .json(try AnthropicModels.entry(name, in: await answers.models.models()))
        }
        guard await offered().contains(name) else { throw APIError.noModel(name) }
        return .json(entry(name))
    }

    @Sendable private func completeChat(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answers.converse(request, in: .openAI) { body in
            let asked = try ChatRequest(body)
            return (asked.asked, { model in ChatWriter(head: head("chatcmpl", model), request: asked) })
        }
    }

    @Sendable private func completeText(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answers.answer(request) { body, place in
            var asked = try TextRequest(body)
            let model = try await answers.named(asked.model)
            for index in asked.completions.indices { asked.completions[index].model = model }
            let writer = TextWriter(head: head("cmpl", model), request: asked)
            guard asked.delivery.isStreamed else {
                return .json(
                    try await answers.blame(PartNames(), asked.completions[0]) { try await writer.whole(begin) })
            }
            // What is wrong with the first prompt can still be said with a status.
            let first = try await begin(asked.completions[0])
            return .stream(in: .openAI, holding: place) { output in
                try await writer.stream(first, begin, to: &output)
            }
        }
    }

    @Sendable private func begin(_ completion: CompletionRequest) async throws -> ProgramAnswers.Events {
        try await answers.begin(completion, PartNames())
    }

    @Sendable private func embed(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answers.answer(request) { body, _ in
            let asked = try EmbeddingRequest(body)
            let (vectors, model) = try await answers.embed(asked.texts, with: asked.model)
            return .json(asked.response(vectors, of: model))
        }
    }

    // MARK: Models

    private func offered() async -> [String] {
        await answers.models.models().map(\.name) + answers.embeddingModels()
    }

    private func entry(_ name: String) -> JSON {
        let owner = name.split(separator: "/").first.map(String.init) ?? "hearth"
        return ["id": .string(name), "object": "model", "created": 0, "owned_by": .string(owner)]
    }

    /// Makes the head that all parts of an answer share; its identifier begins with `kind`.
    /// - Parameter model: the one that is asked, which is the one that answers.
    private func head(_ kind: String, _ model: String) -> AnswerHead {
        AnswerHead(
            id: "\(kind)-\(UUID().uuidString.lowercased())",
            created: Int(answers.pages.clock.now().timeIntervalSince1970), model: model)
    }
}

extension Dialect {
    /// OpenAI's chats, completions and embeddings. Source: OpenAI API reference, “Streaming” and “Error codes”.
    static let openAI = Dialect(
        streamFields: .eventStream, line: { "data: \($0.text)\n\n" }, lastLine: "data: [DONE]\n\n",
        body: { $0.openAIBody }, value: { error, _ in error.openAIBody })
}

extension APIError {
    /// All four are always there; those that say nothing are `null`.
    var openAIBody: JSON {
        [
            "error": [
                "message": .string(message), "type": .string(type), "param": param.map { .string($0) } ?? .null,
                "code": code.map { .string($0) } ?? .null,
            ]
        ]
    }
}
