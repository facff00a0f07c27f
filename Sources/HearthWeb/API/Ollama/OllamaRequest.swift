// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import HearthModels

/// A request to `/api/chat` or `/api/generate`. Source: Ollama API documentation, “Generate a chat completion” and
/// “Generate a completion”.
struct OllamaRequest: Sendable {
    let asked: ProgramRequest
    /// The member that has the answer's text.
    let kind: Kind
    /// Whether there is nothing to answer: so clients ask for a model to be loaded, or to be let go.
    let isEmpty: Bool
    /// Whether the request says that the model should think, which one that cannot refuses.
    let wantsThoughts: Bool

    enum Kind: Sendable { case chat, text }

    /// Keys of both that are read, or that say nothing about the answer.
    private static let known: Set<String> = [
        "model", "stream", "format", "options", "think", "keep_alive", "logprobs", "top_logprobs",
    ]
    /// Keys that may be there as long as they ask for nothing.
    private static let idle: [String: [JSON]] = [
        "suffix": [""], "template": [""], "images": [[]], "context": [[]], "width": [0], "height": [0], "steps": [0],
    ]
    private static let reasons = [
        "context": "it has gone out of use; send the conversation to /api/chat",
        "template": "a model's own chat template is used",
        "images": "images cannot be read",
    ]

    init(_ body: [UInt8], _ kind: Kind) throws(APIError) {
        self.kind = kind
        let own: Set<String> = kind == .chat ? ["messages", "tools"] : ["prompt", "system", "raw"]
        let fields = try RequestFields(
            body, known: Self.known.union(own), idle: Self.idle, reasons: Self.reasons)
        let model = try fields.required("model")
        let isStreamed = try fields.bool("stream") ?? true
        var names = PartNames(form: "format", maxTokens: "options.num_predict", sampling: "options")
        if kind == .text { names.turns = "prompt" }
        let read = kind == .chat ? try OllamaMessages.request(fields) : try Self.generate(fields)
        isEmpty = read == nil
        var completion = read ?? CompletionRequest(turns: [])
        if kind == .chat {
            completion.functions = try fields.functions { tool throws(APIError) in try tool.nestedFunction() }
        }
        if let options = try fields.object("options") { try OllamaOptions.take(options, &completion) }
        completion.form = try Self.form(fields)
        let thinks = try Self.thinks(fields)
        (completion.thinks, wantsThoughts) = (thinks ?? true, thinks ?? false)
        let likeliest = try fields.integer("top_logprobs", in: 0...20)
        completion.alternatives = try fields.bool("logprobs") == true ? likeliest ?? 0 : nil
        try completion.checkHolds(stops: "options.stop", names)
        asked = ProgramRequest(model: model, completion: completion, isStreamed: isStreamed, names: names)
    }

    /// - Returns: `nil` where there is nothing to answer.
    private static func generate(_ fields: RequestFields) throws(APIError) -> CompletionRequest? {
        let prompt = try fields.string("prompt") ?? ""
        let system = try fields.string("system") ?? ""
        guard !prompt.isEmpty || !system.isEmpty else { return nil }
        if try fields.bool("raw") ?? false {
            guard system.isEmpty else { throw .invalid("system", "cannot go with 'raw', which is read as it stands") }
            return CompletionRequest(continuing: .words(prompt))
        }
        var draft = ConversationDraft()
        draft.instruct(system)
        if !prompt.isEmpty { draft.append(user: prompt) }
        return try draft.request(at: "prompt", last: "prompt")
    }

    private static func form(_ fields: RequestFields) throws(APIError) -> AnswerForm {
        switch fields["format"] {
        case nil, ""?: .free
        case "json"?: .schema(["type": "object"])
        case .object(let schema)?: .schema(.object(schema))
        default: throw .invalid("format", "must be 'json' or a JSON schema")
        }
    }

    /// - Returns: `nil` where nothing is said.
    private static func thinks(_ fields: RequestFields) throws(APIError) -> Bool? {
        switch fields["think"] {
        case nil: nil
        case .bool(let thinks)?: thinks
        // How much a model thinks is for it to say.
        case "low"?, "medium"?, "high"?, "max"?: true
        default: throw .invalid("think", "must be true, false, 'low', 'medium', 'high' or 'max'")
        }
    }
}

/// Reads `options` of Ollama's requests. Source: Ollama documentation, “Modelfile”, valid parameters and values.
enum OllamaOptions {
    /// Options that are read, or that say how a model is run and nothing of what it writes.
    private static let known: Set<String> = [
        "temperature", "top_p", "top_k", "min_p", "seed", "num_predict", "stop", "repeat_penalty", "repeat_last_n",
        "num_ctx", "num_batch", "num_gpu", "main_gpu", "num_thread", "num_keep", "numa", "low_vram", "f16_kv",
        "use_mmap",
        "use_mlock", "vocab_only", "logits_all", "embedding_only", "penalize_newline", "draft_num_predict",
    ]
    private static let idle: [String: [JSON]] = [
        "presence_penalty": [0, 0.0], "frequency_penalty": [0, 0.0], "mirostat": [0], "mirostat_tau": [5, 5.0],
        "mirostat_eta": [0.1], "tfs_z": [1, 1.0], "typical_p": [1, 1.0],
    ]
    private static let mostStops = 64

    static func take(_ options: RequestFields, _ completion: inout CompletionRequest) throws(APIError) {
        try options.check(known: known, idle: idle)
        try completion.takeSampling(options, temperatures: 0...100, mostStops: mostStops)
        // As without a number, each answer is another one.
        if completion.seed == UInt64(bitPattern: -1) { completion.seed = nil }
        // Numbers below 1 ask for as many as the model likes.
        let most = try options.integer("num_predict", in: -2...ProgramRequest.mostTokens) ?? 0
        completion.maxTokens = most > 0 ? most : nil
        let penalty = try options.number("repeat_penalty", in: 0.01...100).map(Float.init)
        let last = try options.integer("repeat_last_n", in: -1...ProgramRequest.mostTokens)
        completion.repetitionPenalty = last == 0 ? nil : penalty
        guard last ?? 0 <= 0 || penalty ?? 1 == 1 else {
            throw .unsupported(
                options.name("repeat_last_n"), "repetitions are counted in the whole conversation, which is -1")
        }
    }
}
