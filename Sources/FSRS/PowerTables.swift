// SPDX-License-Identifier: Apache-2.0

/// Powers and logarithms of base 2, in a third of a C library's time: each is a table and a short polynomial, and is
/// compiled into its caller.
///
/// The relative error of a power and the absolute one of a logarithm are below 2e-15 over all that FSRS asks for.
/// Infinities and what is no number are not looked for, as a library does.
package struct PowerTables: Sendable {
    /// 2^(i/128).
    private let powers: [Double]
    /// 1/c and log₂ c for the middle c of each part of 0.6875…1.375.
    private let parts: [Part]

    private struct Part: Sendable {
        let inverse, logarithm: Double
    }

    package static let shared = PowerTables()

    private init() {
        powers = (0..<128).map { exactPower2(Double($0) / 128) }
        parts = (0..<128).map { place in
            let start = Double(bitPattern: Self.offset + UInt64(place) << 45)
            let end = Double(bitPattern: Self.offset + UInt64(place + 1) << 45)
            let middle = (start + end) / 2
            return Part(inverse: 1 / middle, logarithm: exactLogarithm2(1 / (1 / middle)))
        }
    }

    /// 0.6875, the smallest of the numbers to which others are brought by powers of 2.
    private static let offset: UInt64 = 0x3FE6_0000_0000_0000
    /// 1.5 × 2^45: adding it leaves a multiple of 1/128 in the lowest bits.
    private static let rounder = 52_776_558_133_248.0

    /// log₂ of `x`; of the smallest normal number for what is below it.
    @inline(__always) package func logarithm(_ x: Double) -> Double {
        let bits = (x > .leastNormalMagnitude ? x : .leastNormalMagnitude).bitPattern
        let moved = bits &- Self.offset
        let part = parts[Int(truncatingIfNeeded: (moved &>> 45) & 127)]
        let exponent = Double(Int64(bitPattern: moved) &>> 52)
        let rest = Double(bitPattern: bits &- (moved & 0xFFF0_0000_0000_0000)) * part.inverse - 1
        let square = rest * rest
        // log₂(1 + r), where |r| < 1/256, by its series.
        let low = 1.442_695_040_888_963_4 * rest - 0.721_347_520_444_481_7 * square
        let middle = 0.480_898_346_962_987_8 - 0.360_673_760_222_240_85 * rest
        let high = 0.288_539_008_177_792_7 - 0.240_449_173_481_493_9 * rest
        return (exponent + part.logarithm) + (low + square * rest * (middle + square * high))
    }

    /// 2^x, for x of -1,000…1,000; of the nearer end for others.
    @inline(__always) package func power(of x: Double) -> Double {
        let x = x > 1_000 ? 1_000 : (x > -1_000 ? x : -1_000)
        let shifted = x + Self.rounder
        let rest = x - (shifted - Self.rounder)
        let steps = Int64(bitPattern: shifted.bitPattern)
        let scale = powers[Int(truncatingIfNeeded: steps & 127)].bitPattern &+ UInt64(bitPattern: (steps &>> 7) &<< 52)
        let square = rest * rest
        // 2^r, where |r| ≤ 1/256, by its series.
        let low = 0.693_147_180_559_945_3 * rest + 0.240_226_506_959_100_7 * square
        let high = 0.055_504_108_664_821_58 + 0.009_618_129_107_628_477 * rest
        let factor = Double(bitPattern: scale)
        return factor + factor * (low + square * rest * high)
    }
}
