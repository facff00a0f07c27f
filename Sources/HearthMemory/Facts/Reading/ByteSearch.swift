// SPDX-License-Identifier: Apache-2.0

import HearthModels

extension Array where Element == UInt8 {
    /// Whether others stand in them one behind the other. Takes no more steps than there are bytes in both, whatever
    /// they are. Source: Knuth, Morris and Pratt, "Fast pattern matching in strings", 1977.
    func contains(_ others: [UInt8]) -> Bool {
        StepCounter.add(count + others.count)
        guard !others.isEmpty else { return true }
        // For each byte of the others, how many before it are the same as those they begin with.
        var (borders, length) = ([Int](repeating: 0, count: others.count), 0)
        for place in others.indices.dropFirst() {
            while length > 0, others[place] != others[length] { length = borders[length - 1] }
            length += others[place] == others[length] ? 1 : 0
            borders[place] = length
        }
        length = 0
        for byte in self {
            while length > 0, byte != others[length] { length = borders[length - 1] }
            length += byte == others[length] ? 1 : 0
            if length == others.count { return true }
        }
        return false
    }
}
