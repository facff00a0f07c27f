// SPDX-License-Identifier: Apache-2.0

import Crypto
import EmberJSON
import Foundation
import HearthModels

/// A model as Ollama tells of it. Source: Ollama API documentation, “List models” and “Show model details”.
struct OllamaModel: Sendable {
    private let name: String
    private let bytes: Int
    private let build: ModelSummary.Build?
    /// Its abilities, in Ollama's words.
    private let capabilities: [JSON]

    init(_ model: ModelSummary) {
        (name, bytes, build) = (model.name, model.bytes, model.build)
        var capabilities: [JSON] = ["completion"]
        if model.build?.callsFunctions == true { capabilities.append("tools") }
        if model.thinks == true { capabilities.append("thinking") }
        self.capabilities = capabilities
    }

    init(embedding name: String) { (self.name, bytes, build, capabilities) = (name, 0, nil, ["embedding"]) }

    /// Its place in a list.
    var entry: JSON { .object(fields) }

    /// Its place in the list of those in memory.
    func entry(in state: ModelState) -> JSON {
        var fields = fields
        let (size, isOver) = state.weightBytes.addingReportingOverflow(state.cacheBytes)
        fields["size"] = .integer(isOver ? .max : size)
        fields["size_vram"] = 0
        if let build { fields["context_length"] = .integer(build.contextLength) }
        return .object(fields)
    }

    var details: JSON {
        var facts: JSONObject = [:]
        if let build {
            facts["general.architecture"] = .string(build.family)
            facts["general.parameter_count"] = .integer(build.parameters)
            facts["\(build.family).context_length"] = .integer(build.contextLength)
        }
        return [
            "modelfile": "", "parameters": "", "template": "", "license": "", "modified_at": Self.date,
            "details": family, "model_info": .object(facts), "capabilities": .array(capabilities),
        ]
    }

    /// The format wants a date, and nobody here needs to know when a model was changed.
    private static let date: JSON = "1970-01-01T00:00:00Z"

    private var fields: JSONObject {
        [
            "name": .string(name), "model": .string(name), "modified_at": Self.date, "size": .integer(bytes),
            "digest": .string(digest), "details": family,
        ]
    }

    private var family: JSON {
        let family = JSON.string(build?.family ?? "")
        return [
            "parent_model": "", "format": build.map { $0.isGGUF ? "gguf" : "safetensors" } ?? "", "family": family,
            "families": [family], "parameter_size": .string(build.map { Self.size($0.parameters) } ?? ""),
            "quantization_level": .string(build.map { $0.bits < 16 ? "Q\($0.bits)" : "F\($0.bits)" } ?? ""),
        ]
    }

    /// Tells models from each other, which is what clients use it for; it says nothing about their files.
    private var digest: String {
        SHA256.hash(data: Data("\(name) \(bytes)".utf8)).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// 1.7B, 600M.
    private static func size(_ count: Int) -> String {
        let (tenth, unit) = count >= 1_000_000_000 ? (100_000_000, "B") : (100_000, "M")
        let tenths = (count / (tenth / 2) + 1) / 2
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)\(unit)" : "\(tenths / 10).\(tenths % 10)\(unit)"
    }
}
