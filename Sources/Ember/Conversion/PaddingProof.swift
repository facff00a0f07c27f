// SPDX-License-Identifier: Apache-2.0

/// Shows, from the files that were written, that padding changes no output.
///
/// An expert computes down(silu(gate x) · up x). The rows that are added to gate and up are exactly zero, so the inner
/// numbers there are silu(0) · 0 = 0, and what down has in its added columns is multiplied by them: each product is
/// exactly 0, and adding 0 changes no sum.
struct PaddingProof {
    private(set) var tensors = 0
    /// Whole rows that hold nothing but zero.
    private(set) var zeroRows = 0
    /// Columns, counted in each tensor of a stack once.
    private(set) var zeroColumns = 0

    /// Reads the padding of every padded tensor back.
    /// - Throws: `EmberError` `.malformedFile` where it is not exactly zero.
    init(_ plan: ConversionPlan, in checkpoint: Checkpoint) throws(EmberError) {
        for item in plan.items where item.target.isPadded {
            let target = item.target
            let stored = try StoredTensor(item, in: checkpoint)
            let blocks = target.parts.flatMap(\.blocks).sorted { $0.row < $1.row }
            var row = 0
            for block in blocks {
                try stored.requireZero(rows: row..<block.row, cols: 0..<target.cols)
                zeroRows += block.row - row
                try stored.requireZero(rows: block.row..<block.row + block.rows, cols: block.cols..<target.cols)
                zeroColumns += target.cols - block.cols
                row = block.row + block.rows
            }
            try stored.requireZero(rows: row..<target.rows, cols: 0..<target.cols)
            zeroRows += target.rows - row
            tensors += 1
        }
    }

    /// The proof in one sentence, or `nil` when nothing was padded.
    var sentence: String? {
        guard tensors > 0 else { return nil }
        return
            "padding of \(tensors) tensors read back: \(zeroRows) rows of gate_proj and up_proj and \(zeroColumns) columns "
            + "of down_proj are exactly 0; silu(0) · 0 = 0, so outputs are unchanged"
    }
}

/// A tensor of the result, as it lies in its file.
private struct StoredTensor {
    private let item: ConversionPlan.Item
    private let parts: [(entry: TensorEntry, file: MappedFile)]

    init(_ item: ConversionPlan.Item, in checkpoint: Checkpoint) throws(EmberError) {
        self.item = item
        var parts: [(entry: TensorEntry, file: MappedFile)] = []
        for stored in item.stored {
            guard let part = checkpoint.tensor(stored.name) else {
                throw EmberError(.missingTensor, stored.name, "was not written")
            }
            parts.append((part.entry, part.file))
        }
        self.parts = parts
    }

    /// Checks that all bits of a rectangle are 0: of numbers, or of codes and biases, so that scale · 0 + 0 is 0.
    ///
    /// A group of columns that begins to the left of the rectangle has a bias of its own; down's columns there need not
    /// be zero, since what they are multiplied with is.
    func requireZero(rows: Range<Int>, cols: Range<Int>) throws(EmberError) {
        guard !rows.isEmpty, !cols.isEmpty else { return }
        let width = item.target.cols
        switch item.form {
        case .plain(let type):
            try requireZero(
                part: 0, rows, cols.lowerBound * type.size..<cols.upperBound * type.size, of: width * type.size)
        case .quantised(let scheme, let type):
            let groups = (cols.lowerBound + scheme.group - 1) / scheme.group..<width / scheme.group
            let bytes = scheme.group / 8 * scheme.bits
            let all = width / scheme.group
            try requireZero(part: 0, rows, groups.lowerBound * bytes..<groups.upperBound * bytes, of: all * bytes)
            try requireZero(
                part: 2, rows, groups.lowerBound * type.size..<groups.upperBound * type.size, of: all * type.size)
        }
    }

    private func requireZero(
        part: Int, _ rows: Range<Int>, _ bytes: Range<Int>, of rowBytes: Int
    ) throws(EmberError) {
        let (entry, file) = parts[part]
        for row in rows {
            let start = entry.range.lowerBound + row * rowBytes
            let slice = file.bytes[start + bytes.lowerBound..<start + bytes.upperBound]
            guard slice.allSatisfy({ $0 == 0 }) else {
                throw EmberError(.malformedFile, entry.name, "row \(row) is padding, but not zero")
            }
        }
    }
}
