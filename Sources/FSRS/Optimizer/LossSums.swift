// SPDX-License-Identifier: Apache-2.0

/// The loss of some predictions, its gradient, and its curvature.
struct LossSums: Sendable {
    /// Weighted, in nats.
    var loss = 0.0
    var weight = 0.0
    private(set) var gradient = Tangent()
    /// Σ weight/(R (1-R)) dR dRᵀ, the lower left half by rows of `width`.
    private(set) var curvature: [Float]
    private let wantsCurvature: Bool
    private var rows: [Float]
    private var waiting = 0

    /// Rows are padded to whole vectors.
    private static let width = 20
    private static let batch = 32

    init(wantsCurvature: Bool) {
        self.wantsCurvature = wantsCurvature
        curvature = Array(repeating: 0, count: wantsCurvature ? Self.width * Self.width : 0)
        rows = Array(repeating: 0, count: wantsCurvature ? Self.width * Self.batch : 0)
    }

    /// - Parameter slope: derivatives of the logarithm of stability.
    @inline(__always) mutating func add(
        _ recall: LossPass.Recall, _ slope: Tangent, wasRecalled: Bool, weight: Double
    ) {
        let value = min(max(recall.value, 1e-6), 1 - 1e-6)
        loss -= weight * (wasRecalled ? recall.log : logarithm(1 - value))
        self.weight += weight
        // d loss / d ln R = (R - y) / (1 - R).
        let error = weight * (wasRecalled ? -1 : value / (1 - value))
        gradient.add(slope, times: error * recall.byLog)
        gradient.last[1] += error * recall.byDecay
        guard wantsCurvature else { return }
        let root = (weight * value / (1 - value)).squareRoot()
        append(slope, root * recall.byLog, root * recall.byDecay)
    }

    @inline(__always) private mutating func append(_ slope: Tangent, _ factor: Double, _ byDecay: Double) {
        let place = waiting * Self.width
        rows.withUnsafeMutableBytes { bytes in
            func store(_ vector: SIMD4<Float>, _ number: Int) {
                bytes.storeBytes(of: vector, toByteOffset: (place + number * 4) * 4, as: SIMD4<Float>.self)
            }
            store(SIMD4<Float>(slope.difficulty * factor), 0)
            store(SIMD4<Float>(slope.recall * factor), 1)
            store(SIMD4<Float>(slope.forget * factor), 2)
            store(SIMD4<Float>(slope.rating * factor), 3)
            store(SIMD4(Float(slope.last[0] * factor), Float(slope.last[1] * factor + byDecay), 0, 0), 4)
        }
        waiting += 1
        if waiting == Self.batch { addRows() }
    }

    /// Takes up what is still waiting.
    mutating func finish() { if waiting > 0 { addRows() } }

    private mutating func addRows() {
        let count = waiting
        waiting = 0
        rows.withUnsafeBytes { rows in
            curvature.withUnsafeMutableBytes { sums in
                for row in 0..<Tangent.count {
                    for block in 0...row / 4 {
                        let place = (row * Self.width + block * 4) * 4
                        var sum = sums.load(fromByteOffset: place, as: SIMD4<Float>.self)
                        for item in 0..<count {
                            let start = item * Self.width * 4
                            let left = rows.load(fromByteOffset: start + row * 4, as: Float.self)
                            sum += rows.load(fromByteOffset: start + block * 16, as: SIMD4<Float>.self) * left
                        }
                        sums.storeBytes(of: sum, toByteOffset: place, as: SIMD4<Float>.self)
                    }
                }
            }
        }
    }

    /// The curvature between two places.
    func curvature(_ row: Int, _ column: Int) -> Double {
        Double(curvature[max(row, column) * Self.width + min(row, column)])
    }
}
