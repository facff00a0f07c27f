// SPDX-License-Identifier: Apache-2.0

/// Token texts and their ids: bytes → id by hashing in place, id → bytes by position.
///
/// Keys are bytes, not strings: Swift's string equality would conflate "é" with "e" + U+0301. An id may be any 32-bit
/// number; a file with one enormous id costs one entry, not a table of that length.
struct ByteVocabulary: Sendable {
    private let bytes: Frozen<UInt8>
    /// Entry n is `bytes[offsets[n]..<offsets[n + 1]]`.
    private let offsets: Frozen<UInt32>
    private let ids: Frozen<UInt32>
    /// Entry numbers, or `UInt32.max`; a power of two with at least half of its places free.
    private let slots: Frozen<UInt32>
    /// Entry number for each id when ids are dense, else empty.
    private let dense: Frozen<UInt32>
    private let sparse: [UInt32: UInt32]

    let count: Int
    /// The greatest id, or -1 without entries.
    let greatestID: Int
    let longest: Int

    static let none = UInt32.max

    /// Entries in the order of the file; of two with the same text the later id holds.
    init(_ builder: Builder) {
        var slots = [UInt32](repeating: Self.none, count: Self.slotCount(builder.ids.count))
        let mask = slots.count - 1
        var ids = builder.ids
        var longest = 0
        builder.bytes.withUnsafeBufferPointer { bytes in
            for entry in 0..<ids.count {
                let start = Int(builder.offsets[entry])
                let length = Int(builder.offsets[entry + 1]) - start
                longest = max(longest, length)
                guard let base = bytes.baseAddress else { continue }
                var slot = hashBytes(base + start, length) & mask
                while slots[slot] != Self.none {
                    let other = Int(slots[slot])
                    let otherStart = Int(builder.offsets[other])
                    if Int(builder.offsets[other + 1]) - otherStart == length,
                        sameBytes(base + otherStart, base + start, length)
                    {
                        ids[other] = ids[entry]
                        break
                    }
                    slot = (slot + 1) & mask
                }
                if slots[slot] == Self.none { slots[slot] = UInt32(entry) }
            }
        }
        greatestID = ids.max().map { Int($0) } ?? -1
        var dense: [UInt32] = []
        var sparse: [UInt32: UInt32] = [:]
        if greatestID < 2 * ids.count + 65_536 {
            dense = [UInt32](repeating: Self.none, count: greatestID + 1)
            for entry in 0..<ids.count { dense[Int(ids[entry])] = UInt32(entry) }
        } else {
            for entry in 0..<ids.count { sparse[ids[entry]] = UInt32(entry) }
        }
        count = ids.count
        self.longest = longest
        self.slots = Frozen(slots)
        self.dense = Frozen(dense)
        self.sparse = sparse
        self.ids = Frozen(ids)
        bytes = Frozen(builder.bytes)
        offsets = Frozen(builder.offsets)
    }

    private static func slotCount(_ entries: Int) -> Int {
        var count = 16
        while count < entries * 2 { count *= 2 }
        return count
    }

    /// The id of a text, if it is an entry.
    @inline(__always)
    func id(_ text: UnsafePointer<UInt8>, _ length: Int) -> UInt32? {
        let mask = slots.count - 1
        var slot = hashBytes(text, length) & mask
        while true {
            let entry = slots.base[slot]
            if entry == Self.none { return nil }
            let start = Int(offsets.base[Int(entry)])
            if Int(offsets.base[Int(entry) + 1]) - start == length, sameBytes(bytes.base + start, text, length) {
                return ids.base[Int(entry)]
            }
            slot = (slot + 1) & mask
        }
    }

    func id(_ text: Bytes) -> UInt32? {
        guard let base = text.baseAddress else { return count == 0 ? nil : id([]) }
        return id(base, text.count)
    }

    func id(_ text: [UInt8]) -> UInt32? {
        // The byte behind the text keeps the pointer valid for an empty one.
        (text + [0]).withUnsafeBufferPointer { $0.baseAddress.flatMap { id($0, text.count) } }
    }

    func id(_ text: String) -> UInt32? { id(Array(text.utf8)) }

    /// The text of an id.
    func text(of id: Int) -> Bytes? {
        var entry = Self.none
        if id >= 0, id < dense.count {
            entry = dense[id]
        } else if let key = UInt32(exactly: id), let found = sparse[key] {
            entry = found
        }
        return entry == Self.none ? nil : self.text(at: Int(entry))
    }

    /// The text of the entry at a position of the file.
    func text(at entry: Int) -> Bytes {
        let start = Int(offsets[entry])
        return Bytes(start: bytes.base + start, count: Int(offsets[entry + 1]) - start)
    }

    func id(at entry: Int) -> UInt32 { ids[entry] }

    /// Collects entries while a file is read.
    struct Builder {
        fileprivate(set) var bytes: [UInt8] = []
        fileprivate(set) var offsets: [UInt32] = [0]
        fileprivate(set) var ids: [UInt32] = []

        /// - Returns: false when the texts together are longer than 4 GiB.
        mutating func append(_ text: some Sequence<UInt8>, _ id: UInt32) -> Bool {
            bytes.append(contentsOf: text)
            guard let end = UInt32(exactly: bytes.count), ids.count < Int(UInt32.max) - 1 else { return false }
            offsets.append(end)
            ids.append(id)
            return true
        }
    }
}

/// A hash for short byte strings: eight bytes at a time, multiplied and folded.
@inline(__always)
func hashBytes(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Int {
    var hash = UInt64(truncatingIfNeeded: count) &* 0x9E37_79B9_7F4A_7C15
    let raw = UnsafeRawPointer(bytes)
    var index = 0
    while index + 8 <= count {
        hash = mix(hash ^ raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        index += 8
    }
    if index < count {
        var rest: UInt64 = 0
        if index + 4 <= count {
            rest = UInt64(raw.loadUnaligned(fromByteOffset: index, as: UInt32.self))
            index += 4
        }
        while index < count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        hash = mix(hash ^ rest)
    }
    return Int(truncatingIfNeeded: hash & 0x7FFF_FFFF_FFFF_FFFF)
}

@inline(__always)
func mix(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
}

@inline(__always)
func sameBytes(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let left = UnsafeRawPointer(a)
    let right = UnsafeRawPointer(b)
    var index = 0
    while index + 8 <= count {
        if left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            != right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        {
            return false
        }
        index += 8
    }
    while index < count {
        if a[index] != b[index] { return false }
        index += 1
    }
    return true
}
