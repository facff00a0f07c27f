// SPDX-License-Identifier: Apache-2.0

/// Random numbers that a seed reproduces on every machine: xoshiro256++, seeded through SplitMix64.
///
/// Source: Blackman and Vigna 2021, "Scrambled linear pseudorandom number generators".
package struct RandomSource: RandomNumberGenerator {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    package init(seed: UInt64) {
        var seed = seed
        func splitMix() -> UInt64 {
            seed &+= 0x9E37_79B9_7F4A_7C15
            var z = seed
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
        state = (splitMix(), splitMix(), splitMix(), splitMix())
    }

    package mutating func next() -> UInt64 {
        func rotate(_ x: UInt64, _ by: UInt64) -> UInt64 { x << by | x >> (64 - by) }
        let result = rotate(state.0 &+ state.3, 23) &+ state.0
        let t = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= t
        state.3 = rotate(state.3, 45)
        return result
    }

    /// A number in 0 ..< 1, with 53 random bits.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
