// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HTTPTypes
import HearthModels
import Hummingbird

/// The common part of the dialects: each reads requests and writes answers, and the rest is done here.
struct ProgramAnswers: Sendable {
    let pages: Pages
    let models: any ModelHost
    let embedder: (any Embedding)?
    let places: AnswerPlaces

    typealias Events = AsyncThrowingStream<CompletionEvent, any Error>

    /// Answers one conversation or text: whole, or as a stream.
    /// - Parameter read: reads the body of a request, and says how the answer of a model is written.
    func converse<Writer: AnswerWriter>(
        _ request: Request, in dialect: Dialect,
        _ read: @escaping @Sendable ([UInt8]) throws -> (ProgramRequest, @Sendable (_ model: String) -> Writer)
    ) async throws -> Response {
        try await answer(request) { body, place in
            let (asked, writer) = try read(body)
            let model = try await named(asked.model)
            return try await self.answer(asked, by: model, in: dialect, holding: place, writer(model))
        }
    }

    /// - Parameter model: one of those that there are.
    func answer(
        _ asked: ProgramRequest, by model: String, in dialect: Dialect, holding place: AnswerPlaces.Place,
        _ writer: some AnswerWriter
    ) async throws -> Response {
        var completion = asked.completion
        completion.model = model
        let parts = AnswerParts(events: try await begin(completion, asked.names), callsOnce: asked.callsOnce)
        guard asked.isStreamed else {
            return .json(writer.whole(try await blame(asked.names, completion) { try await parts.whole() }))
        }
        return .stream(in: dialect, holding: place) { output in try await parts.write(with: writer, to: &output) }
    }

    /// Reads a request and makes an answer of it, unless the program goes away before that is there.
    func answer(
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

    /// Begins an answer.
    /// - Parameter names: what the request calls its parts, for errors that blame one.
    func begin(_ completion: CompletionRequest, _ names: PartNames) async throws -> Events {
        try await blame(names, completion) { try await models.complete(completion) }
    }

    /// Does what a request asks of a model, and names the part of the request that an error of the model is about.
    func blame<Value: Sendable>(
        _ names: PartNames, _ completion: CompletionRequest, _ work: () async throws -> Value
    ) async throws -> Value {
        do {
            return try await work()
        } catch let error as ModelError {
            throw APIError(error, param: names.suspect(for: error, in: completion), pages.phrases(.english))
        }
    }

    /// Tokens of the prompt that a request would be.
    func promptTokens(of request: ProgramRequest) async throws -> Int {
        var completion = request.completion
        completion.model = try await named(request.model)
        return try await blame(request.names, completion) { [completion] in
            try await models.promptTokens(of: completion)
        }
    }

    /// Makes vectors of texts.
    /// - Returns: the name of the model as well, which the request may have spelt otherwise.
    func embed(_ texts: [String], with name: String) async throws -> (vectors: Embeddings, model: String) {
        // A model elsewhere is asked by its name: endpoints do not say which of theirs embed.
        let model = RemoteModel.isRemote(name) ? name : Self.match(name, await embeddingModels())
        guard let embedder, let model else { throw APIError.noModel(name) }
        guard !texts.isEmpty else { return (Embeddings(vectors: [], tokens: 0), model) }
        do {
            return (try await embedder.embed(texts, as: .plain, with: model), model)
        } catch let error as ModelError {
            throw APIError(error, param: "input", pages.phrases(.english))
        }
    }

    // MARK: Models

    func embeddingModels() async -> [String] { await embedder?.embeddingModels() ?? [] }

    /// The model that a request names, or the chosen one where it names none. Asking is not choosing: the choice stays
    /// as it is.
    func named(_ name: String) async throws -> String {
        let known = name.isEmpty ? await models.state.name : Self.match(name, await models.models().map(\.name))
        guard let known else { throw APIError.noModel(name) }
        return known
    }

    /// Finds a name as it is, or without the tag that Ollama's clients add to names that have none.
    static func match(_ name: String, _ known: [String]) -> String? {
        if known.contains(name) { return name }
        guard name.hasSuffix(":latest") else { return nil }
        let bare = String(name.dropLast(7))
        return known.contains(bare) ? bare : nil
    }
}
