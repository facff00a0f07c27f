// SPDX-License-Identifier: Apache-2.0

import CEmber
import EmberJSON

/// Gives a model its weights by name, checks each against the shape that the configuration asks
/// for, and fills them in last.
///
/// A model asks for everything while it is built; nothing is allocated or read until `finish`, so that a folder can be
/// inspected at no cost and a wrong file is refused before any work.
package final class WeightLoader {
    private let checkpoint: Checkpoint
    private let quantization: Quantization?
    /// How matrices are quantised that the files have in 16 or 32 bits; `nil` leaves them as they are.
    private let rounding: Quantization.Scheme?
    private var pending: [(bytes: Int, fill: (Compute) throws(EmberError) -> Void)] = []
    private var used: Set<String> = []
    private var renaming: (from: String, to: String)?
    /// Numbers of the model, as if none were quantised.
    package private(set) var parameters = 0
    /// Bytes that the weights will take in memory, packed or mapped.
    package private(set) var weightBytes = 0

    /// Whether a model without its head is wanted: what transformers calls `…Model` in place of `…ForCausalLM`. The
    /// names of its weights may lack the part of the whole model that it is (`model.`), or have one (`bert.`).
    let isBare: Bool

    package init(
        _ checkpoint: Checkpoint, quantization: Quantization?, rounding: Quantization.Scheme? = nil,
        bare isBare: Bool = false
    ) {
        self.isBare = isBare
        self.rounding = rounding
        self.checkpoint = checkpoint
        self.quantization = quantization
    }

    /// Tensors of the files that no part of the model has asked for.
    package var unused: [String] { checkpoint.tensors.map(\.name).filter { !used.contains($0) } }

    package func has(_ name: String) -> Bool { tensor(name) != nil }

    /// From now on, names that begin with `beginning` stand for tensors whose names begin with `other`.
    func rename(_ beginning: String, to other: String) { renaming = (beginning, other) }

    private func tensor(_ name: String) -> (entry: TensorEntry, file: MappedFile)? {
        var name = name
        if let renaming, name.hasPrefix(renaming.from) { name = renaming.to + name.dropFirst(renaming.from.count) }
        if let found = checkpoint.tensor(name) { return found }
        guard isBare else { return nil }
        return checkpoint.tensor(name.hasPrefix("model.") ? String(name.dropFirst("model.".count)) : "bert." + name)
    }

    /// The matrix `name.weight`, `(rows, cols)`, quantised when its type or `name.scales` says so;
    /// with `name.bias` if asked for.
    ///
    /// - Throws: `EmberError` `.missingTensor`, `.wrongShape` or `.unsupported`.
    func matrix(_ name: String, rows: Int, cols: Int, bias: Bool = false) throws(EmberError) -> Matrix {
        let matrix = try matrix(name, Region(shape: [rows], rows: 0..<rows), cols: cols)
        if bias { matrix.attach(bias: try vector(name + ".bias", count: rows)) }
        return matrix
    }

    /// Some rows of the matrix `name.weight`, `(total, cols)`: one of several matrices that a checkpoint keeps as one.
    func matrix(_ name: String, rows: Range<Int>, of total: Int, cols: Int) throws(EmberError) -> Matrix {
        try matrix(name, Region(shape: [total], rows: rows), cols: cols)
    }

    /// The `count` matrices `(rows, cols)` that `name.weight` stacks, as for experts and heads.
    func matrices(_ name: String, count: Int, rows: Int, cols: Int) throws(EmberError) -> [Matrix] {
        var matrices: [Matrix] = []
        for index in 0..<count {
            let region = Region(shape: [count, rows], rows: index * rows..<(index + 1) * rows)
            matrices.append(try matrix(name, region, cols: cols))
        }
        return matrices
    }

    /// Some rows of the matrix `name.weight`, `(total, cols)`, turned into columns: `(cols, rows)`, never quantised.
    ///
    /// Numbers keep their type, so that nothing is lost; those of a quantised matrix become fp32.
    func transposed(_ name: String, rows: Range<Int>, of total: Int, cols: Int) throws(EmberError) -> Matrix {
        let source = try matrix(name, rows: rows, of: total, cols: cols)
        weightBytes -= source.bytes
        var raw = ember_matrix()
        raw.kind = EMBER_DENSE
        raw.type = source.isPacked ? EMBER_F32 : source.raw.pointee.type
        raw.rows = cols
        raw.cols = rows.count
        let matrix = Matrix(raw)
        weightBytes += matrix.bytes
        // The source has been filled in when this is, for it was asked for first; it goes when this is done.
        pending.append(
            (
                0,
                { (compute: Compute) throws(EmberError) in
                    let memory = try Memory(bytes: matrix.bytes, for: "weights")
                    try compute.transpose(source, into: memory.pointer, matrix.raw.pointee.type)
                    matrix.raw.pointee.data = UnsafeRawPointer(memory.pointer)
                    matrix.owner = memory
                    source.owner = nil
                }
            ))
        return matrix
    }

    /// The vector `name`, widened to fp32, and `offset` added to each number.
    func vector(_ name: String, count: Int, plus offset: Float = 0) throws(EmberError) -> Vector {
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
                    if offset != 0 { for index in 0..<count { vector.data[index] += offset } }
                }
            ))
        return vector
    }

    /// Reads all weights that were asked for. `progress` is told the fraction done, 0…1, and ends it by an error.
    package func finish(with compute: Compute, progress: (Double) throws -> Void) throws {
        let total = max(1, pending.reduce(0) { $0 + $1.bytes })
        var done = 0
        try progress(0)
        for item in pending {
            try item.fill(compute)
            done += item.bytes
            try progress(Double(done) / Double(total))
        }
        pending = []
    }

    // MARK: One tensor

    /// Rows of a tensor that may stack several matrices.
    private struct Region {
        /// The tensor's shape without its last dimension, the columns.
        let shape: [Int]
        /// Rows of the tensor as if it were a single matrix.
        let rows: Range<Int>

        /// The bytes of these rows, of a tensor that has them all.
        func bytes(of entry: TensorEntry) -> Range<Int> {
            let row = entry.range.count / max(1, shape.reduce(1, *))
            let start = entry.range.lowerBound
            return start + rows.lowerBound * row..<start + rows.upperBound * row
        }
    }

    private func matrix(_ name: String, _ region: Region, cols: Int) throws(EmberError) -> Matrix {
        let matrix =
            if has(name + ".scales") {
                try packed(name, region, cols: cols)
            } else if case .blocks(let type) = tensor(name + ".weight")?.entry.type {
                try blocks(name, type, region, cols: cols)
            } else if let rounding, cols.isMultiple(of: rounding.group) {
                try rounded(name, region, cols: cols, rounding)
            } else {
                try dense(name, region, cols: cols)
            }
        parameters += region.rows.count * cols
        weightBytes += matrix.bytes
        return matrix
    }

    private func find(_ name: String, shape: [Int]) throws(EmberError) -> (TensorEntry, MappedFile) {
        guard let (entry, file) = tensor(name) else {
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
        used.insert(entry.name)
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
    private func dense(_ name: String, _ region: Region, cols: Int) throws(EmberError) -> Matrix {
        let (entry, file) = try find(name + ".weight", shape: region.shape + [cols])
        var raw = ember_matrix()
        raw.kind = EMBER_DENSE
        raw.type = try floatType(entry)
        raw.rows = region.rows.count
        raw.cols = cols
        let matrix = Matrix(raw)
        let bytes = region.bytes(of: entry)
        pending.append(
            (
                bytes.count,
                { _ throws(EmberError) in
                    let start = file.bytes.baseAddress! + bytes.lowerBound
                    (matrix.raw.pointee.data, matrix.owner) = (start, file)
                    guard entry.interleavedHead != 0 else { return }
                    let memory = try Memory(bytes: bytes.count, for: "weights")
                    let size = bytes.count / region.rows.count
                    for (row, source) in entry.sourceRows.prefix(region.rows.count).enumerated() {
                        (memory.pointer + row * size).copyMemory(from: start + source * size, byteCount: size)
                    }
                    (matrix.raw.pointee.data, matrix.owner) = (UnsafeRawPointer(memory.pointer), memory)
                    file.release(bytes)
                }
            ))
        return matrix
    }

    private func packed(_ name: String, _ region: Region, cols: Int) throws(EmberError) -> Matrix {
        let stored = tensor(name + ".scales").map { String($0.entry.name.dropLast(".scales".count)) } ?? name
        guard let scheme = quantization?.scheme(for: stored) else {
            throw EmberError(.malformedFile, name, "is quantised, but config.json has no quantization block")
        }
        guard cols.isMultiple(of: scheme.group) else {
            throw EmberError(.wrongShape, name, "has \(cols) inputs, not a multiple of the group size \(scheme.group)")
        }
        let (bits, overflow) = cols.multipliedReportingOverflow(by: scheme.bits)
        guard !overflow else { throw EmberError(.wrongShape, name, "has an impossible width") }
        let groups = region.shape + [cols / scheme.group]
        let (weights, weightFile) = try find(name + ".weight", shape: region.shape + [bits / 32])
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
        raw.rows = region.rows.count
        raw.cols = cols
        let matrix = Matrix(raw)
        let sources = [(weightFile, weights), (scaleFile, scales), (biasFile, biases)].map { file, entry in
            (file: file, range: region.bytes(of: entry))
        }
        pending.append(
            (
                sources.reduce(0) { $0 + $1.range.count },
                { (compute: Compute) throws(EmberError) in
                    let memory = try Memory(bytes: matrix.bytes, for: "weights")
                    let from = sources.map { $0.file.bytes.baseAddress! + $0.range.lowerBound }
                    ember_run_pack_affine(
                        compute.pool, memory.pointer, from[0], from[1], from[2], matrix.raw.pointee.type,
                        UInt32(scheme.bits), matrix.raw.pointee.group, matrix.rows, cols)
                    matrix.raw.pointee.data = UnsafeRawPointer(memory.pointer)
                    matrix.owner = memory
                    // The mapped pages have been copied; keeping them would double the resident size.
                    for source in sources { source.file.release(source.range) }
                }
            ))
        return matrix
    }

    /// Dense weights, quantised and packed; the file's pages are given back.
    private func rounded(
        _ name: String, _ region: Region, cols: Int, _ scheme: Quantization.Scheme
    ) throws(EmberError) -> Matrix {
        let source = try dense(name, region, cols: cols)
        var raw = ember_matrix()
        raw.kind = EMBER_PACKED
        raw.type = EMBER_F32
        raw.bits = scheme.bits <= 4 ? 4 : 8
        raw.group = UInt32(scheme.group)
        raw.rows = source.rows
        raw.cols = cols
        let matrix = Matrix(raw)
        pending.append(
            (
                0,
                { (compute: Compute) throws(EmberError) in
                    // The source has been filled in just before.
                    try self.round(source, into: matrix, scheme, compute)
                    source.owner = nil
                }
            ))
        return matrix
    }

    private func round(
        _ source: Matrix, into matrix: Matrix, _ scheme: Quantization.Scheme, _ compute: Compute
    ) throws(EmberError) {
        let (rows, cols) = (matrix.rows, matrix.cols)
        let (width, groups) = (cols / 8 * scheme.bits, cols / scheme.group)
        let words = try Memory(bytes: rows * width, for: "weights")
        let scales = try Memory(bytes: rows * groups * 4, for: "weights")
        let biases = try Memory(bytes: rows * groups * 4, for: "weights")
        let step = max(1, Self.roundedAtOnce / cols)
        let numbers = try Memory(bytes: min(step, rows) * cols * 4, for: "weights")
        let floats = numbers.pointer.assumingMemoryBound(to: Float.self)
        let type = source.raw.pointee.type
        guard let start = source.raw.pointee.data else { return }
        for first in stride(from: 0, to: rows, by: step) {
            let count = min(step, rows - first)
            ember_to_f32(floats, start + first * cols * ember_float_size(type), type, count * cols)
            guard
                ember_run_quantise_affine(
                    compute.pool, words.pointer + first * width, scales.pointer + first * groups * 4,
                    biases.pointer + first * groups * 4, EMBER_F32, UInt32(scheme.bits), UInt32(scheme.group), floats,
                    count * groups)
            else { throw EmberError(.malformedFile, "weights", "hold a number that is infinite or NaN") }
        }
        let memory = try Memory(bytes: matrix.bytes, for: "weights")
        ember_run_pack_affine(
            compute.pool, memory.pointer, words.pointer, scales.pointer, biases.pointer, EMBER_F32,
            UInt32(scheme.bits), matrix.raw.pointee.group, rows, cols)
        matrix.raw.pointee.data = UnsafeRawPointer(memory.pointer)
        matrix.owner = memory
    }

    /// Numbers that are widened at a time, to be quantised.
    private static let roundedAtOnce = 4 << 20

    /// A quantised matrix of a GGUF file, packed once.
    private func blocks(
        _ name: String, _ type: BlockType, _ region: Region, cols: Int
    ) throws(EmberError) -> Matrix {
        let (entry, file) = try find(name + ".weight", shape: region.shape + [cols])
        guard let layout = type.layout else {
            throw EmberError(
                .unsupported, entry.name, "is quantised as \(type.name); supported: \(TensorType.readableBlocks)")
        }
        var raw = ember_matrix()
        raw.kind = layout.kind
        raw.type = layout.scales
        raw.bits = layout.bits
        raw.group = layout.group
        raw.rows = region.rows.count
        raw.cols = cols
        let matrix = Matrix(raw)
        let bytes = region.bytes(of: entry)
        pending.append(
            (
                bytes.count,
                { (compute: Compute) throws(EmberError) in
                    let memory = try Memory(bytes: matrix.bytes, for: "weights")
                    ember_run_pack_blocks(
                        compute.pool, memory.pointer, file.bytes.baseAddress! + bytes.lowerBound, type.number,
                        entry.interleavedHead, matrix.rows, cols)
                    matrix.raw.pointee.data = UnsafeRawPointer(memory.pointer)
                    matrix.owner = memory
                    file.release(bytes)
                }
            ))
        return matrix
    }
}

extension TensorEntry {
    /// Row of the file for each row of the matrix.
    fileprivate var sourceRows: [Int] {
        let (rows, head) = (shape[0], interleavedHead)
        guard head > 0 else { return Array(0..<rows) }
        return (0..<rows).map { $0 / head * head + $0 % head % (head / 2) * 2 + $0 % head / (head / 2) }
    }
}
