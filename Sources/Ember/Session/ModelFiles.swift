// SPDX-License-Identifier: Apache-2.0

package import ChatTemplates
package import EmberJSON
package import EmberTokenizers
package import Foundation

/// The files of a model: a folder with `config.json` and weights, or GGUF.
package enum ModelFiles {
    case folder(URL)
    case gguf(GGUFModel)

    /// Finds out what lies at a path: a folder, a `.gguf` file, or a folder that holds one and no `config.json`.
    /// - Throws: `EmberError` when there is nothing, or a file of another kind.
    package init(_ url: URL) throws(EmberError) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw EmberError(.missingFile, url.path, "there is no such file or folder")
        }
        guard isFolder.boolValue else {
            guard url.pathExtension == "gguf" else {
                throw EmberError(.missingFile, url.path, "is neither a folder nor a .gguf file")
            }
            self = .gguf(try GGUFModel(url))
            return
        }
        let config = url.appending(path: "config.json")
        if !FileManager.default.fileExists(atPath: config.path), let file = try GGUFModel.only(in: url) {
            self = .gguf(try GGUFModel(file))
        } else {
            self = .folder(url)
        }
    }

    /// Files that a folder may have beside its weights.
    private static let companions = [
        "config.json", "generation_config.json", "tokenizer.json", "tokenizer_config.json", "vocab.json", "merges.txt",
        "special_tokens_map.json", "added_tokens.json", "chat_template.jinja", "chat_template.json",
        "model.safetensors.index.json",
    ]

    /// Bytes of the files beside the weights, wherever they lie.
    package var companionBytes: Int {
        guard case .folder(let url) = self else { return 0 }
        return Self.companions.reduce(0) { sum, name in
            let file = url.appending(path: name).resolvingSymlinksInPath()
            // One that is not there takes no room.
            let size = try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int
            return sum + (size ?? 0)
        }
    }

    /// Whether the model comes with a tokenizer.
    package var hasTokenizer: Bool {
        switch self {
        case .folder(let url):
            ["tokenizer.json", "vocab.json"].contains {
                FileManager.default.fileExists(atPath: url.appending(path: $0).path)
            }
        case .gguf(let model): model.hasTokenizer
        }
    }

    package func tokenizer() throws -> Tokenizer {
        switch self {
        case .folder(let url): try Tokenizer(directory: url)
        case .gguf(let model): try Tokenizer(model.vocabulary())
        }
    }

    /// The chat templates' sources; `nil` for a model that has none.
    package func chatTemplates() throws -> ChatTemplate.Sources? {
        switch self {
        case .folder(let url): return try ChatTemplate.sources(in: url)
        case .gguf(let model):
            let key = "tokenizer.chat_template"
            guard let standard = try model.file.text(key) else { return nil }
            return ChatTemplate.Sources(standard: standard, toolUse: try model.file.text(key + ".tool_use"))
        }
    }

    /// The source of the template for conversations.
    package func chatTemplate() throws -> String? { try chatTemplates()?.standard }

    /// The special tokens that the files name, as templates call them: `bos_token` and its like.
    package func specialTokens() throws -> JSONObject {
        var tokens = JSONObject()
        switch self {
        case .folder(let url):
            let config = url.appending(path: "tokenizer_config.json")
            guard FileManager.default.fileExists(atPath: config.path) else { break }
            for (name, value) in try readJSON(config).object ?? JSONObject()
            where ChatTemplate.specialTokenNames.contains(name) {
                // A token is written as a text, or as an object that also has its flags.
                if let token = value.string ?? value["content"]?.string { tokens[name] = .string(token) }
            }
        case .gguf(let model):
            let tokenizer = try Tokenizer(model.vocabulary())
            for case (let name, let token?) in [
                ("bos_token", tokenizer.bosToken), ("eos_token", tokenizer.eosToken),
                ("pad_token", tokenizer.padToken), ("unk_token", tokenizer.unknownToken),
            ] { tokens[name] = .string(token) }
        }
        return tokens
    }
}
