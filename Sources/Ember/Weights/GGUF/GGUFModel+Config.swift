// SPDX-License-Identifier: Apache-2.0

import EmberJSON

extension GGUFModel {
    /// Builds the `config.json` that the metadata stands for, so that a model need not know where it came from.
    /// - Throws: `EmberError` for a key of another type than expected, or one whose value cannot be honoured.
    package func config() throws(EmberError) -> ConfigReader {
        let architecture = try architecture()
        var config = JSONObject(["model_type": .string(architecture.modelType)])
        var spelling: [String: String] = ["rope_scaling": "\(architecture.name).rope.scaling"]
        for (key, configKey) in architecture.keys {
            let key = "\(architecture.name).\(key)"
            spelling[configKey] = key
            if let value = file.value(key) { config[configKey] = try json(value, key) }
        }
        for (key, numbers) in architecture.neutral { try requireNeutral("\(architecture.name).\(key)", numbers) }
        config["vocab_size"] = .integer(try vocabulary())
        config["tie_word_embeddings"] = .bool(!hasTensor("output.weight"))
        config["attention_bias"] = .bool(hasTensor("blk.0.attn_q.bias"))
        config["mlp_bias"] = .bool(hasTensor("blk.0.ffn_gate.bias"))
        config["rope_scaling"] = try ropeScaling(architecture)
        try checkHeads(architecture)
        let ends = try endTokens()
        if !ends.isEmpty { config["eos_token_id"] = .array(ends.map(JSON.integer)) }
        return try ConfigReader(.object(config), place: file.name, spelling: spelling)
    }

    private func json(_ value: GGUFValue, _ key: String) throws(EmberError) -> JSON {
        switch value {
        case .integer(let number): return .integer(Int(number))
        case .float(let number): return .number(number)
        case .bool(let bool): return .bool(bool)
        case .text: return .string(try file.text(key) ?? "")
        case .list(let list):
            throw EmberError(
                .unsupported, file.name, "\(key) has \(list.count) values; layers that differ are not supported")
        case .large: throw file.malformed(key, "is too large a number")
        }
    }

    private func requireNeutral(_ key: String, _ numbers: Set<Double>) throws(EmberError) {
        let number: Double
        switch file.value(key) {
        case nil: return
        case .integer(let integer): number = Double(integer)
        case .float(let float): number = float
        case .bool(let bool): number = bool ? 1 : 0
        case .list, .text, .large: number = .nan
        }
        guard numbers.contains(number) else {
            throw EmberError(.unsupported, file.name, "\(key) is \(number), which is not supported")
        }
    }

    private func tensor(_ name: String) -> TensorEntry? { tensors.first { $0.name == name } }

    private func hasTensor(_ name: String) -> Bool { tensor(name) != nil }

    /// Rows of the embedding: files have been seen without `vocab_size`, and with a wrong one.
    private func vocabulary() throws(EmberError) -> Int {
        guard let embedding = tensor("token_embd.weight"), embedding.shape.count == 2 else {
            throw EmberError(.missingTensor, file.name, "has no table token_embd.weight")
        }
        return embedding.shape[0]
    }

    // MARK: Rotary positions

    private func ropeScaling(_ architecture: GGUFArchitecture) throws(EmberError) -> JSON? {
        let prefix = architecture.name + ".rope.scaling."
        let kind = try file.text(prefix + "type") ?? "none"
        if let divisors = try ropeDivisors() {
            guard kind == "none" else {
                throw EmberError(
                    .unsupported, file.name, "\(prefix)type is \(printable(kind)) beside \(Self.ropeDivisorsName)")
            }
            return ["rope_type": "divided", "divisors": .array(divisors.map { .number(Double($0)) })]
        }
        if kind == "none" { return nil }
        guard kind == "linear" else {
            throw EmberError(
                .unsupported, file.name, "\(prefix)type is \(printable(kind)); supported in GGUF: none, linear")
        }
        var scaling = JSONObject(["rope_type": .string(kind)])
        if let factor = file.value(prefix + "factor") { scaling["factor"] = try json(factor, prefix + "factor") }
        return .object(scaling)
    }

    static let ropeDivisorsName = "rope_freqs.weight"

    /// Divisors of the rotary frequencies, which is how files keep Llama 3's scaling; `nil` if there are none.
    private func ropeDivisors() throws(EmberError) -> [Float]? {
        let name = Self.ropeDivisorsName
        for file in files {
            guard let entry = file.tensors.first(where: { $0.name == name }) else { continue }
            guard entry.type == .plain(.float32), entry.shape.count == 1, entry.shape[0] <= 1 << 16 else {
                throw EmberError(.wrongShape, name, "is \(entry.shape) of \(entry.type.name), expected a row of F32")
            }
            return stride(from: entry.range.lowerBound, to: entry.range.upperBound, by: 4).map {
                Float(bitPattern: file.file.bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self).littleEndian)
            }
        }
        return nil
    }

    /// Refuses heads that are only partly turned, and values of another length than keys.
    private func checkHeads(_ architecture: GGUFArchitecture) throws(EmberError) {
        let prefix = architecture.name + "."
        let headDim = try headDim()
        if let values = try file.integer(prefix + "attention.value_length"), values != headDim {
            throw EmberError(
                .unsupported, file.name, "\(prefix)attention.value_length is \(values), keys have \(headDim)")
        }
        if let turned = try file.integer(prefix + "rope.dimension_count"), turned != headDim {
            throw EmberError(
                .unsupported, file.name,
                "\(prefix)rope.dimension_count is \(turned), heads have \(headDim); only whole heads are turned")
        }
    }

    /// Inputs of a head: what the file says, else its share of the width.
    func headDim() throws(EmberError) -> Int {
        let prefix = try architecture().name + "."
        if let length = try file.integer(prefix + "attention.key_length") { return length }
        let heads = try file.integer(prefix + "attention.head_count") ?? 0
        guard heads > 0 else { throw file.malformed(prefix + "attention.head_count", "is \(heads), expected 1…65536") }
        return (try file.integer(prefix + "embedding_length") ?? 0) / heads
    }
}
