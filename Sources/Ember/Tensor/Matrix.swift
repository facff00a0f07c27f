// SPDX-License-Identifier: Apache-2.0

import CEmber

/// A weight matrix, `(rows, cols)`, dense or quantised, that a pass multiplies activations with.
///
/// Its numbers are there once the loader has finished.
final class Matrix {
    /// The description that C reads; it stays where it is as long as the matrix lives.
    let raw: UnsafeMutablePointer<ember_matrix>
    /// Owner of the numbers' memory, kept alive with the matrix: packed memory of its own, or the mapped file.
    var owner: AnyObject?
    private(set) var bias: Vector?

    init(_ description: ember_matrix) {
        raw = .allocate(capacity: 1)
        raw.initialize(to: description)
    }

    deinit { raw.deallocate() }

    var rows: Int { raw.pointee.rows }
    var cols: Int { raw.pointee.cols }
    var isPacked: Bool { raw.pointee.kind != EMBER_DENSE }
    var group: Int { Int(raw.pointee.group) }

    /// Bytes of the numbers; of a packed matrix with rows rounded up to whole blocks.
    var bytes: Int { isPacked ? ember_packed_bytes(raw) : rows * cols * ember_float_size(raw.pointee.type) }

    func attach(bias: Vector) {
        self.bias = bias
        raw.pointee.bias = UnsafePointer(bias.data)
    }
}
