// SPDX-License-Identifier: Apache-2.0

/// Random numbers that a failing test can be repeated with. Source: Steele et al. 2014, SplitMix.
struct Randomness: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The elements of `list`, cut into pieces of random lengths.
    mutating func cut<Element>(_ list: [Element]) -> [[Element]] {
        var pieces: [[Element]] = []
        var rest = list[...]
        while !rest.isEmpty {
            let count = Int.random(in: 1...min(5, rest.count), using: &self)
            pieces.append(Array(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        return pieces
    }
}

/// A text of the given scalars, however they combine.
func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
}
