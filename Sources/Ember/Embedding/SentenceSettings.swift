// SPDX-License-Identifier: Apache-2.0

import EmberJSON
import Foundation

/// Settings from the files of sentence-transformers: how long texts may be, how they are pooled, and the prompts to put
/// before them. A folder without these files pools by the mean, as sentence-transformers does with it.
package struct SentenceSettings: Sendable {
    /// Joined in this order.
    package private(set) var pooling: [Pooling] = [.mean]
    /// The most tokens of a text; the rest is cut off.
    package private(set) var longest: Int
    /// Texts to be put before others, by name.
    private(set) var prompts: [String: String] = [:]
    private(set) var defaultPrompt: String?

    /// - Throws: `EmberError` that names the file and key which is damaged or not honoured.
    init(directory: URL, encoder: any TextEncoder) throws(EmberError) {
        longest = encoder.context
        // Files write 1e30 for "no limit".
        if let tokenizer = try Self.read("tokenizer_config.json", in: directory) {
            let side = try tokenizer.string("truncation_side", or: "right")
            guard side == "right" else {
                throw tokenizer.unsupported("truncation_side", "is \(printable(side)); supported: right")
            }
            if let limit = tokenizer.value("model_max_length")?.double, limit >= 1, limit < Double(longest) {
                longest = Int(limit)
            }
        }
        if let body = try Self.read("sentence_bert_config.json", in: directory) {
            longest = min(encoder.context, try body.integer("max_seq_length", in: 1...1 << 28, or: longest))
            try Self.requirePlainTexts(body)
        }
        if let config = try Self.read("config_sentence_transformers.json", in: directory) { try readPrompts(config) }
        if prompts.values.allSatisfy(\.isEmpty), try Self.isE5(directory) {
            prompts["query"] = "query: "
            prompts["passage"] = "passage: "
        }
        try readModules(in: directory, width: encoder.width)
    }

    private static func requirePlainTexts(_ body: ConfigReader) throws(EmberError) {
        guard try !body.bool("do_lower_case", or: false) else {
            throw body.unsupported("do_lower_case", "is true; texts are read as the tokenizer's own file says")
        }
        let task = try body.string("transformer_task", or: "feature-extraction")
        guard task == "feature-extraction" else {
            throw body.unsupported("transformer_task", "is \(printable(task)); supported: feature-extraction")
        }
        // With it, sentence-transformers lays a text out as a message of a chat.
        if let kinds = try body.object("modality_config"), kinds.value("message") != nil {
            throw body.unsupported("modality_config", "has message; only plain texts are embedded")
        }
    }

    private mutating func readPrompts(_ config: ConfigReader) throws(EmberError) {
        if let object = try config.object("prompts") {
            for name in object.json.object?.keys ?? [] where object.value(name) != nil {
                prompts[name] = try object.string(name)
            }
        }
        guard config.value("default_prompt_name") != nil else { return }
        let name = try config.string("default_prompt_name")
        guard prompts[name] != nil else { throw config.fail("default_prompt_name", "is not among prompts") }
        defaultPrompt = name
    }

    /// Whether a model is of the E5 family, which learned with `query: ` or `passage: ` before each text. Its published
    /// folders do not say so, so the name of the folder, or of the one it was made from, has to have the part `e5`:
    /// `multilingual-e5-small`, `e5-base-v2`. The instruct models of that name were taught otherwise.
    /// Source: Wang et al. 2024, Multilingual E5 Text Embeddings, section 2.
    private static func isE5(_ directory: URL) throws(EmberError) -> Bool {
        let origin = try read("config.json", in: directory)?.string("_name_or_path", or: "") ?? ""
        return [directory.lastPathComponent, origin].contains { name in
            let last = name.lowercased().split(separator: "/").last ?? ""
            let parts = last.split { !$0.isLetter && !$0.isNumber }
            return parts.contains("e5") && !parts.contains("instruct")
        }
    }

    private mutating func readModules(in directory: URL, width: Int) throws(EmberError) {
        let file = directory.appending(path: "modules.json")
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        guard let modules = try readJSON(file).array else {
            throw EmberError(.malformedFile, "modules.json", "must be a list of modules")
        }
        for (index, json) in modules.enumerated() {
            let module = try ConfigReader(json, place: "modules.json, module \(index)")
            // Versions differ in the path to a class, not in its name.
            let type = try module.string("type").split(separator: ".").last.map(String.init) ?? ""
            switch (index, type) {
            case (0, "Transformer"):
                guard try ["", "."].contains(module.string("path", or: "")) else {
                    throw module.unsupported("path", "is not this folder")
                }
            case (1, "Pooling"):
                let path = try module.string("path")
                guard path.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-") }) else {
                    throw module.fail("path", "is not the name of a folder in this one")
                }
                guard let config = try Self.read("\(path)/config.json", in: directory) else {
                    throw EmberError(.missingFile, "\(path)/config.json", "is named by modules.json, but not there")
                }
                pooling = try Pooling.list(config, width: width)
            case (2, "Normalize"): break  // embeddings are always normalised
            default:
                throw module.unsupported(
                    "type", "is \(printable(type)); supported: Transformer, Pooling, Normalize, in this order")
            }
        }
    }

    /// A file of JSON, `nil` where there is none.
    private static func read(_ name: String, in directory: URL) throws(EmberError) -> ConfigReader? {
        let file = directory.appending(path: name)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try ConfigReader(readJSON(file), place: name)
    }

    /// The name of the prompt for texts of a role, by the names that sentence-transformers looks for; `nil` where the
    /// model has none. It writes an empty `document` into every folder, so one with words comes first.
    func promptName(for role: TextRole) -> String? {
        let names =
            switch role {
            case .query: ["query"]
            case .passage: ["document", "passage", "corpus"]
            }
        let known = names.filter { prompts[$0] != nil }
        return known.first { prompts[$0]?.isEmpty == false } ?? known.first
    }

    /// Prompt to put before texts.
    /// - Parameter name: one of the model's prompts; `nil` for its default, which may be none.
    /// - Throws: `EmberError` `.invalidParameter` for a name that the model does not have.
    func prompt(named name: String?) throws(EmberError) -> String {
        guard let name = name ?? defaultPrompt else { return "" }
        guard let prompt = prompts[name] else {
            let known = prompts.isEmpty ? "it has none" : "it has \(prompts.keys.sorted().joined(separator: ", "))"
            throw EmberError(.invalidParameter, "prompt", "the model has no prompt \(printable(name)); \(known)")
        }
        return prompt
    }
}
