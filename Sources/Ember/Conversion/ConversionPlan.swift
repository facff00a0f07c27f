// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// In which files the tensors of the result lie, and in what form.
struct ConversionPlan {
    /// A tensor of the result and its form.
    struct Item {
        let target: TargetTensor
        let form: Form

        /// Tensors that the file gets for this target: one, or three where weights are quantised.
        var stored: [(name: String, type: ElementType, shape: [Int])] {
            guard case .quantised(let scheme, let type) = form else { return [(target.name, form.type, target.shape)] }
            let outer = Array(target.shape.dropLast())
            let groups = outer + [target.cols / scheme.group]
            return [
                (target.layer + ".weight", .uint32, outer + [target.cols / 32 * scheme.bits]),
                (target.layer + ".scales", type, groups), (target.layer + ".biases", type, groups),
            ]
        }

        var bytes: Int { stored.reduce(0) { $0 + $1.shape.reduce($1.type.size, *) } }
    }

    enum Form {
        case plain(ElementType)
        case quantised(Quantization.Scheme, ElementType)

        /// Of the numbers, or of scales and biases.
        var type: ElementType {
            switch self {
            case .plain(let type), .quantised(_, let type): type
            }
        }
    }

    let shards: [[Item]]
    let type: NumberType
    private let general: Quantization.Scheme?
    private let embedding: Quantization.Scheme?

    /// - Throws: `EmberError` `.unsupported` for a type that cannot be converted.
    init(_ draft: ConversionDraft, _ options: ConversionOptions, type: NumberType) throws(EmberError) {
        self.type = type
        let general = options.scheme(bits: options.bits)
        let embedding = options.scheme(bits: options.embeddingBits ?? options.bits)
        var shards: [[Item]] = []
        var room = 0
        for target in draft.targets {
            let scheme = Self.isEmbedding(target.layer) ? embedding : general
            let item = Item(target: target, form: try Self.form(of: target, scheme, type.element))
            if shards.isEmpty || item.bytes > room {
                shards.append([])
                room = options.shardBytes
            }
            shards[shards.count - 1].append(item)
            room -= item.bytes
        }
        self.shards = shards
        (self.general, self.embedding) = (general, embedding)
    }

    private static func isEmbedding(_ layer: String) -> Bool {
        layer == "lm_head" || layer.hasSuffix("embed_tokens")
    }

    private static func form(
        of target: TargetTensor, _ scheme: Quantization.Scheme?, _ type: ElementType
    ) throws(EmberError) -> Form {
        for part in target.parts {
            let entry = part.source.entry
            guard entry.count > 0 else { throw EmberError(.wrongShape, printable(entry.name), "is empty") }
            guard entry.type.floatType != nil else {
                throw EmberError(
                    .unsupported, printable(entry.name),
                    "holds \(entry.type.name); numbers in F32, F16 and BF16 are converted")
            }
        }
        if target.keepsType, case .plain(let own) = target.parts[0].source.entry.type { return .plain(own) }
        // As mlx-lm has it: a row that is not whole groups stays as it is.
        guard let scheme, target.isLayer, target.cols.isMultiple(of: scheme.group) else { return .plain(type) }
        return .quantised(scheme, type)
    }

    var items: [Item] { shards.flatMap { $0 } }
    /// Bytes of all tensors.
    var bytes: Int { items.reduce(0) { $0 + $1.bytes } }
    /// Numbers of the model, as if none were quantised.
    var parameters: Int { items.reduce(0) { $0 + $1.target.count } }

    func fileName(of shard: Int) -> String {
        func fiveDigits(_ number: Int) -> String { String(String(100_000 + number).dropFirst()) }
        guard shards.count > 1 else { return "model.safetensors" }
        return "model-\(fiveDigits(shard + 1))-of-\(fiveDigits(shards.count)).safetensors"
    }

    /// The index that says which tensor is in which file. mlx-lm writes one for a single file too.
    var index: JSON {
        var places: [(String, String)] = []
        for (shard, items) in shards.enumerated() {
            places += items.flatMap(\.stored).map { ($0.name, fileName(of: shard)) }
        }
        var map = JSONObject()
        for (name, file) in places.sorted(by: { $0.0 < $1.0 }) { map[name] = .string(file) }
        return [
            "metadata": ["total_size": .integer(bytes), "total_parameters": .integer(parameters)],
            "weight_map": .object(map),
        ]
    }

    /// The `quantization` block of `config.json`, or `nil` when nothing is quantised.
    var quantisation: JSON? {
        func block(_ scheme: Quantization.Scheme) -> JSONObject {
            JSONObject(["group_size": .integer(scheme.group), "bits": .integer(scheme.bits), "mode": "affine"])
        }
        let schemes = items.compactMap { item -> (layer: String, scheme: Quantization.Scheme)? in
            guard case .quantised(let scheme, _) = item.form else { return nil }
            return (item.target.layer, scheme)
        }
        guard let first = general ?? schemes.first?.scheme, !schemes.isEmpty else { return nil }
        var result = block(first)
        for (layer, scheme) in schemes where scheme != first { result[layer] = .object(block(scheme)) }
        return .object(result)
    }
}
