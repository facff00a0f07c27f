// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthModels
import Hummingbird

/// Ollama's interface, as far as it is about asking models. They are installed, chosen and removed in the app.
struct OllamaRoutes: Sendable {
    let answers: ProgramAnswers

    func add(to router: Router<WebContext>) {
        router.post("/api/chat") { request, _ in try await answer(request, .chat) }
        router.post("/api/generate") { request, _ in try await answer(request, .text) }
        router.post("/api/embed", use: embed)
        router.post("/api/embeddings", use: embedOne)
        router.get("/api/tags", use: listModels)
        router.get("/api/ps", use: listLoaded)
        router.post("/api/show", use: show)
        router.get("/api/version") { _, _ in Response.json(["version": Self.version]) }
        for path in ["pull", "push", "create", "copy", "blobs/:digest"] {
            router.post(RouterPath("/api/\(path)"), use: refuseChange)
        }
        router.delete("/api/delete", use: refuseChange)
        router.head("/api/blobs/:digest", use: refuseChange)
    }

    /// The version of Ollama whose interface this follows: clients ask for one that has what they need.
    private static let version: JSON = "0.13.0"

    private func answer(_ request: Request, _ kind: OllamaRequest.Kind) async throws -> Response {
        let start = ContinuousClock.now
        let now = answers.pages.clock.now
        return try await answers.answer(request) { body, place in
            let asked = try OllamaRequest(body, kind)
            let model = try await answers.named(asked.asked.model)
            let writer = OllamaWriter(request: asked, model: model, start: start, now: now)
            // Models are loaded when they are asked, and stay as long as the app's settings say.
            guard !asked.isEmpty else { return .json(writer.empty()) }
            if asked.wantsThoughts { try await requireThoughts(of: model) }
            return try await answers.answer(asked.asked, by: model, in: .ollama, holding: place, writer)
        }
    }

    private func requireThoughts(of model: String) async throws {
        let known = await answers.models.models().first { $0.name == model }
        guard known?.thinks != false else { throw APIError.invalid("think", "\(model) does not support thinking") }
    }

    // MARK: Vectors

    @Sendable private func embed(_ request: Request, _ context: WebContext) async throws -> Response {
        let start = ContinuousClock.now
        return try await answers.answer(request) { body, _ in
            let fields = try RequestFields(
                body, known: ["model", "input", "truncate", "options", "keep_alive"], idle: ["dimensions": [0]],
                reasons: ["dimensions": "a model's vectors have the length that they have"])
            _ = try fields.bool("truncate")
            // So clients ask for a model to be loaded; it is when it has a text to read.
            let isEmpty = fields["input"] == "" || fields["input"] == []
            let texts = isEmpty ? [] : try EmbeddingRequest.texts(fields)
            let (vectors, model) = try await answers.embed(texts, with: fields.required("model"))
            return .json([
                "model": .string(model), "embeddings": .array(vectors.vectors.map(Self.json)),
                "total_duration": .integer(start.duration(to: .now).nanoseconds), "load_duration": 0,
                "prompt_eval_count": .integer(vectors.tokens),
            ])
        }
    }

    /// The older address: one text, and nothing but its vector.
    @Sendable private func embedOne(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answers.answer(request) { body, _ in
            let fields = try RequestFields(body, known: ["model", "prompt", "options", "keep_alive"], idle: [:])
            let text = try fields.required("prompt")
            let (vectors, _) = try await answers.embed([text], with: fields.required("model"))
            return .json(["embedding": vectors.vectors.first.map(Self.json) ?? []])
        }
    }

    private static func json(_ vector: [Float]) -> JSON { .array(vector.map { .number(Double($0)) }) }

    // MARK: Models

    @Sendable private func listModels(_ request: Request, _ context: WebContext) async throws -> Response {
        let models = await answers.models.models().map { OllamaModel($0) }
        let embedding = await answers.embeddingModels().map { OllamaModel(embedding: $0) }
        return .json(["models": .array((models + embedding).map(\.entry))])
    }

    @Sendable private func listLoaded(_ request: Request, _ context: WebContext) async throws -> Response {
        var loaded: [JSON] = []
        for model in await answers.models.models() where model.remoteHost == nil {
            guard let state = await answers.models.state(of: model.name), state.phase == .loaded else { continue }
            loaded.append(OllamaModel(model).entry(in: state))
        }
        return .json(["models": .array(loaded)])
    }

    @Sendable private func show(_ request: Request, _ context: WebContext) async throws -> Response {
        try await answers.answer(request) { body, _ in
            let fields = try RequestFields(body, known: ["model", "name", "verbose"], idle: ["system": [""]])
            // Older clients say `name`.
            let asked = try fields.string("model") ?? fields.required("name")
            let models = await answers.models.models()
            if let name = ProgramAnswers.match(asked, models.map(\.name)),
                let model = models.first(where: { $0.name == name })
            {
                return .json(OllamaModel(model).details)
            }
            guard let name = ProgramAnswers.match(asked, await answers.embeddingModels()) else {
                throw APIError.noModel(asked)
            }
            return .json(OllamaModel(embedding: name).details)
        }
    }

    @Sendable private func refuseChange(_ request: Request, _ context: WebContext) async throws -> Response {
        throw APIError(
            .forbidden,
            "Programs cannot install, make, send or remove models here. Do that in Hearth, on the page Models.",
            type: "invalid_request_error")
    }
}

extension Dialect {
    /// Ollama's. Source: Ollama API documentation, “Streaming responses” and “Errors”.
    static let ollama = Dialect(
        streamFields: [.contentType: "application/x-ndjson", .cacheControl: "no-store"], line: { $0.text + "\n" },
        body: { ["error": .string($0.sentence)] }, value: { error, _ in ["error": .string(error.sentence)] })
}
