// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation
import HTTPTypes
import HearthModels
import Hummingbird

extension WebArea {
    /// The interface for programs, shaped like OpenAI's. What they ask is answered and not kept.
    static let api = WebArea("API") { router, site in
        let api = APIRoutes(
            pages: site.pages, models: site.models, embedder: site.embedder, places: site.places)
        router.get("/v1/models", use: api.listModels)
        router.get("/v1/models/**", use: api.showModel)
        router.post("/v1/chat/completions", use: api.completeChat)
        router.post("/v1/completions", use: api.completeText)
        router.post("/v1/embeddings", use: api.embed)
    }
}

struct APIRoutes: Sendable {
    let pages: Pages
    let models: any ModelHost
    let embedder: (any Embedding)?
    let places: AnswerPlaces

    @Sendable func listModels(_ request: Request, _ context: WebContext) async throws -> Response {
        json(["object": "list", "data": .array(await offered().map(entry))])
    }

    /// Names have a slash, so they take up the rest of the address, in which some clients spell it %2F.
    @Sendable func showModel(_ request: Request, _ context: WebContext) async throws -> Response {
        let spelt = context.parameters.getCatchAll().joined(separator: "/")
        let name = spelt.removingPercentEncoding ?? spelt
        guard await offered().contains(name) else { throw APIError.noModel(name) }
        return json(entry(name))
    }

    @Sendable func completeChat(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answer(request) { body, place in
            var asked = try ChatRequest(body)
            let model = try await named(asked.model)
            asked.completion.model = model
            let writer = ChatWriter(head: head("chatcmpl", model), request: asked)
            let events = try await begin(asked.completion)
            return asked.delivery.isStreamed
                ? eventLines(holding: place) { output in try await writer.stream(events, to: &output) }
                : json(try await writer.whole(events))
        }
    }

    @Sendable func completeText(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answer(request) { body, place in
            var asked = try TextRequest(body)
            let model = try await named(asked.model)
            for index in asked.completions.indices { asked.completions[index].model = model }
            let writer = TextWriter(head: head("cmpl", model), request: asked)
            guard asked.delivery.isStreamed else { return json(try await writer.whole(begin)) }
            // What is wrong with the first prompt can still be said with a status.
            let first = try await begin(asked.completions[0])
            return eventLines(holding: place) { output in try await writer.stream(first, begin, to: &output) }
        }
    }

    @Sendable func embed(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answer(request) { body, _ in
            let asked = try EmbeddingRequest(body)
            guard let embedder, await embedder.embeddingModels().contains(asked.model) else {
                throw APIError.noModel(asked.model)
            }
            do {
                return json(asked.response(try await embedder.embed(asked.texts, with: asked.model)))
            } catch let error as ModelError {
                throw APIError(error, param: "input", pages.phrases(.english))
            }
        }
    }

    /// Reads a request and makes an answer of it, unless the program goes away before that is there.
    private func answer(
        _ request: Request, _ answer: @Sendable @concurrent ([UInt8], AnswerPlaces.Place) async throws -> Response
    ) async throws -> Response {
        guard request.headers[.contentEncoding] == nil else { throw WebError(.unsupportedMediaType, .form) }
        let place = try places.take()
        do {
            return try await request.body.consumeWithCancellationOnInboundClose { body in
                let bytes = Array(buffer: try await body.collect(upTo: pages.configuration.requestLimit))
                return try await answer(bytes, place)
            }
        } catch is CancellationError {
            // Nobody reads this, unless it was the end of the request that could not be read.
            throw WebError(.badRequest, .input, "The request broke off.")
        }
    }

    // MARK: Models

    private func offered() async -> [String] {
        let embedding = await embedder?.embeddingModels() ?? []
        return await models.models().map(\.name) + embedding
    }

    private func entry(_ name: String) -> JSON {
        let owner = name.split(separator: "/").first.map(String.init) ?? "hearth"
        return ["id": .string(name), "object": "model", "created": 0, "owned_by": .string(owner)]
    }

    /// Makes the head that all parts of an answer share; its identifier begins with `kind`.
    /// - Parameter model: the one that is asked, which is the one that answers.
    private func head(_ kind: String, _ model: String) -> AnswerHead {
        AnswerHead(
            id: "\(kind)-\(UUID().uuidString.lowercased())", created: Int(pages.clock.now().timeIntervalSince1970),
            model: model)
    }

    /// The model that a request names, or the chosen one where it names none. Asking is not choosing: the choice stays
    /// as it is.
    private func named(_ name: String) async throws -> String {
        let known = name.isEmpty ? await models.state.name : await models.models().map(\.name).first { $0 == name }
        guard let known else { throw APIError.noModel(name) }
        return known
    }

    @Sendable private func begin(
        _ completion: CompletionRequest
    ) async throws -> AsyncThrowingStream<CompletionEvent, any Error> {
        do {
            return try await models.complete(completion)
        } catch let error as ModelError {
            throw APIError(error, param: completion.suspect(for: error), pages.phrases(.english))
        }
    }

    private func json(_ value: JSON) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: value.text)))
    }
}

extension CompletionRequest {
    /// The parameter that a model that cannot do what is asked will have meant.
    fileprivate func suspect(for error: ModelError) -> String? {
        switch (error.code, error.part) {
        case (.tooLong, _): text == nil ? "messages" : "prompt"
        case (.unsupported, .maxTokens?): "max_tokens"
        case (.unsupported, .alternatives?): "logprobs"
        case (.unsupported, .text?): "prompt"
        // A template that knows no functions refuses the conversation that has them.
        case (.unsupported, .turns?): functions.isEmpty ? "messages" : "tools"
        case (.unsupported, .form?): "response_format"
        case (.unsupported, .functions?): "tools"
        case (.unsupported, nil): form != .free ? "response_format" : functions.isEmpty ? nil : "tools"
        default: nil
        }
    }
}
