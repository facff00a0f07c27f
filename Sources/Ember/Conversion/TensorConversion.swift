// SPDX-License-Identifier: Apache-2.0

import CEmber
import Foundation

/// Turns tensors into their final form, a few rows at a time, so that the memory it takes
/// does not depend on their size.
final class TensorConversion {
    private let compute: Compute
    private let numbers: Memory
    private let words: Memory
    private let scales: Memory
    private let biases: Memory

    /// Numbers that are held at once; a longer row is held whole.
    private static let piece = 1 << 22

    /// - Parameter longestRow: the largest number of columns that any tensor has.
    init(longestRow: Int, _ compute: Compute) throws(EmberError) {
        self.compute = compute
        let count = max(Self.piece, longestRow)
        numbers = try Memory(bytes: count * 4, for: "conversion")
        words = try Memory(bytes: count * 4, for: "conversion")
        // The smallest group has 32 numbers, the largest type 4 bytes.
        scales = try Memory(bytes: count / 8, for: "conversion")
        biases = try Memory(bytes: count / 8, for: "conversion")
    }

    /// Converts one tensor and writes it.
    ///
    /// - Parameter isCancelled: asked before each piece.
    /// - Throws: `EmberError` `.malformedFile` for a number that is not finite, `.notWritable`; `CancellationError`.
    func convert(_ item: ConversionPlan.Item, to writer: SafetensorsWriter, isCancelled: () -> Bool) throws {
        let target = item.target
        let blocks = target.parts.flatMap { part in part.blocks.map { (part.source, $0) } }
            .sorted { $0.1.row < $1.1.row }
        let step = max(1, Self.piece / target.cols)
        // Blocks before this one lie above the rows that are still to come.
        var next = 0
        for begin in stride(from: 0, to: target.rows, by: step) {
            if isCancelled() { throw CancellationError() }
            let rows = begin..<min(begin + step, target.rows)
            while next < blocks.count, blocks[next].1.row + blocks[next].1.rows <= begin { next += 1 }
            if target.isPadded { memset(numbers.pointer, 0, rows.count * target.cols * 4) }
            for (source, block) in blocks[next...] {
                guard block.row < rows.upperBound else { break }
                read(source, block, rows, of: target.cols)
            }
            try write(rows, of: item, to: writer)
        }
        for part in target.parts { part.source.file.release(part.source.entry.range) }
    }

    /// Puts what a block has of `rows` where it belongs in the piece.
    private func read(_ source: SourceTensor, _ block: TargetTensor.Block, _ rows: Range<Int>, of width: Int) {
        let shared = rows.clamped(to: block.row..<block.row + block.rows)
        guard !shared.isEmpty, let type = source.entry.type.floatType else { return }
        let size = source.entry.type.unit.bytes
        let base = source.file.bytes.baseAddress! + source.entry.range.lowerBound
        let piece = numbers.pointer.assumingMemoryBound(to: Float.self) + (shared.lowerBound - rows.lowerBound) * width
        let first = block.offset + (shared.lowerBound - block.row) * block.rowStride
        let last = first + (shared.count - 1) * block.rowStride + (block.cols - 1) * block.colStride
        precondition(block.cols <= width && first >= 0 && last < source.entry.count, "a block leaves its tensor")
        if block.colStride == 1, block.rowStride == block.cols, block.cols == width {
            ember_to_f32(piece, base + first * size, type, shared.count * width)
        } else {
            for row in 0..<shared.count {
                let start = base + (first + row * block.rowStride) * size
                ember_gather_f32(piece + row * width, start, type, block.colStride, block.cols)
            }
        }
        if block.colStride == 1 {
            let start = source.entry.range.lowerBound
            source.file.release(start + first * size..<start + (last + 1) * size)
        }
    }

    private func write(_ rows: Range<Int>, of item: ConversionPlan.Item, to writer: SafetensorsWriter) throws {
        let cols = item.target.cols
        let count = rows.count * cols
        let source = numbers.pointer.assumingMemoryBound(to: Float.self)
        guard let type = item.form.type.floatType else { preconditionFailure("plans have numbers only") }
        let size = item.form.type.size
        func put(_ memory: Memory, _ bytes: Int, _ tensor: Int) throws {
            try writer.write(
                UnsafeRawBufferPointer(start: memory.pointer, count: bytes), to: item.stored[tensor].name,
                at: rows.lowerBound * bytes / rows.count)
        }
        switch item.form {
        case .plain:
            guard ember_from_f32(words.pointer, source, type, count) else { throw notFinite(item) }
            try put(words, count * size, 0)
        case .quantised(let scheme, _):
            let groups = count / scheme.group
            guard
                ember_run_quantise_affine(
                    compute.pool, words.pointer, scales.pointer, biases.pointer, type, UInt32(scheme.bits),
                    UInt32(scheme.group), source, groups)
            else { throw notFinite(item) }
            try put(words, count / 8 * scheme.bits, 0)
            try put(scales, groups * size, 1)
            try put(biases, groups * size, 2)
        }
    }

    private func notFinite(_ item: ConversionPlan.Item) -> EmberError {
        let sources = item.target.parts.count == 1 ? item.target.parts[0].source.entry.name : item.target.name
        return EmberError(
            .malformedFile, printable(sources),
            "has a number that is infinite or NaN, or too large for \(item.form.type.rawValue)")
    }
}

extension TensorType {
    /// How C calls it, if it is one of the types that are computed with.
    var floatType: ember_float_type? { element?.floatType }
}

extension ElementType {
    /// How C calls it, if it is one of the types that are computed with.
    var floatType: ember_float_type? {
        switch self {
        case .float32: EMBER_F32
        case .float16: EMBER_F16
        case .bfloat16: EMBER_BF16
        default: nil
        }
    }
}
