// SPDX-License-Identifier: Apache-2.0

import CEmber
import EmberJSON

/// Gives a model its weights by name, checks each against the shape that the configuration asks for, and fills them in last.
///
/// A model asks for everything while it is built; nothing is allocated or read until `finish`, so that a folder can be
/// inspected at no cost and a wrong file is refused before any work.
package final class WeightLoader {
    private let checkpoint: Checkpoint
    private let quantization: Quantization?
    private var pending: [(bytes: Int, fill: (Compute) throws(EmberError) -> Void)] = []
    private var used: Set<String> = []
    /// Numbers of the model, as if none were quantised.
    package private(set) var parameters = 0
    /// Bytes that the weights will take in memory, packed or mapped.
    package private(set) var weightBytes = 0

    package init(_ checkpoint: Checkpoint, quantization: Quantization?) {
        self.checkpoint = checkpoint
        self.quantization = quantization
    }

    /// Tensors of the files that no part of the model has asked for.
    package var unused: [String] { checkpoint.tensors.map(\.name).filter { !used.contains($0) } }

    package func has(_ name: String) -> Bool { checkpoint.tensor(name) != nil }

    /// The matrix `name.weight`, `(rows, cols)`, quantised when its type or `name.scales` says so; with `name.bias` if asked
    /// for.
    ///
    /// - Throws: `EmberError` `.missingTensor`, `.wrongShape` or `.unsupported`.
    func matrix(_ name: String, rows: Int, cols: Int, bias: Bool = false) throws(EmberError) -> Matrix {
        let matrix =
            if has(name + ".scales") {
                try packed(name, rows: rows, cols: cols)
            } else if case .blocks(let type) = checkpoint.tensor(name + ".weight")?.entry.type {
                try blocks(name, type, rows: rows, cols: cols)
            } else {
                try dense(name, rows: rows, cols: cols)
            }
        parameters += rows * cols
        if bias { matrix.attach(bias: try vector(name + ".bias", count: rows)) }
        return matrix
    }

    /// The vector `name`, widened to fp32.
    func vector(_ name: String, count: Int) throws(EmberError) -> Vector {
        let (entry, file) = try find(name, shape: [count])
        let type = try floatType(entry)
        let size = ember_float_size(type)
        let vector = try Vector(count: count)
        parameters += count
        weightBytes += count * MemoryLayout<Float>.size
        pending.append(
            (
                entry.range.count,
                { _ in
                    let start = file.bytes.baseAddress! + entry.range.lowerBound
                    for (row, source) in entry.sourceRows.enumerated() {
                        ember_to_f32(vector.data + row, start + source * size, type, 1)
                    }
                }
            ))
        return vector
    }

    /// Reads all weights that were asked for. `progress` is told the fraction done, 0…1.
    package func finish(with compute: Compute, progress: (Double) -> Void) throws(EmberError) {
        let total = max(1, pending.reduce(0) { $0 + $1.bytes })
        var done = 0
        progress(0)
        for item in pending {
            try item.fill(compute)
            done += item.bytes
            progress(Double(done) / Double(total))
        }
        pending = []
    }

    // MARK: One tensor

    private func find(_ name: String, shape: [Int]) throws(EmberError) -> (TensorEntry, MappedFile) {
        guard let (entry, file) = checkpoint.tensor(name) else {
            throw EmberError(.missingTensor, name, "is in none of the files")
        }
        guard entry.shape == shape else {
            throw EmberError(
                .wrongShape, name, "is \(entry.shape), config.json says \(shape); is this the right revision?")
        }
        guard entry.interleavedHead == 0 || entry.shape[0].isMultiple(of: 2 * (entry.interleavedHead / 2)) else {
            throw EmberError(
                .wrongShape, name, "has \(entry.shape[0]) rows, not whole heads of \(entry.interleavedHead)")
        }
        used.insert(name)
        return (entry, file)
    }

    private func floatType(_ entry: TensorEntry) throws(EmberError) -> ember_float_type {
        switch entry.type {
        case .plain(.float32): return EMBER_F32
        case .plain(.float16): return EMBER_F16
        case .plain(.bfloat16): return EMBER_BF16
        default:
            throw EmberError(.wrongShape, entry.name, "holds \(entry.type.name), expected F32, F16 or BF16")
        }
    }

    /// Dense weights are used where they lie, in the mapped file, unless their rows have to be put in order first.
    private func dense(_ name: String, rows: Int, cols: Int) throws(EmberError) -> Matrix {
        let (entry, file) = try find(name + ".weight", shape: [rows, cols])
        var raw = ember_matrix()
        raw.kind = EMBER_DENSE
        raw.type = try floatType(entry)
        raw.rows = rows
        raw.cols = cols
        let matrix = Matrix(raw)
        weightBytes += entry.range.count
        pending.append(
            (
                entry.range.count,
                { _ throws(EmberError) in
                    let start = file.bytes.baseAddress! + entry.range.lowerBound
                    (matrix.raw.pointee.data, matrix.owner) = (start, file)
                    guard entry.interleavedHead != 0 else { return }
                    let memory = try Memory(bytes: entry.range.count, for: "weights")
                    let size = entry.range.count / rows
                    for (row, source) in entry.sourceRows.enumerated() {
                        (memory.pointer + row * size).copyMemory(from: start + source * size, byteCount: size)
                    }
                    (matrix.raw.pointee.data, matrix.owner) = (UnsafeRawPointer(memory.pointer), memory)
                    file.release(entry.range)
                }
            ))
        return matrix
    }

    private func packed(_ name: String, rows: Int, cols: Int) throws(EmberError) -> Matrix {
        guard let scheme = quantization?.scheme(for: name) else {
            throw EmberError(.malformedFile, name, "is quantised, but config.json has no quantization block")
        }
        guard cols.isMultiple(of: scheme.group) else {
            throw EmberError(.wrongShape, name, "has \(cols) inputs, not a multiple of the group size \(scheme.group)")
        }
        let (bits, overflow) = cols.multipliedReportingOverflow(by: scheme.bits)
        guard !overflow else { throw EmberError(.wrongShape, name, "has an impossible width") }
        let groups = [rows, cols / scheme.group]
        let (weights, weightFile) = try find(name + ".weight", shape: [rows, bits / 32])
        let (scales, scaleFile) = try find(name + ".scales", shape: groups)
        let (biases, biasFile) = try find(name + ".biases", shape: groups)
        guard weights.type == .plain(.uint32) else {
            throw EmberError(.wrongShape, weights.name, "holds \(weights.type.name), expected U32")
        }
        guard scales.type == biases.type else {
            throw EmberError(.wrongShape, name, "scales are \(scales.type.name), biases \(biases.type.name)")
        }

        var raw = ember_matrix()
        raw.kind = EMBER_PACKED
        raw.type = try floatType(scales)
        raw.bits = scheme.bits <= 4 ? 4 : 8
        raw.group = UInt32(scheme.group)
        raw.rows = rows
        raw.cols = cols
        let matrix = Matrix(raw)
        weightBytes += matrix.packedBytes
        pending.append(
            (
                weights.range.count + scales.range.count + biases.range.count,
                { (compute: Compute) throws(EmberError) in
                    let memory = try Memory(bytes: matrix.packedBytes, for: "weights")
                    ember_run_pack_affine(
                        compute.pool, memory.pointer,
                        weightFile.bytes.baseAddress! + weights.range.lowerBound,
                        scaleFile.bytes.baseAddress! + scales.range.lowerBound,
                        biasFile.bytes.baseAddress! + biases.range.lowerBound,
                        matrix.raw.pointee.type, UInt32(scheme.bits), matrix.raw.pointee.group, rows, cols)
                    matrix.raw.pointee.data = UnsafeRawPointer(memory.pointer)
                    matrix.owner = memory
                    // The mapped pages have been copied; keeping them would double the resident size.
                    weightFile.release(weights.range)
                    scaleFile.release(scales.range)
                    biasFile.release(biases.range)
                }
            ))
        return matrix
    }

    /// A quantised matrix of a GGUF file, packed once.
    private func blocks(_ name: String, _ type: BlockType, rows: Int, cols: Int) throws(EmberError) -> Matrix {
        let (entry, file) = try find(name + ".weight", shape: [rows, cols])
        guard let layout = type.layout else {
            throw EmberError(
                .unsupported, entry.name, "is quantised as \(type.name); supported: \(TensorType.readableBlocks)")
        }
        var raw = ember_matrix()
        raw.kind = layout.kind
        raw.type = layout.scales
        raw.bits = layout.bits
        raw.group = layout.group
        raw.rows = rows
        raw.cols = cols
        let matrix = Matrix(raw)
        weightBytes += matrix.packedBytes
        pending.append(
            (
                entry.range.count,
                { (compute: Compute) throws(EmberError) in
                    let memory = try Memory(bytes: matrix.packedBytes, for: "weights")
                    ember_run_pack_blocks(
                        compute.pool, memory.pointer, file.bytes.baseAddress! + entry.range.lowerBound, type.number,
                        entry.interleavedHead, rows, cols)
                    matrix.raw.pointee.data = UnsafeRawPointer(memory.pointer)
                    matrix.owner = memory
                    file.release(entry.range)
                }
            ))
        return matrix
    }
}

extension TensorEntry {
    /// Which row of the file each row of the matrix is.
    fileprivate var sourceRows: [Int] {
        let (rows, head) = (shape[0], interleavedHead)
        guard head > 0 else { return Array(0..<rows) }
        return (0..<rows).map { $0 / head * head + $0 % head % (head / 2) * 2 + $0 % head / (head / 2) }
    }
}
