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

    /// Whether a model without its head is wanted: what transformers calls `…Model` in place of `…ForCausalLM`. The names
    /// of its weights may lack the part of the whole model that it is (`model.`), or have one (`bert.`).
    let isBare: Bool

    package init(_ checkpoint: Checkpoint, quantization: Quantization?, bare isBare: Bool = false) {
        self.isBare = isBare
        self.checkpoint = checkpoint
        self.quantization = quantization
    }

    /// Tensors of the files that no part of the model has asked for.
    package var unused: [String] { checkpoint.tensors.map(\.name).filter { !used.contains($0) } }

    package func has(_ name: String) -> Bool { tensor(name) != nil }

    private func tensor(_ name: String) -> (entry: TensorEntry, file: MappedFile)? {
        if let found = checkpoint.tensor(name) { return found }
        guard isBare else { return nil }
        return checkpoint.tensor(name.hasPrefix("model.") ? String(name.dropFirst("model.".count)) : "bert." + name)
    }

    /// The matrix `name.weight`, `(rows, cols)`, quantised when `name.scales` is there; with `name.bias` if asked for.
    ///
    /// - Throws: `EmberError` `.missingTensor`, `.wrongShape` or `.unsupported`.
    func matrix(_ name: String, rows: Int, cols: Int, bias: Bool = false) throws(EmberError) -> Matrix {
        let matrix =
            if has(name + ".scales") {
                try packed(name, rows: rows, cols: cols)
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
        let vector = try Vector(count: count)
        parameters += count
        weightBytes += count * MemoryLayout<Float>.size
        pending.append(
            (
                entry.range.count,
                { _ in
                    ember_to_f32(vector.data, file.bytes.baseAddress! + entry.range.lowerBound, type, count)
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
        guard let (entry, file) = tensor(name) else {
            throw EmberError(.missingTensor, name, "is in none of the files")
        }
        guard entry.shape == shape else {
            throw EmberError(
                .wrongShape, name, "is \(entry.shape), config.json says \(shape); is this the right revision?")
        }
        used.insert(entry.name)
        return (entry, file)
    }

    private func floatType(_ entry: TensorEntry) throws(EmberError) -> ember_float_type {
        switch entry.type {
        case .float32: return EMBER_F32
        case .float16: return EMBER_F16
        case .bfloat16: return EMBER_BF16
        default:
            throw EmberError(.wrongShape, entry.name, "holds \(entry.type.rawValue), expected F32, F16 or BF16")
        }
    }

    /// Dense weights are used where they lie, in the mapped file.
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
                { _ in
                    matrix.raw.pointee.data = file.bytes.baseAddress! + entry.range.lowerBound
                    matrix.owner = file
                }
            ))
        return matrix
    }

    private func packed(_ name: String, rows: Int, cols: Int) throws(EmberError) -> Matrix {
        let stored = tensor(name + ".scales").map { String($0.entry.name.dropLast(".scales".count)) } ?? name
        guard let scheme = quantization?.scheme(for: stored) else {
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
        guard weights.type == .uint32 else {
            throw EmberError(.wrongShape, weights.name, "holds \(weights.type.rawValue), expected U32")
        }
        guard scales.type == biases.type else {
            throw EmberError(.wrongShape, name, "scales are \(scales.type.rawValue), biases \(biases.type.rawValue)")
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
}
