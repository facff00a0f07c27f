// SPDX-License-Identifier: Apache-2.0

import Dispatch

/// The vectors of all passages, 8 bits a number, behind one another in the order of the table's rows.
struct VectorTable {
    private(set) var width = 0
    private var numbers: [Int8] = []
    /// 0 for a passage that has no vector yet.
    private var scales: [Float] = []
    /// The sum of all vectors, and how many there are.
    private var sum: [Float] = []
    private var count = 0

    var isEmpty: Bool { !scales.contains { $0 > 0 } }

    /// Makes room for rows that have no vectors yet.
    mutating func grow(to rows: Int) {
        scales.append(contentsOf: repeatElement(0, count: max(0, rows - scales.count)))
        numbers.append(contentsOf: repeatElement(0, count: max(0, rows * width - numbers.count)))
    }

    mutating func set(_ vector: PassageVector, row: Int) {
        if width == 0 {
            width = vector.numbers.count
            sum = Array(repeating: 0, count: width)
            grow(to: scales.count)
        }
        // A vector of another width is of a model whose folder was exchanged; it is embedded again.
        guard vector.numbers.count == width, width > 0 else { return }
        addToSum(row, -1)
        numbers.replaceSubrange(row * width..<(row + 1) * width, with: vector.numbers)
        scales[row] = vector.scale
        addToSum(row, 1)
    }

    private mutating func addToSum(_ row: Int, _ sign: Float) {
        let scale = sign * scales[row]
        guard scale != 0 else { return }
        count += sign > 0 ? 1 : -1
        for index in 0..<width { sum[index] += scale * Float(numbers[row * width + index]) }
    }

    /// Leaves only these rows, ascending.
    mutating func keep(_ rows: [Int]) {
        var kept: [Int8] = []
        kept.reserveCapacity(rows.count * width)
        for row in rows { kept.append(contentsOf: numbers[row * width..<(row + 1) * width]) }
        numbers = kept
        scales = rows.map { scales[$0] }
        (sum, count) = (Array(repeating: 0, count: width), 0)
        for row in scales.indices { addToSum(row, 1) }
    }

    /// A question's vector without most of what all passages have in common.
    ///
    /// Some passages are close to any question: short ones, and those on what is always spoken of. Taking a share of
    /// the mean from the question takes that much of each passage's closeness to all others from its cosine. The mean
    /// of few passages tells little. Source: Radovanović, Nanopoulos and Ivanović 2010, "Hubs in Space", Journal of
    /// Machine Learning Research 11.
    func centred(_ vector: [Float]) -> [Float] {
        guard count > 0, vector.count == width else { return vector }
        let part = shareOfMean / Float(count)
        return zip(vector, sum).map { $0 - part * $1 }
    }

    /// How much of the mean `centred` takes away, 0…1.
    var shareOfMean: Float { Self.common * Float(count) / Float(count + Self.fewVectors) }

    private static let common: Float = 0.6
    private static let fewVectors = 50

    func hasVector(_ row: Int) -> Bool { scales[row] > 0 }

    /// The product of a vector with that of a row; `nil` where there is none yet.
    func product(with vector: [Float], row: Int) -> Float? {
        guard width > 0, vector.count == width, scales[row] > 0 else { return nil }
        return (0..<width).reduce(Float(0)) { $0 + vector[$1] * Float(numbers[row * width + $1]) } * scales[row]
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
                        guard scales[row] > 0 else {
                            results.products.initializeElement(at: row, to: 0)
                            continue
                        }
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
