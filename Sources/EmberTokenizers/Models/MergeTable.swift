// SPDX-License-Identifier: Apache-2.0

/// Pairs of tokens that are joined, each with its rank and the resulting token.
struct MergeTable: Sendable {
    private struct Slot: BitwiseCopyable {
        var left: UInt32
        var right: UInt32
        /// `UInt32.max` in a free place.
        var rank: UInt32
        var id: UInt32
    }

    private let slots: Frozen<Slot>
    private let shift: UInt64
    /// Whether some merge joins a "▁" to what stands before it.
    let joinsIntoMetaspace: Bool

    struct Merge {
        var left: UInt32
        var right: UInt32
        var id: UInt32
        /// The least is joined first; of equals the leftmost.
        var rank: UInt32
    }

    /// - Parameter merges: of two with the same pair the later one holds.
    init(_ merges: [Merge], joinsIntoMetaspace: Bool) {
        var bits: UInt64 = 4
        while 1 << bits < merges.count * 3 / 2 + 1 { bits += 1 }
        shift = 64 - bits
        let free = Slot(left: 0, right: 0, rank: .max, id: 0)
        var slots = [Slot](repeating: free, count: 1 << bits)
        let mask = slots.count - 1
        for merge in merges {
            var slot = Self.place(merge.left, merge.right, shift)
            while slots[slot].rank != .max, slots[slot].left != merge.left || slots[slot].right != merge.right {
                slot = (slot + 1) & mask
            }
            slots[slot] = Slot(left: merge.left, right: merge.right, rank: merge.rank, id: merge.id)
        }
        self.slots = Frozen(slots)
        self.joinsIntoMetaspace = joinsIntoMetaspace
    }

    /// Whether a merge joins a "▁" to what stands before it.
    static func joinsIntoMetaspace(_ left: Bytes, _ right: Bytes) -> Bool {
        right.first == BPE.metaspace[0] && right.starts(with: BPE.metaspace)
            && !left.suffix(BPE.metaspace.count).elementsEqual(BPE.metaspace)
    }

    @inline(__always)
    private static func place(_ left: UInt32, _ right: UInt32, _ shift: UInt64) -> Int {
        Int(truncatingIfNeeded: ((UInt64(left) << 32 | UInt64(right)) &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }

    /// The table always has free places, so the search ends.
    @inline(__always)
    func find(_ left: UInt32, _ right: UInt32) -> (rank: UInt32, id: UInt32)? {
        let mask = slots.count - 1
        var place = Self.place(left, right, shift)
        while true {
            let slot = slots.base[place]
            if slot.rank == .max { return nil }
            if slot.left == left, slot.right == right { return (slot.rank, slot.id) }
            place = (place + 1) & mask
        }
    }
}
