// SPDX-License-Identifier: Apache-2.0

import FSRS
import Foundation
import Testing

/// The tables beside the C library's functions.
@Suite struct PowerTableTests {
    private let tables = PowerTables.shared

    @Test func `powers are right to the last bits`() {
        var worst = 0.0
        for step in 0..<200_000 {
            let x = -120 + Double(step) * 0.0012
            worst = max(worst, abs(tables.power(of: x) / exp2(x) - 1))
        }
        #expect(worst < 2e-15)
        #expect(tables.power(of: 0) == 1 && tables.power(of: 10) == 1024)
        #expect(tables.power(of: -.infinity) == exp2(-1_000) && tables.power(of: 5_000) == exp2(1_000))
    }

    @Test func `logarithms are right to the last bits`() {
        var worst = 0.0
        for step in 1..<200_000 {
            for x in [Double(step) * 0.000_37, 1 + Double(step) * 1e-9, pow(1.003, Double(step % 20_000))] {
                worst = max(worst, abs(tables.logarithm(x) - log2(x)) / max(1, abs(log2(x))))
            }
        }
        #expect(worst < 1e-15)
        #expect(tables.logarithm(0) == -1_022 && abs(tables.logarithm(1)) < 4e-16)
    }
}
