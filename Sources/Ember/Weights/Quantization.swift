// SPDX-License-Identifier: Apache-2.0

import EmberJSON

/// How a checkpoint in MLX's format is quantised: for all layers, and for single ones where they differ.
///
/// Affine: w = scale · q + bias, one scale and bias for each group of inputs. Source: `mlx.core.quantize`, and the
/// `quantization` block that mlx-lm writes into `config.json`.
package struct Quantization: Sendable, Equatable {
    package struct Scheme: Sendable, Equatable {
        package var bits: Int
        package var group: Int
    }

    package let general: Scheme
    /// Layers by the name of their weights without `.weight`.
    let exceptions: [String: Scheme]

    static let supportedBits = [2, 3, 4, 6, 8]
    static let supportedGroups = [32, 64, 128]

    /// `nil` when the model is not quantised.
    /// - Throws: `.unsupported` for another method, number of bits or group size than those listed above.
    package init?(_ config: ConfigReader) throws(EmberError) {
        guard let block = try config.object("quantization") else {
            if let foreign = try config.object("quantization_config"), foreign.value("group_size") == nil {
                let method = try foreign.string("quant_method", or: "without a name")
                throw config.unsupported(
                    "quantization_config", "uses the method \(printable(method)); MLX affine quantisation is supported")
            }
            guard let block = try config.object("quantization_config") else { return nil }
            try self.init(block: block)
            return
        }
        try self.init(block: block)
    }

    private init(block: ConfigReader) throws(EmberError) {
        general = try Self.scheme(block)
        var exceptions: [String: Scheme] = [:]
        for (key, value) in block.json.object ?? JSONObject() where value.object != nil {
            exceptions[key] = try Self.scheme(ConfigReader(value, place: "\(block.place), \(printable(key))"))
        }
        self.exceptions = exceptions
    }

    private static func scheme(_ block: ConfigReader) throws(EmberError) -> Scheme {
        let mode = try block.string("mode", or: "affine")
        guard mode == "affine" else {
            throw block.unsupported("mode", "is \(printable(mode)); supported: affine")
        }
        let bits = try block.integer("bits", in: 1...64)
        guard supportedBits.contains(bits) else {
            throw block.unsupported(
                "bits", "is \(bits); supported: \(supportedBits.map(String.init).joined(separator: ", "))")
        }
        let group = try block.integer("group_size", in: 1...1_048_576)
        guard supportedGroups.contains(group) else {
            throw block.unsupported(
                "group_size", "is \(group); supported: \(supportedGroups.map(String.init).joined(separator: ", "))")
        }
        return Scheme(bits: bits, group: group)
    }

    func scheme(for layer: String) -> Scheme { exceptions[layer] ?? general }
}
