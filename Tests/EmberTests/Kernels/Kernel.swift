// SPDX-License-Identifier: Apache-2.0

import CEmber
import SeededRandom
import Testing

/// One set of kernels that this CPU can run.
///
/// Unchecked: it points at a constant table of C functions without state.
struct Kernel: @unchecked Sendable, CustomTestStringConvertible {
    let name: String
    let table: UnsafePointer<ember_kernels>

    var testDescription: String { name }

    static let scalar = Kernel(name: "scalar", table: ember_kernels_scalar())

    /// All sets, the scalar one first.
    static let available = ["scalar", "avx2", "avx512", "neon"].compactMap { name in
        ember_kernels_named(name).map { Kernel(name: name, table: $0) }
    }
}

/// Memory of a test: 64-byte aligned, with a margin behind the end that must stay as it is.
final class Buffer<Element> {
    let pointer: UnsafeMutablePointer<Element>
    let count: Int
    private let raw: UnsafeMutableRawPointer
    private static var margin: Int { 64 }

    init(count: Int, repeating value: Element) {
        self.count = count
        let bytes = count * MemoryLayout<Element>.stride
        raw = .allocate(byteCount: bytes + Self.margin, alignment: 64)
        pointer = raw.bindMemory(to: Element.self, capacity: count)
        pointer.initialize(repeating: value, count: count)
        (raw + bytes).initializeMemory(as: UInt8.self, repeating: 0xA5, count: Self.margin)
    }

    convenience init(_ values: [Element]) {
        self.init(count: values.count, repeating: values[0])
        for (i, value) in values.enumerated() { pointer[i] = value }
    }

    deinit { raw.deallocate() }

    var values: [Element] { Array(UnsafeBufferPointer(start: pointer, count: count)) }

    var marginIsIntact: Bool {
        let end = raw + count * MemoryLayout<Element>.stride
        return (0..<Self.margin).allSatisfy { end.load(fromByteOffset: $0, as: UInt8.self) == 0xA5 }
    }
}

extension SplitMix {
    mutating func floats(_ count: Int, in range: ClosedRange<Float> = -1...1) -> [Float] {
        (0..<count).map { _ in Float.random(in: range, using: &self) }
    }
}

/// Numbers of a type as its bytes.
func bytes(of values: [Float], as type: ember_float_type) -> [UInt8] {
    values.flatMap { value -> [UInt8] in
        switch type {
        case EMBER_F32: withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
        case EMBER_F16: withUnsafeBytes(of: Float16(value).bitPattern.littleEndian) { Array($0) }
        default: withUnsafeBytes(of: UInt16(value.bitPattern >> 16).littleEndian) { Array($0) }
        }
    }
}

/// The value that a number has once it is kept as `type` by `bytes(of:as:)`.
func kept(_ value: Float, as type: ember_float_type) -> Float {
    switch type {
    case EMBER_F32: value
    case EMBER_F16: Float(Float16(value))
    default: Float(bitPattern: value.bitPattern & 0xFFFF_0000)
    }
}

let floatTypes = [EMBER_F32, EMBER_F16, EMBER_BF16]

func name(of type: ember_float_type) -> String {
    switch type {
    case EMBER_F32: "f32"
    case EMBER_F16: "f16"
    default: "bf16"
    }
}

/// A weight matrix with the memory that it points to.
final class Weights {
    var matrix = ember_matrix()
    let bits: Int
    let rows: Int
    let cols: Int
    /// (rows, cols), what a reader of the format would compute, without the matrix's bias.
    private(set) var values: [Float] = []
    private let data: Buffer<UInt8>
    private let bias: Buffer<Float>?

    /// A random matrix in MLX's affine format, packed.
    init(
        bits: Int, group: Int, type: ember_float_type, rows: Int, cols: Int, bias hasBias: Bool,
        using random: inout SplitMix
    ) {
        let groups = cols / group
        let source = (0..<rows * cols).map { _ in Int.random(in: 0..<(1 << bits), using: &random) }
        let scales = random.floats(rows * groups, in: 0.01...0.1)
        let biases = random.floats(rows * groups, in: -1...0.2)
        self.bits = bits
        self.rows = rows
        self.cols = cols
        for row in 0..<rows {
            for i in 0..<cols {
                let at = row * groups + i / group
                values.append(kept(scales[at], as: type) * Float(source[row * cols + i]) + kept(biases[at], as: type))
            }
        }
        let packedBits = UInt32(bits <= 4 ? 4 : 8)
        let blocks = (rows + 15) / 16
        data = Buffer(
            count: blocks * groups * ember_packed_block_bytes(packedBits, UInt32(group), type), repeating: 0xEE)
        ember_pack_affine(
            data.pointer, bitStream(source, bits: bits), bytes(of: scales, as: type), bytes(of: biases, as: type), type,
            UInt32(bits), UInt32(group), rows, cols, 0, blocks)
        bias = hasBias ? Buffer(random.floats(rows)) : nil
        matrix = ember_matrix(
            kind: EMBER_PACKED, type: type, bits: packedBits, group: UInt32(group), rows: rows, cols: cols,
            data: data.pointer, bias: bias?.pointer)
    }

