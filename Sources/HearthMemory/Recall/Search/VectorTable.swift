// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The vectors of all passages, 8 bits a number, behind one another in the order of the table's rows.
struct VectorTable {
    private(set) var width = 0
    private var numbers: [Int8] = []
    /// 0 for a passage that has no vector yet.
    private var scales: [Float] = []

    var isEmpty: Bool { !scales.contains { $0 > 0 } }

    /// Makes room for rows that have no vectors yet.
    mutating func grow(to rows: Int) {
        scales.append(contentsOf: repeatElement(0, count: max(0, rows - scales.count)))
        numbers.append(contentsOf: repeatElement(0, count: max(0, rows * width - numbers.count)))
    }

    mutating func set(_ vector: PassageVector, row: Int) {
        if width == 0 {
            width = vector.numbers.count
            grow(to: scales.count)
        }
        // A vector of another width is of a model whose folder was exchanged; it is embedded again.
        guard vector.numbers.count == width, width > 0 else { return }
        numbers.replaceSubrange(row * width..<(row + 1) * width, with: vector.numbers)
        scales[row] = vector.scale
    }

    /// Leaves only these rows, ascending.
    mutating func keep(_ rows: [Int]) {
        var kept: [Int8] = []
        kept.reserveCapacity(rows.count * width)
        for row in rows { kept.append(contentsOf: numbers[row * width..<(row + 1) * width]) }
        numbers = kept
        scales = rows.map { scales[$0] }
    }

    /// The products of a vector of length 1 with each row's, about the cosines of their angles; 0 where there is none.
    ///
    /// Some threads share the rows.
    func products(with vector: [Float]) -> [Float] {
        guard width > 0, vector.count == width else { return Array(repeating: 0, count: scales.count) }
        let question = PassageVector(passage: 0, vector)
        let wide = question.numbers.map(Int16.init)
        return Array(unsafeUninitializedCapacity: scales.count) { products, count in
            let results = UncheckedRows(products: products)
            numbers.withUnsafeBufferPointer { numbers in
                let rows = UncheckedRows(numbers: numbers)
                DispatchQueue.concurrentPerform(iterations: (scales.count + Self.share - 1) / Self.share) { part in
                    for row in part * Self.share..<min((part + 1) * Self.share, scales.count) {
                        let sum = Self.product(rows.numbers.extracting(row * width..<(row + 1) * width), wide)
                        results.products.initializeElement(at: row, to: Float(sum) * scales[row] * question.scale)
                    }
                }
            }
            count = scales.count
        }
    }

    /// Rows of one piece of work: about a tenth of a millisecond's.
    private static let share = 4_096

    /// A loop that the compiler turns into wide instructions of any processor.
    private static func product(_ a: UnsafeBufferPointer<Int8>, _ b: [Int16]) -> Int32 {
        var sum: Int32 = 0
        for index in 0..<min(a.count, b.count) { sum &+= Int32(a[index]) &* Int32(b[index]) }
        return sum
    }
}

/// Pointers for the threads of one call, which has ended before they become invalid. Each thread writes rows of its
/// own.
private struct UncheckedRows: @unchecked Sendable {
    var numbers = UnsafeBufferPointer<Int8>(start: nil, count: 0)
    var products = UnsafeMutableBufferPointer<Float>(start: nil, count: 0)
}
