// SPDX-License-Identifier: Apache-2.0

import CEmber

/// Number format of a tensor: plain numbers, or blocks of quantised ones.
package enum TensorType: Sendable, Equatable {
    case plain(ElementType)
    case blocks(BlockType)

    /// Element type of plain numbers; `nil` for blocks.
    package var element: ElementType? { if case .plain(let type) = self { type } else { nil } }

    package var name: String {
        switch self {
        case .plain(let type): type.rawValue
        case .blocks(let type): type.name
        }
    }
}

/// A block format of GGUF files: some inputs of one row together with their scales.
package struct BlockType: Sendable, Equatable {
    /// The number that files give it, from ggml's `ggml_type`.
    package let number: UInt32
    package let name: String
    /// Weights in a block, and its bytes.
    package let inputs: Int
    package let bytes: Int

    /// How the kernels hold such weights; `nil` for a format that can be described, but not computed with.
    var layout: ember_block_layout? {
        var layout = ember_block_layout()
        return ember_block_layout_of(number, &layout) ? layout : nil
    }
}

extension TensorType {
    /// The type that GGUF files number so; `nil` for a number that was removed or never given.
    init?(number: UInt32) {
        if let plain = Self.plainTypes[number] {
            self = .plain(plain)
        } else if let blocks = Self.blockTypes.first(where: { $0.number == number }) {
            self = .blocks(blocks)
        } else {
            return nil
        }
    }

    private static let plainTypes: [UInt32: ElementType] = [
        0: .float32, 1: .float16, 24: .int8, 25: .int16, 26: .int32, 27: .int64, 28: .float64, 30: .bfloat16,
    ]

    package static let blockTypes: [BlockType] = [
        BlockType(number: 2, name: "Q4_0", inputs: 32, bytes: 18),
        BlockType(number: 3, name: "Q4_1", inputs: 32, bytes: 20),
        BlockType(number: 6, name: "Q5_0", inputs: 32, bytes: 22),
        BlockType(number: 7, name: "Q5_1", inputs: 32, bytes: 24),
        BlockType(number: 8, name: "Q8_0", inputs: 32, bytes: 34),
        BlockType(number: 9, name: "Q8_1", inputs: 32, bytes: 36),
        BlockType(number: 10, name: "Q2_K", inputs: 256, bytes: 84),
        BlockType(number: 11, name: "Q3_K", inputs: 256, bytes: 110),
        BlockType(number: 12, name: "Q4_K", inputs: 256, bytes: 144),
        BlockType(number: 13, name: "Q5_K", inputs: 256, bytes: 176),
        BlockType(number: 14, name: "Q6_K", inputs: 256, bytes: 210),
        BlockType(number: 15, name: "Q8_K", inputs: 256, bytes: 292),
        BlockType(number: 16, name: "IQ2_XXS", inputs: 256, bytes: 66),
        BlockType(number: 17, name: "IQ2_XS", inputs: 256, bytes: 74),
        BlockType(number: 18, name: "IQ3_XXS", inputs: 256, bytes: 98),
        BlockType(number: 19, name: "IQ1_S", inputs: 256, bytes: 50),
        BlockType(number: 20, name: "IQ4_NL", inputs: 32, bytes: 18),
        BlockType(number: 21, name: "IQ3_S", inputs: 256, bytes: 110),
        BlockType(number: 22, name: "IQ2_S", inputs: 256, bytes: 82),
        BlockType(number: 23, name: "IQ4_XS", inputs: 256, bytes: 136),
        BlockType(number: 29, name: "IQ1_M", inputs: 256, bytes: 56),
        BlockType(number: 34, name: "TQ1_0", inputs: 256, bytes: 54),
        BlockType(number: 35, name: "TQ2_0", inputs: 256, bytes: 66),
        BlockType(number: 39, name: "MXFP4", inputs: 32, bytes: 17),
        BlockType(number: 40, name: "NVFP4", inputs: 64, bytes: 36),
    ]

    /// Weights in the smallest unit that can be stored, and the bytes of that unit.
    var unit: (inputs: Int, bytes: Int) {
        switch self {
        case .plain(let type): (1, type.size)
        case .blocks(let type): (type.inputs, type.bytes)
        }
    }

    /// The names of the block formats that can be computed with.
    static var readableBlocks: String {
        blockTypes.filter { $0.layout != nil }.map(\.name).joined(separator: ", ")
    }
}
