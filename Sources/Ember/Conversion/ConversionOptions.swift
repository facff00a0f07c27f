// SPDX-License-Identifier: Apache-2.0

/// How a model is to be converted.
package struct ConversionOptions: Sendable {
    /// Bits of a quantised weight: 2, 3, 4, 6 or 8; 16 leaves all weights as they are, but for their type.
    package var bits = 4
    /// The same for the embedding and the head, where they are to differ.
    package var embeddingBits: Int?
    /// Weights that share a scale and a bias: 32, 64 or 128.
    package var groupSize = 64
    /// Type for numbers that are not quantised; `nil` for the model's own 16-bit type, or else bfloat16.
    package var type: NumberType?
    /// Leaves out tensors that no part of the model asks for, rather than to refuse.
    package var allowUnused = false
    /// Bytes of a file of the result, more or less. Source: mlx-lm splits at the same size.
    package var shardBytes = 5 << 30
    /// Threads for arithmetic; `nil` takes one for each physical core.
    package var threads: Int?

    package init() {}

    /// `nil` when nothing is quantised.
    func scheme(bits: Int) -> Quantization.Scheme? {
        bits == 16 ? nil : Quantization.Scheme(bits: bits, group: groupSize)
    }

    /// - Throws: `EmberError` `.invalidParameter`.
    func check() throws(EmberError) {
        for (name, bits) in [("bits", bits), ("embedding bits", embeddingBits ?? bits)]
        where bits != 16 && !Quantization.supportedBits.contains(bits) {
            throw EmberError(.invalidParameter, name, "is \(bits), expected 2, 3, 4, 6, 8, or 16 for no quantisation")
        }
        guard Quantization.supportedGroups.contains(groupSize) else {
            throw EmberError(.invalidParameter, "group size", "is \(groupSize), expected 32, 64 or 128")
        }
    }
}

/// Number formats that a conversion can write.
package enum NumberType: String, Sendable, CaseIterable {
    case float32 = "f32"
    case float16 = "f16"
    case bfloat16 = "bf16"

    package var element: ElementType {
        switch self {
        case .float32: .float32
        case .float16: .float16
        case .bfloat16: .bfloat16
        }
    }

    /// As `torch_dtype` of `config.json` has it.
    var torchName: String {
        switch self {
        case .float32: "float32"
        case .float16: "float16"
        case .bfloat16: "bfloat16"
        }
    }
}
