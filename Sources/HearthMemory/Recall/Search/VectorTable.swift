// SPDX-License-Identifier: Apache-2.0

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
    func products(with vector: [Float]) -> [Float] {
        guard width > 0, vector.count == width else { return Array(repeating: 0, count: scales.count) }
        let question = PassageVector(passage: 0, vector)
        return numbers.withUnsafeBufferPointer { numbers in
            question.numbers.withUnsafeBufferPointer { question8 in
                scales.indices.map { row in
                    let sum = Self.product(
                        UnsafeBufferPointer(rebasing: numbers[row * width..<(row + 1) * width]), question8)
                    return Float(sum) * scales[row] * question.scale
                }
            }
        }
    }

    /// Eight numbers at a time, as 16 bits, which processors without newer instructions multiply too.
    private static func product(_ a: UnsafeBufferPointer<Int8>, _ b: UnsafeBufferPointer<Int8>) -> Int32 {
        var sum: Int32 = 0
        for index in a.indices { sum &+= Int32(Int16(a[index]) &* Int16(b[index])) }
        return sum
    }
}
