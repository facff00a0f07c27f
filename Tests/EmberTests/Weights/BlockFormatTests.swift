// SPDX-License-Identifier: Apache-2.0

import CEmber
import Ember
import EmberJSON
import Foundation
import Testing

/// The block formats of GGUF files against values that ggml computed.
@Suite struct BlockFormatTests {
    struct Vector: Sendable, CustomTestStringConvertible {
        let name: String
        let number: UInt32
        let blocks: [UInt8]
        let values: [Float]
        var testDescription: String { name }
    }

    /// One for each format that Ember computes with.
    static let vectors: [Vector] = {
        let json = try? Fixtures.json(Fixtures.shipped.appending(path: "gguf/dequant_vectors.json"))
        return (json?["types"]?.array ?? []).compactMap { entry in
            guard let name = entry["type"]?.string, let number = entry["ggml_type_id"]?.integer,
                let hex = entry["hex"]?.string, let values = entry["values"]?.array?.compactMap(\.double),
                ember_block_layout_of(UInt32(number), nil)
            else { return nil }
            return Vector(name: name, number: UInt32(number), blocks: bytes(hex), values: values.map(Float.init))
        }
    }()

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { UInt8($0 < 58 ? $0 - 48 : $0 - 87) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    @Test func `the formats that must be read are among the vectors`() {
        let names = Set(Self.vectors.map(\.name))
        for name in ["Q8_0", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K", "IQ4_NL", "MXFP4"]
        {
            #expect(names.contains(name))
        }
    }

    @Test(arguments: vectors)
    func `every weight is bit for bit what ggml computes`(vector: Vector) {
        let values = Buffer<Float>(count: vector.values.count, repeating: .nan)
        ember_blocks_to_f32(values.pointer, vector.blocks, vector.number, vector.values.count)
        #expect(values.values.map(\.bitPattern) == vector.values.map(\.bitPattern))
        #expect(values.marginIsIntact)
    }

    @Test(arguments: vectors)
    func `sizes agree with the table that files are checked by`(vector: Vector) throws {
        let type = try #require(TensorType.blockTypes.first { $0.number == vector.number })
        var layout = ember_block_layout()
        try #require(ember_block_layout_of(vector.number, &layout))
        #expect(type.name == vector.name)
        #expect(Int(layout.inputs) == type.inputs && Int(layout.bytes) == type.bytes)
        #expect(vector.blocks.count / type.bytes * type.inputs == vector.values.count)
    }

    /// As a matrix of one block in a row, with fewer rows than a packed block and with more.
    @Test(arguments: vectors)
    func `a packed matrix has the same weights`(vector: Vector) throws {
        var layout = ember_block_layout()
        try #require(ember_block_layout_of(vector.number, &layout))
        let cols = Int(layout.inputs)
        for rows in [3, 21] {
            let blocks = (0..<rows).flatMap { row -> ArraySlice<UInt8> in
                let at = row % (vector.blocks.count / Int(layout.bytes)) * Int(layout.bytes)
                return vector.blocks[at..<at + Int(layout.bytes)]
            }
            let matrix = Packed(blocks, vector.number, rows: rows, cols: cols, headDim: 0)
            for row in 0..<rows {
                let from = row * cols % vector.values.count
                #expect(matrix.row(row) == Array(vector.values[from..<from + cols]), "row \(row) of \(rows)")
            }
        }
    }

    @Test func `interleaved heads are put in order`() throws {
        // Q8_0 with scale 1 (f16 0x3C00): every weight of a row is the row's number in the file.
        let (heads, headDim) = (3, 8)
        var blocks: [UInt8] = []
        for row in 0..<UInt8(heads * headDim) { blocks += [0x00, 0x3C] + [UInt8](repeating: row, count: 32) }
        let matrix = Packed(blocks, 8, rows: heads * headDim, cols: 32, headDim: headDim)
        for head in 0..<heads {
            for i in 0..<headDim {
                let inFile = head * headDim + i % (headDim / 2) * 2 + i / (headDim / 2)
                #expect(matrix.row(head * headDim + i).allSatisfy { $0 == Float(inFile) })
            }
        }
    }

    @Test(arguments: [1, 2, 5])
    func `packing on several threads gives the same bytes`(threads: Int) {
        let vector = Self.vectors.first { $0.name == "Q4_K" }!
        let rows = vector.blocks.count / 144 * 20
        let blocks = (0..<20).flatMap { _ in vector.blocks }
        let whole = Packed(blocks, vector.number, rows: rows, cols: 256, headDim: 0)
        let parts = Packed(blocks, vector.number, rows: rows, cols: 256, headDim: 0, threads: threads)
        #expect(whole.data.values == parts.data.values)
        #expect(parts.data.marginIsIntact)
    }
}

/// A packed matrix made of blocks.
private final class Packed {
    private var matrix = ember_matrix()
    let data: Buffer<UInt8>

    init(_ blocks: [UInt8], _ type: UInt32, rows: Int, cols: Int, headDim: Int, threads: Int? = nil) {
        var layout = ember_block_layout()
        _ = ember_block_layout_of(type, &layout)
        matrix.kind = layout.kind
        matrix.type = layout.scales
        matrix.bits = layout.bits
        matrix.group = layout.group
        (matrix.rows, matrix.cols) = (rows, cols)
        let rowBlocks = (rows + 15) / 16
        data = Buffer(count: ember_packed_bytes(&matrix), repeating: 0xEE)
        matrix.data = UnsafeRawPointer(data.pointer)
        guard let threads else {
            ember_pack_blocks(data.pointer, blocks, type, headDim, rows, cols, 0, rowBlocks)
            return
        }
        let pool = ember_pool_create(threads)
        defer { ember_pool_destroy(pool) }
        ember_run_pack_blocks(pool, data.pointer, blocks, type, headDim, rows, cols)
    }

    func row(_ index: Int) -> [Float] {
        let row = Buffer<Float>(count: matrix.cols, repeating: .nan)
        ember_matrix_row(row.pointer, &matrix, index)
        return row.values
    }
}
