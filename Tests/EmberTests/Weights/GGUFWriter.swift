// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Writes small GGUF files, well formed or not.
struct GGUFWriter {
    enum Value {
        case uint32(UInt32)
        case float32(Float)
        case bool(Bool)
        case string(String)
        case strings([String])
    }

    struct Tensor {
        var name: String
        /// Innermost first, as the format has it.
        var shape: [Int]
        var type: UInt32 = 0
        var data: [UInt8]
    }

    var version: UInt32 = 3
    var metadata: [(String, Value)] = []
    var tensors: [Tensor] = []

    private static let alignment = 32

    var bytes: [UInt8] {
        var out = Array("GGUF".utf8)
        append(version, &out)
        append(UInt64(tensors.count), &out)
        append(UInt64(metadata.count), &out)
        for (key, value) in metadata {
            append(key, &out)
            append(value, &out)
        }
        var data: [UInt8] = []
        for tensor in tensors {
            append(tensor.name, &out)
            append(UInt32(tensor.shape.count), &out)
            for dimension in tensor.shape { append(UInt64(dimension), &out) }
            append(tensor.type, &out)
            append(UInt64(data.count), &out)
            data += tensor.data
            data += Array(repeating: 0, count: (Self.alignment - data.count % Self.alignment) % Self.alignment)
        }
        out += Array(repeating: 0, count: (Self.alignment - out.count % Self.alignment) % Self.alignment)
        return out + data
    }

    private func append(_ number: some FixedWidthInteger, _ out: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { out += $0 }
    }

    private func append(_ text: String, _ out: inout [UInt8]) {
        append(UInt64(text.utf8.count), &out)
        out += Array(text.utf8)
    }

    private func append(_ value: Value, _ out: inout [UInt8]) {
        switch value {
        case .uint32(let number):
            append(UInt32(4), &out)
            append(number, &out)
        case .float32(let number):
            append(UInt32(6), &out)
            append(number.bitPattern, &out)
        case .bool(let bool):
            append(UInt32(7), &out)
            out.append(bool ? 1 : 0)
        case .string(let text):
            append(UInt32(8), &out)
            append(text, &out)
        case .strings(let texts):
            append(UInt32(9), &out)
            append(UInt32(8), &out)
            append(UInt64(texts.count), &out)
            for text in texts { append(text, &out) }
        }
    }

    func write(to url: URL) throws { try Data(bytes).write(to: url) }

    /// A Llama without layers' worth of tokens: one layer, width 8, two tokens, all weights zero.
    static var llama: GGUFWriter {
        func tensor(_ name: String, _ shape: [Int]) -> Tensor {
            Tensor(name: name + ".weight", shape: shape, data: Array(repeating: 0, count: shape.reduce(4, *)))
        }
        var writer = GGUFWriter()
        writer.metadata = [
            ("general.architecture", .string("llama")), ("llama.block_count", .uint32(1)),
            ("llama.context_length", .uint32(16)), ("llama.embedding_length", .uint32(8)),
            ("llama.feed_forward_length", .uint32(4)), ("llama.attention.head_count", .uint32(2)),
            ("llama.attention.layer_norm_rms_epsilon", .float32(1e-5)),
        ]
        writer.tensors = [
            tensor("token_embd", [8, 2]), tensor("output_norm", [8]), tensor("blk.0.attn_norm", [8]),
            tensor("blk.0.attn_q", [8, 8]), tensor("blk.0.attn_k", [8, 8]), tensor("blk.0.attn_v", [8, 8]),
            tensor("blk.0.attn_output", [8, 8]), tensor("blk.0.ffn_norm", [8]), tensor("blk.0.ffn_gate", [8, 4]),
            tensor("blk.0.ffn_up", [8, 4]), tensor("blk.0.ffn_down", [4, 8]),
        ]
        return writer
    }
}
