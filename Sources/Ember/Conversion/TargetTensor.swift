// SPDX-License-Identifier: Apache-2.0

/// A tensor of the result, put together from tensors of the source.
///
/// It is seen as rows of its last dimension. Each block of a source fills a rectangle at the left of some rows;
/// what no block fills is zero.
struct TargetTensor {
    let name: String
    var shape: [Int]
    let parts: [Part]
    /// Whether it is a layer's weight, which may be quantised, or another number.
    let isLayer: Bool
    /// Keeps the type of its source, whatever the others are written as.
    var keepsType = false

    /// Contribution of one source to a target.
    struct Part {
        let source: SourceTensor
        /// How it is fitted in, in a person's words; empty when it is taken as it is.
        let note: String
        let blocks: [Block]
    }

    /// A rectangle of a source's numbers, in the rows from `row` on.
    struct Block {
        let row: Int
        let rows: Int
        let cols: Int
        /// Numbers before the first, and from one row or column of the block to the next.
        let offset: Int
        let rowStride: Int
        let colStride: Int
    }

    var cols: Int { shape.last ?? 1 }
    var rows: Int { shape.dropLast().reduce(1, *) }
    var count: Int { shape.reduce(1, *) }
    /// The layer's name in `config.json`.
    var layer: String { name.hasSuffix(".weight") ? String(name.dropLast(".weight".count)) : name }

    /// Whether some of it belongs to no source.
    var isPadded: Bool { parts.reduce(0) { $0 + $1.blocks.reduce(0) { $0 + $1.rows * $1.cols } } < count }

    /// A source under a name, as it is.
    init(_ name: String, _ source: SourceTensor, note: String = "", isLayer: Bool) {
        self.name = name
        self.isLayer = isLayer
        shape = source.entry.shape
        let cols = shape.last ?? 1
        let rows = shape.dropLast().reduce(1, *)
        let block = Block(row: 0, rows: rows, cols: cols, offset: 0, rowStride: cols, colStride: 1)
        parts = [Part(source: source, note: note, blocks: [block])]
    }

    init(_ name: String, shape: [Int], parts: [Part], isLayer: Bool = true) {
        self.name = name
        self.shape = shape
        self.parts = parts
        self.isLayer = isLayer
    }
}

/// A tensor of the checkpoint that is converted.
struct SourceTensor {
    let entry: TensorEntry
    let file: MappedFile
}
