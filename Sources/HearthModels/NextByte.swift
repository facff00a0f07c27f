// SPDX-License-Identifier: Apache-2.0

/// Looks for the next of some bytes from places that only grow: what was found holds until it is passed, so that the
/// whole takes no more steps than there are bytes.
package struct NextByte {
    private let wanted: [UInt8]
    private var found: Int?

    package init(_ wanted: UInt8...) { self.wanted = wanted }

    /// - Returns: the number of bytes where there is none.
    package mutating func place(in bytes: [UInt8], from start: Int) -> Int {
        if let found, found >= start { return found }
        let place = bytes[start...].firstIndex(where: wanted.contains) ?? bytes.count
        StepCounter.add(place - start + 1)
        found = place
        return place
    }
}
