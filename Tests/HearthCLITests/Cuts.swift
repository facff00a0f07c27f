// SPDX-License-Identifier: Apache-2.0

import SeededRandom

extension SplitMix {
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