    /// A random matrix of plain numbers, at an odd address when `shifted`.
    init(
        type: ember_float_type, rows: Int, cols: Int, bias hasBias: Bool, shifted: Bool, using random: inout SplitMix
    ) {
        let source = random.floats(rows * cols)
        bits = 0
        self.rows = rows
        self.cols = cols
        values = source.map { kept($0, as: type) }
        data = Buffer((shifted ? [0] : []) + bytes(of: source, as: type))
        bias = hasBias ? Buffer(random.floats(rows)) : nil
        matrix = ember_matrix(
            kind: EMBER_DENSE, type: type, bits: 0, group: 0, rows: rows, cols: cols,
            data: data.pointer + (shifted ? 1 : 0), bias: bias?.pointer)
    }

    /// A random matrix in a block format of GGUF files, packed. A row has `blocks` of the file's blocks.
    init(blockType number: UInt32, rows: Int, blocks: Int, using random: inout SplitMix) {
        var layout = ember_block_layout()
        precondition(ember_block_layout_of(number, &layout))
        let inputs = Int(layout.inputs)
        var source: [UInt8] = []
        for _ in 0..<rows * blocks {
            let (block, weights) = Self.block(number, layout, &random)
            source += block
            values += weights
        }
        bits = Int(layout.bits)
        self.rows = rows
        cols = inputs * blocks
        matrix = ember_matrix(
            kind: layout.kind, type: layout.scales, bits: layout.bits, group: layout.group, rows: rows, cols: cols,
            data: nil, bias: nil)
        data = Buffer(count: ember_packed_bytes(&matrix), repeating: 0xEE)
        bias = Buffer(random.floats(rows))
        matrix.data = UnsafeRawPointer(data.pointer)
        matrix.bias = UnsafePointer(bias?.pointer)
        ember_pack_blocks(data.pointer, source, number, 0, rows, cols, 0, (rows + 15) / 16)
    }

    /// Random bits whose weights are neither all tiny nor huge.
    private static func block(
        _ number: UInt32, _ layout: ember_block_layout, _ random: inout SplitMix
    ) -> (bytes: [UInt8], weights: [Float]) {
        while true {
            let bytes = (0..<Int(layout.bytes)).map { _ in UInt8.random(in: 0...255, using: &random) }
            let weights = Buffer<Float>(count: Int(layout.inputs), repeating: 0)
            ember_blocks_to_f32(weights.pointer, bytes, number, weights.count)
            let largest = weights.values.map { $0.isFinite ? abs($0) : .infinity }.max() ?? 0
            if largest > 0.01, largest < 100 { return (bytes, weights.values) }
        }
    }

    var biasValues: [Float] { bias?.values ?? Array(repeating: 0, count: rows) }
    var marginIsIntact: Bool { data.marginIsIntact }
}

/// Weights as one little-endian stream of bits, the first in the lowest bits: one bit at a time, to be obviously right.
func bitStream(_ weights: [Int], bits: Int) -> [UInt8] {
    var stream = [UInt8](repeating: 0, count: (weights.count * bits + 7) / 8)
    for (i, weight) in weights.enumerated() {
        for bit in 0..<bits where weight >> bit & 1 == 1 {
            let at = i * bits + bit
            stream[at / 8] |= 1 << UInt8(at % 8)
        }
    }
    return stream
}

/// Activations with the memory that they point to.
final class Inputs {
    var activations = ember_activations()
    let x: Buffer<Float>
    let q: Buffer<Int8>
    let scale: Buffer<Float>
    let sum: Buffer<Float>

    init(_ values: [Float], tokens: Int, cols: Int, group: Int) {
        let room = (tokens + 15) / 16 * 16 * (cols / group)
        x = Buffer(values)
        q = Buffer(count: ember_activation_bytes(tokens, cols), repeating: 99)
        scale = Buffer(count: room, repeating: .nan)
        sum = Buffer(count: room, repeating: .nan)
        activations = ember_activations(
            x: x.pointer, tokens: tokens, cols: cols, q: q.pointer, scale: scale.pointer, sum: sum.pointer,
            group: UInt32(group))
    }

    var marginsAreIntact: Bool { q.marginIsIntact && scale.marginIsIntact && sum.marginIsIntact }
}
